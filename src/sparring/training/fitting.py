"""Fitting a network to positions, with PyTorch: on a GPU where there is one."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sparring.brains.learned import Network
from sparring.brains.network import HIDDEN, INT_BITS, SECOND
from sparring.brains.scores import PROVEN
from sparring.rules import SparringError
from sparring.training.contenders import Positions

SHARE_OF_RESULT = 0.4
"""The weight of a game's result in the target; the search's score has the rest."""

HELD_OUT = 16
"""One position in this many is held out, to measure the network on positions that it has not seen."""

BATCH = 1024
FASTEST, SLOWEST = 3e-3, 3e-5
"""Learning rates at the beginning and at the end."""

FINEST = 1024
"""The largest factor between numbers of the first layer and the whole numbers that stand for them."""

BOUND = (1 << 15) - 1

FEW = 10_000
"""With fewer different positions than this, none is held out: each of them matters."""

SAMPLE = 20_000
"""The number of positions from which the largest sums of the first layer are estimated."""


class NoTorch(SparringError):
    """PyTorch is not installed."""


def torch_module() -> Any:
    """PyTorch, or an error that says how to get it."""
    try:
        import torch
    except ImportError:
        raise NoTorch(
            "Training needs PyTorch, which is not installed: pip install 'sparring[train]' installs it."
        ) from None
    return torch


def targets(positions: Positions, scale: float) -> Any:
    """The expected score that is learned for each position: what is proven, else the search's and the game's, mixed."""
    scores = positions.scores.astype(np.float64)
    results = (positions.results + 1) / 2
    told = 1 / (1 + np.exp(-np.clip(scores / scale, -30, 30)))
    mixed = SHARE_OF_RESULT * results + (1 - SHARE_OF_RESULT) * told
    proven = np.where(scores > PROVEN, 1.0, np.where(scores < -PROVEN, 0.0, mixed))
    return proven.astype(np.float32)


def without_repeats(positions: Positions, wanted: Any) -> tuple[Positions, Any]:
    """Each position once, with the mean of its targets, if many positions repeat; otherwise all of them."""
    some = positions.inputs[:SAMPLE]
    if len(np.unique(some, axis=0)) > len(some) / 2:
        return positions, wanted
    once, where = np.unique(positions.inputs, axis=0, return_inverse=True)
    means = np.bincount(where.ravel(), wanted) / np.bincount(where.ravel())
    zeros = np.zeros(len(once), np.int32)
    return Positions(once, zeros, zeros.astype(np.int8), positions.games), means.astype(np.float32)


def score_scale(positions: Positions) -> float:
    """The score that makes one e times as likely to win as to lose, fitted to results; Newton's method."""
    open_ = np.abs(positions.scores) <= PROVEN
    scores, results = positions.scores[open_].astype(np.float64), (positions.results[open_] + 1) / 2
    usual = float(np.std(scores)) if len(scores) else 0.0
    if not usual:
        return 1.0
    strengths, slope = scores / usual, 1.0
    for _ in range(30):
        chances = 1 / (1 + np.exp(-np.clip(slope * strengths, -30, 30)))
        gradient = float(((results - chances) * strengths).mean()) - 1e-4 * slope
        curvature = float((chances * (1 - chances) * strengths**2).mean()) + 1e-4
        slope = min(20.0, max(0.01, slope + gradient / curvature))
    return usual / slope


@dataclass
class Fit:
    """A network that was fitted, with its losses: on what it was fitted to, and on positions that were held out.

    A loss is the cross-entropy beyond the least that is possible, so one that knows everything has none.
    """

    network: Network
    loss: float
    held_out: float
    epochs: float
    state: Any
    """What the next fit goes on from."""


def columns_under(symmetry: Sequence[int], used: Any) -> Any:
    """For each used column, the one that its number comes from if a position is turned; None if one is unused."""
    place_of = {int(column): place for place, column in enumerate(used)}
    found = []
    for column in used:
        ints, bit = divmod(int(column), INT_BITS)
        source = place_of.get(INT_BITS * ints + int(symmetry[bit]))
        if source is None:
            return None
        found.append(source)
    return np.array(found)


def fit(
    positions: Positions,
    wanted: Any,
    *,
    seconds: float,
    seed: int,
    symmetries: Sequence[Sequence[int]] = (),
    state: Any = None,
    epochs: float | None = None,
    tell: Callable[[float], None] = lambda share: None,
) -> Fit:
    """Fit a network for so many seconds, or for so many epochs."""
    positions, wanted = without_repeats(positions, wanted)
    torch = torch_module()
    torch.set_num_threads(1)  # on other work's cores, threads that wait for each other are slower than one
    torch.manual_seed(seed % (1 << 62))
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    rng = np.random.default_rng(seed)
    width = INT_BITS * positions.inputs.shape[1]
    used = used_columns(positions.inputs)
    turns = [found for each in symmetries if (found := columns_under(each, used)) is not None]
    model = _model(torch, width, used, state).to(device)
    order = rng.permutation(len(wanted))
    apart, own = order[: len(order) // HELD_OUT], order[len(order) // HELD_OUT :]
    if len(order) < FEW:
        own = order
    optimizer = torch.optim.Adam(model.parameters(), lr=FASTEST)
    loss_of, began, seen = torch.nn.BCEWithLogitsLoss(), time.monotonic(), 0
    losses: list[float] = []

    def batch(rows: Any, turned: bool) -> tuple[Any, Any]:
        bits = bits_of(positions.inputs[rows])
        if turned and turns:
            bits[:, used] = bits[:, used[turns[rng.integers(len(turns))]]]
        return torch.from_numpy(bits[:, used]).to(device).float(), torch.from_numpy(wanted[rows]).to(device)

    done = 0.0
    while done < 1:
        done = seen / (epochs * len(own)) if epochs else (time.monotonic() - began) / seconds
        for group in optimizer.param_groups:
            group["lr"] = SLOWEST + (FASTEST - SLOWEST) * (1 + np.cos(np.pi * min(1.0, done))) / 2
        inputs, aims = batch(own[rng.integers(len(own), size=min(BATCH, len(own)))], True)
        optimizer.zero_grad()
        loss = loss_of(model(inputs), aims)
        loss.backward()
        optimizer.step()
        seen += len(aims)
        losses = [*losses[-99:], loss.item()]
        tell(done)
    with torch.no_grad():
        parts = [apart[first : first + BATCH] for first in range(0, len(apart), BATCH)] or [own[:BATCH]]
        rest = [(loss_of(model(inputs), aims).item(), len(aims)) for inputs, aims in (batch(p, False) for p in parts)]
    held_out = sum(loss * count for loss, count in rest) / sum(count for _, count in rest)
    least = _least_loss(wanted)
    kept = {name: value.cpu().numpy() for name, value in model.state_dict().items()}
    network = _network(kept, positions.inputs[own[:SAMPLE]])
    return Fit(network, float(np.mean(losses)) - least, held_out - least, seen / len(own), kept)


def _least_loss(wanted: Any) -> float:
    """The cross-entropy of perfect answers: the lowest loss that is possible."""
    sure = np.clip(wanted.astype(np.float64), 1e-9, 1 - 1e-9)
    return float(-(sure * np.log(sure) + (1 - sure) * np.log(1 - sure)).mean())


def bits_of(ints: Any) -> Any:
    """The bits of ints, a column for each bit, the lowest bit of the first int first."""
    octets = np.ascontiguousarray(ints.astype("<i8")).view(np.uint8)
    return np.unpackbits(octets, axis=1, bitorder="little")


def used_columns(ints: Any) -> Any:
    """The columns of bits that are not the same in all positions."""
    either = np.bitwise_or.reduce(ints, axis=0)
    always = np.bitwise_and.reduce(ints, axis=0)
    return np.flatnonzero(bits_of((either & ~always)[None, :])[0])


def _model(torch: Any, width: int, used: Any, state: Any) -> Any:
    """The layers of a network, new or as they were; it is given the used columns only."""
    columns = torch.from_numpy(used)

    class Layers(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.first = torch.nn.Linear(width, HIDDEN)
            self.second = torch.nn.Linear(HIDDEN, SECOND)
            self.third = torch.nn.Linear(SECOND, 1)
            torch.nn.init.uniform_(self.first.weight, -0.1, 0.1)
            torch.nn.init.uniform_(self.first.bias, 0.0, 0.6)

        def forward(self, bits: Any) -> Any:
            weight = self.first.weight[:, columns.to(bits.device)]
            own = torch.nn.functional.linear(bits, weight, self.first.bias).clamp(0, 1)
            return self.third(torch.relu(self.second(own))).squeeze(1)

    model = Layers()
    if state is not None:
        model.load_state_dict({name: torch.from_numpy(np.array(value)) for name, value in state.items()})
    return model


def _network(state: dict[str, Any], sample: Any) -> Network:
    """The network with its first layer in whole numbers, as finely as their sums fit into 16 bits."""
    first, bias = state["first.weight"].T, state["first.bias"]
    bits = bits_of(sample)
    used = used_columns(sample)
    largest = max(1.0, float(np.abs(bits[:, used].astype(np.float32) @ first[used] + bias).max()))
    factor = float(FINEST)
    while factor * 1.5 * largest > BOUND or factor * np.abs(first).max() > BOUND:
        factor /= 2
    rows = np.zeros_like(first)
    rows[used] = np.round(first[used] * factor)
    return Network(
        first=rows.astype(np.int16),
        bias=np.clip(np.round(bias * factor), -BOUND, BOUND).astype(np.int16),
        scale=np.float32(1 / factor),  # type: ignore[arg-type]
        second=np.ascontiguousarray(state["second.weight"].T.astype(np.float32)),
        second_bias=state["second.bias"].astype(np.float32),
        third=state["third.weight"][0].astype(np.float32),
        third_bias=np.float32(state["third.bias"][0]),  # type: ignore[arg-type]
    )

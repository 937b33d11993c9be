# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls, disable-error-code="unreachable"
"""A small network as an evaluation: the same numbers interpreted and compiled, on every machine.

The bits of a position's `inputs` each add a row of the first layer: whole numbers, so the order does not matter to the
sum. What follows is in 32-bit floating point, with one order of operations that no compiler may change.

Numba does not see that these loops can use vector instructions: the first layer took 567 ns in Othello, and takes 70 as
it is. So both layers are written as vectors for the compiler below it.
"""

from math import floor
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array

from sparring.rules import kernels

HIDDEN, SECOND = 64, 8
"""Neurons of the first and of the second layer."""

STRANDS = 4
"""The second layer is summed in this many independent sums, because each addition has to wait for the one before."""

UNIT = 1000
"""The score of a position that is e times as likely to be won as lost: its logit is 1."""

INT_BITS = 64


class Learned(NamedTuple):
    """The weights of a learned evaluation."""

    network: Any
    """A record of `layout`."""


def layout(ints: int) -> Any:
    """The record of a network for so many ints of input."""
    return np.dtype(
        [
            ("first", "i2", (INT_BITS * ints, HIDDEN)),  # a row for each bit
            ("bias", "i2", (HIDDEN,)),
            ("scale", "f4"),  # turns a sum of the first layer into a number from 0 to 1, where it is cut off
            ("second", "f4", (HIDDEN, SECOND)),
            ("second_bias", "f4", (SECOND,)),
            ("third", "f4", (SECOND,)),
            ("third_bias", "f4"),
        ],
        align=True,
    )


def network_score(ints: tuple[int, ...], network: Any) -> int:
    """What a network says of a position with these inputs, in thousandths of a logit."""
    total = network["bias"].astype(np.int64)
    for place, bits in enumerate(ints):
        for bit in range(INT_BITS):
            if bits >> bit & 1:
                total = np.clip(total + network["first"][INT_BITS * place + bit], -(1 << 15), (1 << 15) - 1)
    own = np.clip(total.astype(np.float32) * network["scale"], np.float32(0), np.float32(1))
    strands = [network["second_bias"]] + [np.zeros(SECOND, np.float32)] * (STRANDS - 1)
    for neuron in range(HIDDEN):
        strands[neuron % STRANDS] = strands[neuron % STRANDS] + own[neuron] * network["second"][neuron]
    second = np.maximum((strands[0] + strands[1]) + (strands[2] + strands[3]), np.float32(0)) * network["third"]
    found = network["third_bias"]
    for neuron in range(SECOND):
        found = found + second[neuron]
    return floor(float(found) * UNIT + 0.5)


# ---------------------------------------------------------------------- compiled

_WHOLE = ir.VectorType(ir.IntType(16), HIDDEN)
_REAL = ir.FloatType()
_OWN = ir.VectorType(_REAL, HIDDEN)
_SUMS = ir.VectorType(_REAL, SECOND)


@intrinsic
def _address(context, array):
    """Where the numbers of an array begin in memory."""

    def generate(context, builder, signature, arguments):
        data = make_array(signature.args[0])(context, builder, arguments[0]).data
        return builder.ptrtoint(data, ir.IntType(INT_BITS))

    return types.int64(array), generate


@intrinsic
def _add_row(context, sums, row):
    """Add a row of the first layer to the sums, where both begin at an address; a sum stays within 16 bits."""

    def generate(context, builder, signature, arguments):
        pointers = [builder.inttoptr(address, _WHOLE.as_pointer()) for address in arguments]
        before, more = (builder.load(pointer, align=2) for pointer in pointers)
        kind = ir.FunctionType(_WHOLE, [_WHOLE, _WHOLE])
        added = builder.module.declare_intrinsic(f"llvm.sadd.sat.v{HIDDEN}i16", fnty=kind)
        builder.store(builder.call(added, [before, more]), pointers[0], align=2)
        return context.get_dummy_value()

    return types.none(types.int64, types.int64), generate


@intrinsic
def _room(context):
    """The address of room for the sums of the first layer, on the stack."""

    def generate(context, builder, signature, arguments):
        with builder.goto_entry_block():
            room = builder.alloca(_WHOLE)
        return builder.ptrtoint(room, ir.IntType(INT_BITS))

    return types.int64(), generate


@intrinsic
def _copy_row(context, to, row):
    """Copy a row of the first layer."""

    def generate(context, builder, signature, arguments):
        target, source = (builder.inttoptr(address, _WHOLE.as_pointer()) for address in arguments)
        builder.store(builder.load(source, align=2), target, align=2)
        return context.get_dummy_value()

    return types.none(types.int64, types.int64), generate


@intrinsic
def _rest(context, sums, scale, second, second_bias, third, third_bias):
    """The logit that the sums of the first layer lead to; the layers are addresses."""

    def generate(context, builder, signature, arguments):
        sums, scale, second, second_bias, third, third_bias = arguments
        number = ir.IntType(32)

        def loaded(address, kind, align):
            return builder.load(builder.inttoptr(address, kind.as_pointer()), align=align)

        def spread(value, kind, count):
            once = builder.insert_element(ir.Constant(kind, ir.Undefined), value, number(0))
            return builder.shuffle_vector(once, once, ir.Constant(ir.VectorType(number, count), [0] * count))

        def constant(kind, value, count):
            return ir.Constant(kind, [value] * count)

        own = builder.fmul(builder.sitofp(loaded(sums, _WHOLE, 2), _OWN), spread(scale, _OWN, HIDDEN))
        for sign, bound in (("<", 0.0), (">", 1.0)):
            limit = constant(_OWN, bound, HIDDEN)
            own = builder.select(builder.fcmp_ordered(sign, own, limit), limit, own)
        strands = [loaded(second_bias, _SUMS, 4)] + [constant(_SUMS, 0.0, SECOND)] * (STRANDS - 1)
        for neuron in range(HIDDEN):
            row = loaded(builder.add(second, ir.IntType(INT_BITS)(4 * SECOND * neuron)), _SUMS, 4)
            share = spread(builder.extract_element(own, number(neuron)), _SUMS, SECOND)
            strands[neuron % STRANDS] = builder.fadd(strands[neuron % STRANDS], builder.fmul(share, row))
        total = builder.fadd(builder.fadd(strands[0], strands[1]), builder.fadd(strands[2], strands[3]))
        none = constant(_SUMS, 0.0, SECOND)
        total = builder.select(builder.fcmp_ordered("<", total, none), none, total)
        total = builder.fmul(total, loaded(third, _SUMS, 4))
        found = third_bias
        for neuron in range(SECOND):
            found = builder.fadd(found, builder.extract_element(total, number(neuron)))
        return builder.fpext(found, ir.DoubleType())

    reals = types.float32
    return types.float64(types.int64, reals, types.int64, types.int64, types.int64, reals), generate


@overload(network_score)
def _network_score(ints, network):
    def score(ints, network):
        sums = _room()  # type: ignore[call-arg,var-annotated]
        first = _address(network.first)
        _copy_row(sums, _address(network.bias))
        for place in range(len(ints)):
            bits = ints[place]
            while bits:
                lowest = bits & -bits
                bits ^= lowest
                row = INT_BITS * place + kernels.popcount(lowest - 1)
                _add_row(sums, first + 2 * HIDDEN * row)
        logit = _rest(
            sums,
            network.scale,
            _address(network.second),
            _address(network.second_bias),
            _address(network.third),
            network.third_bias,
        )
        return floor(logit * UNIT + 0.5)

    return score


def by_network(position: Any, weights: Learned) -> int:
    """The score of the side to move."""
    return network_score(kernels.inputs(position), weights.network)


def register(position_type: type) -> None:
    """Make the learned evaluation known for a type of kernel positions."""
    if kernels.function_of("evaluate", position_type, Learned) is None:
        kernels.register_evaluation(position_type, Learned, by_network)

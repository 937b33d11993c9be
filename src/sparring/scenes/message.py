"""A scene as the message that the page gets: plain data, without fields that have their default."""

from collections.abc import Sequence
from typing import Any

from sparring.scenes.piles import Pile
from sparring.scenes.scene import Arrow, Card, Cell, Disc, Label, Line, Pick, Plate, Scene, Shape, Step, Zone

PAUSE = 450
"""Milliseconds that the page waits after a step, so that people see its result."""


def scene_message(scene: Scene) -> dict[str, Any]:
    """The scene as the page's renderer expects it."""
    told: dict[str, Any] = {
        "title": scene.title,
        "view": list(scene.size),
        "shapes": [_shape(shape) for shape in scene.shapes],
        "about": scene.about,
        "prompt": scene.prompt,
        "sides": list(scene.sides),
        "how": scene.arrive,
        "picks": {option: _pick(pick) for option, pick in scene.picks.items()},
    }
    if scene.threats is not None:
        told["threats"] = [{"in": threat.place, "seat": threat.seat} for threat in scene.threats]
    told |= {"names": list(scene.names)} if scene.names else {}
    told |= {"passes": scene.passes} if scene.passes else {}
    told |= {"aim": _bends(scene.aim)} if scene.aim else {}
    if scene.tall is not None:
        told["tall"] = {"view": list(scene.tall)}
    if scene.steps:
        told["steps"] = [_step(step) for step in scene.steps]
    return told


def piles_message(piles: Sequence[Pile]) -> list[dict[str, Any]]:
    """Piles as the page shows them: of equal cards one, with their number."""
    return [
        {
            "place": pile.place,
            "title": pile.title,
            "about": pile.about,
            "cards": [{"count": count, **_printed(card)} for card, count in pile.cards],
        }
        for pile in piles
    ]


def _printed(card: Card) -> dict[str, Any]:
    """A card without its place, since nothing is told of where it lies."""
    told = _card(card)
    return {name: told[name] for name in told if name not in ("id", "kind", "in")}


def _pick(pick: Pick) -> dict[str, Any]:
    told: dict[str, Any] = {"on": pick.on, "label": pick.label}
    told |= {"ghost": {"face": pick.ghost[0], "in": pick.ghost[1]}} if pick.ghost else {}
    told |= {"pointer": True} if pick.pointer else {}
    told |= {name: list(each) for name in ("also", "gains") if (each := getattr(pick, name))}
    told |= {name: each for name in ("onto", "source", "aims", "foretold") if (each := getattr(pick, name))}
    told |= {"around": list(pick.around)} if pick.around else {}
    return told | ({"times": pick.times} if pick.times > 1 else {})


def _step(step: Step) -> dict[str, Any]:
    told: dict[str, Any] = {"how": "hop", "move": [list(move) for move in step.moves]}
    return told | ({"say": step.say} if step.say else {}) | ({"wait": PAUSE} if step.rest else {})


def _shape(shape: Shape) -> dict[str, Any]:
    match shape:
        case Plate():
            holes = {"holes": list(shape.holes)} if shape.holes else {}
            return {"id": shape.id, "kind": "plate", "look": shape.look, **_boxes(shape), **holes}
        case Cell():
            told: dict[str, Any] = {"id": shape.id, "kind": "cell", "look": shape.look, **_boxes(shape)}
            told |= {"seeds": shape.seeds} if shape.seeds is not None else {}
            return told | ({"last": True} if shape.last else {}) | ({"means": shape.means} if shape.means else {})
        case Disc():
            side = {"face": shape.face} if shape.face in ("cross", "ring") else {"side": shape.face}
            last = {"last": True} if shape.last else {}
            return {"id": shape.id, "kind": "disc", "in": shape.place, **side, **last}
        case Label():
            counts: dict[str, Any] = {"counts": shape.counts} if shape.counts else {}
            counts |= {"wideOnly": True} if shape.wide_only else {}
            return {"id": shape.id, "kind": "label", **_boxes(shape), "text": shape.text, "look": shape.look, **counts}
        case Line():
            return {"id": shape.id, "kind": "mark", "how": "line", "from": shape.start, "to": shape.end}
        case Arrow():
            told = {"id": shape.id, "kind": "mark", "how": "arrow", "from": shape.start, "to": shape.end}
            told |= {"label": shape.text} if shape.text else {}
            told |= _bends(shape)
            return told | ({"around": list(shape.around)} if shape.lane is not None else {})
        case Zone():
            return _zone(shape)
        case Card():
            return _card(shape)


def _bends(arrow: Arrow) -> dict[str, float]:
    """Where an arrow bends, on wide and on tall screens."""
    bends = {"level": arrow.level, "tallLevel": arrow.tall_level, "lane": arrow.lane, "tallLane": arrow.tall_lane}
    return {name: at for name, at in bends.items() if at is not None}


def _zone(zone: Zone) -> dict[str, Any]:
    """A cell that lays out its cards, with another layout for narrow screens."""
    told: dict[str, Any] = {"id": zone.id, "kind": "cell", "look": zone.look, **_boxes(zone), "flow": zone.flow}
    told |= {"card": list(zone.card), "gap": zone.gap} | _titled(zone.title)
    told |= {"source": zone.source} if zone.source else {}
    told |= {"opens": True} if zone.opens else {}
    tall: dict[str, Any] = {"card": list(zone.tall_card)} if zone.tall_card else {}
    tall |= {"gap": zone.tall_gap} if zone.tall_gap is not None else {}
    tall |= _titled(zone.tall_title) if zone.tall_title is not None else {}
    return told | ({"tall": tall} if tall else {})


def _titled(title: str) -> dict[str, Any]:
    """A title stands below the cards; they move up to make room for it."""
    return {"title": title, "lift": -8 if title else 0}


def _card(card: Card) -> dict[str, Any]:
    """A card that shows its back tells nothing but where it lies."""
    told: dict[str, Any] = {"id": card.id, "kind": "card", "in": card.place}
    if card.back:
        return told | {"down" if card.back == "card" else "token": True} | ({"rested": True} if card.rested else {})
    told |= {"name": card.name, "type": card.type, "colour": card.colour}
    for name in ("cost", "power", "base", "counter"):
        told |= {name: getattr(card, name)} if getattr(card, name) is not None else {}
    told |= {"attribute": card.sign} if card.sign else {}
    told |= {"keywords": list(card.keywords)} if card.keywords else {}
    for name in ("badge", "facts", "text", "means", "rested", "dim"):
        told |= {name: getattr(card, name)} if getattr(card, name) else {}
    return told | ({"threat": True} if card.hit else {})


def _boxes(shape: Plate | Cell | Label | Zone) -> dict[str, list[float]]:
    return {"box": list(shape.box)} | ({"tallBox": list(shape.tall)} if shape.tall else {})

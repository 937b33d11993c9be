"""A scene as the page gets it: plain data, said as shortly as it can be."""

from typing import Any

from sparring.scenes.scene import Cell, Disc, Label, Line, Plate, Scene, Shape, Step

MOMENT = 450
"""Milliseconds in which one sees what has come of a step."""


def scene_message(scene: Scene) -> dict[str, Any]:
    """The scene for the page's renderer, which draws any of them."""
    told: dict[str, Any] = {
        "title": scene.title,
        "view": list(scene.size),
        "shapes": [_shape(shape) for shape in scene.shapes],
        "about": scene.about,
        "prompt": scene.prompt,
        "sides": list(scene.sides),
        "how": scene.arrive,
        "picks": {
            option: {"on": pick.on, "label": pick.label}
            | ({"ghost": {"face": pick.ghost[0], "in": pick.ghost[1]}} if pick.ghost else {})
            | ({"pointer": True} if pick.pointer else {})
            for option, pick in scene.picks.items()
        },
    }
    if scene.threats is not None:
        told["threats"] = [{"in": threat.place, "seat": threat.seat} for threat in scene.threats]
    if scene.tall is not None:
        told["tall"] = {"view": list(scene.tall)}
    if scene.steps:
        told["steps"] = [_step(step) for step in scene.steps]
    return told


def _step(step: Step) -> dict[str, Any]:
    told: dict[str, Any] = {"how": "hop", "move": [list(move) for move in step.moves]}
    return told | ({"say": step.say} if step.say else {}) | ({"wait": MOMENT} if step.rest else {})


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
            counts = {"counts": shape.counts} if shape.counts else {}
            return {"id": shape.id, "kind": "label", **_boxes(shape), "text": shape.text, "look": shape.look, **counts}
        case Line():
            return {"id": shape.id, "kind": "mark", "how": "line", "from": shape.start, "to": shape.end}


def _boxes(shape: Plate | Cell | Label) -> dict[str, list[float]]:
    return {"box": list(shape.box)} | ({"tallBox": list(shape.tall)} if shape.tall else {})

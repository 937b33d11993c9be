"""A scene as the page gets it: plain data, said as shortly as it can be."""

from typing import Any

from sparring.scenes.scene import Cell, Disc, Label, Line, Plate, Scene, Shape


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
    return told


def _shape(shape: Shape) -> dict[str, Any]:
    match shape:
        case Plate():
            holes = {"holes": list(shape.holes)} if shape.holes else {}
            return {"id": shape.id, "kind": "plate", "look": shape.look, "box": list(shape.box), **holes}
        case Cell():
            told: dict[str, Any] = {"id": shape.id, "kind": "cell", "look": shape.look, "box": list(shape.box)}
            return told | ({"last": True} if shape.last else {}) | ({"means": shape.means} if shape.means else {})
        case Disc():
            side = {"face": shape.face} if shape.face in ("cross", "ring") else {"side": shape.face}
            last = {"last": True} if shape.last else {}
            return {"id": shape.id, "kind": "disc", "in": shape.place, **side, **last}
        case Label():
            return {"id": shape.id, "kind": "label", "box": list(shape.box), "text": shape.text, "look": shape.look}
        case Line():
            return {"id": shape.id, "kind": "mark", "how": "line", "from": shape.start, "to": shape.end}

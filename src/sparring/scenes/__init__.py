"""What pictures of all games are made of."""

from sparring.scenes.message import piles_message, scene_message
from sparring.scenes.piles import HasPiles, Pile
from sparring.scenes.plain import scene_of, without_marks
from sparring.scenes.scene import (
    Arrow,
    Box,
    Card,
    Cell,
    Disc,
    Face,
    Label,
    Line,
    Pick,
    Plate,
    Scene,
    Shape,
    Step,
    Threat,
    Zone,
)
from sparring.scenes.svg import svg

__all__ = [
    "Arrow",
    "Box",
    "Card",
    "Cell",
    "Disc",
    "Face",
    "HasPiles",
    "Label",
    "Line",
    "Pick",
    "Pile",
    "Plate",
    "Scene",
    "Shape",
    "Step",
    "Threat",
    "Zone",
    "piles_message",
    "scene_message",
    "scene_of",
    "svg",
    "without_marks",
]

"""What a picture is made of, for every game alike."""

from sparring.scenes.plain import scene_of
from sparring.scenes.scene import Box, Cell, Disc, Label, Line, Plate, Scene, Shape
from sparring.scenes.svg import svg

__all__ = ["Box", "Cell", "Disc", "Label", "Line", "Plate", "Scene", "Shape", "scene_of", "svg"]

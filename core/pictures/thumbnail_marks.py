"""Outlines of hexes to be laid over a thumbnail, so that they can be shown and hidden."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fairground.core.pictures.looks import Looks
from fairground.core.pictures.marked_layer import marked_layer
from fairground.core.pictures.plan import BoardPlan, board_extent
from fairground.core.pictures.scene import Scene
from fairground.core.pictures.svg import layer_group, number
from fairground.core.pictures.thumbnail import OPTIONS

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario


def thumbnail_marks(scenario: Scenario, marked: frozenset[str]) -> tuple[str, str]:
    """Return the outlines of the hexes with these labels as a group of SVG, and the view box of the thumbnail's picture."""
    options = replace(OPTIONS, marked=marked)
    plan = BoardPlan(scenario.board, size=options.hex_size, left=0.0, top=0.0)
    layer = marked_layer(Scene(scenario, plan, Looks(scenario), options))
    across, down = board_extent(scenario.board, options.hex_size)
    drawn = layer_group(layer).replace(f' id="layer-{layer.id}"', "", 1)
    return drawn, f"0 0 {number(across)} {number(down)}"

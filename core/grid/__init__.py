"""The hex grid: hexes, hexsides and corners, layouts, labels, lines, outlines and symmetries."""

from fairground.core.grid.hexes import (
    DIRECTIONS,
    Hex,
    direction_between,
    disc,
    distance,
    neighbour,
    neighbours,
    ring,
)
from fairground.core.grid.hexsides import (
    Corner,
    Hexside,
    corner,
    corners,
    hexes_enclosed,
    hexside,
    hexside_between,
    region_boundary,
)
from fairground.core.grid.labels import HexNames, LabelStyle, label, parse_label
from fairground.core.grid.layout import Layout, Orientation
from fairground.core.grid.lines import Tie, hex_line
from fairground.core.grid.symmetry import (
    IDENTITY,
    POINT_SYMMETRIES,
    BoardSymmetry,
    Symmetry,
    SymmetryFact,
    board_symmetries,
    board_symmetry,
    symmetry_facts,
    why_not,
)

__all__ = [
    "DIRECTIONS",
    "IDENTITY",
    "POINT_SYMMETRIES",
    "BoardSymmetry",
    "Corner",
    "Hex",
    "HexNames",
    "Hexside",
    "LabelStyle",
    "Layout",
    "Orientation",
    "Symmetry",
    "SymmetryFact",
    "Tie",
    "board_symmetries",
    "board_symmetry",
    "corner",
    "corners",
    "direction_between",
    "disc",
    "distance",
    "hex_line",
    "hexes_enclosed",
    "hexside",
    "hexside_between",
    "label",
    "neighbour",
    "neighbours",
    "parse_label",
    "region_boundary",
    "ring",
    "symmetry_facts",
    "why_not",
]

"""The default values of the tools' options, and the modes to choose from."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from fairground.core.grid.hexes import Hex
from fairground.core.scenario.decorations import Decoration
from fairground.core.scenario.transform.paste import ClipLayer
from fairground.editor.document.mover_choice import AttackChoice, MoverChoice, UnitChoice
from fairground.editor.tools.selecting import SelectMode, SelectShape
from fairground.editor.tools.shapes import DragShape

if TYPE_CHECKING:
    from collections.abc import Mapping

#: The terrain of untouched hexes; every ruleset has it.
CLEAR = "clear"
#: The largest radius of a brush: a disc of 61 hexes.
MAX_RADIUS = 4
#: The most turns of the reach.
MAX_TURNS = 9


class ElevationMode(StrEnum):
    """What the elevation tool does to a hex."""

    SET = "set"
    RAISE = "raise"
    LOWER = "lower"


class Stacking(StrEnum):
    """What the brush does to the existing terrain of a hex."""

    REPLACE = "replace"
    ON_TOP = "on top"


class ZoneWay(StrEnum):
    """What the zone tool adds to a zone or removes from it."""

    #: The hexes that the pointer is dragged over.
    HEXES = "hexes"
    #: The rows between press and release.
    ROWS = "rows"
    #: The columns between press and release.
    COLUMNS = "columns"
    #: A disc around the press, up to the release.
    DISC = "disc"


class DecorationPlace(StrEnum):
    """Where the decoration tool puts decorations."""

    #: On the middle of the hex.
    HEX = "hex"
    #: On the middle of the nearest hexside.
    HEXSIDE = "hexside"
    #: Where the pointer is.
    FREE = "free"


#: The options of a new ``ToolState``, by name.
DEFAULTS: Final[Mapping[str, Any]] = {
    "document": None,
    "terrain_first": (CLEAR,),
    "terrain_second": (CLEAR,),
    "stacking": Stacking.REPLACE,
    "feature": "",
    "effect": "",
    "radius": 0,
    "symmetry": None,
    "symmetry_centre": None,
    "shape": DragShape.FREEHAND,
    "filled": True,
    "bar": None,
    "level": 1,
    "elevation_mode": ElevationMode.RAISE,
    "level_flood": False,
    "zone_id": "",
    "zone_way": ZoneWay.HEXES,
    "objective_id": "",
    "unit_id": "",
    "new_unit": UnitChoice(),
    "decoration_index": None,
    "new_decoration": Decoration("tree", Hex(0, 0)),
    "decoration_place": DecorationPlace.HEX,
    "selection": frozenset(),
    "select_shape": SelectShape.RECTANGLE,
    "select_mode": SelectMode.REPLACE,
    "paste_layers": frozenset(ClipLayer),
    "locked_layers": frozenset(),
    "sight_line": None,
    "sight_units": ("", ""),
    "sight_heights": (0, 0),
    "sight_range": None,
    "attack": AttackChoice(),
    "path_ends": None,
    "avoid_danger": False,
    "mover": MoverChoice(),
    "reach_turns": 2,
    "pin": None,
    "despite_errors": False,
    "measured": (),
    "what_if": "",
}

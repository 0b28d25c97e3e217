"""Edits for scripts that build a board: each returns a changed copy of a scenario.

Hexes are a text as in zones of a file (``"C4"``, ``"columns 1-2"``, ``"within 2 of C4"``), a hex, several hexes or labels, or a
mask ``[rows, columns]``.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from fairground.core.errors import LimitError, ScenarioError
from fairground.core.grid.hexes import Hex
from fairground.core.scenario.board import MAX_LEVEL, MIN_LEVEL, VOID, PaletteEntry, entry_index
from fairground.core.scenario.hex_arguments import hex_on_board
from fairground.core.scenario.parts import Objective, Unit, Zone, free_id
from fairground.core.scenario.shapes import listed, shape_of
from fairground.core.scenario.zone_text import parse_shape
from fairground.core.text.suggest import named, one_or_several

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.shapes import Shape

    #: A text, a hex, several of either, or a mask.
    Hexes = str | Hex | Iterable[Hex | str] | NDArray[np.bool_]


def paint(scenario: Scenario, terrain: str | Iterable[str], hexes: Hexes) -> Scenario:
    """Return a copy in which hexes have a terrain, or a stack of terrains, bottom first; ``"void"`` removes hexes.

    Raises
    ------
    ScenarioError
        When the ruleset has no such terrain, or a hex is off the board.
    GridError
        When a text is no label, nor a zone.
    """
    kinds = one_or_several(terrain)
    for kind in kinds:
        if kind != VOID:
            named("terrain", kind, scenario.rules.terrain)
    if not kinds:
        raise ScenarioError("name at least one terrain to paint")
    board = copy(scenario.board)
    board.palette, board.terrain = list(board.palette), board.terrain.copy()
    board.terrain[_mask(scenario, hexes)] = entry_index(board.palette, PaletteEntry(".", kinds))
    return replace(scenario, board=board)


def set_level(scenario: Scenario, level: int, hexes: Hexes) -> Scenario:
    """Return a copy in which hexes have a level; errors as for ``paint``, and LimitError for a level out of bounds."""
    if not MIN_LEVEL <= level <= MAX_LEVEL:
        raise LimitError(f"a level must be {MIN_LEVEL} to {MAX_LEVEL}, not {level}")
    board = copy(scenario.board)
    board.elevation = board.elevation.copy()
    board.elevation[_mask(scenario, hexes)] = level
    return replace(scenario, board=board)


def draw_zone(scenario: Scenario, side: str, hexes: Hexes, *, zone: str = "", **fields: Any) -> Scenario:  # noqa: ANN401  # fields of Zone
    """Return a copy with a zone of a side, in place of the one with the same id.

    ``zone`` is its id. Default: ``SIDE-start``. ``fields`` are further fields of a ``Zone``, such as ``kind`` and ``name``.

    Raises
    ------
    ScenarioError
        When there is no such side, or a hex is off the board.
    GridError
        When a text is no label, nor a zone.
    """
    named("side", side, {it.id: it for it in scenario.sides})
    new = Zone(zone or f"{side}-start", side, _shape(scenario, hexes), **fields)
    zones = [new if it.id == new.id else it for it in scenario.zones]
    return replace(scenario, zones=zones if new in zones else [*zones, new])


def place_objective(scenario: Scenario, hexes: Hexes, *, points: int = 1, **fields: Any) -> Scenario:  # noqa: ANN401  # fields of Objective
    """Return a copy with a further objective; ``fields`` are further fields of an ``Objective``. Errors as for ``draw_zone``."""
    taken = {it.id for it in scenario.objectives}
    name = fields.pop("id", None) or free_id("objective-1", taken)
    new = Objective(name, _shape(scenario, hexes), points, **fields)
    return replace(scenario, objectives=[*scenario.objectives, new])


def place_unit(scenario: Scenario, side: str, unit_class: str, hex_: Hex | str, **fields: Any) -> Scenario:  # noqa: ANN401  # fields of Unit
    """Return a copy with a further unit; ``fields`` are further fields of a ``Unit``, such as ``facing`` and ``name``.

    Raises
    ------
    ScenarioError
        When there is no such side or class, or the hex is void or off the board.
    GridError
        When a text is no label.
    """
    named("side", side, {it.id: it for it in scenario.sides})
    named("class", unit_class, scenario.rules.classes)
    taken = {it.id for it in scenario.units}
    name = fields.pop("id", None) or free_id(f"{side}-{unit_class}", taken)
    new = Unit(name, side, unit_class, hex_on_board(scenario.board, hex_), **fields)
    return replace(scenario, units=[*scenario.units, new])


def _shape(scenario: Scenario, hexes: Hexes) -> Shape:
    board = scenario.board
    if isinstance(hexes, str):
        shape = parse_shape(hexes, board.hex_names)
        if not shape.mask(board).any():
            raise ScenarioError(f"{hexes!r} has no hexes on the board. {board.extent}")
        return shape
    if isinstance(hexes, np.ndarray):
        return shape_of(board, _mask(scenario, hexes))
    several = (hexes,) if isinstance(hexes, Hex) else hexes
    return listed(board.layout, [_on_board(scenario, it) for it in several])


def _mask(scenario: Scenario, hexes: Hexes) -> NDArray[np.bool_]:
    board = scenario.board
    if not isinstance(hexes, np.ndarray):
        return _shape(scenario, hexes).mask(board)
    if hexes.shape != board.terrain.shape or hexes.dtype != np.bool_:
        raise ScenarioError(
            f"a mask must be a boolean array with {board.rows} rows and {board.columns} columns, not {hexes.dtype} with shape {hexes.shape}"
        )
    return hexes


def _on_board(scenario: Scenario, hex_: Hex | str) -> Hex:
    at = scenario.board.parse(hex_) if isinstance(hex_, str) else hex_
    scenario.board.cell(at)
    return at

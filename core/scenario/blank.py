"""New scenarios: a clear rectangle or hexagon with sides and deployment zones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.errors import GridError, LimitError, ScenarioError
from fairground.core.grid.hexes import DIRECTIONS
from fairground.core.grid.layout import Layout, Orientation
from fairground.core.scenario.board import MAX_SIDE, VOID, Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import MAX_TITLE, RulesetReference, Side, Victory, Zone
from fairground.core.scenario.shapes import Columns, Intersection, Rows, Within
from fairground.core.text.suggest import near_or_all

if TYPE_CHECKING:
    from pathlib import Path

#: Numbers of sides with equal starts on a hexagon.
HEXAGON_SIDES = (2, 3, 6)
#: Most hexes along a side of a hexagon that fits on a board.
MOST_ALONG = (MAX_SIDE + 1) // 2


def blank_scenario(
    name: str, *, layout: Layout, size: tuple[int, int], ruleset: str, folder: Path | None = None
) -> Scenario:
    """Return a clear board of ``size`` (columns, rows) for two sides.

    The zones are the outer columns on flat-top and the outer rows on pointy-top boards, two deep if there is room. The
    ruleset is an id or a path relative to ``folder``.

    Raises
    ------
    LimitError
        When the size is out of bounds, or the name too long.
    RulesetError
        When there is no such ruleset or it has faults.
    """
    board = Board.blank(layout, *size)
    along, lines = (Columns, size[0]) if layout.orientation is Orientation.FLAT else (Rows, size[1])
    depth = 2 if lines >= 6 else 1
    zones = [
        Zone("p1-start", "p1", along(1, depth)),
        Zone("p2-start", "p2", along(lines - depth + 1, lines)),
    ]
    return _scenario(name, board, zones, ruleset, folder)


def blank_by_layout(name: str, size: tuple[int, int], *, layout: str, ruleset: str) -> Scenario:
    """Return a blank scenario as ``blank_scenario``, with the layout by its name; GridError for an unknown one."""
    names = [it.value for it in Layout]
    if layout not in names:
        raise GridError(f"there is no layout {layout!r}{near_or_all(layout, names)}")
    return blank_scenario(name, layout=Layout(layout), size=size, ruleset=ruleset)


def blank_hexagon(
    name: str, *, layout: Layout, along: int, sides: int, ruleset: str, folder: Path | None = None
) -> Scenario:
    """Return a clear hexagon with ``along`` hexes on each edge, surrounded by void, for 2, 3 or 6 sides.

    It has every turn and mirror about its middle. The zones are discs of up to 9 hexes at evenly spaced corners. The
    ruleset is as for ``blank_scenario``.

    Raises
    ------
    LimitError
        When there are fewer than 2 or more than ``MOST_ALONG`` hexes along an edge, or the name is too long.
    ScenarioError
        When the number of sides is not in ``HEXAGON_SIDES``.
    RulesetError
        When there is no such ruleset or it has faults.
    """
    if not 2 <= along <= MOST_ALONG:
        raise LimitError(f"a hexagonal board must have 2 to {MOST_ALONG} hexes along an edge, not {along}")
    if sides not in HEXAGON_SIDES:
        raise ScenarioError(f"a hexagonal board must have 2, 3 or 6 sides with equal starts, not {sides}")
    radius = along - 1
    board = Board.blank(layout, 2 * radius + 1, 2 * radius + 1)
    middle = layout.from_offset(radius, radius)
    board.palette.append(PaletteEntry("x", (VOID,)))
    whole = Within(radius, board.label(middle))
    board.terrain[~whole.mask(board)] = 1
    # Adjacent corners are one radius apart.
    depth = min(2, (radius - 1) // 2)
    corners = [board.label(middle + DIRECTIONS[at * 6 // sides] * radius) for at in range(sides)]
    zones = [
        Zone(f"p{at}-start", f"p{at}", Intersection(Within(depth, it), whole))
        for at, it in enumerate(corners, 1)
    ]
    return _scenario(name, board, zones, ruleset, folder)


def _scenario(name: str, board: Board, zones: list[Zone], ruleset: str, folder: Path | None) -> Scenario:
    """Return a scenario with a side for each zone."""
    if len(name) > MAX_TITLE:
        raise LimitError(f"a name must have at most {MAX_TITLE} characters, not {len(name):,}")
    scenario = Scenario(
        name=name,
        ruleset=RulesetReference(ruleset),
        board=board,
        folder=folder,
        sides=[Side(f"p{at}", f"Player {at}", f"p{at}") for at in range(1, len(zones) + 1)],
        zones=zones,
        turns=12,
        victory=Victory(last_standing=True),
    )
    scenario.ruleset = RulesetReference(ruleset, content_hash=scenario.rules.content_hash)
    return scenario

"""A small board for two sides, drawn in equal halves and then changed on one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.grid.hexes import neighbours
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import Objective, RulesetReference, Side, Victory, Zone
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fairground.core.grid.hexes import Hex

    #: A column and a row, from 0.
    Cell = tuple[int, int]

SIDES: Final = ("west", "east")
#: Terrain that nobody enters.
SOLID: Final = ("wall",)


class Stakes(NamedTuple):
    """What a game is for: its turn limit, the points for an objective, the turns to hold it, and the points for a unit."""

    turns: int
    goal: int
    hold: int
    kill: int


class Sketch:
    """A board whose 180° turn exchanges West and East, until something is planted.

    ``size`` is columns and rows; the columns must be even, so that the turn fits. ``terrain`` and ``level`` hold
    what is not clear ground at level 0; ``zones`` has the hexes of each side, and ``goals`` those of each objective.
    """

    def __init__(self, size: Cell, stakes: Stakes) -> None:
        self.columns, self.rows = size
        self.stakes = stakes
        self.terrain: dict[Cell, str] = {}
        self.level: dict[Cell, int] = {}
        self.zones: tuple[set[Cell], set[Cell]] = (set(), set())
        self.goals: list[set[Cell]] = []

    def turned(self, cell: Cell) -> Cell:
        """Return the image of a cell."""
        return self.columns - 1 - cell[0], self.rows - 1 - cell[1]

    def own(self, side: int, cell: Cell) -> Cell:
        """Return a cell, drawn for West, as a side sees it."""
        return self.turned(cell) if side else cell

    def has(self, cell: Cell) -> bool:
        """Whether a cell is on the board."""
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows

    def is_taken(self, cell: Cell) -> bool:
        """Whether a cell belongs to a zone or an objective."""
        return any(cell in it for it in (*self.zones, *self.goals))

    def paint(self, cell: Cell, kind: str = "", level: int | None = None) -> None:
        """Set the terrain and level of a cell and of its image, unless a zone or an objective is there."""
        for it in (cell, self.turned(cell)):
            if self.has(it) and not self.is_taken(it):
                if kind:
                    self.terrain[it] = kind
                if level is not None:
                    self.level[it] = level

    def deploy(self, cells: Iterable[Cell]) -> None:
        """Give West these cells, and East their images."""
        west = set(cells)
        self.zones = west, {self.turned(it) for it in west}

    def aim(self, cell: Cell) -> None:
        """Add an objective that covers a cell and its image, so that it belongs to the middle."""
        self.goals.append({cell, self.turned(cell)})

    def aim_each(self, cell: Cell) -> None:
        """Add an objective on a cell, and another on its image."""
        self.goals += [{cell}, {self.turned(cell)}]

    def is_connected(self) -> bool:
        """Whether units can walk between all hexes of zones and objectives."""
        wanted = set().union(*self.zones, *self.goals)
        open_cells = {it for it in self._cells() if self.terrain.get(it) not in SOLID}
        if not wanted <= open_cells:
            return False
        layout = Layout.ODD_Q
        hexes = {layout.from_offset(*it) for it in open_cells}
        ahead = [layout.from_offset(*next(iter(wanted)))]
        found = set(ahead)
        while ahead:
            fresh = {it for it in neighbours(ahead.pop()) if it in hexes} - found
            found |= fresh
            ahead += fresh
        return {layout.from_offset(*it) for it in wanted} <= found

    def scenario(self, name: str, ruleset: str, *, swapped: bool = False) -> Scenario:
        """Return the scenario; if ``swapped``, East comes first in the file."""
        board = Board.blank(Layout.ODD_Q, self.columns, self.rows)
        kinds = sorted({"clear", *self.terrain.values()})
        board.palette = [PaletteEntry(str(number), (kind,)) for number, kind in enumerate(kinds)]
        for column, row in self._cells():
            board.terrain[row, column] = kinds.index(self.terrain.get((column, row), "clear"))
            board.elevation[row, column] = self.level.get((column, row), 0)

        def label(cell: Cell) -> str:
            at: Hex = board.layout.from_offset(*cell)
            return board.label(at)

        scenario = Scenario(name, RulesetReference(ruleset, {}), board, turns=self.stakes.turns)
        order = SIDES[::-1] if swapped else SIDES
        scenario.sides = [Side(it, team=it) for it in order]
        scenario.zones = [
            Zone(it, it, parse_shape(", ".join(map(label, sorted(self.zones[SIDES.index(it)])))))
            for it in order
        ]
        scenario.objectives = [
            Objective(
                f"goal-{number}",
                parse_shape(", ".join(map(label, sorted(it)))),
                points=self.stakes.goal,
                hold=self.stakes.hold,
            )
            for number, it in enumerate(self.goals)
        ]
        scenario.victory = Victory(last_standing=True, kill=self.stakes.kill)
        return scenario

    def _cells(self) -> Iterator[Cell]:
        yield from ((column, row) for row in range(self.rows) for column in range(self.columns))

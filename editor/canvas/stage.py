"""A stage of seven hexes, which the layers of printed pictures draw once for every case of a hex and its neighbours.

Shores, roads, slopes and outlines of the canvas become sprites that way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from fairground.core.grid.hexes import Hex, neighbour
from fairground.core.pictures.options import PictureOptions
from fairground.core.pictures.plan import BoardPlan
from fairground.core.pictures.scene import Scene
from fairground.core.pictures.tiles import TILE_SIZE
from fairground.core.scenario.board import VOID, Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.shapes import Listed, listed

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from fairground.core.grid.layout import Layout
    from fairground.core.pictures.display_list import Command, Item, Point
    from fairground.core.pictures.looks import Looks
    from fairground.core.scenario.parts import RulesetReference, Side, Zone

Kinds = tuple[str, ...]


@cache
def _corner(layout: Layout) -> Point:
    """Return the corner of the board when its middle hex is at (0, 0)."""
    x, y = layout.centre(layout.from_offset(1, 1), size=TILE_SIZE)
    left, top = BoardPlan(Board.blank(layout, 3, 3), size=TILE_SIZE).origin
    return -left - x, -top - y


@cache
def _plan(layout: Layout) -> BoardPlan:
    """Return the plan of a full stage."""
    left, top = _corner(layout)
    return BoardPlan(Board.blank(layout, 3, 3), size=TILE_SIZE, left=left, top=top)


@cache
def _borders(layout: Layout, directions: tuple[int, ...], inset: float) -> tuple[tuple[Command, ...], ...]:
    """Return the lines around the middle hex and the neighbours in some directions."""
    plan = _plan(layout)
    middle = layout.from_offset(1, 1)
    hexes = [middle, *(neighbour(middle, direction) for direction in directions)]
    places = [place for place in map(plan.place_of, hexes) if place is not None]
    return plan.borders(places, at_edge=True, inset=inset)


def sample_hexagon(layout: Layout) -> tuple[Point, ...]:
    """Return the outline of a hex around (0, 0), for samples of signs."""
    return _plan(layout).hexagon(0.0, 0.0, TILE_SIZE)


@dataclass(frozen=True, slots=True)
class Stage:
    """Sets scenes of a middle hex at (0, 0) and some of its neighbours, on a board of three by three."""

    layout: Layout
    looks: Looks
    ruleset: RulesetReference
    sides: tuple[Side, ...] = ()
    _known: dict[Hashable, tuple[Item, ...]] = field(default_factory=dict)

    def once(self, key: Hashable, draw: Callable[[], tuple[Item, ...]]) -> tuple[Item, ...]:
        """Return the result of ``draw``, cached by ``key``: a drawing is used at all scales."""
        if key not in self._known:
            self._known[key] = draw()
        return self._known[key]

    @property
    def middle(self) -> Hex:
        """The middle hex; all its neighbours are on the board."""
        return self.layout.from_offset(1, 1)

    def scene(
        self,
        *,
        middle: Kinds = ("",),
        around: Mapping[int, Kinds] | None = None,
        levels: Mapping[int | None, int] | None = None,
        zones: Sequence[Zone] = (),
    ) -> Scene:
        """Return a scene.

        ``around`` holds the terrain of the neighbours by direction, those it lacks are void; ``levels`` the level of
        neighbours, and of the middle for None.
        """
        board = Board.blank(self.layout, 3, 3)
        board.palette = [PaletteEntry("v", (VOID,))]
        for direction, kinds in ((None, middle), *(around or {}).items()):
            board.palette.append(PaletteEntry("", kinds))
            board.terrain[board.cell(self._hex(direction))] = len(board.palette) - 1
        for direction, level in (levels or {}).items():
            board.elevation[board.cell(self._hex(direction))] = level
        scenario = Scenario("", self.ruleset, board, sides=list(self.sides), zones=list(zones))
        left, top = _corner(self.layout)
        plan = BoardPlan(board, size=TILE_SIZE, left=left, top=top)
        return Scene(scenario, plan, self.looks, PictureOptions())

    def region(self, directions: Iterable[int]) -> Listed:
        """Return the shape of the middle hex and the neighbours in some directions."""
        return listed(self.layout, [self.middle, *map(self._hex, directions)])

    def borders(self, directions: Iterable[int], *, inset: float) -> tuple[tuple[Command, ...], ...]:
        """Return the lines around the middle hex and the neighbours in some directions, ``inset`` mm inside."""
        chosen = tuple(directions)
        # Points move inwards linearly, so that borders are found once and not for every zoom.
        lines = zip(_borders(self.layout, chosen, 0.0), _borders(self.layout, chosen, 1.0), strict=True)
        return tuple(
            tuple(
                (letter, tuple(x + inset * (to - x) for x, to in zip(at, end, strict=True)))
                for (letter, at), (_, end) in zip(line, moved, strict=True)
            )
            for line, moved in lines
        )

    def hexagon(self, *, grown: float = 0.0) -> tuple[Point, ...]:
        """Return the outline of the middle hex, grown by some mm from centre to corner."""
        return _plan(self.layout).hexagon(0.0, 0.0, TILE_SIZE + grown)

    def side(self, direction: int) -> tuple[Point, Point]:
        """Return the ends of the middle hex's side in a direction, clockwise."""
        outline = self.hexagon()
        return outline[direction - 1], outline[direction]

    def _hex(self, direction: int | None) -> Hex:
        return self.middle if direction is None else neighbour(self.middle, direction)

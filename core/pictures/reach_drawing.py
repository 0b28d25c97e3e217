"""Reach: a tint and a number for each turn in which units can be in a hex, and a line where a turn ends."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np

from fairground.core.pictures.board_overlay import (
    ENGLISH,
    BoardOverlay,
    BorderLine,
    HexLook,
    Sample,
    Words,
    origin_ring,
    placed,
    within,
)
from fairground.core.pictures.colours import (
    INK,
    PAPER,
    REACH_FIRST,
    REACH_LAST,
    REACH_OPACITY,
    REACH_VEIL,
    mix,
)
from fairground.core.pictures.display_list import Circle, Layer
from fairground.core.pictures.legend import LegendItem
from fairground.core.pictures.lettering import number_in_hex, number_text, taken_hexes
from fairground.core.pictures.zone_layers import places_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.reach import Reach
    from fairground.core.pictures.display_list import Item
    from fairground.core.pictures.options import PictureOptions
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.document import Scenario

#: The number of different tints.
_STEPS = 5
_NAMED = 6
#: The border of the hexes reached by the end of a turn.
EDGE = BorderLine(
    "reach",
    ((PAPER, 1.7, 0.9, ()), (INK, 0.8, 1.0, ())),
    ((PAPER, 2.6, 0.9, ()), (INK, 1.2, 0.9, ())),
    screen_inset=0.9,
)
_FAR_EDGE = (INK, 0.85)
#: The position of signs when an overlay below uses the middle of the hex.
ASIDE = (0.0, 6.0)


@dataclass(frozen=True, eq=False)
class ReachDrawing(BoardOverlay):
    """The turn in which units from ``origins`` first reach each hex: 0 for the start, below 0 for never.

    ``start`` names the origins and ``mover`` the units. ``obstacle`` says why nothing is reached.
    """

    scenario: Scenario
    turns: NDArray[np.integer]
    origins: Collection[Hex]
    limit: int | None = None
    start: str = ""
    mover: str = ""
    obstacle: str = ""

    id = "reach"
    title = "Reach"
    marks_layer = ("reach-numbers", "Reach: turns")

    @classmethod
    def chosen(cls, scenario: Scenario, options: PictureOptions) -> Self | None:
        """Return the reach from a hex or a zone."""
        if options.reach is None:
            return None
        from fairground.core.movement.reach import reach

        found = reach(
            scenario,
            options.reach,
            options.turns,
            mover=options.mover,
            facing=options.facing,
            blind=options.blind,
        )
        return cls.of(scenario, found)

    @classmethod
    def of(cls, scenario: Scenario, reach: Reach) -> Self:
        """Return the overlay of a reach."""
        if len(reach.origins) == 1:
            start = reach.board.hex_name(next(iter(reach.origins)))
        elif isinstance(reach.origin, str):
            start = scenario.zone_title(reach.origin)
        else:
            start = f"{len(reach.origins)} hexes"
        mover = f"{reach.mover.title}, {reach.mover.allowance} movement points per turn"
        return cls(scenario, reach.turns, reach.origins, reach.limit, start, mover, reach.obstacle)

    @cached_property
    def _last(self) -> int:
        return max(self.limit or 0, int(self.turns.max(initial=0)))

    @cached_property
    def looks(self) -> tuple[HexLook, ...]:
        """A tint for each turn, and a veil for hexes out of reach."""
        return (
            *(
                HexLook(str(turn), fill=shade(turn), opacity=REACH_OPACITY, far_edge=_FAR_EDGE)
                for turn in range(1, self._last + 1)
            ),
            HexLook("none", fill=PAPER, opacity=REACH_VEIL, far_edge=_FAR_EDGE, is_veil=True),
        )

    @cached_property
    def kinds(self) -> NDArray[np.integer]:
        """The turn; one more than the last for hexes out of reach."""
        kinds = np.where(self.turns < 0, self._last + 1, self.turns).astype(np.int16)
        kinds[self.scenario.board.void] = 0
        return kinds

    @cached_property
    def _bands(self) -> list[int]:
        """The turns in which a hex is reached, the start aside."""
        return [int(it) for it in np.unique(self.turns) if it > 0]

    @cached_property
    def is_uniform(self) -> bool:
        """Whether all hexes but the start are reached in the same turn, or none is."""
        others = self.kinds[(self.turns != 0) & ~self.scenario.board.void]
        return bool(others.size and (others == others[0]).all())

    def unit(self, tr: Words) -> str:
        """Return the unit of the numbers."""
        return tr("turns")

    def entries(self, tr: Words = ENGLISH) -> Iterator[LegendItem]:
        """Yield the hexes that each turn adds, of which there may be one."""
        return self.differing_entries(tr)

    def describe_hex(self, row: int, column: int, tr: Words) -> str:
        """Return the turn in which a hex is reached."""
        turn = int(self.turns[row, column])
        if turn > 0:
            return tr("reached in turn {turn}", turn=turn)
        return tr("start") if turn == 0 else tr("not reached")

    def hexes_about(self, about: object) -> NDArray[np.bool_] | None:
        """Return the hexes that are reached in the turns of an entry."""
        return within(np.maximum(self.turns, -1), about, self.scenario.board.void)

    def heading(self, tr: Words) -> str:
        """Name the start."""
        return tr("Reach from {place}", place=self.start)

    def differing_entries(self, tr: Words) -> Iterator[LegendItem]:
        """Yield the hexes that each turn adds."""
        beyond = Sample(self.looks[-1])
        if self.obstacle:
            yield LegendItem(beyond, self.obstacle)
            return
        yield LegendItem(Sample(signs=lambda _: origin_ring(11 / 13)), tr("start"), self.mover, about=(0, 0))
        for turn in self._bands[:_NAMED]:
            hexes = tr.hexes((self.turns == turn).sum())
            words = tr("in turn {turn}: {hexes}", turn=turn, hexes=hexes)
            yield LegendItem(self._sample(turn), words, about=(turn, turn))
        if rest := self._bands[_NAMED:]:
            hexes = tr.hexes((self.turns >= rest[0]).sum())
            words = tr("in turns {first} to {last}: {hexes}", first=rest[0], last=rest[-1], hexes=hexes)
            yield LegendItem(self._sample(rest[0]), words, about=(rest[0], rest[-1]))
        if count := int(((self.turns < 0) & ~self.scenario.board.void).sum()):
            hexes = tr.hexes(count)
            words = (
                tr("not reached: {hexes}", hexes=hexes)
                if self.limit is None
                else tr("not reached in {turns}: {hexes}", turns=tr.turns(self.limit), hexes=hexes)
            )
            yield LegendItem(beyond, words, about=(-1, -1))

    def _sample(self, turn: int) -> Sample:
        return Sample(
            self.looks[turn - 1],
            lambda _: [number_text(0.0, 0.0, str(turn), 8.8, tinted_paper(turn), halo=1.32)],
            lambda _: placed(number_aside(turn), ASIDE[0], -0.7 * ASIDE[1], 1.7),
        )

    def over(self, scene: Scene) -> list[Layer]:
        """Return the numbers and the rings; the rings alone if all hexes are alike."""
        return [Layer(*self.marks_layer, tuple(self.marks(scene)))]

    def lines(self, scene: Scene) -> Iterator[Item]:
        """Yield a line where one turn ends and the next begins."""
        for turn in self._bands:
            yield from EDGE.items(scene, (self.turns >= 0) & (self.turns <= turn))

    def marks(self, scene: Scene) -> Iterator[Item]:
        """Yield the numbers of the turns, and a ring around each start."""
        taken = taken_hexes(scene)
        for place in places_of(scene, self.turns > 0) if not self.is_uniform else ():
            turn = int(self.turns[place.row, place.column])
            yield from number_in_hex(scene, place, str(turn), tinted_paper(turn), beside=place.hex in taken)
        scale = scene.plan.unit * (1.0 if len(self.origins) == 1 else 0.5)
        for at in sorted(self.origins):
            if origin := scene.plan.place_of(at):
                yield from placed(origin_ring(), origin.x, origin.y, scale)


def shade(turn: int) -> str:
    """Return the colour of a turn, from 1: the later, the lighter."""
    return mix(REACH_FIRST, REACH_LAST, min(max(turn - 1, 0), _STEPS - 1) / (_STEPS - 1))


def tinted_paper(turn: int) -> str:
    """Return the tint of a turn on paper, which its number is read on."""
    return mix(PAPER, shade(turn), REACH_OPACITY)


def number_amid(turn: int) -> list[Item]:
    """Return the number of a turn in the middle of a hex on the canvas."""
    return [number_text(0.0, 0.0, str(turn), 5.2, tinted_paper(turn), halo=0.832)]


def number_aside(turn: int) -> list[Item]:
    """Return the number of a turn on a disc at the lower edge of a hex."""
    x, y = ASIDE
    ground = tinted_paper(turn)
    return [
        Circle(x, y, 2.9, fill=ground, stroke=INK, width=0.45),
        number_text(x, y, str(turn), 4.2, ground),
    ]

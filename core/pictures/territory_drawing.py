"""Territory: each hex in the colour and hatch of the zone whose units get there first; ties have dots and a sign."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np

from fairground.core.pictures.board_overlay import BoardOverlay, BorderLine, HexLook, Sample, Words, placed
from fairground.core.pictures.colours import (
    INK,
    PAPER,
    TERRITORY_FAR_OPACITY,
    TERRITORY_OPACITY,
    TIE_OPACITY,
    mix,
)
from fairground.core.pictures.display_list import Cap, Hatch, HatchMark, PathShape
from fairground.core.pictures.legend import LegendItem
from fairground.core.pictures.lettering import number_in_hex, taken_hexes
from fairground.core.pictures.plan import line
from fairground.core.pictures.scene import Hatching
from fairground.core.pictures.zone_layers import places_of, side_colour, side_hatching, zone_side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fairground.core.metrics.territory import Territory
    from fairground.core.pictures.display_list import Item
    from fairground.core.pictures.options import PictureOptions
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.document import Scenario

#: Owners other than zones, as in ``core.metrics.territory``, which the window does not load.
NOBODY, TIE = -1, -2
_TIE = HexLook(
    "tie",
    fill=PAPER,
    opacity=TIE_OPACITY,
    hatching=Hatching("tie", Hatch(INK, HatchMark.DOTS, 30.0, 1.9, 0.6, 0.6)),
    is_veil=True,
)
_NOBODY = HexLook("nobody", fill=PAPER, opacity=TIE_OPACITY, is_veil=True, is_on_screen_alone=True)


@dataclass(frozen=True, eq=False)
class TerritoryDrawing(BoardOverlay):
    """The hexes that units from each zone reach first.

    ``owner`` holds the position in ``zones`` (ids) for each hex, ``TIE`` or ``NOBODY``; ``turns`` the turn in which each zone
    gets there, if turns are counted.
    """

    scenario: Scenario
    zones: tuple[str, ...]
    owner: NDArray[np.integer]
    turns: NDArray[np.integer] | None = None
    note: str = ""

    id = "territory"
    title = "Territory"
    marks_layer = ("territory-marks", "Territory: ties and turns")

    @classmethod
    def chosen(cls, scenario: Scenario, options: PictureOptions) -> Self | None:
        """Return the territory of some zones."""
        if not options.territory:
            return None
        from fairground.core.metrics.territory import territory

        between = options.between or None
        return cls.of(scenario, territory(scenario, between, mover=options.mover, in_turns=options.in_turns))

    @classmethod
    def of(cls, scenario: Scenario, found: Territory) -> Self:
        """Return the overlay of a territory."""
        note = f"in {'turns' if found.in_turns else 'movement points'} of {found.mover.title}"
        return cls(scenario, found.zones, found.owner, found.distance if found.in_turns else None, note)

    @cached_property
    def sides(self) -> list[int]:
        """The side of each zone, as its place in the scenario."""
        return [zone_side(self.scenario, it) for it in self.zones]

    @cached_property
    def looks(self) -> tuple[HexLook, ...]:
        """The zones, ties, and unreached hexes."""
        zones = (
            HexLook(
                zone,
                fill=side_colour(side),
                opacity=TERRITORY_OPACITY,
                hatching=side_hatching(side),
                far=(side_colour(side), TERRITORY_FAR_OPACITY),
                far_edge=(side_colour(side), TERRITORY_FAR_OPACITY),
            )
            for zone, side in zip(self.zones, self.sides, strict=True)
        )
        return *zones, _TIE, _NOBODY

    @cached_property
    def kinds(self) -> NDArray[np.integer]:
        """The zone from 1, then ties, then nobody."""
        # Owners that are no place in the list count from its end: nobody is -1, a tie -2.
        table = np.array([*range(1, len(self.zones) + 3)], np.int16)
        kinds: NDArray[np.integer] = table[self.owner]
        kinds[self.scenario.board.void] = 0
        return kinds

    @cached_property
    def ties(self) -> NDArray[np.bool_]:
        """The hexes that several zones reach at once."""
        found: NDArray[np.bool_] = np.equal(self.owner, TIE)
        return found

    def heading(self, tr: Words) -> str:
        """Return the question that it answers."""
        return tr("First zone to reach each hex")

    def kind_title(self, kind: int, tr: Words) -> str:
        """Return the title of a zone, or the text for a tie or for nobody."""
        if 0 < kind <= len(self.zones):
            return self.scenario.zone_title(self.zones[kind - 1])
        return tr("tie") if kind == len(self.zones) + 1 else tr("not reached")

    def differing_entries(self, tr: Words) -> Iterator[LegendItem]:
        """Yield the zones with their number of hexes, ties, and unreached hexes."""
        for kind, look in enumerate(self.looks, 1):
            count = int((self.kinds == kind).sum())
            if not count and look.is_veil:
                continue
            note = (
                ""
                if look is _NOBODY
                else tr("reached by more than one zone at the same time")
                if look is _TIE
                else self.note
            )
            signs = (lambda _: placed(tie_sign(), 0.0, 0.0, 1.375)) if look is _TIE else (lambda _: [])
            title = f"{self.kind_title(kind, tr)}: {tr.hexes(count)}"
            yield LegendItem(Sample(look, signs), title, note, about=look.name)

    def describe_hex(self, row: int, column: int, tr: Words) -> str:
        """Return which zone is first."""
        kind = int(self.kinds[row, column])
        title = self.kind_title(kind, tr) if kind else ""
        return tr("{zone} is first", zone=title) if 0 < kind <= len(self.zones) else title

    def hexes_about(self, about: object) -> NDArray[np.bool_] | None:
        """Return the hexes of a zone, ties, or unreached hexes, by the name of their look."""
        kind = next((number for number, it in enumerate(self.looks, 1) if it.name == about), None)
        return None if kind is None else np.equal(self.kinds, kind)

    def lines(self, scene: Scene) -> Iterator[Item]:
        """Yield a line just inside the border of each territory."""
        for number, side in enumerate(self.sides):
            yield from border_of(side).items(scene, self.owner == number)

    def marks(self, scene: Scene) -> Iterator[Item]:
        """Yield the sign of each tie and, where turns are counted, their numbers."""
        taken = taken_hexes(scene)
        for place in places_of(scene, self.ties):
            if place.hex not in taken:
                yield from placed(tie_sign(), place.x, place.y, scene.plan.unit)
        if self.turns is None:
            return
        for number, side in enumerate(self.sides):
            ground = mix(side_colour(side), PAPER, 0.8)
            for place in places_of(scene, self.owner == number):
                if turn := int(self.turns[number, place.row, place.column]):
                    yield from number_in_hex(scene, place, str(turn), ground, beside=place.hex in taken)


def border_of(side: int) -> BorderLine:
    """Return the line around the territory of a side's zone."""
    colour = side_colour(side)
    return BorderLine(
        f"territory-{colour}",
        ((PAPER, 2.2, 0.85, ()), (colour, 1.3, 1.0, ())),
        ((PAPER, 3.4, 0.85, ()), (colour, 2.0, 1.0, ())),
        inset=0.75,
        screen_inset=1.0,
    )


def tie_sign() -> list[Item]:
    """Return the sign of a tie, around (0, 0)."""
    bars = tuple(step for y in (-0.85, 0.85) for step in line(((-1.9, y), (1.9, y))))
    return [
        PathShape(bars, stroke=colour, width=width, cap=Cap.ROUND)
        for colour, width in ((PAPER, 1.7), (INK, 0.8))
    ]

"""Who gets to each hex first: the colour and the hatch of a zone's side; ties are dotted and have a sign of their own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.pictures.colours import INK, PAPER, mix
from fairground.core.pictures.display_list import Cap, Hatch, HatchMark, Join, Layer, PathShape, Polygon
from fairground.core.pictures.legend import LegendItem, LegendSection, ground_sample
from fairground.core.pictures.lettering import number_in_hex, taken_hexes
from fairground.core.pictures.plan import line
from fairground.core.pictures.zone_layers import (
    area_of,
    hatch_name,
    places_of,
    side_colour,
    zone_side,
    zone_title,
)
from fairground.core.text.wording import hex_count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fairground.core.metrics.territory import Territory
    from fairground.core.pictures.display_list import Item
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.document import Scenario

TINT, TIE_VEIL = 0.35, 0.6
# In mm on a hex of 11.
_EDGE, _HALO, _INSET = 1.3, 2.2, 0.75


@dataclass(frozen=True, eq=False, slots=True)
class TerritoryDrawing:
    """The hexes that units from each zone get to before the others."""

    scenario: Scenario
    territory: Territory

    def under(self, scene: Scene) -> list[Layer]:
        """Return the tints with their hatches, and a line just inside the border of each territory."""
        unit = scene.plan.unit
        owner = self.territory.owner
        items: list[Item] = []
        if ties := area_of(scene, self._ties):
            items += [
                PathShape(ties, fill=PAPER, opacity=TIE_VEIL, data=(("territory", "tie"),)),
                PathShape(ties, hatch=_tie_hatch(scene)),
            ]
        edges: list[Item] = []
        for number, zone in enumerate(self.territory.zones):
            places = places_of(scene, owner == number)
            if not places:
                continue
            side = zone_side(self.scenario, zone)
            area = area_of(scene, owner == number)
            items += [
                PathShape(area, fill=side_colour(side), opacity=TINT, data=(("territory", zone),)),
                PathShape(area, hatch=hatch_name(scene, side)),
            ]
            borders = scene.plan.borders(places, at_edge=False, inset=_INSET * unit)
            edge = tuple(step for path in borders for step in path)
            edges += [
                PathShape(edge, stroke=PAPER, width=_HALO * unit, join=Join.ROUND, opacity=0.85),
                PathShape(edge, stroke=side_colour(side), width=_EDGE * unit, join=Join.ROUND),
            ]
        return [Layer("territory", "Territory", tuple(items + edges))]

    def over(self, scene: Scene) -> list[Layer]:
        """Return the sign of each tie and, where turns are counted, their numbers."""
        items: list[Item] = []
        taken = taken_hexes(scene)
        owner, unit = self.territory.owner, scene.plan.unit
        for place in places_of(scene, self._ties):
            if place.hex not in taken:
                items += tie_sign(place.x, place.y, unit)
        if self.territory.in_turns:
            for number, zone in enumerate(self.territory.zones):
                ground = mix(side_colour(zone_side(self.scenario, zone)), PAPER, 0.8)
                for place in places_of(scene, owner == number):
                    turn = int(self.territory.distance[number, place.row, place.column])
                    if turn:
                        items += number_in_hex(scene, place, str(turn), ground, beside=place.hex in taken)
        return [Layer("territory-marks", "Territory: ties and turns", tuple(items))]

    @property
    def _ties(self) -> NDArray[np.bool_]:
        from fairground.core.metrics.territory import TIE

        return np.asarray(self.territory.owner == TIE)

    def section(self) -> LegendSection:
        """Return how many hexes each has."""
        return LegendSection("Who gets there first", tuple(self._entries()))

    def _entries(self) -> Iterator[LegendItem]:
        counts = self.territory.counts()
        for zone in self.territory.zones:
            name = zone_title(self.scenario, zone)
            measure = "turns" if self.territory.in_turns else "points"
            yield LegendItem(
                partial(_zone_sample, zone_side(self.scenario, zone)),
                f"{name}: {hex_count(counts[zone])}",
                f"{self.territory.mover.title}, by {measure}",
            )
        if self.territory.ties:
            yield LegendItem(
                _tie_sample, f"a tie: {hex_count(self.territory.ties)}", "several get there at once"
            )


def _tie_hatch(scene: Scene) -> str:
    scene.hatches.setdefault("hatch-tie", tie_hatch(scene.plan.unit))
    return "hatch-tie"


def tie_hatch(unit: float = 1.0) -> Hatch:
    """Return the dots of ties; ``unit`` is what a mm on a hex of 11 comes to."""
    return Hatch(INK, HatchMark.DOTS, 30.0, 1.9 * unit, 0.6 * unit, 0.6)


def tie_sign(x: float, y: float, unit: float) -> list[Item]:
    """Return the sign of equals, for a hex that several get to at once."""
    bars = tuple(
        step
        for rise in (-0.85, 0.85)
        for step in line(((x - 1.9 * unit, y + rise * unit), (x + 1.9 * unit, y + rise * unit)))
    )
    return [
        PathShape(bars, stroke=PAPER, width=1.7 * unit, cap=Cap.ROUND),
        PathShape(bars, stroke=INK, width=0.8 * unit, cap=Cap.ROUND),
    ]


def _zone_sample(side: int, scene: Scene, x: float, y: float, size: float) -> list[Item]:
    hexagon = scene.plan.hexagon(x, y, size)
    return [
        *ground_sample(scene, x, y, size),
        Polygon(hexagon, fill=side_colour(side), opacity=TINT),
        Polygon(hexagon, hatch=hatch_name(scene, side)),
    ]


def _tie_sample(scene: Scene, x: float, y: float, size: float) -> list[Item]:
    hexagon = scene.plan.hexagon(x, y, size)
    return [
        *ground_sample(scene, x, y, size),
        Polygon(hexagon, fill=PAPER, opacity=TIE_VEIL),
        Polygon(hexagon, hatch=_tie_hatch(scene)),
        *tie_sign(x, y, size / 8),
    ]

"""Where units can be in how many turns: a tint and a number a turn, with a line where one turn ends and the next begins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.pictures.colours import INK, PAPER, mix
from fairground.core.pictures.display_list import Join, Layer, PathShape, Polygon
from fairground.core.pictures.fan_overlay import origin_ring
from fairground.core.pictures.legend import LegendItem, LegendSection, ground_sample
from fairground.core.pictures.lettering import number_in_hex, number_text, taken_hexes
from fairground.core.pictures.zone_layers import area_of, places_of, zone_title
from fairground.core.text.wording import counted, hex_count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.movement.reach import Reach
    from fairground.core.pictures.display_list import Item
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.document import Scenario

#: From the first turn on, ever fainter; what is drawn under it stays readable.
_NEAR, _FAR = "#1f8a8c", "#e9efe2"
OPACITY, VEIL = 0.42, 0.66
#: Tints differ up to so many turns.
_STEPS = 5
#: The most turns that the legend names one by one.
_NAMED = 6
# In mm on a hex of 11.
_EDGE, _HALO = 0.8, 1.7


@dataclass(frozen=True, eq=False, slots=True)
class ReachDrawing:
    """What units reach from a hex, or from one of several."""

    scenario: Scenario
    reach: Reach

    @property
    def _bands(self) -> list[int]:
        """The turns in which something is reached, the start aside."""
        return [int(it) for it in np.unique(self.reach.turns) if it > 0]

    def under(self, scene: Scene) -> list[Layer]:
        """Return the tints, a veil over what is not reached, and the lines between."""
        turns, unit = self.reach.turns, scene.plan.unit
        items: list[Item] = []
        if away := area_of(scene, turns < 0):
            items.append(PathShape(away, fill=PAPER, opacity=VEIL, data=(("reach", "none"),)))
        for turn in self._bands:
            area = area_of(scene, turns == turn)
            items.append(PathShape(area, fill=shade(turn), opacity=OPACITY, data=(("reach", str(turn)),)))
        for turn in self._bands:
            within = places_of(scene, (turns >= 0) & (turns <= turn))
            borders = scene.plan.borders(within, at_edge=False, inset=0.0)
            edge = tuple(step for path in borders for step in path)
            if edge:
                items += [
                    PathShape(edge, stroke=PAPER, width=_HALO * unit, join=Join.ROUND, opacity=0.9),
                    PathShape(edge, stroke=INK, width=_EDGE * unit, join=Join.ROUND),
                ]
        return [Layer("reach", "Reach", tuple(items))]

    def over(self, scene: Scene) -> list[Layer]:
        """Return the numbers of the turns, and a ring around where it starts."""
        taken = taken_hexes(scene)
        items: list[Item] = []
        for place in places_of(scene, self.reach.turns > 0):
            turn = int(self.reach.turns[place.row, place.column])
            items += number_in_hex(scene, place, str(turn), tinted_paper(turn), beside=place.hex in taken)
        for at in sorted(self.reach.origins):
            place_of_origin = scene.plan.place_of(at)
            if place_of_origin is not None:
                scale = 1.0 if len(self.reach.origins) == 1 else 0.5
                items += origin_ring(place_of_origin.x, place_of_origin.y, scene.plan.unit * scale)
        return [Layer("reach-numbers", "Reach: turns", tuple(items))]

    def section(self) -> LegendSection:
        """Return what each turn adds."""
        origin, origins = self.reach.origin, self.reach.origins
        if len(origins) == 1:
            place = self.reach.board.place_name(next(iter(origins)))
        else:
            place = zone_title(self.scenario, origin) if isinstance(origin, str) else f"{len(origins)} hexes"
        return LegendSection(f"Reach from {place}", tuple(self._entries()))

    def _entries(self) -> Iterator[LegendItem]:
        turns = self.reach.turns
        if self.reach.obstacle:
            yield LegendItem(_beyond_sample, self.reach.obstacle)
            return
        yield LegendItem(
            _origin_sample,
            "the start",
            f"{self.reach.mover.title}, {self.reach.mover.allowance} points a turn",
        )
        bands = self._bands
        for turn in bands[:_NAMED]:
            yield LegendItem(
                partial(_turn_sample, turn), f"in turn {turn}: {hex_count((turns == turn).sum())}"
            )
        if rest := bands[_NAMED:]:
            count = hex_count((turns >= rest[0]).sum())
            yield LegendItem(partial(_turn_sample, rest[0]), f"in turn {rest[0]} to {rest[-1]}: {count}")
        if beyond := int(((turns < 0) & ~self.reach.board.void).sum()):
            limit = self.reach.limit
            within = "" if limit is None else f" in {counted(limit, 'turn')}"
            yield LegendItem(_beyond_sample, f"not reached{within}: {hex_count(beyond)}")


def shade(turn: int) -> str:
    """Return the colour of a turn, from 1: the later, the lighter."""
    return mix(_NEAR, _FAR, min(max(turn - 1, 0), _STEPS - 1) / (_STEPS - 1))


def tinted_paper(turn: int) -> str:
    """Return what the tint of a turn comes to on paper, for the number on it."""
    return mix(PAPER, shade(turn), OPACITY)


def _origin_sample(scene: Scene, x: float, y: float, size: float) -> list[Item]:
    return [*ground_sample(scene, x, y, size), *origin_ring(x, y, size / 13)]


def _turn_sample(turn: int, scene: Scene, x: float, y: float, size: float) -> list[Item]:
    hexagon = scene.plan.hexagon(x, y, size)
    return [
        *ground_sample(scene, x, y, size),
        Polygon(hexagon, fill=shade(turn), opacity=OPACITY),
        number_text(x, y, str(turn), 0.8 * size, tinted_paper(turn), halo=0.12 * size),
    ]


def _beyond_sample(scene: Scene, x: float, y: float, size: float) -> list[Item]:
    return [
        *ground_sample(scene, x, y, size),
        Polygon(scene.plan.hexagon(x, y, size), fill=PAPER, opacity=VEIL),
    ]

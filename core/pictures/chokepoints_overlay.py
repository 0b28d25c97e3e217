"""Where a board is narrow: cuts between zones, narrow passages, hexes that hold it together, and where traffic goes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from fairground.core.grid.hexes import distance
from fairground.core.pictures.colours import GOLD, INK, PAPER
from fairground.core.pictures.display_list import Cap, Circle, Group, Join, Layer, PathShape, Polygon
from fairground.core.pictures.legend import LegendItem, LegendSection, ground_sample
from fairground.core.pictures.lettering import number_disc, number_text, taken_hexes
from fairground.core.pictures.plan import line
from fairground.core.pictures.zone_layers import places_of, zone_title
from fairground.core.text.wording import hex_count

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from fairground.core.grid.hexes import Hex
    from fairground.core.metrics.chokepoints.chokepoints import Chokepoints
    from fairground.core.metrics.chokepoints.cuts import Cut
    from fairground.core.pictures.display_list import Command, Item, Point, Text
    from fairground.core.pictures.plan import HexPosition
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.document import Scenario

TRAFFIC = "#6b1d5e"
PASSAGE = "#0f4c5c"
#: What the busiest hex is tinted with.
MOST = 0.5
#: Shares are drawn in so many steps of the greatest one; the least is not drawn at all.
STEPS = 12
#: Shares are written from so many percent on.
WORTH_SAYING = 10
# In hex sizes: their letters, and how far above the middle they stand, clear of other overlays' numbers.
_PERCENT, _RISE = 0.25, 0.3
# In mm on a hex of 11.
_LINK = 6.6
CHAIN = ((PAPER, 3.3), (INK, 2.6), (GOLD, 1.7))
_DISC = 2.35


@dataclass(frozen=True, eq=False, slots=True)
class ChokepointsDrawing:
    """The narrow places of a board."""

    scenario: Scenario
    found: Chokepoints

    def under(self, scene: Scene) -> list[Layer]:
        """Return the traffic: the more of the cheapest ways lead through a hex, the deeper its tint."""
        traffic = self.found.traffic
        most = float(traffic.max(initial=0.0))
        items: list[Item] = []
        for place in scene.plan.places:
            level = round(STEPS * float(traffic[place.row, place.column]) / most) if most else 0
            if level:
                tint = round(MOST * level / STEPS, 3)
                items.append(Polygon(scene.plan.outline(place), fill=TRAFFIC, opacity=tint))
        return [Layer("traffic", "Traffic", tuple(items))]

    def over(self, scene: Scene) -> list[Layer]:
        """Return the passages, the hexes that hold the board together, and the cuts with their widths."""
        items = [*self._shares(scene), *self._passages(scene), *self._holding(scene), *self._cuts(scene)]
        return [Layer("chokepoints", "Chokepoints", tuple(items))]

    def _shares(self, scene: Scene) -> Iterator[Item]:
        """Yield the traffic in percent, where it is much and nothing else is in the middle of the hex."""
        marked = taken_hexes(scene).union(*_chains(self.found.cuts))
        for place in scene.plan.places:
            percent = round(100 * float(self.found.traffic[place.row, place.column]))
            free = place.hex not in marked and not self.found.articulation[place.row, place.column]
            if percent >= WORTH_SAYING and free:
                yield share_text(place.x, place.y, percent, scene.plan.unit)

    def _passages(self, scene: Scene) -> Iterator[Item]:
        unit = scene.plan.unit
        for it in self.found.narrow:
            places = _placed(scene, it.hexes)
            borders = scene.plan.borders(places, at_edge=True, inset=0.9 * unit)
            yield Group(
                tuple(_outline(tuple(step for path in borders for step in path), unit)),
                data=(("passage", str(it.width)),),
            )
        for it in self.found.narrow:
            middle = _middle(_placed(scene, it.hexes))
            x, y = middle.x + 5.2 * unit, middle.y + 4.6 * unit
            yield from width_disc(x, y, it.width, unit, PASSAGE)

    def _holding(self, scene: Scene) -> Iterator[Item]:
        unit = scene.plan.unit
        for place in places_of(scene, self.found.articulation):
            at = ("articulation", scene.scenario.board.label(place.hex))
            yield Group(tuple(double_ring(place.x, place.y, unit)), data=(at,))

    def _cuts(self, scene: Scene) -> Iterator[Item]:
        unit = scene.plan.unit
        chains = _chains(self.found.cuts)
        for hexes in chains:
            yield Group(
                tuple(_chain(scene, hexes)),
                data=(("cut", " ".join(sorted(map(scene.scenario.board.label, hexes)))),),
            )
        plaques: set[Hex] = set()
        for hexes in chains:
            free = [it for it in _placed(scene, hexes) if it.hex not in plaques]
            if not free:
                continue
            middle = _middle(free)
            plaques.add(middle.hex)
            x, y = middle.x - 5.2 * unit, middle.y + 4.6 * unit
            yield from width_disc(x, y, len(hexes), unit, GOLD)

    def section(self) -> LegendSection:
        """Return the cuts one by one, and what the other marks mean."""
        nothing = LegendItem(_nothing, "no narrow places", self.found.mover.title)
        return LegendSection("Chokepoints", tuple(self._entries()) or (nothing,))

    def _entries(self) -> Iterator[LegendItem]:
        for cut in self.found.cuts:
            names = " to ".join(zone_title(self.scenario, it) for it in cut.zones)
            if cut.width is None:
                yield LegendItem(_nothing, "nothing closes the way", f"{names}: they touch")
            elif not cut.width:
                yield LegendItem(_nothing, "there is no way", names)
            else:
                words = f"{hex_count(cut.width)} close{'s' if cut.width == 1 else ''} the way"
                yield LegendItem(partial(_chain_sample, cut.width), words, names)
        if self.found.narrow:
            yield LegendItem(_passage_sample, "narrow passage", "with its width in hexes")
        if self.found.articulation.any():
            yield LegendItem(_ring_sample, "the board hangs together here", "without it, it falls apart")
        most = float(self.found.traffic.max(initial=0.0))
        if most:
            share = f"traffic: up to {100 * most:.0f} %"
            yield LegendItem(
                _traffic_sample, share, f"in percent of the cheapest ways; {self.found.mover.title}"
            )


def _placed(scene: Scene, hexes: Collection[Hex]) -> list[HexPosition]:
    """Return where hexes are drawn, row by row."""
    found = [place for at in hexes if (place := scene.plan.place_of(at)) is not None]
    return sorted(found, key=lambda it: (it.row, it.column))


def _middle(places: list[HexPosition]) -> HexPosition:
    """Return the hex nearest to the middle of some, the first of several."""
    x = sum(it.x for it in places) / len(places)
    y = sum(it.y for it in places) / len(places)
    return min(places, key=lambda it: (round((it.x - x) ** 2 + (it.y - y) ** 2, 6), it.row, it.column))


def _chains(cuts: Collection[Cut]) -> list[frozenset[Hex]]:
    """Return the sets of hexes that cut zones off, each once, in the order of the cuts."""
    found: dict[frozenset[Hex], None] = {}
    for cut in cuts:
        found |= dict.fromkeys(it for it in (cut.near_a, cut.near_b) if it)
    return list(found)


def _chain(scene: Scene, hexes: Collection[Hex]) -> Iterator[Item]:
    """Yield the links of a chain, joined where they are neighbours."""
    unit = scene.plan.unit
    places = _placed(scene, hexes)
    pairs = [it for it in combinations(places, 2) if distance(it[0].hex, it[1].hex) == 1]
    for place in places:
        yield from _link(scene, place.x, place.y, _LINK * unit)
    for one, other in pairs:
        ends = line((_between(one, other, 0.36), _between(one, other, 0.64)))
        for colour, width in CHAIN:
            yield PathShape(ends, stroke=colour, width=width * unit, cap=Cap.ROUND)


def _between(one: HexPosition, other: HexPosition, share: float) -> Point:
    return one.x + share * (other.x - one.x), one.y + share * (other.y - one.y)


def _link(scene: Scene, x: float, y: float, size: float) -> Iterator[Item]:
    hexagon = scene.plan.hexagon(x, y, size)
    share = size / _LINK
    for colour, width in CHAIN:
        yield Polygon(hexagon, stroke=colour, width=width * share, join=Join.ROUND)


def width_disc(x: float, y: float, width: int, unit: float, fill: str) -> list[Item]:
    """Return the disc with a width in hexes; ``unit`` is what a mm on a hex of 11 comes to."""
    return number_disc(x, y, str(width), _DISC * unit, (2.9 if width < 10 else 2.2) * unit, fill=fill)


def share_text(x: float, y: float, percent: int, unit: float) -> Text:
    """Return the share of a hex around (x, y), in percent; ``unit`` is what a mm on a hex of 11 comes to."""
    size = _PERCENT * 11 * unit
    return number_text(x, y - _RISE * 11 * unit, str(percent), size, PAPER, halo=0.14 * size)


def _outline(commands: tuple[Command, ...], unit: float) -> Iterator[Item]:
    yield PathShape(commands, stroke=PAPER, width=1.9 * unit, join=Join.ROUND, opacity=0.85)
    yield PathShape(commands, stroke=PASSAGE, width=1.1 * unit, dash=(2.4 * unit, 1.3 * unit))


def double_ring(x: float, y: float, unit: float) -> Iterator[Item]:
    """Yield the sign of a hex that holds an area together."""
    for radius in (3.3, 1.7):
        yield Circle(x, y, radius * unit, stroke=PAPER, width=1.5 * unit, opacity=0.9)
        yield Circle(x, y, radius * unit, stroke=INK, width=0.8 * unit)


def _nothing(scene: Scene, x: float, y: float, size: float) -> list[Item]:
    return ground_sample(scene, x, y, size)


def _chain_sample(width: int, scene: Scene, x: float, y: float, size: float) -> list[Item]:
    return [
        *ground_sample(scene, x, y, size),
        *_link(scene, x, y, 0.62 * size),
        *width_disc(x - 0.5 * size, y + 0.42 * size, width, size / 8, GOLD),
    ]


def _passage_sample(scene: Scene, x: float, y: float, size: float) -> list[Item]:
    return [
        *ground_sample(scene, x, y, size),
        *_outline(line(scene.plan.hexagon(x, y, 0.88 * size), closed=True), size / 9),
        *width_disc(x + 0.5 * size, y + 0.42 * size, 2, size / 8, PASSAGE),
    ]


def _ring_sample(scene: Scene, x: float, y: float, size: float) -> list[Item]:
    return [*ground_sample(scene, x, y, size), *double_ring(x, y, size / 8)]


def _traffic_sample(scene: Scene, x: float, y: float, size: float) -> list[Item]:
    return [
        *ground_sample(scene, x, y, size),
        Polygon(scene.plan.hexagon(x, y, size), fill=TRAFFIC, opacity=MOST),
    ]

"""Chokepoints: cuts between zones, narrow passages, hexes that hold the board together, and traffic."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations
from typing import TYPE_CHECKING, Self

import numpy as np

from fairground.core.grid.hexes import distance
from fairground.core.pictures.board_overlay import BoardOverlay, BorderLine, HexLook, Sample, Words, placed
from fairground.core.pictures.colours import GOLD, INK, PAPER, PASSAGE, TRAFFIC, TRAFFIC_OPACITY
from fairground.core.pictures.display_list import Cap, Circle, Group, Join, PathShape, Polygon
from fairground.core.pictures.legend import LegendItem
from fairground.core.pictures.lettering import number_disc, number_text, taken_hexes
from fairground.core.pictures.plan import line
from fairground.core.pictures.zone_layers import places_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.metrics.chokepoints.chokepoints import Chokepoints
    from fairground.core.metrics.chokepoints.cuts import Cut
    from fairground.core.pictures.display_list import Item, Point, Text
    from fairground.core.pictures.options import PictureOptions
    from fairground.core.pictures.plan import HexPosition
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.document import Scenario

#: The number of tints up to the greatest share; less than half a step is not drawn.
_STEPS = 12
#: The least percentage written.
WORTH_SAYING = 10
# In hex sizes: their letters, and how far above the middle they stand, clear of other overlays' numbers.
_PERCENT, _RISE = 0.25, 0.3
#: Links of a chain, as a share of the hex, and their strokes: colour and width.
_LINK = 0.6
CHAIN = ((PAPER, 3.3), (INK, 2.6), (GOLD, 1.7))
#: The start of a joint between two links, as a share of the distance between hexes.
JOINT = 0.36
_DISC = 2.35
#: Positions of the discs with widths: cuts left, passages right.
CUT_AT, PASSAGE_AT = (-5.2, 4.6), (5.2, 4.6)
PASSAGE_LINE = BorderLine(
    "passage",
    ((PAPER, 1.9, 0.85, ()), (PASSAGE, 1.1, 1.0, (2.4, 1.3))),
    ((PAPER, 3.6, 0.85, ()), (PASSAGE, 2.0, 1.0, (4.5, 2.6))),
    inset=0.9,
    screen_inset=1.6,
)


@dataclass(frozen=True, eq=False)
class ChokepointsDrawing(BoardOverlay):
    """The narrow places of a board."""

    scenario: Scenario
    found: Chokepoints

    id = "chokepoints"
    title = "Chokepoints"
    layer = ("traffic", "Traffic")
    marks_layer = ("chokepoints", "Chokepoints")
    shows_differences = False
    looks = tuple(
        HexLook(str(level), fill=TRAFFIC, opacity=round(TRAFFIC_OPACITY * level / _STEPS, 3))
        for level in range(1, _STEPS + 1)
    )

    @classmethod
    def chosen(cls, scenario: Scenario, options: PictureOptions) -> Self | None:
        """Return the chokepoints between some zones."""
        if not options.chokepoints:
            return None
        from fairground.core.metrics.chokepoints.chokepoints import chokepoints

        return cls(scenario, chokepoints(scenario, mover=options.mover, zones=options.between or None))

    @cached_property
    def _most(self) -> float:
        return float(self.found.traffic.max(initial=0.0))

    @cached_property
    def kinds(self) -> NDArray[np.integer]:
        """The step of the traffic: the more of the cheapest ways lead through a hex, the deeper its tint."""
        return np.rint(_STEPS * self.found.traffic / (self._most or 1.0)).astype(np.int64)

    @cached_property
    def chains(self) -> tuple[frozenset[Hex], ...]:
        """The sets of hexes that cut zones off, each once, in the order of the cuts."""
        return tuple(dict.fromkeys(it for cut in self.found.cuts for it in (cut.near_a, cut.near_b) if it))

    @cached_property
    def percents(self) -> NDArray[np.int64]:
        """The traffic in percent, where it is much and neither chain nor ring is in the middle of the hex; else 0."""
        percents = np.rint(100 * self.found.traffic).astype(np.int64)
        chained = self.found.board.mask(frozenset().union(*self.chains))
        return np.where((percents >= WORTH_SAYING) & ~self.found.articulation & ~chained, percents, 0)

    # -- legend ---------------------------------------------------------------------------------------------

    def heading(self, tr: Words) -> str:
        """Return its title."""
        return tr("Chokepoints")

    def differing_entries(self, tr: Words) -> Iterator[LegendItem]:
        """Yield the cuts one by one, and the other signs on the board."""
        entries = [*(self._cut_entry(cut, tr) for cut in self.found.cuts)]
        if self.found.narrow:
            sample = Sample(signs=_passage_sample)
            entries.append(LegendItem(sample, tr("narrow passage"), tr("the number is its width in hexes")))
        if self.found.articulation.any():
            sample = Sample(signs=lambda _: placed(double_ring(), 0.0, 0.0, 1.375))
            note = tr("blocking it splits an area")
            entries.append(LegendItem(sample, tr("connects parts of the board"), note))
        if self._most:
            sample = Sample(self.looks[-1], aside=lambda _: placed(traffic_disc(_STEPS), 0.0, 0.0, 1.4))
            share = f"{100 * self._most:.0f}%"
            note = tr("share of the cheapest routes through a hex; {mover}", mover=self.found.mover.title)
            entries.append(LegendItem(sample, tr("traffic: up to {share}", share=share), note))
        yield from entries or [LegendItem(Sample(), tr("no chokepoints"), self.found.mover.title)]

    def _cut_entry(self, cut: Cut, tr: Words) -> LegendItem:
        between = tr(" to ") if self.found.is_one_way(cut) else tr(" and ")
        names = between.join(self.scenario.zone_title(it) for it in cut.zones)
        if not cut.width:
            text = (
                tr("{names}: no route", names=names)
                if cut.width == 0
                else tr("{names}: touching, cannot be cut off", names=names)
            )
            return LegendItem(Sample(), text, about=cut.zones)
        text = tr("{names}: closed off by {hexes}", names=names, hexes=tr.hexes(cut.width))
        return LegendItem(Sample(signs=partial(_chain_sample, cut.width)), text, about=cut.zones)

    # -- in pictures ----------------------------------------------------------------------------------------

    def shades(self, scene: Scene) -> Iterator[Item]:
        """Yield the tint of each hex with traffic."""
        for place in scene.plan.places:
            if level := int(self.kinds[place.row, place.column]):
                look = self.looks[level - 1]
                yield Polygon(scene.plan.outline(place), fill=look.fill, opacity=look.opacity)

    def marks(self, scene: Scene) -> Iterator[Item]:
        """Yield the shares, passages, hexes that hold the board together, and cuts with their widths."""
        unit, label = scene.plan.unit, scene.scenario.board.label
        taken = taken_hexes(scene)
        for place in scene.plan.places:
            if (percent := int(self.percents[place.row, place.column])) and place.hex not in taken:
                yield from placed([share_text(percent)], place.x, place.y, unit)
        for it in self.found.narrow:
            outline = PASSAGE_LINE.items(scene, self.found.board.mask(it.hexes), at_edge=True)
            yield Group(tuple(outline), data=(("passage", str(it.width)),))
        for it in self.found.narrow:
            yield from _width(scene, _middle(_placed(scene, it.hexes)), it.width, PASSAGE_AT, PASSAGE)
        for place in places_of(scene, self.found.articulation):
            ring = placed(double_ring(), place.x, place.y, unit)
            yield Group(tuple(ring), data=(("articulation", label(place.hex)),))
        for hexes in self.chains:
            yield Group(tuple(_chain(scene, hexes)), data=(("cut", " ".join(sorted(map(label, hexes)))),))
        plaques: set[Hex] = set()
        for hexes in self.chains:
            if free := [it for it in _placed(scene, hexes) if it.hex not in plaques]:
                middle = _middle(free)
                plaques.add(middle.hex)
                yield from _width(scene, middle, len(hexes), CUT_AT, GOLD)


def _placed(scene: Scene, hexes: Collection[Hex]) -> list[HexPosition]:
    """Return the positions of hexes, row by row."""
    found = [place for at in hexes if (place := scene.plan.place_of(at)) is not None]
    return sorted(found, key=lambda it: (it.row, it.column))


def _middle(places: list[HexPosition]) -> HexPosition:
    """Return the hex nearest to the middle of some, the first of several."""
    x = sum(it.x for it in places) / len(places)
    y = sum(it.y for it in places) / len(places)
    return min(places, key=lambda it: (round((it.x - x) ** 2 + (it.y - y) ** 2, 6), it.row, it.column))


def _width(scene: Scene, at: HexPosition, width: int, off: Point, fill: str) -> list[Item]:
    unit = scene.plan.unit
    return placed(width_disc(width, fill), at.x + off[0] * unit, at.y + off[1] * unit, unit)


def _chain(scene: Scene, hexes: Collection[Hex]) -> Iterator[Item]:
    """Yield the links of a chain, joined where they are neighbours."""
    unit = scene.plan.unit
    places = _placed(scene, hexes)
    sign = link(scene.plan.hexagon(0.0, 0.0, 11.0))
    for place in places:
        yield from placed(sign, place.x, place.y, unit)
    for one, other in combinations(places, 2):
        if distance(one.hex, other.hex) == 1:
            ends = line((_between(one, other, JOINT), _between(one, other, 1 - JOINT)))
            for colour, width in CHAIN:
                yield PathShape(ends, stroke=colour, width=width * unit, cap=Cap.ROUND)


def _between(one: HexPosition, other: HexPosition, share: float) -> Point:
    return one.x + share * (other.x - one.x), one.y + share * (other.y - one.y)


# -- signs around (0, 0) ------------------------------------------------------------------------------------


def link(hexagon: Sequence[Point]) -> list[Item]:
    """Return the link of a chain in a hex."""
    points = tuple((_LINK * x, _LINK * y) for x, y in hexagon)
    return [Polygon(points, stroke=colour, width=width, join=Join.ROUND) for colour, width in CHAIN]


def width_disc(width: int, fill: str) -> list[Item]:
    """Return the disc with a width in hexes."""
    return number_disc(0.0, 0.0, str(width), _DISC, 2.9 if width < 10 else 2.2, fill=fill)


def share_text(percent: int) -> Text:
    """Return the share of a hex in percent."""
    size = _PERCENT * 11
    return number_text(0.0, -_RISE * 11, str(percent), size, PAPER, halo=0.14 * size)


def double_ring() -> list[Item]:
    """Return the sign of a hex that holds an area together."""
    return [
        Circle(0.0, 0.0, radius, stroke=colour, width=width, opacity=opacity)
        for radius in (3.3, 1.7)
        for colour, width, opacity in ((PAPER, 1.5, 0.9), (INK, 0.8, 1.0))
    ]


def traffic_disc(level: int) -> list[Item]:
    """Return the sign of traffic over another overlay's fill: a disc, the larger the higher the level."""
    return [Circle(0.0, 0.0, 1.0 + 2.8 * level / _STEPS, fill=TRAFFIC, stroke=PAPER, width=0.6)]


def _chain_sample(width: int, hexagon: Sequence[Point]) -> list[Item]:
    size = 0.62 / _LINK
    return [
        *placed(link(hexagon), 0.0, 0.0, size),
        *placed(width_disc(width, GOLD), -5.5, 4.62, 1.375),
    ]


def _passage_sample(hexagon: Sequence[Point]) -> list[Item]:
    outline = line([(0.88 * x, 0.88 * y) for x, y in hexagon], closed=True)
    unit = 11 / 9
    strokes = [
        PathShape(
            outline,
            stroke=colour,
            width=width * unit,
            opacity=opacity,
            dash=tuple(unit * length for length in dash),
            join=Join.MITER if dash else Join.ROUND,
        )
        for colour, width, opacity, dash in PASSAGE_LINE.strokes
    ]
    return [*strokes, *placed(width_disc(2, PASSAGE), 5.5, 4.62, 1.375)]

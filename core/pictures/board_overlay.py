"""Overlays: results laid over a board, each described once for pictures, reports and the editor's canvas.

A description groups hexes by look, and adds lines, signs and legend entries. Pictures draw areas as paths; the canvas
stamps a sprite per hex. Lengths are in mm on a hex of 11 from centre to corner, unless in logical pixels.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from fairground.core.pictures.colours import GOLD, INK
from fairground.core.pictures.display_list import Cap, Circle, Group, Join, Layer, PathShape, Polygon, Text
from fairground.core.pictures.legend import GROUND, LegendItem, LegendSection
from fairground.core.pictures.plan import line
from fairground.core.pictures.tiles import TILE_SIZE
from fairground.core.pictures.zone_layers import area_of, places_of
from fairground.core.text.wording import counted, hex_count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Self, SupportsInt

    from numpy.typing import NDArray

    from fairground.core.pictures.display_list import Data, Item, Point
    from fairground.core.pictures.options import PictureOptions
    from fairground.core.pictures.scene import Hatching, Scene
    from fairground.core.scenario.document import Scenario


class Words:
    """English texts for legends; the editor passes a subclass that translates.

    Descriptions call it ``tr``, so that ``make generate`` finds their texts.
    """

    def __call__(self, text: str, **values: object) -> str:
        """Return a text with its values filled in."""
        return text.format(**values)

    def hexes(self, count: SupportsInt) -> str:
        """Return a number of hexes in words."""
        return hex_count(count)

    def turns(self, count: int) -> str:
        """Return a number of turns in words."""
        return counted(count, "turn")


ENGLISH = Words()


@dataclass(frozen=True, slots=True)
class HexLook:
    """The look of hexes of one kind: a ``fill`` (may be empty), a hatch over it, or both.

    ``far`` is colour and opacity on a canvas zoomed far out; default: the fill. Over another overlay's fill the canvas
    draws only the hatch, ``over_fill`` if given, and from afar lines of ``far_edge`` between kinds. Pictures draw veils
    first, and omit looks that are on screen alone.
    """

    name: str
    title: str = ""
    fill: str = ""
    opacity: float = 1.0
    hatching: Hatching | None = None
    over_fill: Hatching | None = None
    far: tuple[str, float] | None = None
    far_edge: tuple[str, float] | None = None
    is_veil: bool = False
    is_on_screen_alone: bool = False

    @property
    def without_fill(self) -> HexLook:
        """The look over another overlay's fill."""
        return replace(self, fill="", hatching=self.over_fill or self.hatching)

    def items(self, scene: Scene, shape: Callable[..., Item], data: Data = ()) -> Iterator[Item]:
        """Yield the shapes that show it in a picture; ``shape`` makes one of a fill or a hatch."""
        if self.fill:
            yield shape(fill=self.fill, opacity=self.opacity, data=data)
        if self.hatching:
            key = self.hatching.used_in(scene)
            yield shape(hatch=key, opacity=self.hatching.opacity, data=() if self.fill else data)


#: Colour, width, opacity and dashes of a stroke.
Stroke = tuple[str, float, float, tuple[float, ...]]


class BorderLine(NamedTuple):
    """A line inside the border of an area, lowest stroke first: in mm for pictures, in logical pixels for the canvas."""

    name: str
    strokes: tuple[Stroke, ...]
    screen_strokes: tuple[Stroke, ...]
    inset: float = 0.0
    screen_inset: float = 0.0

    def items(self, scene: Scene, area: NDArray[np.bool_], *, at_edge: bool = False) -> Iterator[Item]:
        """Yield the line around an area in a picture; along the edge of the board with ``at_edge`` alone."""
        unit = scene.plan.unit
        borders = scene.plan.borders(places_of(scene, area), at_edge=at_edge, inset=self.inset * unit)
        if commands := tuple(step for path in borders for step in path):
            for colour, width, opacity, dash in self.strokes:
                yield PathShape(
                    commands,
                    stroke=colour,
                    width=width * unit,
                    join=Join.MITER if dash else Join.ROUND,
                    opacity=opacity,
                    dash=tuple(length * unit for length in dash),
                )


def placed(items: Iterable[Item], x: float, y: float, scale: float = 1.0) -> list[Item]:
    """Return items drawn around (0, 0), scaled and moved to a point."""
    return [_placed(item, x, y, scale) for item in items]


def _placed(item: Item, x: float, y: float, k: float) -> Item:
    match item:
        case Group():
            return replace(item, items=tuple(placed(item.items, x, y, k)))
        case Text():
            return replace(
                item, x=x + k * item.x, y=y + k * item.y, size=k * item.size, halo_width=k * item.halo_width
            )
        case Polygon() | PathShape() | Circle():
            drawn = replace(item, width=k * item.width, dash=tuple(k * length for length in item.dash))
            match drawn:
                case Circle():
                    return replace(drawn, x=x + k * drawn.x, y=y + k * drawn.y, radius=k * drawn.radius)
                case Polygon():
                    return replace(drawn, points=tuple((x + k * u, y + k * v) for u, v in drawn.points))
            steps = (
                (letter, tuple((y if i % 2 else x) + k * it for i, it in enumerate(at)))
                for letter, at in drawn.commands
            )
            return replace(drawn, commands=tuple(steps))
    raise TypeError(item)


@dataclass(frozen=True, slots=True)
class Sample:
    """A hex in a legend: a look and signs on plain ground; ``signs`` gets the outline of the hex.

    ``aside`` replaces the signs where the canvas leaves the middle to another overlay.
    """

    look: HexLook = HexLook("plain")
    signs: Callable[[tuple[Point, ...]], Iterable[Item]] = lambda _hexagon: ()
    aside: Callable[[tuple[Point, ...]], Iterable[Item]] | None = None

    def __call__(self, scene: Scene, x: float, y: float, size: float) -> list[Item]:
        """Return its items in a picture, around a point; the hex has that size."""
        hexagon, unit = scene.plan.hexagon(0.0, 0.0, TILE_SIZE), size / TILE_SIZE
        outline = scene.plan.hexagon(x, y, size)
        return [
            Polygon(outline, fill=GROUND, stroke=INK, width=0.05 * size),
            *self.look.items(scene, lambda **style: Polygon(outline, **style)),
            *placed(self.signs(hexagon), x, y, unit),
        ]


class BoardOverlay(ABC):
    """An overlay of one board.

    ``kinds`` holds the kind of every hex, ``[rows, columns]``: 0 for none, else the position of its look in ``looks``, from
    1. If all hexes are alike, the legend says so and nothing is drawn.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    #: Id and title of the layer below objectives and units (default: the overlay's), and of the one above labels.
    layer: ClassVar[tuple[str, str] | None] = None
    marks_layer: ClassVar[tuple[str, str]] = ("", "")
    #: Whether a board of one kind shows nothing.
    shows_differences: ClassVar[bool] = True

    scenario: Scenario

    @classmethod
    @abstractmethod
    def chosen(cls, scenario: Scenario, options: PictureOptions) -> Self | None:
        """Return the overlay for a picture with some options; None when it is not chosen."""

    @property
    @abstractmethod
    def kinds(self) -> NDArray[np.integer]:
        """The kind of every hex."""

    @property
    @abstractmethod
    def looks(self) -> Sequence[HexLook]:
        """How the kinds look."""

    @cached_property
    def is_uniform(self) -> bool:
        """Whether all hexes are of one kind, so that there is nothing to tell apart."""
        kinds = self.kinds[~self.scenario.board.void]
        return self.shows_differences and bool(kinds.size and (kinds == kinds[0]).all())

    # -- legend ---------------------------------------------------------------------------------------------

    def heading(self, tr: Words) -> str:
        """Return the heading of its part of a legend."""
        return tr(self.title)

    def unit(self, tr: Words) -> str:  # noqa: ARG002  # for subclasses
        """Return the unit of its values; empty where the kinds have names."""
        return ""

    def kind_title(self, kind: int, tr: Words) -> str:
        """Return the title of a kind."""
        return tr(self.looks[kind - 1].title) if kind else tr("no value")

    def differing_entries(self, tr: Words) -> Iterator[LegendItem]:
        """Yield the kinds on the board with their number of hexes."""
        for kind, look in enumerate(self.looks, 1):
            if count := int((self.kinds == kind).sum()):
                yield LegendItem(Sample(look), f"{self.kind_title(kind, tr)}: {tr.hexes(count)}", about=kind)

    def entries(self, tr: Words = ENGLISH) -> Iterator[LegendItem]:
        """Yield its part of a legend."""
        if self.is_uniform:
            kind = int(self.kinds[~self.scenario.board.void][0])
            yield LegendItem(Sample(), tr("all hexes the same: {value}", value=self.kind_title(kind, tr)))
        else:
            yield from self.differing_entries(tr)

    def section(self) -> LegendSection:
        """Return its part of a picture's legend."""
        entries = (
            it
            for it in self.entries()
            if not (isinstance(it.paint, Sample) and it.paint.look.is_on_screen_alone)
        )
        return LegendSection(self.heading(ENGLISH), tuple(entries))

    # -- one hex, and one entry of the legend -----------------------------------------------------------------

    def describe_hex(self, row: int, column: int, tr: Words) -> str:
        """Return the value of a hex in words; empty for none."""
        kind = int(self.kinds[row, column])
        return self.kind_title(kind, tr) if kind else ""

    def hexes_about(self, about: object) -> NDArray[np.bool_] | None:
        """Return the hexes that the entry of the legend with that ``about`` means, ``[rows, columns]``; None for none."""
        return np.equal(self.kinds, about) if isinstance(about, int) else None

    # -- in pictures ----------------------------------------------------------------------------------------

    def under(self, scene: Scene) -> list[Layer]:
        """Return the layers between the ground and objectives or units."""
        if self.is_uniform:
            return []
        return [Layer(*(self.layer or (self.id, self.title)), (*self.shades(scene), *self.lines(scene)))]

    def over(self, scene: Scene) -> list[Layer]:
        """Return the layers above the labels."""
        if self.is_uniform or not self.marks_layer[0]:
            return []
        return [Layer(*self.marks_layer, tuple(self.marks(scene)))]

    def shades(self, scene: Scene) -> Iterator[Item]:
        """Yield the areas of the kinds, veils first."""
        looks = ((kind, it) for kind, it in enumerate(self.looks, 1) if not it.is_on_screen_alone)
        for kind, look in sorted(looks, key=lambda it: not it[1].is_veil):
            if area := area_of(scene, self.kinds == kind):
                yield from look.items(
                    scene, lambda area=area, **style: PathShape(area, **style), ((self.id, look.name),)
                )

    def lines(self, scene: Scene) -> Iterator[Item]:  # noqa: ARG002  # for subclasses
        """Yield lines over the areas."""
        return iter(())

    def marks(self, scene: Scene) -> Iterator[Item]:  # noqa: ARG002  # for subclasses
        """Yield signs and numbers."""
        return iter(())


def within(values: NDArray[np.integer], about: object, void: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
    """Return the hexes with a value from the first to the second number of ``about``; None if that is no such pair."""
    if not isinstance(about, tuple):
        return None
    low, high = about
    inside: NDArray[np.bool_] = (values >= low) & (values <= high) & ~void
    return inside


class MeasuredOverlay(BoardOverlay):
    """The base of overlays that measure the scenario and give each hex one of a few looks.

    A subclass in ``overlay_list.shipped_overlays`` appears in pictures, and in the editor with its own action.
    """

    looks: ClassVar[tuple[HexLook, ...]]

    def __init__(self, scenario: Scenario, kinds: NDArray[np.integer]) -> None:
        self.scenario, self._kinds = scenario, kinds

    @classmethod
    @abstractmethod
    def measure(cls, scenario: Scenario) -> NDArray[np.integer]:
        """Return the kind of every hex, ``[rows, columns]``: 0 for none, else the position of its look, from 1.

        Raise FairgroundError when there is nothing to measure.
        """

    @classmethod
    def chosen(cls, scenario: Scenario, options: PictureOptions) -> Self | None:
        """Return the overlay when it is among the options' overlays."""
        return cls(scenario, cls.measure(scenario)) if cls.id in options.overlays else None

    @property
    def kinds(self) -> NDArray[np.integer]:
        """The kind of every hex."""
        return self._kinds


_RING = 7.6


@cache
def origin_ring(scale: float = 1.0) -> tuple[Item, ...]:
    """Return the gold ring around the hex that an overlay is about; four ticks tell it from that of an objective."""
    ticks = tuple(
        step
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))
        for step in line((((_RING - 2.2) * dx, (_RING - 2.2) * dy), ((_RING + 1.2) * dx, (_RING + 1.2) * dy)))
    )
    ring = (
        shape
        for colour, width in ((INK, 2.1), (GOLD, 1.3))
        for shape in (
            Circle(0.0, 0.0, _RING, stroke=colour, width=width),
            PathShape(ticks, stroke=colour, width=width, cap=Cap.ROUND),
        )
    )
    return tuple(placed(ring, 0.0, 0.0, scale))

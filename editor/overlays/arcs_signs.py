"""What the signs of arcs mean: samples with words, for the legend."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.pictures.colours import INK, PAPER
from fairground.core.pictures.display_list import Cap, Circle, PathShape, Polygon
from fairground.core.pictures.numbers import number_text
from fairground.core.pictures.plan import line
from fairground.editor.app.texts import tr
from fairground.editor.overlays.arcs_painter import BAND, COVERED
from fairground.editor.overlays.fan_signs import ground
from fairground.editor.overlays.overlay import LegendEntry

if TYPE_CHECKING:
    from fairground.core.pictures.display_list import Item, Point
    from fairground.core.sight.unit_sides import Arcs, UnitSide

#: The corners of the side of a sample that stands for all: the upper right one, seen clockwise.
_SIDE = (5, 0)


def arcs_legend(arcs: Arcs, hexagon: tuple[Point, ...]) -> tuple[LegendEntry, ...]:
    """Return the signs of a unit's arcs; those of a shield and of a border where it has one."""
    plain = ground(hexagon)
    front = arcs.sides[0]
    entries = [
        LegendEntry(
            (*plain, *_edge(hexagon), *_number("1", dark=True)),
            tr("front edge: side 1")
            if not front.name
            else tr("front edge: side 1, {name}").format(name=front.name),
        ),
        LegendEntry(
            (*plain, *_number("2", dark=False)),
            tr("sides, clockwise: {names}").format(names=_names(arcs.sides[1:])),
        ),
    ]
    if arcs.borders:
        ends = line(((-9.0, 5.2), (9.0, -5.2)))
        words = (
            tr("border of the front, sides {numbers}; what lies on it is in front")
            if arcs.border_is_in_front
            else tr("border of the front, sides {numbers}; what lies on it is not in front")
        )
        entries.append(
            LegendEntry(
                (
                    *plain,
                    PathShape(ends, stroke=PAPER, width=2.2),
                    PathShape(ends, stroke=INK, width=0.9, dash=(3.0, 2.0)),
                ),
                words.format(numbers=_listed([it for it in arcs.sides if it.front])),
            )
        )
    covered = [side for side in arcs.sides if side.covered]
    if covered:
        a, b = (hexagon[index] for index in _SIDE)
        band = (a, b, *((BAND * x, BAND * y) for x, y in (b, a)))
        entries.append(
            LegendEntry(
                (*plain, Polygon(band, fill=PAPER, stroke=INK, width=0.4)),
                tr("covered by the shield: sides {numbers}").format(numbers=_listed(covered)),
                above=_strokes(band),
            )
        )
    return tuple(entries)


def _edge(hexagon: tuple[Point, ...]) -> tuple[Item, ...]:
    ends = tuple(hexagon[index] for index in _SIDE)
    return (
        PathShape(line(ends), stroke=PAPER, width=2.6, cap=Cap.ROUND),
        PathShape(line(ends), stroke=INK, width=1.8, cap=Cap.ROUND),
    )


def _number(text: str, *, dark: bool) -> tuple[Item, ...]:
    fill = INK if dark else PAPER
    return Circle(0.0, 0.0, 3.6, fill=fill, stroke=INK, width=0.6), number_text(0.0, 0.0, text, 5.2, fill)


def _strokes(band: tuple[Point, ...]) -> tuple[Item, ...]:
    """Return the pattern of a band: a few strokes across it, as ``COVERED`` draws them."""
    a, b, inner_b, inner_a = band
    found: list[Item] = []
    for share in (0.12, 0.31, 0.5, 0.69, 0.88):
        outer = (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
        inner = (
            inner_a[0] + share * (inner_b[0] - inner_a[0]),
            inner_a[1] + share * (inner_b[1] - inner_a[1]),
        )
        found.append(PathShape(line((outer, inner)), stroke=COVERED.colour, width=0.7))
    return tuple(found)


def _names(sides: tuple[UnitSide, ...]) -> str:
    return ", ".join(f"{it.number} {it.name}".strip() for it in sides)


def _listed(sides: list[UnitSide]) -> str:
    return ", ".join(str(it.number) for it in sides)

"""Items of the display list as short lists for the page's script."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from fairground.core.pictures.display_list import (
    Circle,
    DrawnItem,
    Group,
    PathShape,
    PlacedImage,
    Polygon,
    Text,
    TileSymbol,
    Window,
)
from fairground.core.pictures.lettering import clean
from fairground.core.pictures.plan import line
from fairground.core.pictures.svg import number, path_text
from fairground.core.report.map import runs_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fairground.core.pictures.display_list import Command, Item
    from fairground.core.pictures.plan import BoardPlan

#: The side of a neighbourhood, mm.
_CELL: Final = 176.0

WrittenItem = list[Any]
WrittenStyle = dict[str, Any]


class ItemWriter:
    """Writes items as lists: a letter and what it needs; ``style`` is an index of ``styles``, lengths are mm.

    ``["h", style, runs]``
        Whole hexes, as runs: where each begins, counted row by row, and how long it is.
    ``["p", style, text]`` or ``["p", style, text, [left, top, right, bottom]]``
        A path, as in SVG. With its extent, it is many small areas near each other, in relative steps.
    ``["c", style, x, y, radius]``
        A circle.
    ``["s", symbol, x, y, scale, rotation, opacity]``
        A symbol, an index of ``symbols``.
    ``["t", style, x, y, text]``
        A line of text on its baseline.
    ``["i", image, x, y, width, height, rotation]``
        An image around a point.
    ``["g", id, opacity, items]``
        Items that belong together; the id is that of the unit they show, or empty.
    """

    def __init__(self, plan: BoardPlan) -> None:
        self._columns, self._rows = plan.columns, plan.rows
        self._hexes = {plan.outline(place): place.row * plan.columns + place.column for place in plan.places}
        self._places: dict[tuple[tuple[str, Any], ...], int] = {}
        self._symbols: dict[str, int] = {}
        self.styles: list[WrittenStyle] = []

    @property
    def symbols(self) -> list[str]:
        """The names of the symbols that the items use, by index."""
        return list(self._symbols)

    def layer(self, items: Sequence[Item], *, apart: bool) -> list[WrittenItem]:
        """Return the items of a layer, hexes of one look together; with ``apart``, pieces of filled paths are separate."""
        if items and all(isinstance(it, Polygon) and it.points in self._hexes for it in items):
            return self._whole_hexes([it for it in items if isinstance(it, Polygon)])
        return [it for item in items for it in self._written(item, apart=apart)]

    def _whole_hexes(self, items: Iterable[Polygon]) -> list[WrittenItem]:
        """Return hexes by look; they don't overlap, so that their order is free."""
        looks: dict[Polygon, list[int]] = {}
        for it in items:
            looks.setdefault(replace(it, points=(), id="", data=()), []).append(self._hexes[it.points])
        return [["h", self._style(like), self._runs(them)] for like, them in looks.items()]

    def _runs(self, hexes: Iterable[int]) -> list[int]:
        mask = np.zeros((self._rows, self._columns), np.bool_)
        mask.ravel()[list(hexes)] = True
        return runs_of(mask)

    def _written(self, item: Item, *, apart: bool) -> Iterator[WrittenItem]:
        match item:
            case Polygon():
                yield ["p", self._style(item), path_text(line(item.points, closed=True))]
            case PathShape():
                yield from self._path(item, apart=apart)
            case Circle():
                yield ["c", self._style(item), *_short(item.x, item.y, item.radius)]
            case Group():
                yield from self._group(item, apart=apart)
            case Window():
                raise TypeError("windows are parts of legends, not of boards")
            case _:
                yield self._placed_item(item)

    def _placed_item(self, item: TileSymbol | Text | PlacedImage) -> WrittenItem:
        place = _short(item.x, item.y)
        match item:
            case TileSymbol():
                symbol = self._symbols.setdefault(item.name, len(self._symbols))
                return ["s", symbol, *place, round(item.scale, 4), *_short(item.rotation, item.opacity)]
            case Text():
                return ["t", self._text_style(item), *place, clean(item.text)]
            case PlacedImage():
                return ["i", item.image, *place, *_short(item.width, item.height, item.rotation)]

    def _path(self, item: PathShape, *, apart: bool) -> Iterator[WrittenItem]:
        style = self._style(item)
        if apart:
            yield from (["p", style, *it] for it in _near_each_other(item.commands))
            return
        # Pieces of lines are drawn where they are; areas may have holes.
        lines = pieces(item.commands) if not (item.fill or item.hatch) else [item.commands]
        yield from (["p", style, path_text(it)] for it in lines)

    def _group(self, item: Group, *, apart: bool) -> Iterator[WrittenItem]:
        items = [it for each in item.items for it in self._written(each, apart=apart)]
        unit = dict(item.data).get("unit", "")
        if unit or item.opacity != 1:
            yield ["g", unit, round(item.opacity, 3), items]
        else:
            yield from items

    def _style(self, item: DrawnItem) -> int:
        style: WrittenStyle = {}
        for it in fields(DrawnItem):
            value = getattr(item, it.name)
            if it.name not in ("id", "data") and value != it.default:
                style[it.name] = _plain(value)
        return self._placed(style)

    def _text_style(self, item: Text) -> int:
        style: WrittenStyle = {"size": _plain(item.size), "fill": item.fill, "anchor": item.anchor.value}
        if item.bold:
            style["bold"] = True
        if item.spacing:
            style["spacing"] = _plain(item.spacing)
        if item.halo:
            style |= {"halo": item.halo, "halo_width": _plain(item.halo_width)}
        return self._placed(style)

    def _placed(self, style: WrittenStyle) -> int:
        key = tuple((name, tuple(it) if isinstance(it, list) else it) for name, it in style.items())
        if key not in self._places:
            self._places[key] = len(self.styles)
            self.styles.append(style)
        return self._places[key]


def pieces(commands: Sequence[Command]) -> list[Sequence[Command]]:
    """Return the pieces of a path, each beginning with a move."""
    starts = [i for i, (letter, _) in enumerate(commands) if letter == "M"]
    return [commands[i:j] for i, j in zip(starts, [*starts[1:], len(commands)], strict=True)]


def _near_each_other(commands: Sequence[Command]) -> Iterator[tuple[str, list[float]]]:
    """Yield the pieces of a path of straight lines by neighbourhood, each as text with its extent."""
    cells: dict[tuple[int, int], list[Sequence[Command]]] = {}
    for piece in pieces(commands):
        x, y = piece[0][1]
        cells.setdefault((int(x // _CELL), int(y // _CELL)), []).append(piece)
    for them in cells.values():
        points = [step for piece in them for _, step in piece if step]
        xs, ys = [it[0] for it in points], [it[1] for it in points]
        yield "".join(map(_relative, them)), _short(min(xs), min(ys), max(xs), max(ys))


def _relative(piece: Sequence[Command]) -> str:
    """Return a path with steps relative to its start: like shapes in other places are like texts, which pack well."""
    x, y = piece[0][1]
    found = f"M{number(x)} {number(y)}"
    for letter, point in piece[1:]:
        if point:
            found += f"{letter.lower()}{number(point[0] - x)} {number(point[1] - y)}"
            x, y = point
        else:
            found += letter.lower()
    return found


def _plain(value: Any) -> Any:  # noqa: ANN401  # a field of any kind
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, tuple):
        return [_plain(it) for it in value]
    return value if isinstance(value, int) else str(value)


def _short(*values: float) -> list[float]:
    return [float(number(it)) if it % 1 else int(it) for it in values]

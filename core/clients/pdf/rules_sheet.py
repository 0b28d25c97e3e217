"""Sheets with the rules for the players: tables in two columns."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from fairground.core.pictures.colours import INK, RELIEF_INK, SOFT_INK
from fairground.core.pictures.display_list import Layer, Picture, Polygon, Text
from fairground.core.pictures.legend import HEADING_SIZE, HEADING_SPACING
from fairground.core.pictures.lettering import fitted, text_width, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.clients.pdf.paper_sheets import Paper
    from fairground.core.clients.player_rules import RulesTable
    from fairground.core.pictures.display_list import Item

# In mm.
_TITLE, _TEXT, _LINE = 7.0, 2.9, 4.0
_GAP, _CELL_GAP, _BEFORE, _HEAD, _TOP = 8.0, 2.5, 3.5, 7.0, 16.0
_COLUMNS: Final = 2
#: The largest share of a table's width that a short text, or a long word, claims for its column.
_MOST_WORD: Final = 0.3

#: Lines that stay together, at y = 0, and how high they are.
_Block = tuple[list["Item"], float]


def rules_sheets(name: str, tables: Sequence[RulesTable], paper: Paper) -> Iterator[Picture]:
    """Yield upright sheets with the tables, as many as it takes."""
    width = (paper.width - 2 * paper.margin - _GAP * (_COLUMNS - 1)) / _COLUMNS
    top, bottom = paper.margin + _TOP, paper.height - paper.margin
    items: list[Item] = []
    column, y = 0, top
    for block, height in _blocks(tables, width):
        if y + height > bottom and y > top:
            column, y = column + 1, top
        if column == _COLUMNS:
            yield _page(name, items, paper)
            items, column = [], 0
        x = paper.margin + column * (width + _GAP)
        items += [_moved(it, x, y) for it in block]
        y += height
    if items:
        yield _page(name, items, paper)


def _page(name: str, items: Sequence[Item], paper: Paper) -> Picture:
    title = fitted(name, _TITLE, paper.width - 2 * paper.margin, bold=True)
    head = Text(paper.margin, paper.margin + 5.8, title, _TITLE, INK, bold=True)
    layers = (Layer("rules", "Rules", (head, *items)),)
    return Picture(paper.width, paper.height, layers, title=name, description="Rules")


def _moved(item: Item, x: float, y: float) -> Item:
    if isinstance(item, Text):
        return replace(item, x=item.x + x, y=item.y + y)
    if isinstance(item, Polygon):
        return replace(item, points=tuple((a + x, b + y) for a, b in item.points))
    raise TypeError(type(item).__name__)


def _blocks(tables: Sequence[RulesTable], width: float) -> Iterator[_Block]:
    """Yield headings with their first row, then rows one by one."""
    for table in tables:
        rows = list(_rows(table, width))
        head, height = _heading(table.heading, width)
        if any(table.columns):
            cells, tall = rows.pop(0)
            head, height = head + [_moved(it, 0, height) for it in cells], height + tall
        first, tall = rows.pop(0)
        yield head + [_moved(it, 0, height) for it in first], height + tall
        yield from rows


def _heading(text: str, width: float) -> _Block:
    y = _BEFORE + 3.4
    line = ((0.0, y + 1.2), (width, y + 1.2))
    title = fitted(text.upper(), HEADING_SIZE, width, bold=True, spacing=HEADING_SPACING)
    return [
        Text(0, y, title, HEADING_SIZE, SOFT_INK, bold=True, spacing=HEADING_SPACING),
        Polygon(line, stroke=RELIEF_INK, width=0.22),
    ], _BEFORE + _HEAD


def _rows(table: RulesTable, width: float) -> Iterator[_Block]:
    """Yield the rows of a table, with that of its headings first if it has any."""
    rows = [*((table.columns,) if any(table.columns) else ()), *table.rows]
    widths = _widths(rows, width)
    for at, row in enumerate(rows):
        is_head = at == 0 and any(table.columns)
        cells = [wrapped(text, _TEXT, room) for text, room in zip(row, widths, strict=True)]
        items: list[Item] = []
        x = 0.0
        for lines, room in zip(cells, widths, strict=True):
            items += [
                Text(x, _TEXT + i * _LINE, line, _TEXT, SOFT_INK if is_head else INK)
                for i, line in enumerate(lines)
            ]
            x += room + _CELL_GAP
        yield items, max(1, *map(len, cells)) * _LINE + 0.8


def _widths(rows: Sequence[Sequence[str]], width: float) -> list[float]:
    """Return the widths of columns: as wide as their texts where all fit; else as their longest words, and a share of the rest."""
    count = len(rows[0])
    wanted = [max(text_width(row[i], _TEXT) for row in rows) + 0.1 for i in range(count)]
    room = width - _CELL_GAP * (count - 1)
    if sum(wanted) <= room:
        return wanted
    words = [
        max(text_width(word, _TEXT) for row in rows for word in row[i].split() or [""]) for i in range(count)
    ]
    most = room * _MOST_WORD
    least = [it if it <= most else min(word + 0.1, most) for it, word in zip(wanted, words, strict=True)]
    # What is above the least is cut in the same share everywhere.
    share = (room - sum(least)) / (sum(wanted) - sum(least))
    return [low + (it - low) * share for low, it in zip(least, wanted, strict=True)]

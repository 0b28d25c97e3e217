"""A ruleset's terrain table: every terrain, effect and hexside feature with its tile and what it does, on one page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.grid.layout import Layout
from fairground.core.pictures.colours import GRID, INK, PAPER, RELIEF_INK, SOFT_INK, mix
from fairground.core.pictures.display_list import Join, Layer, Picture, Polygon, Text, TextAnchor
from fairground.core.pictures.hexside_layer import feature_items
from fairground.core.pictures.lettering import clean, fitted, text_width, wrapped
from fairground.core.pictures.looks import Looks
from fairground.core.pictures.options import PictureOptions
from fairground.core.pictures.plan import BoardPlan
from fairground.core.pictures.png import in_grey
from fairground.core.pictures.scene import Scene
from fairground.core.pictures.terrain_layers import swatch
from fairground.core.pictures.tiles import TILE_SIZE, load_tile
from fairground.core.rules.descriptions import effect_facts, feature_facts, terrain_facts
from fairground.core.scenario.board import Board
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import RulesetReference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.pictures.display_list import Item
    from fairground.core.rules import Ruleset
    from fairground.core.rules.terrain import Drawn

# In mm.
_MARGIN, _COLUMN, _COLUMN_GAP = 13.0, 87.0, 10.0
_TITLE, _BODY, _SMALL, _NAME, _HEADING = 7.2, 2.9, 2.55, 3.5, 2.9
_LINE = 1.35
_SAMPLE, _TEXT_AT, _ROW_GAP = 5.6, 14.5, 2.6
_BOX, _BOX_GAP = 4.4, 2.0
_LEAST_COLUMNS, _MOST_COLUMNS = 2, 8
#: The largest ratio of height to width, a little over A4; more entries enlarge the page.
_TALLEST = 1.45


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A row of the table: ``facts`` in words, and how it is drawn: a hexside feature along sides, the rest by its tile."""

    id: str
    name: str
    symbol: str
    tile: str
    facts: tuple[str, ...]
    is_hexside: bool = False

    @property
    def lines(self) -> list[str]:
        """The facts, as lines that fit between sample and symbol; a fact is broken only when a line is too short for it."""
        room = _COLUMN - _TEXT_AT - _BOX - _BOX_GAP
        lines: list[str] = []
        for fact in self.facts:
            longer = f"{lines[-1]} \N{MIDDLE DOT} {fact}" if lines else fact
            if text_width(longer, _SMALL) <= room:
                lines[-1:] = [longer]
            else:
                lines += wrapped(fact, _SMALL, room)
        return lines

    @property
    def height(self) -> float:
        """The room it takes, in mm."""
        words = _NAME * _LINE + len(self.lines) * _SMALL * _LINE
        return max(2 * _SAMPLE, words) + _ROW_GAP


class TableGroup(NamedTuple):
    """Entries under a heading."""

    heading: str
    entries: tuple[TableEntry, ...]


def terrain_table(rules: Ruleset) -> tuple[TableGroup, ...]:
    """Return the non-empty groups of a ruleset's table (terrain, details, effects, hexsides) in the ruleset's order."""
    looks = Looks(rules=rules, flat=False)
    kinds = [
        (it.detail, _entry(name, it, terrain_facts(it, rules), tile=looks.terrain(name).name))
        for name, it in rules.terrain.items()
    ]
    groups = (
        TableGroup("Terrain", tuple(entry for detail, entry in kinds if not detail)),
        TableGroup("Details, placed on other terrain", tuple(entry for detail, entry in kinds if detail)),
        TableGroup(
            "Effects", tuple(_entry(name, it, effect_facts(it, rules)) for name, it in rules.effects.items())
        ),
        TableGroup(
            "Hexside features",
            tuple(
                _entry(name, it, feature_facts(it), is_hexside=True) for name, it in rules.hexsides.items()
            ),
        ),
    )
    return tuple(group for group in groups if group.entries)


def _entry(
    name: str, it: Drawn, facts: tuple[str, ...], *, tile: str = "", is_hexside: bool = False
) -> TableEntry:
    return TableEntry(name, it.name, it.symbol, tile or it.tile or name, facts, is_hexside)


def draw_terrain_table(rules: Ruleset, *, grey: bool = False) -> Picture:
    """Return the picture of a ruleset's terrain table, with the layers ``paper title table``.

    The page is as wide as A4, or wider to keep its proportions. ``grey`` replaces colours by the grey of their luminance.
    """
    groups = terrain_table(rules)
    scene = _scene(rules)
    for columns in range(_LEAST_COLUMNS, _MOST_COLUMNS + 1):
        width = 2 * _MARGIN + columns * (_COLUMN + _COLUMN_GAP) - _COLUMN_GAP
        title, top = _title(rules, width)
        items, bottom = _groups(scene, groups, columns, top)
        height = bottom + _MARGIN
        if height <= _TALLEST * width:
            break
    page = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    picture = Picture(
        width_mm=round(width, 2),
        height_mm=round(height, 2),
        layers=(
            Layer("paper", "Paper", (Polygon(page, fill=PAPER),)),
            Layer("title", "Title", tuple(title)),
            Layer("table", "Terrain table", tuple(items)),
        ),
        title=clean(rules.title[:500]),
        description=f"The terrain table of {clean(rules.title[:500])}.",
        symbols=dict(sorted(scene.symbols.items())),
        images=dict(sorted(scene.images.items())),
    )
    return in_grey(picture) if grey else picture


def _scene(rules: Ruleset) -> Scene:
    """Return a scene to draw samples with; its board is of no account."""
    scenario = Scenario("", RulesetReference(rules.id), Board.blank(Layout.ODD_R, 1, 1))
    plan = BoardPlan(scenario.board, size=TILE_SIZE)
    return Scene(scenario, plan, Looks(rules=rules, flat=False), PictureOptions())


def _title(rules: Ruleset, width: float) -> tuple[list[Item], float]:
    """Return title, description and source, and the y below."""
    room = width - 2 * _MARGIN
    y = _MARGIN + _TITLE * 0.75
    title = fitted(rules.title, _TITLE, room, bold=True)
    items: list[Item] = [Text(_MARGIN, y, title, _TITLE, INK, bold=True)]
    y += 1.6
    document = rules.source
    facts = (rules.id, f"version {rules.version}" if rules.version else "", rules.description)
    licence = f"licence: {document.licence}" if document.licence else ""
    source = (document.document, document.author, licence)
    lines = [(" \N{MIDDLE DOT} ".join(filter(None, facts)), INK)]
    if any(source):
        lines.append(("Source: " + "; ".join(filter(None, source)), SOFT_INK))
    lines.append((document.notice, SOFT_INK))
    for text, ink in lines:
        for line in wrapped(text, _BODY, room):
            y += _BODY * _LINE
            items.append(Text(_MARGIN, y, line, _BODY, ink))
    return items, y + 3.0


def _groups(
    scene: Scene, groups: tuple[TableGroup, ...], columns: int, top: float
) -> tuple[list[Item], float]:
    """Return all groups, one below the other, and the y below the last."""
    items: list[Item] = []
    right = _MARGIN + columns * (_COLUMN + _COLUMN_GAP) - _COLUMN_GAP
    y = top
    for group in groups:
        y += 7.0
        heading = group.heading.upper()
        items.append(Text(_MARGIN, y, heading, _HEADING, SOFT_INK, bold=True, spacing=0.24))
        rule = ((_MARGIN, y + 1.6), (right, y + 1.6))
        items.append(Polygon(rule, stroke=RELIEF_INK, width=0.25, opacity=0.55))
        y += 4.4
        lowest = y
        for i, column in enumerate(_balanced(group.entries, columns)):
            at = y
            for entry in column:
                items += _drawn(scene, entry, _MARGIN + i * (_COLUMN + _COLUMN_GAP), at)
                at += entry.height
            lowest = max(lowest, at)
        y = lowest
    return items, y


def _balanced(entries: tuple[TableEntry, ...], columns: int) -> Iterator[tuple[TableEntry, ...]]:
    """Yield the entries in order, in columns of about the same height."""
    heights = [entry.height for entry in entries]
    most = max([*heights, sum(heights) / columns])
    while _columns_needed(heights, most) > columns:
        most += 1.0
    column: list[TableEntry] = []
    used = 0.0
    for entry, height in zip(entries, heights, strict=True):
        if column and used + height > most:
            yield tuple(column)
            column, used = [], 0.0
        column.append(entry)
        used += height
    yield tuple(column)


def _columns_needed(heights: list[float], most: float) -> int:
    count, used = 1, 0.0
    for height in heights:
        if used and used + height > most:
            count, used = count + 1, 0.0
        used += height
    return count


def _drawn(scene: Scene, entry: TableEntry, x: float, y: float) -> Iterator[Item]:
    """Yield an entry with its top left corner there."""
    middle = y + _SAMPLE
    if entry.is_hexside:
        yield from _sides(scene, entry.id, x + _SAMPLE, middle)
    else:
        yield from swatch(scene, load_tile(entry.tile), x + _SAMPLE, middle, size=_SAMPLE)
    words = _NAME * _LINE + len(entry.lines) * _SMALL * _LINE
    at = y + max(0.0, (2 * _SAMPLE - words) / 2) + _NAME
    left, right = x + _TEXT_AT, x + _COLUMN
    if entry.symbol:
        yield from _key(entry.symbol, right - _BOX, at - 3.5)
        right -= _BOX + _BOX_GAP
    name = fitted(entry.name, _NAME, right - left, bold=True)
    yield Text(left, at, name, _NAME, INK, bold=True)
    after = left + text_width(name, _NAME, bold=True) + 2.0
    if right - after > 5 * _SMALL:
        yield Text(after, at, fitted(entry.id, _SMALL, right - after), _SMALL, SOFT_INK)
    for line in entry.lines:
        at += _SMALL * _LINE + (0.3 if line is entry.lines[0] else 0.0)
        yield Text(left, at, line, _SMALL, INK)


def _key(symbol: str, x: float, y: float) -> Iterator[Item]:
    """Yield the palette character of an entry in a box."""
    box = ((x, y), (x + _BOX, y), (x + _BOX, y + _BOX), (x, y + _BOX))
    yield Polygon(box, fill="#ffffff", stroke=GRID, width=0.25, join=Join.ROUND)
    yield Text(x + _BOX / 2, y + 3.2, clean(symbol), 3.1, INK, anchor=TextAnchor.MIDDLE, bold=True)


def _sides(scene: Scene, feature: str, x: float, y: float) -> Iterator[Item]:
    """Yield a hex with a feature on two of its sides."""
    ground = load_tile("clear").fill
    outline = scene.plan.hexagon(x, y, 0.9 * _SAMPLE)
    yield Polygon(outline, fill=ground, stroke=mix(GRID, ground, 0.2), width=0.16, join=Join.ROUND)
    for start, end in ((0, 1), (1, 2)):
        yield from feature_items(scene, feature, outline[start], outline[end], share=_SAMPLE / TILE_SIZE)

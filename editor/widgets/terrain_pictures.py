"""The kinds of terrain, hexside features and effects as the palette and the legend list them, in words and in small pictures."""

from __future__ import annotations

import math
from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from textwrap import fill
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap, QPolygonF
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.pictures.tiles import Tile
    from fairground.core.rules import Ruleset
    from fairground.core.rules.terrain import Drawn
    from fairground.core.scenario.document import Scenario
    from fairground.editor.jobs.map_import import ImportOutcome


class PaletteSection(Enum):
    """The sections of the palette, in order."""

    TERRAIN = "terrain"
    HEXSIDE = "hexside"
    EFFECT = "effect"
    DETAIL = "detail"

    @property
    def title(self) -> str:
        """Its heading."""
        return _TITLES[self]

    @property
    def noun(self) -> str:
        """What one entry is called."""
        return _NOUNS[self]

    @property
    def is_terrain(self) -> bool:
        """Whether it lists terrain."""
        return self in (PaletteSection.TERRAIN, PaletteSection.DETAIL)


_TITLES = {
    PaletteSection.TERRAIN: tr("Terrain"),
    PaletteSection.HEXSIDE: tr("Hexside features"),
    PaletteSection.EFFECT: tr("Effects"),
    PaletteSection.DETAIL: tr("Combines with other terrain"),
}
_NOUNS = {
    PaletteSection.TERRAIN: tr("terrain"),
    PaletteSection.HEXSIDE: tr("hexside feature"),
    PaletteSection.EFFECT: tr("effect"),
    PaletteSection.DETAIL: tr("terrain"),
}
#: The cached kinds of the latest rulesets, which palette, options and legend use.
_cached_kinds: deque[tuple[Ruleset, list[PaletteKind]]] = deque(maxlen=4)
#: The most characters in a line of a tooltip.
_TIP_WIDTH = 72
#: What a click on an entry of the palette does.
_USES = {
    PaletteSection.TERRAIN: tr("Left-click: first terrain. Right-click: second terrain"),
    PaletteSection.HEXSIDE: tr("Click to choose this feature for hexsides"),
    PaletteSection.EFFECT: tr(
        "Click to choose this effect to paint. If hexes are selected with the select tool, clicking adds "
        "the effect to them or removes it"
    ),
    PaletteSection.DETAIL: tr(
        "Left-click: first terrain. Right-click: second terrain. This terrain is added to the terrain "
        "already in a hex"
    ),
}


@dataclass(frozen=True, slots=True)
class PaletteKind:
    """A terrain, a hexside feature or an effect as the palette shows it.

    ``facts`` are the differences from clear ground (``cost 2``, ``blocks sight``); ``tile`` is the name of its tile;
    ``source`` is its place in the rules, with the IDs of the rules.
    """

    id: str
    name: str
    tile: str
    section: PaletteSection
    facts: tuple[str, ...]
    description: str
    source: str

    @property
    def summary(self) -> str:
        """The facts as one line; empty for clear ground."""
        return " · ".join(self.facts)

    @property
    def tooltip(self) -> str:
        """All texts, in lines of limited length."""
        texts = (self.name, self.description, self.summary, self.source, _USES[self.section])
        return "\n".join(_in_lines(line) for line in texts if line)

    def matches(self, text: str) -> bool:
        """Whether the name or the facts contain every word of ``text``, ignoring case."""
        own = f"{self.name} {self.id} {self.summary}".casefold()
        return all(word in own for word in text.casefold().split())


@lru_cache(maxsize=1024)  # all tooltips are set again for every map that is opened
def _in_lines(text: str) -> str:
    return fill(text, _TIP_WIDTH)


def kinds(rules: Ruleset) -> list[PaletteKind]:
    """Return everything that a ruleset can paint, by section and then in the order of the file."""
    palette_kinds = next((it for known, it in _cached_kinds if known is rules), None)
    if palette_kinds is None:
        palette_kinds = _kinds(rules)
        _cached_kinds.append((rules, palette_kinds))
    return [*palette_kinds]


def _kinds(rules: Ruleset) -> list[PaletteKind]:
    from fairground.core.pictures.looks import Looks
    from fairground.core.rules.descriptions import effect_facts, feature_facts, terrain_facts

    looks = Looks(rules=rules)
    palette_kinds = [
        *(
            _kind(
                name,
                it,
                PaletteSection.DETAIL if it.detail else PaletteSection.TERRAIN,
                terrain_facts(it, rules),
                tile=looks.terrain(name).name,
            )
            for name, it in rules.terrain.items()
        ),
        *(_kind(name, it, PaletteSection.HEXSIDE, feature_facts(it)) for name, it in rules.hexsides.items()),
        *(
            _kind(name, it, PaletteSection.EFFECT, effect_facts(it, rules))
            for name, it in rules.effects.items()
        ),
    ]
    return sorted(palette_kinds, key=lambda kind: list(PaletteSection).index(kind.section))


def _kind(
    name: str, it: Drawn, section: PaletteSection, facts: tuple[str, ...], *, tile: str = ""
) -> PaletteKind:
    return PaletteKind(name, it.name, tile or it.tile or name, section, facts, it.description, _source(it))


def _source(it: Drawn) -> str:
    rules = f" ({', '.join(it.rules)})" if it.rules else ""
    return f"{it.source}{rules}" if it.source else rules.strip(" ()")


#: In mm of the printed picture: half the length of a hexside, and from the centre of the hex to a corner.
_HALF, _SIZE = 5.0, 11.0
_GROUND, _EDGE, _GRID = "#f6f1e4", "#8d8470", "#b9b09c"
#: The width of a picture in a row of ``KindCounts``, in points.
_ROW_PICTURE = 20

_features: dict[tuple[str, str, int, float], QPixmap] = {}


@contextmanager
def _on_hex(picture: QPixmap, fill: str, line: Qt.PenStyle = Qt.PenStyle.SolidLine) -> Iterator[QPainter]:
    """Draw a flat-top hex that fills a picture; yield a painter in mm about its centre, clipped to it."""
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(picture.width() / 2, picture.height() / 2)
    scale = picture.width() / (2 * _SIZE + 1)
    painter.scale(scale, scale)
    outline = QPainterPath()
    outline.addPolygon(QPolygonF([_at(60 * corner, _SIZE) for corner in range(7)]))
    painter.setPen(QPen(QColor(_EDGE), 0.7, line))
    painter.setBrush(QColor(fill))
    painter.drawPath(outline)
    painter.setClipPath(outline)
    yield painter
    painter.end()


@cache
def tile_picture(name: str, size: int, ratio: float = 1.0, *, ground: bool = True) -> QPixmap:
    """Return the tile of that name on a flat-top hex, ``size`` points wide, for ``ratio`` pixels a point.

    Without ``ground`` the symbol stands alone, as effects do.
    """
    from fairground.core.pictures.display_list import TileSymbol
    from fairground.core.pictures.tiles import load_tile, tile_names, tile_source
    from fairground.editor.canvas.item_painter import paint_items

    tile = load_tile(name)
    picture = QPixmap(round(size * ratio), round(size * ratio))
    line = Qt.PenStyle.SolidLine if ground else Qt.PenStyle.DotLine
    with _on_hex(picture, tile.fill if ground else _GROUND, line) as painter:
        if tile.band:
            for colour, width in ((tile.band.edge, tile.band.width + 1), (tile.band.fill, tile.band.width)):
                painter.setPen(QPen(QColor(colour), width))
                painter.drawLine(QPointF(-_SIZE, 0), QPointF(_SIZE, 0))
        if tile.name not in tile_names():  # one's own
            paint_items(painter, [TileSymbol(tile.name, 1, 0.0, 0.0)])
        else:
            renderer = QSvgRenderer(QByteArray(tile_source(name)))
            if renderer.elementExists("v1"):
                renderer.render(painter, "v1", QRectF(-_SIZE, -_SIZE, 2 * _SIZE, 2 * _SIZE))
    picture.setDevicePixelRatio(ratio)
    return picture


def kind_picture(scenario: Scenario, kind: PaletteKind, size: int, ratio: float = 1.0) -> QPixmap:
    """Return the picture of a kind of the scenario's ruleset, ``size`` points wide, for ``ratio`` pixels a point."""
    if kind.section is not PaletteSection.HEXSIDE:
        return tile_picture(kind.tile, size, ratio, ground=kind.section is not PaletteSection.EFFECT)
    key = scenario.rules.content_hash, kind.id, size, ratio
    if key not in _features:
        _features[key] = _feature_picture(scenario, kind.id, size, ratio)
    return _features[key]


def _feature_picture(scenario: Scenario, feature: str, size: int, ratio: float) -> QPixmap:
    from fairground.core.grid.layout import Layout
    from fairground.core.pictures.hexside_layer import feature_items
    from fairground.core.pictures.looks import Looks
    from fairground.editor.canvas.item_painter import paint_items
    from fairground.editor.canvas.stage import Stage

    picture = QPixmap(round(size * ratio), round(size * ratio))
    with _on_hex(picture, _GROUND) as painter:
        painter.setPen(QPen(QColor(_GRID), 0.6))
        for end, angles in ((_HALF, (-60, 60)), (-_HALF, (-120, 120))):
            for angle in angles:
                painter.drawLine(QPointF(end, 0), _at(angle, 2 * _SIZE) + QPointF(end, 0))
        scene = Stage(Layout.ODD_Q, Looks(scenario), scenario.ruleset).scene()
        paint_items(painter, feature_items(scene, feature, (-_HALF, 0.0), (_HALF, 0.0), share=1.25))
    picture.setDevicePixelRatio(ratio)
    return picture


def _at(degrees: float, distance: float) -> QPointF:
    return QPointF(distance * math.cos(math.radians(degrees)), distance * math.sin(math.radians(degrees)))


class KindCounts(QTableWidget):
    """Lists kinds with their picture, name and number of hexes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, 2, parent)
        self.setAccessibleName(tr("Preview"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setIconSize(QSize(_ROW_PICTURE, _ROW_PICTURE))
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_ROW_PICTURE + 6)

    def show_outcome(self, scenario: Scenario, outcome: ImportOutcome) -> None:
        """Show the terrain and then the effects of an imported map."""
        from fairground.core.pictures.looks import Looks

        looks = Looks(scenario)
        self.setRowCount(0)
        for kind, count in outcome.terrain:
            self._add(looks.terrain_name(kind), looks.terrain(kind), count, ground=True)
        for kind, count in outcome.effects:
            self._add(looks.effect_name(kind), looks.effect(kind), count, ground=False)

    def texts(self) -> list[str]:
        """Return the rows: ``Forest 12``."""
        rows = []
        for row in range(self.rowCount()):
            cells = [self.item(row, column) for column in (0, 1)]
            rows.append(" ".join(cell.text() for cell in cells if cell is not None))
        return rows

    def _add(self, name: str, tile: Tile, count: int, *, ground: bool) -> None:
        row = self.rowCount()
        self.insertRow(row)
        picture = tile_picture(tile.name, _ROW_PICTURE, self.devicePixelRatioF(), ground=ground)
        self.setItem(row, 0, QTableWidgetItem(QIcon(picture), name))
        number = QTableWidgetItem(f"{count:,}")
        number.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setItem(row, 1, number)

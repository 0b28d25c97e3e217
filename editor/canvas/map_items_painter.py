"""Items above the terrain: hexside features, zones, objectives, units and bases, names of places, signs of notes, labels and levels of hexes."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPixmap

from fairground.core.grid.labels import HexNames, LabelStyle, letters
from fairground.core.pictures.colours import text_ink
from fairground.core.pictures.label_layers import LABEL_RISE, LABEL_SIZE
from fairground.core.pictures.terrain_layers import BADGE_DROP
from fairground.core.pictures.tiles import TILE_SIZE
from fairground.core.pictures.zone_layers import side_colour, side_hatching
from fairground.core.scenario.board import MIN_LEVEL
from fairground.core.scenario.inches import inches_a_size, offset_in_hex
from fairground.editor.canvas.camera import cut, side_masks
from fairground.editor.canvas.far_view import ZONE_TINT
from fairground.editor.canvas.item_painter import map_font, paint_items, smooth
from fairground.editor.canvas.layers import BORDERS_FROM, MapLayer
from fairground.editor.canvas.sprites import Sprite
from fairground.editor.canvas.terrain_painter import LEVELS, ground_colour

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.pictures.display_list import Hatch
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.parts import Objective, Unit, Zone
    from fairground.editor.canvas.frame import Frame


def paint_bases(frame: Frame) -> None:
    """Draw the bases that reach into the frame."""
    facts, camera, painter = frame.facts, frame.camera, frame.painter
    units = facts.units
    if not len(units.keys):
        return
    across, down = camera.scale
    a_size = inches_a_size(facts.board)
    centres = camera.centres(units.columns, units.rows)
    shifts = (
        np.array([offset_in_hex(facts.board, unit) for unit in units.subjects]) * ((across, down)) / a_size
    )
    middles = centres + shifts
    reach = (facts.unit_reach + 0.3) * max(across, down)
    rect = frame.rect.adjusted(*(round(it * reach) for it in (-1, -1, 1, 1)))
    with smooth(painter, None):
        for (x, y), key, unit in zip(middles.tolist(), units.keys, units.subjects, strict=True):
            if not rect.contains(round(x), round(y)):
                continue
            code = key[0] if isinstance(key, tuple) else ""
            painter.save()
            painter.translate(x, y)
            scale = frame.scale.art.unit
            painter.scale(scale, scale)
            paint_items(painter, frame.scale.art.base(unit, code, inches=a_size))
            painter.restore()


NAMES_FROM = 20.0
_PLAQUES_FROM = 20.0
_NOTES_AT_SIDE_FROM = 26.0
#: Names may be this many hexes wide to either side.
_NAME_REACH = 6


def paint_hatches(frame: Frame) -> None:
    """Draw the hatches of the zones."""
    if not frame.facts.zones or not frame.use(MapLayer.ZONES):
        return
    on_board = ~frame.facts.is_void[frame.stacks]
    by_side: dict[int, NDArray[np.bool_]] = defaultdict(lambda: np.zeros(on_board.shape, np.bool_))
    for zone in frame.facts.zones:
        mask = cut(zone.mask, frame.cells)
        if mask.any():
            by_side[zone.side] |= mask & on_board
    for side, mask in sorted(by_side.items()):
        paint_hatched(frame, mask, side_hatching(side).hatch, tint=(side_colour(side), ZONE_TINT))


def paint_hatched(
    frame: Frame, mask: NDArray[np.bool_], hatch: Hatch, *, tint: tuple[str, float] | None = None
) -> None:
    """Draw a hatch that continues from hex to hex, in the cells of the frame that ``mask`` marks.

    ``tint``, a colour and its opacity, replaces it where hexes are too small; None draws nothing there.
    """
    brush = _hatch_brush(frame, hatch, tint)
    if brush is None or not mask.any():
        return
    shape = frame.scale.sheet.index("shape", frame.scale.art.shape)
    centres = frame.centres[mask]
    box = _box(frame, centres)
    if box.isEmpty():
        return
    corner = box.topLeft()
    cover = QPixmap(box.size())
    cover.fill(Qt.GlobalColor.transparent)
    painter = QPainter(cover)
    frame.scale.sheet.stamp(painter, shape, centres - (corner.x(), corner.y()))
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    if not brush.texture().isNull():
        period = brush.texture().width()
        # The pattern is fixed to the board.
        painter.setBrushOrigin(
            QPoint(-((frame.camera.left + corner.x()) % period), -((frame.camera.top + corner.y()) % period))
        )
    painter.fillRect(cover.rect(), brush)
    painter.end()
    frame.painter.drawPixmap(corner, cover)


def _box(frame: Frame, centres: NDArray[np.float64]) -> QRect:
    """Return the part of the frame that hexes with these centres cover, which is faster to fill."""
    margin = np.ceil(frame.camera.scale).astype(np.int64) + 2
    left, top = (np.floor(centres.min(axis=0)).astype(np.int64) - margin).tolist()
    right, bottom = (np.ceil(centres.max(axis=0)).astype(np.int64) + margin).tolist()
    return QRect(left, top, right - left, bottom - top) & frame.rect


def _hatch_brush(frame: Frame, hatch: Hatch, tint: tuple[str, float] | None) -> QBrush | None:
    if frame.pitch >= BORDERS_FROM:
        return frame.scale.brush(hatch)
    if tint is None:
        return None
    colour = QColor(tint[0])
    colour.setAlphaF(tint[1])
    return QBrush(colour)


def paint_zone_outlines(frame: Frame) -> None:
    """Draw the outlines inside the borders of the zones."""
    if frame.pitch < BORDERS_FROM or not frame.use(MapLayer.ZONES):
        return
    facts, art = frame.facts, frame.scale.art
    on_board = ~np.append(facts.is_void, True)
    for zone, whole, _, below in facts.zones:
        mask = cut(whole, frame.cells)
        if not mask.any():
            continue
        inside = side_masks(whole, frame.cells, facts.board.layout)
        for direction, stacks in enumerate(frame.stacks_around):
            inside &= ~((~on_board[stacks]).astype(np.uint8) << np.uint8(direction))
        where = mask & on_board[frame.stacks] & (inside != 63)

        def outline(mask: int, it: Zone = zone, rank: int = below) -> tuple[Hashable, Callable[[], Sprite]]:
            return (it.side, it.kind, rank, mask), lambda: art.zone_outline(it.side, it.kind, rank, mask)

        frame.stamp(frame.scale.sprites("zone", inside[where].astype(np.int64), outline), where=where)


def paint_hexsides(frame: Frame) -> None:
    """Draw the features of hexsides."""
    if not frame.use(MapLayer.HEXSIDES):
        return
    art = frame.scale.art

    def make(key: Hashable, features: tuple[str, ...]) -> Sprite:
        direction = key[0] if isinstance(key, tuple) else 0
        return art.hexside(direction, features)

    frame.stamp_parts(frame.facts.hexsides, "hexside", make)


def paint_objectives(frame: Frame) -> None:
    """Draw the rings of objectives, and their points."""
    if not frame.use(MapLayer.OBJECTIVES):
        return
    art = frame.scale.art
    frame.stamp_parts(frame.facts.objectives, "ring", lambda _, objective: art.ring(objective))
    if frame.pitch < _PLAQUES_FROM:
        return

    def make(key: Hashable, objective: Objective) -> Sprite:
        has_points = isinstance(key, tuple) and key[-1]
        return art.plaque(objective) if has_points else Sprite.nothing()

    frame.stamp_parts(frame.facts.objectives, "plaque", make)


def paint_units(frame: Frame) -> None:
    """Draw the counters of units, or their bases."""
    if not frame.use(MapLayer.UNITS):
        return
    if frame.facts.looks.on_bases:
        paint_bases(frame)
        return
    art = frame.scale.art

    def make(key: Hashable, unit: Unit) -> Sprite:
        code, *_, below = key if isinstance(key, tuple) else ("", 0)
        return art.counter(unit, code, below)

    frame.stamp_parts(frame.facts.units, "unit", make, margin=2)


def paint_names(frame: Frame) -> None:
    """Draw the names of places."""
    if frame.pitch >= NAMES_FROM and frame.use(MapLayer.NAMES):
        art = frame.scale.art
        frame.stamp_parts(frame.facts.names, "name", lambda _, name: art.name(name), margin=_NAME_REACH)


def paint_name_of(frame: Frame, at: Hex) -> None:
    """Draw the name of one place again, above the cursor."""
    names = frame.facts.names
    column, row = frame.camera.layout.to_offset(at)
    here = np.flatnonzero((names.columns == column) & (names.rows == row)).tolist()
    if here and frame.pitch >= NAMES_FROM and frame.use(MapLayer.NAMES):
        subject, art = names.subjects[here[0]], frame.scale.art
        index = frame.scale.sheet.index(("name", names.keys[here[0]]), lambda: art.name(subject))
        frame.scale.sheet.stamp(
            frame.painter, np.array([index]), frame.camera.centres(names.columns[here], names.rows[here])
        )


def paint_notes(frame: Frame) -> None:
    """Draw a small sign at the left of hexes with a note, in the middle of small hexes."""
    if not len(frame.facts.notes.keys) or not frame.use(MapLayer.NAMES):
        return
    across, down = frame.camera.scale
    offset = (-0.58 * across, -0.2 * down) if frame.pitch >= _NOTES_AT_SIDE_FROM else (0.0, 0.0)
    art = frame.scale.art
    frame.stamp_parts(frame.facts.notes, "note", lambda _key, _note: art.note(), margin=2, offset=offset)


#: Below this pitch letters would be too small to read.
LETTERS_FROM = 30.0
_SMALLEST_LETTERS = 8.0


def paint_labels(frame: Frame) -> None:
    """Draw the label of every hex, dark on light ground and light on dark.

    Each is drawn in two parts, column and row, so that a thousand sprites make a quarter of a million labels.
    """
    if frame.pitch < LETTERS_FROM or not frame.use(MapLayer.LABELS):
        return
    top, bottom, left, right = frame.cells
    if top == bottom or left == right:
        return
    size = TILE_SIZE * frame.scale.unit
    wanted = max(LABEL_SIZE * size, _SMALLEST_LETTERS * frame.scale.ratio)
    names = frame.facts.board.hex_names
    longest = max(*(len(names.cell(*it)) for it in _corners(frame.facts.board)), 5)
    pixels = round(wanted * 5 / longest)
    inks, which = _inks(frame)
    parts = _label_parts(names, frame.cells)
    metrics = QFontMetricsF(map_font(pixels))
    widths = [
        np.array([metrics.horizontalAdvance(text) for text in part.texts])[part.places] for part in parts
    ]
    # The baseline is as high in the hex as in print, lower where letters are larger.
    rise = LABEL_RISE * size - max(0.0, 0.75 * (pixels - LABEL_SIZE * size) - 0.06 * size)
    baseline = frame.centres[..., 1] - rise
    x = frame.centres[..., 0] - (widths[0] + widths[1]) / 2
    on_board = ~frame.facts.is_void[frame.stacks]
    for part, width in zip(parts, widths, strict=True):
        chosen = _letters(frame, part.texts, inks, pixels)[which, part.places]
        frame.scale.sheet.stamp(frame.painter, chosen[on_board], np.stack((x, baseline), axis=-1)[on_board])
        x += width


class _LabelPart(NamedTuple):
    """The first or the second part of all labels: its texts, and the index of each hex's text, ``[rows, columns]``."""

    texts: list[str]
    places: NDArray[np.int64]


def _corners(board: Board) -> tuple[tuple[int, int], ...]:
    """Return column and row of the corners of a board, which have its longest labels."""
    return (0, 0), (board.columns - 1, 0), (0, board.rows - 1), (board.columns - 1, board.rows - 1)


def _label_parts(names: HexNames, cells: tuple[int, int, int, int]) -> tuple[_LabelPart, _LabelPart]:
    """Return the parts of the labels of the hexes from ``top`` to ``bottom`` and from ``left`` to ``right``."""
    top, bottom, left, right = cells
    row, column = np.mgrid[top:bottom, left:right]
    match names.style:
        case LabelStyle.AXIAL:
            q, r = names.layout.from_offset_arrays(column, row)
            return _part(q, "({},".format), _part(r, "{})".format)
        case LabelStyle.NUMERIC:
            number = f"{{:0{names.digits}}}".format
            return _part(column + 1, number), _part(row + 1, number)
        case LabelStyle.ROW_LETTER:
            return _part(row, letters), _part(column + 1, str)
        case LabelStyle.COLUMN_LETTER:
            return _part(column, letters), _part(row + 1, str)


def _part(values: NDArray[np.int64], text: Callable[[int], str]) -> _LabelPart:
    lowest = int(values.min())
    return _LabelPart([text(it) for it in range(lowest, int(values.max()) + 1)], values - lowest)


def _inks(frame: Frame) -> tuple[list[str], NDArray[np.int64]]:
    """Return the inks in use, and the index of the ink of each cell."""
    facts = frame.facts
    tint = frame.layers.strength(MapLayer.ELEVATION)
    levels = cut(facts.board.elevation, frame.cells).astype(np.int64) - MIN_LEVEL
    values = frame.stacks * LEVELS + levels
    inks: list[str] = []
    table = np.zeros(int(values.max()) + 1, np.int64)
    for value in np.flatnonzero(np.bincount(values.reshape(-1))).tolist():
        stack, level = divmod(value, LEVELS)
        ink = text_ink(ground_colour(facts.stacks[stack].ground, level + MIN_LEVEL, tint))
        if ink not in inks:
            inks.append(ink)
        table[value] = inks.index(ink)
    return inks, table[values]


def _letters(frame: Frame, texts: list[str], inks: list[str], pixels: int) -> NDArray[np.int64]:
    """Return the sprites of parts of labels, ``[ink, text]``."""
    sheet, art = frame.scale.sheet, frame.scale.art

    def sprite(text: str, ink: str) -> int:
        return sheet.index(("letters", text, ink, pixels), lambda: art.letters(text, ink, pixels))

    return np.array([[sprite(text, ink) for text in texts] for ink in inks], np.int64)


def paint_levels(frame: Frame) -> None:
    """Draw the level of every hex that is not on level 0, in a badge at its bottom."""
    if frame.pitch < LETTERS_FROM or not frame.use(MapLayer.ELEVATION):
        return
    facts, art = frame.facts, frame.scale.art
    levels = cut(facts.board.elevation, frame.cells).astype(np.int64)
    where = (levels != 0) & ~facts.is_void[frame.stacks]
    if not where.any():
        return

    def badge(value: int) -> tuple[Hashable, Callable[[], Sprite]]:
        return value, lambda: art.level(value + MIN_LEVEL)

    sprites = frame.scale.sprites("level", levels[where] - MIN_LEVEL, badge)
    drop = BADGE_DROP * TILE_SIZE * frame.scale.unit
    frame.scale.sheet.stamp(frame.painter, sprites, frame.centres[where] + (0.0, drop))

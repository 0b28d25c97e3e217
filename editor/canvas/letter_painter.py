"""The letters of the near view: the label of every hex, and the badges with the levels.

Labels are drawn in two parts, column and row, so that a thousand sprites make a quarter of a million labels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtGui import QFontMetricsF

from fairground.core.grid.labels import HexNames, LabelStyle, letters
from fairground.core.pictures.colours import text_ink
from fairground.core.pictures.label_layers import LABEL_RISE, LABEL_SIZE
from fairground.core.pictures.relief_layers import BADGE_DROP
from fairground.core.pictures.tiles import TILE_SIZE
from fairground.core.scenario.board import MIN_LEVEL
from fairground.editor.canvas.array_window import cut
from fairground.editor.canvas.item_painter import map_font
from fairground.editor.canvas.layers import MapLayer
from fairground.editor.canvas.terrain_painter import LEVELS, ground_colour

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from numpy.typing import NDArray

    from fairground.core.scenario.board import Board
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.canvas.sprites import Sprite

#: Below this pitch letters would be too small to read.
LETTERS_FROM = 30.0
_SMALLEST_LETTERS = 8.0


def paint_labels(frame: Frame) -> None:
    """Draw the label of every hex, dark on light ground and light on dark."""
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

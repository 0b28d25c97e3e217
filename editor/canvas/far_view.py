"""The far view: the whole board as one image of 4x4 pixels a hex, drawn at any scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from fairground.core.grid.layout import SQRT3, Orientation
from fairground.core.pictures.colours import PAPER, channels
from fairground.core.pictures.zone_layers import side_colour
from fairground.core.scenario.board import MIN_LEVEL
from fairground.editor.canvas.layers import MapLayer
from fairground.editor.canvas.terrain_painter import LEVELS, effect_tone, ground_colour, tone_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.grid.layout import Layout
    from fairground.editor.canvas.camera import Camera
    from fairground.editor.canvas.facts import Facts
    from fairground.editor.canvas.layers import LayerModel

#: Pixels a hex, both ways.
SIDE = 4
#: The opacity of a side's colour in its zones, where no hatch is drawn.
ZONE_TINT = 0.34


class FarImage:
    """The board as an image; ``update`` writes the cells that changed."""

    def __init__(self, facts: Facts, layers: LayerModel) -> None:
        self._facts, self._layers = facts, layers
        board = facts.board
        self._layout = board.layout
        rows, columns = board.terrain.shape
        self._is_flat = board.layout.orientation is Orientation.FLAT
        self._pixels = far_pixels(board.layout, rows, columns, _number(PAPER))
        high, wide = self._pixels.shape
        self.image = QImage(self._pixels.data, wide, high, 4 * wide, QImage.Format.Format_RGB32)
        self._lines = columns if self._is_flat else rows
        self._is_stale = True
        #: The colour around the board, and of void hexes.
        self._around = PAPER
        #: Whether palette entries may have no colours yet.
        self._lacks_colours = True

    def lay_on(self, colour: str) -> None:
        """Set the colour around the board."""
        if colour != self._around:
            self._around = colour
            self._pixels[:] = _number(colour)
            self._lacks_colours = self._is_stale = True

    def refresh(self) -> None:
        """Redraw all cells before the image is next used, after looks or layers changed."""
        self._is_stale = True

    def bring_up_to_date(self) -> None:
        """Redraw all cells if the image is stale."""
        if self._is_stale:
            self._draw_all()

    def _draw_all(self) -> None:
        self._refresh_colours()
        board = self._facts.board
        rows, columns = board.terrain.shape
        colours = self._colours(np.arange(board.terrain.size)).reshape(rows, columns)
        fill_far(self._pixels, board.layout, colours)
        self._is_stale = False

    def update(self, cells: NDArray[np.int64]) -> None:
        """Redraw some cells, given as flat indices."""
        board = self._facts.board
        if self._is_stale or len(cells) > board.terrain.size // 8:
            self._is_stale = True
            return
        colours = self._colours(cells)[:, None, None]
        row, column = np.divmod(cells, board.columns)
        lines = column if self._is_flat else row
        shift = np.where(_shifted(self._layout, lines, self._lines), SIDE // 2, 0)
        y = row * SIDE + (shift if self._is_flat else 0)
        x = column * SIDE + (0 if self._is_flat else shift)
        step = np.arange(SIDE)
        self._pixels[(y[:, None] + step)[:, :, None], (x[:, None] + step)[:, None, :]] = colours

    def forget_colours(self) -> None:
        """Compute colours again, after the palettes grew; drawn cells stay."""
        self._lacks_colours = True

    def _refresh_colours(self) -> None:
        """Compute the tables of colours: of ground by entry and level, and of effects."""
        self._lacks_colours = False
        facts, layers = self._facts, self._layers
        tint = layers.strength(MapLayer.ELEVATION)
        terrain = layers.strength(MapLayer.TERRAIN)
        paper = np.array(channels(PAPER), np.float32)
        self._ground = np.empty((len(facts.stacks), LEVELS, 3), np.float32)
        # Counted, since ``np.unique`` would first import numpy's masked arrays.
        levels = (np.flatnonzero(np.bincount(facts.board.elevation.ravel() - MIN_LEVEL)) + MIN_LEVEL).tolist()
        for i, stack in enumerate(facts.stacks):
            if facts.is_void[i]:
                self._ground[i] = channels(self._around)
                continue
            tone = tone_of(stack)
            self._ground[i] = np.nan
            for level in levels:
                self._ground[i, level - MIN_LEVEL] = channels(
                    tone.over(ground_colour(stack.ground, level, tint))
                )
            self._ground[i] = paper + (self._ground[i] - paper) * terrain
        #: The same as 0xffRRGGBB; 0 where it is unknown.
        unknown = np.isnan(self._ground[..., 0])
        self._bare = np.where(unknown, np.uint32(0), _packed(np.where(unknown[..., None], 0, self._ground)))
        strength = layers.strength(MapLayer.EFFECTS)
        tones = [effect_tone(tiles) for tiles in facts.effects]
        self._effects = (
            np.array([(it.red, it.green, it.blue, it.share) for it in tones], np.float32) * strength
        )

    def _colours(self, cells: NDArray[np.int64]) -> NDArray[np.uint32]:
        """Return the colours of cells, given as flat indices, as 0xffRRGGBB."""
        if self._lacks_colours:
            self._refresh_colours()
        board = self._facts.board
        stacks = board.terrain.reshape(-1)[cells]
        levels = board.elevation.reshape(-1)[cells] - MIN_LEVEL
        colours = self._bare[stacks, levels]
        if not colours.all():
            # A level that the board did not have before.
            self._refresh_colours()
            colours = self._bare[stacks, levels]
        # Colours are mixed only where zones or effects are.
        covered = board.effects.reshape(-1)[cells] > 0
        for zone in self._facts.zones if self._layers.strength(MapLayer.ZONES) else ():
            covered |= zone.mask.reshape(-1)[cells]
        where = np.flatnonzero(covered)
        if len(where):
            colours[where] = self._mixed(cells[where], self._ground[stacks[where], levels[where]])
        return colours

    def _mixed(self, cells: NDArray[np.int64], colours: NDArray[np.float32]) -> NDArray[np.uint32]:
        """Return the colours of cells whose ground has ``colours``, ``[n, 3]``, under their zones and effects."""
        board = self._facts.board
        on_board = ~self._facts.is_void[board.terrain.reshape(-1)[cells]]
        strength = self._layers.strength(MapLayer.ZONES) * ZONE_TINT
        for zone in self._facts.zones if strength else ():
            where = zone.mask.reshape(-1)[cells] & on_board
            colour = np.array(channels(side_colour(zone.side)), np.float32)
            colours[where] += (colour - colours[where]) * np.float32(strength)
        effects = board.effects.reshape(-1)[cells]
        clouded = np.flatnonzero(effects)
        if len(clouded):
            tone = self._effects[effects[clouded]]
            colours[clouded] = tone[:, :3] + colours[clouded] * (1 - tone[:, 3:])
        return _packed(colours)

    def paint(self, painter: QPainter, camera: Camera, *, smooth: bool) -> None:
        """Draw the board in the pixels of a camera's view."""
        self.bring_up_to_date()
        target = far_target(camera, self.image.width(), self.image.height())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, on=smooth)
        painter.drawImage(target, self.image)


def far_pixels(layout: Layout, rows: int, columns: int, colour: int) -> NDArray[np.uint32]:
    """Return the pixels of a far view of so many hexes, all of one colour: 0xAARRGGBB."""
    is_flat, half = layout.orientation is Orientation.FLAT, SIDE // 2
    return np.full((rows * SIDE + half * is_flat, columns * SIDE + half * (not is_flat)), colour, np.uint32)


def fill_far(pixels: NDArray[np.uint32], layout: Layout, colours: NDArray[np.uint32]) -> None:
    """Write the colours of all hexes, ``[rows, columns]``, into the pixels of a far view."""
    rows, columns = colours.shape
    is_flat = layout.orientation is Orientation.FLAT
    for parity in (0, 1):
        shift = SIDE // 2 * int(_shifted(layout, np.array([parity]), columns if is_flat else rows)[0])
        for y, x in np.ndindex(SIDE, SIDE):
            if is_flat:
                lines = pixels[shift + y : shift + SIDE * rows : SIDE, parity * SIDE + x :: 2 * SIDE]
                lines[:] = colours[:, parity::2]
            else:
                lines = pixels[parity * SIDE + y :: 2 * SIDE, shift + x : shift + SIDE * columns : SIDE]
                lines[:] = colours[parity::2]


def _shifted(layout: Layout, lines: NDArray[np.int64], count: int) -> NDArray[np.bool_]:
    """Return which lines of a board with ``count`` lines are shifted by half a hex."""
    shifted: NDArray[np.bool_] = (lines & 1) == (1 if layout.is_odd else 0)
    return shifted if count > 1 else np.zeros_like(shifted)


def far_target(camera: Camera, width: int, height: int) -> QRectF:
    """Return the rectangle of an image of ``SIDE`` pixels a hex, in the pixels of a camera's view."""
    across, down = camera.scale
    is_flat = camera.layout.orientation is Orientation.FLAT
    # The first line of even layouts is a shifted one.
    offset = SIDE // 2 if not camera.layout.is_odd and (camera.columns if is_flat else camera.rows) > 1 else 0
    if is_flat:
        wide, high = 1.5 / SIDE * across, SQRT3 / SIDE * down
        x, y = -SIDE / 2, -SIDE / 2 - offset
    else:
        wide, high = SQRT3 / SIDE * across, 1.5 / SIDE * down
        x, y = -SIDE / 2 - offset, -SIDE / 2
    return QRectF(x * wide - camera.left, y * high - camera.top, width * wide, height * high)


def _packed(colours: NDArray[np.float32]) -> NDArray[np.uint32]:
    """Return colours, ``[..., 3]`` from 0 to 255, as 0xffRRGGBB."""
    whole = (colours + 0.5).astype(np.uint32)
    red, green, blue = whole[..., 0], whole[..., 1], whole[..., 2]
    return np.uint32(0xFF000000) | red << np.uint32(16) | green << np.uint32(8) | blue


def _number(colour: str) -> int:
    return 0xFF000000 | int(colour[1:], 16)

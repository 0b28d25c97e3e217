"""Scales of the map: each has a sheet of sprites, and tables from values of hexes to sprites."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.pictures.tiles import TILE_SIZE
from fairground.editor.canvas.art import Art
from fairground.editor.canvas.item_painter import hatch_brush
from fairground.editor.canvas.sprites import SpriteSheet

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from numpy.typing import NDArray
    from PySide6.QtGui import QBrush

    from fairground.core.pictures.display_list import Hatch
    from fairground.editor.canvas.camera import Camera
    from fairground.editor.canvas.facts import Facts
    from fairground.editor.canvas.sprites import Sprite

_MOST_SCALES = 3
#: Values up to so many times their number are counted; larger ones are sorted.
_WITHIN = 16
_MOST_PIXELS = 6_000_000


class _Key(NamedTuple):
    scale: tuple[float, float]
    ratio: float
    version: int


class Scale:
    """Sprites, brushes and letters at one scale."""

    def __init__(self, facts: Facts, camera: Camera) -> None:
        across, down = camera.scale
        self.ratio = camera.ratio
        grid = across / TILE_SIZE, down / TILE_SIZE
        self.sheet = SpriteSheet(grid, most_pixels=round(_MOST_PIXELS * max(1.0, camera.ratio)))
        #: Pixels a mm of the printed picture.
        self.unit = self.sheet.figure
        self.art = Art(facts.stage, self.unit, camera.ratio)
        self._brushes: dict[Hatch, QBrush] = {}
        self._values: dict[tuple[str, Hashable], dict[int, int]] = {}
        self._sheet_made = self.sheet.made

    def sprites(
        self,
        kind: str,
        values: NDArray[np.int64],
        make: Callable[[int], tuple[Hashable, Callable[[], Sprite]]],
        *,
        meaning: Hashable = None,
    ) -> NDArray[np.int64]:
        """Return the sprite of every value, in the shape of ``values``: whole numbers from 0.

        ``make`` returns the key of a value's sprite among those of its ``kind``, and the function that draws it. With a
        ``meaning``, which together with the facts determines the sprites, they are cached by value.
        """
        flat = values.reshape(-1)
        if not flat.size:
            return np.zeros(values.shape, np.int64)
        cached = self._cached(kind, meaning)
        # Boards with hundreds of stacks have millions of values, of which a view shows few.
        if int(flat.max()) < _WITHIN * flat.size:
            present, places = np.flatnonzero(np.bincount(flat)), flat
            table = np.zeros(int(present[-1]) + 1, np.int64)
            at = present
        else:
            present, places = np.unique(flat, return_inverse=True)
            table = np.zeros(len(present), np.int64)
            at = np.arange(len(present))
        for place, value in zip(at.tolist(), present.tolist(), strict=True):
            sprite = cached.get(value)
            if sprite is None:
                key, draw = make(value)
                sprite = self.sheet.index((kind, key), draw)
                # One that was left out is drawn later.
                if sprite or not self.sheet.lacks:
                    cached[value] = sprite
            table[place] = sprite
        return table[places].reshape(values.shape)

    def _cached(self, kind: str, meaning: Hashable) -> dict[int, int]:
        """Return the cached sprites of values with a meaning."""
        if meaning is None:
            return {}
        if self._sheet_made != self.sheet.made:
            self._values.clear()
            self._sheet_made = self.sheet.made
        return self._values.setdefault((kind, meaning), {})

    def forget_values(self) -> None:
        """Forget the sprites of values; drawn sprites stay."""
        self._values.clear()

    def brush(self, hatch: Hatch) -> QBrush:
        """Return the brush of a hatch."""
        if hatch not in self._brushes:
            self._brushes[hatch] = hatch_brush(hatch, unit=self.unit, ratio=self.ratio)
        return self._brushes[hatch]


class Scales:
    """A cache of the last few scales."""

    def __init__(self) -> None:
        self._scales: OrderedDict[_Key, Scale] = OrderedDict()

    def at(self, facts: Facts, camera: Camera) -> Scale:
        """Return the scale of a camera."""
        key = _Key(camera.scale, camera.ratio, facts.version)
        scale = self._scales.get(key)
        if scale is None:
            # Facts never return to an earlier version.
            for other in [it for it in self._scales if it.version != key.version]:
                del self._scales[other]
            scale = self._scales[key] = Scale(facts, camera)
            while len(self._scales) > _MOST_SCALES:
                self._scales.popitem(last=False)
        self._scales.move_to_end(key)
        return scale

    def forget_values(self) -> None:
        """Forget the sprites of values in all scales, for other facts with the same looks."""
        for scale in self._scales.values():
            scale.forget_values()

    def tidy(self) -> None:
        """Empty sheets that have grown too large; call this when a view is painted."""
        for scale in self._scales.values():
            scale.sheet.tidy()

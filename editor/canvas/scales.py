"""What belongs to one scale of the map: its sheet of sprites, and tables from what a hex holds to its sprite."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.pictures.tiles import TILE_SIZE
from fairground.editor.canvas.art import Art
from fairground.editor.canvas.hatching import hatch_brush
from fairground.editor.canvas.sprites import SpriteSheet

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from numpy.typing import NDArray
    from PySide6.QtGui import QBrush

    from fairground.core.pictures.display_list import Hatch
    from fairground.editor.canvas.camera import Camera
    from fairground.editor.canvas.facts import Facts
    from fairground.editor.canvas.sprites import Sprite

_KEPT = 3
#: Values up to so many times their number are counted; of larger ones the different ones are sorted out.
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

        ``make`` gives the key of a value's sprite among those of its ``kind``, and draws it. Where what a value
        stands for depends on the facts and on ``meaning`` alone, it is asked once for each value.
        """
        flat = values.reshape(-1)
        if not flat.size:
            return np.zeros(values.shape, np.int64)
        known = self._known(kind, meaning)
        # Boards with hundreds of stacks have values by the million, of which a view shows few.
        if int(flat.max()) < _WITHIN * flat.size:
            present, places = np.flatnonzero(np.bincount(flat)), flat
            table = np.zeros(int(present[-1]) + 1, np.int64)
            at = present
        else:
            present, places = np.unique(flat, return_inverse=True)
            table = np.zeros(len(present), np.int64)
            at = np.arange(len(present))
        for place, value in zip(at.tolist(), present.tolist(), strict=True):
            found = known.get(value)
            if found is None:
                key, draw = make(value)
                found = self.sheet.index((kind, key), draw)
                # One that was left out comes later.
                if found or not self.sheet.lacks:
                    known[value] = found
            table[place] = found
        return table[places].reshape(values.shape)

    def _known(self, kind: str, meaning: Hashable) -> dict[int, int]:
        """Return the sprites of values that were asked for; none where their meaning does not last."""
        if meaning is None:
            return {}
        if self._sheet_made != self.sheet.made:
            self._values.clear()
            self._sheet_made = self.sheet.made
        return self._values.setdefault((kind, meaning), {})

    def forget_values(self) -> None:
        """Ask anew what values stand for; sprites that were drawn stay."""
        self._values.clear()

    def brush(self, hatch: Hatch) -> QBrush:
        """Return the brush of a hatch."""
        if hatch not in self._brushes:
            self._brushes[hatch] = hatch_brush(hatch, unit=self.unit, ratio=self.ratio)
        return self._brushes[hatch]


class Scales:
    """The last few scales, so that a step back is at once there."""

    def __init__(self) -> None:
        self._kept: OrderedDict[_Key, Scale] = OrderedDict()

    def at(self, facts: Facts, camera: Camera) -> Scale:
        """Return the scale of a camera."""
        key = _Key(camera.scale, camera.ratio, facts.version)
        scale = self._kept.get(key)
        if scale is None:
            # Facts never come back to an earlier version.
            for other in [it for it in self._kept if it.version != key.version]:
                del self._kept[other]
            scale = self._kept[key] = Scale(facts, camera)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return scale

    def forget_values(self) -> None:
        """Have all scales ask anew what values stand for: the facts are others, of the same looks."""
        for scale in self._kept.values():
            scale.forget_values()

    def tidy(self) -> None:
        """Empty the sheets that have grown too large, once a view is painted."""
        for scale in self._kept.values():
            scale.sheet.tidy()

"""What marks the map as a what-if: a striped frame around it with words, and an outline around what is different."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import ref

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QBrush, QColor

from fairground.core.pictures.colours import INK, PAPER
from fairground.core.pictures.display_list import Hatch, HatchMark
from fairground.editor.app.texts import tr
from fairground.editor.canvas.art import OutlineStyle
from fairground.editor.canvas.hatching import hatch_brush
from fairground.editor.canvas.plaque import paint_tag
from fairground.editor.overlays.far_cells import FarCells, colour_number
from fairground.editor.overlays.regions import paint_border

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.scenario.document import Scenario
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.what_if_copy import WhatIfCopy

#: How wide the frame is, in logical pixels.
WIDE = 9.0
_AMBER = "#e69f00"
_STRIPES = Hatch(INK, HatchMark.LINES, 45.0, 12.0, 6.0, 1.0)
_DIFFERENT = OutlineStyle(
    "what-if", ((PAPER, 4.2, 0.95, ()), (INK, 2.6, 1.0, ()), (_AMBER, 1.8, 1.0, (4.0, 3.0))), inset=1.4
)
#: Where the words stand, in logical pixels from the lower edge.
_WORDS_AT = 14.0


class WhatIfFrame:
    """Drawn over the map while ``copy`` is what it shows; nothing without one."""

    def __init__(self) -> None:
        self.copy: WhatIfCopy | None = None
        self._different = np.zeros((0, 0), np.bool_)
        self._kinds = self._different.astype(np.uint8)
        #: What ``different`` was found for; the copy goes when its what-if does.
        self._of: tuple[ref[WhatIfCopy], int] | None = None
        self._far = FarCells()
        self._brushes: dict[float, QBrush] = {}

    @property
    def different(self) -> NDArray[np.bool_]:
        """The hexes whose terrain, level or effects are not as on the map, ``[rows, columns]``."""
        copy = self.copy
        if copy is not None and self._of != (ref(copy), copy.revision):
            self._of = ref(copy), copy.revision
            self._different = different_hexes(copy.origin.scenario, copy.scenario)
            self._kinds = self._different.astype(np.uint8)
        return self._different

    def paint(self, frame: Frame) -> None:
        """Draw outline, frame and words."""
        if self.copy is None:
            return
        different = self.different
        frame.painter.setOpacity(1.0)
        if different.shape == frame.facts.board.terrain.shape and different.any():
            if frame.camera.is_near:
                paint_border(frame, different, _DIFFERENT, at_edge=True)
            else:
                self._far.paint(frame, self._kinds, (0, colour_number(_AMBER, 0.75)))
        self._paint_frame(frame)
        across, ratio = frame.camera.width / 2, frame.camera.ratio
        paint_tag(
            frame,
            tr("What if: not the map itself"),
            (across, frame.camera.height - _WORDS_AT * ratio),
            bold=True,
        )

    def _paint_frame(self, frame: Frame) -> None:
        camera, ratio = frame.camera, frame.camera.ratio
        wide, width, height = WIDE * ratio, float(camera.width), float(camera.height)
        if ratio not in self._brushes:
            self._brushes[ratio] = hatch_brush(_STRIPES, unit=ratio, ratio=ratio)
        for part in (
            QRectF(0, 0, width, wide),
            QRectF(0, height - wide, width, wide),
            QRectF(0, wide, wide, height - 2 * wide),
            QRectF(width - wide, wide, wide, height - 2 * wide),
        ):
            if part.intersects(QRectF(frame.rect)):
                frame.painter.fillRect(part, QColor(_AMBER))
                frame.painter.fillRect(part, self._brushes[ratio])


def different_hexes(before: Scenario, after: Scenario) -> NDArray[np.bool_]:
    """Return where two boards have other stacks of terrain or effects, or another level, ``[rows, columns]``.

    Boards of different sizes are different nowhere.
    """
    old, new = before.board, after.board
    if old.terrain.shape != new.terrain.shape:
        return np.zeros(new.terrain.shape, np.bool_)
    found: NDArray[np.bool_] = old.elevation != new.elevation
    for one, other, palette, changed in (
        (old.terrain, new.terrain, old.palette, new.palette),
        (old.effects, new.effects, old.effects_palette, new.effects_palette),
    ):
        for at in np.unique(other[one != other]).tolist():
            alike = [index for index, entry in enumerate(palette) if entry.kinds == changed[at].kinds]
            found = found | ((other == at) & (one != other) & ~np.isin(one, alike))
    return found

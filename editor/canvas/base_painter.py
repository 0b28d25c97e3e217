"""Units on bases: discs where the bases are, as large as they are, whatever the size of the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QPainter

from fairground.core.scenario.table import inches_a_size, offset_in_hex
from fairground.editor.canvas.item_painter import paint_items

if TYPE_CHECKING:
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
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
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
    painter.restore()

"""What-ifs on the map: a striped frame with a label, an outline around changed hexes, and answers for comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import ref

import numpy as np
from PySide6.QtCore import QObject, QRectF
from PySide6.QtGui import QBrush, QColor

from fairground.core.pictures.colours import INK, PAPER, WHAT_IF
from fairground.core.pictures.display_list import Hatch, HatchMark
from fairground.editor.app.texts import tr
from fairground.editor.canvas.art import OutlineStyle
from fairground.editor.canvas.item_painter import hatch_brush, paint_tag
from fairground.editor.overlays.regions import FarCells, colour_number, paint_border

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.scenario.document import Scenario
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.document.what_if_copy import WhatIfCopy
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.overlays.overlay import Overlay
    from fairground.editor.overlays.registry import Overlays
    from fairground.editor.tools.tool_state import ToolState


class WhatIfBefore(QObject):
    """Computes the answers of the overlays for the map as well as for the copy, as the earlier state.

    An invisible twin of the overlay asks once the overlay has its own answer, because the worker answers only the newer
    of two requests of a kind. It asks again when the overlay's hex or options change.
    """

    def __init__(
        self, overlays: Overlays, state: ToolState, worker: Worker, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._overlays, self._state, self._worker = overlays, state, worker
        self._document: Document | None = None
        self._twins: dict[str, Overlay] = {}
        #: The hex and options of each saved answer, by the id of the overlay.
        self._known: dict[str, object] = {}
        overlays.changed.connect(self._follow)

    def begin(self, document: Document) -> None:
        """Compute answers about ``document``; those already saved are for the present hex and options."""
        self._document = document
        self._known = {
            it.id: self._question(it)
            for it in self._overlays
            if self._overlays.earlier.answer(it.id) is not None
        }

    def end(self) -> None:
        """Stop computing."""
        self._document = None
        for twin in self._twins.values():
            twin.set_document(None)
            twin.deleteLater()
        self._twins.clear()

    def _follow(self, name: str) -> None:
        """Switch on the twin of an overlay once the overlay has its answer."""
        overlay, twin = self._overlays[name], self._twins.get(name)
        if not self._is_wanted(overlay):
            if twin is not None:
                twin.set_on(False)  # as Qt's setters
            return
        if twin is None:
            twin = self._twins[name] = type(overlay)(self._state, self._worker, self)
            twin.set_document(self._document)
            twin.changed.connect(lambda: self._take(name))
        origin = getattr(overlay.latest, "origin", None)
        if origin is not None:
            twin.point_at(origin)
        twin.set_on(True)

    def _is_wanted(self, overlay: Overlay) -> bool:
        moment = self._overlays.earlier.moment
        return (
            self._document is not None
            and moment is not None
            and moment.document() is self._document
            and overlay.is_on
            and overlay.is_current
            and overlay.latest is not None
            and self._known.get(overlay.id) != self._question(overlay)
        )

    def _take(self, name: str) -> None:
        twin, overlay = self._twins[name], self._overlays[name]
        if twin.is_on and twin.is_current and twin.latest is not None and self._is_wanted(overlay):
            self._known[name] = self._question(overlay)
            answer = twin.latest
            twin.set_on(False)  # as Qt's setters
            self._overlays.put_earlier(overlay, answer)

    def _question(self, overlay: Overlay) -> object:
        """Return the hex and the options that the answer of an overlay depends on."""
        options = tuple(getattr(self._state, name) for name in sorted(overlay.options))
        return options, getattr(overlay.latest, "origin", None)


#: The width of the frame, in logical pixels.
WIDE = 9.0
_STRIPES = Hatch(INK, HatchMark.LINES, 45.0, 12.0, 6.0, 1.0)
_DIFFERENT = OutlineStyle(
    "what-if", ((PAPER, 4.2, 0.95, ()), (INK, 2.6, 1.0, ()), (WHAT_IF, 1.8, 1.0, (4.0, 3.0))), inset=1.4
)
#: Where the label is, in logical pixels from the lower edge.
_LABEL_AT = 14.0


class WhatIfFrame:
    """Marks the map while it shows ``copy``; draws nothing without one."""

    def __init__(self) -> None:
        self.copy: WhatIfCopy | None = None
        self._different = np.zeros((0, 0), np.bool_)
        self._kinds = self._different.astype(np.uint8)
        #: The copy and its revision that ``different`` is about; weak, so that a closed what-if is freed.
        self._of: tuple[ref[WhatIfCopy], int] | None = None
        self._far = FarCells()
        self._brushes: dict[float, QBrush] = {}

    @property
    def different(self) -> NDArray[np.bool_]:
        """The hexes whose terrain, level or effects differ from the map, ``[rows, columns]``."""
        copy = self.copy
        if copy is not None and self._of != (ref(copy), copy.revision):
            self._of = ref(copy), copy.revision
            self._different = different_hexes(copy.origin.scenario, copy.scenario)
            self._kinds = self._different.astype(np.uint8)
        return self._different

    def paint(self, frame: Frame) -> None:
        """Draw outline, frame and label."""
        if self.copy is None:
            return
        different = self.different
        frame.painter.setOpacity(1.0)
        if different.shape == frame.facts.board.terrain.shape and different.any():
            if frame.camera.is_near:
                paint_border(frame, different, _DIFFERENT, at_edge=True)
            else:
                self._far.paint(frame, self._kinds, (0, colour_number(WHAT_IF, 0.75)))
        self._paint_frame(frame)
        across, ratio = frame.camera.width / 2, frame.camera.ratio
        paint_tag(
            frame,
            tr("What-if: a copy of the map"),
            (across, frame.camera.height - _LABEL_AT * ratio),
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
                frame.painter.fillRect(part, QColor(WHAT_IF))
                frame.painter.fillRect(part, self._brushes[ratio])


def different_hexes(before: Scenario, after: Scenario) -> NDArray[np.bool_]:
    """Return where terrain, effects or levels of two boards differ, ``[rows, columns]``; nowhere for other sizes."""
    old, new = before.board, after.board
    if old.terrain.shape != new.terrain.shape:
        return np.zeros(new.terrain.shape, np.bool_)
    different: NDArray[np.bool_] = old.elevation != new.elevation
    for one, other, palette, changed in (
        (old.terrain, new.terrain, old.palette, new.palette),
        (old.effects, new.effects, old.effects_palette, new.effects_palette),
    ):
        for at in np.unique(other[one != other]).tolist():
            alike = [index for index, entry in enumerate(palette) if entry.kinds == changed[at].kinds]
            different = different | ((other == at) & (one != other) & ~np.isin(one, alike))
    return different

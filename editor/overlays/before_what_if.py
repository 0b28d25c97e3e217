"""What the overlays would tell of the map itself while they tell of a what-if: the other half of the comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from fairground.editor.overlays.registry import OVERLAYS

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.overlays.overlay import Overlay
    from fairground.editor.overlays.registry import Overlays
    from fairground.editor.tools.state import ToolState


class WhatIfBefore(QObject):
    """Has what an overlay tells of the copy worked out for the map as well, and kept as the earlier state.

    A twin of the overlay that nobody sees does it, once the overlay has its own answer: of two questions of a kind the
    worker answers the newer one alone. It does so again when the overlay is about another hex, or has other options.
    """

    def __init__(
        self, overlays: Overlays, state: ToolState, worker: Worker, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._overlays, self._state, self._worker = overlays, state, worker
        self._document: Document | None = None
        self._twins: dict[str, Overlay] = {}
        #: What each of the kept answers was asked for.
        self._known: dict[str, object] = {}
        overlays.changed.connect(self._hear)

    def begin(self, document: Document) -> None:
        """Work out what is told of ``document`` from now on; what is kept already was asked for as things are now."""
        self._document = document
        self._known = {
            it.id: self._question(it)
            for it in self._overlays
            if self._overlays.earlier.answer(it.id) is not None
        }

    def end(self) -> None:
        """Work out nothing any more."""
        self._document = None
        for twin in self._twins.values():
            twin.set_document(None)
            twin.deleteLater()
        self._twins.clear()

    def _hear(self, name: str) -> None:
        """Let the twin of an overlay work when that rests, and only then."""
        overlay, twin = self._overlays[name], self._twins.get(name)
        if not self._is_wanted(overlay):
            if twin is not None:
                twin.set_on(False)  # as Qt's setters
            return
        if twin is None:
            kind = next(it for it in OVERLAYS if it.id == name)
            twin = self._twins[name] = kind(self._state, self._worker, self)
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
        """Return what tells what an overlay is asked from what it may be asked later."""
        options = tuple(getattr(self._state, name) for name in sorted(overlay.options))
        return options, getattr(overlay.latest, "origin", None)

"""All overlays: a new one is a class here and an action ``overlay.<id>`` in the keymap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from fairground.editor.overlays.chokepoints import ChokepointsOverlay
from fairground.editor.overlays.exposure import ExposureOverlay
from fairground.editor.overlays.fan import FanOverlay
from fairground.editor.overlays.reach import ReachOverlay
from fairground.editor.overlays.territory import TerritoryOverlay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.grid.hexes import Hex
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.overlays.overlay import Overlay
    from fairground.editor.tools.state import ToolState
    from fairground.editor.worker.worker import Worker

#: How many may be on at once: more of them cannot be told apart.
MOST = 2
#: In the order in which they are drawn, the lowest first.
OVERLAYS = (ExposureOverlay, TerritoryOverlay, ReachOverlay, FanOverlay, ChokepointsOverlay)


class Overlays(QObject):
    """One of each overlay, by its id; drawn on the canvas as one cover.

    When one more than ``MOST`` is switched on, the one that has been on the longest goes off.
    """

    #: Something has to be drawn again.
    redrawn = Signal()
    #: The id of the overlay that was switched, or whose title, legend or status are others.
    changed = Signal(str)

    def __init__(self, state: ToolState, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._overlays: dict[str, Overlay] = {kind.id: kind(state, worker, self) for kind in OVERLAYS}
        #: The ids of those that are on, in the order in which they were switched on.
        self._since: list[str] = []
        for it in self:
            it.redrawn.connect(self.redrawn)
            it.changed.connect(lambda it=it: self._make_room(it))
            it.changed.connect(lambda name=it.id: self.changed.emit(name))

    def __iter__(self) -> Iterator[Overlay]:
        return iter(self._overlays.values())

    def __getitem__(self, name: str) -> Overlay:
        return self._overlays[name]

    @property
    def shown(self) -> list[Overlay]:
        """The overlays that are on."""
        return [it for it in self if it.is_on]

    def set_document(self, document: Document | None) -> None:
        """Be about another document, all off."""
        for it in self:
            it.set_document(document)

    def point_at(self, at: Hex | None) -> None:
        """Tell the overlays which hex is under the pointer."""
        for it in self:
            it.point_at(at)

    def all_off(self) -> bool:
        """Switch all off; return whether any was on."""
        shown = self.shown
        for it in shown:
            it.set_on(False)  # as Qt's setters
        return bool(shown)

    def _make_room(self, overlay: Overlay) -> None:
        if not overlay.is_on:
            self._since = [name for name in self._since if name != overlay.id]
        elif overlay.id not in self._since:
            self._since.append(overlay.id)
            if len(self._since) > MOST:
                self[self._since[0]].set_on(False)  # as Qt's setters

    def paint(self, frame: Frame) -> None:
        """Draw those that are on."""
        for it in self.shown:
            it.paint(frame)

"""The base of all overlays."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from fairground.core.grid.layout import Layout
from fairground.editor.canvas.stage import sample_hexagon

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.pictures.display_list import Hatch, Item, Point
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.tools.state import ToolState


class LegendEntry(NamedTuple):
    """A sign of an overlay: what it looks like, in mm on a hex of 11 around (0, 0), and what it means.

    ``hatch`` fills the hex, over the items; None for none.
    """

    items: tuple[Item, ...]
    words: str
    hatch: Hatch | None = None


class Overlay(QObject):
    """Something that can be laid over the map, and is kept right while the map is edited.

    Subclasses work out what they show in ``refresh`` and draw it in ``paint``. The action ``overlay.<id>`` of the keymap
    switches it. While it is off it does no work.
    """

    id: ClassVar[str]
    title: ClassVar[str]

    #: It has to be drawn again.
    redrawn = Signal()
    #: It was switched, or title, legend or status are others.
    changed = Signal()

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = state
        self.document: Document | None = None
        self.is_on = False
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(self.rest)
        self._again.timeout.connect(self._refresh_if_on)
        state.changed.connect(self._option_changed)

    #: How long the document must rest before it is looked at again, in milliseconds.
    rest: ClassVar[int] = 0
    #: The options of the tools that it depends on.
    options: ClassVar[frozenset[str]] = frozenset()

    # -- what it says of itself -----------------------------------------------------------------------------

    @property
    def refusal(self) -> str:
        """Why it cannot be shown for the document, as a sentence; empty when it can."""
        return ""

    @property
    def heading(self) -> str:
        """Its title above the legend, with what it is about at the moment."""
        return self.title

    @property
    def status(self) -> str:
        """What stands under the title: how far it goes, whether it is up to date."""
        return ""

    @property
    def hexagon(self) -> tuple[Point, ...]:
        """The outline of a hex of the board, for samples: 11 mm from centre to corner."""
        return sample_hexagon(self.document.scenario.board.layout if self.document else Layout.ODD_Q)

    def legend(self) -> tuple[LegendEntry, ...]:
        """Return what its signs mean."""
        return ()

    # -- life -----------------------------------------------------------------------------------------------

    def set_on(self, on: bool) -> None:  # noqa: FBT001  # a slot of checked actions
        """Switch it; it stays off where it refuses."""
        on = on and self.document is not None and not self.refusal
        if on == self.is_on:
            return
        self.is_on = on
        if on:
            self.refresh()
        else:
            self._again.stop()
            self.clear()
        self.changed.emit()
        self.redrawn.emit()

    def set_document(self, document: Document | None) -> None:
        """Be about another document, and off."""
        self.set_on(False)
        if self.document is not None:
            self.document.changed.disconnect(self._changed)
        self.document = document
        if document is not None:
            document.changed.connect(self._changed)

    def point_at(self, at: Hex | None) -> None:
        """Hear of the hex under the pointer; None off the board."""

    def refresh(self) -> None:
        """Work out what to show, or have it worked out."""

    def clear(self) -> None:
        """Forget what is shown."""

    def paint(self, frame: Frame) -> None:
        """Draw it."""

    def refresh_soon(self) -> None:
        """Look again when the document rests."""
        if self.is_on:
            self._again.start()

    def outdate(self) -> None:
        """Hear that the document has changed."""

    def _changed(self, _event: object) -> None:
        if not self.is_on:
            return
        if self.refusal:
            self.set_on(False)
            return
        self.outdate()
        self.refresh_soon()

    def _option_changed(self, what: str) -> None:
        if what in self.options and self.is_on:
            self.outdate()
            self.refresh_soon()

    def _refresh_if_on(self) -> None:
        if self.is_on:
            self.refresh()

"""The base of the parts of the analysis panel: each a card, and what it draws over the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from fairground.editor.canvas.marked_view import CanvasCover
    from fairground.editor.document.document import Document


class AnalysisPart(QObject):
    """Follows the document with a card, which hides itself while it has nothing to show."""

    #: The lines on the map have to be drawn again.
    redrawn = Signal()
    #: The card has come or gone: whether its panel is to be brought to the front.
    shown = Signal(bool)
    #: A hex or hexside that was chosen in the card.
    place_chosen = Signal(object)

    #: The id of the tool that the part belongs to; empty for none.
    tool: ClassVar[str] = ""
    #: Whether the card comes below the legends of the overlays, and its lines below the others.
    is_below: ClassVar[bool] = False

    panel: QWidget

    @property
    def cover(self) -> CanvasCover | None:
        """What is drawn over the map; None for a card alone."""
        return None

    def set_document(self, document: Document | None) -> None:
        """Show another document, or another state of the same."""

    def refresh(self) -> None:
        """Show card and lines again, in the colours of the theme."""

    def refresh_actions(self) -> None:
        """Enable the actions that are possible now."""

    def take_away(self) -> bool:
        """Remove the line that the tool has drawn; return whether there was one."""
        return False

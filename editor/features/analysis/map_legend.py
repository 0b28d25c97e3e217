"""The legend of the overlays on the map: signs with their units, and the value of the hex under the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.widgets.labels_and_buttons import fill, make_bold
from fairground.editor.widgets.legend_rows import LegendRows

if TYPE_CHECKING:
    from fairground.editor.overlays.overlay import Overlay
    from fairground.editor.overlays.registry import Overlays

_MARGIN = 12
#: The widest legend in pixels, so that it covers little of the map.
_WIDEST = 190


class OverlayLegend(QFrame):
    """A card in the lower right corner of the map while an overlay is on; a click on its title folds it.

    An entry under the pointer outlines its hexes on the map.
    """

    def __init__(self, overlays: Overlays, over: QWidget) -> None:
        super().__init__(over)
        self.setObjectName("card")
        self.setAccessibleName(tr("Overlay legend"))
        self.setMaximumWidth(_WIDEST)
        self._overlays = overlays
        self.fold = QToolButton(self)
        self.fold.setAutoRaise(True)
        self.fold.setCheckable(True)
        self.fold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.fold.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.fold.toggled.connect(self.refresh)
        self.sections = {overlay.id: _Section(overlay, overlays, self) for overlay in overlays}
        self.value = QLabel(self)
        self.value.setWordWrap(True)
        self.value.setAccessibleName(tr("Value under the pointer"))
        make_bold(self.value)
        self.value.hide()
        parts = (self.fold, *self.sections.values(), self.value)
        fill(QVBoxLayout(self), *parts, spacing=3, margins=(10, 6, 12, 8))
        over.installEventFilter(self)
        self.hide()

    def refresh(self) -> None:
        """Show the legends of the overlays that are on."""
        shown = self._overlays.shown
        is_folded = self.fold.isChecked()
        self.fold.setText(tr("Legend"))
        self.fold.setArrowType(Qt.ArrowType.RightArrow if is_folded else Qt.ArrowType.DownArrow)
        self.fold.setToolTip(tr("Show the legend") if is_folded else tr("Collapse the legend"))
        for overlay in self._overlays:
            self.sections[overlay.id].show_overlay(shown=overlay in shown and not is_folded)
        self.setVisible(bool(shown))
        self._place()

    def show_value(self, text: str) -> None:
        """Show the value of the hex under the pointer; empty for none."""
        if text != self.value.text():
            self.value.setText(text)
            self.value.setVisible(bool(text))
            self._place()

    def event(self, event: QEvent) -> bool:
        """Fit the card again when a text in it has changed."""
        is_done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._place()
        return is_done

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the corner when the map is resized."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        parent = self.parentWidget()
        if self.isHidden() or parent is None:
            return
        layout = self.layout()
        if layout is not None:
            layout.activate()
        hint = self.sizeHint()
        wide = min(hint.width(), _WIDEST)
        self.resize(wide, max(self.heightForWidth(wide), hint.height() if wide == hint.width() else 0))
        self.move(parent.width() - self.width() - _MARGIN, parent.height() - self.height() - _MARGIN)


class _Section(QWidget):
    """The heading of an overlay with its unit, and its entries."""

    def __init__(self, overlay: Overlay, overlays: Overlays, parent: QWidget) -> None:
        super().__init__(parent)
        self._overlay, self._overlays = overlay, overlays
        self.title = QLabel(self)
        self.title.setWordWrap(True)
        self.rows = LegendRows(self)
        self.rows.hovered.connect(lambda entry: overlays.highlight(overlay, entry and entry.about))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        fill(QVBoxLayout(self), self.title, self.rows, spacing=2)
        self.hide()

    def show_overlay(self, *, shown: bool) -> None:
        """Show the present entries, or hide."""
        self.setVisible(shown)
        if not shown:
            return
        overlay = self._overlay
        unit = overlay.unit
        title = tr("{title} ({unit})").format(title=overlay.heading, unit=unit) if unit else overlay.heading
        self.title.setText(title)
        self.rows.show_entries(self._overlays.legend(overlay), overlay.hexagon)

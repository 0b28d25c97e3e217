"""The four layouts as buttons with a little drawing each, for dialogs that ask how the hexes of a board stand."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

from fairground.core.grid.layout import Layout
from fairground.editor.app.texts import tr
from fairground.editor.widgets.grid_preview import layout_picture

_WORDS = {
    Layout.ODD_Q: tr("flat-top, second column lower"),
    Layout.EVEN_Q: tr("flat-top, first column lower"),
    Layout.ODD_R: tr("pointy-top, second row to the right"),
    Layout.EVEN_R: tr("pointy-top, first row to the right"),
}
_SIZE = 52


class LayoutButtons(QWidget):
    """One of the four is pressed at a time."""

    #: The ``Layout`` that the user pressed.
    chosen = Signal(object)

    def __init__(self, layout: Layout, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: dict[Layout, QToolButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        group = QButtonGroup(self)
        for each, words in _WORDS.items():
            button = QToolButton(self)
            button.setCheckable(True)
            button.setAutoRaise(True)
            button.setIcon(QIcon(layout_picture(each, _SIZE, self.devicePixelRatioF())))
            button.setIconSize(QSize(_SIZE, _SIZE))
            button.setText(each.value)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            button.setToolTip(f"{each.value}: {words}")
            button.setAccessibleName(tr("Layout {layout}, {words}").format(layout=each.value, words=words))
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.clicked.connect(lambda _on=False, each=each: self.chosen.emit(each))
            group.addButton(button)
            row.addWidget(button)
            self.buttons[each] = button
        row.addStretch(1)
        self.press(layout)

    @property
    def pressed(self) -> Layout:
        """The layout whose button is pressed."""
        return next(layout for layout, button in self.buttons.items() if button.isChecked())

    def press(self, layout: Layout) -> None:
        """Press another button; ``chosen`` is not emitted."""
        self.buttons[layout].setChecked(True)

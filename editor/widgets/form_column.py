"""The column of a dialog with what is asked for: where text is large, it scrolls instead of cutting words off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QScrollArea, QWidget

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLayout

#: Lines of text that are seen in the smallest window.
_FEWEST_LINES = 10


class FormColumn(QScrollArea):
    """Holds a form; as high as the form where the dialog has room for that."""

    def __init__(self, form: QLayout, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._home = QWidget(self)
        self._home.setLayout(form)
        form.setContentsMargins(0, 0, 0, 0)
        self.setWidget(self._home)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def sizeHint(self) -> QSize:
        """Return the size of the form, with room for the bar beside it."""
        wanted = self._home.sizeHint()
        return QSize(wanted.width() + self.verticalScrollBar().sizeHint().width(), wanted.height())

    def minimumSizeHint(self) -> QSize:
        """Return the width of the form, since it does not scroll aside, and a few lines."""
        least = self._home.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        return QSize(least, _FEWEST_LINES * self.fontMetrics().lineSpacing())

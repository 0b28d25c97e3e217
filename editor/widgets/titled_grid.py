"""Fields with their titles, two in a row at most: the options of analyses that are asked for by a button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QGridLayout

from fairground.editor.widgets.basics import soft_label

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class TitledGrid(QGridLayout):
    """The layout of a widget, in columns of titles and of fields by turns; fields take what room there is."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setContentsMargins(0, 0, 0, 0)
        self.setHorizontalSpacing(8)
        self.setVerticalSpacing(4)
        for column in (1, 3):
            self.setColumnStretch(column, 1)

    def add(self, row: int, column: int, title: str, field: QWidget, tip: str, *, wide: bool = False) -> None:
        """Put a title into a column and its field beside it, to the end of the row when ``wide``."""
        name = soft_label(title, self.parentWidget())
        name.setWordWrap(False)
        name.setBuddy(field)
        field.setAccessibleName(title)
        field.setAccessibleDescription(tip)
        field.setToolTip(tip)
        self.addWidget(name, row, column)
        self.addWidget(field, row, column + 1, 1, 3 if wide else 1)

"""A dialog that asks for a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QVBoxLayout, QWidget

from fairground.editor.widgets.labels_and_buttons import soft_label

if TYPE_CHECKING:
    from collections.abc import Callable

_LONGEST = 80


class NamePrompt(QDialog):
    """Asks for a name; ``remark`` returns a sentence about a name, and whether it can be used."""

    #: The name, without spaces around it.
    named = Signal(str)

    def __init__(
        self,
        title: str,
        question: str,
        name: str,
        remark: Callable[[str], tuple[str, bool]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self._remark = remark
        self.name = QLineEdit(name, self)
        self.name.setMaxLength(_LONGEST)
        self.name.setMinimumWidth(300)
        self.name.setAccessibleName(question)
        self.name.selectAll()
        label = QLabel(question, self)
        label.setBuddy(self.name)
        self.remark = soft_label("", self)
        self.remark.setTextFormat(Qt.TextFormat.PlainText)
        self.remark.setMinimumHeight(2 * self.remark.fontMetrics().height())
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Ok | kinds.Cancel, self)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for widget in (label, self.name, self.remark, self.buttons):
            layout.addWidget(widget)
        self.name.textChanged.connect(self._judge)
        self.accepted.connect(lambda: self.named.emit(self._text))
        self._judge()

    @property
    def _text(self) -> str:
        return " ".join(self.name.text().split())

    def _judge(self) -> None:
        sentence, is_good = self._remark(self._text) if self._text else ("", False)
        self.remark.setText(sentence)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(is_good)

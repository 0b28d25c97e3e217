"""A box to choose one of some values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QComboBox, QWidget

if TYPE_CHECKING:
    from collections.abc import Mapping


class ChoiceBox(QComboBox):
    """Offers values by texts, and gives them back as they are: ``currentData`` makes texts of members of enumerations."""

    #: The value that the user chose.
    picked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.values: list[Any] = []
        self.activated.connect(lambda at: self.picked.emit(self.values[at]))

    @property
    def value(self) -> Any:  # noqa: ANN401  # whatever is offered
        """The value that is shown; None when there is none."""
        at = self.currentIndex()
        return self.values[at] if at >= 0 else None

    def offer(self, choices: Mapping[Any, str], icons: Mapping[Any, QIcon] | None = None) -> None:
        """Offer other values by their texts; nothing is done when they are the same."""
        texts = [self.itemText(at) for at in range(self.count())]
        if self.values == list(choices) and texts == list(choices.values()):
            return
        self.clear()
        self.values = list(choices)
        for value, text in choices.items():
            self.addItem((icons or {}).get(value, QIcon()), text, value)

    def show_value(self, value: object) -> None:
        """Show a value; none where it is not offered."""
        self.setCurrentIndex(self.values.index(value) if value in self.values else -1)

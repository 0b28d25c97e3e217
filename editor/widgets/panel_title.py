"""The title of a panel with results: of which state they are, and buttons for what can be done with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QWidget

from fairground.editor.widgets.basics import ElidedLabel
from fairground.editor.widgets.option_rows import action_button

if TYPE_CHECKING:
    from fairground.editor.app.actions import Actions


class PanelTitle(QWidget):
    """A line with a text, ``status``, and ``buttons`` of actions by their names.

    ``title`` is the text at first, and ``about`` says to who does not see it what the text is about.
    """

    def __init__(self, title: str, about: str, actions: Actions, names: tuple[str, ...]) -> None:
        super().__init__()
        self.status = ElidedLabel(title, self)
        self.status.setAccessibleName(about)
        self.buttons = {name: action_button(actions, name, self) for name in names}
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 1, 4, 1)
        row.setSpacing(1)
        row.addWidget(self.status, 1)
        for button in self.buttons.values():
            row.addWidget(button)

"""Boxes for what a unit has of the ruleset's unit traits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class TraitBoxes(QWidget):
    """A box for each trait that there is, and for each that the unit has without there being one."""

    #: The ids of the traits that are ticked, a tuple.
    entered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes: dict[str, QCheckBox] = {}
        self._traits: tuple[str, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)

    def offer(self, known: Mapping[str, tuple[str, str]], traits: Sequence[str]) -> None:
        """Show traits, each a name and what it does by its id, and tick those that the unit has."""
        self._traits = tuple(traits)
        wanted = {
            **known,
            **{it: (tr("{trait} (unknown)").format(trait=it), "") for it in traits if it not in known},
        }
        if list(wanted) != list(self.boxes):
            for box in self.boxes.values():
                self._column.removeWidget(box)
                box.deleteLater()
            self.boxes = {name: QCheckBox(self) for name in wanted}
            for name, box in self.boxes.items():
                box.clicked.connect(lambda on, name=name: self._tick(name, on=on))
                self._column.addWidget(box)
            if self.boxes:
                self.setFocusProxy(next(iter(self.boxes.values())))
        for name, (title, tip) in wanted.items():
            self.boxes[name].setText(title)
            self.boxes[name].setToolTip(tip)
            self.boxes[name].setChecked(name in self._traits)

    def _tick(self, name: str, *, on: bool) -> None:
        rest = tuple(it for it in self._traits if it != name)
        self._traits = (*rest, name) if on else rest
        self.entered.emit(self._traits)

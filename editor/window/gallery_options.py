"""What a gallery is to be like: its two axes, how many variants, the seed, and whether they are symmetric."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QSizePolicy, QWidget

from fairground.editor.texts import tr, trn
from fairground.editor.window.choice_box import ChoiceBox
from fairground.editor.window.gallery_words import AXES
from fairground.editor.window.number_fields import NumberField
from fairground.editor.window.widgets import soft_label
from fairground.editor.worker.gallery import GallerySettings

#: The most variants that are offered; the command line makes more.
_MOST = 48
#: What the arrows and edges of a field for a number take, in pixels.
_ARROWS = 30


class GalleryOptions(QWidget):
    """Fields for all that can be chosen before variants are made."""

    #: Something else was chosen.
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        usual = GallerySettings()
        self.axes = ChoiceBox(self), ChoiceBox(self)
        for box, other, name in zip(self.axes, self.axes[::-1], usual.axes, strict=True):
            box.setSizeAdjustPolicy(box.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(6)
            box.offer(AXES)
            box.show_value(name)
            box.picked.connect(lambda _value, box=box, other=other: self._keep_apart(box, other))
        self._chosen = list(usual.axes)
        self.count = _number(self, 0, _MOST, usual.count)
        self.seed = _number(self, 1, 999_999, usual.seed)
        self.symmetric = QCheckBox(tr("Symmetric variants"), self)
        self.symmetric.setToolTip(tr("Make variants of the symmetric versions, symmetric too"))
        self.symmetric.setAccessibleName(self.symmetric.text())
        self.symmetric.toggled.connect(lambda _on: self.changed.emit())
        for spin in (self.count, self.seed):
            spin.valueChanged.connect(lambda _value: self.changed.emit())
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        for column in (1, 3):
            self._grid.setColumnStretch(column, 1)
        tip = tr("What variants differ in; the fairest of each kind is kept, and those far apart are shown")
        self._add(0, 0, tr("Axis 1"), self.axes[0], tip, wide=True)
        self._add(1, 0, tr("Axis 2"), self.axes[1], tip, wide=True)
        self._add(
            2, 0, tr("Count"), self.count, tr("How many variants by chance; 0 for symmetric versions alone")
        )
        self._add(2, 2, tr("Seed"), self.seed, tr("The same seed makes the same variants again"))
        self._grid.addWidget(self.symmetric, 3, 0, 1, 4)

    @property
    def settings(self) -> GallerySettings:
        """What is chosen."""
        one, other = (box.value for box in self.axes)
        return GallerySettings(
            (one, other), self.count.value(), self.seed.value(), self.symmetric.isChecked()
        )

    @property
    def summary(self) -> str:
        """What matters most of what is chosen, in a line."""
        number = self.count.value()
        count = trn("{n} variant", "{n} variants", number).format(n=number)
        cross = "\N{MULTIPLICATION SIGN}"
        return f"{count} · {f' {cross} '.join(box.currentText() for box in self.axes)}"

    def _keep_apart(self, box: ChoiceBox, other: ChoiceBox) -> None:
        """Give the other box what this one had, where both have the same."""
        at = self.axes.index(box)
        if other.value == box.value:
            other.show_value(self._chosen[at])
        self._chosen = [it.value for it in self.axes]
        self.changed.emit()

    def _add(
        self, row: int, column: int, title: str, field: QWidget, tip: str, *, wide: bool = False
    ) -> None:
        name = soft_label(title, self)
        name.setWordWrap(False)
        name.setBuddy(field)
        field.setAccessibleName(title)
        field.setAccessibleDescription(tip)
        field.setToolTip(tip)
        self._grid.addWidget(name, row, column)
        self._grid.addWidget(field, row, column + 1, 1, 3 if wide else 1)


def _number(parent: QWidget, least: int, most: int, value: int) -> NumberField:
    found = NumberField(parent)
    found.setRange(least, most)
    found.setValue(value)
    # Each digit that is typed is no news of its own.
    found.setKeyboardTracking(False)  # Qt's signature
    # As narrow as the panel makes it, not as the largest number would have it.
    found.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
    found.setMinimumWidth(found.fontMetrics().horizontalAdvance("999,999") + _ARROWS)
    return found

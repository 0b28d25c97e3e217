"""What a gallery is to be like: its two axes, how many variants, the seed, and whether they are symmetric."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from fairground.editor.app.texts import tr, trn
from fairground.editor.features.variants.job import VariantsSettings
from fairground.editor.features.variants.text import AXES
from fairground.editor.widgets.choice_box import ChoiceBox
from fairground.editor.widgets.number_fields import narrow_field
from fairground.editor.widgets.titled_grid import TitledGrid

#: The most variants that are offered; the command line makes more.
_MOST = 48


class VariantsOptions(QWidget):
    """Fields for all that can be chosen before variants are made."""

    #: Something else was chosen.
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        usual = VariantsSettings()
        self.axes = ChoiceBox(self), ChoiceBox(self)
        for box, other, name in zip(self.axes, self.axes[::-1], usual.axes, strict=True):
            box.setSizeAdjustPolicy(box.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(6)
            box.offer(AXES)
            box.show_value(name)
            box.picked.connect(lambda _value, box=box, other=other: self._keep_apart(box, other))
        self._chosen = list(usual.axes)
        self.count = narrow_field(self, 0, _MOST, usual.count, room_for="999,999")
        self.seed = narrow_field(self, 1, 999_999, usual.seed, room_for="999,999")
        self.symmetric = QCheckBox(tr("Symmetric variants"), self)
        self.symmetric.setToolTip(tr("Make variants of the symmetric versions, symmetric too"))
        self.symmetric.setAccessibleName(self.symmetric.text())
        self.symmetric.toggled.connect(lambda _on: self.changed.emit())
        for spin in (self.count, self.seed):
            spin.valueChanged.connect(lambda _value: self.changed.emit())
        grid = TitledGrid(self)
        tip = tr("What variants differ in; the fairest of each kind is kept, and those far apart are shown")
        grid.add(0, 0, tr("Axis 1"), self.axes[0], tip, wide=True)
        grid.add(1, 0, tr("Axis 2"), self.axes[1], tip, wide=True)
        grid.add(
            2, 0, tr("Count"), self.count, tr("How many variants by chance; 0 for symmetric versions alone")
        )
        grid.add(2, 2, tr("Seed"), self.seed, tr("The same seed makes the same variants again"))
        grid.addWidget(self.symmetric, 3, 0, 1, 4)

    @property
    def settings(self) -> VariantsSettings:
        """What is chosen."""
        one, other = (box.value for box in self.axes)
        return VariantsSettings(
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

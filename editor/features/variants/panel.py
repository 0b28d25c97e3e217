"""The panel of variants: what they are to be like, the pictures, and what does not fit.

Its options: the two axes, how many variants, the seed, and whether they are symmetric.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QScrollArea, QVBoxLayout, QWidget

from fairground.editor.app.texts import tr, trn
from fairground.editor.features.variants.job import VariantsSettings
from fairground.editor.features.variants.text import AXES
from fairground.editor.features.variants.variant_list import VariantList
from fairground.editor.widgets.basics import soft_label
from fairground.editor.widgets.checklist_button import ChoiceBox
from fairground.editor.widgets.number_fields import narrow_field
from fairground.editor.widgets.option_rows import PanelTitle, TitledGrid
from fairground.editor.widgets.progress_parts import ActionButton, Fold, ShareLine, StaleNotice

if TYPE_CHECKING:
    from fairground.editor.app.actions import Actions
    from fairground.editor.features.variants.job import Made

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
        self.symmetric.setToolTip(tr("Keep random variants symmetric too"))
        self.symmetric.setAccessibleName(self.symmetric.text())
        self.symmetric.toggled.connect(lambda _on: self.changed.emit())
        for spin in (self.count, self.seed):
            spin.valueChanged.connect(lambda _value: self.changed.emit())
        grid = TitledGrid(self)
        tip = tr("How the variants should differ. The fairest of each kind is kept")
        grid.add(0, 0, tr("Axis 1"), self.axes[0], tip, wide=True)
        grid.add(1, 0, tr("Axis 2"), self.axes[1], tip, wide=True)
        grid.add(
            2,
            0,
            tr("Count"),
            self.count,
            tr("How many random variants to make; 0 for the symmetric versions only"),
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


#: The list of what does not fit is no higher than so many lines.
_LINES = 6


class VariantsPanel(QWidget):
    """Shows what was made; knows nothing of where that is done."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Variants"))
        self.title = PanelTitle(
            tr("Variants"),
            tr("The state of the map that the variants are based on"),
            actions,
            ("variants.make", "variants.stop", "variants.apply"),
        )
        self.options = VariantsOptions()
        self.fold = Fold(tr("Variant settings"), tr("Show or hide the variant settings"), self)
        self.fold.toggled.connect(self.options.setVisible)
        self.options.changed.connect(self._sum_up)
        self.start = ActionButton(actions, "variants.make", self)
        self.progress = ShareLine(tr("Progress"), self)
        self.notice = StaleNotice(self)
        self.remark = soft_label("", self)
        self.remark.setAccessibleName(tr("Why there are no variants"))
        self.list = VariantList(self)
        self.list.setAccessibleName(tr("Variants"))
        self.unfit_fold = Fold(
            tr("Symmetries that do not fit"), tr("Show or hide the symmetries that do not fit"), self
        )
        self.unfit = soft_label("")
        self.unfit.setAccessibleName(tr("Symmetries that do not fit"))
        self._unfit_area = QScrollArea(self)
        self._unfit_area.setAccessibleName(tr("Symmetries that do not fit"))
        self._unfit_area.setWidget(self.unfit)
        self._unfit_area.setWidgetResizable(True)
        self._unfit_area.setMaximumHeight(_LINES * self.fontMetrics().lineSpacing() + 8)
        self.unfit_fold.toggled.connect(self._unfit_area.setVisible)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 6)
        layout.setSpacing(5)
        for part in (
            self.fold,
            self.options,
            self.start,
            self.progress,
            self.notice,
            self.remark,
        ):
            layout.addWidget(part)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.unfit_fold)
        layout.addWidget(self._unfit_area)
        layout.addStretch(0)
        self.fold.setChecked(True)
        self._unfit_area.hide()
        self._sum_up()
        self.show_made(None, is_making=False)

    def show_made(
        self, made: Made | None, *, is_making: bool, remark: str = "", notice: str = "", of_what: str = ""
    ) -> None:
        """Show what was made, None before there is anything; ``remark`` says why there is nothing."""
        self.start.setVisible(made is None and not is_making)
        self.notice.say(notice)
        self.remark.setText(remark)
        self.remark.setVisible(bool(remark))
        name = tr("Variants: {what}").format(what=of_what) if of_what else tr("Variants")
        self.title.status.setText(name)
        self.list.show_entries(made.entries if made is not None else ())
        self.list.setVisible(made is not None and bool(made.entries))
        unfit = made.unfit if made is not None else ()
        self.unfit_fold.setVisible(bool(unfit))
        self.unfit_fold.say(tr("What does not fit: {n}").format(n=len(unfit)))
        self.unfit.setText("\n".join(f"{it.title}: {it.reason}" for it in unfit))
        self._unfit_area.setVisible(bool(unfit) and self.unfit_fold.isChecked())

    def show_share(self, share: float, words: str) -> None:
        """Show how far the work is; nothing for no words."""
        self.progress.show_share(words, share, is_running=True)

    def redraw(self) -> None:
        """Draw signs and pictures in the colours of the theme."""
        self.notice.redraw()
        self.list.redraw()

    def _sum_up(self) -> None:
        self.fold.say(self.options.summary)

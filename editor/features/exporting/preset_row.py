"""The presets of exports as a row: choose one, keep what is set as one, rename it, delete it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QWidget

from fairground.core.errors import FileError
from fairground.editor.app.texts import tr
from fairground.editor.widgets.basics import tool_button
from fairground.editor.widgets.name_prompt import NamePrompt

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from fairground.editor.features.exporting.presets import Preset, Presets

_NONE = tr("No preset")


class PresetRow(QWidget):
    """Shows the presets of the formats that there are; the user's own first, then those that ship."""

    #: The ``Preset`` that was chosen.
    chosen = Signal(object)
    #: A sentence: what could not be done.
    refused = Signal(str)

    def __init__(
        self, presets: Presets, current: Callable[[str], Preset], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._presets, self._current = presets, current
        self._formats: Collection[str] = ()
        self.box = QComboBox(self)
        self.box.setAccessibleName(tr("Preset"))
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.box.setMinimumContentsLength(16)
        self.box.activated.connect(self._choose)
        self.keep = tool_button("save", tr("Save these settings as a preset"), self)
        self.rename = tool_button("names", tr("Rename the preset"), self)
        self.delete = tool_button("delete", tr("Delete the preset"), self)
        self.keep.clicked.connect(self._ask_keep)
        self.rename.clicked.connect(self._ask_rename)
        self.delete.clicked.connect(self._delete)
        label = QLabel(tr("Preset"), self)
        label.setBuddy(self.box)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(label)
        row.addSpacing(8)
        row.addWidget(self.box, 1)
        for button in (self.keep, self.rename, self.delete):
            row.addWidget(button)
        self._show(None)

    @property
    def preset(self) -> Preset | None:
        """The preset that is chosen; None when none is, or something was changed since."""
        found: Preset | None = self.box.currentData()
        return found

    def show_formats(self, names: Collection[str]) -> None:
        """Offer the presets of these formats."""
        self._formats = names
        self._show(self.preset)
        for fault in self._presets.faults:
            self.refused.emit(fault)

    def choose(self, preset: Preset) -> None:
        """Show a preset as the one that is set."""
        self._show(preset)

    def forget(self) -> None:
        """Show no preset: something was changed."""
        self.box.setCurrentIndex(0)
        self._judge()

    def _show(self, wanted: Preset | None) -> None:
        self.box.clear()
        self.box.addItem(_NONE, None)
        found = [it for it in self._presets.all() if it.format_name in self._formats]
        for before, it in zip([None, *found], found, strict=False):
            if it.shipped and before is not None and not before.shipped:
                self.box.insertSeparator(self.box.count())
            self.box.addItem(it.name, it)
            if it == wanted:
                self.box.setCurrentIndex(self.box.count() - 1)
        self._judge()

    def _judge(self) -> None:
        is_own = self.preset is not None and not self.preset.shipped
        self.rename.setEnabled(is_own)
        self.delete.setEnabled(is_own)

    def _choose(self, _at: int) -> None:
        self._judge()
        if self.preset is not None:
            self.chosen.emit(self.preset)

    # -- changing them --------------------------------------------------------------------------------------

    def _ask_keep(self) -> None:
        is_own = self.preset is not None and not self.preset.shipped
        name = self.preset.name if self.preset is not None and is_own else ""
        prompt = NamePrompt(tr("Save as preset"), tr("Name of the preset"), name, self._remark, self)
        prompt.named.connect(self._keep)
        prompt.open()

    def _keep(self, name: str) -> None:
        made = self._current(name)
        self._do(lambda: self._presets.keep(made), made)

    def _ask_rename(self) -> None:
        preset = self.preset
        if preset is None:
            return
        prompt = NamePrompt(
            tr("Rename the preset"), tr("Name of the preset"), preset.name, self._remark, self
        )
        prompt.named.connect(lambda name: self._rename(preset, name))
        prompt.open()

    def _rename(self, preset: Preset, name: str) -> None:
        self._do(lambda: self._presets.rename(preset, name), None, name)

    def _delete(self) -> None:
        preset = self.preset
        if preset is not None:
            self._do(lambda: self._presets.delete(preset), None)

    def _do(self, work: Callable[[], object], wanted: Preset | None, name: str = "") -> None:
        try:
            work()
        except FileError as error:
            self.refused.emit(f"{error}.")
        self._show(self._presets.named(name) if name else wanted)

    def _remark(self, name: str) -> tuple[str, bool]:
        if sentence := self._presets.why_not(name):
            return sentence, False
        if self._presets.named(name) is not None:
            return tr("A preset of that name exists and will be replaced."), True
        return "", True

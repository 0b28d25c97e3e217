"""The row for export presets: choose, save, rename and delete them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QWidget

from fairground.core.errors import FileError
from fairground.editor.app.texts import sentence, tr, trn
from fairground.editor.app.theme import colours
from fairground.editor.widgets.labels_and_buttons import fill, tool_button
from fairground.editor.widgets.name_prompt import NamePrompt

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from fairground.editor.features.exporting.presets import Preset, Presets

_NONE = tr("No preset")
#: The most errors that are shown one by one.
_MOST_TOLD = 3


class PresetRow(QWidget):
    """Lists the presets of the available formats, the user's first, then the shipped ones."""

    #: The ``Preset`` that was chosen.
    chosen = Signal(object)
    #: A sentence: what failed.
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
        #: The errors in the user's file, for a place of its own.
        self.faults = QLabel("", parent)
        self.faults.setAccessibleName(tr("Errors in the presets"))
        self.faults.setTextFormat(Qt.TextFormat.PlainText)
        self.faults.setWordWrap(True)
        self.faults.setStyleSheet(f"color: {colours().warning}")
        label = QLabel(tr("Preset"), self)
        label.setBuddy(self.box)
        buttons = (self.keep, self.rename, self.delete)
        fill(QHBoxLayout(self), label, 8, (self.box, 1), *buttons, spacing=4)
        self._show(None)

    @property
    def preset(self) -> Preset | None:
        """The chosen preset; None when none is, or when the form was changed since."""
        preset: Preset | None = self.box.currentData()
        return preset

    def show_formats(self, names: Collection[str]) -> None:
        """Offer the presets of these formats."""
        self._formats = names
        self._show(self.preset)

    def choose(self, preset: Preset) -> None:
        """Show a preset as the chosen one."""
        self._show(preset)

    def forget(self) -> None:
        """Show that the form no longer matches a preset."""
        self.box.setCurrentIndex(0)
        self._judge()

    def _show(self, wanted: Preset | None) -> None:
        self.box.clear()
        self.box.addItem(_NONE, None)
        presets = [it for it in self._presets.all() if it.format_name in self._formats]
        for before, preset in zip([None, *presets], presets, strict=False):
            if preset.shipped and before is not None and not before.shipped:
                self.box.insertSeparator(self.box.count())
            self.box.addItem(preset.name, preset)
            if preset == wanted:
                self.box.setCurrentIndex(self.box.count() - 1)
        self._judge()
        told = self._presets.faults[:_MOST_TOLD]
        if left_out := len(self._presets.faults) - len(told):
            told.append(trn("{n} more problem.", "{n} more problems.", left_out).format(n=left_out))
        self.faults.setText("\n".join(told))
        self.faults.setVisible(bool(told))

    @property
    def _own_preset(self) -> Preset | None:
        return self.preset if self.preset is not None and not self.preset.shipped else None

    def _judge(self) -> None:
        self.rename.setEnabled(self._own_preset is not None)
        self.delete.setEnabled(self._own_preset is not None)

    def _choose(self, _at: int) -> None:
        self._judge()
        if self.preset is not None:
            self.chosen.emit(self.preset)

    # -- changing them --------------------------------------------------------------------------------------

    def _ask_keep(self) -> None:
        name = self._own_preset.name if self._own_preset else ""
        prompt = NamePrompt(tr("Save as preset"), tr("Name of the preset"), name, self._remark, self)
        prompt.named.connect(self._keep)
        prompt.open()

    def _keep(self, name: str) -> None:
        preset = self._current(name)
        self._do(lambda: self._presets.keep(preset), preset)

    def _ask_rename(self) -> None:
        preset = self.preset
        if preset is None:
            return
        title, question = tr("Rename the preset"), tr("Name of the preset")
        prompt = NamePrompt(title, question, preset.name, self._remark, self)
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
            self.refused.emit(sentence(str(error)))
        self._show(self._presets.find(name) if name else wanted)

    def _remark(self, name: str) -> tuple[str, bool]:
        if refusal := self._presets.why_not(name):
            return refusal, False
        if self._presets.find(name) is not None:
            return tr("A preset with that name already exists and will be replaced."), True
        return "", True

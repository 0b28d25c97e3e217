"""The options of an import: format, ruleset, legend, layout and expected size."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFileDialog, QFormLayout, QLabel, QLineEdit, QPushButton, QWidget

from fairground.core.clients.coded_maps.legend import shipped_legends
from fairground.core.errors import FairgroundError
from fairground.core.files import write_bytes
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import MAX_SIDE
from fairground.editor.app.texts import tr, trn
from fairground.editor.app.theme import colours
from fairground.editor.jobs.map_import import ImportRequest
from fairground.editor.widgets.board_widgets import LayoutButtons, RulesetBox
from fairground.editor.widgets.labels_and_buttons import soft_label

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.editor.jobs.formats import Formats
    from fairground.editor.jobs.map_import import ImportOutcome

Box = TypeVar("Box", bound=QComboBox)

_SIZE = re.compile(r"\s*([0-9]{1,5})\s*(?:x|\u00d7|by)\s*([0-9]{1,5})\s*", re.IGNORECASE)
#: The finding of a reader that had to guess the layout.
_GUESSED = "import.layout"
_DEFAULT = tr("Default")
#: The data of the entry that asks for a file.
_ASK = object()


class ImportForm(QWidget):
    """Edits an ``ImportRequest``; file and format decide about unchanged options."""

    #: The request changed.
    changed = Signal()

    def __init__(self, path: Path, formats: Formats, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self._format: str | None = None
        self._layout: Layout | None = None
        self.format = _keep_narrow(QComboBox(self))
        self.format.setAccessibleName(tr("Format"))
        self.format.addItem(tr("Detecting format…"), None)
        self._formats = formats
        self._recognised: str | None = None
        formats.ready.connect(self._list_formats)
        self.ruleset = _keep_narrow(RulesetBox(path.parent, self))
        self.ruleset.insertItem(0, _DEFAULT, None)
        self.ruleset.setCurrentIndex(0)
        self.ruleset.addItem(tr("Another file…"), _ASK)
        self.legend = _keep_narrow(QComboBox(self))
        self.legend.setAccessibleName(tr("Legend"))
        self.legend.addItem(_DEFAULT, None)
        for name in shipped_legends():
            self.legend.addItem(name, name)
        self.legend.addItem(tr("From file…"), _ASK)
        self.save_legend = QPushButton(tr("Save a legend to fill in…"), self)
        self.save_legend.setAutoDefault(False)
        self.save_legend.clicked.connect(self._ask_where)
        self.save_legend.hide()
        self._legend_text = ""
        self.layouts = LayoutButtons(Layout.ODD_Q, self)
        self.layouts.setEnabled(False)
        self.about_layout = soft_label("", self)
        self.expected = QLineEdit(self)
        self.expected.setAccessibleName(tr("Expected size"))
        self.expected.setPlaceholderText(tr("for example 16x17"))
        self.message = QLabel("", self)
        self.message.setWordWrap(True)
        self.message.setStyleSheet(f"color: {colours().error}")
        self.message.hide()
        self._arrange()
        if formats.cards:
            self._list_formats()
        else:
            formats.wish()
        self.format.activated.connect(self._take_format)
        self.ruleset.activated.connect(self._take_ruleset)
        self.legend.activated.connect(self._take_legend)
        self.layouts.chosen.connect(self._take_layout)
        self.expected.textChanged.connect(self._take_size)

    @property
    def request(self) -> ImportRequest:
        """The request that the form describes."""
        return ImportRequest(
            self._path,
            self._format,
            self._layout,
            self._chosen[self.ruleset],
            self._chosen[self.legend],
            self._expected() if self.expected.text().strip() else None,
        )

    def show_outcome(self, outcome: ImportOutcome) -> None:
        """Show the choices that file and format made."""
        self._recognised = outcome.format_name
        self.format.setItemText(0, tr("Unknown format: choose one"))
        self._show_format()
        scenario = outcome.scenario
        self._show_legend(outcome)
        if scenario is None:
            return
        is_open = self._layout is not None or any(it.code == _GUESSED for it in outcome.losses)
        self.layouts.setEnabled(is_open)
        self.layouts.press(scenario.board.layout)
        if self._layout is not None:
            text = ""
        elif is_open:
            text = tr("The file does not say which rows or columns are shifted, so {layout} was assumed.")
        else:
            text = tr("The file or its format sets the layout to {layout}.")
        self.about_layout.setText(text.format(layout=scenario.board.layout.value))
        self.about_layout.setVisible(bool(text))
        if self._chosen[self.ruleset] is None:
            self.ruleset.setItemText(0, tr("{ruleset} (default)").format(ruleset=scenario.rules.title))

    # -- the form -------------------------------------------------------------------------------------------

    def _show_legend(self, outcome: ImportOutcome) -> None:
        """Offer a legend of what was not recognised."""
        self._legend_text = outcome.legend
        self.save_legend.setVisible(bool(outcome.legend))
        tooltip = trn(
            "{n} code was not recognised. Save it, write its terrain into the file, and choose the file as the legend.",
            "{n} codes were not recognised. Save them, write their terrain into the file, and choose the file as the legend.",
            outcome.unmapped,
        )
        self.save_legend.setToolTip(tooltip.format(n=outcome.unmapped))

    def _ask_where(self) -> None:
        start = self._path.with_name(f"{self._path.stem}-legend.yaml")
        dialog = QFileDialog(self, tr("Save a legend"), str(start), tr("Legends (*.yaml *.yml)"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("yaml")
        dialog.selectFile(start.name)
        dialog.fileSelected.connect(lambda name: self._write_legend(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _write_legend(self, path: Path) -> None:
        try:
            write_bytes(path, self._legend_text.encode())
        except FairgroundError as error:
            self._tell(f"{error}.")
            return
        self._tell("")
        self._take_file(self.legend, str(path))

    def _list_formats(self) -> None:
        for it in self._formats.read:
            self.format.addItem(it.title, it.name)
            self.format.setItemData(self.format.count() - 1, it.pattern, Qt.ItemDataRole.ToolTipRole)
        self._show_format()

    def _show_format(self) -> None:
        """Show the recognised format, once it is in the list."""
        at = self.format.findData(self._recognised) if self._recognised else 0
        self.format.setCurrentIndex(max(at, 0))

    def _arrange(self) -> None:
        self._chosen: dict[QComboBox, str | None] = {self.ruleset: None, self.legend: None}
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(10)
        form.setHorizontalSpacing(14)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(tr("Format"), self.format)
        form.addRow(tr("Ruleset"), self.ruleset)
        form.addRow(tr("Legend"), self.legend)
        form.addRow("", self.save_legend)
        form.addRow(tr("Layout"), self.layouts)
        form.addRow("", self.about_layout)
        form.addRow(tr("Expected size"), self.expected)
        form.addRow("", self.message)

    # -- events ---------------------------------------------------------------------------------------------

    def _take_format(self, at: int) -> None:
        name = self.format.itemData(at)
        if name != self._format and name is not None:
            self._format, self._layout = name, None
            self.changed.emit()

    def _take_layout(self, layout: Layout) -> None:
        if layout is not self._layout:
            self._layout = layout
            self.changed.emit()

    def _take_size(self, _text: str) -> None:
        is_wrong = bool(self.expected.text().strip()) and self._expected() is None
        text = tr("Enter columns and rows, for example 16x17, each from 1 to {n}.").format(n=MAX_SIDE)
        self._tell(text if is_wrong else "")
        if not is_wrong:
            self.changed.emit()

    def _expected(self) -> tuple[int, int] | None:
        match = _SIZE.fullmatch(self.expected.text())
        size = (int(match[1]), int(match[2])) if match else (0, 0)
        return size if all(1 <= it <= MAX_SIDE for it in size) else None

    def _take_ruleset(self, at: int) -> None:
        self._take(self.ruleset, at, tr("Rulesets (*.yaml *.yml)"), self._ruleset_name)

    def _take_legend(self, at: int) -> None:
        self._take(self.legend, at, tr("Legends (*.yaml *.yml)"), str)

    def _take(self, box: QComboBox, at: int, files: str, name_of: Callable[[Path], str | None]) -> None:
        value = box.itemData(at)
        if value is _ASK:
            self._show_chosen(box)
            dialog = QFileDialog(self, box.accessibleName(), str(self._path.parent), files)
            dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
            dialog.fileSelected.connect(lambda name: self._take_file(box, name_of(Path(name))))
            dialog.finished.connect(dialog.deleteLater)
            dialog.open()
        elif value != self._chosen[box]:
            self._choose(box, value)

    def _take_file(self, box: QComboBox, name: str | None) -> None:
        if name is None:
            return
        if box.findData(name) < 0:
            box.insertItem(box.count() - 1, name, name)
        self._choose(box, name)

    def _ruleset_name(self, path: Path) -> str | None:
        """Return the path of a ruleset file relative to the map; None, with a message, when it is outside its folder."""
        if path.is_relative_to(self._path.parent):
            self._tell("")
            return path.relative_to(self._path.parent).as_posix()
        text = tr("The ruleset file must be in the map's folder or one of its subfolders. {name} is not.")
        self._tell(text.format(name=path.name))
        return None

    def _choose(self, box: QComboBox, value: str | None) -> None:
        self._chosen[box] = value
        self._show_chosen(box)
        self.changed.emit()

    def _show_chosen(self, box: QComboBox) -> None:
        box.setCurrentIndex(box.findData(self._chosen[box]) if self._chosen[box] else 0)

    def _tell(self, text: str) -> None:
        self.message.setText(text)
        self.message.setVisible(bool(text))


def _keep_narrow(box: Box) -> Box:
    """Let a box cut off long names rather than make the map smaller."""
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(18)
    return box

"""What can be said about a map to import: its format, ruleset, layout, legend and the size it should have."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFileDialog, QFormLayout, QLabel, QLineEdit, QWidget

from fairground.core.clients.coded_maps.legend import shipped_legends
from fairground.core.errors import RulesetError
from fairground.core.grid.layout import Layout
from fairground.core.rules import load_ruleset, shipped_rulesets
from fairground.core.rules.ruleset_files import rulesets_in
from fairground.core.scenario.board import MAX_SIDE
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.jobs.map_import import ImportRequest
from fairground.editor.widgets.basics import soft_label
from fairground.editor.widgets.layout_buttons import LayoutButtons

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.editor.jobs.formats import Formats
    from fairground.editor.jobs.map_import import ImportOutcome

_SIZE = re.compile(r"\s*([0-9]{1,5})\s*(?:x|\u00d7|by)\s*([0-9]{1,5})\s*", re.IGNORECASE)
#: What a reader says that had to guess the layout.
_GUESSED = "import.layout"
_OWN = tr("As in the file")
#: Stands for the entry of a list that asks for a file.
_ASK = object()


class ImportForm(QWidget):
    """A form over an ``ImportRequest``; what is left as it is, file and format decide."""

    #: Something was chosen: the request is another one.
    changed = Signal()

    def __init__(self, path: Path, formats: Formats, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self._format: str | None = None
        self._layout: Layout | None = None
        self.format = self._list(tr("Format"))
        self.format.addItem(tr("Detecting format…"), None)
        self._formats = formats
        self._recognised: str | None = None
        formats.ready.connect(self._list_formats)
        self.ruleset = self._list(tr("Ruleset"))
        self.ruleset.addItem(_OWN, None)
        for name in (*shipped_rulesets(), *rulesets_in(path.parent)):
            self.ruleset.addItem(name, name)
        self.ruleset.addItem(tr("Another file…"), _ASK)
        self.legend = self._list(tr("Legend"))
        self.legend.addItem(_OWN, None)
        for name in shipped_legends():
            self.legend.addItem(name, name)
        self.legend.addItem(tr("From file…"), _ASK)
        self.layouts = LayoutButtons(Layout.ODD_Q, self)
        self.layouts.setEnabled(False)
        self.about_layout = soft_label("", self)
        self.expected = QLineEdit(self)
        self.expected.setAccessibleName(tr("Expected size"))
        self.expected.setPlaceholderText(tr("for example 16x17"))
        self.told = QLabel("", self)
        self.told.setWordWrap(True)
        self.told.setStyleSheet(f"color: {colours().error}")
        self.told.hide()
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
        self._untitled = [
            at for at in range(self.ruleset.count()) if isinstance(self.ruleset.itemData(at), str)
        ]
        next_turn(self, self._title_next)

    @property
    def request(self) -> ImportRequest:
        """What is asked for."""
        return ImportRequest(
            self._path,
            self._format,
            self._layout,
            self._chosen[self.ruleset],
            self._chosen[self.legend],
            self._expected() if self.expected.text().strip() else None,
        )

    def show_outcome(self, outcome: ImportOutcome) -> None:
        """Show what file and format decided."""
        self._recognised = outcome.format_name
        self.format.setItemText(0, tr("Unknown format: choose one"))
        self._show_format()
        scenario = outcome.scenario
        if scenario is None:
            return
        is_open = self._layout is not None or any(it.code == _GUESSED for it in outcome.losses)
        self.layouts.setEnabled(is_open)
        self.layouts.press(scenario.board.layout)
        if self._layout is not None:
            told = ""
        elif is_open:
            told = tr("The file does not say which lines are shifted, so {layout} was assumed.").format(
                layout=scenario.board.layout.value
            )
        else:
            told = tr("Set to {layout} by the file or its format.").format(layout=scenario.board.layout.value)
        self.about_layout.setText(told)
        self.about_layout.setVisible(bool(told))
        if self._chosen[self.ruleset] is None:
            self.ruleset.setItemText(0, f"{scenario.rules.title} ({_OWN.lower()})")

    # -- making it ------------------------------------------------------------------------------------------

    def _list_formats(self) -> None:
        for it in self._formats.read:
            self.format.addItem(it.title, it.name)
            self.format.setItemData(self.format.count() - 1, f"*{it.ending}", Qt.ItemDataRole.ToolTipRole)
        self._show_format()

    def _show_format(self) -> None:
        """Show the format that was named or recognised, once it is in the list."""
        at = self.format.findData(self._recognised) if self._recognised else 0
        self.format.setCurrentIndex(max(at, 0))

    def _list(self, name: str) -> QComboBox:
        found = QComboBox(self)
        found.setAccessibleName(name)
        # Long names are cut off rather than making the map smaller.
        found.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        found.setMinimumContentsLength(18)
        return found

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
        form.addRow(tr("Layout"), self.layouts)
        form.addRow("", self.about_layout)
        form.addRow(tr("Expected size"), self.expected)
        form.addRow("", self.told)

    def _title_next(self) -> None:
        """Show the title of one ruleset instead of its name: reading them all at once would hold up the window."""
        if not self._untitled:
            return
        at = self._untitled.pop(0)
        name = self.ruleset.itemData(at)
        try:
            title = load_ruleset(name, folder=self._path.parent).title
            self.ruleset.setItemText(at, title if name in shipped_rulesets() else f"{title} ({name})")
        except RulesetError:
            self.ruleset.setItemText(at, tr("{name} (has errors)").format(name=name))
        next_turn(self, self._title_next)

    # -- taking over ----------------------------------------------------------------------------------------

    def _take_format(self, at: int) -> None:
        found = self.format.itemData(at)
        if found != self._format and found is not None:
            self._format, self._layout = found, None
            self.changed.emit()

    def _take_layout(self, layout: Layout) -> None:
        if layout is not self._layout:
            self._layout = layout
            self.changed.emit()

    def _take_size(self, _text: str) -> None:
        wrong = bool(self.expected.text().strip()) and self._expected() is None
        told = tr("Enter columns and rows, for example 16x17, each from 1 to {n}.").format(n=MAX_SIDE)
        self._tell(told if wrong else "")
        if not wrong:
            self.changed.emit()

    def _expected(self) -> tuple[int, int] | None:
        match = _SIZE.fullmatch(self.expected.text())
        size = (int(match[1]), int(match[2])) if match else (0, 0)
        return size if all(1 <= it <= MAX_SIDE for it in size) else None

    def _take_ruleset(self, at: int) -> None:
        self._take(self.ruleset, at, tr("Rulesets (*.yaml *.yml)"), self._ruleset_name)

    def _take_legend(self, at: int) -> None:
        self._take(self.legend, at, tr("Legends (*.yaml *.yml)"), str)

    def _take(self, found: QComboBox, at: int, files: str, name_of: Callable[[Path], str | None]) -> None:
        value = found.itemData(at)
        if value is _ASK:
            self._show_chosen(found)
            dialog = QFileDialog(self, found.accessibleName(), str(self._path.parent), files)
            dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
            dialog.fileSelected.connect(lambda name: self._take_file(found, name_of(Path(name))))
            dialog.finished.connect(dialog.deleteLater)
            dialog.open()
        elif value != self._chosen[found]:
            self._choose(found, value)

    def _take_file(self, found: QComboBox, name: str | None) -> None:
        if name is None:
            return
        if found.findData(name) < 0:
            found.insertItem(found.count() - 1, name, name)
        self._choose(found, name)

    def _ruleset_name(self, path: Path) -> str | None:
        """Return how a scenario beside the map names a ruleset file; None, and say so, when it cannot."""
        if path.is_relative_to(self._path.parent):
            self._tell("")
            return path.relative_to(self._path.parent).as_posix()
        told = tr("Your own ruleset must be in the map's folder or below it. {name} is not.")
        self._tell(told.format(name=path.name))
        return None

    def _choose(self, found: QComboBox, value: str | None) -> None:
        self._chosen[found] = value
        self._show_chosen(found)
        self.changed.emit()

    def _show_chosen(self, found: QComboBox) -> None:
        found.setCurrentIndex(found.findData(self._chosen[found]) if self._chosen[found] else 0)

    def _tell(self, text: str) -> None:
        self.told.setText(text)
        self.told.setVisible(bool(text))

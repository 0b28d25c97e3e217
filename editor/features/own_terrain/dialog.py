"""The dialog for own terrain, hexside features and unit classes, with a preview and one sentence about each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from fairground.core.errors import FairgroundError
from fairground.core.files.own_rules import RuleSection, entries
from fairground.core.finding import Severity
from fairground.core.rules.descriptions import class_sentence, feature_sentence, terrain_sentence
from fairground.editor.app.deferred import delayed
from fairground.editor.app.texts import tr
from fairground.editor.features.own_terrain.forms import ClassForm, HexsideForm, TerrainForm
from fairground.editor.features.own_terrain.history import EditHistory
from fairground.editor.features.own_terrain.look_fields import sample_map
from fairground.editor.widgets.board_widgets import MapPreview
from fairground.editor.widgets.field_form import Note
from fairground.editor.widgets.labels_and_buttons import WholeLabel, fill, open_at, tool_button, with_key
from fairground.editor.widgets.option_rows import FormColumn
from fairground.editor.widgets.terrain_pictures import PaletteSection, kind_picture, kinds

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QPixmap

    from fairground.core.files.own_rules import EntryData, OwnRules
    from fairground.core.finding import Finding
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario
    from fairground.editor.features.own_terrain.forms import EntryForm
    from fairground.editor.features.own_terrain.history import EditedEntry

Section = RuleSection
_TABS = {
    Section.TERRAIN: tr("Terrain"),
    Section.HEXSIDES: tr("Hexside features"),
    Section.CLASSES: tr("Unit classes"),
}
_SENTENCES: dict[RuleSection, Callable[[str, Ruleset], str]] = {
    Section.TERRAIN: terrain_sentence,
    Section.HEXSIDES: feature_sentence,
    Section.CLASSES: class_sentence,
}
_DUPLICATE_KEY, _UNDO_KEY, _REDO_KEY = "Ctrl+D", "Ctrl+Z", "Ctrl+Shift+Z"
#: Terrain that every ruleset needs.
_NEEDED = ("clear", "void")
_PICTURE = 22
#: Milliseconds between the last change and the new preview.
_DEBOUNCE = 120


class OwnTerrainDialog(QDialog):
    """Edits a ruleset of one's own; nothing changes until it is applied.

    It shows nothing until ``add_like`` or ``show_entry`` is called.
    """

    #: An ``EditState``: the ruleset and the shown entry.
    applied = Signal(object)
    #: The shown terrain is to be removed.
    removal_asked = Signal()

    def __init__(self, own: OwnRules, scenario: Scenario, note: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Custom terrain"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.history, self._scenario = EditHistory(own), scenario
        self._rules = own.rules
        self.tabs = QTabBar(self)
        self.tabs.setAccessibleName(tr("Ruleset section"))
        self.tabs.setDrawBase(False)
        self._sections = list(_TABS)
        for section in self._sections:
            self.tabs.addTab(_TABS[section])
        self.list = QListWidget(self)
        self.list.setIconSize(QSize(_PICTURE, _PICTURE))
        self.list.setAccessibleName(tr("Entries"))
        self.duplicate = QPushButton(tr("Duplicate"), self)
        self.duplicate.setToolTip(with_key(tr("Create a copy of this entry"), _DUPLICATE_KEY))
        self.remove = QPushButton(tr("Remove"), self)
        self.forms: dict[RuleSection, EntryForm] = {
            Section.TERRAIN: TerrainForm(self),
            Section.HEXSIDES: HexsideForm(self),
            Section.CLASSES: ClassForm(self),
        }
        self._stack = QStackedWidget(self)
        self.preview = MapPreview(tr("Preview"), self)
        self.sentence = WholeLabel(tr("Effect"), self)
        self.problem = Note(self)
        self.undo_button = tool_button("undo", with_key(tr("Undo"), _UNDO_KEY), self)
        self.redo_button = tool_button("redo", with_key(tr("Redo"), _REDO_KEY), self)
        self._note_label = WholeLabel(tr("Where the ruleset is saved"), self, is_soft=True)
        self._note_label.setText(note)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.apply = self._buttons.addButton(tr("Apply"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.apply.setToolTip(tr("Use the changed ruleset for the map, and select the terrain for painting"))
        self.apply.setDefault(True)
        self._arrange()
        self._connect()
        self._refresh_preview = delayed(self, self._show_preview, _DEBOUNCE)

    @property
    def note(self) -> str:
        """Where the ruleset is saved, and which maps use it."""
        return self._note_label.text()

    @property
    def section(self) -> RuleSection:
        """The section that is shown."""
        return self._sections[self.tabs.currentIndex()]

    @property
    def form(self) -> EntryForm:
        """The form of the section."""
        return self.forms[self.section]

    # -- what the user does ---------------------------------------------------------------------------------

    def add_like(self, section: RuleSection, like: str) -> None:
        """Add a copy of an entry, and put the cursor into its name."""
        self._show_section(section)
        self.history.add(section, like)
        self._show_all()
        self.form.name.setFocus()
        self.form.name.selectAll()

    def show_entry(self, section: RuleSection, entry_id: str) -> None:
        """Show an entry."""
        self._show_section(section)
        self.history.show(section, entry_id)
        self._show_all()

    def undo(self) -> None:
        """Undo the last change."""
        self.history.undo()
        self._follow_entry()

    def redo(self) -> None:
        """Redo the next change."""
        self.history.redo()
        self._follow_entry()

    def remove_shown(self, replacement: str | None = None) -> None:
        """Remove the shown entry, or take back its changes."""
        self.history.remove(replacement)
        self._show_all()

    def _duplicate(self) -> None:
        entry = self.history.state.entry
        if entry is not None and self.duplicate.isEnabled():
            self.add_like(entry.section, entry.id)

    def _choose(self, row: int) -> None:
        item = self.list.item(row)
        if item is not None:
            self.history.show(self.section, item.data(Qt.ItemDataRole.UserRole))
            self._show_all()

    def _change_tab(self) -> None:
        first = next(iter(entries(self._rules, self.section)), None)
        self.history.show(self.section, first)
        self._show_all()

    def _edit(self, data: EntryData, key: str) -> None:
        self.history.change(data, key)
        self._show_all()

    def _edit_classes(self, changes: dict[str, EntryData]) -> None:
        self.history.change_classes(changes, f"classes {', '.join(changes)}")
        self._show_all()

    def _accept(self) -> None:
        if self.apply.isEnabled():
            self.applied.emit(self.history.without_unnamed())

    # -- what is shown --------------------------------------------------------------------------------------

    def refuse(self, reason: str) -> None:
        """Say why something cannot be done."""
        self.problem.say(reason, Severity.ERROR)

    def _follow_entry(self) -> None:
        entry = self.history.state.entry
        if entry is not None:
            self._show_section(entry.section)
        self._show_all()

    def _show_section(self, section: RuleSection) -> None:
        with QSignalBlocker(self.tabs):
            self.tabs.setCurrentIndex(self._sections.index(section))

    def _show_all(self) -> None:
        state = self.history.state
        problems = state.problems
        if not problems:
            self._rules = state.own.rules
        entry = state.entry
        self._show_problems(entry, problems)
        self._fill_list(entry, is_enabled=not problems)
        self._stack.setCurrentWidget(self.form)
        self.form.setEnabled(entry is not None)
        if entry is not None:
            if isinstance(self.form, TerrainForm):
                self.form.id = entry.id
            self.form.show_entry(entry.data, self._rules)
        self._show_sentence(entry, problems)
        self._show_buttons(entry, problems)
        self._refresh_preview.start()

    def _show_problems(self, entry: EditedEntry | None, problems: Sequence[Finding]) -> None:
        """Show problems below their fields, and the first one that has no field beside the preview."""
        by_field: dict[str, list[Finding]] = {}
        rest = []
        for it in problems:
            path = it.place.path
            is_here = entry is not None and path[:2] == (entry.section.value, entry.id) and len(path) > 2
            if is_here and str(path[2]) in self.form.keys:
                by_field.setdefault(str(path[2]), []).append(it)
            else:
                rest.append(it)
        self.form.show_findings(by_field)
        self.problem.say(f"{rest[0].message}." if rest else "", Severity.ERROR)

    def _fill_list(self, entry: EditedEntry | None, *, is_enabled: bool) -> None:
        self.list.setEnabled(is_enabled)
        if not is_enabled:
            return
        own, section = self.history.state.own, self.section
        pictures = self._pictures(section)
        with QSignalBlocker(self.list):
            self.list.clear()
            for entry_id, it in entries(self._rules, section).items():
                name = str(getattr(it, "name", entry_id))
                is_own = own.is_own(section, entry_id)
                sign = tr("custom") if is_own else tr("changed") if own.is_changed(section, entry_id) else ""
                item = QListWidgetItem(pictures.get(entry_id, QIcon()), f"{name} ({sign})" if sign else name)
                item.setData(Qt.ItemDataRole.UserRole, entry_id)
                self.list.addItem(item)
                if entry is not None and (entry.section, entry.id) == (section, entry_id):
                    self.list.setCurrentItem(item)
        self.list.scrollToItem(self.list.currentItem())

    def _pictures(self, section: RuleSection) -> dict[str, QIcon]:
        wanted = {
            Section.TERRAIN: (PaletteSection.TERRAIN, PaletteSection.DETAIL),
            Section.HEXSIDES: (PaletteSection.HEXSIDE,),
        }.get(section, ())
        scenario = sample_map(self.history.state.own, self._scenario)
        ratio = self.devicePixelRatioF()
        return {
            it.id: _untinted(kind_picture(scenario, it, _PICTURE, ratio))
            for it in kinds(self._rules)
            if it.section in wanted
        }

    def _show_sentence(self, entry: EditedEntry | None, problems: Sequence[Finding]) -> None:
        if entry is None:
            self.sentence.setText(tr("Choose an entry, or duplicate one to make your own."))
        elif not problems:
            self.sentence.setText(_SENTENCES[entry.section](entry.id, self._rules))

    def _show_buttons(self, entry: EditedEntry | None, problems: Sequence[Finding]) -> None:
        self.undo_button.setEnabled(self.history.can_undo)
        self.redo_button.setEnabled(self.history.can_redo)
        unnamed = entry is not None and entry.is_new and not entry.is_named
        # Adding an entry drops a new one that has no name yet.
        self.duplicate.setEnabled(entry is not None and not problems and not unnamed)
        own = self.history.state.own
        is_own = entry is not None and not problems and own.is_own(entry.section, entry.id)
        is_changed = entry is not None and not problems and own.is_changed(entry.section, entry.id)
        self.remove.setText(tr("Reset") if is_changed else tr("Remove"))
        self.remove.setToolTip(
            tr("Reset to the base ruleset's entry")
            if is_changed
            else tr("Remove this entry from the ruleset")
            if is_own
            else tr("Entries of the base ruleset cannot be removed")
        )
        needed = entry is not None and entry.id in _NEEDED
        self.remove.setEnabled((is_own and not needed) or is_changed)
        self.apply.setEnabled(not problems and self.history.has_changes and not unnamed)

    def _show_preview(self) -> None:
        state = self.history.state
        self.preview.setVisible(self.section is not Section.CLASSES)
        if state.problems or state.entry is None:
            return
        try:
            self.preview.show_map(sample_map(state.own, self._scenario, state.entry.section, state.entry.id))
        except FairgroundError as error:
            self.preview.show_message(str(error))

    # -- building -------------------------------------------------------------------------------------------

    def _arrange(self) -> None:
        for form in self.forms.values():
            self._stack.addWidget(form)
        head, below, left, right, lines = (
            QHBoxLayout(),
            QHBoxLayout(),
            QVBoxLayout(),
            QVBoxLayout(),
            QVBoxLayout(),
        )
        fill(head, self.tabs, None, self.undo_button, self.redo_button, spacing=2)
        fill(below, self.duplicate, self.remove, spacing=6)
        fill(left, (self.list, 1), below, spacing=6)
        form_box = QVBoxLayout()
        fill(form_box, self._stack, None)
        column = FormColumn(form_box, self)
        fill(right, (self.preview, 1), self.sentence, self.problem, spacing=8)
        fill(lines, (column, 1))
        middle = QHBoxLayout()
        fill(middle, (left, 5), (lines, 9), (right, 6), spacing=14)
        self.list.setMinimumWidth(150)
        self.preview.setMinimumSize(190, 130)
        fill(
            QVBoxLayout(self),
            head,
            (middle, 1),
            self._note_label,
            self._buttons,
            spacing=10,
            margins=(12, 10, 12, 12),
        )
        open_at(self, 900, 560)

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._change_tab)
        self.list.currentRowChanged.connect(self._choose)
        self.duplicate.clicked.connect(self._duplicate)
        self.remove.clicked.connect(self.removal_asked)
        self.undo_button.clicked.connect(self.undo)
        self.redo_button.clicked.connect(self.redo)
        for key, slot in ((_DUPLICATE_KEY, self._duplicate), (_UNDO_KEY, self.undo), (_REDO_KEY, self.redo)):
            QShortcut(QKeySequence(key), self).activated.connect(slot)
        for form in self.forms.values():
            form.edited.connect(self._edit)
        terrain = self.forms[Section.TERRAIN]
        if isinstance(terrain, TerrainForm):
            terrain.classes_edited.connect(self._edit_classes)
            terrain.refused.connect(self.refuse)
        self._buttons.accepted.connect(self._accept)
        self._buttons.rejected.connect(self.reject)


def _untinted(picture: QPixmap) -> QIcon:
    """Return an icon that has its own colours also where it is selected."""
    icon = QIcon(picture)
    icon.addPixmap(picture, QIcon.Mode.Selected)
    return icon

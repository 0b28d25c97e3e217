"""The fields of the scenario: name, author, ruleset, turns, weather, notes. Each change is a step that can be undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QLineEdit, QPlainTextEdit, QSpinBox, QWidget

from fairground.editor.document.events import CellsChanged, HexsidesChanged
from fairground.editor.document.known_rules import known_rules
from fairground.editor.document.patches import FieldPatch
from fairground.editor.window.hex_facts import top_name
from fairground.editor.window.widgets import soft_label

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent

    from fairground.editor.document.document import Document

_MOST_TURNS = 999


class ScenarioPanel(QWidget):
    """A form over the scenario; a field is taken over when it is left or Enter is pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document: Document | None = None
        self.name = QLineEdit(self)
        self.author = QLineEdit(self)
        self.turns = QSpinBox(self)
        self.turns.setRange(0, _MOST_TURNS)
        self.turns.setSpecialValueText("no limit")
        self.turns.setKeyboardTracking(False)
        self.weather = QComboBox(self)
        self.notes = _Notes(self)
        self.notes.setTabChangesFocus(True)
        self.board = QLabel(self)
        self.ruleset = QLabel(self)
        self.ruleset.setWordWrap(True)
        form = QFormLayout(self)
        form.setContentsMargins(10, 10, 10, 8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for text, field in (
            ("Name", self.name),
            ("Author", self.author),
            ("Board", self.board),
            ("Ruleset", self.ruleset),
            ("Turns", self.turns),
            ("Weather", self.weather),
            ("Notes", self.notes),
        ):
            field.setAccessibleName(text)
            form.addRow(soft_label(text, self), field)
        self.name.editingFinished.connect(lambda: self._set("name", self.name.text(), "Rename scenario"))
        self.author.editingFinished.connect(lambda: self._set("author", self.author.text(), "Change author"))
        self.turns.valueChanged.connect(lambda value: self._set("turns", value or None, "Change turns"))
        self.weather.activated.connect(
            lambda _at: self._set("weather", self.weather.currentData(), "Change weather")
        )
        self.notes.left.connect(self._set_notes)
        self.setEnabled(False)

    def set_document(self, document: Document | None) -> None:
        """Show another document."""
        if self._document is not None:
            self._document.changed.disconnect(self._changed)
        self._document = document
        self.setEnabled(document is not None)
        if document is not None:
            document.changed.connect(self._changed)
            self._show()

    def commit(self) -> None:
        """Take over what was typed and not left yet (before a save)."""
        if self._document is not None:
            self._set("name", self.name.text(), "Rename scenario")
            self._set("author", self.author.text(), "Change author")
            self._set_notes()

    def _set_notes(self) -> None:
        if self._document is None:
            return
        text = self.notes.toPlainText()
        kept = self._document.scenario.notes
        # Files end notes with a line break, and the field shows none.
        self._set("notes", kept if text == kept.rstrip("\n") else text, "Change notes")

    def _set(self, field: str, value: object, text: str) -> None:
        if self._document is None:
            return
        before = getattr(self._document.scenario, field)
        if value != before:
            self._document.edit(text, [FieldPatch(field, before, value)])

    def _changed(self, event: object) -> None:
        if not isinstance(event, CellsChanged | HexsidesChanged):
            self._show()

    def _show(self) -> None:
        if self._document is None:
            return
        scenario = self._document.scenario
        rules = known_rules(scenario)
        board = scenario.board
        self.board.setText(f"{board.columns} by {board.rows}, {board.layout.value} ({top_name(board)})")
        self.ruleset.setText(rules.title if rules else f"{scenario.ruleset.name} (not found)")
        if self.name.text() != scenario.name:
            self.name.setText(scenario.name)
        if self.author.text() != scenario.author:
            self.author.setText(scenario.author)
        self.turns.blockSignals(True)  # Qt's signature
        self.turns.setValue(scenario.turns or 0)
        self.turns.blockSignals(False)  # Qt's signature
        weathers = {"none": "None"} | {key: it.name for key, it in (rules.weather if rules else {}).items()}
        weathers.setdefault(scenario.weather, scenario.weather)
        shown = {self.weather.itemData(at): self.weather.itemText(at) for at in range(self.weather.count())}
        if shown != weathers:
            self.weather.clear()
            for key, name in weathers.items():
                self.weather.addItem(name, key)
        self.weather.setCurrentIndex(self.weather.findData(scenario.weather, Qt.ItemDataRole.UserRole))
        if self.notes.toPlainText() != scenario.notes.rstrip("\n"):
            self.notes.setPlainText(scenario.notes.rstrip("\n"))


class _Notes(QPlainTextEdit):
    """Text of several lines that says when it is left."""

    left = Signal()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Say that the focus went elsewhere."""
        super().focusOutEvent(event)
        self.left.emit()

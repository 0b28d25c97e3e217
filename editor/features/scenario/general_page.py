"""The page of general data: name, ruleset, turns, weather, notes and victory."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from fairground.core.grid.labels import LabelStyle
from fairground.core.scenario.board import HEX_INCHES
from fairground.core.scenario.inches import at_hex_size
from fairground.core.scenario.parts import MAX_TITLE
from fairground.editor.app.texts import tr
from fairground.editor.document.events import CellsChanged, HexsidesChanged, watch
from fairground.editor.document.hex_facts import LABEL_STYLES, top_name
from fairground.editor.document.patches import FieldPatch, list_patch
from fairground.editor.document.readable_ruleset import known_rules, on_bases
from fairground.editor.features.scenario.part_form import show_choices, show_text
from fairground.editor.widgets.checklist_button import ChoiceBox
from fairground.editor.widgets.field_form import FieldForm
from fairground.editor.widgets.labels_and_buttons import heading
from fairground.editor.widgets.number_fields import InchBox, NumberField, inch_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QFocusEvent

    from fairground.core.finding import Finding
    from fairground.editor.document.document import Document

#: The height of the notes in pixels: five lines.
_NOTES_HEIGHT = 96
#: That of the house rules: three lines.
_RULES_HEIGHT = 62
#: The names of the victory fields in undo steps.
_VICTORY = {
    "victory.points": tr("points to win"),
    "victory.last_standing": tr("rule of the last one standing"),
    "victory.kill": tr("points per unit"),
    "victory.component": tr("points per component"),
}


class GeneralPage(QWidget):
    """A form for the scenario; a completed field is one undo step."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        from fairground.core.files.file_model import MAX_INCHES, MAX_POINTS, MAX_TURNS

        self._document: Document | None = None
        self.name, self.author = QLineEdit(self), QLineEdit(self)
        self.name.setMaxLength(MAX_TITLE)
        self.author.setMaxLength(MAX_TITLE)
        self.board, self.ruleset = QLabel(self), QLabel(self)
        self.ruleset.setWordWrap(True)
        self.turns = _number(self, MAX_TURNS, tr("no limit"))
        self.weather, self.labels = ChoiceBox(self), ChoiceBox(self)
        self.inches = InchBox(self, most=MAX_INCHES)
        self.inches.setSpecialValueText(tr("{inches}″ (default)").format(inches=inch_text(HEX_INCHES)))
        self.notes = _Notes(self)
        self.notes.setTabChangesFocus(True)
        self.notes.setFixedHeight(_NOTES_HEIGHT)
        self.house_rules = _Notes(self)
        self.house_rules.setTabChangesFocus(True)
        self.house_rules.setFixedHeight(_RULES_HEIGHT)
        self.house_rules.setPlaceholderText(tr("One rule per line"))
        # The field has -1 for no target, since 0 points would end the game at once.
        self.points = _number(self, MAX_POINTS, tr("no target"), least=-1)
        self.last_standing = QCheckBox(tr("wins"), self)
        self.kill = _number(self, MAX_POINTS, tr("nothing"))
        self.component = _number(self, MAX_POINTS, tr("nothing"))
        self.form, self.victory = FieldForm(self), FieldForm(self)
        for form, key, title, field, tip in (
            (self.form, "name", tr("Name"), self.name, tr("The scenario's title")),
            (self.form, "author", tr("Author"), self.author, tr("The scenario's author")),
            (self.form, "board", tr("Board"), self.board, ""),
            (self.form, "ruleset", tr("Ruleset"), self.ruleset, ""),
            (
                self.form,
                "board.inches",
                tr("Hex size"),
                self.inches,
                tr("The width of a hex between opposite sides, in inches, for games measured on a table"),
            ),
            (
                self.form,
                "board.labels",
                tr("Hex labels"),
                self.labels,
                tr("Style of hex labels on the map, in texts and in exports"),
            ),
            (self.form, "turns", tr("Turns"), self.turns, tr("Number of turns in the game")),
            (self.form, "weather", tr("Weather"), self.weather, tr("Weather at the start")),
            (self.form, "notes", tr("Notes"), self.notes, tr("Notes for the players")),
            (
                self.victory,
                "victory.points",
                tr("Points"),
                self.points,
                tr("The first side to reach this many points wins"),
            ),
            (
                self.victory,
                "victory.last_standing",
                tr("Last one standing"),
                self.last_standing,
                tr("The last side with units on the board wins"),
            ),
            (self.victory, "victory.kill", tr("Per unit"), self.kill, tr("Points for each destroyed unit")),
            (
                self.victory,
                "victory.component",
                tr("Per component"),
                self.component,
                tr("Points for each destroyed component"),
            ),
            (
                self.victory,
                "house_rules",
                tr("House rules"),
                self.house_rules,
                tr("Extra rules of the mission, one per line. Self-play ignores them"),
            ),
        ):
            form.add(key, title, field, tip)
        self.victory.add_note("victory")
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 10, 8)
        column.setSpacing(6)
        column.addWidget(self.form)
        column.addWidget(heading(tr("Victory"), self))
        column.addWidget(self.victory)
        column.addStretch(1)
        self.name.editingFinished.connect(lambda: self._set("name", self.name.text(), tr("Rename scenario")))
        self.author.editingFinished.connect(
            lambda: self._set("author", self.author.text(), tr("Change author"))
        )
        self.turns.valueChanged.connect(
            lambda value: self._set("turns", value or None, tr("Change number of turns"))
        )
        self.weather.picked.connect(lambda value: self._set("weather", value, tr("Change weather")))
        self.inches.valueChanged.connect(self._set_inches)
        self.labels.picked.connect(lambda value: self._set_labels(LabelStyle(value)))
        self.notes.left.connect(self._set_notes)
        self.house_rules.left.connect(self._set_house_rules)
        self.points.valueChanged.connect(
            lambda value: self._set_victory("victory.points", None if value < 0 else value)
        )
        self.last_standing.clicked.connect(lambda on: self._set_victory("victory.last_standing", on))
        self.kill.valueChanged.connect(lambda value: self._set_victory("victory.kill", value))
        self.component.valueChanged.connect(lambda value: self._set_victory("victory.component", value))

    def set_document(self, document: Document | None) -> None:
        """Show another document."""
        watch(self._document, document, self._changed)
        self._document = document
        self.show_findings(())
        self._show()

    def show_findings(self, findings: Iterable[Finding]) -> None:
        """Show findings below their fields."""
        by_key: dict[str, list[Finding]] = {}
        for finding in findings:
            key = ".".join(map(str, finding.place.path[:2]))
            known = self.form.keys | self.victory.keys
            key = key if key in known else str(next(iter(finding.place.path), ""))
            if key in known:
                by_key.setdefault(key, []).append(finding)
        self.form.show_findings(by_key)
        self.victory.show_findings(by_key)

    def commit(self) -> None:
        """Apply text that is still being typed (before a save)."""
        if self._document is not None:
            self._set("name", self.name.text(), tr("Rename scenario"))
            self._set("author", self.author.text(), tr("Change author"))
            self._set_notes()
            self._set_house_rules()

    def refresh(self) -> None:
        """Redraw the icons in the colours of the theme."""
        self.form.refresh()
        self.victory.refresh()

    def _set_notes(self) -> None:
        if self._document is None:
            return
        text = self.notes.toPlainText()
        notes = self._document.scenario.notes
        # Notes in files end with a line break, which the field doesn't show.
        self._set("notes", notes if text == notes.rstrip("\n") else text, tr("Change notes"))

    def _set_house_rules(self) -> None:
        lines = (" ".join(line.split())[:MAX_TITLE] for line in self.house_rules.toPlainText().splitlines())
        self._set("house_rules", [line for line in lines if line], tr("Change house rules"))

    def _set_inches(self, value: float) -> None:
        if self._document is not None:
            scenario = self._document.scenario
            before, after = scenario.board.inches, value or None
            if before != after:
                units = [at_hex_size(scenario.board, it, after or HEX_INCHES) for it in scenario.units]
                patches = [
                    FieldPatch("board.inches", before, after),
                    list_patch("units", scenario.units, units),
                ]
                self._document.edit(tr("Change hex size"), patches)

    def _set_labels(self, after: LabelStyle) -> None:
        if self._document is not None:
            before = self._document.scenario.board.label_style
            if before is not after:
                self._document.edit(tr("Change hex labels"), [FieldPatch("board.label_style", before, after)])

    def _set_victory(self, key: str, value: int | bool | None) -> None:  # noqa: FBT001  # a value of any field
        if self._document is not None:
            changes: dict[str, Any] = {key.partition(".")[2]: value}
            after = replace(self._document.scenario.victory, **changes)
            self._set("victory", after, tr("Change {victory}").format(victory=_VICTORY[key]))

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
        rules, board, victory = known_rules(scenario), scenario.board, scenario.victory
        self.board.setText(
            tr("{columns} by {rows}, {layout} ({top_name})").format(
                columns=board.columns, rows=board.rows, layout=board.layout.value, top_name=top_name(board)
            )
        )
        self.ruleset.setText(
            rules.title if rules else tr("{name} (not found)").format(name=scenario.ruleset.name)
        )
        show_text(self.name, scenario.name)
        show_text(self.author, scenario.author)
        for field, value in (
            (self.turns, scenario.turns or 0),
            (self.points, -1 if victory.points is None else victory.points),
            (self.kill, victory.kill),
            (self.component, victory.component),
        ):
            with QSignalBlocker(field):
                field.setValue(value)
        with QSignalBlocker(self.inches):
            self.inches.setValue(board.inches or 0.0)
        self.form.show_field("board.inches", shown=board.inches is not None or on_bases(scenario))
        show_choices(
            self.labels, {it.value: title for it, title in LABEL_STYLES.items()}, board.label_style.value
        )
        self.last_standing.setChecked(victory.last_standing)
        weathers = {"none": tr("None")} | {
            key: it.name for key, it in (rules.weather if rules else {}).items()
        }
        show_choices(self.weather, weathers, scenario.weather)
        rules_text = "\n".join(scenario.house_rules)
        if self.house_rules.toPlainText() != rules_text:
            self.house_rules.setPlainText(rules_text)
        if self.notes.toPlainText() != scenario.notes.rstrip("\n"):
            self.notes.setPlainText(scenario.notes.rstrip("\n"))


class _Notes(QPlainTextEdit):
    """Text of several lines."""

    #: The focus moved elsewhere.
    left = Signal()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Emit ``left``."""
        super().focusOutEvent(event)
        self.left.emit()


def _number(parent: QWidget, most: int, none: str, *, least: int = 0) -> NumberField:
    """Return a number field that shows the text ``none`` for its least value."""
    field = NumberField(parent)
    field.setRange(least, most)
    field.setSpecialValueText(none)
    return field

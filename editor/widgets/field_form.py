"""A form with findings below its fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QWidget

from fairground.core.finding import Severity
from fairground.editor.app.icons import pixmap
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.widgets.labels_and_buttons import soft_label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fairground.core.finding import Finding

#: The most findings shown below one field; of more, the number.
_MOST = 2


class FieldForm(QWidget):
    """Fields with titles, by keys."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # Not a form layout, which gives texts of several lines too little room.
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self.fields: dict[str, QWidget] = {}
        self._titles: dict[str, QLabel] = {}
        self._notes: dict[str, Note] = {}
        self._findings: dict[str, Sequence[Finding]] = {}
        self._complaints: dict[str, str] = {}
        self._explanations: dict[str, str] = {}

    def add(self, key: str, title: str, field: QWidget, tip: str = "", *, wraps: bool = False) -> None:
        """Add a field below the others; its title is its accessible name, and ``tip`` its tooltip.

        A title is one line, or several where it ``wraps``.
        """
        row = 2 * len(self.fields)
        field.setAccessibleName(title)
        if tip:
            field.setToolTip(tip)
        name = soft_label(title, self)
        name.setWordWrap(wraps)
        name.setBuddy(field)
        note = Note(self)
        self._grid.addWidget(name, row, 0)
        self._grid.addWidget(field, row, 1)
        self._grid.addWidget(note, row + 1, 0, 1, 2)
        self.fields[key], self._titles[key], self._notes[key] = field, name, note

    def add_note(self, key: str) -> None:
        """Add a place for findings about no single field."""
        self._notes[key] = Note(self)
        self._grid.addWidget(self._notes[key], 2 * len(self.fields), 0, 1, 2)

    def show_field(self, key: str, *, shown: bool) -> None:
        """Show or hide a field with its title."""
        self.fields[key].setVisible(shown)
        self._titles[key].setVisible(shown)

    def name_field(self, key: str, title: str) -> None:
        """Give a field another title."""
        self.fields[key].setAccessibleName(title)
        self._titles[key].setText(title)

    @property
    def keys(self) -> frozenset[str]:
        """The keys that findings can have."""
        return frozenset(self._notes)

    def show_findings(self, findings: Mapping[str, Sequence[Finding]]) -> None:
        """Show the findings below the fields of their keys."""
        self._findings = dict(findings)
        self._show_notes()

    def complain(self, key: str, sentence: str) -> None:
        """Show below a field why its text is refused; nothing for an empty sentence."""
        self._complaints[key] = sentence
        self._show_notes()

    def explain(self, key: str, sentence: str) -> None:
        """Show below a field how its text is understood; nothing for an empty sentence."""
        self._explanations[key] = sentence
        self._show_notes()

    def note(self, key: str) -> str:
        """Return the text below a field; empty for none."""
        return self._notes[key].text

    def refresh(self) -> None:
        """Draw the signs in the colours of the theme."""
        self._show_notes()

    def _show_notes(self) -> None:
        for key, note in self._notes.items():
            complaint, findings = self._complaints.get(key, ""), self._findings.get(key, ())
            if complaint:
                note.say(complaint, Severity.ERROR)
            elif explanation := self._explanations.get(key, ""):
                note.say(explanation, Severity.ADVICE)
            elif findings:
                sentences = [f"{it.message}." for it in findings[:_MOST]]
                if len(findings) > _MOST:
                    sentences.append(tr("And {count} more.").format(count=len(findings) - _MOST))
                note.say(" ".join(sentences), findings[0].severity)
            else:
                note.say("", Severity.ADVICE)


class Note(QWidget):
    """A sentence after the icon of its severity; hidden while empty."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sign = QLabel(self)
        self._sign.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._words = QLabel(self)
        self._words.setWordWrap(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 2)
        row.setSpacing(5)
        row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._words, 1)
        self.hide()

    @property
    def text(self) -> str:
        """The sentence; empty while hidden."""
        return "" if self.isHidden() else self._words.text()

    def say(self, text: str, severity: Severity) -> None:
        """Show a sentence; hide the note for an empty one."""
        self._words.setText(text)
        self._words.setAccessibleName(f"{severity.value}: {text}" if text else "")
        if text:
            ink = colours().of(severity)
            self._sign.setPixmap(pixmap(severity.value, 14, colour=ink, ratio=self.devicePixelRatioF()))
        self.setVisible(bool(text))

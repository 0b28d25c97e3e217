"""A form with findings below its fields, and the keys with which a field of a panel is left: the next keys are the map's again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QDockWidget,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from fairground.core.finding import Severity
from fairground.editor.app.icons import pixmap
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.widgets.labels_and_buttons import soft_label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtWidgets import QApplication

    from fairground.core.finding import Finding
    from fairground.editor.canvas.canvas import Canvas

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


#: The property of fields that handle Return and Escape themselves.
OWN_KEYS = "ownKeys"
_RETURNS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_FIELDS = (QLineEdit, QAbstractSpinBox, QComboBox, QPlainTextEdit)


class FieldKeys(QObject):
    """Follows the focus through the fields of the main window and its panels.

    Return enters what was typed, and Escape puts back the value in force. In a text of several lines, Return starts a
    line and Ctrl+Return enters the text. Dialogs have keys of their own.
    """

    def __init__(self, application: QApplication, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        #: The field that has the focus, or had it when the window lost it, and its value in force as text.
        self._field: QWidget | None = None
        self._text = ""
        application.focusChanged.connect(self._follow)

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        # Another program's window comes and goes in the middle of a word.
        if now is None or now is self._field:
            return
        self._field = None
        if isinstance(now, _FIELDS) and isinstance(now.window(), QMainWindow | QDockWidget):
            if now.property(OWN_KEYS):
                return
            self._field = now
            if isinstance(now, QLineEdit):
                now.setModified(False)  # Qt's signature
            self._note_value(now)
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the field with Return and Escape."""
        if not isinstance(event, QKeyEvent) or not isinstance(watched, _FIELDS):
            return False
        is_end = _is_end(watched, event)
        if event.type() == QEvent.Type.ShortcutOverride and is_end:
            # Ctrl+Return is an action of the window as well.
            event.accept()
            return True
        if event.type() != QEvent.Type.KeyPress:
            return False
        if is_end:
            if not isinstance(watched, QPlainTextEdit):
                watched.event(event)
        elif event.key() == Qt.Key.Key_Escape:
            self._put_back(watched)
        else:
            self._note_value(watched)
            return False
        if not self._canvas.isActiveWindow():
            self._canvas.activateWindow()
        self._canvas.setFocus()
        return True

    def _note_value(self, field: QWidget) -> None:
        """Note the value in force, unless the field shows what is being typed."""
        if isinstance(field, QLineEdit) and not field.isModified():
            self._text = field.text()

    def _put_back(self, field: QWidget) -> None:
        if isinstance(field, QLineEdit) and field.isModified():
            field.setText(self._text)
            field.textEdited.emit(self._text)
        elif isinstance(field, QSpinBox | QDoubleSpinBox):
            field.setValue(field.value())  # type: ignore[arg-type]  # each kind takes what it gives
        elif isinstance(field, QPlainTextEdit):
            while field.document().isUndoAvailable():
                field.undo()


def _is_end(field: QObject, event: QKeyEvent) -> bool:
    """Whether a key enters what was typed into a field."""
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    wanted = Qt.KeyboardModifier.NoModifier
    if isinstance(field, QPlainTextEdit):
        wanted = Qt.KeyboardModifier.ControlModifier
    return event.key() in _RETURNS and held == wanted

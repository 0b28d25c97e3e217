"""Return and Escape leave a field of a panel: the next keys are the map's again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QDockWidget,
    QDoubleSpinBox,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QSpinBox,
)

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

    from fairground.editor.canvas.canvas import Canvas

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

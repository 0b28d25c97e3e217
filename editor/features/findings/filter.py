"""Which findings are shown: by severity, by words, and by the selection."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QToolButton, QWidget

from fairground.core.finding import Severity
from fairground.editor.app.icons import icon
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.widgets.basics import tool_button

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtCore import QSettings

    from fairground.core.finding import Finding

_HIDDEN = "findings/hidden"
_PLURALS = {
    Severity.ERROR: tr("errors"),
    Severity.WARNING: tr("warnings"),
    Severity.ADVICE: tr("advice"),
}


class FindingsFilter(QWidget):
    """The title of the findings' panel: a button with a count for each severity, a field for words.

    Which severities are shown is remembered; words and selection are not, since they would hide findings of a later day.
    """

    #: Other findings are let through.
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings: QSettings | None = None
        #: Says whether a finding is about a selected hex.
        self.is_selected: Callable[[Finding], bool] = lambda _finding: True
        self.title = QLabel(tr("Findings"), self)
        self.title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.severities: dict[Severity, QToolButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 1, 6, 1)
        row.setSpacing(3)
        row.addWidget(self.title, 1)
        for severity in Severity:
            button = tool_button(
                severity.value, tr("Show {plurals}").format(plurals=_PLURALS[severity]), self, checkable=True
            )
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setProperty("iconName", None)  # it has the colour of its severity, not the text's
            button.setIconSize(QSize(14, 14))
            button.setChecked(True)
            button.toggled.connect(self._switched)
            self.severities[severity] = button
            row.addWidget(button)
        self.selected = tool_button(
            "select", tr("Show only findings about selected hexes"), self, checkable=True
        )
        self.selected.setIconSize(QSize(14, 14))
        self.selected.toggled.connect(lambda _on: self.changed.emit())
        self.words = QLineEdit(self)
        self.words.setPlaceholderText(tr("Filter"))
        self.words.setAccessibleName(tr("Words that findings must have"))
        self.words.setToolTip(tr("Show only findings with these words in hex, message, code or rule"))
        self.words.setClearButtonEnabled(True)
        self.words.setMaximumWidth(170)
        self.words.textChanged.connect(lambda _text: self.changed.emit())
        row.addWidget(self.selected)
        row.addWidget(self.words, 1)
        self.count(())

    def remember_in(self, settings: QSettings) -> None:
        """Take over which severities were shown the last time, and keep that from now on."""
        stored = settings.value(_HIDDEN, [])
        hidden = {str(it) for it in (stored if isinstance(stored, list) else [stored])}
        for severity, button in self.severities.items():
            button.setChecked(severity.value not in hidden)
        self._settings = settings

    def count(self, findings: Iterable[Finding]) -> None:
        """Show how many findings of each severity there are, let through or not."""
        counts = dict.fromkeys(Severity, 0)
        for finding in findings:
            counts[finding.severity] += 1
        for severity, button in self.severities.items():
            button.setText(str(counts[severity]))
            state = tr("shown") if button.isChecked() else tr("hidden")
            button.setAccessibleName(f"{_PLURALS[severity].capitalize()}: {counts[severity]}, {state}")
            told = tr("Hide {plurals}") if button.isChecked() else tr("Show {plurals}")
            button.setToolTip(told.format(plurals=_PLURALS[severity]))
        self.redraw()

    def redraw(self) -> None:
        """Draw the signs in the colours of the theme."""
        for severity, button in self.severities.items():
            button.setIcon(icon(severity.value, colours().of(severity)))

    def pick(self, findings: list[Finding]) -> list[Finding]:
        """Return the findings that are let through."""
        words = self.words.text().casefold().split()
        return [
            it
            for it in findings
            if self.severities[it.severity].isChecked()
            and all(word in _text(it) for word in words)
            and (not self.selected.isChecked() or self.is_selected(it))
        ]

    def clear(self) -> None:
        """Let all findings through."""
        for button in (*self.severities.values(),):
            button.setChecked(True)
        self.selected.setChecked(False)
        self.words.clear()

    def _switched(self, _on: bool) -> None:  # noqa: FBT001  # slot of a signal
        if self._settings is not None:
            hidden = [it.value for it, button in self.severities.items() if not button.isChecked()]
            self._settings.setValue(_HIDDEN, hidden)
        self.changed.emit()


def _text(finding: Finding) -> str:
    parts = (finding.place.hex, finding.place.file, finding.message, finding.code, finding.rule)
    return " ".join(part for part in parts if part).casefold()

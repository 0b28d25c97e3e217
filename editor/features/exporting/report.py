"""What an export comes to, as a list: the files, what is lost, and what the validator says.

What is said of an export: which files were written, and how large they are.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from fairground.core.finding import Severity
from fairground.editor.app.icons import icon
from fairground.editor.app.texts import tr, trn
from fairground.editor.app.theme import colours
from fairground.editor.widgets.problem_list import placed_message

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtWidgets import QWidget

    from fairground.core.finding import Finding
    from fairground.editor.features.exporting.job import ExportPlan, PlannedFile


def written_words(main: str, files: int) -> str:
    """Return which files were written: the main one, and how many beside it (``files`` counts both)."""
    if files == 1:
        return tr("Wrote {name}").format(name=main)
    beside = trn("{n} companion file", "{n} companion files", files - 1).format(n=files - 1)
    return tr("Wrote {name} and {files}").format(name=main, files=beside)


def size_words(size: int) -> str:
    """Return a number of bytes in words: ``940 bytes``, ``3.2 kB``, ``1.5 MB``."""
    if size < 1000:
        return trn("{n} byte", "{n} bytes", size).format(n=size)
    return f"{size / 1000:.1f} kB" if size < 1_000_000 else f"{size / 1_000_000:.1f} MB"


def sentence(words: str) -> str:
    """Return words of core as a sentence."""
    return f"{words[:1].upper()}{words[1:].removesuffix('.')}."


_FINDING = Qt.ItemDataRole.UserRole
#: So many findings are listed; the panel of the window has them all.
_MOST = 200
_WORDS = {Severity.ERROR: tr("Error"), Severity.WARNING: tr("Warning"), Severity.ADVICE: tr("Advice")}


class ExportReport(QListWidget):
    """Headings with rows under them; a click or Enter on a finding that has a place goes there."""

    #: The ``Finding`` that was chosen.
    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Export result"))
        self.setWordWrap(True)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.itemClicked.connect(self._choose)
        self.itemActivated.connect(self._choose)

    def show_plan(self, plan: ExportPlan) -> None:
        """Show what an export would come to; what is in its way first."""
        self.clear()
        look = colours()
        counts = Counter(it.severity for it in plan.findings)
        if counts[Severity.ERROR]:
            self._show_findings(tr("Problems"), plan.findings, Severity.ERROR)
        if plan.files:
            self._head(tr("Files"))
            for it in plan.files:
                self._row("file", look.soft, _file_words(it), tr("File"))
            self._head(tr("Losses") if plan.losses else tr("Nothing will be lost"))
            for loss in plan.losses:
                self._row("warning", look.warning, sentence(loss), tr("Lost"))
        if counts[Severity.WARNING]:
            self._show_findings(tr("Warnings from validation"), plan.findings, Severity.WARNING)
        if counts[Severity.ADVICE]:
            self._show_findings(tr("Advice from validation"), plan.findings, Severity.ADVICE)

    def show_nothing(self, told: str) -> None:
        """Show nothing but a heading, or not even that: what an export would come to is not known."""
        self.clear()
        if told:
            self._head(told)

    def texts(self) -> list[str]:
        """Return the rows, headings included."""
        return [self.item(at).text() for at in range(self.count())]

    def _show_findings(self, title: str, findings: Iterable[Finding], severity: Severity) -> None:
        found, ink = [it for it in findings if it.severity is severity], colours().of(severity)
        self._head(f"{title}: {len(found):,}")
        for it in found[:_MOST]:
            item = self._row(severity.value, ink, placed_message(it), _WORDS[severity])
            item.setData(_FINDING, it)
            item.setToolTip(it.fix or it.message)
        if len(found) > _MOST:
            self._row(severity.value, ink, tr("and {n} more").format(n=f"{len(found) - _MOST:,}"), "")

    def _head(self, text: str) -> None:
        item = QListWidgetItem(text, self)
        font = item.font()
        font.setBold(True)
        item.setFont(font)
        # Away from what stands above, and near to what it is the heading of.
        item.setSizeHint(
            QSize(0, round(self.fontMetrics().lineSpacing() * (1.2 if self.count() == 1 else 1.8)))
        )
        item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)
        # Headings are read, and not chosen.
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)

    def _row(self, sign: str, ink: str, text: str, kind: str) -> QListWidgetItem:
        item = QListWidgetItem(icon(sign, ink), text, self)
        # The sign tells it apart; who cannot see it hears it.
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{kind}: {text}" if kind else text)
        return item

    def _choose(self, item: QListWidgetItem) -> None:
        finding = item.data(_FINDING)
        if finding is not None:
            self.chosen.emit(finding)


def _file_words(file: PlannedFile) -> str:
    told = tr("{name}, {size}: replaces the existing file") if file.is_there else tr("{name}, {size}")
    return told.format(name=file.name, size=size_words(file.size))

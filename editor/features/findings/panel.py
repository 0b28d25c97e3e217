"""The findings panel: the problems of the scenario, with quick fixes."""

from __future__ import annotations

import time
from heapq import nlargest
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QStackedLayout,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from fairground.core.finding import Severity
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.texts import tr, trn
from fairground.editor.app.theme import colours
from fairground.editor.features.findings.model import Column, FindingsFilter, FindingsModel
from fairground.editor.widgets.labels_and_buttons import ElidedLabel, tool_button

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.finding import Finding
    from fairground.editor.features.findings.quick_fixes import QuickFix

#: How long outdated findings are shown before they are dimmed, in milliseconds.
_PATIENCE = 500
#: The number of cells, of those with the most letters, that the width of a column is computed from.
_CELLS_FOR_WIDTH = 40
#: The names of hexes take at most this part of the width, and fixes at most this many pixels.
_HEX_SHARE, _FIX_WIDTH = 5, 180


class FindingsPanel(QWidget):
    """A table of findings. A click or Enter jumps to the hex; a click on the fix, or Ctrl+., applies it.

    The notes of an import are listed too, until they are dismissed or another document is opened.
    """

    #: A ``Finding`` that was chosen.
    chosen = Signal(object)
    #: A ``QuickFix`` to apply.
    fix_wanted = Signal(object)
    #: The title of the panel: counts by severity.
    title_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = FindingsModel(self)
        #: The filter, shown in the title of the panel.
        self.filter = FindingsFilter()
        self.filter.changed.connect(self._show)
        self.table = _Table(self)
        self.table.setModel(self.model)
        header = self.table.horizontalHeader()
        # Qt's automatic column widths would be computed again after every change around the table.
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(Column.MESSAGE, QHeaderView.ResizeMode.Stretch)
        header.resizeSection(Column.SEVERITY, 30)
        header.hide()
        self.table.setItemDelegate(_Delegate(self.table))
        self.table.clicked.connect(self._clicked)
        self.table.entered_row.connect(self._jump)
        self._nothing = QLabel(self)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.setProperty("soft", True)  # Qt's signature
        self._checked: list[Finding] = []
        self._remarks: list[Finding] = []
        self._scope = ""
        self._quick_fix: Callable[[Finding], QuickFix | None] = lambda _finding: None
        self._about = QWidget(self)
        self._imported = ElidedLabel("", self._about)
        self.close_remarks = tool_button("close", tr("Dismiss the import notes"), self._about)
        self.close_remarks.setFixedSize(24, 24)
        self.close_remarks.clicked.connect(self.drop_remarks)
        row = QHBoxLayout(self._about)
        row.setContentsMargins(12, 0, 4, 0)
        row.addWidget(self._imported, 1)
        row.addWidget(self.close_remarks)
        self._about.hide()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._about)
        self._layout = QStackedLayout()
        self._layout.addWidget(self.table)
        self._layout.addWidget(self._nothing)
        whole.addLayout(self._layout, 1)
        self._stale = QTimer(self)
        self._stale.setSingleShot(True)
        self._stale.setInterval(_PATIENCE)
        self._stale.timeout.connect(lambda: self._dim(dimmed=True))

    @property
    def title(self) -> str:
        """The counts by severity: ``Findings: 1 error, 2 warnings``."""
        severities = [it.severity for it in self._all]
        counts = [_counted(it, severities.count(it)) for it in Severity if it in severities]
        return tr("Findings: {counts}").format(counts=", ".join(counts)) if counts else tr("Findings")

    @property
    def empty_text(self) -> str:
        """The text shown without findings."""
        return self._nothing.text()

    def show_findings(
        self, findings: list[Finding], quick_fix: Callable[[Finding], QuickFix | None], scope: str = ""
    ) -> None:
        """Show other findings, and keep the selection; ``scope`` describes what was checked."""
        self._checked, self._quick_fix, self._scope = findings, quick_fix, scope
        self._show()

    @property
    def imported(self) -> str:
        """The text about the import; empty if it is hidden."""
        return "" if self._about.isHidden() else self._imported.text()

    def show_remarks(self, file: str, remarks: list[Finding]) -> None:
        """List the notes of an import: what it could not convert, and what it assumed."""
        count = len(remarks)
        text = (
            trn("Imported from {file} with {n} note", "Imported from {file} with {n} notes", count)
            if count
            else tr("Imported from {file} without notes")
        )
        self._imported.setText(text.format(file=file, n=count))
        self._about.show()
        self._remarks = remarks
        self._show()

    def drop_remarks(self) -> None:
        """Remove the notes of the import."""
        self._about.hide()
        self._remarks = []
        self._show()

    @property
    def _all(self) -> list[Finding]:
        return [*self._checked, *self._remarks]

    def _show(self) -> None:
        every = self._all
        findings = self.filter.pick(every)
        old = self.table.currentIndex()
        current = self.model.findings[old.row()] if old.isValid() else None
        self.table.forget()
        self.model.show(findings, self._quick_fix)
        self.table.fit()
        if current in self.model.findings:
            self.table.selectRow(self.model.findings.index(current))
        no_problems = "\n".join(filter(None, (tr("No problems found."), self._scope)))
        self._nothing.setText(_hidden_text(len(every)) if every else no_problems)
        self.filter.count(every)
        self._layout.setCurrentIndex(0 if findings else 1)
        self.title_changed.emit(self.title)

    def wait(self) -> None:
        """Show that the document is being checked."""
        self._about.hide()
        self._remarks = []
        self.show_findings([], lambda _finding: None)
        self._nothing.setText(tr("Checking…"))

    def fail(self, reason: str) -> None:
        """Show that the check itself failed; earlier findings stay, dimmed."""
        self._nothing.setText(tr("Could not check the scenario: {reason}").format(reason=reason))
        self._stale.stop()
        self._dim(dimmed=True)

    def set_current(self, current: bool) -> None:  # noqa: FBT001  # slot of a signal
        """Set whether the findings are up to date; outdated ones are dimmed after a moment."""
        if current:
            self._stale.stop()
            self._dim(dimmed=False)
        elif not self._stale.isActive():
            self._stale.start()

    def step(self, by: int) -> None:
        """Go to the finding ``by`` rows further, wrapping around at the ends."""
        count = self.model.rowCount()
        if count:
            at = self.table.currentIndex().row()
            row = (at + by) % count if at >= 0 else (0 if by > 0 else count - 1)
            self.table.selectRow(row)
            self._jump(row)

    def fix_current(self) -> None:
        """Fix the selected finding; without a selection, the first with a fix."""
        current = self.table.currentIndex()
        rows = [current.row()] if current.isValid() else range(self.model.rowCount())
        fix = next(filter(None, map(self.model.fix, rows)), None)
        if fix is not None:
            self.fix_wanted.emit(fix)

    def _clicked(self, index: QModelIndex | QPersistentModelIndex) -> None:
        fix = self.model.fix(index.row()) if index.column() == Column.FIX else None
        if fix is not None:
            self.fix_wanted.emit(fix)
        else:
            self._jump(index.row())

    def _jump(self, row: int) -> None:
        self.chosen.emit(self.model.findings[row])

    def _dim(self, *, dimmed: bool) -> None:
        self.table.is_dimmed = dimmed
        self.table.viewport().update()
        self.table.setToolTip(tr("Checking again") if dimmed else "")


def _counted(severity: Severity, count: int) -> str:
    if severity is Severity.ERROR:
        return trn("{n} error", "{n} errors", count).format(n=count)
    if severity is Severity.WARNING:
        return trn("{n} warning", "{n} warnings", count).format(n=count)
    return trn("{n} advice", "{n} advice", count).format(n=count)


def _hidden_text(count: int) -> str:
    if count == 1:
        return tr("The filter hides the only finding.")
    return trn("The filter hides {n} finding.", "The filter hides all {n} findings.", count).format(n=count)


#: How long one painting of the table may compute fixes: on a large board, those of all rows in sight take half a second.
_FIX_SECONDS = 0.004


class _Table(QTableView):
    entered_row = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.is_dimmed = False
        #: The widths of the longest hexes and codes.
        self._wanted = {Column.HEX: 0, Column.CODE: 0}
        #: The rows that have been visible, whose fixes are known.
        self._known: set[int] = set()
        self.setAccessibleName(tr("Findings"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setIconSize(QSize(16, 16))
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(26)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def fit(self) -> None:
        """Fit the columns of hexes and codes to their longest texts."""
        model, metrics = self.model(), self.fontMetrics()
        findings = model.findings if isinstance(model, FindingsModel) else []
        lengths = {
            Column.HEX: [len(it.place.hex_name or it.place.hex or "") for it in findings],
            Column.CODE: [len(it.code) for it in findings],
        }
        for column, letters in lengths.items():
            longest = nlargest(_CELLS_FOR_WIDTH, range(len(letters)), key=letters.__getitem__)
            cells = [model.index(row, column) for row in longest]
            widest = max(cells, key=lambda cell: metrics.horizontalAdvance(cell.data()), default=None)
            wide = self.sizeHintForIndex(widest).width() if widest is not None else 0
            self._wanted[column] = max(wide, self.horizontalHeader().minimumSectionSize())
        self._share()

    def _share(self) -> None:
        """Give codes their width, and names of hexes and fixes what leaves room for the messages."""
        room = self.viewport().width()
        self.setColumnWidth(Column.CODE, self._wanted[Column.CODE])
        self.setColumnWidth(Column.HEX, min(self._wanted[Column.HEX], room // _HEX_SHARE))
        fixed = (Column.SEVERITY, Column.HEX, Column.CODE)
        room -= sum(self.columnWidth(it) for it in fixed)
        # Less than messages get. Independent of the fixes, so that those are computed for visible rows only.
        self.setColumnWidth(Column.FIX, max(min(_FIX_WIDTH, 2 * room // 5), 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the columns to the new width."""
        super().resizeEvent(event)
        self._share()

    def forget(self) -> None:
        """Forget which rows have a fix."""
        self._known.clear()
        self.clearSpans()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Let the texts of rows without a fix span its column; fixes are computed when rows become visible."""
        model = self.model()
        if isinstance(model, FindingsModel) and model.rowCount():
            last = self.rowAt(self.viewport().height() - 1)
            seen = range(self.rowAt(0), (last if last >= 0 else model.rowCount() - 1) + 1)
            began = time.perf_counter()
            for row in sorted(set(seen) - self._known):
                self._known.add(row)
                if model.fix(row) is None:
                    self.setSpan(row, Column.MESSAGE, 1, 2)
                if time.perf_counter() - began > _FIX_SECONDS:
                    next_turn(self, self._paint_again)
                    break
        super().paintEvent(event)

    def _paint_again(self) -> None:
        self.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        """Adapt to the text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.model() is not None:
            self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Jump on Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.entered_row.emit(self.currentIndex().row())
            return
        super().keyPressEvent(event)


class _Delegate(QStyledItemDelegate):
    """Draws fixes in the accent colour, and codes in a soft one."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Colour the columns."""
        super().initStyleOption(option, index)
        column = index.column()
        is_dimmed = isinstance(option.widget, _Table) and option.widget.is_dimmed
        # Other columns keep the default colour; this runs for every cell that is measured or painted.
        if is_dimmed or column in (Column.FIX, Column.CODE):
            look = colours()
            palette: QPalette = option.palette
            ink = look.accent if column == Column.FIX else look.soft
            palette.setColor(QPalette.ColorRole.Text, QColor(ink))
            option.palette = palette

"""The steps of a path as a table: turn, hex, points, and what they are made of.

A path in words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from fairground.core.grid.labels import LabelStyle, label
from fairground.editor.app.texts import point_count, tr, turn_count
from fairground.editor.document.mover_choice import describe_mover

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.path import Path, PathStep
    from fairground.core.scenario.board import Board


class PathStepRow(NamedTuple):
    """A step in words: the number of its turn, where it goes, its points, and what they are made of."""

    turn: str
    place: str
    points: str
    reasons: str


def ends_words(path: Path, style: LabelStyle = LabelStyle.COLUMN_LETTER) -> str:
    """Return from where to where a path leads: ``A1 to C4``."""
    return tr("{start} to {end}").format(
        start=_name(path.board, path.start, style), end=_name(path.board, path.end, style)
    )


def verdict_words(path: Path) -> str:
    """Return what a path comes to in a few words: ``3 turns, 7 points``."""
    if path.start == path.end:
        return tr("Choose another destination hex")
    if path.cost is None or path.turns is None:
        return tr("No path")
    return f"{turn_count(path.turns)}, {point_count(path.cost)}"


def amount_rows(path: Path, *, avoids_danger: bool) -> list[tuple[str, str]]:
    """Return names and texts of who moves, and of the damage on the way where there is any, or was to be avoided."""
    rows = [(tr("Mover"), describe_mover(path.mover))]
    if path.obstacle:
        rows.append((tr("Reason"), path.obstacle[:1].upper() + path.obstacle[1:]))
    elif path.danger or avoids_danger:
        told = str(path.danger) if path.danger else tr("none")
        rows.append(
            (
                tr("Damage"),
                tr("{damage}, the minimum").format(damage=told) if path.danger and avoids_danger else told,
            )
        )
    return rows


def step_rows(path: Path, style: LabelStyle = LabelStyle.COLUMN_LETTER) -> list[PathStepRow]:
    """Return the steps in order, the start first."""
    return [
        PathStepRow(
            str(step.turn) if i else "",
            _place(path.board, step, style),
            str(step.cost) if i else "",
            _why(step, i),
        )
        for i, step in enumerate(path.steps)
    ]


def sign_words(path: Path) -> str:
    """Return what the signs on the map mean."""
    told = tr(
        "On the map, large discs show the turn in which the path ends; small discs show the points "
        "for each step"
    )
    looks = any(step.facing is not None for step in path.steps)
    return tr("{told}; the tips show the facing.").format(told=told) if looks else f"{told}."


def _why(step: PathStep, number: int) -> str:
    """Return what the points of a step are made of, each with its rule, or all with the one that they share."""
    if not number:
        return tr("start")
    rules = {it.rule for it in step.reasons}
    if len(rules) == 1:
        return " + ".join(f"{it.amount} {it.text}" for it in step.reasons) + _in_brackets(rules.pop())
    return " + ".join(f"{it.amount} {it.text}{_in_brackets(it.rule)}" for it in step.reasons)


def _in_brackets(rule: str) -> str:
    return f" ({rule})" if rule else ""


def _place(board: Board, step: PathStep, style: LabelStyle) -> str:
    name = _name(board, step.hex, style)
    return name if step.facing is None else f"{name} {board.layout.direction_names[step.facing - 1]}"


def _name(board: Board, at: Hex, style: LabelStyle) -> str:
    return label(*board.layout.to_offset(at), style)


_HEADS = (tr("Turn"), tr("Hex"), tr("Points"), tr("Reason"))
#: The columns that hold text; the others hold numbers.
_TEXTS = (1, 3)
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_PLACE = Qt.ItemDataRole.UserRole
#: Between a text and the edges of its cell, in pixels.
_MARGIN = 4
#: Of longer paths only so many steps are listed: a table of thousands of rows would be felt with every change.
MOST = 200


class StepTable(QTableWidget):
    """As high as what stands in it, for the panel around it scrolls; the first step of each turn has a bold number."""

    #: The ``Hex`` of a step that was chosen.
    place_chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(0, len(_HEADS), parent)
        self.setObjectName("plain")
        self.setAccessibleName(tr("Steps"))
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setWordWrap(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(12)
        header = self.horizontalHeader()
        header.setSectionsClickable(False)
        header.setHighlightSections(False)
        header.setMinimumSectionSize(30)
        last = len(_HEADS) - 1
        for column, head in enumerate(_HEADS):
            item = QTableWidgetItem(head)
            item.setTextAlignment(_LEFT if column in _TEXTS else _RIGHT)
            self.setHorizontalHeaderItem(column, item)
            mode = QHeaderView.ResizeMode.Stretch if column == last else QHeaderView.ResizeMode.Fixed
            header.setSectionResizeMode(column, mode)
        for set_policy in (self.setHorizontalScrollBarPolicy, self.setVerticalScrollBarPolicy):
            set_policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        corner = self.findChild(QAbstractButton)
        if corner is not None:
            # Qt's own, between the two headers; never to be seen here, but assistive programs come upon it.
            corner.setAccessibleName(tr("Select all steps"))
        #: The steps that are shown, each with the hex that it goes to.
        self._shown: list[tuple[PathStepRow, Hex]] = []
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(0)
        self._again.timeout.connect(self.fit)
        # Lines break in what the other columns leave for the last one.
        header.sectionResized.connect(lambda column, *_: self._again.start() if column == last else None)
        self.cellClicked.connect(self._choose)
        self.cellActivated.connect(self._choose)

    def texts(self) -> list[tuple[str, ...]]:
        """Return what stands in the rows."""
        return [
            tuple(self._text(row, column) for column in range(len(_HEADS))) for row in range(self.rowCount())
        ]

    def show_steps(self, rows: Sequence[PathStepRow], places: Sequence[Hex]) -> None:
        """Show these steps, each with the hex that a click on it goes to."""
        shown = [*zip(rows[:MOST], places, strict=False)]
        if shown == self._shown:
            return
        before, self._shown = self._shown, shown
        self.setRowCount(len(shown))
        turn = old = ""
        for number, (row, place) in enumerate(shown):
            begins = row.turn != turn
            was = before[number] if number < len(before) else None
            # While the end of a path is led over the map, most of the way stays as it is.
            if was != (row, place) or (was[0].turn != old) is not begins:
                self._show_row(number, row, place, begins=begins)
            turn, old = row.turn, was[0].turn if was else ""
        self.fit()

    def _show_row(self, number: int, row: PathStepRow, place: Hex, *, begins: bool) -> None:
        """Show a step; the number of the turn that ``begins`` with it is bold."""
        for column, text in enumerate(row):
            item = self.item(number, column)
            if item is None:
                item = QTableWidgetItem()
                item.setTextAlignment(_LEFT if column in _TEXTS else _RIGHT)
                item.setToolTip(tr("Click to show this hex on the map"))
                self.setItem(number, column, item)
            if item.text() != text:
                item.setText(text)
            item.setData(_PLACE, place)
            if column == 0 and item.font().bold() is not begins:
                font = item.font()
                font.setBold(begins)
                item.setFont(font)

    def fit(self) -> None:
        """Give every row the height of its text, and the table that of all."""
        last, metrics = len(_HEADS) - 1, self.fontMetrics()
        # Qt's own way to fit columns measures all of them again with every item that is set.
        for column in range(last):
            texts = [_HEADS[column], *(self._text(row, column) for row in range(self.rowCount()))]
            self.setColumnWidth(column, max(map(metrics.horizontalAdvance, texts)) + 4 * _MARGIN)
        wide = max(self.columnWidth(last) - 2 * _MARGIN, 60)
        high = self.horizontalHeader().sizeHint().height() + 2
        for row in range(self.rowCount()):
            text = self._text(row, last)
            box = metrics.boundingRect(0, 0, wide, 10_000, Qt.TextFlag.TextWordWrap, text)
            self.setRowHeight(row, box.height() + 4)
            high += box.height() + 4
        self.setFixedHeight(high)

    def _text(self, row: int, column: int) -> str:
        item = self.item(row, column)
        return item.text() if item else ""

    def _choose(self, row: int, _column: int) -> None:
        item = self.item(row, 0)
        if item is not None:
            self.place_chosen.emit(item.data(_PLACE))

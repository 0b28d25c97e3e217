"""Descriptions of a path, and the table of its steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidgetItem, QWidget

from fairground.editor.app.texts import capitalised, point_count, tr, turn_count
from fairground.editor.document.mover_choice import describe_mover
from fairground.editor.widgets.card_table import CardTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.path import Path, PathStep, TurnEnd
    from fairground.core.scenario.board import Board


class PathStepRow(NamedTuple):
    """The texts of a step: the number of its turn, the hex it enters, its movement points, and their reasons."""

    turn: str
    place: str
    points: str
    reasons: str


def describe_ends(path: Path) -> str:
    """Return start and end of a path: ``A1 to C4``."""
    return tr("{start} to {end}").format(
        start=path.board.hex_name(path.start), end=path.board.hex_name(path.end)
    )


def describe_cost(path: Path) -> str:
    """Return the cost of a path: ``3 turns, 7 points``."""
    if path.start == path.end:
        return tr("Choose another destination hex")
    if path.cost is None or path.turns is None:
        return tr("No path")
    return f"{turn_count(path.turns)}, {point_count(path.cost)}"


def amount_rows(path: Path, *, avoids_danger: bool) -> list[tuple[str, str]]:
    """Return rows of name and text: the mover, why there is no path, and damage, if any or if it is avoided."""
    rows = [(tr("Mover"), describe_mover(path.mover))]
    if path.obstacle:
        rows.append((tr("Reason"), capitalised(path.obstacle)))
    elif path.danger or avoids_danger:
        damage = str(path.danger) if path.danger else tr("none")
        if path.danger and avoids_danger:
            damage = tr("{damage} (lowest possible)").format(damage=damage)
        rows.append((tr("Damage"), damage))
    return rows


def step_rows(path: Path) -> list[PathStepRow]:
    """Return the steps in order, the start first."""
    last = {step.turn: i for i, step in enumerate(path.steps)}
    ends = {last[it.turn]: it for it in path.turn_ends if it.turn in last}
    return [
        PathStepRow(
            str(step.turn) if i else "",
            _place(path.board, step),
            str(step.cost) if i else "",
            "\n".join((_why(step, i), *((_end(ends[i]),) if i in ends else ()))),
        )
        for i, step in enumerate(path.steps)
    ]


def describe_signs(path: Path) -> str:
    """Return what the signs on the map mean."""
    text = tr(
        "On the map, a large disc with the turn number marks the end of each turn; small discs show the points "
        "for each step"
    )
    has_facing = any(step.facing is not None for step in path.steps)
    return (
        tr("{told}; the tips of the discs show the facing.").format(told=text) if has_facing else f"{text}."
    )


def _why(step: PathStep, number: int) -> str:
    """Return the reasons of a step's points, each with its rule, or all with the one that they share."""
    if not number:
        return tr("start")
    rules = {it.rule for it in step.reasons}
    if len(rules) == 1:
        return " + ".join(f"{it.amount} {it.text}" for it in step.reasons) + _in_brackets(rules.pop())
    return " + ".join(f"{it.amount} {it.text}{_in_brackets(it.rule)}" for it in step.reasons)


def _end(end: TurnEnd) -> str:
    """Return what ended a turn, and what the mover could not do."""
    return tr("Turn {turn} ends {text}").format(turn=end.turn, text=end.text) + _in_brackets(end.rule)


def _in_brackets(rule: str) -> str:
    return f" ({rule})" if rule else ""


def _place(board: Board, step: PathStep) -> str:
    name = board.hex_name(step.hex)
    return name if step.facing is None else f"{name} {board.layout.direction_names[step.facing - 1]}"


_HEADS = (tr("Turn"), tr("Hex"), tr("Points"), tr("Reason"))
#: The columns that hold text; the others hold numbers.
_TEXTS = (1, 3)
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
#: Pixels between a text and the edges of its cell.
_MARGIN = 4
#: The maximum number of steps listed: thousands of rows would slow down every change.
MOST = 200


class StepTable(CardTable):
    """A row for each step, which chooses its ``Hex``; the turn number of the first step of a turn is bold."""

    def __init__(self, parent: QWidget) -> None:
        last = len(_HEADS) - 1
        super().__init__(len(_HEADS), last, tr("Steps"), parent)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        header = self.horizontalHeader()
        header.setSectionsClickable(False)
        header.setHighlightSections(False)
        header.setMinimumSectionSize(30)
        for column, head in enumerate(_HEADS):
            item = QTableWidgetItem(head)
            item.setTextAlignment(_LEFT if column in _TEXTS else _RIGHT)
            self.setHorizontalHeaderItem(column, item)
            mode = QHeaderView.ResizeMode.Stretch if column == last else QHeaderView.ResizeMode.Fixed
            header.setSectionResizeMode(column, mode)
        #: The steps shown, each with its hex.
        self._shown: list[tuple[PathStepRow, Hex]] = []

    def texts(self) -> list[tuple[str, ...]]:
        """Return the texts of the rows."""
        columns = range(len(_HEADS))
        return [tuple(self._text(row, column) for column in columns) for row in range(self.rowCount())]

    def show_steps(self, rows: Sequence[PathStepRow], places: Sequence[Hex]) -> None:
        """Show steps, each with the hex that a click on it chooses."""
        shown = [*zip(rows[:MOST], places, strict=False)]
        if shown == self._shown:
            return
        before, self._shown = self._shown, shown
        self.setRowCount(len(shown))
        turn = old = ""
        for number, (row, place) in enumerate(shown):
            begins = row.turn != turn
            previous = before[number] if number < len(before) else None
            # While the end of a path follows the pointer, most steps stay the same.
            if previous != (row, place) or (previous[0].turn != old) is not begins:
                self._show_row(number, row, place, begins=begins)
            turn, old = row.turn, previous[0].turn if previous else ""
        self.fit()

    def _show_row(self, number: int, row: PathStepRow, place: Hex, *, begins: bool) -> None:
        """Show a step; the turn number is bold where a turn ``begins``."""
        for column, text in enumerate(row):
            item = self.item(number, column)
            if item is None:
                item = QTableWidgetItem()
                item.setTextAlignment(_LEFT if column in _TEXTS else _RIGHT)
                self.setItem(number, column, item)
            if item.text() != text:
                item.setText(text)
            self.set_place(item, place)
            if column == 0 and item.font().bold() is not begins:
                font = item.font()
                font.setBold(begins)
                item.setFont(font)

    def fit(self) -> None:
        """Set the widths of the columns, the heights of the rows and that of the table."""
        last, metrics = len(_HEADS) - 1, self.fontMetrics()
        # Qt's own fitting measures all columns again with every item that is set.
        for column in range(last):
            texts = [_HEADS[column], *(self._text(row, column) for row in range(self.rowCount()))]
            self.setColumnWidth(column, max(map(metrics.horizontalAdvance, texts)) + 4 * _MARGIN)
        height = self.horizontalHeader().sizeHint().height() + 2
        for row in range(self.rowCount()):
            text_height = self.text_height(self._text(row, last), self.columnWidth(last) - 2 * _MARGIN)
            self.setRowHeight(row, text_height + 4)
            height += text_height + 4
        self.setFixedHeight(height)

    def _text(self, row: int, column: int) -> str:
        item = self.item(row, column)
        return item.text() if item else ""

"""Resize: another number of columns and rows, and which part of the board stays where it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QFormLayout,
    QGridLayout,
    QToolButton,
    QWidget,
)

from fairground.core.scenario.transform.resize import Anchor, anchor_shift, shifted
from fairground.editor.app.texts import tr
from fairground.editor.features.board.change_dialog import BoardChangeDialog
from fairground.editor.features.board.job import Resizing
from fairground.editor.widgets.basics import heading, soft_label
from fairground.editor.widgets.layout_buttons import SymmetryList
from fairground.editor.widgets.number_fields import SizeFields

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.worker import Worker

#: The anchors as they stand on the board, with signs that point from the middle to them.
_SIGNS = dict(zip(Anchor, "↖↑↗←•→↙↓↘", strict=True))
_TIPS = {
    Anchor.TOP_LEFT: tr("Keep the top-left corner in place"),
    Anchor.TOP: tr("Keep the top edge in place"),
    Anchor.TOP_RIGHT: tr("Keep the top-right corner in place"),
    Anchor.LEFT: tr("Keep the left edge in place"),
    Anchor.CENTRE: tr("Keep the centre in place"),
    Anchor.RIGHT: tr("Keep the right edge in place"),
    Anchor.BOTTOM_LEFT: tr("Keep the bottom-left corner in place"),
    Anchor.BOTTOM: tr("Keep the bottom edge in place"),
    Anchor.BOTTOM_RIGHT: tr("Keep the bottom-right corner in place"),
}


class ResizeDialog(BoardChangeDialog):
    """Columns, rows and nine anchors; below, which symmetries the size allows."""

    nothing = tr("The board already has this size.")

    def __init__(self, document: Document, worker: Worker, parent: QWidget | None = None) -> None:
        super().__init__(tr("Resize board"), tr("Resize"), document, worker, parent)
        board = document.scenario.board
        now = board.columns, board.rows
        self.size_fields = SizeFields(
            now,
            tr("columns by rows; now {columns} by {rows}").format(columns=board.columns, rows=board.rows),
            self,
        )
        self.anchors: dict[Anchor, QToolButton] = {}
        self.about = soft_label("", self)
        self.symmetries = SymmetryList(self)
        form = QFormLayout()
        form.setVerticalSpacing(10)
        form.setHorizontalSpacing(16)
        form.addRow(tr("Size"), self.size_fields)
        form.addRow(tr("Keep"), self._anchor_buttons())
        form.addRow("", self.about)
        self.form.addLayout(form)
        self.form.addSpacing(10)
        self.form.addWidget(heading(tr("Symmetries that fit this size"), self))
        self.form.addWidget(self.symmetries)
        self.form.addStretch(1)
        self.size_fields.changed.connect(self._show_size)
        self._show_size()
        self.begin()

    @property
    def anchor(self) -> Anchor:
        """The part of the board that stays."""
        return next(anchor for anchor, button in self.anchors.items() if button.isChecked())

    @property
    def step(self) -> str:
        """What the step is called in the history."""
        return tr("Resize to {} by {}").format(*self.size_fields.size_chosen)

    def change(self) -> Resizing | None:
        """Return the new size; None when it is that of the board."""
        board = self.document.scenario.board
        size = self.size_fields.size_chosen
        return None if size == (board.columns, board.rows) else Resizing(*size, self.anchor)

    def _anchor_buttons(self) -> QWidget:
        found = QWidget(self)
        grid = QGridLayout(found)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(2)
        grid.setColumnStretch(3, 1)
        group = QButtonGroup(found)
        for place, anchor in enumerate(Anchor):
            button = QToolButton(found)
            button.setText(_SIGNS[anchor])
            button.setCheckable(True)
            button.setFixedSize(34, 30)
            tip = _TIPS[anchor]
            button.setToolTip(tip)
            button.setAccessibleName(tip)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setChecked(anchor is Anchor.TOP_LEFT)
            button.clicked.connect(self._show_size)
            group.addButton(button)
            grid.addWidget(button, place // 3, place % 3)
            self.anchors[anchor] = button
        return found

    def _show_size(self, _news: object = None) -> None:
        board = self.document.scenario.board
        size = self.size_fields.size_chosen
        shift = anchor_shift(board.layout, (board.columns, board.rows), size, self.anchor)
        layout = shifted(board.layout, *shift).after
        self.symmetries.show_size(layout, *size)
        self.about.setText(
            tr("The layout becomes {layout}, so that every hex keeps its neighbours.").format(
                layout=layout.value
            )
            if layout is not board.layout
            else ""
        )
        self.look_again()

"""The base of dialogs that change a whole board: a form, what would come of it as a map, and what is lost.

What a board would become, as a map, or a sentence in its place.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from fairground.editor.app.deferred import next_turn
from fairground.editor.app.icons import icon
from fairground.editor.app.texts import tr, trn
from fairground.editor.app.theme import colours, is_dark
from fairground.editor.canvas.canvas import Canvas
from fairground.editor.canvas.layers import LayerModel
from fairground.editor.document.document import Document
from fairground.editor.document.scenario_patches import scenario_patches
from fairground.editor.features.board.job import ChangeJob, first_and_count
from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer
from fairground.editor.widgets.basics import heading
from fairground.editor.widgets.option_rows import FormColumn

if TYPE_CHECKING:
    from fairground.editor.document.patches import Patch
    from fairground.editor.features.board.job import BoardChange, Changed
    from fairground.editor.jobs.worker import Worker

#: Of larger boards, what stays is not outlined: that would take longer than the map itself.
_MOST = 40_000


class ChangePreview(QStackedWidget):
    """Shows one board at a time; wheel and middle button zoom and move it as in the editor.

    Where hexes are new, the outline is that of the old board in it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(QSize(320, 260))
        self._document: Document | None = None
        self.canvas: Canvas | None = None
        self._told = QLabel("", self)
        self._told.setWordWrap(True)
        self._told.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._told.setTextFormat(Qt.TextFormat.PlainText)
        self._told.setMargin(24)
        self.addWidget(self._told)

    @property
    def told(self) -> str:
        """What stands in the place of the map; empty while there is one."""
        return "" if self.currentWidget() is self.canvas else self._told.text()

    def tell(self, text: str) -> None:
        """Say something in the place of the map."""
        self._told.setText(text)
        self.setCurrentWidget(self._told)

    def show_change(self, changed: Changed) -> None:
        """Show the board that a change comes to; it must have come to one."""
        scenario = changed.scenario
        if scenario is None:
            return
        before, self._document = self._document, Document(scenario, parent=self)
        if self.canvas is None:
            self.canvas = Canvas(self._document, LayerModel(self), self)
            self.canvas.setAccessibleName(tr("The board after the change"))
            self.canvas.set_dark(is_dark())
            self.addWidget(self.canvas)
        else:
            self.canvas.set_document(self._document)
        if before is not None:
            before.deleteLater()
        self.setCurrentWidget(self.canvas)
        board = scenario.board
        if changed.added is not None and changed.added.any() and board.terrain.size <= _MOST:
            self.canvas.set_selection(board.marked(~board.void & ~changed.added))
        # The map has its size only when the dialog has its own.
        QTimer.singleShot(0, self.canvas, self.canvas.fit)


#: How long the form must rest before a change is tried, in milliseconds.
_DEBOUNCE = 120


class BoardChangeDialog(QDialog):
    """Has the worker try a change whenever the form says another; nothing is changed here.

    Subclasses add their form to ``form`` and call ``begin``; they call ``look_again`` when the form changes.
    """

    #: The name of the step, and the patches that it comes to.
    chosen = Signal(str, object)

    def __init__(
        self, title: str, verb: str, document: Document, worker: Worker, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.document = document
        self.changed: Changed | None = None
        #: What it comes to for the document as it is now; None while that is still to be made.
        self._patches: list[Patch] | None = None
        self.form = QVBoxLayout()
        self.form.setSpacing(6)
        self.preview = ChangePreview(self)
        self.remarks_title = heading("", self)
        # Without a parent before the form is made, so that they come after it for the keys.
        self.remarks = QListWidget()
        self.remarks.setAccessibleName(tr("Changes"))
        self.remarks.setWordWrap(True)
        self.remarks.setMinimumHeight(90)
        self.remarks.setMaximumHeight(150)
        self.take = QPushButton(verb)
        self.take.setEnabled(False)
        self.resize(940, 600)
        self._inquiry = ScenarioLatestAnswer(worker, self)
        self._inquiry.answered.connect(self._show)
        self._inquiry.failed.connect(self._fail)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DEBOUNCE)
        self._timer.timeout.connect(self._ask)
        document.changed.connect(self._document_changed)

    # -- for subclasses -------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def step(self) -> str:
        """What the step is called in the history."""

    @abstractmethod
    def change(self) -> BoardChange | None:
        """Return what the form says; None where that is no change."""

    #: How form and preview share the width.
    shares = (4, 5)
    #: What is said while the form says no change.
    nothing = tr("The board already looks like this.")

    def show_answer(self, changed: Changed) -> None:
        """Show more of an answer than its map and its losses."""

    def begin(self) -> None:
        """Try what the form says first; to be called when it is made."""
        self._lay_out()
        self.preview.tell(tr("Trying the change…"))
        self._ask()

    def look_again(self, _news: object = None) -> None:
        """Try another change as soon as the form rests."""
        self.take.setEnabled(False)
        self._timer.start()

    def _lay_out(self) -> None:
        buttons = QDialogButtonBox(self)
        buttons.addButton(self.take, QDialogButtonBox.ButtonRole.AcceptRole)
        self.take.setDefault(True)
        # While the change is being tried, Return must not give it up.
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        right = QVBoxLayout()
        right.setSpacing(6)
        right.addWidget(self.preview, 1)
        right.addWidget(self.remarks_title)
        right.addWidget(self.remarks)
        columns = QHBoxLayout()
        columns.setSpacing(20)
        columns.addWidget(FormColumn(self.form, self), self.shares[0])
        columns.addLayout(right, self.shares[1])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.addLayout(columns, 1)
        layout.addSpacing(6)
        layout.addWidget(buttons)

    # -- trying it ------------------------------------------------------------------------------------------

    def done(self, result: int) -> None:
        """Close; what is being tried is given up."""
        self.document.changed.disconnect(self._document_changed)
        self._timer.stop()
        self._inquiry.forget()
        super().done(result)

    def _document_changed(self, _event: object) -> None:
        # A ruleset file that was mended, say.
        self.look_again()

    def _ask(self) -> None:
        self._timer.stop()
        change = self.change()
        self.changed = self._patches = None
        self.take.setEnabled(False)
        if change is None:
            self._inquiry.forget()
            self._say(self.nothing)
            return
        self._inquiry.ask_about(self.document, lambda tag, subject: ChangeJob(tag, subject, change))

    def _show(self, changed: Changed) -> None:
        if self._timer.isActive():
            return  # another one is about to be tried
        self.show_answer(changed)
        if changed.scenario is None:
            self._say(f"{changed.told[:1].upper()}{changed.told[1:].removesuffix('.')}.")
            return
        self.changed = changed
        self.take.setEnabled(True)
        # While the answer is being read: whoever takes it need not wait for that.
        next_turn(self, self._prepare)
        self.preview.show_change(changed)
        lines = losses(changed)
        self._list(tr("Losses") if lines else tr("Nothing will be lost"), [("warning", it) for it in lines])
        for it in changed.said:
            self._add("advice", f"{it[:1].upper()}{it[1:]}.")
        self.remarks.setVisible(self.remarks.count() > 0)

    def _fail(self, reason: str) -> None:
        self._say(tr("Could not try the change: {reason}.").format(reason=reason.removesuffix(".")))

    def _say(self, text: str) -> None:
        self.preview.tell(text)
        self._list("", [])

    def _list(self, title: str, lines: list[tuple[str, str]]) -> None:
        self.remarks_title.setText(title)
        self.remarks.clear()
        for sign, line in lines:
            self._add(sign, line)
        self.remarks.setVisible(bool(lines))

    def _add(self, sign: str, line: str) -> None:
        look = colours()
        ink = look.warning if sign == "warning" else look.advice
        item = QListWidgetItem(icon(sign, ink), line)
        # The sign tells it apart; who cannot see it hears it.
        kind = tr("Lost") if sign == "warning" else tr("Note")
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{kind}: {line}")
        self.remarks.addItem(item)

    def _prepare(self) -> None:
        """Make the patches of the answer that is shown."""
        changed = self.changed
        if changed is not None and changed.scenario is not None and self._patches is None:
            self._patches = scenario_patches(self.document.scenario, changed.scenario, changed.way)

    def _accept(self) -> None:
        if self.changed is not None:
            self._prepare()
            self.chosen.emit(self.step, self._patches)
            self.accept()


def losses(changed: Changed) -> list[str]:
    """Return what a change loses, a line each; the hexes that fall off first, and by label as far as told."""
    found = []
    if changed.fallen:
        told = trn(
            "{n} hex falls off the board: {named}", "{n} hexes fall off the board: {named}", changed.fallen
        )
        named = first_and_count(changed.fallen_labels, changed.fallen)
        found.append(told.format(n=changed.fallen, named=named))
    return found + [f"{it[:1].upper()}{it[1:]}" for it in changed.lost]

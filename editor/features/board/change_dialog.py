"""The base of dialogs that change a whole board: a form, a preview of the result, and the losses."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from fairground.editor.app.deferred import delayed, next_turn
from fairground.editor.app.icons import icon
from fairground.editor.app.texts import capitalised, sentence, tr, trn
from fairground.editor.app.theme import colours
from fairground.editor.document.scenario_patches import scenario_patches
from fairground.editor.features.board.job import ChangeJob, first_and_count
from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer
from fairground.editor.widgets.board_widgets import MapPreview
from fairground.editor.widgets.labels_and_buttons import fill, heading, open_at
from fairground.editor.widgets.option_rows import FormColumn

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.document.patches import Patch
    from fairground.editor.features.board.job import BoardChange, ChangeResult
    from fairground.editor.jobs.worker import Worker

#: On boards with more hexes, the old board is not outlined in the preview: that takes longer than the map itself.
_MOST_OUTLINED = 40_000
#: Milliseconds between the last change of the form and trying the change.
_DEBOUNCE = 120


class BoardChangeDialog(QDialog):
    """Lets the worker try a change whenever the form changes; the document itself stays the same.

    Subclasses add their widgets to ``form``, call ``begin`` once, and ``look_again`` when the form changes.
    """

    #: The name of the step in the history, and its patches.
    chosen = Signal(str, object)
    #: How form and preview share the width.
    shares = (4, 5)
    #: The message while the form describes no change.
    nothing = tr("The board already looks like this.")

    def __init__(
        self, title: str, verb: str, document: Document, worker: Worker, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.document = document
        self.outcome: ChangeResult | None = None
        #: The patches that lead to the result; None until they are prepared.
        self._patches: list[Patch] | None = None
        self.form = QVBoxLayout()
        self.form.setSpacing(6)
        self.preview = MapPreview(tr("The board after the change"), self)
        self.preview.setMinimumSize(320, 260)
        self.remarks_title = heading("", self)
        # Without a parent for now, to come after the form in the tab order.
        self.remarks = QListWidget()
        self.remarks.setAccessibleName(tr("Changes"))
        self.remarks.setWordWrap(True)
        self.remarks.setMinimumHeight(90)
        self.remarks.setMaximumHeight(150)
        self.take = QPushButton(verb)
        self.take.setEnabled(False)
        open_at(self, 940, 600)
        self._inquiry = ScenarioLatestAnswer(worker, self)
        self._inquiry.answered.connect(self._show)
        self._inquiry.failed.connect(self._fail)
        self._timer = delayed(self, self._ask, _DEBOUNCE)
        document.changed.connect(self.look_again)

    # -- for subclasses -------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def step(self) -> str:
        """The name of the step in the history."""

    @abstractmethod
    def change(self) -> BoardChange | None:
        """Return the change that the form describes; None for none."""

    def show_answer(self, result: ChangeResult) -> None:
        """Show more of a result than its map and its losses."""

    def begin(self) -> None:
        """Lay out the dialog and try the first change; call this once the form is complete."""
        self._lay_out()
        self._ask()

    def look_again(self, _event: object = None) -> None:
        """Try the change again shortly after the last change of the form."""
        self.take.setEnabled(False)
        self._timer.start()

    def _lay_out(self) -> None:
        buttons = QDialogButtonBox(self)
        buttons.addButton(self.take, QDialogButtonBox.ButtonRole.AcceptRole)
        self.take.setDefault(True)
        # Return must not cancel while the change is being tried.
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        right = fill(QVBoxLayout(), (self.preview, 1), self.remarks_title, self.remarks, spacing=6)
        left = FormColumn(self.form, self)
        columns = fill(QHBoxLayout(), (left, self.shares[0]), (right, self.shares[1]), spacing=20)
        fill(QVBoxLayout(self), (columns, 1), 6, buttons, margins=(20, 18, 20, 16))

    # -- trying it ------------------------------------------------------------------------------------------

    def done(self, result: int) -> None:
        """Close, and stop trying."""
        self.document.changed.disconnect(self.look_again)
        self._timer.stop()
        self._inquiry.forget()
        super().done(result)

    def _ask(self) -> None:
        self._timer.stop()
        change, shown = self.change(), self.outcome
        self.outcome = self._patches = None
        self.take.setEnabled(False)
        if change is None:
            self._inquiry.forget()
            self._say(self.nothing)
            return
        if shown is None:
            self._say(tr("Previewing the change…"))
        self._inquiry.ask_about(self.document, lambda tag, subject: ChangeJob(tag, subject, change))

    def _show(self, result: ChangeResult) -> None:
        if self._timer.isActive():
            return  # a newer change is due
        self.show_answer(result)
        if result.scenario is None:
            self._say(sentence(result.refusal))
            return
        self.outcome = result
        self.take.setEnabled(True)
        # While the user reads, to be ready when the result is accepted.
        next_turn(self, self._prepare)
        self.preview.show_map(result.scenario)
        board = result.scenario.board
        if (
            self.preview.canvas is not None
            and result.added is not None
            and result.added.any()
            and board.terrain.size <= _MOST_OUTLINED
        ):
            self.preview.canvas.set_selection(board.marked(~board.void & ~result.added))
        lines = losses(result)
        self._list(tr("Losses") if lines else tr("Nothing will be lost"), lines)
        for note in result.notes:
            self._add("advice", sentence(note))
        self.remarks.setVisible(self.remarks.count() > 0)

    def _fail(self, reason: str) -> None:
        self._say(tr("Could not preview the change: {reason}.").format(reason=reason.removesuffix(".")))

    def _say(self, text: str) -> None:
        self.preview.show_message(text)
        self._list("", [])

    def _list(self, title: str, lost: list[str]) -> None:
        self.remarks_title.setText(title)
        self.remarks.clear()
        for line in lost:
            self._add("warning", line)
        self.remarks.setVisible(bool(lost))

    def _add(self, sign: str, line: str) -> None:
        look = colours()
        ink = look.warning if sign == "warning" else look.advice
        item = QListWidgetItem(icon(sign, ink), line)
        # The meaning of the sign, for screen readers.
        kind = tr("Lost") if sign == "warning" else tr("Note")
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{kind}: {line}")
        self.remarks.addItem(item)

    def _prepare(self) -> None:
        """Prepare the patches of the result."""
        result = self.outcome
        if result is not None and result.scenario is not None and self._patches is None:
            self._patches = scenario_patches(self.document.scenario, result.scenario, result.transform)

    def _accept(self) -> None:
        if self.outcome is not None:
            self._prepare()
            self.chosen.emit(self.step, self._patches)
            self.accept()


def losses(result: ChangeResult) -> list[str]:
    """Return what a change loses, a line each, the hexes that fall off first."""
    lines = [capitalised(it) for it in result.lost]
    if result.fallen:
        text = trn(
            "{n} hex falls off the board: {named}", "{n} hexes fall off the board: {named}", result.fallen
        )
        named = first_and_count(result.fallen_labels, result.fallen)
        lines.insert(0, text.format(n=result.fallen, named=named))
    return lines

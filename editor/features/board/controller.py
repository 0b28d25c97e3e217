"""Dialogs that change the whole board, each change as one step of the history."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from fairground.editor.app.deferred import next_turn
from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from fairground.editor.document.document import Document
    from fairground.editor.document.patches import Patch
    from fairground.editor.features.board.change_dialog import BoardChangeDialog
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.session.feature_context import FeatureContext


def install(context: FeatureContext) -> BoardController:
    """Install the dialogs of the board menu."""
    return BoardController(context)


class BoardController(QObject):
    """Opens the dialogs of the board menu for the open document."""

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context.window)
        self._workbench, self._window = context.workbench, context.window
        self._worker = context.session.worker
        for name in ("resize", "layout", "turn", "ruleset"):
            context.actions.on(f"board.{name}", partial(self.ask, name))

    def ask(self, name: str) -> None:
        """Show a dialog: ``resize``, ``layout``, ``turn`` or ``ruleset``."""
        document = self._workbench.document
        if document is None:
            return
        dialog = _dialog(name)(document, self._worker, self._window)
        dialog.chosen.connect(self._make)
        dialog.open()

    def _make(self, step: str, patches: list[Patch]) -> None:
        document = self._workbench.document
        if document is not None:
            # After the dialog has closed.
            next_turn(self, partial(self._edit, document, document.revision, step, patches))

    def _edit(self, document: Document, revision: int, step: str, patches: list[Patch]) -> None:
        if document is not self._workbench.document:
            return
        if document.revision != revision:
            self._workbench.say(
                tr("The map changed in the meantime, so {step} was not carried out.").format(step=step)
            )
            return
        document.edit(step, patches)
        self._workbench.fit()


def _dialog(name: str) -> Callable[[Document, Worker, QWidget], BoardChangeDialog]:
    """Return the class of a dialog, loaded when used."""
    from fairground.editor.features.board import transform_dialogs as dialogs

    return {
        "resize": dialogs.ResizeDialog,
        "layout": dialogs.RelayoutDialog,
        "turn": dialogs.TurnBoardDialog,
        "ruleset": dialogs.RerulingDialog,
    }[name]

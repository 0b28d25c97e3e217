"""The path that was asked for: found by the worker, and found anew whenever the map changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from fairground.editor.document.mover_choice import nothing_moves
from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer
from fairground.editor.jobs.movement import PathJob
from fairground.editor.overlays.path_painter import paint_path

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.path import Path
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.tools.state import ToolState

#: How faint a path of an earlier state is.
_OLD_OPACITY = 0.4


class PathLine(QObject):
    """The path between ``ToolState.path_ends``.

    ``path`` is None without ends, where the map has no such hexes any more, and until the worker first answers; while
    it works, the path from before stays. ``failure`` is a sentence when it could not work it out.
    """

    #: There is another path, or it is current where it was not, or the other way round.
    changed = Signal()

    def __init__(self, state: ToolState, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = state
        self.path: Path | None = None
        self.failure = ""
        self._document: Document | None = None
        self._is_old = False
        self._inquiry = ScenarioLatestAnswer(worker, self)
        self._inquiry.answered.connect(self._take)
        self._inquiry.failed.connect(self._fail)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(0)
        self._again.timeout.connect(self.look)
        state.changed.connect(self._option_changed)

    @property
    def is_current(self) -> bool:
        """Whether the path belongs to the map and to who moves as they are now."""
        return self.path is not None and not self._is_old

    @property
    def ends(self) -> tuple[Hex, Hex] | None:
        """Between which hexes a path is looked for; None where that cannot be."""
        ends, document = self.state.path_ends, self._document
        if ends is None or document is None or nothing_moves(document.scenario):
            return None
        board = document.scenario.board
        return ends if all(board.contains(at) and not board.void[board.cell(at)] for at in ends) else None

    def set_document(self, document: Document | None) -> None:
        """Look for paths in another document."""
        if self._document is not None:
            self._document.changed.disconnect(self._changed)
        self._document = document
        if document is not None:
            document.changed.connect(self._changed)
        self.path = None
        self.look()

    def look(self) -> None:
        """Have the path looked for now."""
        self._again.stop()
        self._inquiry.forget()
        self.failure = ""
        ends, document = self.ends, self._document
        if ends is None or document is None:
            self.path, self._is_old = None, False
        else:
            choice, avoids = self.state.mover, self.state.avoid_danger
            self._inquiry.ask_about(
                document, lambda tag, subject: PathJob(tag, subject, ends, choice, avoid_danger=avoids)
            )
        self.changed.emit()

    def paint(self, frame: Frame) -> None:
        """Draw the path; a faint one is being found anew."""
        path, board = self.path, frame.facts.board
        # What is left of a path on a board that has just become smaller is not worth drawing.
        if path is not None and all(board.contains(at) for at in (path.start, path.end, *path.hexes)):
            paint_path(frame, path, opacity=_OLD_OPACITY if self._is_old else 1.0)

    def _take(self, found: Path | str) -> None:
        self._is_old = False
        if isinstance(found, str):
            self._fail(found)
            return
        self.path = found
        self.changed.emit()

    def _fail(self, sentence: str) -> None:
        self.path, self.failure = None, sentence
        self.changed.emit()

    def _changed(self, _event: object) -> None:
        if self.state.path_ends is not None:
            # An answer that is under way is about what was.
            self._inquiry.forget()
            # One edit may tell of several changes.
            self._again.start()
            if not self._is_old:
                self._is_old = True
                self.changed.emit()

    def _option_changed(self, what: str) -> None:
        if what == "path_ends":
            # While an end is dragged, each answer is drawn that comes: the next one is under way.
            self.look()
        elif what in ("mover", "avoid_danger") and self.state.path_ends is not None:
            self._is_old = True
            self.look()

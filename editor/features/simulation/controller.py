"""Self-play in the window: has games played when that is asked for, and keeps the panel in step with them.

Games are played in a process of their own, when the user asks for them.
"""

from __future__ import annotations

import os
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from fairground.editor.app.texts import tr
from fairground.editor.document.events import FieldChanged
from fairground.editor.features.simulation.job import (
    PlayChoices,
    PlayChoicesJob,
    PlayJob,
    SimulationResult,
    SimulationSettings,
)
from fairground.editor.features.simulation.panel import PlayPanel, SimulationPanelTexts
from fairground.editor.features.simulation.text import played_words
from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer
from fairground.editor.jobs.long_work import LongWork
from fairground.editor.widgets.progress_parts import waiting_words

if TYPE_CHECKING:
    from fairground.editor.app.actions import Actions
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.process import JobProgress
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.shell.docks import Docks
    from fairground.editor.shell.workbench import Workbench

#: From so many seconds of games on, how long the others take can be guessed.
_KNOWN = 1.0


class SimulationRequests(LongWork[SimulationResult]):
    """Plays on one state of a document, and keeps what that came to until it plays again."""

    #: How much was done when the first games were told of, and when that was.
    _first: tuple[float, float] | None = None

    @property
    def seconds_left(self) -> float | None:
        """How long the games that are left take, as long as those so far; None while that is not known."""
        if not self.is_busy or self._first is None:
            return None
        share, begun = self._first
        taken, done = time.monotonic() - begun, self.share - share
        return taken * (1 - self.share) / done if taken >= _KNOWN and done > 0 else None

    def play(self, settings: SimulationSettings) -> None:
        """Play on the document as it is now."""
        self._begin(lambda tag, subject: PlayJob(tag, subject, settings, spare_cores()))

    def _forget(self) -> None:
        super()._forget()
        self._first = None

    def _hear(self, progress: JobProgress) -> None:
        if isinstance(progress.so_far, SimulationResult):
            self.found = progress.so_far
            if self._first is None:
                self._first = progress.share, time.monotonic()
            super()._hear(progress)


def spare_cores() -> int:
    """Return how many games are played side by side: the window keeps one core for itself and the other worker."""
    return max((os.cpu_count() or 1) - 1, 1)


_INVITATION = tr("Let bots play this map to see how often each zone wins: press {key}.")
#: How often the time that is left is told anew, in milliseconds.
_TICK = 500
#: The fields of a scenario that decide who can play with what.
_DECIDING = ("ruleset", "units", "sides", "zones")


class SimulationController(QObject):
    """Begins and ends games by their actions, and says in the panel what state of the map they are of.

    The second of the ``workers`` plays, the first says what can be played.
    """

    def __init__(
        self,
        workbench: Workbench,
        workers: tuple[Worker, Worker],
        docks: Docks,
        actions: Actions,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        worker, player_worker = workers
        self._workbench, self._docks, self._actions = workbench, docks, actions
        #: Whether games were being played when that was last looked at.
        self._was_playing = False
        self._document: Document | None = None
        self.player = SimulationRequests(player_worker, self)
        self.player.changed.connect(self._show)
        self._asking = ScenarioLatestAnswer(worker, self)
        self._asking.answered.connect(self._take_choices)
        self.panel = PlayPanel(actions)
        docks.put("simulation", self.panel, self.panel.title)
        dock = docks.docks["simulation"]
        self._is_seen = not dock.visibleRegion().isEmpty()
        self._has_choices = False
        dock.visibilityChanged.connect(self._see)
        self._clock = QTimer(self)
        self._clock.setInterval(_TICK)
        self._clock.timeout.connect(self._show)
        actions.on("simulation.start", self.start)
        actions.on("simulation.stop", self.player.stop)

    def set_document(self, document: Document | None) -> None:
        """Play on another document from now on."""
        before, self._document = self._document, document
        if before is not None:
            before.changed.disconnect(self._changed)
        if document is not None:
            document.changed.connect(self._changed)
        self.player.set_document(document)
        self._ask_again()

    def refresh(self) -> None:
        """Draw in the colours of the theme."""
        self.panel.redraw()

    def refresh_actions(self) -> None:
        """Allow what can be done now, and forbid the rest."""
        self._actions["simulation.start"].setEnabled(self._can_start)
        self._actions["simulation.stop"].setEnabled(self.player.is_busy)

    def start(self) -> None:
        """Play on the map as it is now, with what is chosen."""
        if not self._can_start:
            return
        dock = self._docks.docks["simulation"]
        dock.show()
        dock.raise_()
        self.panel.fold.setChecked(False)
        settings = self.panel.options.settings
        self.player.play(replace(settings, despite_errors=self._workbench.state.despite_errors))

    @property
    def _can_start(self) -> bool:
        """Whether games can begin: not while there are some on the map as it is now."""
        return self._document is not None and (self.player.is_old or not self.player.is_busy)

    # -- what can be chosen ---------------------------------------------------------------------------------

    def _see(self, seen: bool) -> None:  # noqa: FBT001  # slot of a signal
        self._is_seen = seen
        self._ask()

    def _changed(self, event: object) -> None:
        if isinstance(event, FieldChanged) and event.field in _DECIDING:
            self._ask_again()

    def _ask_again(self) -> None:
        self._has_choices = False
        self._asking.forget()
        self._ask()

    def _ask(self) -> None:
        """Ask who can play with what, once somebody looks."""
        if (
            self._is_seen
            and not self._has_choices
            and not self._asking.is_waiting
            and self._document is not None
        ):
            self._asking.ask_about(self._document, PlayChoicesJob)

    def _take_choices(self, found: PlayChoices) -> None:
        self._has_choices = True
        self.panel.options.offer(found)

    # -- what the games say ---------------------------------------------------------------------------------

    def _show(self) -> None:
        player = self.player
        is_playing = player.is_busy
        if is_playing and not self._clock.isActive():
            self._clock.start()
        elif not is_playing:
            self._clock.stop()
        self.refresh_actions()
        self.panel.show_games(
            player.found,
            SimulationPanelTexts(
                self._claim(),
                self._remark(),
                self._of_what(),
                self._notice(),
                waiting_words(player.waits_for),
            ),
            is_playing=is_playing,
            is_old=player.is_old,
            seconds_left=player.seconds_left,
        )
        is_done = self._was_playing and not is_playing and player.found is not None
        if is_done and not self._is_seen and not player.was_stopped:
            self._workbench.say(self._notice() or self._claim())
        self._was_playing = is_playing

    def _remark(self) -> str:
        """Return why there are no games to show; empty where there are some, or are to be."""
        player = self.player
        if player.failure:
            return f"{player.failure[:1].upper()}{player.failure[1:].removesuffix('.')}."
        if player.found is not None or player.is_busy:
            return ""
        if player.was_stopped:
            return tr("Stopped before the first game.")
        return _INVITATION.format(key=self._actions.keymap.actions["simulation.start"].shown_key)

    def _claim(self) -> str:
        """Return what the games show: in the words of core, unless there are fewer than it was asked about."""
        found = self.player.found
        if found is None:
            return ""
        if not self.player.was_stopped:
            return found.sentence
        return tr("Stopped after {done}. No result for these bots ({bots}) and this force ({force}).").format(
            bots=", ".join(found.bots), force=found.force, done=played_words(found.played, found.planned)
        )

    def _of_what(self) -> str:
        """Return which state of the map the games are of."""
        player = self.player
        if player.found is None and not player.is_busy:
            return ""
        if player.is_old:
            return tr("of an earlier state of the map")
        is_what_if = self._document is not None and self._document.is_what_if
        return tr("of the what-if") if is_what_if else tr("up to date")

    def _notice(self) -> str:
        if not self.player.is_old:
            return ""
        key = self._actions.keymap.actions["simulation.start"].shown_key
        return tr("Of an earlier state of the map. Press {key} to play the current one.").format(key=key)

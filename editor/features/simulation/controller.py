"""Self-play in the window: lets bots play on request, in a process of their own, and shows the games in the panel."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

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
from fairground.editor.session.feature_context import FeatureController
from fairground.editor.widgets.progress_parts import waiting_words

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.process import JobProgress
    from fairground.editor.session.feature_context import FeatureContext

#: From so many seconds of games on, how long the others take can be guessed.
_KNOWN = 1.0


class SimulationRequests(LongWork[SimulationResult]):
    """Plays games on one state of a document, and keeps the result until the next ones."""

    #: The share of games played at the first progress, and its time.
    _first: tuple[float, float] | None = None

    @property
    def seconds_left(self) -> float | None:
        """The estimated seconds for the games that are left; None while there is no estimate."""
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

    def _take_progress(self, progress: JobProgress) -> None:
        if isinstance(progress.so_far, SimulationResult):
            self.found = progress.so_far
            if self._first is None:
                self._first = progress.share, time.monotonic()
            super()._take_progress(progress)


def spare_cores() -> int:
    """Return how many games are played side by side: the window keeps one core for itself and the other worker."""
    return max((os.cpu_count() or 1) - 1, 1)


_INVITATION = tr("Let bots play this map to see how often each zone wins: press {key}.")
#: How often the time that is left is told anew, in milliseconds.
_TICK = 500
#: The fields of a scenario that decide who can play with what.
_DECIDING = ("ruleset", "units", "sides", "zones")


def install(context: FeatureContext) -> SimulationController:
    """Install self-play."""
    return SimulationController(context)


class SimulationController(FeatureController):
    """Starts and stops games by their actions, and says in the panel which state of the map they belong to."""

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context)
        workbench, docks, actions = context.workbench, context.docks, context.actions
        self._workbench, self._docks, self._actions = workbench, docks, actions
        #: Whether games were being played when that was last looked at.
        self._was_playing = False
        self._document: Document | None = None
        self.player = SimulationRequests(context.session.player, self)
        self.player.changed.connect(self._show)
        self._asking = ScenarioLatestAnswer(context.session.worker, self)
        self._asking.answered.connect(self._take_choices)
        self.panel = PlayPanel(actions)
        dock = docks.put("simulation", self.panel, self.panel.title)
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
        """Enable the actions that are possible now."""
        self._actions["simulation.start"].setEnabled(self._can_start)
        self._actions["simulation.stop"].setEnabled(self.player.is_busy)

    def start(self) -> None:
        """Play on the map as it is now, with what is chosen."""
        if not self._can_start:
            return
        self._docks.open("simulation")
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
        """Ask for the bots and forces on offer once the panel is seen."""
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
                player.describe_state(
                    tr("up to date"), tr("of the what-if"), tr("of an earlier state of the map")
                ),
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
        """Return why there are no games to show; empty where there are some."""
        key = self._actions.keymap.actions["simulation.start"].shown_key
        return self.player.describe_nothing(_INVITATION.format(key=key), tr("Stopped before the first game."))

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

    def _notice(self) -> str:
        if not self.player.is_old:
            return ""
        key = self._actions.keymap.actions["simulation.start"].shown_key
        return tr("Of an earlier state of the map. Press {key} to play the current one.").format(key=key)

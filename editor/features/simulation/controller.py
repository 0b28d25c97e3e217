"""Self-play in the window: bots play on request, in a process of their own, and the panel shows the result."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from fairground.editor.app.texts import tr
from fairground.editor.document.events import FieldChanged
from fairground.editor.features.simulation.compare_job import ComparedGames, CompareJob, Comparison
from fairground.editor.features.simulation.job import (
    PlayChoices,
    PlayChoicesJob,
    PlayJob,
    SimulationResult,
    SimulationSettings,
)
from fairground.editor.features.simulation.panel import PlayPanel
from fairground.editor.features.simulation.text import format_progress
from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer
from fairground.editor.jobs.long_work import LongWork
from fairground.editor.session.feature_context import GameChoice, RequestController

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.process import JobProgress
    from fairground.editor.session.feature_context import FeatureContext

#: The seconds of play after which the remaining time is estimated.
_LEAST_SECONDS = 1.0
#: How often the remaining time is updated, in milliseconds.
_TICK = 500
#: The fields of a scenario that decide which bots and forces can play it.
_DECIDING = ("ruleset", "units", "sides", "zones")


class SimulationRequests(LongWork["SimulationResult | ComparedGames"]):
    """Plays games on one state of a document, or several series of them, and keeps the result until the next ones."""

    #: The share of games played at the first progress, and its time.
    _first: tuple[float, float] | None = None

    @property
    def seconds_left(self) -> float | None:
        """The estimated seconds for the games that are left; None while there is no estimate."""
        if not self.is_busy or self._first is None:
            return None
        share, begun = self._first
        taken, done = time.monotonic() - begun, self.share - share
        return taken * (1 - self.share) / done if taken >= _LEAST_SECONDS and done > 0 else None

    def play(self, settings: SimulationSettings) -> None:
        """Play on the current state of the document."""
        self._begin(lambda tag, subject: PlayJob(tag, subject, settings, spare_cores()))

    def compare(self, settings: SimulationSettings, by: Comparison) -> None:
        """Play with several bots, or with fixes for moving first, on the current state of the document."""
        self._begin(lambda tag, subject: CompareJob(tag, subject, settings, by, spare_cores()))

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
    """Return the number of games to play at the same time: one core stays free for the window."""
    return max((os.cpu_count() or 1) - 1, 1)


def install(context: FeatureContext) -> SimulationController:
    """Install self-play."""
    return SimulationController(context)


#: The actions that play several series of games.
_COMPARISONS = {"simulation.table": Comparison.BOTS, "simulation.fixes": Comparison.FIXES}


class SimulationController(RequestController[SimulationRequests, PlayPanel]):
    """Starts and stops games by their actions, and shows which state of the map they belong to."""

    invitation = tr("Let bots play this map to see how often each zone wins: press {key}.")
    stopped = tr("Stopped before a result was available.")
    states = tr("up to date"), tr("for the what-if"), tr("outdated")

    def __init__(self, context: FeatureContext) -> None:
        requests = SimulationRequests(context.session.player, context.window)
        super().__init__(context, "simulation", requests, PlayPanel(context.actions))
        #: Whether games were under way at the last update.
        self._was_playing = False
        self._choices = ScenarioLatestAnswer(context.session.worker, self)
        self._choices.answered.connect(self._take_choices)
        self._has_choices = False
        self._clock = QTimer(self)
        self._clock.setInterval(_TICK)
        self._clock.timeout.connect(self._show)
        context.simulation = self
        for name, by in _COMPARISONS.items():
            context.actions.on(name, partial(self.compare, by))

    @property
    def choice(self) -> GameChoice:
        """What games are played with."""
        settings = self.panel.options.settings
        early = (settings.games, settings.margin) if settings.stops_early else None
        return GameChoice(settings.bots, settings.force, settings.order, settings.seed, early)

    def set_document(self, document: Document | None) -> None:
        """Switch to another document, or to another state of the same one."""
        super().set_document(document)
        self._renew_choices()

    def start(self) -> None:
        """Play on the current map, with the chosen settings."""
        if self._can_start:
            self._open()
            self.requests.play(self._settings)

    def compare(self, by: Comparison) -> None:
        """Play with several bots, or with fixes for moving first, on the current map."""
        if self._can_start:
            self._open()
            self.requests.compare(self._settings, by)

    def refresh_actions(self) -> None:
        """Enable the actions that are possible now."""
        super().refresh_actions()
        for name in _COMPARISONS:
            self._actions[name].setEnabled(self._can_start)

    @property
    def _settings(self) -> SimulationSettings:
        settings = self.panel.options.settings
        return replace(settings, despite_errors=self._workbench.state.despite_errors)

    def _see(self, seen: bool) -> None:  # noqa: FBT001  # slot of a signal
        super()._see(seen)
        self._request_choices()

    def _changed(self, event: object) -> None:
        if isinstance(event, FieldChanged) and event.field in _DECIDING:
            self._renew_choices()

    def _renew_choices(self) -> None:
        self._has_choices = False
        self._choices.forget()
        self._request_choices()

    def _request_choices(self) -> None:
        """Request the bots and forces on offer once the panel is visible."""
        is_missing = not self._has_choices and not self._choices.is_waiting
        if self._is_seen and is_missing and self._document is not None:
            self._choices.ask_about(self._document, PlayChoicesJob)

    def _take_choices(self, choices: PlayChoices) -> None:
        self._has_choices = True
        self.panel.options.offer(choices)

    def _show(self) -> None:
        requests, is_playing = self.requests, self.requests.is_busy
        if is_playing and not self._clock.isActive():
            self._clock.start()
        elif not is_playing:
            self._clock.stop()
        self.refresh_actions()
        self.panel.show_games(
            requests.found,
            self._texts(self._notice()),
            claim=self._claim(),
            is_playing=is_playing,
            is_old=requests.is_old,
            progress=(requests.share, requests.seconds_left),
        )
        is_done = self._was_playing and not is_playing and requests.found is not None
        if is_done and not self._is_seen and not requests.was_stopped:
            self._workbench.say(self._notice() or self._claim())
        self._was_playing = is_playing

    def _claim(self) -> str:
        """Return what the games show: the sentence of core, unless they were stopped early."""
        found = self.requests.found
        if found is None:
            return ""
        if isinstance(found, ComparedGames) or not self.requests.was_stopped:
            return found.sentence
        return tr("Stopped after {done}. No result {limits}.").format(
            done=format_progress(found.played, found.planned), limits=found.limits
        )

    def _notice(self) -> str:
        if not self.requests.is_old:
            return ""
        key = self._key("simulation.start")
        return tr("Played on an earlier state of the map. Press {key} to play the current one.").format(
            key=key
        )

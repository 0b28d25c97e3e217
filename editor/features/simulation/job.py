"""Self-play, as a job for a worker: many games on a scenario, and what they come to so far as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from fairground.editor.app.texts import tr
from fairground.editor.jobs.fairness import Contestant
from fairground.editor.jobs.job_scenario import JobScenario, cached, failure_text
from fairground.editor.jobs.process import JobWatch, Unwatched

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.simulation.simulation import Simulation
    from fairground.core.simulation.statistics.effects import ZoneEffect
    from fairground.core.simulation.statistics.equivalence import Claim, ClaimState


@dataclass(frozen=True, slots=True)
class SimulationSettings:
    """Who plays, how often and how closely the zones are to be even; what is empty is as usual."""

    bot: str = ""
    force: str = ""
    order: str = ""
    games: int = 1110
    margin: Fraction = Fraction(1, 20)
    seed: int = 1
    stops_early: bool = False
    despite_errors: bool = False


@dataclass(frozen=True, slots=True)
class ForceChoice:
    """A force: its id, what it is called, and a sentence on it."""

    id: str
    name: str
    tip: str = ""


@dataclass(frozen=True, slots=True)
class PlayChoices:
    """Which bots can play a scenario, by their names, with which forces and in which orders; the usual ones come first."""

    bots: tuple[str, ...] = ()
    forces: tuple[ForceChoice, ...] = ()
    orders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IntervalFigures:
    """An interval of shares."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class EffectFigures:
    """How much something is worth, as a share, and its 95 % interval."""

    estimate: float
    span: IntervalFigures


@dataclass(frozen=True, slots=True)
class ZoneResult:
    """How often a party has won, of the games that somebody won; None without any.

    ``tested`` is the interval that the claim rests on, ``reading`` that of 95 %, and ``standing`` says where the first lies.
    """

    contestant: Contestant
    wins: int
    rate: float | None
    tested: IntervalFigures
    reading: IntervalFigures
    standing: ClaimState
    effect: EffectFigures | None


@dataclass(frozen=True, slots=True)
class SimulationResult:
    """What some games came to.

    ``sentence`` is the claim in words with all that belongs to it; it is only ever shown whole. ``even`` holds the rates
    that count as even, ``middle`` is the rate of an even game. ``left_out`` are sentences on what is not played.
    """

    bots: tuple[str, ...]
    force: str
    is_finished: bool
    claim: Claim
    sentence: str
    planned: int
    played: int
    draws: int
    zones: tuple[ZoneResult, ...]
    even: IntervalFigures
    middle: float
    turn_order: EffectFigures | None
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayJob:
    """Games to play on a scenario, by so many ``players`` side by side; the answer is ``SimulationResult``, or why there is none.

    It is None when the worker does not have the scenario. While it plays, it tells what the games so far came to.
    """

    topic: ClassVar[str] = "simulation"
    tag: tuple[int, ...]
    subject: JobScenario
    settings: SimulationSettings
    players: int = 1

    def run(self) -> SimulationResult | str | None:
        """Play with nobody watching."""
        return self.run_watched(Unwatched())

    def run_watched(self, watch: JobWatch) -> SimulationResult | str | None:
        """Play, and tell how far that is."""
        from fairground.core.errors import FairgroundError
        from fairground.core.metrics.fairness.parties import parties
        from fairground.core.simulation.simulate import simulate

        scenario = cached(self.topic, self.subject, lambda scenario: scenario)
        if scenario is None:
            return None
        wanted = self.settings
        contestants: list[Contestant] = []

        def shown(found: Simulation) -> SimulationResult:
            # Not before: of a scenario that cannot be played, core tells all reasons.
            if not contestants:
                contestants.extend(
                    Contestant(it.id, scenario.side_index(it.sides[0]) if it.sides else -1)
                    for it in parties(scenario)
                )
            return played(found, contestants)

        try:
            found = simulate(
                scenario,
                wanted.games,
                seed=wanted.seed,
                bots=wanted.bot or None,
                force=wanted.force or None,
                order=wanted.order or None,
                jobs=self.players,
                margin=wanted.margin,
                stop_early=wanted.stops_early,
                despite_errors=wanted.despite_errors,
                running=lambda so_far: watch.report(so_far.played / so_far.setting.games, shown(so_far)),
                cancelled=watch.is_cancelled,
            )
        except FairgroundError as error:
            return failure_text(error)
        return shown(found)


def played(found: Simulation, contestants: Sequence[Contestant]) -> SimulationResult:
    """Return a simulation as plain data; ``contestants`` are its parties, in order."""
    low, high = found.setting.band
    return SimulationResult(
        bots=tuple(dict.fromkeys(found.setting.bots)),
        force=found.setting.force,
        is_finished=found.finished,
        claim=found.claim,
        sentence=found.sentence,
        planned=found.setting.games,
        played=found.played,
        draws=found.draws,
        zones=tuple(
            ZoneResult(
                whose,
                it.wins,
                None if it.rate is None else float(it.rate),
                IntervalFigures(it.tested.low, it.tested.high),
                IntervalFigures(it.interval.low, it.interval.high),
                it.standing,
                _effect(it.effect),
            )
            for whose, it in zip(contestants, found.zones, strict=True)
        ),
        even=IntervalFigures(float(low), float(high)),
        middle=float(found.setting.middle),
        turn_order=_effect(found.turn_order),
        left_out=found.setting.left_out,
    )


def _effect(found: ZoneEffect | None) -> EffectFigures | None:
    return None if found is None else EffectFigures(found.estimate, IntervalFigures(found.low, found.high))


@dataclass(frozen=True, slots=True)
class PlayChoicesJob:
    """A scenario for which to say who can play with what; the answer is ``PlayChoices``.

    It is None when the worker does not have the scenario.
    """

    topic: ClassVar[str] = "play-choices"
    tag: tuple[int, ...]
    subject: JobScenario

    def run(self) -> PlayChoices | None:
        """Look it up."""
        from fairground.core.simulation.game import (
            BOTS,
            DEFAULT_BOT,
            DEFAULT_ORDER,
            ORDERS,
        )
        from fairground.core.simulation.game.deployment import OWN_UNITS
        from fairground.core.simulation.game.force import load_force, shipped_forces
        from fairground.core.simulation.game.unit_kinds import misfits

        scenario = cached(self.topic, self.subject, lambda scenario: scenario)
        if scenario is None:
            return None
        forces = [load_force(name) for name in shipped_forces()]
        fitting = [
            ForceChoice(it.id, it.title, it.description) for it in forces if not misfits(it, scenario.rules)
        ]
        own = [ForceChoice(OWN_UNITS, tr("The units on the map"))] if scenario.units else []
        return PlayChoices(_first(DEFAULT_BOT, BOTS), tuple(fitting + own), _first(DEFAULT_ORDER, ORDERS))


def _first(usual: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return usual, *(it for it in names if it != usual)

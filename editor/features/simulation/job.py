"""Self-play as a job for a worker: many games on a scenario, with the result so far as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from fairground.core.simulation.statistics.equivalence import Claim, FirstMoveVerdict
from fairground.editor.app.texts import tr
from fairground.editor.jobs.fairness import Contestant
from fairground.editor.jobs.job_scenario import JobScenario, ScenarioJob, cached

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.simulation import Simulation
    from fairground.core.simulation.statistics.effects import ZoneEffect
    from fairground.core.simulation.statistics.equivalence import ClaimState
    from fairground.editor.jobs.process import JobWatch


@dataclass(frozen=True, slots=True)
class SimulationSettings:
    """The settings of games; an empty bot, force or order is the default.

    ``rival`` is the bot of the second of two zones, empty for the same bot.
    """

    bot: str = ""
    force: str = ""
    order: str = ""
    games: int = 1110
    margin: Fraction = Fraction(1, 20)
    seed: int = 1
    stops_early: bool = True
    despite_errors: bool = False
    rival: str = ""

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots by zone, or a single one for all; none for the default."""
        if self.rival and self.rival != self.bot:
            return self.bot, self.rival
        return (self.bot,) if self.bot else ()


@dataclass(frozen=True, slots=True)
class ForceChoice:
    """A force: id, name and description."""

    id: str
    name: str
    tip: str = ""


@dataclass(frozen=True, slots=True)
class PlayChoices:
    """The bots, forces and orders of play for a scenario, the defaults first; ``zones`` are the two zones, none if there are others."""

    bots: tuple[str, ...] = ()
    forces: tuple[ForceChoice, ...] = ()
    orders: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IntervalFigures:
    """An interval of shares."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class EffectFigures:
    """An effect as a share, and its 95% interval."""

    estimate: float
    span: IntervalFigures


@dataclass(frozen=True, slots=True)
class ZoneResult:
    """The win rate of a party among the decided games; None without any.

    ``tested`` is the interval that the claim rests on, with its position in ``standing``; ``reading`` is that of 95%.
    """

    contestant: Contestant
    wins: int
    rate: float | None
    tested: IntervalFigures
    reading: IntervalFigures
    standing: ClaimState
    effect: EffectFigures | None


@dataclass(frozen=True, slots=True)
class EndFigures:
    """The number of games that ended in a way; ``party`` is the title of the winner, empty for a draw."""

    party: str
    way: str
    games: int


@dataclass(frozen=True, slots=True)
class SimulationResult:
    """The result of games, so far.

    ``limits`` is what it is limited to as text, such as bots and force.
    ``sentence`` is the claim with its conditions, always shown in full; ``is_qualified`` if it is fair between the zones, but
    moving first decides too much, or may. ``first_move`` is the verdict on moving first, None if there is none, and
    ``first_move_sentence`` says it with its figures. ``cost`` is the expected number of games, empty if it is fixed. ``even`` is the range of rates that count as even,
    ``middle`` the rate of an even game. ``left_out`` has sentences about rules that are not played.
    """

    limits: str
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
    ends: tuple[EndFigures, ...]
    left_out: tuple[str, ...]
    is_qualified: bool = False
    first_move: FirstMoveVerdict | None = None
    first_move_sentence: str = ""
    cost: str = ""


@dataclass(frozen=True, slots=True)
class PlayJob(ScenarioJob[SimulationResult]):
    """Plays games, ``players`` of them at the same time; the answer, and the progress, is a ``SimulationResult``."""

    topic: ClassVar[str] = "simulation"
    settings: SimulationSettings
    players: int = 1

    def result(self, scenario: Scenario, watch: JobWatch) -> SimulationResult:
        """Play."""
        from fairground.core.metrics.compared_zones import parties
        from fairground.core.simulation.simulate import simulate

        settings = self.settings
        contestants: list[Contestant] = []

        def plain(simulation: Simulation) -> SimulationResult:
            # Only now: core reports everything that is wrong with a scenario that cannot be played.
            if not contestants:
                contestants.extend(
                    Contestant(it.id, title, scenario.side_index(it.sides[0]) if it.sides else -1)
                    for it, title in zip(parties(scenario), simulation.titles, strict=True)
                )
            return simulation_result(simulation, contestants)

        return plain(
            simulate(
                scenario,
                settings.games,
                seed=settings.seed,
                bots=settings.bots or None,
                force=settings.force or None,
                order=settings.order or None,
                jobs=self.players,
                margin=settings.margin,
                stop_early=settings.stops_early,
                despite_errors=settings.despite_errors,
                running=lambda so_far: watch.report(so_far.played / so_far.setting.games, plain(so_far)),
                cancelled=watch.is_cancelled,
            )
        )


def simulation_result(simulation: Simulation, contestants: Sequence[Contestant]) -> SimulationResult:
    """Return a simulation as plain data; ``contestants`` are its parties, in order."""
    from fairground.core.simulation.claim_sentences import bots_and_force, describe_cost

    low, high = simulation.setting.band
    first = simulation.first_move if simulation.finished else None
    return SimulationResult(
        limits=bots_and_force(simulation),
        is_finished=simulation.finished,
        claim=simulation.claim,
        sentence=simulation.claim_sentence,
        planned=simulation.setting.games,
        played=simulation.played,
        draws=simulation.draws,
        zones=tuple(
            ZoneResult(
                contestant,
                it.wins,
                None if it.rate is None else float(it.rate),
                IntervalFigures(it.tested.low, it.tested.high),
                IntervalFigures(it.interval.low, it.interval.high),
                it.standing,
                _effect(it.effect),
            )
            for contestant, it in zip(contestants, simulation.zones, strict=True)
        ),
        even=IntervalFigures(float(low), float(high)),
        middle=float(simulation.setting.middle),
        turn_order=_effect(simulation.turn_order),
        ends=tuple(EndFigures(simulation.title(it.party), it.way, it.games) for it in simulation.ends),
        left_out=simulation.setting.left_out,
        is_qualified=simulation.claim is Claim.FAIR and simulation.label != simulation.claim,
        first_move=first.verdict if first else None,
        first_move_sentence=simulation.first_move_sentence if first else "",
        cost=describe_cost(simulation.setting) if len(simulation.setting.looks) > 1 else "",
    )


def _effect(effect: ZoneEffect | None) -> EffectFigures | None:
    if effect is None:
        return None
    return EffectFigures(effect.estimate, IntervalFigures(effect.low, effect.high))


@dataclass(frozen=True, slots=True)
class PlayChoicesJob:
    """Looks up what can play a scenario; the answer is a ``PlayChoices``, None if the worker doesn't have the scenario."""

    topic: ClassVar[str] = "play-choices"
    tag: tuple[int, ...]
    subject: JobScenario

    def run(self) -> PlayChoices | None:
        """Look it up."""
        from fairground.core.errors import ScenarioError
        from fairground.core.files.force_file import load_force, shipped_forces
        from fairground.core.metrics.compared_zones import parties
        from fairground.core.simulation.game import DEFAULT_BOT, DEFAULT_ORDER, ORDERS, distinct_bots
        from fairground.core.simulation.game.muster import OWN_UNITS
        from fairground.core.simulation.game.unit_kinds import misfits

        scenario = cached(self.topic, self.subject, lambda scenario: scenario)
        if scenario is None:
            return None
        forces = [load_force(name) for name in shipped_forces()]
        fitting = [
            ForceChoice(it.id, it.title, it.description) for it in forces if not misfits(it, scenario.rules)
        ]
        own = [ForceChoice(OWN_UNITS, tr("The units on the map"))] if scenario.units else []
        try:
            zones = tuple(it.id for it in parties(scenario))
        except ScenarioError:
            zones = ()
        return PlayChoices(
            _first(DEFAULT_BOT, distinct_bots()),
            tuple(fitting + own),
            _first(DEFAULT_ORDER, ORDERS),
            zones if len(zones) == 2 else (),
        )


def _first(default: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return default, *(it for it in names if it != default)

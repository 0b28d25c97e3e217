"""The contents of a report: every answer about a scenario, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Final, TypeVar

from fairground.core.errors import LimitError, ScenarioError
from fairground.core.files.writer import content_hash
from fairground.core.metrics.chokepoints.chokepoints import chokepoints
from fairground.core.metrics.compared_zones import zones_named
from fairground.core.metrics.fairness.report import Fairness, fairness
from fairground.core.metrics.territory import territory
from fairground.core.movement.areas import in_play, on_foot
from fairground.core.movement.mover import mover as mover_of
from fairground.core.movement.reach import reach
from fairground.core.rules.references import value_at
from fairground.core.scenario.fairness_standards import standards_of
from fairground.core.sight.field.visibility import visibility
from fairground.core.validation import validate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.finding import Finding
    from fairground.core.metrics.chokepoints.chokepoints import Chokepoints
    from fairground.core.metrics.fairness.explain import Explanation
    from fairground.core.metrics.territory import Territory
    from fairground.core.movement.mover import Mover
    from fairground.core.movement.reach import Reach
    from fairground.core.rules import Ruleset
    from fairground.core.rules.weather_and_advice import Conflict
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_titles_and_limits import MeasureSpec
    from fairground.core.simulation.bots_table import BotsTable
    from fairground.core.simulation.recording.figures import GamesFigures
    from fairground.core.simulation.recording.game_record import RecordedGames
    from fairground.core.simulation.simulation import Simulation


@dataclass(frozen=True, slots=True)
class ConflictChoice:
    """A point on which the sources disagree, and the choice in the scenario.

    ``key`` is the dotted path of the setting, ``value`` its value and ``others`` the alternatives; all are empty if there is
    no choice. ``usual`` is whether the value is the ruleset's own.
    """

    id: str
    conflict: str
    taken: str
    key: str
    value: str
    others: tuple[str, ...]
    usual: bool


def choices(rules: Ruleset) -> tuple[ConflictChoice, ...]:
    """Return the choice of a ruleset, with the scenario's overrides, for each conflict, in order."""
    return tuple(_choice(rules, name, it) for name, it in rules.conflicts.items())


def _choice(rules: Ruleset, name: str, it: Conflict) -> ConflictChoice:
    if it.key is None:
        return ConflictChoice(name, it.conflict, it.taken, "", "", (), usual=True)
    value = _word(value_at(rules, it.key.split(".")))
    words = [_word(each) for each in it.choices]
    return ConflictChoice(
        id=name,
        conflict=it.conflict,
        taken=it.taken,
        key=it.key,
        value=value,
        others=tuple(each for each in words if each != value),
        usual=it.default is None or value == _word(it.default),
    )


def _word(value: object) -> str:
    """Return a value as a ruleset file writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(getattr(value, "value", value))


Answer = TypeVar("Answer")

TURNS: Final = 2


@dataclass(frozen=True, slots=True)
class Missing:
    """Why a report has no such answer, in a sentence."""

    reason: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """The origin of a report, to reproduce it.

    ``content_hash`` is that of the scenario as the program writes it, without comments; ``arguments`` are those of the
    command line that select the measures.
    """

    program: str
    file: str
    content_hash: str
    ruleset: str
    ruleset_hash: str
    arguments: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class OtherVersion:
    """Another version of a scenario, to compare with; ``simulation`` are games on it, None for none."""

    file: str
    content_hash: str
    fairness: Fairness | Missing
    simulation: Simulation | None


@dataclass(frozen=True, eq=False)
class Report:
    """The contents of a report on a scenario.

    ``standards`` are the bands and gates of the fairness. Chokepoints, territory and ``reaches``, one a zone, are for one
    mover; ``exposure``, ``[rows, columns]``, counts the hexes that see each. ``explanations``, by id, are for the measures
    behind the verdict, if requested. Unavailable answers are ``Missing``. ``simulation`` and ``bots_table`` are games on the
    scenario, ``against`` another version of it, and ``history`` the games recorded on earlier versions; None or empty for none.
    """

    scenario: Scenario
    standards: Mapping[str, MeasureSpec]
    fairness: Fairness | Missing
    chokepoints: Chokepoints | Missing
    territory: Territory | Missing
    reaches: tuple[Reach, ...] | Missing
    exposure: NDArray[np.int64] | Missing
    findings: tuple[Finding, ...]
    choices: tuple[ConflictChoice, ...]
    explanations: Mapping[str, Explanation]
    provenance: Provenance
    simulation: Simulation | None = None
    bots_table: BotsTable | None = None
    against: OtherVersion | None = None
    history: tuple[GamesFigures, ...] = ()


def report(  # noqa: PLR0913  # what to measure, by what standard, and what to say of where it comes from
    scenario: Scenario,
    zones: Sequence[str] | None = None,
    unit_class: str | None = None,
    mode: str | None = None,
    *,
    standards: Mapping[str, MeasureSpec] | None = None,
    explained: bool = False,
    despite_errors: bool = False,
    findings: Sequence[Finding] | None = None,
    file: str = "",
    arguments: Sequence[str] = (),
    simulation: Simulation | None = None,
    bots_table: BotsTable | None = None,
    against: OtherVersion | None = None,
    history: Sequence[RecordedGames] = (),
) -> Report:
    """Return the report on a scenario.

    Zones, class, mode and standards are those of ``fairness``. ``explained`` searches for changes that would help, within a
    time limit: other machines may find others. Without a class, chokepoints, territory and reach are for the class in play
    with the most points. A scenario with errors is not judged, unless ``despite_errors`` is set. ``findings`` are those of
    its file, if known; ``file`` and the command line's ``arguments`` go to the note on the report's origin. ``simulation`` and
    ``bots_table`` are games played on the scenario, ``against`` is another version (see ``other_version``), and ``history``
    has games recorded on earlier versions, oldest first.

    Raise RulesetError for an unreadable ruleset, and ScenarioError for an unknown zone, class or mode.
    """
    chosen = None if zones is None else tuple(it.id for it in zones_named(scenario, zones))
    known = standards_of(scenario) if standards is None else standards
    who = _found(lambda: _mover(scenario, unit_class, mode))
    if isinstance(who, Missing) and (unit_class is not None or mode is not None):
        raise ScenarioError(who.reason)

    def moving(ask: Callable[[Mover], Answer]) -> Answer | Missing:
        return who if isinstance(who, Missing) else _found(lambda: ask(who))

    judged = _found(
        lambda: fairness(scenario, chosen, unit_class, mode, standards=known, despite_errors=despite_errors)
    )
    explanations = {}
    if explained and not isinstance(judged, Missing):
        explanations = _explanations(scenario, judged, chosen, (unit_class, mode), known)
    return Report(
        scenario=scenario,
        standards=known,
        fairness=judged,
        chokepoints=moving(lambda it: chokepoints(scenario, mover=it, zones=chosen)),
        territory=moving(lambda it: territory(scenario, chosen, mover=it)),
        reaches=moving(
            lambda it: tuple(
                reach(scenario, zone.id, TURNS, mover=it) for zone in zones_named(scenario, chosen)
            )
        ),
        exposure=_found(lambda: visibility(scenario).exposure()),
        findings=tuple(validate(scenario) if findings is None else findings),
        choices=choices(scenario.rules),
        explanations=explanations,
        provenance=_provenance(scenario, file, arguments),
        simulation=simulation,
        bots_table=bots_table,
        against=against,
        history=_figures(history),
    )


def _figures(history: Sequence[RecordedGames]) -> tuple[GamesFigures, ...]:
    from fairground.core.simulation.recording.figures import figures_of

    return tuple(map(figures_of, history))


def other_version(  # noqa: PLR0913  # what to measure, as for report
    scenario: Scenario,
    zones: Sequence[str] | None = None,
    unit_class: str | None = None,
    mode: str | None = None,
    *,
    file: str,
    standards: Mapping[str, MeasureSpec] | None = None,
    despite_errors: bool = False,
    simulation: Simulation | None = None,
) -> OtherVersion:
    """Return another version of a scenario for ``report``, measured with the same arguments."""
    found = _found(
        lambda: fairness(
            scenario, zones, unit_class, mode, standards=standards, despite_errors=despite_errors
        )
    )
    return OtherVersion(file, content_hash(scenario), found, simulation)


def _provenance(scenario: Scenario, file: str, arguments: Sequence[str]) -> Provenance:
    return Provenance(
        program=version("fairground"),
        file=file,
        content_hash=content_hash(scenario),
        ruleset=scenario.ruleset.name,
        ruleset_hash=scenario.rules.content_hash,
        arguments=tuple(arguments),
    )


def _explanations(
    scenario: Scenario,
    judged: Fairness,
    zones: tuple[str, ...] | None,
    who: tuple[str | None, str | None],
    standards: Mapping[str, MeasureSpec],
) -> dict[str, Explanation]:
    """Return suggestions for each measure behind the verdict, by id; ``who`` is a class and a mode."""
    from fairground.core.metrics.fairness.explain import explain

    unit_class, mode = who
    return {
        it: explain(
            scenario,
            it,
            report=judged,
            zones=zones,
            unit_class=unit_class,
            mode=mode,
            standards=standards,
            despite_errors=bool(judged.errors),
        )
        for it in dict.fromkeys(each.id for each in judged.because)
    }


def _mover(scenario: Scenario, unit_class: str | None, mode: str | None) -> Mover:
    if unit_class is not None or mode is not None:
        return mover_of(scenario, unit_class, mode)
    # Of those with as many points the first; without any this says so.
    return max(on_foot(in_play(scenario)), key=lambda it: it.allowance, default=None) or mover_of(scenario)


def _found(ask: Callable[[], Answer]) -> Answer | Missing:
    """Return an answer, or that this board or its ruleset has none."""
    try:
        return ask()
    except (LimitError, ScenarioError) as error:
        text = str(error)
        return Missing(f"{text[:1].upper()}{text[1:]}.")

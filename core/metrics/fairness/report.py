"""The fairness of a scenario: every measure for all classes in play, rated by its bands, and the verdict."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from fairground.core.answer import JsonResult
from fairground.core.drawable import Tabular
from fairground.core.metrics.fairness.advantage import (
    ExpectedAdvantage,
    advantage_model,
    expected_advantage,
    outside_model,
)
from fairground.core.metrics.fairness.contest import Contest
from fairground.core.metrics.fairness.measure_functions import compute_measures
from fairground.core.metrics.fairness.progress import ProgressWatch
from fairground.core.metrics.fairness.ratings import judge
from fairground.core.metrics.fairness.sentences import judgement_text, verdict_sentence
from fairground.core.metrics.fairness.symmetry import SymmetryReport, symmetry_report
from fairground.core.movement.areas import in_play, on_foot
from fairground.core.movement.mover import mover as mover_of
from fairground.core.scenario.fairness_standards import known_measure, standards_of
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, Verdict, overall
from fairground.core.text.suggest import one_or_several
from fairground.core.text.wording import listed
from fairground.core.validation.validator import require_no_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet
    from fractions import Fraction

    from fairground.core.finding import Finding
    from fairground.core.grid.hexes import Hex
    from fairground.core.metrics.compared_zones import Party
    from fairground.core.metrics.fairness.measured_values import MeasuredValues, Values
    from fairground.core.metrics.fairness.ratings import RatedValues
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_titles_and_limits import MeasureSpec

SYMMETRY: Final = "symmetry"
#: The decimals of values in the JSON answer.
_DECIMALS: Final = 6


class MeasureKey(NamedTuple):
    """The key of a measure in a report: its id, weapon band and class; the class is empty if it has none."""

    measure: str
    range_band: str | None
    class_id: str


@dataclass(frozen=True, eq=False)
class Measure:
    """The values and the rating of a measure, for some classes and maybe one weapon band.

    ``values`` and ``pairs`` are as in ``MeasuredValues``. ``imbalance`` is (max - min) / max of the values, None if they
    can't be compared or one is missing. ``worst`` is the figure that the rating comes from, None without a rating.
    ``hexes`` are those responsible. ``reason`` is a clause on why there is no rating; empty with one.
    """

    id: str
    title: str
    gates: bool
    classes: tuple[str, ...]
    range_band: str | None
    values: Mapping[str, Fraction | None]
    pairs: Mapping[tuple[str, str], Fraction | None]
    imbalance: Fraction | None
    worst: RatedValues | None
    hexes: AbstractSet[Hex]
    text: str
    reason: str = ""

    @property
    def band(self) -> Verdict | None:
        """The rating; None for none."""
        return self.worst and self.worst.verdict


@dataclass(frozen=True, eq=False, repr=False)
class Fairness(Tabular, JsonResult):
    """The fairness of a scenario to its parties.

    ``measures`` are in the order of ``MEASURES``, then by weapon band, nearest first, and by class. There is no overall
    score: the verdict is the worst rating among the measures that gate, apart from those ``not_judged``, unless the expected
    advantage says otherwise. ``errors`` are
    those of the scenario that were ignored; none unless that was requested. ``titles`` are those of the parties,
    ``ruleset`` is the id of the ruleset, and ``outside`` says why the expected advantage isn't for this report, as a clause;
    empty if it is. ``own_limits`` is whether bands or gates differ from the default.
    """

    answer_model: ClassVar = "metrics.fairness.answer:FairnessAnswer"

    board: Board
    parties: tuple[Party, ...]
    measures: tuple[Measure, ...]
    symmetry: SymmetryReport
    titles: tuple[str, ...]
    ruleset: str
    outside: str
    own_limits: bool = False
    errors: tuple[Finding, ...] = ()

    def __repr__(self) -> str:
        """Return what distinguishes one report from another at a prompt."""
        verdict = self.verdict.value if self.verdict else "not judged"
        return f"<Fairness: {verdict}, {len(self.measures)} measures of {', '.join(self.titles)}>"

    def titled(self, values: Values) -> Values:
        """Return values of parties by their titles instead of their ids."""
        titles = dict(zip((it.id for it in self.parties), self.titles, strict=True))
        return {titles.get(party, party): it for party, it in values.items()}

    @property
    def by_class(self) -> dict[MeasureKey, Measure]:
        """The measures by key, each under every class that it holds for."""
        return {
            MeasureKey(it.id, it.range_band, kind): it for it in self.measures for kind in it.classes or ("",)
        }

    @property
    def worst(self) -> Verdict | None:
        """The worst rating of a measure that gates; None if none of them is rated, or none is bad but the roles differ."""
        return overall((it.band for it in self.measures if it.gates), [it.role for it in self.parties])

    @property
    def unweighed(self) -> Verdict | None:
        """The worst rating of a measure that gates and that no advantage elsewhere can outweigh; None without any."""
        return overall(
            (it.worst.verdict for it in self.measures if it.gates and it.worst and not it.worst.is_weighed),
            (),
        )

    @property
    def verdict(self) -> Verdict | None:
        """The worst rating, or what the expected advantage makes of it: see ``ExpectedAdvantage.verdict``.

        With limits or measures of the user's own, the worst rating counts.
        """
        return self.worst if self.own_limits else self.expected_advantage.verdict(self.worst, self.unweighed)

    @property
    def because(self) -> tuple[Measure, ...]:
        """The measures with the worst rating; none if it is green or None."""
        if self.worst in (None, Verdict.GREEN):
            return ()
        return tuple(it for it in self.measures if it.gates and it.band is self.worst)

    @property
    def not_judged(self) -> tuple[str, ...]:
        """The titles of the measures that gate and have no rating for any class, in order."""
        return self._not_judged(it.id for it in self.measures if it.gates)

    def _not_judged(self, of: Iterable[str]) -> tuple[str, ...]:
        lacking = {*of} - {it.id for it in self.measures if it.band is not None}
        return tuple(dict.fromkeys(it.title for it in self.measures if it.id in lacking))

    def not_judged_clause(self, measures: Iterable[str] | None = None) -> str:
        """Return the end of a sentence on some measures, None for those that gate: ``; not judged: exposure and cover``.

        It is empty if all are judged.
        """
        found = self.not_judged if measures is None else self._not_judged(measures)
        return f"; not judged: {listed(found)}" if found else ""

    @property
    def reasons(self) -> dict[str, str]:
        """Why measures have no rating, by title; without those that aren't rated by design."""
        return {it.title: it.reason for it in reversed(self.measures) if it.reason}

    @property
    def expected_advantage(self) -> ExpectedAdvantage:
        """The advantage that the measures together let expect of games, or why they don't."""
        names = [(it.id, title) for it, title in zip(self.parties, self.titles, strict=True)]
        return expected_advantage(
            ((it.id, it.values.values()) for it in self.measures), names, self.ruleset, self.outside
        )

    @property
    def sentence(self) -> str:
        """The verdict in a sentence: its reasons, the measures it leaves out, and the errors ignored."""
        return verdict_sentence(
            self.verdict,
            decide=len({it.id for it in self.measures if it.gates}),
            because=tuple(dict.fromkeys(it.title for it in self.because)),
            not_judged=self.not_judged,
            reasons=self.reasons,
            roles={title: it.role for it, title in zip(self.parties, self.titles, strict=True)},
            errors=len(self.errors),
            doubt=self.expected_advantage.doubt(self.worst, self.verdict),
        )


def fairness(  # noqa: PLR0913  # what to measure, by what standard, and how it goes
    scenario: Scenario,
    zones: Sequence[str] | None = None,
    unit_class: str | None = None,
    mode: str | None = None,
    *,
    standards: Mapping[str, MeasureSpec] | None = None,
    measures: Iterable[str] | None = None,
    despite_errors: bool = False,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Fairness:
    """Return how fair the deployment zones of a scenario are to each other, measure by measure.

    ``zones`` are ids of zones, each a party of its own. Default: the deployment zones of all sides, those of a team pooled.
    Default for ``unit_class``: the classes of the scenario's units, or all of the ruleset if it has none; for ``mode``: the
    class's normal mode; for ``standards``: the scenario's own bands and gates, see ``core.scenario.fairness_standards``; for
    ``measures``: all. The verdict is that of the ``measures`` alone; symmetry is always reported.

    A scenario with errors raises ``InvalidScenarioError``, unless ``despite_errors`` is set: then the report lists them.
    ``progress`` is called with the share done, from 0 to 1; ``cancelled`` is called now and then, and returns true to stop.

    A measure that makes no sense on the board, for the ruleset, or between sides with different roles has no rating, and
    its text says why.

    Raises
    ------
    InvalidScenarioError
        When the scenario has errors.
    ScenarioError
        When a zone, class or mode is unknown, there are fewer than two parties, or the scenario's own bands are invalid.
    UsageError
        When a measure is unknown.
    LimitError
        When the ruleset's costs are too fine to be added up exactly on the board.
    CancelledError
        When ``cancelled`` returns true.

    Examples
    --------
    >>> from fairground.core import fairness, load
    >>> fairness(load("scenarios/standard-arena.yaml"), unit_class="scout").symmetry.fair
    False
    """
    known = standards_of(scenario) if standards is None else standards
    wanted = [*known] if measures is None else [known_measure(known, it) for it in one_or_several(measures)]
    errors = require_no_errors(scenario, "judged", despite_errors=despite_errors)
    watch = ProgressWatch(progress, cancelled)
    contest = Contest(scenario, zones, watch)
    movers = movers_for(scenario, unit_class, mode)
    one_class = unit_class is not None or mode is not None
    return replace(report_of(contest, movers, known, wanted, one_class=one_class), errors=errors)


def report_of(
    contest: Contest,
    movers: Iterable[Mover],
    standards: Mapping[str, MeasureSpec],
    wanted: Collection[str],
    *,
    one_class: bool = False,
) -> Fairness:
    """Return the report of a contest with the ``wanted`` measures, rated by some standards; see ``fairness``.

    ``one_class`` is whether the movers were chosen, rather than all in play.
    """
    found = compute_measures(contest, movers, wanted, contest.watch)
    report = symmetry_report(contest)
    judged = [measure_of(contest, standards, classes, it) for classes, it in found]
    if SYMMETRY in wanted:
        it = measure_of(contest, standards, (), report.measured())
        judged.append(replace(it, imbalance=1 - report.share))
    order = list(standards)
    bands = [None, *contest.rules.range_bands]
    judged.sort(key=lambda it: (order.index(it.id), bands.index(it.range_band)))
    model = advantage_model()
    return Fairness(
        contest.board,
        contest.parties,
        tuple(judged),
        report,
        tuple(contest.titles[it.id] for it in contest.parties),
        contest.scenario.ruleset.name,
        outside_model(contest.scenario, contest.parties, model, one_class=one_class),
        own_limits=dict(standards) != dict(MEASURES),
    )


def movers_for(scenario: Scenario, unit_class: str | None, mode: str | None) -> list[Mover]:
    """Return the movers to measure for; see ``fairness``."""
    if unit_class is not None:
        return [mover_of(scenario, unit_class, mode)]
    everyone = in_play(scenario)
    if mode is None:
        found = on_foot(everyone)
    else:
        classes = dict.fromkeys(it.class_id for it in everyone)
        found = [mover_of(scenario, it, mode) for it in classes]
    # Raises if the scenario has no class.
    return found or [mover_of(scenario)]


def measure_of(
    contest: Contest, standards: Mapping[str, MeasureSpec], classes: tuple[str, ...], it: MeasuredValues
) -> Measure:
    """Return values with their rating by some standards."""
    standard = standards[it.id]
    judged = judge(it, standard, {party.id: party.role for party in contest.parties}, contest.titles)
    worst = judged.worst
    why = judgement_text(it.id, [worst]) if worst and worst.verdict is not Verdict.GREEN else ""
    return Measure(
        id=it.id,
        title=standard.title,
        gates=standard.gates,
        classes=classes,
        range_band=it.range_band,
        values=it.values,
        pairs=it.pairs,
        imbalance=judged.imbalance,
        worst=judged.worst,
        hexes=frozenset() if it.hexes is None else contest.board.marked(it.hexes & ~contest.void),
        text=" ".join(filter(None, (it.text, why, judged.note))),
        reason="" if judged.worst or not standard.bands else _clause(judged.note or it.text),
    )


def _clause(sentence: str) -> str:
    """Return the first sentence as a clause: ``there are no objectives``."""
    text = sentence.removeprefix("Not compared: ").partition(". ")[0].partition(", so ")[0].removesuffix(".")
    return text if text[:2].isupper() else text[:1].lower() + text[1:]


def number(value: Fraction | None) -> float | int | None:
    """Return a value for JSON: an integer if it is whole, else rounded to ``_DECIMALS`` decimals."""
    if value is None:
        return None
    return int(value) if value.denominator == 1 else round(float(value), _DECIMALS)

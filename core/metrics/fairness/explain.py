"""Explaining a measure: what it means, which hexes are responsible, and which single changes would help most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from fairground.core.errors import UsageError
from fairground.core.metrics.fairness.contest import Contest
from fairground.core.metrics.fairness.edit_search import EditSearch
from fairground.core.metrics.fairness.measure_texts import judgement_text
from fairground.core.metrics.fairness.progress import ProgressWatch
from fairground.core.metrics.fairness.ratings import judge, judged
from fairground.core.metrics.fairness.report import SYMMETRY, movers_for, number, report_of
from fairground.core.metrics.fairness.trials import Trials
from fairground.core.scenario.fairness_standards import known_measure, standards_of
from fairground.core.validation.validator import require_no_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from fairground.core.grid.hexes import Hex
    from fairground.core.metrics.fairness.candidates import Edit
    from fairground.core.metrics.fairness.measured_values import Values
    from fairground.core.metrics.fairness.report import Fairness, Measure
    from fairground.core.metrics.fairness.trials import Trial
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_bands import Verdict
    from fairground.core.scenario.fairness_measures import MeasureSpec

#: How many suggestions are made, at most, and for how long they are looked for, in seconds.
MOST: Final = 3
SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class Moved:
    """A measure that an edit takes from one band to another, for some classes and, maybe, in one weapon band."""

    id: str
    classes: tuple[str, ...]
    range_band: str | None
    before: Verdict | None
    after: Verdict | None


@dataclass(frozen=True, eq=False)
class EditSuggestion:
    """A single hex that could be another, and what comes of it.

    ``before`` and ``after`` are the measure's values for each party, and ``band_before`` and ``band_after`` what they are
    judged; the verdicts are those of the whole report. ``others`` are the other measures that end in another band, for
    the better or the worse.
    """

    edit: Edit
    text: str
    before: Values
    after: Values
    band_before: Verdict | None
    band_after: Verdict | None
    verdict_before: Verdict | None
    verdict_after: Verdict | None
    others: tuple[Moved, ...]

    def to_json(self, board: Board) -> dict[str, Any]:
        """Return the suggestion as plain data."""
        return {
            **self.edit.to_json(board),
            "text": self.text,
            "before": {party: number(it) for party, it in self.before.items()},
            "after": {party: number(it) for party, it in self.after.items()},
            "band": [self.band_before, self.band_after],
            "verdict": [self.verdict_before, self.verdict_after],
            "others": [
                {
                    "id": it.id,
                    "classes": list(it.classes),
                    "range": it.range_band,
                    "band": [it.before, it.after],
                }
                for it in self.others
            ],
        }


@dataclass(frozen=True, eq=False)
class Explanation:
    """What a measure means here.

    ``measure`` is the worst of its kind in the report; ``sentence`` tells a designer what it is about, what it found and
    why that is judged so; ``hexes`` are those responsible. ``suggestions`` go from the largest effect to the smallest; where
    there are none, ``note`` says why. ``tried`` is how many edits were looked at, and ``exhausted`` whether those were all
    that came into question.
    """

    board: Board
    measure: Measure
    sentence: str
    hexes: AbstractSet[Hex]
    suggestions: tuple[EditSuggestion, ...]
    note: str
    tried: int
    exhausted: bool

    def to_json(self) -> dict[str, Any]:
        """Return the explanation as plain data; hexes go row by row."""
        return {
            "id": self.measure.id,
            "classes": list(self.measure.classes),
            "range": self.measure.range_band,
            "sentence": self.sentence,
            "hexes": self.board.labels(self.hexes),
            "suggestions": [it.to_json(self.board) for it in self.suggestions],
            "note": self.note,
            "tried": self.tried,
            "exhausted": self.exhausted,
        }


def explain(  # noqa: PLR0913  # what to explain, by what standard, and how long that may take
    scenario: Scenario,
    measure: str,
    *,
    report: Fairness | None = None,
    zones: Sequence[str] | None = None,
    unit_class: str | None = None,
    mode: str | None = None,
    range_band: str | None = None,
    standards: Mapping[str, MeasureSpec] | None = None,
    despite_errors: bool = False,
    most: int = MOST,
    seconds: float | None = SECONDS,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Explanation:
    """Return what a measure means on this board, and which single hexes to change for the largest effect on it.

    Tried are edits of the hexes responsible, of those beside them and of their like on the other side: other terrain of
    the board's palette, a level more or less, and hexes that a zone takes in or leaves out at its edge. Hexes that are
    locked, and those that units stand in, are left alone, and so are locked zones. Edits are tried for ``seconds`` (None:
    until all are tried) and each looks again at the one measure alone; of the best, ``most`` at most and no two in one
    hex, the whole report is made.

    ``report`` is what ``fairness`` said for the same arguments; it is made where it is not given. Of several readings of a
    measure, for classes or weapon bands, the worst is explained: of those for ``unit_class`` and ``range_band`` where
    they are given.

    Raises
    ------
    InvalidScenarioError
        When the scenario has errors, unless ``despite_errors`` is set.
    UsageError
        When there is no such measure, or none for that class and weapon band.
    ScenarioError, LimitError
        As ``fairness`` does.
    CancelledError
        When ``cancelled`` says so.

    >>> from fairground.core import explain, load
    >>> found = explain(load("scenarios/standard-arena.yaml"), "territory", seconds=0)
    >>> found.suggestions
    ()
    """
    known = standards_of(scenario) if standards is None else standards
    known_measure(known, measure)
    require_no_errors(scenario, "judged", despite_errors=despite_errors)
    contest = Contest(scenario, zones, ProgressWatch(cancelled=cancelled))
    movers = movers_for(scenario, unit_class, mode)
    whole = report_of(contest, movers, known, [*known]) if report is None else report
    told = _worst(whole, measure, unit_class, range_band)
    who = [it for it in movers if it.class_id in told.classes[:1]]
    if not who and measure != SYMMETRY:
        raise UsageError(
            f"the report has {measure} for {', '.join(told.classes)}, and that is not measured here"
        )
    trials = Trials(contest, who, known[measure], measure, told.range_band)
    base = trials.base
    found = [] if base is None else judged(base, known[measure], trials.roles)
    sentence = " ".join(filter(None, (known[measure].meaning, told.text, judgement_text(measure, found))))
    if base is None:
        return Explanation(
            contest.board, told, sentence, told.hexes, (), "Nothing is compared here.", 0, exhausted=True
        )
    now = trials.unfairness(base)
    if not any(now):
        return Explanation(
            contest.board, told, sentence, told.hexes, (), "There is nothing to mend.", 0, exhausted=True
        )
    search = EditSearch(trials, contest.board.mask(told.hexes), seconds=seconds, progress=progress)
    better = search.better_than(now)
    suggestions = tuple(
        _suggestion(trials, it, base.values, whole, told, movers, known) for it in _apart(better, most)
    )
    note = "" if suggestions else "No single change of a hex near by was found that helps."
    return Explanation(
        contest.board, told, sentence, told.hexes, suggestions, note, trials.count, search.exhausted
    )


def _worst(report: Fairness, measure: str, unit_class: str | None, range_band: str | None) -> Measure:
    """Return the worst reading of a measure in a report."""
    found = [
        it
        for it in report.measures
        if it.id == measure
        and (range_band is None or it.range_band == range_band)
        and (unit_class is None or unit_class in it.classes or not it.classes)
    ]
    if not found:
        of = " and ".join(filter(None, (unit_class, range_band)))
        raise UsageError(f"the report has no {measure}{f' for {of}' if of else ''}")
    return max(found, key=lambda it: (-1 if it.band is None else it.band.severity, it.imbalance or 0))


def _apart(better: list[Trial], most: int) -> list[Trial]:
    """Return the first edits, no two of them in one hex."""
    found: dict[Hex, Trial] = {}
    for it in better:
        if len(found) < most:
            found.setdefault(it.edits[0].hex, it)
    return list(found.values())


def _suggestion(
    trials: Trials,
    trial: Trial,
    before: Values,
    whole: Fairness,
    told: Measure,
    movers: Sequence[Mover],
    standards: Mapping[str, MeasureSpec],
) -> EditSuggestion:
    (edit,) = trial.edits
    after = report_of(
        trials.contest.after(trial.edits), movers, standards, list({it.id: None for it in whole.measures})
    )
    was, now = _bands(whole), _bands(after)
    own = (told.id, told.range_band)
    moved: dict[tuple[Any, ...], tuple[str, ...]] = {}
    for key in was:
        measure, band, kind = key
        if was[key] is not now.get(key) and (measure, band) != own:
            change = measure, band, was[key], now.get(key)
            moved[change] = (*moved.get(change, ()), *((kind,) if kind else ()))
    return EditSuggestion(
        edit=edit,
        text=edit.text(trials.contest.scenario),
        before=before,
        after=trial.reading.values,
        band_before=told.band,
        band_after=judge(trial.reading, trials.standard, trials.roles).band,
        verdict_before=whole.verdict,
        verdict_after=after.verdict,
        others=tuple(Moved(it[0], kinds, *it[1:]) for it, kinds in moved.items()),
    )


def _bands(report: Fairness) -> dict[tuple[str, str | None, str], Verdict | None]:
    """Return the band of every measure for every class; the class is empty where it is for none."""
    return {(it.id, it.range_band, kind): it.band for it in report.measures for kind in (it.classes or ("",))}

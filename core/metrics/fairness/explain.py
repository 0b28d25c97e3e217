"""Explain a measure: its meaning, the hexes responsible, and the single edits that would help most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final

from fairground.core.answer import JsonResult
from fairground.core.errors import UsageError
from fairground.core.metrics.fairness.contest import Contest
from fairground.core.metrics.fairness.progress import ProgressWatch
from fairground.core.metrics.fairness.ratings import judge, judged
from fairground.core.metrics.fairness.report import SYMMETRY, movers_for, report_of
from fairground.core.metrics.fairness.sentences import ALREADY_EVEN, NO_EDIT, NO_VALUES, judgement_text
from fairground.core.metrics.fairness.trials import EditSearch, Trials
from fairground.core.scenario.fairness_standards import known_measure, standards_of
from fairground.core.validation.validator import require_no_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from fairground.core.grid.hexes import Hex
    from fairground.core.metrics.fairness.measured_values import Values
    from fairground.core.metrics.fairness.report import Fairness, Measure
    from fairground.core.metrics.fairness.trials import Trial
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_titles_and_limits import MeasureSpec, Verdict
    from fairground.core.scenario.hex_edits import Edit

#: The most suggestions, and the time to search for them, in seconds.
MOST: Final = 3
SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class Moved:
    """A measure whose rating an edit changes, for some classes and maybe in one weapon band."""

    id: str
    classes: tuple[str, ...]
    range_band: str | None
    before: Verdict | None
    after: Verdict | None


@dataclass(frozen=True, eq=False)
class EditSuggestion:
    """An edit of a single hex with its effects.

    ``before`` and ``after`` are the measure's values for each party, ``band_before`` and ``band_after`` their ratings; the
    verdicts are those of the whole report. ``others`` are the other measures whose rating changes, for better or worse.
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


@dataclass(frozen=True, eq=False)
class Explanation(JsonResult):
    """The explanation of a measure on a board.

    ``measure`` is the worst in the report, over classes and weapon bands. ``sentence`` has its meaning, its values and the
    reason for its rating; ``hexes`` are those responsible. ``suggestions`` are sorted by effect, largest first; if there
    are none, ``note`` says why. ``tried`` is the number of edits tried, and ``exhausted`` whether those were all candidates.
    """

    answer_model: ClassVar = "metrics.fairness.answer:ExplanationAnswer"

    board: Board
    measure: Measure
    sentence: str
    hexes: AbstractSet[Hex]
    suggestions: tuple[EditSuggestion, ...]
    note: str
    tried: int
    exhausted: bool


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
    """Return the meaning of a measure on this board, and the edits of single hexes that would help most.

    It tries edits of the hexes responsible, their neighbours and their images: other terrain of the board's palette, a level
    more or less, and hexes added to a zone or removed at its edge. Locked hexes, hexes with units and locked zones stay.
    Edits are tried for ``seconds`` (None: until all are tried), each on this measure alone; the whole report is computed
    for the best, at most ``most`` and no two in one hex.

    ``report`` is the answer of ``fairness`` for the same arguments, to save computing it again. If the measure has several
    values, for classes or weapon bands, the worst is explained, of those for ``unit_class`` and ``range_band`` if given.

    Raises
    ------
    InvalidScenarioError
        When the scenario has errors, unless ``despite_errors`` is set.
    UsageError
        When the measure is unknown, or has no values for that class and weapon band.
    ScenarioError, LimitError
        As ``fairness`` does.
    CancelledError
        When ``cancelled`` returns true.

    Examples
    --------
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
    worst = _worst(whole, measure, unit_class, range_band)
    who = [it for it in movers if it.class_id in worst.classes[:1]]
    if not who and measure != SYMMETRY:
        raise UsageError(
            f"the report has {measure} for {', '.join(worst.classes)}, but this call does not measure it"
        )
    trials = Trials(contest, who, known[measure], measure, worst.range_band)
    base = trials.base
    found = [] if base is None else judged(base, known[measure], trials.roles)
    rated = judgement_text(measure, found)
    texts = known[measure].meaning, worst.text, "" if rated in worst.text else rated
    suggestions: tuple[EditSuggestion, ...] = ()
    exhausted = True
    if base is None:
        note = NO_VALUES
    elif not any(now := trials.unfairness(base)):
        note = ALREADY_EVEN
    else:
        search = EditSearch(trials, contest.board.mask(worst.hexes), seconds=seconds, progress=progress)
        suggestions = tuple(
            _suggestion(trials, it, base.values, whole, worst, movers, known)
            for it in _apart(search.better_than(now), most)
        )
        note = "" if suggestions else NO_EDIT
        exhausted = search.exhausted
    sentence = " ".join(filter(None, texts))
    return Explanation(
        contest.board, worst, sentence, worst.hexes, suggestions, note, trials.count, exhausted
    )


def _worst(report: Fairness, measure: str, unit_class: str | None, range_band: str | None) -> Measure:
    """Return the worst of a measure's entries in a report."""
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
    """Return the first edits, no two in one hex."""
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
    worst: Measure,
    movers: Sequence[Mover],
    standards: Mapping[str, MeasureSpec],
) -> EditSuggestion:
    (edit,) = trial.edits
    after = report_of(
        trials.contest.after(trial.edits), movers, standards, list({it.id: None for it in whole.measures})
    )
    was, now = ({key: it.band for key, it in report.by_class.items()} for report in (whole, after))
    own = (worst.id, worst.range_band)
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
        after=trial.measured.values,
        band_before=worst.band,
        band_after=judge(trial.measured, trials.standard, trials.roles).band,
        verdict_before=whole.verdict,
        verdict_after=after.verdict,
        others=tuple(Moved(it[0], kinds, *it[1:]) for it, kinds in moved.items()),
    )

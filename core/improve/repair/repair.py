"""Repair: a short list of edits that brings measures of fairness into a band without making others worse."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, Final

from fairground.core.answer import JsonResult
from fairground.core.errors import UsageError
from fairground.core.improve.repair.goals import Goals, KeptWays, bands_of
from fairground.core.improve.repair.map_edit import hex_edits
from fairground.core.improve.repair.offers import describe_ranking, offer_of, ranked
from fairground.core.improve.repair.search import Planner
from fairground.core.metrics.fairness.candidates import CHANGES, Allowed, fixed
from fairground.core.metrics.fairness.contest import Contest
from fairground.core.metrics.fairness.progress import ProgressWatch
from fairground.core.metrics.fairness.report import movers_for, report_of
from fairground.core.scenario.board import PaletteEntry, entry_index
from fairground.core.scenario.fairness_standards import known_measure, standards_of
from fairground.core.scenario.fairness_titles_and_limits import Verdict
from fairground.core.scenario.parts import ZoneKind
from fairground.core.simulation.simulate import simulate
from fairground.core.text.suggest import did_you_mean, one_or_several
from fairground.core.text.wording import counted, listed
from fairground.core.validation.validator import require_no_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from fairground.core.improve.repair.goals import WayCost
    from fairground.core.improve.repair.map_edit import MapEdit
    from fairground.core.improve.repair.offers import RepairOffer, RepairStep
    from fairground.core.metrics.fairness.candidates import Change
    from fairground.core.metrics.fairness.report import Fairness
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_titles_and_limits import MeasureSpec
    from fairground.core.scenario.hex_edits import Edit
    from fairground.core.simulation.simulation import Simulation


class RepairOutcome(StrEnum):
    """The outcome of a repair."""

    #: All measures requested are in the band.
    REPAIRED = "mended"
    #: They were in the band before.
    NOTHING_TO_REPAIR = "nothing-to-mend"
    #: The edits help, but not enough.
    PARTIAL = "partial"
    #: There are no edits.
    REFUSED = "refused"


@dataclass(frozen=True, eq=False)
class Repair(JsonResult):
    """The repair of a scenario.

    ``measures`` are those to bring into ``band`` or a better one, and ``asked`` those asked for, None for all that gate. ``offers`` are lists of edits that are each enough, or the
    one that comes nearest, the best first; none without edits. ``reason`` says in a sentence why not everything is in the
    band, or why there is nothing to do; empty if all was repaired. ``tried`` is the number of edits tried. No list of at most
    ``ruled_out`` edits is enough. ``before`` is the whole report without edits, ``original`` the scenario, and ``games``
    those played on it; None if none were.

    ``steps``, ``scenario``, ``after`` and ``ways`` are those of the first offer; without one, nothing has changed.
    """

    answer_model: ClassVar = "improve.repair.answer:RepairAnswer"

    before: Fairness
    measures: tuple[str, ...]
    asked: tuple[str, ...] | None
    band: Verdict
    offers: tuple[RepairOffer, ...]
    original: Scenario
    unchanged_ways: tuple[WayCost, ...]
    outcome: RepairOutcome
    reason: str
    tried: int
    ruled_out: int
    games: Simulation | None = None

    @property
    def steps(self) -> tuple[RepairStep, ...]:
        """The edits of the first offer in order; all of them are needed."""
        return self.offers[0].steps if self.offers else ()

    @property
    def scenario(self) -> Scenario:
        """The scenario after the first offer; the original without one."""
        return self.offers[0].scenario if self.offers else self.original

    @property
    def after(self) -> Fairness:
        """The whole report after the first offer."""
        return self.offers[0].after if self.offers else self.before

    @property
    def ways(self) -> tuple[WayCost, ...]:
        """The ways before and after the first offer; see ``RepairOffer``."""
        return self.offers[0].ways if self.offers else self.unchanged_ways

    @property
    def cost(self) -> int:
        """The cost of the first offer; see ``EditCost``."""
        return self.offers[0].cost if self.offers else 0

    @property
    def ranking(self) -> str:
        """What the order of the offers rests on, in a sentence; empty without offers."""
        return describe_ranking(self.offers)

    @property
    def board(self) -> Board:
        """The board of the repaired scenario."""
        return self.scenario.board

    @property
    def fewest(self) -> bool:
        """Whether all measures requested are in the band at the end, and no list of fewer edits is enough."""
        return self.reached and len(self.steps) <= self.ruled_out + 1

    @property
    def reached(self) -> bool:
        """Whether all measures requested are in the band at the end."""
        return self.outcome in (RepairOutcome.REPAIRED, RepairOutcome.NOTHING_TO_REPAIR)

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edits of hexes of the first offer, in order."""
        return hex_edits(it.edit for it in self.steps)

    def confirmed_by_games(
        self,
        games: int,
        *,
        jobs: int = 1,
        progress: Callable[[float], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Repair:
        """Return the repair after ``games`` games on the original and on each offer, ranked by what they show.

        All have the same seed. The arguments are as for ``simulate``; errors of the scenario are ignored if they were for the
        repair. Raises as ``simulate`` does.
        """
        scenarios = [self.original, *(it.scenario for it in self.offers)]
        played = []
        for at, scenario in enumerate(scenarios):

            def show(share: float, at: int = at) -> None:
                if progress is not None:
                    progress((at + share) / len(scenarios))

            played.append(
                simulate(
                    scenario,
                    games,
                    jobs=jobs,
                    despite_errors=bool(self.before.errors),
                    progress=show,
                    cancelled=cancelled,
                )
            )
        offers = [replace(it, games=found) for it, found in zip(self.offers, played[1:], strict=True)]
        return replace(self, games=played[0], offers=ranked(offers, self.original))


#: The default limit of edits.
MOST_EDITS: Final = 6


def repair(  # noqa: PLR0913  # what to repair, by what means and standards, and how it goes
    scenario: Scenario,
    measures: Iterable[str] | None = None,
    *,
    band: Verdict = Verdict.GREEN,
    most_edits: int = MOST_EDITS,
    terrains: Iterable[str] | None = None,
    changes: Collection[Change] = CHANGES,
    zones: Sequence[str] | None = None,
    unit_class: str | None = None,
    mode: str | None = None,
    standards: Mapping[str, MeasureSpec] | None = None,
    despite_errors: bool = False,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Repair:
    """Return the smallest lists of edits found that bring measures into a band, for every class and in every weapon band.

    ``measures`` are ids. Default: every measure that gates and is worse than ``band``, which is green or amber. No other
    measure that gates ends up worse than before. ``changes`` are the kinds of edit allowed: a zone with its units moves or
    gets another shape (``zone-move``), an ``objective`` moves, a terrain ``feature`` shifts by a hex; or a single hex gets
    other ``terrain``, a ``level`` more or less or that of its image, or is added to a ``zone`` or removed. ``terrains`` are
    the ids of terrains allowed, by default all of the board's palette. Hexes that are locked, void or hold a unit stay, and
    so do locked zones; objectives keep their terrain. The other arguments are as for ``fairness``.

    Small lists come first: the cost of the edits, as ``EditCost`` has it, then the expected advantage that is left, then how
    far all measures are from their limits. Up to ``MOST_OFFERS`` are offered that change different parts of the map.
    The map keeps its style (see ``MapStyle``), and stays symmetric if it was. The repaired scenario has no new errors, and
    nobody is walled in: every way from the zones of one party to those of another, or to an objective, stays.

    The answer for a scenario is always the same. On most boards the search can't try everything: ``fewest`` says whether
    every shorter list was ruled out, and there may be a list even if none is found.

    Raises
    ------
    InvalidScenarioError
        When the scenario has errors.
    UsageError
        When a measure or terrain is unknown, a measure isn't rated, or fewer than 1 edit is allowed.
    ScenarioError, LimitError
        As ``fairness`` does.
    CancelledError
        When ``cancelled`` returns true.

    Examples
    --------
    >>> from fairground.core import load, repair
    >>> repair(load("scenarios/twin-stones.yaml"), ["territory"]).outcome
    <RepairOutcome.NOTHING_TO_REPAIR: 'nothing-to-mend'>
    """
    known = standards_of(scenario) if standards is None else standards
    asked = (
        None
        if measures is None
        else tuple(dict.fromkeys(known_measure(known, it) for it in one_or_several(measures)))
    )
    changes = one_or_several(changes)
    _check(scenario, asked, band, most_edits, changes, known)
    usable = None if terrains is None else _known_terrains(scenario, terrains)
    errors = require_no_errors(scenario, "repaired", despite_errors=despite_errors)
    watch = ProgressWatch(cancelled=cancelled)
    contest = Contest(_with_entries(scenario, sorted(usable or ())), zones, watch)
    movers = movers_for(scenario, unit_class, mode)
    one_class = unit_class is not None or mode is not None
    before = replace(report_of(contest, movers, known, [*known], one_class=one_class), errors=errors)
    wanted = _worse_than(band, before) if asked is None else asked
    goals = Goals.of(before, wanted, band, known)

    def repaired(
        outcome: RepairOutcome,
        reason: str,
        tried: int = 0,
        ruled_out: int = 0,
        offers: Sequence[RepairOffer] = (),
    ) -> Repair:
        ways = KeptWays(contest, movers).costs(contest)
        found = ranked(offers, scenario)
        return Repair(before, wanted, asked, band, found, scenario, ways, outcome, reason, tried, ruled_out)

    if wanted and not goals.measures.intersection(wanted):
        texts = dict.fromkeys(it.text for it in before.measures if it.id in wanted)
        return repaired(RepairOutcome.REFUSED, f"Nothing to compare. {' '.join(texts)}")
    if goals.met_by(before):
        found = f"Already {band.value}{'' if band is Verdict.GREEN else ' or better'}"
        return repaired(RepairOutcome.NOTHING_TO_REPAIR, f"{found}{before.not_judged_clause(asked)}.")
    allowed = Allowed(frozenset(changes), usable)
    if _nothing_may_change(scenario, allowed):
        return repaired(
            RepairOutcome.REFUSED, "Nothing can be changed: every hex is locked or void, or holds a unit."
        )
    planner = Planner(contest, movers, goals, allowed, most_edits, progress)
    plans = planner.plans()
    if not plans[0].edits:
        return repaired(
            RepairOutcome.REFUSED, _none_helps(planner, most_edits), planner.tried, planner.ruled_out
        )
    offers = [
        offer_of(_entries_used(scenario, contest.scenario, it.edits), zones, planner, known, before)
        for it in plans
    ]
    if progress is not None:
        progress(1.0)
    good = [it for it in offers if goals.met_by(it.after)]
    reason = "" if good else _left(goals, offers[0].after, asked, len(plans[0].edits), most_edits, planner)
    outcome = RepairOutcome.REPAIRED if good else RepairOutcome.PARTIAL
    return repaired(outcome, reason, planner.tried, planner.ruled_out, good or offers[:1])


def _check(
    scenario: Scenario,
    measures: tuple[str, ...] | None,
    band: Verdict,
    most_edits: int,
    changes: Collection[Change],
    standards: Mapping[str, MeasureSpec],
) -> None:
    for it in measures or ():
        if not standards[it].bands:
            raise UsageError(f"{it} is shown but not rated, so it cannot be repaired")
    if band is Verdict.RED:
        raise UsageError("the target of a repair must be green or amber, not red")
    if most_edits < 1:
        raise UsageError(f"the number of edits must be 1 or more, not {most_edits}")
    if not changes or (unknown := [it for it in changes if it not in CHANGES]):
        wrong = f"not {unknown[0]!r}" if changes else "and at least one must be chosen"
        raise UsageError(f"edits may change {', '.join(CHANGES)}, {wrong}")
    if scenario.board.void.all():
        raise UsageError("the board has no hexes")


def _known_terrains(scenario: Scenario, terrains: Iterable[str]) -> frozenset[str]:
    rules = scenario.rules
    found = frozenset(one_or_several(terrains))
    for it in sorted(found):
        if it not in rules.terrain:
            raise UsageError(f"{rules.title} has no terrain {it!r}{did_you_mean(it, rules.terrain)}")
    return found


def _with_entries(scenario: Scenario, terrains: Iterable[str]) -> Scenario:
    """Return a scenario whose palette has an entry for each of some terrains; everything else is shared."""
    board = copy(scenario.board)
    board.palette = [*board.palette]
    for it in terrains:
        entry_index(board.palette, PaletteEntry(it[:1], (it,)))
    return replace(scenario, board=board)


def _entries_used(
    scenario: Scenario, tried: Scenario, edits: Iterable[MapEdit]
) -> tuple[Scenario, tuple[MapEdit, ...]]:
    """Return a scenario with only the additional palette entries that the edits use, and the edits for it."""
    known, longer = len(scenario.board.palette), tried.board.palette
    used = [it for it in hex_edits(edits) if it.change == "terrain" and it.terrain >= known]
    found = _with_entries(scenario, dict.fromkeys(longer[it.terrain].kinds[0] for it in used))
    places = {entry.kinds: place for place, entry in enumerate(found.board.palette) if place >= known}

    def fitting(edit: Edit) -> Edit:
        return replace(edit, terrain=places[longer[edit.terrain].kinds]) if edit in used else edit

    return found, tuple(replace(it, edits=tuple(map(fitting, it.edits))) for it in edits)


def _worse_than(band: Verdict, report: Fairness) -> tuple[str, ...]:
    """Return the measures that gate and are worse than a band."""
    bands = {
        it.id: it.band for it in report.measures if it.gates and it.band not in (None, Verdict.GREEN, band)
    }
    return tuple(bands)


def _nothing_may_change(scenario: Scenario, allowed: Allowed) -> bool:
    """Whether every hex is void, locked or held by a unit, or nothing else may change."""
    locked = fixed(scenario).all()
    zones = any(it.kind is ZoneKind.DEPLOYMENT and it.id not in scenario.locked for it in scenario.zones)
    return bool(locked) or (allowed.changes <= {"zone", "zone-move"} and not zones)


def _none_helps(planner: Planner, most_edits: int) -> str:
    """Return a sentence with the reason why there are no edits."""
    if planner.ruled_out >= most_edits:
        return f"No {_list_of(most_edits)} is enough; all were tried."
    return f"None of the {counted(planner.tried, 'edit')} tried helped."


def _left(
    goals: Goals,
    after: Fairness,
    asked: tuple[str, ...] | None,
    count: int,
    most_edits: int,
    planner: Planner,
) -> str:
    """Return a sentence or two with the reason why not everything is in the band after the edits."""
    bands = bands_of(after)
    left: dict[str, Verdict] = {}
    for key, bound in goals.bounds.items():
        found = bands.get(key) or Verdict.RED
        if found.severity > max(bound.severity, left.get(key.measure, Verdict.GREEN).severity):
            left[key.measure] = found
    still = listed([f"{goals.standards[name].title} is still {it.value}" for name, it in left.items()])
    if planner.ruled_out >= most_edits:
        more = f"No {_list_of(most_edits)} is enough; all were tried."
    elif count >= most_edits:
        more = f"No more were allowed; another combination of {counted(most_edits, 'edit')} might still work."
    else:
        more = f"None of {counted(planner.tried, 'further edit')} helped."
    return f"After {counted(count, 'edit')}, {still}{after.not_judged_clause(asked)}. {more}"


def _list_of(most_edits: int) -> str:
    return "single edit" if most_edits == 1 else f"combination of up to {counted(most_edits, 'edit')}"

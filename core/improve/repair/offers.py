"""Offers of a repair: lists of edits that are each enough, ranked, with what measures and games say of each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from fairground.core.improve.repair.map_edit import hex_edits, total_cost
from fairground.core.metrics.board_comparison import measure_changes
from fairground.core.metrics.fairness.contest import Contest
from fairground.core.metrics.fairness.report import report_of
from fairground.core.scenario.hex_edits import edited
from fairground.core.simulation.statistics.equivalence import Claim

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fairground.core.improve.repair.goals import WayCost
    from fairground.core.improve.repair.map_edit import MapEdit
    from fairground.core.improve.repair.search import Planner
    from fairground.core.metrics.board_comparison import MeasureChange
    from fairground.core.metrics.fairness.advantage import ExpectedAdvantage
    from fairground.core.metrics.fairness.report import Fairness
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_titles_and_limits import MeasureSpec, Verdict
    from fairground.core.scenario.hex_edits import Edit
    from fairground.core.simulation.simulation import Simulation


@dataclass(frozen=True, eq=False)
class RepairStep:
    """One edit with its effects, after the edits before it.

    ``edit`` moves a whole zone, objective or feature, or changes a single hex; it is made of ``edits`` of hexes. Terrain is an
    entry in the palette of the repaired scenario, which may have more entries than the original. ``effects`` are the changes
    in the measures requested, and in others whose rating changes. ``verdict`` is that of the whole report before and after.
    """

    edit: MapEdit
    text: str
    verdict: tuple[Verdict | None, Verdict | None]
    effects: tuple[MeasureChange, ...]

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edits of hexes that make up the edit."""
        return self.edit.edits


@dataclass(frozen=True, eq=False)
class RepairOffer:
    """A list of edits that is offered: its steps in order, all of them needed, and the scenario and report after them.

    ``ways`` proves that all ways are kept: the cheapest cost before and after for each class, from each party to each other
    and to each objective that it can win. ``games`` are those played on the repaired scenario; None if none were.
    """

    steps: tuple[RepairStep, ...]
    scenario: Scenario
    after: Fairness
    ways: tuple[WayCost, ...]
    games: Simulation | None = None

    @property
    def cost(self) -> int:
        """The cost of all edits; see ``EditCost``."""
        return total_cost(it.edit for it in self.steps)

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edits of hexes in order."""
        return hex_edits(it.edit for it in self.steps)

    @property
    def expected_advantage(self) -> ExpectedAdvantage:
        """The advantage that the measures let expect after the edits, or why they don't."""
        return self.after.expected_advantage


def offer_of(
    prepared: tuple[Scenario, tuple[MapEdit, ...]],
    zones: Sequence[str] | None,
    planner: Planner,
    standards: Mapping[str, MeasureSpec],
    before: Fairness,
) -> RepairOffer:
    """Return edits with their effects, one after the other, and what is behind them; ``before`` is the report without them."""
    scenario, edits = prepared
    contest = Contest(scenario, zones, planner.contest.watch)
    steps, last = [], before
    for count, edit in enumerate(edits, 1):
        after = replace(
            report_of(contest.after(hex_edits(edits[:count])), planner.movers, standards, [*standards]),
            outside=before.outside,
        )
        effects = [
            it
            for it in measure_changes(last, after)
            if it.id in planner.goals.wanted or it.band_before is not it.band_after
        ]
        text = edit.text(edited(scenario, hex_edits(edits[: count - 1])))
        steps.append(RepairStep(edit, text, (last.verdict, after.verdict), tuple(effects)))
        last = after
    ways = planner.soundness.ways.costs(contest.after(hex_edits(edits)))
    after = replace(last, errors=before.errors)
    return RepairOffer(tuple(steps), edited(scenario, hex_edits(edits)), after, ways)


#: The most offers of a repair.
MOST_OFFERS: Final = 3
#: The most hexes of a tiny board.
_TINY: Final = 30


def is_tiny(scenario: Scenario) -> bool:
    """Whether a board is so small that a shorter list of edits comes first, even if it costs more."""
    return scenario.board.terrain.size <= _TINY


#: The order of what games show of a repair, best first.
_CLAIMS: Final = (Claim.FAIR, Claim.NOT_DECIDED, Claim.NOT_JUDGED, Claim.UNFAIR)


def ranked(offers: Sequence[RepairOffer], original: Scenario) -> tuple[RepairOffer, ...]:
    """Return offers, the best first: by what games show, then by cost, then by the expected advantage that is left.

    On tiny boards the number of edits comes before their cost.
    """
    shortest_first = is_tiny(original)

    def key(offer: RepairOffer) -> tuple[int, int, int, bool, int]:
        points = offer.expected_advantage.points
        return (
            0 if offer.games is None else _CLAIMS.index(offer.games.claim),
            len(offer.steps) if shortest_first else 0,
            offer.cost,
            points is None,
            points or 0,
        )

    return tuple(sorted(offers, key=key))


def describe_ranking(offers: Sequence[RepairOffer]) -> str:
    """Return what the ranking of some offers rests on, in a sentence; empty without offers."""
    if not offers:
        return ""
    played = offers[0].games
    unknown = [it.expected_advantage.why_not for it in offers if it.expected_advantage.points is None]
    rule = "how little of the map they change"
    if len(unknown) < len(offers):
        rule += ", then by the expected advantage that remains"
    if played is not None:
        games = f"{played.setting.games:,} games on each (fair first, then not decided, then unfair)"
        rule = f"{games}, then by {rule}"
    left_out = [f"the advantage is not estimated ({unknown[0]})"] if len(unknown) == len(offers) else []
    left_out += ["no games were played"] if played is None else []
    return f"Repairs are ranked by {rule}{'; ' if left_out else ''}{' and '.join(left_out)}."

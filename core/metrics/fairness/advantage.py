"""The expected advantage: how often a side should win, by a model of self-play that looks at the measures alone.

The model is fitted by ``tools/study.py``: the log-odds of a win are a weighted sum of how far the sides' measures are apart.
Its error grows with how much differs, whichever side that favours.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil, exp, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fairground.core.rules import load_ruleset
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, MeasureUnit, Verdict
from fairground.core.scenario.parts import ObjectiveKind
from fairground.core.text.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from fairground.core.metrics.compared_zones import Party
    from fairground.core.scenario.document import Scenario

    #: The values of one entry of a measure, for the two parties.
    Pair = tuple[Fraction | None, Fraction | None]

#: The file of the model that comes with Fairground.
MODEL: Final = Path(__file__).parents[3] / "resources" / "advantage.json"
#: Of a normal distribution: nine of ten values are within so many standard deviations.
NINE_IN_TEN: Final = 1.645
#: Fewer points than ``HARMLESS`` are not unfair, and ``HARMFUL`` points and more are not fair.
HARMLESS: Final = 3
HARMFUL: Final = 5
#: What the sentence rests on.
BASIS: Final = "from measures alone; no games were played"


class Term(NamedTuple):
    """A measure in the model.

    ``weights`` are in log-odds, by ruleset; ``most`` is the greatest amount on the boards that the model was fitted on.
    """

    measure: str
    weights: Mapping[str, float]
    most: float


@dataclass(frozen=True)
class AdvantageModel:
    """The model, and the boards and games that it was fitted on.

    ``variance`` is that of the model's own error, in square points, for each point by which the sides differ: those of all
    terms in sum, whichever side they favour. It is from designs of boards that the fit did not use. Ranges include both ends;
    ``hexes`` is the size of the board.
    """

    terms: tuple[Term, ...]
    variance: float
    boards: int
    games: int
    rulesets: tuple[str, ...]
    hexes: tuple[int, int]
    turns: tuple[int, int]
    points: tuple[int, int]
    hold: tuple[int, int]
    kill: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ExpectedAdvantage:
    """How far the win rate of a party should be above one half, in points, give or take ``error`` in nine of ten cases.

    ``party`` is the id of the party that is better off, and ``points`` its advantage, 0 or more. Without an estimate they
    and ``error`` are None, and ``why_not`` is a clause. ``title`` is what to call the party.
    """

    party: str | None = None
    title: str = ""
    points: int | None = None
    error: int | None = None
    why_not: str = ""

    @property
    def text(self) -> str:
        """The estimate and what it rests on, or why there is none, in a sentence."""
        if self.points is None:
            return f"Advantage not estimated: {self.why_not}."
        if not self.points:
            return f"Expected advantage: none (±{counted(self.error or 0, 'point')}), {BASIS}."
        return (
            f"Expected advantage: {counted(self.points, 'point')} (±{self.error}) for {self.title}, {BASIS}."
        )

    @property
    def least(self) -> int:
        """The least advantage within the error; 0 if either party may have it, or without an estimate."""
        return max((self.points or 0) - (self.error or 0), 0)

    @property
    def most(self) -> int:
        """The greatest advantage within the error; 0 without an estimate."""
        return (self.points or 0) + (self.error or 0)

    def verdict(self, worst: Verdict | None, unweighed: Verdict | None) -> Verdict | None:
        """Return the verdict, given the worst rating of the measures that decide and of those that it can't outweigh.

        It is red if the least advantage is ``HARMLESS`` points or more, and green only if the greatest is below ``HARMFUL``
        points. Between them the measures can't tell, and it is amber. Without an estimate the worst rating counts.
        """
        if worst is None or self.points is None:
            return worst
        if self.least >= HARMLESS or unweighed is Verdict.RED:
            return Verdict.RED
        if worst is Verdict.RED or self.most >= HARMFUL:
            return Verdict.AMBER
        return worst

    def doubt(self, worst: Verdict | None, verdict: Verdict | None) -> str:
        """Return a clause on why the verdict isn't the worst rating; empty if it is."""
        if worst is verdict:
            return ""
        if verdict is Verdict.RED:
            return f"the expected advantage is {counted(self.least, 'point')} or more"
        return (
            f"an advantage of {counted(self.least, 'point')} to {counted(self.most, 'point')} is possible"
            if self.least
            else f"an advantage of up to {counted(self.most, 'point')} is possible"
        ) + ", so only games can tell"


@cache
def advantage_model() -> AdvantageModel:
    """Return the model that comes with Fairground."""
    data: dict[str, Any] = json.loads(MODEL.read_text(encoding="utf-8"))
    terms = tuple(Term(**it) for it in data.pop("terms"))
    values: dict[str, Any] = {key: tuple(it) if isinstance(it, list) else it for key, it in data.items()}
    return AdvantageModel(terms, **values)


def outside_model(
    scenario: Scenario, parties: Sequence[Party], model: AdvantageModel, *, one_class: bool = False
) -> str:
    """Return why a model says nothing about a scenario, as a clause; empty if it is like those it was fitted on.

    ``one_class`` is whether only some classes are measured.
    """
    if one_class:
        return "the estimate needs the measures of all unit classes in play"
    if len(parties) != 2:
        return f"the model is for two sides, not {len(parties)}"
    if len({it.role for it in parties}) > 1 or any(it.role for it in parties):
        return "the model does not account for roles"
    if scenario.ruleset.overrides or scenario.ruleset.name not in model.rulesets:
        titles = listed([load_ruleset(it).title for it in model.rulesets])
        return f"the model was fitted on {titles} without changes to the rules"
    return _outside_board(scenario, model) or _outside_stakes(scenario, model)


def _outside_board(scenario: Scenario, model: AdvantageModel) -> str:
    board = scenario.board
    if board.void.any() or not _within(board.terrain.size, model.hexes):
        return f"the model was fitted on rectangles of {model.hexes[0]} to {model.hexes[1]} hexes"
    if board.effects.any() or scenario.weather != "none":
        return "the model was fitted on boards without weather, fire or smoke"
    return ""


def _outside_stakes(scenario: Scenario, model: AdvantageModel) -> str:
    goals = scenario.objectives
    if not goals or any(it.side or it.kind is not ObjectiveKind.CONTROL for it in goals):
        return "the model was fitted only on scenarios whose objectives can all be held by both sides"
    fits = (
        scenario.turns is not None
        and _within(scenario.turns, model.turns)
        and _within(scenario.victory.kill, model.kill)
        and all(_within(it.points, model.points) and _within(it.hold, model.hold) for it in goals)
    )
    return "" if fits else _describe_stakes(model)


def _describe_stakes(model: AdvantageModel) -> str:
    turns, points, hold, kill = (
        f"{low} to {high}" for low, high in (model.turns, model.points, model.hold, model.kill)
    )
    return (
        f"the model was fitted on games of {turns} turns, with {points} points for an objective held for {hold} turns, and "
        f"{kill} for a destroyed unit"
    )


def _within(value: int, known: tuple[int, int]) -> bool:
    return known[0] <= value <= known[1]


#: Units of distances and areas, which count by how many times one is the other.
_RELATIVE: Final = (
    MeasureUnit.POINTS,
    MeasureUnit.HEXES,
    MeasureUnit.ROOM,
    MeasureUnit.WIDTH,
    MeasureUnit.ROUTES,
)


def amount(measure: str, pairs: Sequence[Pair]) -> Fraction | None:
    """Return how far the first party's values are above the second's, on average over the entries of a measure.

    That is their difference; for distances and areas the difference divided by the sum. 0 without an entry: nothing to
    compare is the same for both. None if a party has no value in some entry.
    """
    found = []
    for one, other in pairs:
        if one is None or other is None:
            return None
        scale = one + other if MEASURES[measure].unit in _RELATIVE else 1
        found.append((one - other) / scale if scale else Fraction(0))
    return sum(found, Fraction(0)) / len(found) if found else Fraction(0)


def expected_advantage(
    measured: Iterable[tuple[str, Collection[Fraction | None]]],
    parties: Sequence[tuple[str, str]],
    ruleset: str,
    outside: str = "",
    model: AdvantageModel | None = None,
) -> ExpectedAdvantage:
    """Return the expected advantage of one of two parties.

    ``measured`` has the id and the values of every entry of a report, and ``parties`` the ids and titles of the parties.
    ``ruleset`` is the id of the ruleset, and ``outside`` the answer of ``outside_model``. Default for ``model``: the one that comes with Fairground.
    """
    if outside:
        return ExpectedAdvantage(why_not=outside)
    model = model or advantage_model()
    pairs = pairs_of(measured)
    missing = [MEASURES[it.measure].title for it in model.terms if it.measure not in pairs]
    if missing:
        return ExpectedAdvantage(
            why_not=f"the estimate needs {listed(missing)}, which {'was' if len(missing) == 1 else 'were'} not measured"
        )
    odds = spread = 0.0
    for term in model.terms:
        found = amount(term.measure, pairs[term.measure])
        title = MEASURES[term.measure].title
        if found is None:
            return ExpectedAdvantage(why_not=f"a side has no value for {title}")
        if abs(found) > term.most:
            return ExpectedAdvantage(
                why_not=f"the sides differ more in {title} than on any board that the model was fitted on"
            )
        alone = term.weights[ruleset] * float(found)
        odds += alone
        spread += _points(abs(alone))
    shift = round(_points(odds))
    party, title = parties[shift < 0]
    error = max(ceil(NINE_IN_TEN * sqrt(model.variance * spread)), 1)
    return ExpectedAdvantage(party if shift else None, title if shift else "", abs(shift), error)


def _points(odds: float) -> float:
    """Return log-odds as points of the win rate above one half."""
    return 100 / (1 + exp(-odds)) - 50


def pairs_of(measured: Iterable[tuple[str, Collection[Fraction | None]]]) -> dict[str, list[Pair]]:
    """Return the values of two parties by measure, from the id and the values of every entry of a report.

    Measures that aren't compared on the board have none.
    """
    found: dict[str, list[Pair]] = {}
    for name, values in measured:
        entries = found.setdefault(name, [])
        if values:
            one, other = values
            entries.append((one, other))
    return found

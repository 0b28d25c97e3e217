"""The expected advantage: what the model makes of the measures, and where it says nothing."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from fairground.core import fairness
from fairground.core.metrics.fairness.advantage import (
    AdvantageModel,
    ExpectedAdvantage,
    Term,
    advantage_model,
    amount,
    expected_advantage,
)
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, Verdict
from fairground.core.scenario.parts import (
    FairnessBands,
    Objective,
    ObjectiveKind,
    RulesetReference,
    Side,
    Victory,
)
from fairground.core.scenario.zone_text import parse_shape
from tests.core.metrics.fairness.contests import arena

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.scenario.document import Scenario

ZONES = {"west": "columns 1-2", "east": "columns 9-10"}
PARTIES = [("west", "West"), ("east", "East")]
#: One level counts as much as log 4: a win rate of 80%.
MODEL = AdvantageModel(
    terms=(Term("high-ground", {"own": 1.3862943611}, 1.0), Term("territory", {"own": 2.0}, 0.5)),
    variance=4.0,
    boards=1,
    games=1,
    rulesets=("own",),
    hexes=(1, 1),
    turns=(1, 1),
    points=(1, 1),
    hold=(1, 1),
    kill=(1, 1),
)


def board(*rows: str) -> Scenario:
    """Return a board like those of the study."""
    scenario = arena(*(rows or ("..........",) * 8), zones=ZONES)
    scenario.sides = [Side("west", name="West"), Side("east", name="East")]
    scenario.objectives = [Objective("well", parse_shape("E4,F5"), points=2)]
    scenario.turns = 8
    scenario.victory = Victory(last_standing=True, kill=1)
    return scenario


def test_an_even_board_has_no_advantage() -> None:
    found = fairness(board())
    assert (found.expected_advantage.party, found.expected_advantage.points) == (None, 0)
    assert found.expected_advantage.text.startswith("Expected advantage: none (±")
    assert "from measures alone; no games were played" in found.expected_advantage.text


def test_the_sides_can_be_exchanged() -> None:
    raised = ("11........", "11........", "..^.......", *("..........",) * 5)
    west, east = fairness(board(*raised)), fairness(board(*(it[::-1] for it in raised[::-1])))
    assert west.expected_advantage.party == "west"
    assert east.expected_advantage.party == "east"
    assert (west.expected_advantage.points or 0) > 0
    assert west.expected_advantage.points == east.expected_advantage.points
    assert f" point{'s' if west.expected_advantage.points != 1 else ''} (±" in west.expected_advantage.text
    assert " for West, from measures alone" in west.expected_advantage.text
    assert west.to_json()["expected_advantage"] == {
        "party": "west",
        "points": west.expected_advantage.points,
        "error": west.expected_advantage.error,
        "text": west.expected_advantage.text,
    }


@pytest.mark.parametrize(
    ("levels", "party", "points", "error"),
    # 1.645 times the root of 4 · 30, rounded up; 1 point at the least.
    [((1, 0), "west", 30, 19), ((0, 1), "east", 30, 19), ((1, 1), None, 0, 1)],
)
def test_log_odds_become_points_above_one_half(
    levels: tuple[int, int], party: str | None, points: int, error: int
) -> None:
    measured = [("high-ground", tuple(map(Fraction, levels))), ("territory", (Fraction(5), Fraction(5)))]
    found = expected_advantage(measured, PARTIES, "own", model=MODEL)
    assert (found.party, found.points, found.error) == (party, points, error)


def test_advantages_of_both_sides_cancel_out_and_leave_their_errors() -> None:
    # The territory is worth as many log-odds to East as the level to West.
    far = (Fraction(3), Fraction(17))
    model = replace(MODEL, terms=(MODEL.terms[0], Term("territory", {"own": 1.3862943611 / 0.7}, 1.0)))
    found = expected_advantage(
        [("high-ground", (Fraction(1), Fraction(0))), ("territory", far)], PARTIES, "own", model=model
    )
    # 1.645 times the root of 4 · 60, rounded up.
    assert (found.party, found.points, found.error) == (None, 0, 26)


GREEN, AMBER, RED = Verdict


@pytest.mark.parametrize(
    ("points", "error", "worst", "unweighed", "verdict"),
    [
        (0, 1, GREEN, GREEN, GREEN),
        (1, 3, GREEN, GREEN, GREEN),
        (1, 4, GREEN, GREEN, AMBER),
        (1, 3, AMBER, GREEN, AMBER),
        (1, 3, RED, GREEN, AMBER),
        (1, 3, RED, RED, RED),
        (11, 9, RED, GREEN, AMBER),
        (12, 9, RED, GREEN, RED),
        (12, 9, AMBER, None, RED),
        (12, 9, None, None, None),
        (None, None, RED, GREEN, RED),
        (None, None, GREEN, GREEN, GREEN),
    ],
)
def test_a_verdict_is_green_or_red_only_where_the_error_leaves_no_doubt(
    points: int | None,
    error: int | None,
    worst: Verdict | None,
    unweighed: Verdict | None,
    verdict: Verdict | None,
) -> None:
    found = ExpectedAdvantage("west", "West", points, error)
    assert found.verdict(worst, unweighed) is verdict
    assert bool(found.doubt(worst, verdict)) is (worst is not verdict)


def test_a_doubt_says_how_large_the_advantage_may_be() -> None:
    found = ExpectedAdvantage("west", "West", 6, 8)
    assert found.doubt(RED, AMBER) == "an advantage of up to 14 points is possible, so only games can tell"
    found = ExpectedAdvantage("west", "West", 9, 7)
    assert (
        found.doubt(RED, AMBER) == "an advantage of 2 points to 16 points is possible, so only games can tell"
    )
    found = ExpectedAdvantage("west", "West", 12, 9)
    assert found.doubt(AMBER, RED) == "the expected advantage is 3 points or more"


def test_a_board_is_green_only_if_its_advantage_is_small_for_sure() -> None:
    even = fairness(board())
    assert (even.verdict, even.worst) == (GREEN, GREEN)
    # Level 1 on a whole column of the zone.
    raised = fairness(board(*("1.........",) * 8))
    assert raised.verdict is RED
    assert raised.expected_advantage.least >= 3  # the limit of the verdict
    lava = fairness(board("..^.......", *("..........",) * 7))
    assert lava.verdict is not RED


def test_limits_of_ones_own_decide_alone() -> None:
    scenario = board(*("1.........",) * 8)
    scenario.fairness = FairnessBands({"high-ground": "1:2"})
    found = fairness(scenario)
    assert found.expected_advantage.least >= 3  # the limit of the verdict
    assert found.verdict is found.worst is not RED


def test_amounts_are_averaged_over_classes_and_of_areas_they_are_relative() -> None:
    pairs = [(Fraction(3), Fraction(1)), (Fraction(1), Fraction(1))]
    assert amount("high-ground", pairs) == 1
    assert amount("territory", pairs) == Fraction(1, 4)
    assert amount("territory", [(Fraction(0), Fraction(0))]) == 0
    assert amount("hazard", []) == 0
    assert amount("objectives", [(None, Fraction(1))]) is None


@pytest.mark.parametrize(
    ("measured", "why"),
    [
        (
            [("territory", (Fraction(1), Fraction(1)))],
            "the estimate needs high ground, which was not measured",
        ),
        (
            [("high-ground", (None, Fraction(1))), ("territory", (Fraction(1), Fraction(1)))],
            "a side has no value for high ground",
        ),
        (
            [("high-ground", (Fraction(2), Fraction(0))), ("territory", (Fraction(1), Fraction(1)))],
            "the sides differ more in high ground than on any board that the model was fitted on",
        ),
    ],
)
def test_there_is_no_estimate_beyond_what_the_model_has_seen(
    measured: list[tuple[str, tuple[Fraction | None, ...]]], why: str
) -> None:
    found = expected_advantage(measured, PARTIES, "own", model=MODEL)
    assert (found.party, found.points, found.error) == (None, None, None)
    assert found.text == f"Advantage not estimated: {why}."


def _with_effect(it: Scenario) -> Scenario:
    it.board.effects_palette.append(PaletteEntry("s", ("smoke",)))
    it.board.effects[0, 5] = 1
    return it


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda it: replace(it, ruleset=RulesetReference("penance-arena", {})), "was fitted on Penance 1.0"),
        (lambda it: replace(it, turns=None), "games of 6 to 10 turns"),
        (lambda it: replace(it, objectives=[]), "whose objectives can all be held by both sides"),
        (
            lambda it: replace(it, objectives=[replace(it.objectives[0], kind=ObjectiveKind.EXIT)]),
            "whose objectives can all be held by both sides",
        ),
        (lambda it: replace(it, objectives=[replace(it.objectives[0], points=9)]), "1 to 3 points for an"),
        (lambda it: replace(it, weather="rain"), "without weather, fire or smoke"),
        (_with_effect, "without weather, fire or smoke"),
        (
            lambda it: replace(it, sides=[replace(side, role=side.id) for side in it.sides]),
            "account for roles",
        ),
    ],
)
def test_there_is_no_estimate_for_other_scenarios(change: Callable[[Scenario], Scenario], why: str) -> None:
    found = fairness(change(board()), despite_errors=True).expected_advantage
    assert found.points is None
    assert why in found.text


def test_there_is_no_estimate_for_other_boards_and_one_class() -> None:
    small = board("..........", "..........")
    small.objectives = [Objective("well", parse_shape("E1"), points=2)]
    assert "rectangles of 56 to 140 hexes" in fairness(small, despite_errors=True).expected_advantage.text
    found = fairness(board(), unit_class="heavy").expected_advantage
    assert (
        found.text == "Advantage not estimated: the estimate needs the measures of all unit classes in play."
    )
    assert "not measured" in fairness(board(), measures=["contact"]).expected_advantage.text


def test_the_model_is_complete() -> None:
    model = advantage_model()
    assert model.terms
    assert 0 < model.variance < 25
    for it in model.terms:
        assert it.measure in MEASURES
        assert set(it.weights) == set(model.rulesets)
        assert it.most > 0

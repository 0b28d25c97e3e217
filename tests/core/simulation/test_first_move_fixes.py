"""Fixes for moving first: what each plays, what is left of the effect, and what can't be tried."""

import pickle
from fractions import Fraction

import pytest

from fairground.core.errors import UsageError
from fairground.core.simulation.first_move_fixes import (
    FirstMoveFixes,
    FixResult,
    first_move_fixes,
)
from fairground.core.simulation.game import GameArena
from fairground.core.simulation.game.fix_arena import ChosenZoneArena, FirstMoveFix, FixArena
from fairground.core.simulation.game.state import GameState
from fairground.core.simulation.statistics.equivalence import FirstMoveVerdict
from tests.core.simulation.game.grounds import DUEL, MIRRORED, ground, single

#: Two hexes more, so that there is room for another unit.
ROOMY = (
    ("size: [5, 1]", "size: [7, 1]"),
    ("    .....\n", "    .......\n"),
    ("hexes: [A1]", "hexes: [A1, B1]"),
    ("hexes: [E1]", "hexes: [F1, G1]"),
    ("hexes: [C1]", "hexes: [D1]"),
)


@pytest.fixture(scope="module")
def tried() -> FirstMoveFixes:
    return first_move_fixes(ground(DUEL), 120, force=single(), margin=Fraction(1, 20))


@pytest.mark.long
def test_each_fix_that_can_be_played_is_tried_in_games_of_its_own(tried: FirstMoveFixes) -> None:
    assert [it.fix for it in tried.tried] == [it for it in FirstMoveFix if it is not FirstMoveFix.UNIT]
    assert {it.simulation.played for it in tried.tried} == {120}
    assert tried.played == 120 * (1 + len(tried.tried))
    assert tried.simulation.first_move is not None
    assert tried.simulation.first_move.verdict is FirstMoveVerdict.DECIDES


def test_nobody_moves_first_if_all_move_at_once(tried: FirstMoveFixes) -> None:
    at_once = next(it for it in tried.tried if it.fix is FirstMoveFix.AT_ONCE)
    assert at_once.result is FixResult.NO_FIRST_MOVE
    assert not at_once.settles, "no game shows it"
    assert at_once.simulation.turn_order is None
    assert at_once.text == "nobody moves first"


def test_the_sentence_says_what_settles_what_does_not_and_what_was_not_tried(
    tried: FirstMoveFixes,
) -> None:
    sentence = tried.sentence
    assert sentence.startswith(tried.simulation.first_move_sentence)
    assert f"{len(tried.settling) or 'none'} of 5 fixes" in sentence
    assert "; nobody moves first with all moving at once" in sentence
    assert "for these bots (take objectives) and this force (single)" in sentence.lower()
    claim = sentence.split(". ")[1]
    assert all(it.title in claim for it in tried.tried)
    assert (
        "not tried: alternating unit by unit (the games already do this) and 1 more unit for the second mover"
        in claim
    )
    assert "East has room for only 1 of its 2 units" in claim


def test_a_verdict_follows_its_interval(tried: FirstMoveFixes) -> None:
    margin = 0.05
    for it in tried.tried:
        if it.first_move is None:
            continue
        effect = it.first_move.effect
        expected = {
            FixResult.SETTLED: -margin <= effect.low and effect.high <= margin,
            FixResult.FIRST_AHEAD: effect.low >= margin,
            FixResult.SECOND_AHEAD: effect.high <= -margin,
        }
        assert expected.get(it.result, not any(expected.values()))


def test_nothing_is_tried_if_moving_first_does_not_matter() -> None:
    # An effect of less than 49 points either way.
    even = first_move_fixes(ground(DUEL), 120, force=single(), margin=Fraction(49, 100))
    assert even.simulation.first_move is not None
    assert even.simulation.first_move.verdict is FirstMoveVerdict.EVEN
    assert not even.tried
    assert not even.untried
    assert "No fix was tried" in even.sentence


def test_taking_turns_lets_the_other_party_begin_the_second_turn() -> None:
    arena = GameArena.of(ground(MIRRORED), bots="random")
    starters = []

    class Noted(FixArena):
        def _first(self, state: GameState) -> int:
            starters.append(super()._first(state))
            return starters[-1]

    Noted(arena, FirstMoveFix.TAKE_TURNS).play(7, 0)
    assert starters == [it % 2 for it in range(len(starters))]
    starters.clear()
    for seed in range(12):
        Noted(arena, FirstMoveFix.DICE).play(seed, 1)
    assert set(starters) == {0, 1}


def test_points_are_the_smallest_that_the_scenario_gives() -> None:
    arena = GameArena.of(ground(MIRRORED), bots="random")
    for seed in range(6):
        plain, helped = arena.play(seed, 0), FixArena(arena, FirstMoveFix.POINTS).play(seed, 0)
        if plain.turns == helped.turns and plain.losses == helped.losses:
            assert helped.points == (plain.points[0], plain.points[1] + 3)
            return
    pytest.fail("no game was the same but for the points")


def test_another_unit_stands_in_the_zone_of_the_second_mover() -> None:
    arena = GameArena.of(ground(DUEL, *ROOMY), single())
    with_fix = FixArena(arena, FirstMoveFix.UNIT)
    for first in range(2):
        assert not with_fix.lacks(first)
        seated = with_fix._seated(first)
        state = seated.begin(3)
        assert [len(it) for it in state.alive] == [1, 2]


def test_a_movement_point_is_for_the_second_mover_and_for_turn_1() -> None:
    arena = GameArena.of(ground(DUEL), single())
    with_fix = FixArena(arena, FirstMoveFix.STEP)
    state = with_fix._seated(0).begin(1)
    kinds = [state.tables.kinds[state.rows[it, 1]] for it in range(2)]
    usual = state.tables.rules.classes[kinds[0].class_id].allowance
    assert [it.allowance for it in kinds] == [None, usual + 1]
    state.turn = 1
    assert with_fix._first(state) == 0
    assert state.rows[:, 1].tolist() == [0, 0]


def test_arenas_of_fixes_can_be_sent_to_other_processes() -> None:
    arena = GameArena.of(ground(DUEL, *ROOMY), single())
    for it in (FixArena(arena, FirstMoveFix.UNIT), ChosenZoneArena(arena, 1)):
        expected = [it.play(seed, seed % 2) for seed in range(4)]
        copy = pickle.loads(pickle.dumps(it))  # noqa: S301  # written just now
        assert [copy.play(seed, seed % 2) for seed in range(4)] == expected


def test_the_second_mover_chooses_where_it_won_more_often(tried: FirstMoveFixes) -> None:
    choice = next(it for it in tried.tried if it.fix is FirstMoveFix.CHOICE)
    assert choice.claim is None
    assert choice.simulation.setting.seed != tried.simulation.setting.seed
    wins = tried.simulation.tally.wins
    # Rates of party 0 and 1 as second movers.
    left, right = Fraction(wins[1][0], sum(wins[1])), Fraction(wins[0][1], sum(wins[0]))
    first = 1 if left >= right else 0
    assert choice.first_move is not None
    rate = Fraction(choice.simulation.tally.won_by(first), choice.simulation.decided)
    assert choice.first_move.effect.estimate == pytest.approx(float(rate) - 0.5)


@pytest.mark.long
def test_same_seed_same_answer_with_any_number_of_processes() -> None:
    scenario = ground(DUEL)
    one, two = (first_move_fixes(scenario, 8, force=single(), seed=5, jobs=jobs) for jobs in (1, 2))
    assert one.to_json() == two.to_json()


def test_games_are_counted_in_the_progress_and_refused_without_processes() -> None:
    seen: list[float] = []
    first_move_fixes(ground(DUEL), 4, force=single(), progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    with pytest.raises(UsageError, match="jobs"):
        first_move_fixes(ground(DUEL), 4, jobs=0)

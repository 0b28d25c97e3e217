"""The ladder of bots in small: each rung that can be told apart in a minute is above the one below it."""

import pytest

from benchmarks.ladder import SCENARIOS, Score, duel, row
from fairground.core import load
from fairground.core.simulation.statistics.wilson import wilson


def test_a_draw_counts_half() -> None:
    line = row("a against b", Score(wins=5, draws=2, games=10, seconds=1.0))
    assert "| 10 | 2 | 60.0% |" in line
    assert "| 100 ms |" in line


def test_both_bots_play_every_seed_from_both_sides_and_first() -> None:
    score = duel(load(SCENARIOS / "standard-arena.yaml"), "random", "random", 2, 1)
    assert score.games == 8
    # The games with the bots exchanged are the same games, so each win of one is a win of the other.
    assert 2 * score.wins + score.draws == score.games


@pytest.mark.long
@pytest.mark.parametrize(
    ("stronger", "weaker", "seeds"), [("one-step", "random", 5), ("planning", "one-step", 20)]
)
def test_a_rung_is_above_the_one_below_it(stronger: str, weaker: str, seeds: int) -> None:
    score = duel(load(SCENARIOS / "twin-stones.yaml"), stronger, weaker, seeds, 2)
    assert wilson(score.wins + score.draws / 2, score.games).low > 0.5

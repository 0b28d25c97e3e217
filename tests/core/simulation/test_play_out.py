"""Playing out: the same games whoever plays them, in equal cells, told as they come, and stopped when they are not wanted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.errors import CancelledError, FairgroundError
from fairground.core.simulation.game_workers import GameWorkers, play, play_out, seed_of
from fairground.core.simulation.settings import StoppingRule
from fairground.core.simulation.statistics.effects import Tally
from fairground.core.simulation.statistics.equivalence import Claim, FirstMoveVerdict
from tests.core.simulation.coins import Coins, Tossed, setting
from tests.patience import wait_until

if TYPE_CHECKING:
    from fairground.core.simulation.simulation import Simulation

HALF = Fraction(1, 2)


class Recorder:
    """Games that nobody wins, and which were played."""

    def __init__(self) -> None:
        self.games: list[tuple[int, int]] = []

    def play(self, seed: int, first: int) -> Tossed:
        self.games.append((seed, first))
        return Tossed(None, 1)


def test_every_cell_has_as_many_games_and_every_game_a_seed_of_its_own() -> None:
    arena = Recorder()
    found = play_out(arena, setting(10, parties=3))
    assert found.played == 12
    assert [first for _, first in arena.games] == [0, 1, 2] * 4
    assert len({seed for seed, _ in arena.games}) == 12
    again = Recorder()
    play_out(again, setting(10, parties=3, seed=2))
    assert not {seed for seed, _ in arena.games} & {seed for seed, _ in again.games}


def test_where_all_move_at_once_there_is_one_cell_and_the_first_seat_goes_round() -> None:
    arena = Recorder()
    found = play_out(arena, setting(5, first=False))
    assert [first for _, first in arena.games] == [0, 1, 0, 1, 0]
    assert found.turn_order is None
    assert found.first_move is None
    assert [it.first for it in found.cells] == [None]


@pytest.mark.parametrize("first", [True, False])
def test_pairs_have_one_seed_with_the_seats_exchanged(*, first: bool) -> None:
    arena = Recorder()
    found = play_out(arena, setting(200, early=True, first=first, rule=StoppingRule.SEQUENTIAL))
    assert [seat for _, seat in arena.games] == [0, 1] * 100
    assert [seed for seed, _ in arena.games[::2]] == [seed for seed, _ in arena.games[1::2]]
    assert len({seed for seed, _ in arena.games}) == 100
    assert found.tally.pairs.played == 100


def test_the_seed_of_a_game_is_the_same_everywhere() -> None:
    assert seed_of(1, 0, 0) == 16324991306305204772
    assert seed_of(1, 0, 1) != seed_of(1, 1, 0)


@given(cut=st.integers(0, 20), cells=st.sampled_from([1, 2]))
def test_games_add_up_however_they_are_split(cut: int, cells: int) -> None:
    coins = Coins(draws=Fraction(1, 5))
    parts = [play(coins, 2, cells, 7, it) for it in (range(cut, 20), range(cut))]
    whole = play(coins, 2, cells, 7, range(20))
    assert parts[0] + parts[1] == whole == parts[1] + parts[0]
    assert whole + Tally.empty(cells, 2) == whole


@pytest.fixture(scope="module")
def alone() -> Simulation:
    return play_out(Coins(first=Fraction(1, 10)), setting(200, early=True))


@pytest.mark.long
@pytest.mark.parametrize("jobs", [2, 3])
def test_games_by_the_sequential_test_end_at_the_same_pair_in_any_number_of_processes(jobs: int) -> None:
    plan = setting(1110, early=True, rule=StoppingRule.SEQUENTIAL)
    lopsided = Coins(chance=Fraction(68, 100))
    found = play_out(lopsided, plan, jobs=jobs)
    assert found == play_out(lopsided, plan)
    assert found.claim is Claim.UNFAIR
    # Both games of a pair fall alike here, so that a pair counts no more than one game.
    assert found.played < plan.games // 2


@pytest.mark.long
@pytest.mark.parametrize("jobs", [2, 3])
def test_the_number_of_processes_makes_no_difference(alone: Simulation, jobs: int) -> None:
    told: list[float] = []
    found = play_out(Coins(first=Fraction(1, 10)), setting(200, early=True), jobs=jobs, progress=told.append)
    assert found == alone
    assert found.to_json() == alone.to_json()
    assert told == sorted(told)
    assert told[-1] == 1


def test_what_is_running_claims_nothing_yet() -> None:
    """Four fifths of the way to games that are fair, and would be fair at many moments before."""
    seen: list[Simulation] = []
    found = play_out(Coins(), setting(1110), running=seen.append)
    assert found.claim is Claim.FAIR
    assert [it.played for it in seen] == list(range(0, 1112, 2))
    assert {it.claim for it in seen} == {Claim.NOT_DECIDED}
    assert all(it.games_needed is None for it in seen)
    assert seen[300].sentence.endswith(": 600 of 1,110 games played.")


def test_games_end_at_the_look_that_decides() -> None:
    lopsided = Coins(chance=Fraction(9, 10))
    found = play_out(lopsided, setting(1110, early=True))
    assert (found.played, found.claim, found.favoured) == (222, Claim.UNFAIR, ("north",))
    assert "(90%, widened for 5 interim checks)" in found.sentence
    assert play_out(lopsided, setting(1110)).played == 1110
    even = play_out(Coins(), setting(1110, early=True))
    assert (even.played, even.claim) == (666, Claim.FAIR)


def test_the_sequential_test_ends_a_clear_map_soon_and_an_even_one_at_a_look() -> None:
    plan = setting(1110, early=True, rule=StoppingRule.SEQUENTIAL)
    found = play_out(Coins(chance=Fraction(9, 10)), plan)
    assert (found.played, found.claim, found.favoured) == (100, Claim.UNFAIR, ("north",))
    assert "(90%, widened for a check after every pair of games), above 45% to 55%" in found.sentence
    assert found.zones[0].tested.low > 0.55
    even = play_out(Coins(), plan)
    assert even.claim is Claim.FAIR
    assert even.played in plan.looks
    assert "(90%, widened for 5 interim checks), is within" in even.sentence
    behind = play_out(Coins(chance=Fraction(2, 10)), plan)
    assert (behind.claim, behind.favoured, behind.behind) == (Claim.UNFAIR, ("south",), ("north",))


def test_nothing_decides_before_the_last_look_where_all_are_draws() -> None:
    found = play_out(Coins(draws=Fraction(1)), setting(100, early=True))
    assert (found.played, found.draws, found.claim) == (100, 100, Claim.NOT_DECIDED)


@pytest.mark.parametrize("jobs", [1, 2])
def test_games_that_nobody_wants_any_more_end_at_once(jobs: int) -> None:
    seen: list[Simulation] = []
    with pytest.raises(CancelledError):
        play_out(
            Coins(),
            setting(100_000_000),
            jobs=jobs,
            running=seen.append,
            cancelled=lambda: len(seen) > 3,
        )
    assert 4 <= len(seen) < 12


def test_a_process_that_dies_is_told() -> None:
    with pytest.raises(FairgroundError, match="a self-play process ended unexpectedly"):
        play_out(Coins(dies=True), setting(20), jobs=2)


@pytest.mark.long
def test_no_process_outlives_the_one_that_asked_for_games() -> None:
    """Killed in the middle, it cannot end the others: they see to it themselves."""
    code = """
if __name__ == "__main__":
    from tests.core.simulation.coins import Coins, setting
    from fairground.core.simulation.game_workers import play_out
    import multiprocessing
    def tell(found):
        if found.played:  # it also reports before the first game
            print(*[it.pid for it in multiprocessing.active_children()], flush=True)
    play_out(Coins(), setting(100_000_000), jobs=2, running=tell)
"""
    root = Path(__file__).parents[3]
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    ) as asked:
        assert asked.stdout is not None
        children = [int(it) for it in asked.stdout.readline().split()]
        asked.kill()
    assert len(children) == 2
    try:
        wait_until(lambda: not any(map(is_alive, children)), "the end of the processes")
    finally:
        for it in filter(is_alive, children):
            os.kill(it, signal.SIGKILL)


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{process}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


def test_zone_and_turn_order_are_told_apart() -> None:
    """Moving first is worth ten points here, and the zones are even; then the other way round."""
    plan = setting(4000)
    first = play_out(Coins(first=Fraction(1, 10)), plan)
    assert first.turn_order is not None
    assert first.turn_order.low < 0.1 < first.turn_order.high
    assert first.turn_order.low > 0.05
    effect = first.zones[0].effect
    assert effect is not None
    assert effect.low < 0 < effect.high
    assert first.claim is Claim.FAIR
    zone = play_out(Coins(chance=HALF + Fraction(1, 10)), plan)
    assert zone.turn_order is not None
    assert zone.turn_order.low < 0 < zone.turn_order.high
    effect = zone.zones[0].effect
    assert effect is not None
    assert 0.05 < effect.low < 0.1 < effect.high
    assert zone.favoured == ("north",)
    verdicts = [it.first_move.verdict for it in (first, zone) if it.first_move]
    assert verdicts == [FirstMoveVerdict.DECIDES, FirstMoveVerdict.EVEN]


def test_players_leave_no_process_behind() -> None:
    with GameWorkers(Coins(), setting(10), 2) as players:
        assert sum(it.played for it in players.play(0, 10, lambda: None)) == 10
        processes = list(players._pool._processes.values())  # type: ignore[union-attr]
        assert len(processes) == 2
    assert not any(it.is_alive() for it in processes)


def test_a_setting_is_plain_data() -> None:
    import pickle

    found = play_out(Coins(), replace(setting(10), left_out=("cards",)))
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301  # our own
    assert found.to_json()["left_out"] == ["cards"]


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="interrupts cannot be held back here")
def test_processes_are_deaf_to_interrupts_from_their_first_moment_on() -> None:
    """Otherwise, Ctrl+C while they load the program prints their tracebacks."""
    with GameWorkers(Coins(), setting(10), 2) as players:
        assert players._pool is not None
        held_back = players._pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, []).result()
    assert signal.SIGINT in held_back
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])

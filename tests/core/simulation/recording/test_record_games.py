"""Which games are recorded, and the figures over them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.errors import CancelledError, UsageError
from fairground.core.files import load
from fairground.core.simulation.game import GameArena
from fairground.core.simulation.game_workers import seed_of
from fairground.core.simulation.recording.events import Attacked, Destroyed
from fairground.core.simulation.recording.figures import compare_games, figures_of
from fairground.core.simulation.recording.game_text import GameText, game_lines
from fairground.core.simulation.recording.record_games import PlayedGame, interesting_games, record_games
from fairground.core.simulation.simulate import simulate

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.recording.game_record import RecordedGames

YARD = "scenarios/training-yard.yaml"


@pytest.fixture(scope="module")
def yard() -> Scenario:
    return load(YARD)


@pytest.fixture(scope="module")
def games(yard: Scenario) -> RecordedGames:
    return record_games(yard, 6, seed=3)


def test_the_games_are_those_that_a_simulation_counts(yard: Scenario, games: RecordedGames) -> None:
    counted = simulate(yard, 6, seed=3)
    figures = figures_of(games)
    assert [it.wins for it in figures.parties] == [it.wins for it in counted.zones]
    assert figures.draws == counted.draws
    assert figures.mean_turns == counted.mean_turns
    assert [it.number for it in games.games] == [1, 2, 3, 4, 5, 6]
    assert [it.first for it in games.games] == [0, 1] * 3
    arena = GameArena.of(yard)
    for it in games.games:
        of_cell, cell = divmod(it.number - 1, arena.cells)
        assert it.seed == seed_of(3, cell, of_cell)


def test_interesting_games_are_games_of_the_same_simulation(yard: Scenario, games: RecordedGames) -> None:
    chosen = record_games(yard, among=6, seed=3)
    assert not chosen.is_sample
    assert games.is_sample
    for it in chosen.games:
        assert it.note
        assert replace(it, note="") == games.games[it.number - 1]


played_games = st.lists(
    st.builds(
        lambda winner, turns, points, losses: (winner, turns, points, losses),
        st.sampled_from([None, 0, 1]),
        st.integers(1, 9),
        st.tuples(st.integers(0, 5), st.integers(0, 5)),
        st.tuples(st.integers(0, 3), st.integers(0, 3)),
    ),
    max_size=12,
).map(lambda found: [PlayedGame(number, *it) for number, it in enumerate(found)])


@given(played=played_games)
def test_there_is_a_win_of_each_side_the_closest_the_shortest_and_a_draw(played: list[PlayedGame]) -> None:
    chosen = interesting_games(played, ["West", "East"])
    numbers = [number for number, _ in chosen]
    assert numbers == sorted(set(numbers))
    by_note = {note: played[number] for number, notes in chosen for note in notes.split(", ")}
    for party, title in enumerate(("West", "East")):
        wins = [it for it in played if it.winner == party]
        assert (f"typical win of {title}" in by_note) == bool(wins)
        if wins:
            assert by_note[f"typical win of {title}"].winner == party
    decided = [it for it in played if it.winner is not None]
    assert ("shortest game" in by_note) == bool(decided)
    if decided:
        assert by_note["shortest game"].turns == min(it.turns for it in decided)
        assert by_note["closest game"].margin == min(it.margin for it in decided)
    assert ("draw" in by_note) == (len(decided) < len(played))


def test_the_heat_maps_count_what_happens(games: RecordedGames) -> None:
    figures = figures_of(games)
    losses = sum(sum(it.losses) for it in games.games)
    events = [event for it in games.games for event in it.events]
    assert losses > 0
    assert figures.heat["deaths"].sum() == losses == sum(isinstance(it, Destroyed) for it in events)
    assert figures.heat["shots"].sum() == sum(isinstance(it, Attacked) and it.is_possible for it in events)
    assert figures.heat["stays"].sum() > 0
    assert sum(figures.ends.values()) == sum(figures.turns.values()) == figures.played == 6
    assert sum(figures.lead_changes.values()) == 6
    assert figures.to_json()["played"] == 6


def test_two_versions_are_compared_with_what_else_differs(yard: Scenario, games: RecordedGames) -> None:
    before = figures_of(games)
    same = compare_games(before, before)
    assert same.hexes == ()
    assert same.cautions == ("Both files have games on the same version of the map.",)
    after = figures_of(record_games(replace(yard, turns=3), 2, bots="advance"))
    found = compare_games(before, after)
    assert found.cautions == ("Also different: bots and turn limits.",)
    assert found.hexes
    for it in found.hexes:
        row_column = [at for at in range(before.heat["deaths"].size) if games.label(at) == it.hex]
        assert it.before == Fraction(int(before.heat[it.heat_map].flat[row_column[0]]), 6)
    with pytest.raises(UsageError, match="both files contain games"):
        compare_games(before, figures_of(replace(games, games=())))
    others = replace(games, parties=games.parties[::-1])
    with pytest.raises(UsageError, match="same zones"):
        compare_games(before, figures_of(others))


def test_every_step_is_told_and_ends_with_the_outcome(games: RecordedGames) -> None:
    game = games.games[0]
    text = GameText(games, game)
    found = games.steps(game)
    assert all(text.step(it) for it in found)
    lines = list(game_lines(games, game))
    assert lines[0] == text.heading()
    assert any(" is destroyed." in it for it in lines) == bool(sum(game.losses))
    assert any("attacks" in it for it in lines)
    assert any(it.startswith("      Scores ") for it in lines)
    second = list(game_lines(games, game, turn=2))
    assert "Turn 1 of at most" not in "".join(second)
    assert set(second) <= set(lines)


def test_the_number_has_limits_and_recording_can_be_stopped(yard: Scenario) -> None:
    for number in (0, 2_001):
        with pytest.raises(UsageError, match="1 to 2,000"):
            record_games(yard, number)
    with pytest.raises(CancelledError):
        record_games(yard, 3, cancelled=lambda: True)
    shares: list[float] = []
    record_games(yard, 2, progress=shares.append)
    assert shares == [0.5, 1.0]


@pytest.mark.long
def test_games_of_self_play_that_stops_early_are_those_that_it_counts(yard: Scenario) -> None:
    """They come in pairs of one seed, which a fixed number of games does not."""
    found = simulate(yard, 150, seed=3, bots="random", stop_early=True, margin=Fraction(1, 5))
    assert found.setting.has_pairs
    early = (found.setting.games, found.setting.margin)
    recorded = record_games(yard, found.played, seed=3, bots="random", early=early)
    winners = [it.winner for it in recorded.games]
    assert [it.wins for it in found.zones] == [winners.count(party) for party in range(2)]
    assert [it.seed for it in recorded.games[::2]] == [it.seed for it in recorded.games[1::2]]
    assert record_games(yard, 2, seed=3, bots="random").games[1].seed != recorded.games[1].seed

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from fairground.core import load
from fairground.core.simulation.recording.figures import figures_of
from fairground.core.simulation.recording.game_text import GameText
from fairground.core.simulation.recording.record_games import record_games
from fairground.core.web_page.games_section import games_section

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.recording.game_record import RecordedGames

#: A duel for points, and a mission with units of its own, charges and objectives to hold.
NAMES = ("twin-stones", "powder-mill")


@pytest.fixture(scope="module", params=NAMES)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    return load(f"scenarios/{request.param}.yaml")


@pytest.fixture(scope="module")
def recorded(scenario: Scenario) -> RecordedGames:
    return record_games(scenario, 3, despite_errors=True)


def unpacked(packed: Any) -> Any:
    return json.loads(zlib.decompress(base64.b64decode(packed["packed"])))


def test_every_step_of_every_game_has_the_recorded_state(scenario: Scenario, recorded: RecordedGames) -> None:
    (section,) = games_section(scenario, [recorded])
    assert [it["number"] for it in section["games"]] == [1, 2, 3]
    for data, game in zip(section["games"], recorded.games, strict=True):
        text = GameText(recorded, game)
        steps = recorded.steps(game)
        units: dict[int, list[int]] = {}
        for step, told in zip(steps, unpacked(data["steps"]), strict=True):
            for number, *state in told["c"]:
                units[number] = state
            assert units == {
                number: [it.hex, it.facing, it.hit_points, it.heat, int(it.is_on_board)]
                for number, it in enumerate(step.after.units)
            }
            assert told["t"] == step.turn
            assert told["x"] == text.step(step)
            assert told["p"] == list(step.after.points)
            assert told["h"] == list(step.after.holders())
            assert told["l"] == list(step.losses)
        assert data["outcome"] == text.outcome()


def test_a_step_has_its_move_and_its_attack(scenario: Scenario, recorded: RecordedGames) -> None:
    (section,) = games_section(scenario, [recorded])
    moves = attacks = 0
    for data, game in zip(section["games"], recorded.games, strict=True):
        for step, told in zip(recorded.steps(game), unpacked(data["steps"]), strict=True):
            moved, attacked = step.moved, step.attacked
            start = None if moved is None else step.before.units[moved.unit].hex
            assert told["m"] == (None if moved is None or start == moved.hex else [start, moved.hex])
            moves += told["m"] is not None
            assert (told["a"] is None) == (attacked is None)
            if attacked is not None:
                attacks += 1
                target = step.before.units[attacked.target].hex
                shown = [
                    step.after.units[attacked.unit].hex,
                    target,
                    attacked.damage,
                    int(attacked.is_possible),
                ]
                assert told["a"] == shown
    assert moves
    assert attacks


def test_heat_maps_have_the_figures_of_the_recording(scenario: Scenario, recorded: RecordedGames) -> None:
    (section,) = games_section(scenario, [recorded])
    figures = figures_of(recorded)
    assert {it["id"] for it in section["heat"]} == set(figures.heat)
    for it in section["heat"]:
        counts = np.zeros(scenario.board.terrain.size, np.int64)
        for at, count in it["counts"]:
            counts[at] = count
        assert np.array_equal(counts, figures.heat[it["id"]].ravel())
        lows = [shade["low"] for shade in it["shades"]]
        assert lows == sorted(set(lows))
        if it["counts"]:
            assert lows[0] == 1
            assert lows[-1] <= counts.max()


def test_games_on_another_version_of_the_map_have_a_caution(
    scenario: Scenario, recorded: RecordedGames
) -> None:
    (same,) = games_section(scenario, [recorded])
    assert not any("another version" in it for it in same["cautions"])
    (other,) = games_section(replace(scenario, turns=99), [recorded])
    assert any("another version" in it for it in other["cautions"])


def test_games_on_a_board_of_another_size_are_left_out(scenario: Scenario, recorded: RecordedGames) -> None:
    assert games_section(scenario, [replace(recorded, columns=recorded.columns + 1)]) == []
    assert games_section(scenario, [replace(recorded, games=())]) == []


def test_shares_of_chosen_games_are_not_given_as_estimates() -> None:
    scenario = load("scenarios/twin-stones.yaml")
    recorded = record_games(scenario, among=4)
    (section,) = games_section(scenario, [recorded])
    assert any("do not represent all games" in it for it in section["cautions"])
    assert not any("interval" in it for it in section["figures"])

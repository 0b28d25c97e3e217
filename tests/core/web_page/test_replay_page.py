from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core import load
from fairground.core.simulation.recording.figures import figures_of
from fairground.core.simulation.recording.game_text import GameText
from fairground.core.simulation.recording.record_games import record_games
from tests.core.report.conftest import browser  # noqa: F401  # a fixture
from tests.core.web_page.game_pages import begin, choose, chord, open_page, tap, text, texts

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.recording.game_record import RecordedGames
    from fairground.core.simulation.recording.steps import ReplayedUnit
    from tests.core.report.browser import Browser

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return load("scenarios/crown-hill.yaml")


@pytest.fixture(scope="module")
def recorded(scenario: Scenario) -> RecordedGames:
    return record_games(scenario, 2)


def test_steps_are_watched_with_keys_mouse_and_touch(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
    scenario: Scenario,
    recorded: RecordedGames,
) -> None:
    game = recorded.games[0]
    steps, words = recorded.steps(game), GameText(recorded, game)
    tab = open_page(browser, tmp_path, scenario, [recorded])
    begin(tab, "replay")
    last = len(steps) - 1
    for number in (1, 2, 3):
        chord(tab, ".")
        assert f"Step {number} of {last} " in text(tab, ".replay-state")
        assert texts(tab, ".replay-text p:not(.quiet)") == words.step(steps[number])
    chord(tab, ",")
    assert f"Step 2 of {last} " in text(tab, ".replay-state")
    tab.click("[aria-label='Next turn']")
    second = next(at for at, it in enumerate(steps) if it.turn > steps[2].turn)
    assert f"Step {second} of {last} " in text(tab, ".replay-state")
    tap(tab, "[aria-label='Previous step']")
    tab.wait(
        f"document.querySelector('.replay-state').textContent.includes('Step {second - 1} of')", "a touch"
    )
    choose(tab, "[aria-label='Jump to']", last)
    assert f"Step {last} of {last} " in text(tab, ".replay-state")
    assert texts(tab, ".replay-text p:not(.quiet)")[-1] == f"{words.outcome()}."
    choose(tab, "[aria-label=Speed]", 120)
    chord(tab, "k")
    tab.wait("document.querySelector('.replay-state').textContent.includes('Step 2 of')", "the game to play")
    chord(tab, "k")
    assert not tab.errors()
    tab.close()


def shown(recorded: RecordedGames, it: ReplayedUnit) -> str:
    """Return how the list of units shows the state of one."""
    if it.hit_points <= 0:
        return "destroyed"
    where = recorded.hex_name(it.hex) if it.is_on_board else "off the board"
    return f"{where}, {it.hit_points} hit point{'' if it.hit_points == 1 else 's'}"


def test_a_game_is_played_on_by_hand_with_the_recorded_state(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
    scenario: Scenario,
    recorded: RecordedGames,
) -> None:
    game = recorded.games[1]
    titles, steps = recorded.unit_titles(game), recorded.steps(game)
    assert len(steps) != len(recorded.steps(recorded.games[0])), "the slider tells the games apart"
    tab = open_page(browser, tmp_path, scenario, [recorded])
    for number in (0, len(steps) // 2, len(steps) - 1):
        begin(tab, "replay")
        choose(tab, "[aria-label=Game]", "0/1")
        tab.wait(f"document.querySelector('input[type=range]').max === '{len(steps) - 1}'", "the game")
        choose(tab, "[aria-label='Jump to']", 0)
        tab.value(
            f"(() => {{ const it = document.querySelector('input[type=range]'); it.value = {number}; "
            "it.dispatchEvent(new Event('input')); })()"
        )
        tab.click(".mode > button")
        tab.wait("document.querySelector('[data-control=unit]') !== null", "play by hand")
        tab.wait(
            "document.querySelector('.play-message').textContent.includes('recorded')", "the game to go on"
        )
        units = steps[number].after.units
        expected = {f"{title} ({shown(recorded, it)})" for title, it in zip(titles, units, strict=True)}
        assert set(texts(tab, "[data-control=unit] optgroup option")) == expected
        points = [
            f"{it.title} {n}" for it, n in zip(recorded.parties, steps[number].after.points, strict=True)
        ]
        assert texts(tab, ".play-score") == points
        chord(tab, "Escape")
    assert not tab.errors()
    tab.close()


def test_recorded_moves_of_a_side_are_made(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
    scenario: Scenario,
    recorded: RecordedGames,
) -> None:
    game = recorded.games[0]
    tab = open_page(browser, tmp_path, scenario, [recorded])
    begin(tab, "replay")
    tab.click(".mode > button")
    tab.wait("document.querySelector('[data-control=bot-0]') !== null", "the recorded moves")
    tab.click("[data-control=bot-0]")
    first = [it for it in recorded.steps(game) if it.turn == 1]
    own = [number for number, it in enumerate(game.units) if it.party == 0]
    ends = first[-1].after.units
    listed = texts(tab, "[data-control=unit] optgroup option")
    for number in own:
        if ends[number].hit_points > 0:
            name = recorded.hex_name(ends[number].hex)
            start = f"{recorded.unit_titles(game)[number]} ({name}, "
            assert any(it.startswith(start) for it in listed)
    assert "Recorded moves of Keepers in turn 1" in text(tab, ".play-message")
    tab.close()


def test_heat_maps_name_the_most_frequent_hexes(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
    scenario: Scenario,
    recorded: RecordedGames,
) -> None:
    tab = open_page(browser, tmp_path, scenario, [recorded])
    for index, counts in enumerate(figures_of(recorded).heat.values()):
        choose(tab, "[aria-label='Heat map']", f"0/{index}")
        order = sorted(counts.ravel().nonzero()[0].tolist(), key=lambda at: (-counts.flat[at], at))
        expected = ", ".join(f"{recorded.hex_name(at)} {counts.flat[at]:,}" for at in order[:6])
        assert text(tab, ".heat-most") == f"Most frequent hexes: {expected}."
        assert texts(tab, ".legend li")
    assert not tab.errors()
    tab.close()

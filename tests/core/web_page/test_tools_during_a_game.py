"""A page whose game by hand goes on: what the other tools, the line below the map, keys and links make of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from fairground.core import load, reach, sight
from fairground.core.movement.mover import mover
from tests.core.report.conftest import browser  # noqa: F401  # a fixture
from tests.core.web_page.game_pages import begin, choose, click_hex, open_page, point_at, text, texts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fairground.core.scenario.document import Scenario
    from tests.core.report.browser import Browser, Tab

SCENARIO = "scenarios/crown-hill.yaml"
CROWNS = "scenarios/three-crowns.yaml"


def _opened(browser: Browser, folder: Path, path: str) -> Iterator[Tab]:  # noqa: F811
    tab = open_page(browser, folder, load(path))
    yield tab
    assert not tab.errors()
    tab.close()


@pytest.fixture
def tab(browser: Browser, tmp_path: Path) -> Iterator[Tab]:  # noqa: F811
    yield from _opened(browser, tmp_path, SCENARIO)


@pytest.fixture
def crowns(browser: Browser, tmp_path: Path) -> Iterator[Tab]:  # noqa: F811
    yield from _opened(browser, tmp_path, CROWNS)


def _free_hex(scenario: Scenario, *, near: str = "") -> str:
    """Return an open hex without a unit, the nearest to one that is named."""
    board, taken = scenario.board, {it.hex for it in scenario.units}
    goal = board.parse(near) if near else scenario.units[0].hex
    free = [it for it in board.hexes() if it not in taken and board.terrain_at(it) == ("clear",)]
    return board.hex_name(min(free, key=lambda it: ((it.q - goal.q) ** 2 + (it.r - goal.r) ** 2, it)))


def _place(tab: Tab, scenario: Scenario, unit: int, label: str) -> Scenario:
    """Place a unit in the game on the page; return the scenario with the unit there."""
    begin(tab, "play")
    tab.click("[data-control=tool-free]")
    choose(tab, "[data-control=unit]", unit)
    click_hex(tab, scenario, label)
    tab.wait("document.querySelector('#play-log summary').textContent === 'Log: 1 action'", "the move")
    units = list(scenario.units)
    units[unit] = replace(units[unit], hex=scenario.board.parse(label))
    return replace(scenario, units=units)


def test_movement_is_that_of_the_units_in_the_game(tab: Tab) -> None:
    scenario = load(SCENARIO)
    moved = _place(tab, scenario, 0, _free_hex(scenario, near="F5"))
    tab.press("m")
    for number, unit in enumerate(moved.units):
        choose(tab, "#answer select", f"u{number}")
        found = reach(moved, unit.hex, 2, mover=mover(moved, unit=unit.id))
        first, second = (int((found.turns == turn).sum()) for turn in (1, 2))
        told = texts(tab, "#answer ul.plain li")
        assert told == [
            f"Turn 1: {first} hex{'es' * (first != 1)}",
            f"Turn 2: {second} more hex{'es' * (second != 1)}, {first + second} in all",
        ], unit.id
    assert "in the game, in turn 1" in text(tab, "#answer .caution")
    tab.click("#answer .caution button")
    assert not text(tab, "#answer .caution")
    unit = scenario.units[0]
    choose(tab, "#answer select", "u0")
    found = reach(scenario, unit.hex, 2, mover=mover(scenario, unit=unit.id))
    assert texts(tab, "#answer ul.plain li")[0].startswith(f"Turn 1: {int((found.turns == 1).sum())} hex")


def test_a_line_has_the_cover_of_units_in_the_game(tab: Tab) -> None:
    scenario = load(SCENARIO)
    between = _free_hex(scenario, near="F6")
    at = scenario.board.parse(between)
    moved = _place(tab, scenario, 0, between)
    step = replace(at, q=at.q - 2), replace(at, q=at.q + 2)
    start, end = (scenario.board.hex_name(it) for it in step)
    expected = sight(moved, start, end).to_json()["reasons"]
    assert expected != sight(scenario, start, end).to_json()["reasons"]
    tab.press("s")
    for label in (start, end):
        click_hex(tab, scenario, label)
    script = "[...document.querySelectorAll('#answer .reasons li')].map((it) => it.firstChild.textContent)"
    assert [it.lower() for it in tab.value(script)] == [it["text"].lower() for it in expected]


def test_the_line_below_the_map_names_the_unit_that_moved_in(tab: Tab) -> None:
    scenario = load(SCENARIO)
    left, entered = scenario.board.hex_name(scenario.units[0].hex), _free_hex(scenario)
    _place(tab, scenario, 0, entered)
    tab.press("Escape")
    for label, expected in ((entered, True), (left, False)):
        point_at(tab, scenario, label)
        name = scenario.units[0].name or "eeper"
        assert (name in text(tab, ".readout")) is expected, label


def test_the_badge_keeps_the_game_in_the_address(tab: Tab) -> None:
    scenario = load(SCENARIO)
    _place(tab, scenario, 0, _free_hex(scenario))
    tab.wait("location.hash.startsWith('#play=')", "the address")
    before = tab.value("location.hash")
    tab.click(".head .band")
    assert tab.value("location.hash") == before
    assert tab.value("document.activeElement.id") == "fairness"


def test_what_a_hex_sees_begins_with_the_chosen_one_and_lists_units(tab: Tab) -> None:
    scenario = load(SCENARIO)
    label = scenario.board.hex_name(scenario.units[0].hex)
    moved = _place(tab, scenario, 0, _free_hex(scenario))
    tab.press("Escape")
    click_hex(tab, scenario, label)
    tab.press("f")
    assert text(tab, "#answer .outcome").startswith(f"{label} sees ")
    told = text(tab, "#answer")
    for it in moved.units:
        where = scenario.board.hex_name(it.hex)
        assert (f"({where})" in told) is bool(sight(moved, label, where).clear), where


def test_a_hex_out_of_reach_says_why(crowns: Tab) -> None:
    scenario = load(CROWNS)
    begin(crowns, "play")
    choose(crowns, "[data-control=unit]", 0)
    reasons = []
    for label in scenario.board.labels(~scenario.board.void):
        click_hex(crowns, scenario, label)
        reasons.append(text(crowns, ".play-message"))
        if "moves from" in reasons[-1]:
            crowns.click("[data-control=undo]")
        choose(crowns, "[data-control=unit]", 0)
    for part in (
        "see at the start of their turn",
        "cannot stand in",
        "movement points, and Hawk scout has 5",
    ):
        assert any(part in it for it in reasons), part


def test_movement_says_where_only_sight_keeps_a_unit_out(crowns: Tab) -> None:
    scenario = load(CROWNS)
    crowns.press("m")
    unit = scenario.units[0]
    found = reach(scenario, unit.hex, 2, mover=mover(scenario, unit=unit.id))
    blind = reach(
        replace(scenario, ruleset=replace(scenario.ruleset, overrides={"movement.no_blind_movement": False})),
        unit.hex,
        2,
        mover=mover(scenario, unit=unit.id),
    )
    far = scenario.board.labels((found.turns < 0) & ~scenario.board.void)
    unseen = scenario.board.labels((found.turns < 0) & (blind.turns >= 0))
    assert 0 < len(unseen) < len(far)
    for label in far:
        point_at(crowns, scenario, label)
        assert ("enters only hexes that it sees" in text(crowns, ".readout")) is (label in unseen), label


def test_attacks_are_explained_and_their_result_is_in_view(crowns: Tab) -> None:
    scenario = load(CROWNS)
    begin(crowns, "play")
    crowns.click("[data-control=tool-free]")
    choose(crowns, "[data-control=unit]", 0)
    assert "facing SE (3)" in text(crowns, ".play-facts")
    click_hex(crowns, scenario, "H6")
    crowns.click("[data-control=weapon-0]")
    told = " ".join(texts(crowns, ".play-targets li"))
    assert "(base 5; " in told
    assert "Critical hit (on 9)" in told
    assert "Damage: weapon 3; " in told
    crowns.click(".play-targets button")
    message = "document.querySelector('.play-message')"
    crowns.wait(f"{message}.textContent.includes('attacks')", "the attack")
    box = f"{message}.getBoundingClientRect()"
    assert crowns.value(f"{box}.top >= 0 && {box}.bottom <= innerHeight")
    assert text(crowns, "#play-log summary") == "Log: 2 actions"


def test_a_click_on_a_unit_shows_movement_and_its_hex_in_view(crowns: Tab) -> None:
    crowns.value("document.querySelector('.text').scrollTo(0, 900)")
    click_hex(crowns, load(CROWNS), "D3")
    assert text(crowns, "#answer h2") == "Movement"
    assert crowns.value("document.querySelector('.text').scrollTop") == 0
    assert text(crowns, "#panel-facts h3") == "D3"
    crowns.press("Escape")
    click_hex(crowns, load(CROWNS), "H4")
    assert "+4 from level 0" in text(crowns, "#panel-facts dl")
    # The objective has the name of its hex.
    assert text(crowns, ".readout") == "H4 · North Crown · Clear · level 2"


def test_keys_work_on_the_map_after_a_click(crowns: Tab) -> None:
    click_hex(crowns, load(CROWNS), "F5")
    crowns.press("ArrowRight")
    crowns.wait("document.querySelector('.readout').textContent.startsWith('G5 ')", "the next hex")
    crowns.press("Enter")
    assert text(crowns, "#panel-facts h3") == "G5"


def test_escape_closes_the_list_of_keys_before_the_tool(crowns: Tab) -> None:
    begin(crowns, "play")
    crowns.press("?")
    crowns.press("Escape")
    assert crowns.value("document.getElementById('keys').hidden")
    assert text(crowns, "[data-mode][aria-pressed=true]") == "Play by hand"
    crowns.press("Escape")
    assert not text(crowns, "[data-mode][aria-pressed=true]")


def test_hexes_of_a_measure_go_when_a_tool_begins(crowns: Tab) -> None:
    crowns.click("#panel-measures button.measure")
    told = text(crowns, "#panel-measures .details")
    assert "green from 2 turns" in told
    assert "begin and end in D3 and E3 (Hawk)" in told
    shown = "document.querySelector('#panel-measures .details [aria-pressed=true]') !== null"
    assert crowns.value(shown)
    crowns.press("s")
    assert not crowns.value(shown)
    assert crowns.value("document.querySelector('.legend').hidden")


def test_a_wrong_hex_is_named_with_the_hexes_of_the_board(crowns: Tab) -> None:
    crowns.press("s")
    crowns.value("document.querySelector('#answer input').focus()")
    crowns.ask("Input.insertText", text="z99")
    crowns.press("Tab")
    expected = "\N{LEFT DOUBLE QUOTATION MARK}z99\N{RIGHT DOUBLE QUOTATION MARK} isn\N{RIGHT SINGLE QUOTATION MARK}t a hex"
    assert expected in text(crowns, "#answer .error")


def test_the_line_below_the_map_gives_way_to_the_pointer(crowns: Tab) -> None:
    scenario = load(CROWNS)
    crowns.size(1366, 800)
    for label, expected in (("G5", False), ("D13", True), ("G5", False)):
        x, y = point_at(crowns, scenario, label)
        crowns.move(x - 2, y)
        assert crowns.value("document.querySelector('.readout').classList.contains('aside')") is expected

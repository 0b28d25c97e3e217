from __future__ import annotations

import random
import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from fairground.core import load
from fairground.core.attacks.fighter import Stance
from fairground.core.attacks.preview import Previews
from fairground.core.metrics.compared_zones import parties
from fairground.core.movement.mover import mover
from fairground.core.movement.reach import reach
from fairground.core.scenario.parts import Shield
from fairground.core.simulation.game.muster import OWN_UNITS, Muster, muster
from tests.core.report.conftest import browser  # noqa: F401  # a fixture
from tests.core.web_page.game_pages import begin, choose, chord, click_hex, open_page, text, texts

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.scenario.document import Scenario
    from tests.core.report.browser import Browser, Tab

pytestmark = pytest.mark.long

#: Rulesets with sight at the start of the turn and free hexsides; sidesteps; steps backwards and minimum moves; neither.
MAPS = ("ring-of-tors", "ember-court", "powder-mill", "millwater-valley", "crown-hill")


def scattered(name: str, seed: int) -> Scenario:
    """Return a scenario with its units in random hexes, each in one of its own, with random facings."""
    scenario, dice = load(f"scenarios/{name}.yaml"), random.Random(seed)  # noqa: S311  # positions, not secrets
    board = scenario.board
    free = [at for at in board.hexes() if not board.void[board.cell(at)]]
    hexes = dice.sample(free, len(scenario.units))
    sides = [Shield.NONE, Shield.LEFT, Shield.RIGHT]
    units = [
        replace(it, hex=at, facing=dice.randint(1, 6), shield=dice.choice(sides), arrives=1)
        for it, at in zip(scenario.units, hexes, strict=True)
    ]
    return replace(scenario, units=units)


def reach_of(tab: Tab) -> dict[str, Fraction]:
    """Return the hexes in reach of the chosen unit with the points used."""
    listed = text(tab, ".reach-list").removeprefix("With the points used: ").removesuffix(".")
    if listed == "It can only stay":
        return {}
    pairs = [it.split(" ", 1) for it in listed.split(", ")]
    return {label: sum((Fraction(it) for it in points.split()), Fraction(0)) for label, points in pairs}


@pytest.mark.parametrize("name", MAPS)
def test_the_hexes_in_reach_are_those_of_core(browser: Browser, tmp_path: Path, name: str) -> None:  # noqa: F811
    scenario = scattered(name, seed=7)
    tab = open_page(browser, tmp_path, scenario)
    begin(tab, "play")
    modes = list(scenario.rules.movement.modes)
    reached = 0
    for number, unit in enumerate(scenario.units):
        choose(tab, "[data-control=unit]", number)
        titles = texts(tab, "[data-control=mode] option") or [scenario.rules.movement.modes[modes[0]].name]
        for index, title in enumerate(titles):
            mode = next(it for it in modes if scenario.rules.movement.modes[it].name == title)
            if index:
                choose(tab, "[data-control=mode]", index)
            who = mover(scenario, mode=mode, unit=unit.id)
            found = reach(scenario, unit.hex, 1, mover=who)
            expected = {
                scenario.board.hex_name(at): Fraction(int(found.spent[scenario.board.cell(at)]), found.scale)
                for at in scenario.board.hexes_of(found.turns == 1)
            }
            assert reach_of(tab) == expected, (unit.id, mode)
            reached += len(expected)
    assert reached > 50
    assert not tab.errors()
    tab.close()


def weapons_of(scenario: Scenario) -> dict[str, Muster]:
    found = muster(scenario, parties(scenario), OWN_UNITS)
    assert isinstance(found, Muster)
    return {it.unit: found for members in found.members for it in members}


@pytest.mark.parametrize("name", ["ring-of-tors", "ember-court", "powder-mill", "crown-hill"])
def test_the_numbers_to_reach_are_those_of_core(browser: Browser, tmp_path: Path, name: str) -> None:  # noqa: F811
    attacks = sum(compared_attacks(browser, tmp_path, scattered(name, seed)) for seed in (3, 4, 5))
    assert attacks > 10


def compared_attacks(browser: Browser, folder: Path, scenario: Scenario) -> int:  # noqa: F811
    """Compare every attack between units with core's preview; return how many are possible."""
    musters, previews = weapons_of(scenario), Previews(scenario)
    tab = open_page(browser, folder, scenario)
    begin(tab, "play")
    attacks = 0
    for number, unit in enumerate(scenario.units):
        mustered = musters[unit.id]
        kinds = {it.unit: mustered.kinds[it.kind] for own in mustered.members for it in own}
        choose(tab, "[data-control=unit]", number)
        for index, weapon in enumerate(kinds[unit.id].weapons):
            tab.click(f"[data-control=weapon-{index}]")
            for other, target in enumerate(scenario.units):
                told = text(tab, f"[data-target='{other}']")
                if target.side == unit.side:
                    assert not told
                    continue
                stance = Stance(shield_kind=kinds[target.id].shield_kind)
                preview = previews.attack(unit.id, target.id, weapon=weapon, target_state=stance)
                assert ("Not possible" not in told) == preview.possible, (unit.id, target.id, told)
                if not preview.possible:
                    continue
                attacks += 1
                roll = mustered.roll
                expected = preview.number
                if expected is None and roll is not None:
                    expected = scenario.rules.attack.number_to_reach(preview.to_hit_total) + (
                        roll.number - scenario.rules.attack.target
                    )
                if not preview.is_automatic:
                    needs = re.search(r"Needs (-?\d+) or more", told)
                    assert needs is not None, told
                    assert int(needs[1]) == expected, (unit.id, target.id, told)
                    assert all(int(it) >= expected for it in re.findall(r"\(on (-?\d+)", told)), told
                if preview.chance is not None and not preview.is_automatic and preview.chance:
                    ways = re.search(r"\(([\d,]+) in ([\d,]+)\)", told)
                    assert ways is not None, told
                    assert Fraction(int(ways[1]), int(ways[2])) == preview.chance
                damage = re.search(r"(\d+) damage(?! for)", told)
                done = damage_without_defence(
                    scenario,
                    kinds[target.id].defence,
                    preview.damage_total,
                    weapon.damage,
                    preview.defence_total,
                )
                if damage is not None:
                    assert int(damage[1]) == done, (unit.id, target.id, told)
            tab.click(f"[data-control=weapon-{index}]")
    assert not tab.errors()
    tab.close()
    return attacks


def damage_without_defence(
    scenario: Scenario, own: int, modifiers: int, weapon: int | None, defence: int
) -> int:
    """Return the damage of a plain hit, of the weapon's damage, its modifiers, and the target's defence in all."""
    least = scenario.rules.attack.minimum_damage
    return max(0, least, (weapon or 0) + modifiers - own - defence)


def state_of(tab: Tab) -> list[str]:
    return [*texts(tab, "[data-control=unit] option"), text(tab, ".play-turn"), *texts(tab, ".play-score")]


def test_undo_and_redo_and_the_address_give_the_same_state(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    scenario = load("scenarios/crown-hill.yaml")
    tab = open_page(browser, tmp_path, scenario)
    begin(tab, "play")
    states = [state_of(tab)]
    dice = random.Random(5)  # noqa: S311  # positions, not secrets
    for number in range(4):
        choose(tab, "[data-control=unit]", number)
        labels = list(reach_of(tab))
        before = text(tab, "#play-log summary")
        click_hex(tab, scenario, dice.choice(labels))
        tab.wait(f"document.querySelector('#play-log summary').textContent !== {before!r}", "the move")
        states.append(state_of(tab))
    for control in ("hits-less", "turn", "score-0-more", "roll"):
        tab.click(f"[data-control={control}]")
        states.append(state_of(tab))
    assert len({tuple(it) for it in states}) == len(states) - 1, "only the dice change no state"
    for expected in reversed(states[:-1]):
        chord(tab, "z", control=True)
        assert state_of(tab) == expected
    for expected in states[1:]:
        chord(tab, "y", control=True)
        assert state_of(tab) == expected
    log = texts(tab, ".play-log li")
    tab.wait("location.hash.length > 20", "the address")
    address = settled_address(tab)
    assert not tab.errors()
    tab.close()

    again = open_page(browser, tmp_path, scenario)
    again.value(f"location.hash = {address!r}")
    again.wait("document.querySelector('.play-message')?.textContent.includes('saved game')", "the game")
    assert state_of(again) == states[-1]
    assert texts(again, ".play-log li") == log
    assert not again.errors()
    again.close()


def settled_address(tab: Tab) -> str:
    """Return the address once it holds all actions; it is written a moment after they are done."""
    tab.wait(
        "(() => { const now = location.hash; const same = window.last === now; window.last = now; return same; })()",
        "the address to settle",
    )
    found: str = tab.value("location.hash")
    return found


@pytest.mark.parametrize(
    "address", ["#play=", "#play=AAAA", "#play=not+an/address", "#play=eJyrVkrOSCxRslKqBQAWkwOh"]
)
def test_a_damaged_address_is_refused_in_words(browser: Browser, tmp_path: Path, address: str) -> None:  # noqa: F811
    tab = open_page(browser, tmp_path, load("scenarios/twin-stones.yaml"))
    tab.value(f"location.hash = {address!r}")
    tab.wait("document.querySelector('.play-message')?.textContent.length > 0", "a message")
    assert text(tab, ".play-message") == "This is not a saved game of this page."
    assert not tab.errors()
    tab.close()


def test_what_is_not_enforced_is_said(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    tab = open_page(browser, tmp_path, load("scenarios/broken-abbey.yaml"))
    begin(tab, "play")
    rules = text(tab, "#play-rules")
    assert "Not enforced" in rules
    assert "measures sight from base to base" in rules or "no known force has weapons" in rules
    tab.close()

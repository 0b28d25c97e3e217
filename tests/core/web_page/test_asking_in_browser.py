"""A page asked by mouse, touch and keys in a real browser: facts, lines, fans, reach, overlays and fairness."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from fairground.core import fan, load, reach, sight
from fairground.core.movement.mover import mover
from fairground.core.web_page.publish import publish
from tests.core.report.browser import NAMES, Browser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.core.report.browser import Tab

SCENARIO = "scenarios/standard-arena.yaml"
WITH_UNITS = "scenarios/crown-hill.yaml"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    program = next((it for name in NAMES if (it := shutil.which(name))), None)
    if program is None:
        pytest.skip("there is no Chromium on this machine")
    found = Browser(program, tmp_path_factory.mktemp("browser"))
    yield found
    found.close()


def _opened(browser: Browser, folder: pytest.TempPathFactory, scenario: str) -> Iterator[Tab]:
    page = folder.mktemp("page") / "page.html"
    page.write_text(publish(load(scenario)), encoding="utf-8")
    tab = browser.open(page)
    tab.wait("document.documentElement.dataset.ready === 'true'", "the page to be ready")
    yield tab
    assert not tab.errors()
    tab.close()


@pytest.fixture
def tab(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    yield from _opened(browser, tmp_path_factory, SCENARIO)


@pytest.fixture
def crown_hill(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    yield from _opened(browser, tmp_path_factory, WITH_UNITS)


def _type(tab: Tab, label: str, text: str) -> None:
    """Type into the field with a label, and leave it."""
    found = tab.value(
        f"(() => {{ const it = [...document.querySelectorAll('#answer label')].find((x) => x.textContent.startsWith('{label}'));"
        " const input = it.querySelector('input'); input.focus(); input.select(); return true; })()"
    )
    assert found
    tab.ask("Input.insertText", text=text)
    tab.press("Tab")
    tab.value("document.activeElement.blur(); true")


def _reasons(tab: Tab) -> list[str]:
    script = "[...document.querySelectorAll('#answer .reasons li')].map((it) => it.firstChild.textContent)"
    found: list[str] = tab.value(script)
    return found


def _outcome(tab: Tab) -> str:
    return str(tab.value("document.querySelector('#answer .outcome')?.textContent ?? ''"))


def _middle_of_map(tab: Tab) -> tuple[float, float]:
    x, y = tab.value(
        "(() => { const it = document.querySelector('#map').getBoundingClientRect();"
        " return [it.x + it.width / 2, it.y + it.height / 2]; })()"
    )
    return x, y


def test_a_line_is_answered_with_the_reasons_of_core(tab: Tab) -> None:
    tab.press("s")
    scenario = load(SCENARIO)
    for start, end in (("A1", "G7"), ("A1", "C4"), ("D1", "D7")):
        _type(tab, "From", start)
        _type(tab, "To", end)
        found = sight(scenario, start, end).to_json()
        assert [it.lower() for it in _reasons(tab)] == [it["text"].lower() for it in found["reasons"]]
        assert ("don't see" in _outcome(tab)) is not found["sight"]


def test_a_wrong_name_of_a_hex_is_marked(tab: Tab) -> None:
    tab.press("s")
    _type(tab, "From", "Z99")
    assert tab.value("document.querySelector('#answer input').getAttribute('aria-invalid')") == "true"


def test_pointing_shows_what_a_hex_sees(tab: Tab) -> None:
    tab.click("[data-mode=fan]")
    tab.move(*_middle_of_map(tab))
    tab.wait("document.querySelector('#answer .outcome').textContent.includes(' sees ')", "the fan")
    label, count = _outcome(tab).split(" sees ")[0], int(_outcome(tab).split(" sees ")[1].split()[0])
    assert count == int(fan(load(SCENARIO), label).visible.sum()) - 1


def test_a_touch_on_a_hex_shows_its_facts(tab: Tab) -> None:
    x, y = _middle_of_map(tab)
    for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
        tab.ask("Input.dispatchTouchEvent", type=kind, touchPoints=points)
    tab.wait("document.querySelector('#panel-facts dl.facts') !== null", "the facts of the hex")
    assert "Terrain" in tab.value("document.querySelector('#panel-facts').textContent")


def test_a_class_gets_as_far_as_core_says(crown_hill: Tab) -> None:
    crown_hill.press("m")
    scenario = load(WITH_UNITS)
    unit = scenario.units[0]
    found = reach(scenario, unit.hex, 2, mover=mover(scenario, unit=unit.id))
    told = crown_hill.value(
        "[...document.querySelectorAll('#answer ul.plain li')].map((it) => it.textContent)"
    )
    first, second = (int((found.turns == turn).sum()) for turn in (1, 2))
    assert told == [f"Turn 1: {first} hexes", f"Turn 2: {second} more hexes, {first + second} in all"]


def test_the_line_below_the_map_follows_what_is_chosen(crown_hill: Tab) -> None:
    crown_hill.press("m")
    crown_hill.value("document.querySelector('.grid [tabindex=\"0\"]').focus()")
    crown_hill.wait(
        "document.querySelector('.readout').textContent.includes('A1')", "the first hex has the focus"
    )
    crown_hill.press("Enter")
    crown_hill.wait(
        "document.querySelector('.readout').textContent.startsWith('start')", "the units start there"
    )
    assert crown_hill.value("document.activeElement.textContent").startswith("start")


def test_overlays_come_and_go_by_keys(crown_hill: Tab) -> None:
    for key, title in (("1", "Exposure"), ("2", "Territory"), ("3", "Chokepoints")):
        crown_hill.press(key)
        pressed = "document.querySelector('#panel-overlays [aria-pressed=true]')?.textContent"
        crown_hill.wait(f"{pressed} === '{title}'", f"the overlay {title}")
        assert not crown_hill.value("document.querySelector('.legend').hidden")
    crown_hill.press("3")
    crown_hill.wait("document.querySelector('.legend').hidden", "the legend to go")


def test_a_measure_shows_its_sentence(crown_hill: Tab) -> None:
    crown_hill.click("#panel-measures button.measure")
    assert crown_hill.value("document.querySelector('#panel-measures .details').hidden") is False
    assert not crown_hill.value("document.querySelector('.legend').hidden")

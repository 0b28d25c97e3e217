"""Every tool of a page by touch alone, on a phone and on a tablet."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core import fan, load, sight
from fairground.core.grid.hexes import distance
from fairground.core.simulation.recording.record_games import record_games
from fairground.core.web_page import publish
from tests.core.report.conftest import browser  # noqa: F401  # a fixture
from tests.core.web_page.game_pages import choose, tap, tap_hex, text, texts
from tests.patience import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fairground.core.scenario.document import Scenario
    from tests.core.report.browser import Browser, Tab

pytestmark = pytest.mark.long

SCREENS = {"phone": (390, 844), "tablet": (820, 1180)}
_LOG = "document.querySelector('#play-log summary').textContent"
_PICTURE = "document.getElementById('map').toDataURL()"


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return load("scenarios/crown-hill.yaml")


@pytest.fixture(scope="module")
def page(scenario: Scenario, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("touch") / "arena.html"
    path.write_text(publish(scenario, games=[record_games(scenario, 1)]), encoding="utf-8")
    return path


@pytest.fixture(params=SCREENS)
def tab(request: pytest.FixtureRequest, browser: Browser, page: Path) -> Iterator[Tab]:  # noqa: F811
    width, height = SCREENS[request.param]
    opened = browser.open(page, width=width, height=height)
    opened.touch_screen(width, height)
    opened.wait("document.documentElement.dataset.ready === 'true'", "the script of the page")
    opened.wait(f"document.getElementById('map').clientWidth <= {width}", "the page in its new size")
    yield opened
    assert not opened.errors()
    assert opened.value("document.documentElement.scrollWidth <= innerWidth"), "the page is too wide"
    opened.close()


def middle(tab: Tab) -> tuple[float, float]:
    """Return the middle of the map, which is scrolled into view."""
    tab.value("document.getElementById('map').scrollIntoView({ block: 'center', behavior: 'instant' })")
    return tab.middle("#map")


def changed(tab: Tab, before: str, what: str) -> None:
    tab.wait(f"{_PICTURE} !== {json.dumps(before)}", what)


def settled(tab: Tab) -> str:
    """Return the picture of the map once it no longer changes."""
    tab.wait(
        f"(() => {{ const now = {_PICTURE}; const same = window.shown === now; window.shown = now; return same; }})()",
        "the map to settle",
    )
    found: str = tab.value(_PICTURE)
    return found


def tap_until(tab: Tab, selector: str, expression: str, what: str) -> None:
    """Touch a button that may be touched again, until it answers: browsers ignore a touch right after a drag or another."""

    def answered() -> Any:
        tap(tab, selector)
        return tab.value(expression)

    wait_until(answered, what, pause=0.3)


def begin(tab: Tab, mode: str) -> None:
    tap(tab, f"[data-mode={mode}]")
    tab.wait(f"document.querySelector('[data-mode={mode}]').ariaPressed === 'true'", f"the tool {mode}")


def free_hexes(scenario: Scenario, count: int) -> list[str]:
    """Return hexes in the middle of the board that no unit is in."""
    board, taken = scenario.board, {it.hex for it in scenario.units}
    found = [it for it in board.hexes() if it not in taken and not board.void[board.cell(it)]]
    return [board.hex_name(it) for it in found[len(found) // 2 :: 5][:count]]


def test_a_tap_shows_facts_and_two_taps_a_line(tab: Tab, scenario: Scenario) -> None:
    first, second = free_hexes(scenario, 2)
    tap_hex(tab, scenario, first)
    tab.wait(f"document.querySelector('#panel-facts h3')?.textContent.startsWith('{first}')", "the facts")
    begin(tab, "line")
    for label in (first, second):
        tap_hex(tab, scenario, label)
    tab.wait("document.querySelector('#answer .outcome')?.textContent", "the answer")
    clear = sight(scenario, first, second).clear
    assert ("don't" in text(tab, "#answer .outcome")) is not clear


def test_one_finger_moves_the_map_and_two_zoom(tab: Tab) -> None:
    before = settled(tab)
    x, y = middle(tab)
    tab.touch("touchStart", (x - 40, y), (x + 40, y))
    for i in range(1, 6):
        tab.touch("touchMove", (x - 40 - 10 * i, y), (x + 40 + 10 * i, y))
    tab.touch("touchEnd")
    changed(tab, before, "the map to be larger")
    before, scrolled = settled(tab), tab.value("scrollY")
    tab.touch("touchStart", (x, y))
    for i in range(1, 6):
        tab.touch("touchMove", (x - 15 * i, y - 15 * i))
    tab.touch("touchEnd")
    changed(tab, before, "the map to move")
    assert tab.value("scrollY") == scrolled, "the page moved instead of the map"
    assert text(tab, "#panel-facts h3") == "", "a hex was chosen by a drag"
    before = json.dumps(settled(tab))
    tap_until(tab, ".zoom button:last-child", f"{_PICTURE} !== {before}", "the whole board")


def test_a_tap_shows_what_a_hex_sees(tab: Tab, scenario: Scenario) -> None:
    (label,) = free_hexes(scenario, 1)
    begin(tab, "fan")
    tap_hex(tab, scenario, label)
    count = int(fan(scenario, label).visible.sum()) - 1
    tab.wait(f"document.querySelector('#answer .outcome').textContent.startsWith('{label} sees')", "the fan")
    assert f"{label} sees {count} hexes" in text(tab, "#answer .outcome")
    assert "pointer" not in text(tab, "#answer .outcome")


def test_a_tap_on_a_unit_shows_its_reach_and_overlays_cover_the_map(tab: Tab, scenario: Scenario) -> None:
    board, unit = scenario.board, scenario.units[0]
    tap_hex(tab, scenario, board.hex_name(unit.hex))
    tab.wait("document.querySelector('[data-mode=reach]').ariaPressed === 'true'", "the reach of the unit")
    assert any(it.startswith("Turn 1:") for it in texts(tab, "#answer ul.plain li"))
    tap(tab, "[data-mode=reach]")
    before = settled(tab)
    tap(tab, "#panel-overlays button")
    changed(tab, before, "the overlay")
    assert texts(tab, ".legend li")


def test_layers_open_on_the_screen_and_can_be_hidden(tab: Tab) -> None:
    before = settled(tab)
    tap(tab, "[aria-controls=layers]")
    tab.wait("!document.getElementById('layers').hidden", "the layers")
    assert tab.value(
        "(() => { const box = document.getElementById('layers').getBoundingClientRect();"
        " return box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight; })()"
    )
    tap(tab, "#layers input")
    changed(tab, before, "the board without its terrain")


def test_a_game_is_played_by_hand(tab: Tab, scenario: Scenario, tmp_path: Path) -> None:
    board, unit = scenario.board, scenario.units[0]
    begin(tab, "play")
    tab.wait("document.querySelector('[data-control=unit]')", "the controls")
    tap_hex(tab, scenario, board.hex_name(unit.hex))
    tab.wait("document.querySelector('[data-control=unit]').value === '0'", "the unit is chosen")
    label = text(tab, ".reach-list").removeprefix("With the points used: ").split(" ")[0]
    tap_hex(tab, scenario, label)
    _logged(tab, 1)
    first, second = (it for it in free_hexes(scenario, 2))
    tap(tab, "[data-control=tool-measure]")
    for it in (first, second):
        tap_hex(tab, scenario, it)
    apart = distance(board.parse(first), board.parse(second))
    assert f"{first} to {second}: {apart} hex" in text(tab, ".play-message")
    tap(tab, "[data-control=tool-marker]")
    tap_hex(tab, scenario, first)
    _logged(tab, 2)
    for number, control in enumerate(("roll", "score-0-more", "turn"), 3):
        tap(tab, f"[data-control={control}]")
        _logged(tab, number)
    tap(tab, "[data-control=undo]")
    _logged(tab, 4)
    tap(tab, "[data-control=redo]")
    _logged(tab, 5)
    saved = tmp_path / "game.json"
    saved.write_text(json.dumps(_saved(tab)), encoding="utf-8")
    tap_until(tab, "[data-control=new]", f"{_LOG} === 'Log: 0 actions'", "a new game")
    _open_file(tab, saved)
    _logged(tab, 5)


def _logged(tab: Tab, count: int) -> None:
    title = f"Log: {count} action{'' if count == 1 else 's'}"
    tab.wait(f"{_LOG} === '{title}'", title)


def _saved(tab: Tab) -> Any:
    """Return the game as "Save file" writes it."""
    tab.value(
        "(() => { const make = URL.createObjectURL; URL.createObjectURL = (it) => { window.saved = it; return make.call(URL, it); }; })()"
    )
    tap(tab, "#play-saving summary")
    tab.wait("document.getElementById('play-saving').open", "the buttons to save and open")
    tap_until(tab, "[data-control=save]", "window.saved !== undefined", "the file")
    return json.loads(tab.promised("window.saved.text()"))


def _open_file(tab: Tab, path: Path) -> None:
    """Open a file with the button, as the dialog of the browser would."""
    tab.ask("Page.setInterceptFileChooserDialog", enabled=True)
    tap(tab, "[data-control=open]")
    found = tab.ask("Runtime.evaluate", expression="document.querySelector('#play-saving input[type=file]')")
    tab.ask("DOM.setFileInputFiles", files=[str(path)], objectId=found["result"]["objectId"])


def test_a_recorded_game_is_watched(tab: Tab) -> None:
    begin(tab, "replay")
    tab.wait("document.querySelector('.replay-state')?.textContent", "the game")
    for name, step in (
        ("Next step", "Step 1 of"),
        ("Next step", "Step 2 of"),
        ("Previous step", "Step 1 of"),
    ):
        tap(tab, f"[aria-label='{name}']")
        tab.wait(f"document.querySelector('.replay-state').textContent.includes('{step}')", step)
    x, y = tab.middle("input[type=range]")
    tab.touch("touchStart", (x, y))
    tab.touch("touchEnd")
    tab.wait(
        "Number(document.querySelector('input[type=range]').value) > 2", "the slider to follow the finger"
    )
    choose(tab, "[aria-label='Jump to']", 0)
    tap(tab, ".mode > button")
    tab.wait("document.querySelector('.play-message')?.textContent.includes('recorded')", "play by hand")

"""Pages in a browser: no complaint, no request, and the map by mouse, wheel and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core import load, publish
from tests.core.web_page.game_pages import point_at
from tests.core.web_page.test_publish import SCENARIOS

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.scenario.document import Scenario
    from tests.core.report.browser import Browser, Tab

pytestmark = pytest.mark.long
_READY = "document.documentElement.dataset.ready === 'true'"
_FOCUSED = "document.activeElement.textContent"


def _open(browser: Browser, folder: Path, scenario: Scenario) -> Tab:
    page = folder / "arena.html"
    page.write_text(publish(scenario), encoding="utf-8")
    tab = browser.open(page)
    tab.wait(_READY, "the map")
    return tab


@pytest.mark.parametrize("name", ["standard-arena", "broken-abbey", "three-crowns"])
def test_pages_open_without_complaint_and_ask_for_nothing(
    browser: Browser, tmp_path: Path, name: str
) -> None:
    tab = _open(browser, tmp_path, load(SCENARIOS / f"{name}.yaml"))
    # The page prepares for fans in idle time. Boards with void hexes once made that endless.
    tab.promised("new Promise((done) => requestIdleCallback(() => requestIdleCallback(done)))")
    tab.click("[data-mode=fan]")
    x, y = tab.middle("#map")
    tab.move(x + 9, y + 9)
    tab.wait("document.querySelector('#answer .outcome').textContent.length > 0", "the fan")
    assert tab.errors() == []
    assert [it for it in tab.requests() if not it.startswith(("file:", "data:"))] == []
    tab.close()


def test_hostile_names_run_nothing(browser: Browser, tmp_path: Path, hostile: Scenario) -> None:
    tab = _open(browser, tmp_path, hostile)
    assert tab.value("document.querySelector('h1').textContent") == hostile.name
    assert tab.errors() == []
    tab.close()


def test_keys_move_from_hex_to_hex_of_which_one_can_have_the_focus(
    browser: Browser, tmp_path: Path, arena: Scenario
) -> None:
    tab = _open(browser, tmp_path, arena)
    tab.value("document.querySelector('.grid [tabindex=\"0\"]').focus()")
    tab.wait(f"{_FOCUSED}.startsWith('A1')", "the first hex has the focus")
    for key, label in (("ArrowRight", "B1"), ("ArrowDown", "B2"), ("End", "G2"), ("Home", "A2")):
        tab.press(key)
        tab.wait(f"{_FOCUSED}.startsWith('{label}')", f"{label} has the focus after {key}")
    assert tab.value("document.querySelectorAll('.grid [tabindex=\"0\"]').length") == 1
    assert tab.value("document.querySelector('.grid').getAttribute('aria-rowcount')") == "7"
    tab.close()


def test_the_mouse_points_at_hexes_and_layers_can_be_hidden(
    browser: Browser, tmp_path: Path, arena: Scenario
) -> None:
    tab = _open(browser, tmp_path, arena)
    point_at(tab, arena, "D4")
    before = tab.value("document.getElementById('map').toDataURL().length")
    tab.press("l")
    tab.click("#layers input")
    tab.wait(
        f"document.getElementById('map').toDataURL().length !== {before}", "the board without its terrain"
    )
    assert tab.errors() == []
    tab.close()

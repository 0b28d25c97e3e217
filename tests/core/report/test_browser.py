"""The page in a browser: it draws, toggles, marks and tells, asks for nothing, and shows names as they are written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core.pictures.board_picture import draw_board
from fairground.core.pictures.svg import to_svg
from fairground.core.report import page as page_module
from fairground.core.report import report, to_html
from tests.hostile import ATTACKS, DONE, hostile_scenario

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from tests.core.report.browser import Browser, Tab

PICTURES = Path(__file__).parents[3] / "out" / "report"

# One worker starts one browser for all of these tests.
pytestmark = pytest.mark.xdist_group("browser")

#: The ids of what is shown over the map, and the labels under it.
SHOWN = """[...new Set([...document.querySelectorAll('.view .overlay')]
    .filter((it) => getComputedStyle(it).display !== 'none').map((it) => it.classList[1]))].join()"""
TOLD = "document.querySelector('.told').textContent"
MARKED = "document.querySelectorAll('.mark path').length"
#: The first button that marks hexes, of the measure that decides.
BUTTON = "#measure-contact .more > button"


def written(scenario: Scenario, path: Path) -> Path:
    path.write_text(to_html(report(scenario, file="arena.yaml")), encoding="utf-8")
    return path


def centre(tab: Tab, label: str) -> tuple[float, float]:
    """Return where a hex of the standard arena is on the screen."""
    column, row = ord(label[0]) - ord("A"), int(label[1:]) - 1
    across = 3**0.5 * 11
    x = f"hexes.origin[0] + {across} * ({column} + {row % 2} / 2)"
    y = f"hexes.origin[1] + 16.5 * {row}"
    found = tab.value(
        "(() => { const hexes = JSON.parse(document.getElementById('hexes').textContent); "
        "const map = document.querySelector('.view svg'); map.scrollIntoView({block: 'center', behavior: 'instant'}); "
        f"const at = new DOMPoint({x}, {y}).matrixTransform(map.getScreenCTM()); return [at.x, at.y]; }})()"
    )
    return found[0], found[1]


def test_the_page_works_without_errors_and_asks_for_nothing(
    browser: Browser, arena: Scenario, tmp_path: Path
) -> None:
    path = written(arena, tmp_path / "arena.html")
    tab = browser.open(path)
    assert tab.value("document.querySelector('.view svg use').getBBox().width") > 100
    assert tab.value("document.querySelector('#verdict p').textContent").startswith(
        "Amber because of time to contact"
    )

    # What is shown over the map, two at once.
    assert tab.value(SHOWN) == ""
    tab.click(".toggle input[value=territory]")
    assert tab.value(SHOWN) == "territory"
    assert tab.value("document.querySelector('[data-legend=territory]').checkVisibility()")
    tab.click(".toggle input[value=exposure]")
    tab.click(".toggle input[value=chokepoints]")
    assert tab.value(SHOWN) == "exposure,chokepoints"
    assert not tab.value("document.querySelector('.toggle input[value=territory]').checked")
    tab.click(".toggle input[value=exposure]")
    tab.click("[data-show=reach-1]")
    assert tab.value(SHOWN) == "chokepoints,reach-1"
    tab.click("[data-show=reach-1]")
    tab.click(".toggle input[value=chokepoints]")
    assert tab.value(SHOWN) == ""

    # The hexes behind a measure: while the pointer is there, and for good.
    assert tab.value(MARKED) == 0
    tab.move(*tab.middle(BUTTON))
    assert tab.value(MARKED) == 3
    tab.move(1, 1)
    assert tab.value(MARKED) == 0
    tab.click(BUTTON)
    tab.move(1, 1)
    assert tab.value(MARKED) == 3
    assert tab.value(f"document.querySelector('{BUTTON}').getAttribute('aria-pressed')") == "true"
    tab.press("Escape")
    assert tab.value(MARKED) == 0

    # What is under the pointer, and walking on by keys.
    tab.move(*centre(tab, "D3"))
    assert tab.value(TOLD).startswith("D3 · Clear · level 1 · seen by ")
    tab.move(*centre(tab, "C1"))
    assert tab.value(TOLD).startswith("C1 · Wall · Player 1's zone")
    tab.value("document.querySelector('.view svg').focus({preventScroll: true})")
    tab.press("ArrowRight")
    tab.press("ArrowDown")
    assert tab.value(TOLD).startswith("D2 · Clear · Player 1's zone")

    tab.click("[data-zoom='1.5']")
    assert tab.value("document.querySelector('.view svg').style.getPropertyValue('--zoom')") == "1.5"
    tab.click("[data-zoom='0']")
    dark = "getComputedStyle(document.body).backgroundColor"
    light = tab.value(dark)
    tab.click("[data-switch]")
    assert tab.value(dark) != light
    tab.click("[data-switch]")
    assert tab.value(dark) == light

    assert tab.errors() == []
    assert tab.requests() == [path.as_uri()]
    tab.close()


@pytest.mark.long
def test_the_page_fits_wide_and_narrow_screens_and_paper(
    browser: Browser, arena: Scenario, tmp_path: Path
) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    path = written(arena, tmp_path / "arena.html")
    tab = browser.open(path, dark=True)
    tab.click(".toggle input[value=exposure]")
    for name, width, dark in (("dark", 1280, True), ("light", 1280, False), ("phone", 400, False)):
        tab.size(width, 900)
        tab.dark(on=dark)
        assert tab.value("document.documentElement.scrollWidth") <= width, name
        tab.value("window.scrollTo({top: 0, behavior: 'instant'})")
        tab.picture(PICTURES / f"{name}.png")
    assert tab.value("document.querySelectorAll('details:not([open])').length") > 5
    tab.pdf(PICTURES / "print.pdf")
    assert (PICTURES / "print.pdf").read_bytes().startswith(b"%PDF")
    # Unfolded for the paper alone.
    assert tab.value("document.querySelectorAll('details:not([open])').length") > 5
    tab.ask("Emulation.setEmulatedMedia", media="print")
    assert not tab.value("document.querySelector('.tools').checkVisibility()")
    assert tab.value("getComputedStyle(document.querySelector('.map')).position") == "static"
    assert tab.errors() == []
    tab.close()


@pytest.mark.long
def test_names_with_markup_are_shown_as_text(browser: Browser, hostile: Scenario, tmp_path: Path) -> None:
    path = written(hostile, tmp_path / "hostile.html")
    tab = browser.open(path)
    tab.value("window.alert = () => { window.attacked = true; }")
    assert tab.value("document.querySelector('h1').textContent") == hostile.name
    assert tab.value("document.title") == hostile.name
    assert tab.value("document.querySelector('.notes').textContent") == hostile.notes
    assert tab.value("document.querySelectorAll('script:not([type])').length") == 1
    assert tab.value("document.querySelectorAll('img, i, b, u, a').length") == 0
    for toggle in ("territory", "exposure", "chokepoints", "reach-1", "reach-2"):
        tab.click(f".toggle input[value={toggle}]")
    # Names that the script puts in, too.
    tab.value("document.querySelector('.view svg').focus({preventScroll: true})")
    for key in ("ArrowRight", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight"):
        tab.press(key)
    told = tab.value(TOLD)
    assert told.startswith("D2 <b onmouseover=alert(4)>Mill</b> · Clear")
    assert "objective {{mill}} $script ${x}, 3 points" in told
    assert tab.value("document.querySelectorAll('.told *').length") == 1
    assert tab.value("window.attacked") is None
    assert tab.errors() == []
    assert tab.requests() == [path.as_uri()]
    tab.close()


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, len(ATTACKS), 4))
def test_no_text_of_a_scenario_or_a_ruleset_does_anything(
    browser: Browser, tmp_path: Path, first: int
) -> None:
    """The page and the picture, each opened by itself: every text that there is, is an attack."""
    scenario = hostile_scenario(tmp_path, first)
    picture = tmp_path / "arena.svg"
    picture.write_text(to_svg(draw_board(scenario)), encoding="utf-8")
    for path in (written(scenario, tmp_path / "arena.html"), picture):
        tab = browser.open(path)
        assert tab.value(f"window.{DONE}") is None
        assert tab.value("document.querySelectorAll('img, foreignObject, iframe, object, embed').length") == 0
        links = "[...document.querySelectorAll('*')].flatMap((it) => [...it.attributes])"
        assert tab.value(f"{links}.filter((it) => /^on/i.test(it.name)).length") == 0
        assert (
            tab.value(f"{links}.filter((it) => /^\\s*javascript:/i.test(it.value)).map((it) => it.name)")
            == []
        )
        assert tab.errors() == []
        assert tab.requests() == [path.as_uri()]
        tab.close()


@pytest.mark.long
def test_a_script_that_got_in_all_the_same_would_not_run(
    browser: Browser, arena: Scenario, tmp_path: Path
) -> None:
    path = written(arena, tmp_path / "arena.html")
    attack = (
        "<script>window.attacked = true</script><img src='https://example.org/x.png' onerror='attacked = 1'>"
    )
    path.write_text(
        path.read_text(encoding="utf-8").replace("</footer>", f"{attack}</footer>"), encoding="utf-8"
    )
    tab = browser.open(path)
    assert tab.value("window.attacked") is None
    assert [it for it in tab.errors() if "Content Security Policy" in it]
    tab.close()


@pytest.mark.long
def test_a_packed_board_is_unpacked_and_drawn(
    browser: Browser, arena: Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_module, "_MOST_PLAIN", 0)
    tab = browser.open(written(arena, tmp_path / "packed.html"))
    tab.wait("'unpacked' in document.documentElement.dataset", "the board")
    assert tab.value("document.querySelector('.view svg use').getBBox().width") > 100
    tab.click("[data-show=territory]")
    assert tab.value(SHOWN) == "territory"
    assert tab.value("document.querySelector('.view .territory').getBBox().width") > 50
    assert tab.errors() == []
    tab.close()

"""The index in a browser: sorted by clicks, without requests, and a plain table without its script."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core.batches.index_page import to_index
from fairground.core.batches.summary import Library, MapRow
from fairground.core.files import load
from fairground.core.pictures.board_picture import thumbnail
from tests.core.batches.test_summary import LIBRARY, error
from tests.core.report.conftest import browser
from tests.hostile import ATTACKS, DONE

if TYPE_CHECKING:
    from tests.core.report.browser import Browser, Tab

__all__ = ["browser"]

SCENARIOS = Path(__file__).parents[3] / "scenarios"
PICTURES = Path(__file__).parents[3] / "out" / "library"

# One worker starts one browser for all tests that need one.
pytestmark = pytest.mark.xdist_group("browser")

FILES = "[...document.querySelectorAll('tbody th code')].map((it) => it.textContent[0]).join('')"


def written(library: Library, path: Path) -> Path:
    path.write_text(to_index(library, library.maps), encoding="utf-8")
    return path


def sort(tab: Tab, title: str) -> str:
    """Click on the head of a column, and return the maps in their order and which way they are sorted."""
    number = tab.value(
        f"[...document.querySelectorAll('thead th')].findIndex((it) => it.textContent === '{title}') + 1"
    )
    assert number, title
    tab.click(f"thead th:nth-child({number}) button")
    ways = tab.value("[...document.querySelectorAll('th[aria-sort]')].map((it) => it.ariaSort).join()")
    return f"{tab.value(FILES)} {ways}"


@pytest.mark.long
def test_the_index_is_sorted_by_a_click(browser: Browser, tmp_path: Path) -> None:  # the fixture
    pictures = [thumbnail(load(path)) for path in sorted(SCENARIOS.glob("*.yaml"))[:2]]
    rows = [
        MapRow(**{**{name: getattr(it, name) for name in MapRow.__dataclass_fields__}, "picture": picture})
        for it, picture in zip(LIBRARY.maps, [*pictures, b"", *pictures], strict=True)
    ]
    path = written(Library("maps", tuple(rows), 0, 0), tmp_path / "index.html")
    tab = browser.open(path)
    assert tab.value(FILES) == "abcde"
    assert sort(tab, "Map") == "decba ascending"
    assert sort(tab, "Map") == "abced descending"
    assert sort(tab, "Size") == "bdaec descending"
    assert sort(tab, "Size") == "aedbc ascending"
    assert sort(tab, "Findings") == "cdaeb descending"
    assert sort(tab, "Verdict") == "ebacd descending"
    assert sort(tab, "Win rate") == "beacd descending"
    # What is not known comes last, whichever way.
    assert sort(tab, "Territory") == "baecd descending"
    assert sort(tab, "Territory") == "abecd ascending"

    # The measures that do not decide are there when they are asked for.
    cover = "[...document.querySelectorAll('thead th.more')].some((it) => it.checkVisibility())"
    assert not tab.value(cover)
    tab.click("[data-all]")
    assert tab.value(cover)
    tab.click("[data-all]")
    assert not tab.value(cover)

    tab.wait("[...document.images].every((it) => it.complete && it.naturalWidth > 90)", "the pictures")
    assert tab.errors() == []
    assert {it.partition(",")[0] for it in tab.requests()} == {path.as_uri(), "data:image/webp;base64"}
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, width, dark in (("light", 1280, False), ("dark", 1280, True), ("phone", 400, False)):
        tab.size(width, 900)
        tab.dark(on=dark)
        assert tab.value("document.documentElement.scrollWidth") <= width, name
        tab.picture(PICTURES / f"{name}.png")
    tab.close()


@pytest.mark.long
def test_the_index_is_a_plain_table_without_its_script_and_names_stay_text(
    browser: Browser,  # the fixture
    tmp_path: Path,
) -> None:
    rows = tuple(
        MapRow(
            f"{number}.yaml",
            name=it,
            ruleset=it,
            reason=it,
            because=(it,),
            findings=(error(it),),
            failures=(it,),
        )
        for number, it in enumerate(ATTACKS)
    )
    path = written(Library("maps", rows, 0, 0), tmp_path / "hostile.html")
    tab = browser.open(path)
    assert tab.value(f"window.{DONE}") is None
    assert tab.value("document.querySelectorAll('script').length") == 1
    assert tab.value("document.querySelectorAll('img, svg, a, iframe').length") == 0
    assert tab.errors() == []
    tab.ask("Emulation.setScriptExecutionDisabled", value=True)
    tab.ask("Page.reload")
    tab.wait("document.readyState === 'complete'", "the page")
    assert tab.value("document.querySelectorAll('tbody tr').length") == len(ATTACKS)
    assert tab.value("document.querySelectorAll('thead button').length") == 0
    assert not tab.value("document.querySelector('[data-all]').checkVisibility()")
    assert tab.requests() == [path.as_uri()] * 2
    tab.close()

"""The manual builds without a warning, opens from disk, and its search finds what readers look for."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from fairground.core.cli.command_group import GROUP
from fairground.core.rules.policies import POLICIES

if TYPE_CHECKING:
    from tests.core.report.browser import Browser

ROOT = Path(__file__).parents[2]
CONFIGURATION = ROOT / "tools" / "manual" / "mkdocs.yml"
#: Pages that the hooks generate.
GENERATED = {
    "contributing/changelog.md",
    "contributing/index.md",
    "reference/commands.md",
    "reference/keys.md",
}


def pages_of(nav: Any) -> list[str]:
    if isinstance(nav, str):
        return [nav]
    return [page for it in (nav.values() if isinstance(nav, dict) else nav) for page in pages_of(it)]


def test_each_page_is_in_the_navigation_once() -> None:
    nav = yaml.safe_load(CONFIGURATION.read_text("utf-8"))["nav"]
    written = {it.relative_to(ROOT / "docs").as_posix() for it in (ROOT / "docs").rglob("*.md")}
    assert not written & GENERATED
    assert sorted(pages_of(nav)) == sorted(written | GENERATED)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if find_spec("mkdocs") is None:
        pytest.skip("needs MkDocs, which make setup installs")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    done = subprocess.run(
        [*command, "--config-file", str(CONFIGURATION), "--site-dir", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.long
@pytest.mark.xdist_group("manual")
def test_the_search_index_has_what_readers_look_for(site: Path) -> None:
    index = (site / "search" / "search_index.js").read_text("utf-8").lower()
    for words in ("line of sight", "repair", "foundry", "fairground batch", "ctrl+shift+p"):
        assert words in index, words


@pytest.mark.long
@pytest.mark.xdist_group("manual")
def test_no_page_loads_anything_from_a_network(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 50
    for page in pages:
        text = page.read_text("utf-8")
        loaded = re.findall(r"<(?:script|img|iframe)[^>]+src=\"([^\"]+)", text)
        loaded += re.findall(r"<link[^>]+rel=\"(?:stylesheet|preconnect|icon)\"[^>]+href=\"([^\"]+)", text)
        assert [it for it in loaded if it.startswith(("http", "//"))] == [], page


@pytest.mark.long
@pytest.mark.xdist_group("manual")
def test_the_search_works_from_disk(site: Path, browser: Browser) -> None:
    tab = browser.open(site / "index.html")
    tab.value("document.querySelector('.md-search__input').focus()")
    tab.wait("document.querySelector('.md-search-result__meta').innerText.includes('Type to')", "the index")
    tab.value(
        "(() => { const field = document.querySelector('.md-search__input'); field.value = 'line of sight'; "
        "field.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true })); })()"
    )
    tab.wait("document.querySelectorAll('.md-search-result__item').length > 0", "results")
    assert tab.errors() == []
    assert [it for it in tab.requests() if not it.startswith(("file:", "data:"))] == []
    tab.close()


@pytest.mark.long
@pytest.mark.xdist_group("manual")
def test_generated_pages_are_complete(site: Path) -> None:
    commands = (site / "reference" / "commands.html").read_text("utf-8")
    for name in {it.name for it in entry_points(group=GROUP)}:
        assert f"fairground {name}" in commands
    rulesets = (site / "reference" / "rulesets.html").read_text("utf-8")
    for policy in POLICIES:
        assert policy.key in rulesets


@pytest.mark.long
@pytest.mark.xdist_group("manual")
def test_functions_show_their_keyword_only_parameters(site: Path) -> None:
    page = re.sub(r"<[^>]+>", "", (site / "reference" / "python.html").read_text("utf-8"))
    signature = page[page.index("explain(") :].partition(")")[0]
    assert "*," in signature

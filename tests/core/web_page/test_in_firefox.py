"""The pages of all shipped scenarios in Firefox: no complaint, and facts of a hex by mouse and keys."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from fairground.core import load, publish
from tests.core.report.firefox import NAMES, Firefox
from tests.core.web_page.test_publish import SCENARIOS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    program = next((path for name in NAMES if (path := shutil.which(name))), None)
    if program is None:
        pytest.skip(f"there is no browser: {', '.join(NAMES)}")
    found = Firefox(program, tmp_path_factory.mktemp("firefox"))
    yield found
    found.close()


@pytest.mark.parametrize("name", sorted(it.stem for it in SCENARIOS.glob("*.yaml")))
def test_a_page_opens_without_complaint(firefox: Firefox, tmp_path: Path, name: str) -> None:
    page = tmp_path / "arena.html"
    scenario = load(SCENARIOS / f"{name}.yaml")
    page.write_text(publish(scenario), encoding="utf-8")
    firefox.open(page)
    firefox.wait("document.documentElement.dataset.ready === 'true'", "the map")
    assert firefox.value("document.querySelector('h1').textContent") == scenario.name
    assert firefox.errors() == []


def test_an_error_of_a_page_is_seen(firefox: Firefox, tmp_path: Path) -> None:
    page = tmp_path / "wrong.html"
    page.write_text("<script>missing()</script>", encoding="utf-8")
    firefox.open(page)
    assert any("missing" in it for it in firefox.errors())

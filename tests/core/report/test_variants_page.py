"""The page of a gallery: it holds all it needs, shows names as they are written, and outlines what changed."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from fairground.core.improve.variants.variants import variants
from fairground.core.report.variants_page import variants_page
from tests.core.improve.variants.sketches import field
from tests.hostile import DONE, hostile_scenario

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.improve.variants.variants import VariantSet
    from tests.core.report.browser import Browser

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture(scope="module")
def variant_set() -> VariantSet:
    return variants(field(), count=1)


@pytest.fixture(scope="module")
def page(variant_set: VariantSet) -> str:
    return page_of(variant_set)


def page_of(variant_set: VariantSet, command: str = "fairground variants") -> str:
    return variants_page(
        variant_set, {it.id: f"variants-{it.id}-00.yaml" for it in variant_set.every}, command
    )


@pytest.mark.long
def test_every_board_has_a_card_with_its_places_its_bands_and_its_file(
    variant_set: VariantSet, page: str
) -> None:
    cards = re.findall(
        r'<article class="card(?: sketch)?" id="([a-z0-9-]+)">(.*?)</article>', page, re.DOTALL
    )
    assert [name for name, _ in cards] == ["sketch", *(it.id for it in variant_set.every)]
    for (name, card), it in zip(cards, (variant_set.sketch, *variant_set.every), strict=True):
        for axis, place in zip(variant_set.axes, it.places, strict=True):
            assert axis.text(place) in card
        assert f"{it.fairness.verdict}</span>" in card
        assert (f"variants-{name}-00.yaml" in card) == (it is not variant_set.sketch)
        assert f"{len(it.labels)} hexes changed" in card or it is variant_set.sketch
        for delta in it.deltas if it is not variant_set.sketch else ():
            sign = {True: "▲", False: "▼", None: ""}[delta.better]
            told = f"{sign} {delta.title}:"
            assert not sign or told in card or " more</li>" in card
    assert "Symmetries that do not fit" in page


@pytest.mark.long
def test_the_page_shows_in_a_browser_and_asks_for_nothing(
    browser: Browser, variant_set: VariantSet, page: str, tmp_path: Path
) -> None:
    path = tmp_path / "gallery.html"
    path.write_text(page, encoding="utf-8")
    tab = browser.open(path)
    loaded = "[...document.images].every((it) => it.complete && it.naturalWidth > 200)"
    assert tab.value(loaded)
    assert tab.value("document.images.length") == 1 + len(variant_set.every)
    outlines = (
        "[...document.querySelectorAll('.marks')].filter((it) => getComputedStyle(it).display !== 'none')"
    )
    assert tab.value(f"{outlines}.length") == 0
    tab.value("document.querySelector('#outlined').click()")
    assert tab.value(f"{outlines}.length") == len(variant_set.every)
    # The outlines lie on the picture.
    inside = (
        "(() => { const card = document.querySelector('.card .marks').parentElement; const one = "
        "card.querySelector('img').getBoundingClientRect(), other = card.querySelector('svg').getBoundingClientRect(); "
        "return Math.max(...['left', 'top', 'right', 'bottom'].map((it) => Math.abs(one[it] - other[it]))); })()"
    )
    assert tab.value(inside) < 1
    assert tab.value("document.documentElement.scrollWidth") <= 1280
    asked = [it for it in browser.events if it.get("method") == "Network.requestWillBeSent"]
    assert [it for it in asked if not it["params"]["request"]["url"].startswith(("file:", "data:"))] == []
    assert not [
        it for it in browser.events if it.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded")
    ]


@pytest.mark.long
def test_words_of_strangers_stay_words(browser: Browser, tmp_path: Path) -> None:
    for number in (0, 5):
        scenario = hostile_scenario(tmp_path, number)
        found = variants(scenario, count=0)
        # No more than the sketch, and what does not fit, in which names of sides stand.
        few = replace(found, versions=found.versions[:1])
        made = page_of(few, scenario.name)
        assert made == page_of(few, scenario.name)
        path = tmp_path / f"{number}.html"
        path.write_text(made, encoding="utf-8")
        tab = browser.open(path)
        assert tab.value(f"window.{DONE} === undefined && document.scripts.length === 0")
        tab.close()

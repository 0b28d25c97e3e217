"""Thumbnails: small, whole, the same each time, and refused where they would take long."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from fairground.core.errors import LimitError
from fairground.core.files import load
from fairground.core.grid.layout import Layout
from fairground.core.pictures.board_picture import DETAILED, SIDE, WITH_UNITS, thumbnail
from fairground.core.scenario.blank import blank_scenario

SCENARIOS = Path(__file__).parents[3] / "scenarios"


@pytest.mark.parametrize("name", ["standard-arena", "millwater-valley"])
def test_a_thumbnail_is_small_and_shows_the_ground(name: str) -> None:
    scenario = load(SCENARIOS / f"{name}.yaml")
    data = thumbnail(scenario)
    assert data == thumbnail(scenario)
    assert 1_000 < len(data) < 8_000
    with Image.open(io.BytesIO(data)) as picture:
        assert (picture.format, max(picture.size)) == ("WEBP", SIDE)
        wide = scenario.board.columns > scenario.board.rows
        assert (picture.width >= picture.height) == (wide or name == "standard-arena")
        colours = picture.convert("RGB").getcolors(SIDE * SIDE)
    assert colours is not None
    assert len(colours) > 50


def test_a_strip_of_a_board_stays_within_its_side() -> None:
    scenario = blank_scenario("Strip", layout=Layout.ODD_Q, size=(300, 2), ruleset="penance-1.0")
    with Image.open(io.BytesIO(thumbnail(scenario, side=64))) as picture:
        assert picture.width == 64
        assert 1 <= picture.height < 8


def test_a_single_hex_is_drawn_however_large_the_picture_may_be() -> None:
    scenario = blank_scenario("Hex", layout=Layout.ODD_R, size=(1, 1), ruleset="penance-1.0")
    with Image.open(io.BytesIO(thumbnail(scenario, side=480))) as picture:
        assert 300 < max(picture.size) <= 480


def test_boards_of_very_many_hexes_have_none() -> None:
    scenario = blank_scenario("Plain", layout=Layout.ODD_R, size=(142, 142), ruleset="penance-1.0")
    with pytest.raises(LimitError, match="at most 20,000 hexes, but the board has 20,164"):
        thumbnail(scenario)


def test_units_and_details_are_drawn_on_request() -> None:
    scenario = load("scenarios/ember-court.yaml")
    bare = replace(scenario, units=[])
    assert thumbnail(scenario) == thumbnail(bare)
    for options in (WITH_UNITS, DETAILED):
        assert thumbnail(scenario, side=320, options=options) != thumbnail(bare, side=320, options=options)

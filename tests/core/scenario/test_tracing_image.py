"""The tracing image: its place follows the hexes, and it stays with the scenario file alone."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.clients import export_formats
from fairground.core.clients.exporting import prepare_export
from fairground.core.errors import ScenarioError
from fairground.core.files import load, read_bytes, to_bytes, with_images_embedded
from fairground.core.grid.layout import SQRT3
from fairground.core.grid.symmetry import Symmetry
from fairground.core.scenario.compare import compare
from fairground.core.scenario.players_copy import players_copy
from fairground.core.scenario.tracing_image import TracingImage, without_tracing_image
from fairground.core.scenario.transform.whole_board import Anchor, resized, turned
from fairground.core.validation import validate

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

PIXEL = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAYAAACp8Z5+AAAAFUlEQVR4nGPcYqPxnwEJMDGgAcICAInQAh96Ic1mAAAA"
    "AElFTkSuQmCC"
)


def traced(**changes: object) -> Scenario:
    scenario = load("scenarios/standard-arena.yaml")
    scenario.images = {"scan": PIXEL}
    values: dict[str, object] = {"at": (3.25, -2.5), "scale": 7.5, "rotation": 12.5, "opacity": 40, **changes}
    scenario.underlay = TracingImage("scan", **values)  # type: ignore[arg-type]
    return scenario


def close(one: TracingImage | None, other: TracingImage | None) -> bool:
    assert one is not None
    assert other is not None
    turn = abs(one.rotation - other.rotation) % 360
    return (
        math.dist(one.at, other.at) < 0.002
        and min(turn, 360 - turn) < 0.002
        and (one.scale, one.mirrored, one.opacity) == (other.scale, other.mirrored, other.opacity)
    )


places = st.floats(-50, 50).map(lambda it: round(it, 4) + 0.0)


@given(
    at=st.tuples(places, places),
    rotation=st.floats(0, 359.9).map(lambda it: round(it, 4)),
    mirrored=st.booleans(),
    opacity=st.integers(0, 100),
)
def test_a_tracing_image_reads_back_from_its_file(
    *,
    at: tuple[float, float],
    rotation: float,
    mirrored: bool,
    opacity: int,
) -> None:
    scenario = traced(at=at, rotation=rotation, mirrored=mirrored, opacity=opacity)
    again = read_bytes(to_bytes(scenario))
    assert not again.findings
    assert again.scenario == scenario


@given(
    at=st.tuples(places, places),
    rotation=st.floats(0, 359.9).map(lambda it: round(it, 4)),
    mirrored=st.booleans(),
    turns=st.integers(0, 5),
    flips=st.booleans(),
)
def test_turning_the_board_and_back_brings_the_image_back(
    *,
    at: tuple[float, float],
    rotation: float,
    mirrored: bool,
    turns: int,
    flips: bool,
) -> None:
    scenario = traced(at=at, rotation=rotation, mirrored=mirrored)
    symmetry = Symmetry(turns, mirrored=flips)
    there = turned(scenario, symmetry).scenario
    back = turned(there, symmetry.inverse()).scenario
    assert close(back.underlay, scenario.underlay)


def test_a_turned_board_turns_the_image_with_its_hexes() -> None:
    # The middle of the image is on D4, the middle of the board, which a half turn leaves in place.
    scenario = traced()
    x, y = scenario.board.layout.centre(scenario.board.find("D4"))
    scenario.underlay = TracingImage("scan", (round(x / SQRT3, 4), round(y / SQRT3, 4)), 7.5, 10)
    after = turned(scenario, Symmetry(3)).scenario
    assert after.underlay is not None
    to_x, to_y = after.board.layout.centre(after.board.find("D4"))
    assert math.dist(after.underlay.at, (to_x / SQRT3, to_y / SQRT3)) < 0.001
    assert after.underlay.rotation == pytest.approx(190)


def test_a_resized_board_moves_the_image_with_its_hexes() -> None:
    scenario = traced()
    after = resized(scenario, 9, 9, Anchor.CENTRE).scenario
    assert scenario.underlay is not None
    assert after.underlay is not None
    shift = complex(*after.underlay.at) - complex(*scenario.underlay.at)
    old, new = scenario.board.find("B3"), after.board.find("C4")
    moved = complex(*after.board.layout.centre(new)) - complex(*scenario.board.layout.centre(old))
    assert abs(shift - moved / SQRT3) < 0.001


def test_two_points_place_it() -> None:
    layout = traced().board.layout
    points = (
        complex(*layout.centre(layout.from_offset(0, 0))),
        complex(*layout.centre(layout.from_offset(6, 6))),
    )
    it = TracingImage.matching("scan", (800, 600), (100 + 50j, 700 + 550j), points)
    middle = complex(*it.at) * SQRT3
    pixel = it.scale * SQRT3 / 800
    turn = complex(math.cos(math.radians(it.rotation)), math.sin(math.radians(it.rotation)))
    for at, wanted in zip((100 + 50j, 700 + 550j), points, strict=True):
        assert abs(middle + turn * pixel * (at - (400 + 300j)) - wanted) < 0.001
    with pytest.raises(ScenarioError, match="two different pixels"):
        TracingImage.matching("scan", (8, 8), (1j, 1j), points)


def test_players_do_not_get_it() -> None:
    copy = players_copy(traced())
    assert copy.underlay is None
    assert not copy.images


@pytest.mark.parametrize("name", ["tiled-json", "geojson", "svg"])
def test_an_export_leaves_it_out_and_says_so(name: str) -> None:
    assert name in export_formats()
    prepared = prepare_export(traced(), name, "arena")
    assert "the tracing image is dropped" in prepared.losses
    whole = b"".join([prepared.exported.content, *(it.content for it in prepared.exported.companions)])
    assert PIXEL.partition(",")[2].encode() not in whole
    assert b"scan" not in whole


def test_an_image_that_a_decoration_shows_too_stays() -> None:
    scenario = load("docs/examples/harbour.yaml")
    name = scenario.decorations[0].image
    scenario.images = {name: PIXEL, "scan": PIXEL}
    scenario.underlay = TracingImage(name, (0, 0), 5)
    assert set(without_tracing_image(scenario).images) == {name, "scan"}


def test_a_missing_image_is_a_finding() -> None:
    scenario = traced()
    scenario.images = {"scan": "gone.jpg"}
    assert [it.code for it in validate(scenario) if it.code.startswith("image")] == ["image.missing"]
    scenario.images = {}
    assert [it.code for it in validate(scenario) if it.code.startswith("image")] == ["image.unknown"]
    assert with_images_embedded(scenario) == scenario


def test_a_change_of_place_is_a_difference() -> None:
    found = [it.what for it in compare(traced(), traced(rotation=13.0))]
    assert found == ["tracing image"]

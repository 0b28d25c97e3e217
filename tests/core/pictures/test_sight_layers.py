"""Lines of sight, fans and exposure over a board: what is drawn where, and what the legend says of it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from shapely import LineString, Point, Polygon

from fairground.core import visibility
from fairground.core.errors import GridError, ScenarioError
from fairground.core.grid.hexsides import hexside_between
from fairground.core.grid.layout import Layout
from fairground.core.pictures import PictureOptions, draw_board, to_png
from fairground.core.pictures.colours import luminance
from fairground.core.pictures.display_list import Circle, Group, PathShape, Text
from fairground.core.pictures.display_list import Polygon as Shape
from fairground.core.pictures.exposure_drawing import tint
from fairground.core.sight.field.fan import fan
from fairground.core.text.wording import hex_count
from tests.core.pictures.drawn import flat, items, middle, words

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from fairground.core.pictures.display_list import DrawnItem, Item
    from fairground.core.scenario.document import Scenario
    from tests.core.pictures.conftest import MakeScenario, Pixels

ROWS = ("......", "......", "..#...", "......", "......")


def with_data(found: list[Item], key: str, value: str) -> list[Item]:
    return [it for it in found if not isinstance(it, Text) and (key, value) in getattr(it, "data", ())]


def area(path: PathShape) -> BaseGeometry:
    """Return what a path of several rings encloses, by even and odd."""
    found: BaseGeometry = Polygon()
    ring: list[tuple[float, ...]] = []
    for letter, numbers in path.commands:
        if letter == "Z":
            found = found.symmetric_difference(Polygon(ring))
        else:
            ring = [*([] if letter == "M" else ring), numbers]
    return found


def strokes(found: list[Item], colour: str) -> list[DrawnItem]:
    return [it for it in flat(found) if isinstance(it, PathShape | Shape | Circle) and it.stroke == colour]


# -- lines ------------------------------------------------------------------------------------------------------


def test_a_clear_line_is_solid_from_middle_to_middle(make_scenario: MakeScenario) -> None:
    scenario = make_scenario(ROWS)
    picture = draw_board(scenario, PictureOptions(line=("A1", "F1")))
    ends = middle(picture, scenario, "A1"), middle(picture, scenario, "F1")
    lines = [it for it in items(picture, "sight") if isinstance(it, PathShape) and not it.dash]
    drawn = [LineString([numbers for _, numbers in it.commands]) for it in lines]
    assert any(it.equals_exact(LineString(ends), 1e-9) for it in drawn)
    assert not with_data(items(picture, "sight"), "sight", "blocks")
    assert "A1 to F1: clear" in words(picture)
    assert "blocks the line" not in words(picture)


def test_a_blocked_line_is_broken_from_what_blocks_on(make_scenario: MakeScenario) -> None:
    scenario = make_scenario(ROWS)
    picture = draw_board(scenario, PictureOptions(line=("A3", "F3")))
    (blocker,) = with_data(items(picture, "sight"), "sight", "blocks")
    assert with_data([blocker], "label", "C3")
    broken = [it for it in items(picture, "sight") if isinstance(it, PathShape) and it.dash]
    assert len(broken) == 1
    (_, start), (_, end) = broken[0].commands
    x, y = middle(picture, scenario, "C3")
    # It begins at the border of the hex that blocks, and ends in the middle of the one looked at.
    assert start[0] == pytest.approx(x - picture.hex_size * 3**0.5 / 2 * 0.94)
    assert start[1] == pytest.approx(y)
    assert end == pytest.approx(middle(picture, scenario, "F3"))
    assert "A3 to F3: blocked" in words(picture)
    assert "blocks the line" in words(picture)


def test_the_hexes_crossed_and_those_beside_a_hexside_are_marked(make_scenario: MakeScenario) -> None:
    scenario = make_scenario(("....",) * 5, ruleset="penance-1.0")
    picture = draw_board(scenario, PictureOptions(line=("B1", "B5")))
    found = items(picture, "sight")
    labels = {
        kind: {dict(it.data)["label"] for it in with_data(found, "sight", kind) if isinstance(it, Group)}
        for kind in ("crossed", "beside")
    }
    assert labels == {"crossed": {"B3"}, "beside": {"A2", "B2", "A4", "B4"}}
    dashes = {
        kind: {
            it.dash != ()
            for group in with_data(found, "sight", kind)
            for it in flat([group])
            if isinstance(it, Shape) and it.width < 1
        }
        for kind in ("crossed", "beside")
    }
    # Told apart by more than colour.
    assert dashes == {"crossed": {False}, "beside": {True}}
    assert "hex beside the line" in words(picture)


def test_a_hexside_that_blocks_is_marked_where_it_lies(make_scenario: MakeScenario) -> None:
    scenario = make_scenario(("....",) * 4, Layout.ODD_Q, ruleset="hexside-ww2", kinds={".": "clear"})
    side = hexside_between(scenario.board.parse("B2"), scenario.board.parse("B3"))
    scenario.board.hexsides[side] = ("hedgerow",)
    picture = draw_board(scenario, PictureOptions(line=("B1", "B4")))
    (mark,) = with_data(items(picture, "sight"), "sight", "blocks")
    top, bottom = middle(picture, scenario, "B2"), middle(picture, scenario, "B3")
    between = Point((top[0] + bottom[0]) / 2, (top[1] + bottom[1]) / 2)
    assert isinstance(mark, Group)
    for it in mark.items:
        assert isinstance(it, PathShape)
        assert LineString([numbers for _, numbers in it.commands]).distance(between) < 1e-6
    (broken,) = [it for it in items(picture, "sight") if isinstance(it, PathShape) and it.dash]
    assert Point(broken.commands[0][1]).distance(between) < 1e-6


def test_the_line_of_a_hex_to_itself_is_drawn(make_scenario: MakeScenario) -> None:
    picture = draw_board(make_scenario(ROWS), PictureOptions(line=("A1", "A1")))
    assert "A1 to A1: clear" in words(picture)


# -- fans -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("reach", [None, 2])
def test_the_veil_covers_what_is_not_seen_and_no_more(
    make_scenario: MakeScenario, layout: Layout, reach: int | None
) -> None:
    scenario = make_scenario(ROWS, layout)
    picture = draw_board(scenario, PictureOptions(fan="B3", sight_range=reach))
    veils = [it for it in items(picture, "fan") if isinstance(it, PathShape)]
    (blocked,) = [it for it in veils if ("fan", "blocked") in it.data]
    beyond = [it for it in veils if ("fan", "beyond") in it.data]
    found = fan(scenario, "B3", reach)
    assert len(beyond) == (reach is not None)
    for at in scenario.board.hexes():
        point = Point(middle(picture, scenario, scenario.board.label(at)))
        cell = scenario.board.cell(at)
        assert area(blocked).contains(point) == bool(found.blocked[cell])
        if beyond:
            assert area(beyond[0]).contains(point) == (not found.blocked[cell] and not found.visible[cell])
    # A hatch as well as a shade.
    assert any(it.hatch for it in veils)
    assert f"not seen: {hex_count(found.blocked.sum())}" in words(picture)
    assert ("out of range" in words(picture)) == (reach is not None)


def test_cover_and_hindrance_are_told_with_their_amounts(make_scenario: MakeScenario) -> None:
    kinds = {".": "clear", "o": "orchard", "w": "woods"}
    scenario = make_scenario(("......", "..ow..", "......"), ruleset="hexside-ww2", kinds=kinds)
    picture = draw_board(scenario, PictureOptions(fan="A2"))
    marks = items(picture, "fan-marks")
    found = fan(scenario, "A2")
    for name, amounts in (("cover", found.cover), ("hindrance", found.hindrance)):
        drawn = [dict(it.data)[name] for it in marks if isinstance(it, Group) and name in dict(it.data)]
        assert drawn
        assert sorted(drawn) == sorted(str(it) for it in amounts[amounts != 0].tolist())
    assert "seen, hindered" in words(picture)
    assert "target in cover" in words(picture)


def test_the_origin_is_ringed(make_scenario: MakeScenario) -> None:
    scenario = make_scenario(ROWS)
    picture = draw_board(scenario, PictureOptions(fan="C2"))
    rings = [it for it in items(picture, "fan-marks") if isinstance(it, Circle)]
    assert {(round(it.x, 6), round(it.y, 6)) for it in rings} == {
        tuple(round(it, 6) for it in middle(picture, scenario, "C2"))
    }


# -- exposure ---------------------------------------------------------------------------------------------------


def test_an_exposure_that_is_the_same_everywhere_is_said_and_not_drawn(make_scenario: MakeScenario) -> None:
    picture = draw_board(make_scenario(("..",)), PictureOptions(exposure=True))
    assert picture.layer("exposure") is None
    assert picture.layer("exposure-numbers") is None
    assert any("for all hexes" in it for it in words(picture))


def test_every_hex_has_its_number_and_the_legend_the_ramp(arena: Scenario) -> None:
    picture = draw_board(arena, PictureOptions(exposure=True))
    counts = visibility(arena).exposure()
    numbers = [it.text for it in items(picture, "exposure-numbers") if isinstance(it, Text)]
    assert sorted(numbers) == sorted(str(it) for it in counts.ravel().tolist())
    assert {str(counts.min()), str(counts.max())} <= set(words(picture))
    assert "NUMBER OF HEXES THAT SEE EACH HEX" in words(picture)


def test_numbers_give_way_to_units_and_objectives(arena: Scenario) -> None:
    picture = draw_board(arena, PictureOptions(exposure=True))
    texts = [it for it in items(picture, "exposure-numbers") if isinstance(it, Text)]
    for label in ("A1", "G7", "D4"):
        x, y = middle(picture, arena, label)
        assert all(np.hypot(it.x - x, it.y - y) > 3 for it in texts)


def test_more_is_lighter_for_every_eye() -> None:
    shades = [luminance(tint(count, 0, 20)) for count in range(21)]
    assert shades == sorted(shades)
    assert min(b - a for a, b in pairwise(shades)) > 0
    assert tint(5, 5, 5) == tint(0, 0, 9)


# -- all of them ------------------------------------------------------------------------------------------------


def test_without_being_asked_for_nothing_is_drawn(arena: Scenario) -> None:
    picture = draw_board(arena)
    assert not {"sight", "fan", "exposure", "fan-marks"} & {layer.id for layer in picture.layers}


@pytest.mark.long
def test_they_are_drawn_in_grey_and_as_pixels(arena: Scenario, pixels: Pixels) -> None:
    options = PictureOptions(line=("A1", "G7"), fan="A1", exposure=True, grey=True, hex_size=4)
    shown = pixels(to_png(draw_board(arena, options), dpi=60))
    assert np.ptp(shown[..., :3].astype(int), axis=-1).max() == 0


def test_hexes_that_the_board_does_not_have_are_refused(arena: Scenario) -> None:
    with pytest.raises(ScenarioError, match="H1 is off the board"):
        draw_board(arena, PictureOptions(fan="H1"))
    with pytest.raises(GridError, match="Did you mean 'A1'"):
        draw_board(arena, PictureOptions(line=("a1", "B1")))

"""The fan of a hex: against the verdict on each line by itself, and what can be asked of it."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import fairground.core
from fairground.core import FairgroundError, load
from fairground.core.cli.commands.schema import schema_text
from fairground.core.errors import GridError, ScenarioError, UsageError
from fairground.core.grid.hexes import Hex, distance
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.grid.polygons import hex_polygons
from fairground.core.scenario.board import VOID, PaletteEntry
from fairground.core.sight.bases.fan import BaseFan
from fairground.core.sight.bases.verdict import BaseSight
from fairground.core.sight.field import fan_board, sector
from fairground.core.sight.field.fan import Fan, Fans, fan
from fairground.core.sight.field.lanes import Lanes
from fairground.core.sight.field.sector import Tracks, tracks
from fairground.core.sight.field.visibility import visibility
from fairground.core.sight.line.trace import sight_line
from fairground.core.sight.line.verdict import Verdicts, sight
from tests.core.sight.random_boards import EVERYTHING, hex_rulesets, random_policies, random_scenario

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from tests.core.sight.conftest import MakeField

HEIGHTS = [(0, 0), (0, 0), (1, 1), (2, 0), (0, 1)]


def check(scenario: Scenario, found: Fan) -> None:
    """A fan says of every hex what the verdict on the line to it says."""
    board, verdicts = scenario.board, Verdicts(scenario)
    for at in board.hexes():
        cell = board.cell(at)
        told = (
            bool(found.visible[cell]),
            bool(found.blocked[cell]),
            int(found.hindrance[cell]),
            int(found.cover[cell]),
        )
        place = board.label(found.origin), board.label(at)
        if board.void[cell] or (found.range is not None and distance(found.origin, at) > found.range):
            assert told == (False, False, 0, 0), place
        else:
            it = verdicts.sight(found.origin, at, found.heights)
            assert told == (it.clear, not it.clear, it.hindrance.to, it.cover.to), place


def some_hexes(rng: random.Random, scenario: Scenario, count: int) -> list[Hex]:
    return rng.sample(list(scenario.board.hexes()), count)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("ruleset", hex_rulesets())
def test_h_06_fans_are_the_verdicts_of_every_shipped_ruleset(ruleset: str, seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    scenario = random_scenario(rng, ruleset, size=14)
    fans = Fans(scenario)
    for origin in some_hexes(rng, scenario, 5):
        check(scenario, fans.fan(origin, None, rng.choice(HEIGHTS)))


@pytest.mark.parametrize("ruleset", hex_rulesets())
def test_h_06_fans_of_known_sight_are_the_same(ruleset: str) -> None:
    rng = random.Random(11)  # noqa: S311
    scenario = random_scenario(rng, ruleset, size=12)
    fans, board = Fans(scenario), scenario.board
    for heights in HEIGHTS:
        seen = visibility(scenario, None, heights).to_bool_matrix()
        for origin in some_hexes(rng, scenario, 3):
            row, column = board.cell(origin)
            of_origin = seen[row * board.columns + column].reshape(board.rows, board.columns)
            check(scenario, fans.fan_of_seen(origin, of_origin, heights))


@given(
    seed=st.integers(0, 10**9),
    reach=st.sampled_from([None, None, 0, 1, 2, 3, 5]),
    heights=st.sampled_from(HEIGHTS),
    name=st.sampled_from([EVERYTHING, EVERYTHING, *hex_rulesets()]),
)
def test_h_06_fans_are_the_verdicts_of_any_policies(
    seed: int, reach: int | None, heights: tuple[int, int], name: str
) -> None:
    rng = random.Random(seed)  # noqa: S311
    scenario = random_scenario(rng, name, random_policies(rng, name), size=9)
    fans = Fans(scenario)
    for origin in some_hexes(rng, scenario, 2):
        check(scenario, fans.fan(origin, reach, heights))


@pytest.mark.parametrize("ruleset", hex_rulesets())
@pytest.mark.parametrize("reach", [0, 1, 2, 4])
def test_h_01_fans_of_limited_range_on_part_of_a_board(
    ruleset: str, reach: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fan_board, "_TILE", 3)
    rng = random.Random(reach)  # noqa: S311
    apart = 0
    for _ in range(5):
        scenario = random_scenario(rng, ruleset, size=30)
        fans = Fans(scenario)
        for origin in some_hexes(rng, scenario, 5):
            found = fans.fan(origin, reach, rng.choice(HEIGHTS))
            check(scenario, found)
            apart += found._part.board.scenario is not scenario
    assert apart


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("size", [(1, 1), (1, 9), (9, 1), (2, 2), (7, 3)])
def test_h_08_the_narrowest_boards(field: MakeField, layout: Layout, size: tuple[int, int]) -> None:
    scenario = field("penance-2.0", size, layout).scenario
    board = scenario.board
    board.palette.append(PaletteEntry("#", ("wall",)))
    board.terrain[board.rows // 2, board.columns // 2] = 1
    fans = Fans(scenario)
    for origin in board.hexes():
        check(scenario, fans.fan(origin))


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("touched", [False, True])
def test_h_03_tracks_are_the_hexes_of_the_lines(layout: Layout, *, touched: bool) -> None:
    """Rows are walked in steps of their own; they hold what the line itself does."""
    lanes = Lanes(layout, 30, 40)
    rows = tracks(lanes, None, touched=touched)
    for y in (0, 1, 2, 15, 16, 17, 29):
        row = rows.row(y, 0, 0)
        for i in range(0, row.last.size, 7):
            x = row.x + i
            end = Hex(y, x) if layout in (Layout.ODD_Q, Layout.EVEN_Q) else Hex(x, y)
            line = sight_line(Hex(0, 0), end)
            met = [*line.crossed, *(line.touched if touched else ())]
            expected = sorted(lanes.move(lanes.step(at)) for at in met) or [0]
            assert sorted(row.lanes[row.first[i] : row.first[i + 1]].tolist()) == expected, end


def test_tracks_of_boards_too_large_to_keep_are_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sector, "MOST_CACHED", 100)
    rows = Tracks(Lanes(Layout.ODD_R, 60, 40), 100, touched=False)
    first = rows.row(3, 0, 9)
    assert rows.row(3, 2, 5) is first
    assert rows.row(3, -59, 5).x <= -59
    rows.row(35, 0, 0)
    again = rows.row(3, 0, 9)
    assert again is not first
    assert np.array_equal(again.lanes, first.lanes)


@pytest.mark.parametrize("ruleset", hex_rulesets())
def test_fans_of_boards_too_large_to_keep(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sector, "MOST_CACHED", 100)
    tracks.cache_clear()
    rng = random.Random(ruleset)  # noqa: S311
    scenario = random_scenario(rng, ruleset, size=45)
    check(scenario, Fans(scenario).fan(rng.choice(list(scenario.board.hexes()))))
    tracks.cache_clear()


def test_hs_15_features_at_the_edge_of_the_board_count(field: MakeField) -> None:
    ww2 = field("hexside-ww2", (6, 6))
    for at in list(ww2.board.hexes()):
        for direction in range(6):
            if not ww2.board.contains(hexside(at, direction).hexes[0]):
                ww2.board.hexsides[hexside(at, direction)] = ("hedgerow",)
    for label in ("A1", "F6", "A6", "C1"):
        check(ww2.scenario, Fans(ww2.scenario).fan(ww2.board.parse(label)))


def test_p2_04_a_wall_throws_a_shadow(field: MakeField) -> None:
    second = field("penance-2.0", (7, 7)).put("wall", "D3")
    found = fan(second.scenario, "D5")
    assert not found.visible[second.board.cell(second.board.parse("D1"))]
    assert found.blocked_by(second.board.parse("D1")) == second.board.parse("D3")
    assert found.blocked_by(second.board.parse("D3")) is None
    assert found.visible[second.board.cell(second.board.parse("D3"))]


def labels_seen(found: Fan) -> set[str]:
    told: list[str] = found.to_json()["visible"]
    return set(told)


def test_p1_08_steam_hides_what_is_beyond_it_in_a_fan(field: MakeField) -> None:
    first = field("penance-1.0", (7, 1)).lay("steam", "D1")
    assert labels_seen(fan(first.scenario, "A1")) == {"A1", "B1", "C1", "D1"}
    assert labels_seen(fan(first.scenario, "D1")) == {"A1", "B1", "C1", "D1", "E1", "F1", "G1"}


def test_ar_01_forests_add_up_in_a_fan(field: MakeField) -> None:
    arena = field("penance-arena", (7, 1)).put("forest", "A1", "B1", "D1")
    assert labels_seen(fan(arena.scenario, "A1")) == {"A1", "B1", "C1", "D1"}
    assert labels_seen(fan(arena.scenario, "C1")) == {"A1", "B1", "C1", "D1", "E1", "F1", "G1"}


def test_hs_15_a_hexside_that_blocks_is_named(field: MakeField) -> None:
    ww2 = field("hexside-ww2", (7, 7), Layout.ODD_Q).plant("hedgerow", "D4-D5")
    found = fan(ww2.scenario, "D6")
    assert found.blocked_by(ww2.board.parse("D3")) == hexside(ww2.board.parse("D5"), 0)


@pytest.mark.parametrize("reach", [0, 1, 2, 5])
def test_p2_02_a_range_leaves_out_what_is_further(field: MakeField, reach: int) -> None:
    second = field("penance-2.0", (15, 15)).put("wall", "H7")
    found, whole = fan(second.scenario, "H8", reach), fan(second.scenario, "H8")
    near = np.array([distance(found.origin, at) <= reach for at in second.board.hexes()], np.bool_).reshape(
        15, 15
    )
    assert int(near.sum()) == 1 + 3 * reach * (reach + 1)
    assert np.array_equal(found.visible, whole.visible & near)
    assert np.array_equal(found.blocked, whole.blocked & near)


def test_h_08_void_hexes_are_in_no_fan_and_stop_nothing(field: MakeField) -> None:
    second = field("penance-2.0", (7, 7)).put(VOID, "D4", "A1")
    found = fan(second.scenario, "D6")
    for label in ("D4", "A1"):
        cell = second.board.cell(second.board.parse(label))
        assert not found.visible[cell]
        assert not found.blocked[cell]
    assert int(found.visible.sum()) == 47
    with pytest.raises(ScenarioError, match="D4 is void"):
        fan(second.scenario, "D4")
    with pytest.raises(ScenarioError, match="A1 is void"):
        sight(second.scenario, "D6", "A1")


def test_the_region_is_the_hexes_that_are_seen(field: MakeField) -> None:
    second = field("penance-2.0", (9, 9)).put("wall", "D4", "F6")
    found = fan(second.scenario, "E5")
    hexes = second.board.hexes_of(found.visible)
    assert found.region.area == pytest.approx(sum(it.area for it in hex_polygons(hexes, second.board.layout)))
    for at in second.board.hexes():
        middle = shapely.Point(second.board.layout.centre(at))
        assert found.region.contains(middle) == (at in hexes)


def test_the_answer_has_the_shape_that_scripts_rely_on(field: MakeField) -> None:
    second = field("penance-2.0", (3, 3)).put("wall", "B2")
    told = fan(second.scenario, "A1", 3).to_json()
    assert told == {
        "origin": "A1",
        "range": 3,
        "visible": ["A1", "B1", "C1", "A2", "B2", "A3", "B3"],
        "blocked": ["C2", "C3"],
    }
    schema = json.loads(schema_text("fan"))
    Draft202012Validator(schema).validate({"schema": "fairground/fan/1", **told})


@pytest.mark.parametrize(
    ("origin", "error", "words"),
    [
        ("a1", GridError, "Did you mean 'A1'"),
        ("Z9", ScenarioError, "columns A to C and rows 1 to 3"),
        ("", GridError, "like C4"),
    ],
)
def test_bad_labels_are_refused(
    field: MakeField, origin: str, error: type[FairgroundError], words: str
) -> None:
    scenario = field("penance-2.0", (3, 3)).scenario
    with pytest.raises(error, match=words):
        fan(scenario, origin)
    with pytest.raises(error, match=words):
        sight(scenario, "A1", origin)


def test_hexes_off_the_board_and_negative_ranges_are_refused(field: MakeField) -> None:
    scenario = field("penance-2.0", (3, 3)).scenario
    with pytest.raises(ScenarioError, match="off the board"):
        Fans(scenario).fan(Hex(9, 9))
    with pytest.raises(UsageError, match="not -1"):
        fan(scenario, "A1", -1)


def test_bv_01_between_hexes_there_is_nothing_where_lines_run_between_bases() -> None:
    scenario = load("scenarios/broken-abbey.yaml")
    with pytest.raises(ScenarioError, match="base to base"):
        fan(scenario, "A1")
    with pytest.raises(ScenarioError, match="base to base"):
        sight(scenario, "A1", "B1")
    assert isinstance(fairground.core.fan(scenario, "A1"), BaseFan)
    assert isinstance(fairground.core.sight(scenario, "A1", "B1"), BaseSight)


def test_labels_and_hexes_are_the_same_to_the_public_functions(field: MakeField) -> None:
    second = field("penance-2.0", (5, 5)).put("wall", "C3")
    board = second.board
    by_label, by_hex = (
        sight(second.scenario, *ends) for ends in (("A1", "E5"), map(board.parse, ("A1", "E5")))
    )
    assert by_label == by_hex
    one, other = fan(second.scenario, "A1"), fan(second.scenario, board.parse("A1"))
    assert np.array_equal(one.visible, other.visible)

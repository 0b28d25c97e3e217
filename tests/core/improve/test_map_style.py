"""The style of a map: which edits fit into it, and which look as if another map had been cut in."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from fairground.core import variants
from fairground.core.grid.layout import Layout
from fairground.core.improve.map_style import MapStyle
from fairground.core.improve.variants.mutation import Mutations
from fairground.core.scenario.parts import Side, Zone
from fairground.core.scenario.zone_text import parse_shape
from tests.core.movement.drawing import drawn

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

MARKS = {
    ".": "clear",
    "r": "road",
    "p": "pond",
    "w": "woods",
    "#": "building",
    "1": "clear@1",
    "2": "clear@2",
}
#: A road from edge to edge, ponds of one and two hexes, and woods of four.
ROADSIDE = (
    ".........",
    ".p...ww..",
    ".....ww..",
    "rrrrrrrrr",
    "...ww....",
    "...ww..pp",
    ".........",
)


def board(*rows: str, zones: tuple[str, str] = ("row 1", "row 7")) -> Scenario:
    scenario = drawn(
        "hexside-ww2", *(" ".join(MARKS[mark] for mark in row) for row in rows), layout=Layout.ODD_R
    )
    scenario.sides = [Side("north"), Side("south")]
    scenario.zones = [
        Zone(side.id, side.id, parse_shape(text)) for side, text in zip(scenario.sides, zones, strict=True)
    ]
    return scenario


def painted(scenario: Scenario, **changes: str) -> Scenario:
    """Return the scenario with hexes that get the terrain of another hex: ``painted(it, C4="B2")``."""
    board = copy(scenario.board)
    board.terrain = board.terrain.copy()
    for at, like in changes.items():
        board.terrain[board.cell(board.parse(at))] = scenario.board.terrain[board.cell(board.parse(like))]
    return replace(scenario, board=board)


@pytest.mark.parametrize(
    ("changes", "is_kept"),
    [
        ({}, True),
        ({"E4": "B2"}, False),  # a pond on the road
        ({"A4": "B2"}, False),  # and on its end
        ({"E4": "A1"}, False),
        ({"D1": "B2"}, True),  # one more pond of a hex
        ({"C1": "A4"}, False),  # a road of one hex
        ({"H7": "D5"}, False),  # woods of one hex
        ({"F5": "D5"}, True),  # woods of five hexes
        ({"F5": "D5", "G5": "D5"}, False),  # and of six
        ({"D5": "A1"}, True),  # woods of three
        ({"D5": "A1", "E6": "A1"}, False),  # two
        ({"D5": "A1", "E5": "A1", "D6": "A1", "E6": "A1"}, False),  # and none
        ({"B2": "A1"}, True),  # a pond less
    ],
)
def test_groups_keep_the_sizes_of_the_map_and_roads_stay_whole(
    changes: dict[str, str],
    is_kept: bool,  # noqa: FBT001  # expected value
) -> None:
    scenario = board(*ROADSIDE)
    assert MapStyle(scenario).is_kept_by(painted(scenario, **changes)) is is_kept


def test_a_group_is_not_split_into_pieces_that_the_map_does_not_have() -> None:
    scenario = board(".......", "#######", ".......", zones=("row 1", "row 3"))
    assert not MapStyle(scenario).is_kept_by(painted(scenario, D2="A1"))
    gates = board(".......", "#######", "#......", "..##...", ".......", zones=("row 1", "row 5"))
    assert MapStyle(gates).is_kept_by(painted(gates, E2="A1"))


def test_levels_stay_between_those_of_the_map() -> None:
    scenario = board("..1..", ".....", "2....", zones=("row 1", "row 3"))
    for level, is_kept in ((0, True), (1, True), (2, True), (3, False), (-1, False)):
        hill = copy(scenario.board)
        hill.elevation = hill.elevation.copy()
        hill.elevation[1, 1] = level
        assert MapStyle(scenario).is_kept_by(replace(scenario, board=hill)) is is_kept


@pytest.mark.parametrize(
    ("text", "is_kept"),
    [
        ("A1-C1", True),
        ("row 1 & columns 1-4", True),
        ("row 1 & columns 1-2 | row 1 & columns 5-5", False),
        ("row 2 & columns 3-5", True),
    ],
)
def test_zones_stay_in_one_piece(text: str, is_kept: bool) -> None:  # noqa: FBT001  # expected value
    scenario = board(".....", ".....", ".....", zones=("row 1 & columns 1-3", "row 3"))
    text = text.replace("A1-C1", "row 1 & columns 1-3")
    drawn_anew = replace(scenario.zones[0], shape=parse_shape(text))
    after = replace(scenario, zones=[drawn_anew, *scenario.zones[1:]])
    assert MapStyle(scenario).is_kept_by(after) is is_kept


@pytest.mark.long
def test_no_variant_replaces_a_road_by_ponds() -> None:
    scenario = board(*ROADSIDE)
    found = variants(scenario, count=4, unit_class="squad", axes=("openness", "distance"))
    road = scenario.board.terrain == scenario.board.terrain[3, 0]
    assert found.mutants
    for it in found.mutants:
        assert it.changed.any()
        kinds = {it.scenario.board.palette[entry].kinds for entry in it.scenario.board.terrain[road].tolist()}
        assert kinds == {("road",)}
        assert MapStyle(scenario).is_kept_by(it.scenario)


def test_single_hexes_are_not_scattered() -> None:
    scenario = board(*ROADSIDE)
    style = MapStyle(scenario)
    assert style.is_kept_by(painted(scenario, D1="B2", I3="B2"))
    assert not style.is_kept_by(painted(scenario, D1="B2", I3="B2", H7="B2"))


def raised(scenario: Scenario, *labels: str, level: int = 1) -> Scenario:
    hills = copy(scenario.board)
    hills.elevation = hills.elevation.copy()
    for it in labels:
        hills.elevation[hills.cell(hills.parse(it))] = level
    return replace(scenario, board=hills)


def test_hills_keep_the_sizes_of_the_map() -> None:
    scenario = board(
        ".......", ".11....", ".12....", ".......", "......1", "......1", zones=("row 1", "row 6")
    )
    style = MapStyle(scenario)
    assert style.is_kept_by(raised(scenario, "E3", "E4"))
    assert not style.is_kept_by(raised(scenario, "E3"))  # a hill of one hex
    assert not style.is_kept_by(raised(scenario, "B2", "C2", "B3", "C3", level=0))  # a hill less
    assert style.is_kept_by(raised(scenario, "D2"))


@pytest.mark.long
def test_random_changes_out_of_style_make_no_variant(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = board(*ROADSIDE)
    ponds = painted(scenario, C4="B2", F4="B2")
    monkeypatch.setattr(Mutations, "changed", lambda *_: ponds)
    assert variants(scenario, count=2, unit_class="squad", axes=("openness", "distance")).mutants == ()
    # The style check alone keeps them out.
    monkeypatch.setattr(MapStyle, "is_kept_by", lambda *_: True)
    assert variants(scenario, count=2, unit_class="squad", axes=("openness", "distance")).mutants

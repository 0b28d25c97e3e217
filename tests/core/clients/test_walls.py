from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core.clients.walls import Blockers, SightStop, blockers, walls
from fairground.core.files import read_bytes
from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import hexside_between
from fairground.core.grid.layout import Layout
from fairground.core.grid.polygons import hexes_to_region
from fairground.core.scenario.board import VOID
from tests.core.clients.blocked_boards import blocked_board
from tests.core.clients.table_sight import compared, exact_walls

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from fairground.core.clients.walls import Wall
    from fairground.core.scenario.document import Scenario

LAYOUTS = st.sampled_from(list(Layout))
MASKS = st.lists(st.lists(st.booleans(), min_size=5, max_size=5), min_size=5, max_size=5).map(np.array)


def blocking(sight: np.ndarray, movement: np.ndarray) -> Blockers:
    return Blockers(sight, movement, {})


def scene(terrain: str, *, ruleset: str = "penance-2.0", more: str = "", layout: str = "odd-q") -> Scenario:
    """Return a scenario with ``#`` for what ends sight by the ruleset; ``more`` is the rest of the file."""
    rows = terrain.split()
    text = f"""\
format: fairground/1
name: Walls
ruleset: {ruleset}
board:
  layout: {layout}
  size: [{len(rows[0])}, {len(rows)}]
  palette: {{'.': clear, '#': {"wall" if ruleset.startswith("penance") else "building"}, '-': void}}
  terrain: |
{"".join(f"    {row}" + chr(10) for row in rows)}{more}"""
    reading = read_bytes(text.encode())
    assert reading.scenario is not None, reading.findings
    return reading.scenario


def made(scenario: Scenario) -> tuple[Wall, ...]:
    return walls(blockers(scenario), scenario.board.layout)


def is_closed(wall: Wall) -> bool:
    return wall.corners[0] == wall.corners[-1]


# -- outlines -------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(LAYOUTS, MASKS)
def test_outlines_are_closed_and_enclose_just_what_blocks(layout: Layout, mask: np.ndarray) -> None:
    found = walls(blocking(mask, np.zeros_like(mask)), layout)
    assert all(is_closed(wall) for wall in found)
    drawn = [[layout.corner_point(at) for at in wall.corners] for wall in found]
    # Rings of one union never cross: what lies in an odd number of them is inside.
    inside: BaseGeometry = shapely.Polygon()
    for ring in drawn:
        inside = inside.symmetric_difference(shapely.Polygon(ring))
    hexes = [layout.from_offset(int(column), int(row)) for row, column in np.argwhere(mask)]
    assert inside.symmetric_difference(hexes_to_region(hexes, layout)).area < 1e-9


@settings(max_examples=60, deadline=None)
@given(LAYOUTS, MASKS, MASKS)
def test_walls_of_all_kinds_together_leave_no_gap(
    layout: Layout, sight: np.ndarray, movement: np.ndarray
) -> None:
    found = walls(blocking(sight, movement), layout)
    for stops in (
        [wall for wall in found if wall.sight is SightStop.BEYOND],
        [wall for wall in found if wall.movement],
    ):
        # Where an outline passes a corner, one of its hexsides leads in and one out.
        ends = Counter(at for wall in stops for piece in wall.pieces for at in piece)
        assert set(ends.values()) <= {2}
    pieces = [frozenset(piece) for wall in found for piece in wall.pieces]
    assert len(pieces) == len(set(pieces))


def test_a_single_hex_has_six_hexsides_and_no_corner_to_spare() -> None:
    (wall,) = made(scene("... .#. ..."))
    assert len(wall.corners) == 7
    assert is_closed(wall)
    assert (wall.sight, wall.movement) == (SightStop.BEYOND, True)


def test_hexsides_between_two_blockers_are_no_walls() -> None:
    scenario = scene("... .#. .#. ...")
    (wall,) = made(scenario)
    assert len(list(wall.pieces)) == 10
    between = hexside_between(scenario.board.parse("B2"), scenario.board.parse("B3"))
    assert frozenset(between.corners) not in {frozenset(it) for it in wall.pieces}


def test_a_hole_has_an_outline_of_its_own() -> None:
    scenario = scene("##### ##.## #####", layout="odd-r")
    assert len(made(scenario)) == 2


def test_what_blocks_at_the_edge_of_the_board_is_closed_too() -> None:
    (wall,) = made(scene("#.. ... ..."))
    assert is_closed(wall)


# -- what blocks ----------------------------------------------------------------------------------------------


def test_void_hexes_stop_movement_and_not_sight() -> None:
    (wall,) = made(scene("... .-. ..."))
    assert (wall.sight, wall.movement) == (SightStop.NOWHERE, True)


def test_between_two_hexes_that_stop_units_a_wall_ends_sight_alone() -> None:
    scenario = scene("... .#. .-. ...")
    kinds = Counter((wall.sight, wall.movement) for wall in made(scenario) for _ in wall.pieces)
    assert kinds == {
        (SightStop.BEYOND, True): 5,
        (SightStop.BEYOND, False): 1,
        (SightStop.NOWHERE, True): 5,
    }


def test_movement_left_aside_outlines_of_what_ends_sight_are_in_one_piece() -> None:
    scenario = scene("... .#. .-. ...")
    (wall,) = walls(blockers(scenario), scenario.board.layout, movement=False)
    assert is_closed(wall)
    assert not wall.movement


def test_terrain_that_ends_sight_and_lets_units_in_is_a_wall_for_sight_alone() -> None:
    scenario = scene(
        "... ... ...",
        more="  effects_palette: {'.': [], s: smoke}\n  effects: |\n    ...\n    .s.\n    ...\n",
    )
    (wall,) = made(scenario)
    assert (wall.sight, wall.movement) == (SightStop.BEYOND, False)


def test_features_that_block_are_single_walls() -> None:
    hedgerow = "  hexsides: |\n    B2 N hedgerow\n"
    (wall,) = made(scene("... ... ...", ruleset="hexside-ww2", more=hedgerow))
    assert not is_closed(wall)
    assert len(wall.corners) == 2
    assert (wall.sight, wall.movement) == (SightStop.HERE, False)


def test_features_that_cannot_be_crossed_stop_movement_too() -> None:
    more = "  hexsides: |\n    B2 N hedgerow\nrules: {hexsides.hedgerow.passable: false}\n"
    (wall,) = made(scene("... ... ...", ruleset="hexside-ww2", more=more))
    assert (wall.sight, wall.movement) == (SightStop.HERE, True)


def test_features_that_only_slow_are_no_walls() -> None:
    assert not made(scene("... ... ...", ruleset="hexside-ww2", more="  hexsides: |\n    B2 N hedge\n"))


def test_a_feature_on_an_outline_is_one_wall_with_it() -> None:
    scenario = scene("... .#. ...", ruleset="hexside-ww2", more="  hexsides: |\n    B2 N hedgerow\n")
    kinds = Counter(wall.sight for wall in made(scenario) for _ in wall.pieces)
    assert kinds == {SightStop.BEYOND: 5, SightStop.HERE: 1}
    told = "units beside 1 hexside should see across, but walls block everyone"
    assert told in blockers(scenario).losses


def test_cliffs_stop_movement_between_hexes_that_can_be_entered() -> None:
    scenario = scene("... ... ...", ruleset="megamek")
    scenario.board.elevation[1, 1] = 9
    found = blockers(scenario)
    assert all(stops == (False, True) for stops in found.hexsides.values())
    assert len(found.hexsides) == 6
    scenario.board.elevation[1, 1] = 1
    assert not blockers(scenario).hexsides


def test_what_names_mean_is_the_rulesets() -> None:
    scenario = scene("... .#. ...")
    scenario.board.palette[1] = scenario.board.palette[1].__class__("#", ("no-such-terrain",))
    assert not blockers(scenario).sight.any()


# -- what walls cannot say ------------------------------------------------------------------------------------


def test_losses_count_what_does_not_fit() -> None:
    scenario = scene("... .#. ...", ruleset="megamek")
    scenario.board.elevation[0, 0] = 1
    told = " | ".join(blockers(scenario).losses)
    assert "1 hex should block sight up to a certain level" in told
    assert "1 hex may block sight by height, but no walls are added" in told


def test_where_levels_do_not_matter_nothing_is_said_of_them() -> None:
    scenario = scene("... .#. ...", ruleset="penance-2.0")
    scenario.board.elevation[0, 0] = 1
    assert blockers(scenario).losses == ()


# -- rays -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruleset", "kind"), [("penance-1.0", "wall"), ("megamek", "building")])
def test_rays_against_the_walls_agree_with_sight_but_for_ties(ruleset: str, kind: str) -> None:
    rng = random.Random(20)  # noqa: S311  # boards, no secrets
    found = [
        it
        for layout in Layout
        for it in compared(blocked_board(rng, layout, ruleset=ruleset, kind=kind, size=(6, 6)))
    ]
    different = [it for it in found if it.seen != it.clear]
    assert len(different) <= len(found) / 100, "\n".join(map(str, different))
    # The rest run along walls or through the ends of them.
    assert all(it.is_tie for it in different), "\n".join(map(str, different))
    assert {it.clear for it in found} == {True, False}
    assert sum(it.is_tie for it in found) > 20


def test_a_ray_into_a_blocker_is_seen_and_one_through_it_is_not() -> None:
    scenario = scene("..... ..#.. .....", layout="odd-r")
    barriers = exact_walls(scenario)
    a, b, c = Hex(0, 1), Hex(2, 1), Hex(4, 1)
    assert not barriers.ray((3 * a.q, 3), (3 * b.q, 3)).left
    assert barriers.ray((3 * a.q, 3), (3 * c.q, 3)).left


def test_void_is_seen_over() -> None:
    scenario = scene("..... ..-.. .....", layout="odd-r")
    assert VOID in scenario.board.palette[2].kinds
    assert all(it.seen and it.clear for it in compared(scenario))

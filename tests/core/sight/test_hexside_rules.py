"""The sight of ``hexside-ww2``, row by row, each on a small board of its own.

On these boards, which are ``odd-r`` where nothing else is said, the line from C2 to C4 runs along the hexside between D3 on
its left and C3 on its right; from C2 to C6 it goes on through C4 and between D5 and C5. From B3 to H3 it crosses the
hexes of the row between them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core import fan, load, sight, visibility

if TYPE_CHECKING:
    from pathlib import Path

    from tests.core.sight.conftest import Field, MakeField

WW2 = "hexside-ww2"
BLOCKING = ("woods", "jungle", "building")
HINDERING = ("orchard", "hay-stack", "palm-grove", "crops")


@pytest.fixture
def ww2(field: MakeField) -> Field:
    return field(WW2)


# -- hexes that block -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", BLOCKING)
def test_hs_01_a_blocking_hex_on_the_line_blocks(ww2: Field, kind: str) -> None:
    ww2.put(kind, "E3")
    assert not ww2.sees("B3", "H3")
    assert ww2.blocked_by("B3", "H3") == ["E3"]
    assert ww2.sees("B3", "E3")
    assert ww2.sees("E3", "H3")


@pytest.mark.parametrize("levels", [(2, 2), (2, 1), (2, 0), (0, 0)])
def test_hs_01_woods_on_the_ground_block_whatever_the_levels_of_the_ends(
    ww2: Field, levels: tuple[int, int]
) -> None:
    ww2.put("woods", "E3").raise_to(levels[0], "B3").raise_to(levels[1], "H3")
    assert not ww2.sees("B3", "H3")


def test_hs_01_a_corner_of_a_blocking_hex_is_no_portion_of_it(ww2: Field) -> None:
    ww2.put("building", "D4", "F3")
    assert ww2.sees("C3", "G4")
    assert not ww2.put("building", "E4").sees("C3", "G4")


@pytest.mark.parametrize("sides", [("D3", "C3"), ("D3", "C5"), ("C3", "D5"), ("D5", "C5")])
def test_hs_02_blocking_hexes_on_both_sides_block_adjacent_or_not(ww2: Field, sides: tuple[str, str]) -> None:
    ww2.put("building", *sides)
    assert not ww2.sees("C2", "C6")
    assert ww2.blocked_by("C2", "C6") == sorted(sides, key=lambda label: label[1])


def test_hs_02_a_building_on_one_side_and_a_hill_on_the_other_block_together(ww2: Field) -> None:
    ww2.put("building", "D3")
    assert ww2.sees("C2", "C6")
    ww2.raise_to(1, "C5")
    assert not ww2.sees("C2", "C6")


def test_hs_02_each_side_is_judged_as_a_whole_with_what_is_crossed(ww2: Field) -> None:
    ww2.raise_to(2, "C2").raise_to(1, "C4")
    assert ww2.sees("C2", "C6")
    # A second hex of the slope on the left makes it too long there, and the right is still free.
    ww2.raise_to(1, "D3")
    assert ww2.sees("C2", "C6")
    ww2.raise_to(1, "C5")
    assert not ww2.sees("C2", "C6")


def test_hs_02_a_blocking_hex_crossed_blocks_a_hexside_line_by_itself(ww2: Field) -> None:
    assert not ww2.put("woods", "C4").sees("C2", "C6")


# -- hindrances beside the line -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", HINDERING)
@pytest.mark.parametrize("opposite", [*BLOCKING, *HINDERING])
def test_hs_03_a_hindrance_opposite_something_hinders(ww2: Field, kind: str, opposite: str) -> None:
    ww2.put(kind, "D3").put(opposite, "C3")
    assert ww2.modifiers("C2", "C4") == (1, 1)


def test_hs_03_they_need_not_be_adjacent(ww2: Field) -> None:
    assert ww2.put("orchard", "D3").put("building", "C5").modifiers("C2", "C6") == (1, 1)


@pytest.mark.parametrize("kind", [*BLOCKING, *HINDERING])
@pytest.mark.parametrize("side", ["C3", "D3"])
def test_hs_04_on_one_side_only_nothing_blocks_or_hinders(ww2: Field, kind: str, side: str) -> None:
    assert ww2.put(kind, side).modifiers("C2", "C4") == (0, 0)


def test_hs_04_several_on_the_same_side_do_neither(ww2: Field) -> None:
    assert ww2.put("building", "D3").put("orchard", "D5").modifiers("C2", "C6") == (0, 0)


@pytest.mark.parametrize("feature", ["hedge", "wall"])
def test_hs_05_a_hedge_or_wall_along_the_line_hinders(ww2: Field, feature: str) -> None:
    assert ww2.plant(feature, "C3-D3").modifiers("C2", "C4") == (1, 1)
    assert ww2.plant(feature, "C5-D5").modifiers("C2", "C6") == (2, 2)


def test_hs_05_a_hedgerow_along_the_line_blocks(ww2: Field) -> None:
    ww2.plant("hedgerow", "C3-D3")
    assert not ww2.sees("C2", "C4")
    (side,) = ww2.blocked_by("C2", "C4")
    assert side[0] in ("C3", "D3")


def test_hs_06_once_a_hedge_hinders_every_hindrance_beside_the_line_counts(ww2: Field) -> None:
    ww2.plant("hedge", "C3-D3").put("orchard", "D3")
    assert ww2.modifiers("C2", "C6") == (2, 2)
    assert ww2.put("orchard", "D5", "C5").modifiers("C2", "C6") == (4, 4)


def test_hs_06_with_a_blocker_opposite_every_hindrance_counts(ww2: Field) -> None:
    assert ww2.put("building", "D3").put("orchard", "C3", "C5").modifiers("C2", "C6") == (2, 2)


def test_hs_06_a_hill_that_blocks_by_itself_is_such_a_blocker(ww2: Field) -> None:
    ww2.put("orchard", "C3", "C5").raise_to(1, "D3")
    assert ww2.modifiers("C2", "C6") == (2, 2)
    # Between level 2 and the ground it is a slope, which by itself does not block.
    assert ww2.raise_to(2, "C2").modifiers("C2", "C6") == (0, 0)


def test_hs_06_hexes_that_block_together_only_are_no_such_blocker(ww2: Field) -> None:
    ww2.put("orchard", "C3").raise_to(2, "C2").raise_to(1, "C4", "D3")
    # On the left the slope is too long with the hex crossed, and neither of the two blocks by itself.
    assert ww2.modifiers("C2", "C6") == (0, 0)


def test_hs_06_hindrances_on_both_sides_count_one_less_than_there_are(ww2: Field) -> None:
    assert ww2.put("orchard", "D3", "C5").modifiers("C2", "C6") == (1, 1)
    assert ww2.put("orchard", "D5").modifiers("C2", "C6") == (2, 2)
    assert ww2.put("orchard", "C3").modifiers("C2", "C6") == (3, 3)


def test_hs_06_what_is_crossed_counts_beside_it_and_does_not_make_one_side_count(ww2: Field) -> None:
    assert ww2.put("orchard", "C4").modifiers("C2", "C6") == (1, 1)
    assert ww2.put("orchard", "D3").modifiers("C2", "C6") == (1, 1)
    assert ww2.put("orchard", "C5").modifiers("C2", "C6") == (2, 2)


def test_hs_06_a_hedge_crossed_counts_with_the_rest(ww2: Field) -> None:
    ww2.plant("hedge", "C3-D3", "C4-D4", "C4-C5", "C4-D5")
    # Along one, and out of C4 through the corner of two.
    assert ww2.modifiers("C2", "C6") == (2, 2)


# -- hindrances crossed ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", HINDERING)
def test_hs_07_hindrances_crossed_add_up(ww2: Field, kind: str) -> None:
    assert ww2.put(kind, "C3").modifiers("B3", "H3") == (1, 1)
    assert ww2.put(kind, "E3", "F3").modifiers("B3", "H3") == (3, 3)


def test_hs_07_the_target_s_own_hex_counts_and_the_firer_s_does_not(ww2: Field) -> None:
    ww2.put("orchard", "H3")
    assert ww2.modifiers("B3", "H3") == (1, 0)
    assert ww2.modifiers("G3", "H3") == (1, 0)
    assert ww2.put("orchard", "B3").modifiers("B3", "H3") == (1, 1)


@pytest.mark.parametrize(("smoke", "amount"), [("smoke-1", 1), ("smoke-2", 2)])
def test_hs_07_smoke_hinders_by_its_thickness(ww2: Field, smoke: str, amount: int) -> None:
    assert ww2.lay(smoke, "D3").modifiers("B3", "H3") == (amount, amount)
    assert ww2.lay(smoke, "H3").modifiers("B3", "H3") == (2 * amount, amount)


def test_hs_07_smoke_in_an_orchard_adds_to_it(ww2: Field) -> None:
    assert ww2.put("orchard", "E3").lay("smoke-2", "E3").modifiers("B3", "H3") == (3, 3)


def test_hs_07_corners_do_not_hinder(ww2: Field) -> None:
    assert ww2.put("orchard", "D4", "F3").modifiers("C3", "G4") == (0, 0)


# -- features of hexsides crossed -----------------------------------------------------------------------------


@pytest.mark.parametrize("feature", ["hedge", "wall"])
def test_hs_08_a_hedge_or_wall_crossed_hinders(ww2: Field, feature: str) -> None:
    assert ww2.plant(feature, "D3-E3").modifiers("B3", "H3") == (1, 1)
    assert ww2.plant(feature, "F3-G3").modifiers("B3", "H3") == (2, 2)


@pytest.mark.parametrize("feature", ["hedge", "wall"])
def test_hs_08_one_on_the_firer_s_own_hex_is_free(ww2: Field, feature: str) -> None:
    ww2.plant(feature, "B3-C3")
    assert ww2.modifiers("B3", "H3") == (0, 1)
    # To the hex behind it, it is on the firer's own hex from either side.
    assert ww2.modifiers("B3", "C3") == (0, 0)


def test_hs_08_sight_stays_mutual(ww2: Field) -> None:
    ww2.plant("hedge", "B3-C3")
    assert ww2.sight("B3", "H3").clear
    assert ww2.sight("H3", "B3").clear


def test_hs_09_through_a_corner_both_hexsides_must_carry_it(ww2: Field) -> None:
    ww2.plant("hedge", "C2-C3")
    assert ww2.modifiers("C2", "C4") == (0, 0)
    ww2.plant("hedge", "C2-D3")
    assert ww2.modifiers("C2", "C4") == (0, 1)
    assert ww2.modifiers("C4", "C2") == (1, 0)


def test_hs_09_through_a_corner_on_the_way(ww2: Field) -> None:
    """From C3 to G4 the line goes from D3 to E3 by the corner that they have in common with D4."""
    assert ww2.plant("hedge", "D3-E3").modifiers("C3", "G4") == (0, 0)
    assert ww2.plant("hedge", "D3-D4").modifiers("C3", "G4") == (1, 1)
    # With the third one both hexes have theirs, and it is one hedge that is crossed.
    assert ww2.plant("hedge", "E3-D4").modifiers("C3", "G4") == (1, 1)


def test_hs_09_the_hedge_of_a_hex_that_is_only_touched_is_not_crossed(ww2: Field) -> None:
    assert ww2.plant("hedge", "D3-D4", "E3-D4").modifiers("C3", "G4") == (0, 0)


def test_hs_09_a_wall_and_a_hedge_at_a_corner_are_one_obstacle(ww2: Field) -> None:
    ww2.plant("wall", "C2-C3").plant("hedge", "C2-D3")
    assert ww2.modifiers("C2", "C4") == (0, 1)
    assert ww2.modifiers("C4", "C2") == (1, 0)


def test_hs_09_of_a_hedge_and_a_hedgerow_the_hedge_counts(ww2: Field) -> None:
    # The line leaves D3 at the corner on its way from A3, beyond the hexes of both ends.
    assert ww2.plant("hedge", "D3-D4").modifiers("C3", "G4") == (0, 0)
    ww2.plant("hedgerow", "D3-E3")
    assert ww2.sight("C3", "G4").clear
    assert ww2.modifiers("C3", "G4") == (1, 1)
    # Straight on there is the hedgerow, and around it the hedge and a wall: both hexes have theirs.
    assert ww2.plant("wall", "E3-D4").modifiers("C3", "G4") == (2, 2)


def test_hs_09_three_different_obstacles_at_a_corner_are_one_where_the_line_goes_straight_on(
    ww2: Field,
) -> None:
    ww2.plant("hedge", "D3-D4").plant("wall", "D3-E3").plant("hedgerow", "E3-D4")
    assert ww2.modifiers("C3", "G4") == (1, 1)


@pytest.mark.parametrize(("second", "clear"), [("fence", "no"), ("hedge", "yes"), (None, "yes")])
def test_hs_09_two_different_obstacles_that_both_block_do_block(
    tmp_path: Path, second: str | None, clear: str
) -> None:
    (tmp_path / "rules.yaml").write_text(
        "format: fairground-ruleset/1\nextends: hexside-ww2\nid: fenced\ntitle: Fenced\nversion: '1'\n"
        "description: With fences.\nhexsides:\n"
        "  fence: {name: Fence, description: High boards., tile: wall, symbol: f, blocks_sight: true}\n",
        encoding="utf-8",
    )
    sides = ["D3 SE hedgerow"] + [f"D3 E {second}"] * (second is not None)
    (tmp_path / "map.yaml").write_text(
        "format: fairground/1\nname: Corner\nruleset: rules.yaml\nboard:\n  layout: odd-r\n  size: [8, 6]\n"
        "  palette: {'.': clear}\n  terrain: |\n"
        + "    ........\n" * 6
        + "  hexsides: |\n"
        + "".join(f"    {it}\n" for it in sides),
        encoding="utf-8",
    )
    scenario = load(tmp_path / "map.yaml")
    for start, end in (("C3", "G4"), ("G4", "C3")):
        assert sight(scenario, start, end).clear == (clear == "yes")
        assert fan(scenario, start).visible[scenario.board.cell(scenario.board.parse(end))] == (
            clear == "yes"
        )
        assert visibility(scenario).sees(start, end) == (clear == "yes")


def test_hs_09_as_an_option_one_hexside_is_enough(field: MakeField) -> None:
    ww2 = field(WW2, overrides={"sight.corner_hexside": "any"})
    assert ww2.plant("hedge", "C2-C3").modifiers("C2", "C4") == (0, 1)
    assert ww2.plant("hedge", "D3-E3").modifiers("C3", "G4") == (1, 1)


# -- cover ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "amount"),
    [("clear", 0), ("woods", 2), ("jungle", 2), ("building", 3), ("stream", 1), ("gully", 1), ("road", 0)],
)
def test_hs_10_cover_of_the_target_s_hex(ww2: Field, kind: str, amount: int) -> None:
    seen = ww2.put(kind, "H3").sight("B3", "H3")
    assert (seen.cover, seen.hindrance) == ((amount, 0), (0, 0))


def test_hs_10_a_bridge_takes_units_out_of_the_stream(ww2: Field) -> None:
    assert ww2.put(("stream", "bridge"), "H3").modifiers("B3", "H3") == (0, 0)


def test_hs_10_an_orchard_is_a_hindrance_and_no_cover(ww2: Field) -> None:
    seen = ww2.put("orchard", "H3").sight("B3", "H3")
    assert (seen.cover.to, seen.hindrance.to) == (0, 1)


def test_hs_10_a_stream_on_the_way_gives_nothing(ww2: Field) -> None:
    assert ww2.put("stream", "G3").modifiers("B3", "H3") == (0, 0)


# -- hills ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "between", "end", "sees"),
    [
        (0, 1, 0, False),
        (0, 2, 0, False),
        (1, 2, 1, False),
        (2, 2, 0, False),
        (2, 1, 0, True),
        (2, 1, 1, True),
        (2, 0, 0, True),
        (1, 0, 0, True),
        (2, 2, 2, True),
    ],
)
def test_hs_11_a_hill_hex_between(ww2: Field, start: int, between: int, end: int, *, sees: bool) -> None:
    ww2.raise_to(start, "B3").raise_to(between, "E3").raise_to(end, "H3")
    assert ww2.sees("B3", "H3") == sees


def test_hs_11_a_slope_of_two_hexes_blocks(ww2: Field) -> None:
    ww2.raise_to(2, "B3").raise_to(1, "C3")
    assert ww2.sees("B3", "H3")
    ww2.raise_to(1, "F3")
    assert not ww2.sees("B3", "H3")
    assert ww2.blocked_by("B3", "H3") == ["C3", "F3"]


def test_hs_12_same_level_across_hills_of_that_level_or_lower(ww2: Field) -> None:
    ww2.raise_to(1, "B3", "H3", "C3", "D3", "F3")
    assert ww2.sees("B3", "H3")
    ww2.raise_to(2, "F3")
    assert not ww2.sees("B3", "H3")


def test_hs_13_hills_on_one_side_of_the_line_do_not_block(ww2: Field) -> None:
    ww2.raise_to(2, "D3", "D5")
    assert ww2.modifiers("C2", "C6") == (0, 0)
    ww2.raise_to(1, "C5")
    assert not ww2.sees("C2", "C6")


def test_hs_14_a_crest_hides_what_is_behind_it_on_the_same_level(ww2: Field) -> None:
    ww2.raise_to(1, "H3")
    assert ww2.sees("B3", "H3")
    ww2.raise_to(1, "G3")
    assert not ww2.sees("B3", "H3")
    assert ww2.blocked_by("B3", "H3") == ["G3"]


# -- hedgerows ------------------------------------------------------------------------------------------------


def test_hs_15_a_hedgerow_blocks_beyond_the_hex_behind_it(ww2: Field) -> None:
    ww2.plant("hedgerow", "D3-E3")
    assert not ww2.sees("B3", "H3")
    assert ww2.blocked_by("B3", "H3")[0] in (["D3", "E"], ["E3", "W"])
    assert ww2.sees("B3", "E3")
    assert ww2.sees("D3", "H3")
    assert ww2.sees("D3", "E3")
    assert not ww2.sees("C3", "F3")


def test_hs_15_through_a_corner_it_blocks_when_both_hexsides_carry_it(ww2: Field) -> None:
    assert ww2.plant("hedgerow", "D3-E3").sees("C3", "G4")
    assert not ww2.plant("hedgerow", "D3-D4").sees("C3", "G4")


def test_hs_15_one_round_the_unit_s_own_hex_is_seen_over_at_the_corner_too(ww2: Field) -> None:
    assert ww2.plant("hedgerow", "C2-C3", "C2-D3").sees("C2", "C4")
    assert ww2.modifiers("C2", "C4") == (0, 1)

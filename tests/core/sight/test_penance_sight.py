"""The sight and cover of the Penance rulesets, row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.core.sight.conftest import Field, MakeField


@pytest.fixture
def second(field: MakeField) -> Field:
    return field("penance-2.0")


@pytest.mark.parametrize(
    ("kind", "sees"),
    [
        ("wall", False),
        ("building", False),
        ("cliff", False),
        ("dense-forest", False),
        ("forest", True),
        ("rubble", True),
        ("water", True),
        ("ice", True),
        ("fortress-wall", True),
        ("clear", True),
    ],
)
def test_p2_04_what_blocks(second: Field, kind: str, *, sees: bool) -> None:
    assert second.put(kind, "E3").sees("B3", "H3") == sees


def test_p2_04_units_never_block(second: Field) -> None:
    assert second.post("two", "D3", "E3").sees("B3", "H3")


def test_p2_05_the_three_diagrams(field: MakeField) -> None:
    assert not field("penance-2.0").put("wall", "C3").sees("B3", "D3")
    assert field("penance-2.0").put("rubble", "C3").modifiers("B3", "D3") == (1, 1)
    assert field("penance-2.0").post("two", "C3").sees("B3", "D3")


def test_p2_06_cover_of_the_target_s_own_hex(second: Field) -> None:
    assert second.put("forest", "H3").modifiers("B3", "H3") == (1, 0)
    assert second.put("fortress-wall", "H3").modifiers("B3", "H3") == (2, 0)


def test_p2_06_cover_beside_the_target_that_the_line_passes(second: Field) -> None:
    assert second.put("rubble", "G3").modifiers("B3", "H3") == (1, 0)
    # Next to the target, and nowhere near the line; on the line, and not next to the target.
    assert second.put("fortress-wall", "H4", "E3", "F3", "D3").modifiers("B3", "H3") == (1, 0)


def test_p2_06_the_firer_s_own_hex_gives_none(second: Field) -> None:
    assert second.put("forest", "G3").modifiers("G3", "H3") == (0, 1)


@pytest.mark.parametrize("where", ["C3", "E3", "G3"])
def test_p2_06_a_unit_between_gives_light_cover_on_open_ground_too(second: Field, where: str) -> None:
    assert second.post("two", where).modifiers("B3", "H3") == (1, 1)


def test_p2_06_units_at_the_ends_and_beside_the_line_give_none(second: Field) -> None:
    assert second.post("two", "B3", "H3", "E4").modifiers("B3", "H3") == (0, 0)
    assert second.post("two", "D3", "C3").modifiers("C2", "C4") == (0, 0)


@pytest.mark.parametrize(
    ("units", "expected"),
    [("any", (1, 1)), ("enemy", (0, 1)), ("none", (0, 0))],
    ids=["any", "enemy", "none"],
)
def test_c_19_which_units_give_cover(field: MakeField, units: str, expected: tuple[int, int]) -> None:
    board = field("penance-2.0", overrides={"cover.units": units})
    assert board.post("one", "B3", "E3").post("two", "H3").modifiers("B3", "H3") == expected


@pytest.mark.parametrize(("reach", "expected"), [("in", (0, 0)), ("adjacent", (1, 0))])
def test_c_01_the_reach_of_cover(field: MakeField, reach: str, expected: tuple[int, int]) -> None:
    board = field("penance-2.0", overrides={"cover.reach": reach})
    assert board.put("rubble", "G3").modifiers("B3", "H3") == expected


def test_p2_07_cover_does_not_stack(second: Field) -> None:
    second.put("forest", "H3").put("fortress-wall", "G3").post("two", "E3")
    assert second.modifiers("B3", "H3") == (2, 1)


def test_p2_07_as_an_option_it_does_and_the_lesser_side_is_that_of_the_lesser_sum(field: MakeField) -> None:
    board = field("penance-2.0", overrides={"cover.stacks": True})
    board.put("forest", "H3").put("fortress-wall", "G3").post("two", "E3")
    assert board.modifiers("B3", "H3") == (4, 1)
    board.put(("rubble", "cover", "forest"), "D3").put("fortress-wall", "C3")
    assert board.modifiers("C2", "C4") == (2, 2)


@pytest.mark.parametrize("level", [1, 2])
def test_p2_08_from_higher_ground_cover_is_ignored(second: Field, level: int) -> None:
    second.put("forest", "H3", "B3").post("two", "E3").raise_to(level, "B3")
    assert second.modifiers("B3", "H3") == (0, 1)


def test_p2_09_levels_do_not_block(second: Field) -> None:
    assert second.raise_to(2, "C3", "E3").sees("B3", "H3")


@pytest.mark.parametrize("effect", ["smoke", "steam"])
def test_p1_09_smoke_and_steam_are_seen_into_and_not_through(field: MakeField, effect: str) -> None:
    """Steam: rule P1-08."""
    board = field("penance-1.0").lay(effect, "E3")
    assert not board.sees("B3", "H3")
    assert board.sees("B3", "E3")
    assert board.sees("E3", "H3")


def test_p1_05_partial_cover_is_that_of_the_target_s_hex(field: MakeField) -> None:
    board = field("penance-1.0").put("cover", "H3", "G3")
    assert board.sight("B3", "H3").cover == (-1, 0)
    assert board.sight("B3", "F3").cover == (0, 0)


def test_ar_01_sight_is_lost_through_two_forests_adjacent_or_not(field: MakeField) -> None:
    arena = field("penance-arena").put("forest", "B3", "H3", "C3")
    assert arena.sees("B3", "H3")
    arena.put("forest", "F3")
    assert not arena.sees("B3", "H3")
    assert arena.blocked_by("B3", "H3") == ["F3"]
    assert arena.sight("B3", "H3").opacities == {"forest": 2}


@pytest.mark.parametrize(("kind", "sees"), [("wall", False), ("lava", True), ("difficult", True)])
def test_p1_01_what_bars_the_way_bars_the_view(field: MakeField, kind: str, *, sees: bool) -> None:
    """Lava and difficult ground can be entered."""
    board = field("penance-1.0").put(kind, "E3")
    assert board.sees("B3", "H3") == sees
    if not sees:
        assert board.blocked_by("B3", "H3") == ["E3"]


@pytest.mark.parametrize("effect", ["smoke", "steam"])
def test_p2_26_smoke_and_steam_are_those_of_1_0(second: Field, effect: str) -> None:
    second.lay(effect, "E3")
    assert not second.sees("B3", "H3")
    assert second.sees("B3", "E3")


def test_ar_07_pillars_hide_and_cover_who_stands_at_them(field: MakeField) -> None:
    arena = field("penance-arena").put("pillar", "E3")
    assert arena.blocked_by("B3", "H3") == ["E3"]
    assert arena.sight("B3", "E3").cover == (2, 0)
    assert arena.put("forest", "E3").sight("B3", "E3").cover == (1, 0)


@pytest.mark.parametrize("where", ["H3", "G3"])
def test_c_08_heavy_cover_is_not_held_down_to_one(second: Field, where: str) -> None:
    assert second.put("fortress-wall", where).sight("B3", "H3").cover == (2, 0)


@pytest.mark.parametrize(
    ("kind", "between", "inside"),
    [("wall", None, 0), ("fortress-wall", 0, 2), ("dense-forest", None, 2), ("forest", 0, 1)],
)
def test_c_11_walls_and_dense_forest_hide_and_fortress_walls_cover(
    second: Field, kind: str, between: int | None, inside: int
) -> None:
    second.put(kind, "E3")
    found = second.sight("B3", "H3")
    assert (found.cover.to if found.clear else None) == between
    assert second.sight("B3", "E3").cover == (inside, 0)


@pytest.mark.parametrize(("kind", "cover"), [("water", 0), ("cover", -1), ("rubble-pile", -1), ("ice", 0)])
def test_c_17_drifts_and_piles_of_rubble_cover_water_and_ice_do_not(
    field: MakeField, kind: str, cover: int
) -> None:
    assert field("penance-1.0").put(kind, "E3").sight("B3", "E3").cover == (cover, 0)

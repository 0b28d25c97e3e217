"""The sight of ``megamek``, row by row; units are as high as ``heights`` says, a walker 1 and a vehicle 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.core.sight.conftest import Field, MakeField

WALKERS, VEHICLES = (1, 1), (0, 0)


@pytest.fixture
def megamek(field: MakeField) -> Field:
    return field("megamek")


# -- heights --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "heights", "sees"),
    [(1, VEHICLES, False), (1, WALKERS, True), (2, WALKERS, False), (1, (0, 1), True), (0, VEHICLES, True)],
)
def test_mm_01_a_hill_between_blocks_when_it_is_above_both(
    megamek: Field, level: int, heights: tuple[int, int], *, sees: bool
) -> None:
    assert megamek.raise_to(level, "E3").sees("B3", "H3", heights) == sees


@pytest.mark.parametrize(("beside", "sees"), [("C3", False), ("G3", True), ("E3", True)])
def test_mm_01_next_to_an_end_it_blocks_when_it_is_above_that_end(
    megamek: Field, beside: str, *, sees: bool
) -> None:
    megamek.raise_to(1, beside)
    assert megamek.sees("B3", "H3", (0, 1)) == sees


def test_mm_01_the_levels_of_the_ends_count(megamek: Field) -> None:
    megamek.raise_to(3, "B3", "E3").raise_to(2, "H3")
    assert megamek.sees("B3", "H3", VEHICLES)
    assert not megamek.raise_to(3, "G3").sees("B3", "H3", VEHICLES)


def test_mm_01_a_unit_in_water_stands_on_its_floor(megamek: Field) -> None:
    megamek.raise_to(1, "E3").put("water-1", "B3", "H3")
    assert megamek.sees("B3", "H3", (2, 2))
    assert not megamek.sees("B3", "H3", WALKERS)


def test_mm_01_of_water_between_the_surface_counts(megamek: Field) -> None:
    megamek.raise_to(1, "E3").put("water-3", "E3")
    assert not megamek.sees("B3", "H3", VEHICLES)


def test_mm_01_a_building_is_as_high_as_its_hex_and_itself(megamek: Field) -> None:
    megamek.put(("building", "bldg_elev-2"), "E3")
    assert not megamek.sees("B3", "H3", WALKERS)
    assert megamek.sees("B3", "H3", (2, 2))
    assert not megamek.raise_to(1, "E3").sees("B3", "H3", (2, 2))


# -- what dims ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stack", "height"),
    [
        (("woods-2", "foliage_elev-1"), 1),
        (("woods-2",), 2),
        (("jungle-2", "foliage_elev-2"), 2),
        (("woods-3",), 3),
        (("jungle-3", "foliage_elev-3"), 3),
    ],
)
def test_mm_02_foliage_rises_above_its_ground(megamek: Field, stack: tuple[str, ...], height: int) -> None:
    megamek.put(stack, "E3", "F3")
    assert not megamek.sees("B3", "H3", (height - 1, height - 1))
    assert megamek.sees("B3", "H3", (height, height))
    megamek.raise_to(1, "E3", "F3")
    assert not megamek.sees("B3", "H3", (height, height))


def test_mm_02_smoke_rises_two_levels(megamek: Field) -> None:
    megamek.lay("smoke-2", "E3", "F3")
    assert not megamek.sees("B3", "H3", WALKERS)
    assert megamek.sees("B3", "H3", (2, 2))


def test_mm_02_next_to_a_low_end_it_counts_for_a_high_one(megamek: Field) -> None:
    megamek.put("woods-3", "C3")
    assert not megamek.sees("B3", "H3", (0, 5))
    assert megamek.sees("B3", "H3", (5, 0))


@pytest.mark.parametrize(
    ("kinds", "sees"),
    [
        (["woods-1", "woods-1"], True),
        (["woods-1", "woods-1", "woods-1"], False),
        (["woods-2"], True),
        (["woods-2", "jungle-1"], False),
        (["jungle-2", "woods-2"], False),
        (["woods-3"], False),
        (["planted_fields"] * 5, True),
        (["heavy_industrial-2"] * 2, True),
        (["heavy_industrial-2"] * 3, False),
        (["screen"], False),
    ],
)
def test_mm_03_sight_is_lost_at_a_limit(megamek: Field, kinds: list[str], *, sees: bool) -> None:
    for label, kind in zip(("C3", "D3", "E3", "F3", "G3"), kinds, strict=False):
        megamek.put(kind, label)
    assert megamek.sees("B3", "H3", VEHICLES) == sees


def test_mm_03_six_planted_fields_are_too_many(megamek: Field) -> None:
    megamek.put("planted_fields", *(f"{column}3" for column in "BCDEFG"))
    assert megamek.sees("A3", "G3", VEHICLES)
    assert not megamek.sees("A3", "H3", VEHICLES)


def test_mm_03_smoke_adds_to_woods_and_other_opacities_keep_apart(megamek: Field) -> None:
    megamek.put("woods-2", "D3").put("heavy_industrial-2", "E3", "F3").put("planted_fields", "G3")
    seen = megamek.sight("B3", "H3")
    assert seen.clear
    assert seen.opacities == {"woods": 2, "planted_fields": 1, "heavy_industrial": 2, "screen": 0}
    assert not megamek.lay("smoke-1", "E3").sees("B3", "H3", VEHICLES)


def test_mm_03_the_two_ends_do_not_count(megamek: Field) -> None:
    assert megamek.put("woods-3", "B3", "H3").sees("B3", "H3")


# -- corners and hexsides -------------------------------------------------------------------------------------


def test_mm_04_a_corner_touched_is_crossed(megamek: Field) -> None:
    megamek.put("woods-1", "D4", "F3", "E3")
    assert not megamek.sees("C3", "G4")
    assert megamek.blocked_by("C3", "G4") == ["F3"]


def test_mm_05_of_a_line_along_hexsides_the_worse_side_counts(megamek: Field) -> None:
    assert not megamek.raise_to(2, "D3").sees("C2", "C6")
    assert megamek.blocked_by("C2", "C6") == ["D3"]


def test_mm_05_each_side_is_taken_as_a_whole(megamek: Field) -> None:
    megamek.put("woods-1", "D3", "C5", "C4")
    # Two on the left with the one that is crossed, two on the right.
    seen = megamek.sight("C2", "C6")
    assert seen.clear
    assert seen.opacities["woods"] == 2
    megamek.put("woods-1", "D5")
    assert not megamek.sees("C2", "C6")


def test_mm_05_hexes_crossed_block_by_themselves(megamek: Field) -> None:
    assert not megamek.put("woods-3", "C4").sees("C2", "C6")


# -- inside buildings -----------------------------------------------------------------------------------------

HOUSE = ("building-2", "bldg_elev-3")


def test_mm_06_inside_a_building_it_does_not_hide_one_from_another(megamek: Field) -> None:
    megamek.put(HOUSE, *(f"{column}3" for column in "BCDEFGH"))
    assert megamek.sees("B3", "H3", WALKERS)
    # From the roof, level with it, nothing is in the way either.
    assert megamek.sees("B3", "H3", (3, 3))


def test_mm_06_a_line_that_leaves_the_building_is_hidden_by_it(megamek: Field) -> None:
    megamek.put(HOUSE, *(f"{column}3" for column in "BCDFGH"))
    assert not megamek.sees("B3", "H3", WALKERS)


def test_mm_06_another_kind_of_building_hides(megamek: Field) -> None:
    megamek.put(HOUSE, *(f"{column}3" for column in "BCDFGH")).put(("building-3", "bldg_elev-3"), "E3")
    assert not megamek.sees("B3", "H3", WALKERS)


def test_mm_06_one_who_stands_on_the_roof_is_not_inside(megamek: Field) -> None:
    megamek.put(HOUSE, *(f"{column}3" for column in "BCDEFGH")).put(("building-2", "bldg_elev-1"), "H3")
    assert not megamek.sees("B3", "H3", (1, 1))


def test_mm_06_a_hill_inside_a_building_hides(megamek: Field) -> None:
    megamek.put(HOUSE, *(f"{column}3" for column in "BCDEFGH")).raise_to(2, "E3")
    assert not megamek.sees("B3", "H3", WALKERS)

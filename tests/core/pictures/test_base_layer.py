"""Units on bases in pictures: where they are, and as large as they are."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from fairground.core.grid.layout import SQRT3, Layout
from fairground.core.pictures import draw_board
from fairground.core.pictures.display_list import Circle, Group, Polygon, Text
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.inches import hex_point
from fairground.core.scenario.parts import RulesetReference, Unit, UnitPart

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fairground.core.pictures.display_list import Item
    from fairground.core.scenario.document import Scenario

#: Millimetres an inch, on hexes of 11 mm that are 2 inches across their flats.
INCH = 11 * SQRT3 / 2


def table(*units: Unit, layout: Layout = Layout.ODD_Q) -> Scenario:
    scenario = blank_scenario("Table", layout=layout, size=(7, 7), ruleset="base-visibility")
    scenario.units = [replace(it, side=scenario.sides[0].id) for it in units]
    return scenario


def drawn(scenario: Scenario) -> tuple[tuple[float, float], list[Group]]:
    picture = draw_board(scenario)
    layer = picture.layer("units")
    assert layer is not None
    groups = [it for it in layer.items if isinstance(it, Group)]
    assert len(groups) == len(layer.items)
    return picture.origin, groups


@pytest.mark.parametrize("layout", Layout)
def test_a_base_is_a_disc_of_its_diameter_where_it_stands(layout: Layout) -> None:
    at = layout.from_offset(3, 3)
    x, y = hex_point(table(layout=layout).board, at)
    origin, (group,) = drawn(table(Unit("u", "", "guard", at, at=(x + 0.5, y - 0.25)), layout=layout))
    disc = group.items[0]
    assert isinstance(disc, Circle)
    x, y = layout.centre(at, size=11)
    assert (disc.x, disc.y) == pytest.approx((origin[0] + x + 0.5 * INCH, origin[1] + y - 0.25 * INCH))
    assert disc.radius == pytest.approx(0.63 * INCH)
    # Round bases have no front.
    assert not any(isinstance(it, Polygon) and it.stroke for it in group.items)


def test_hexes_of_more_inches_make_bases_smaller() -> None:
    scenario = table(Unit("u", "", "guard", Layout.ODD_Q.from_offset(3, 3)))
    scenario.board.inches = 4.0
    disc = drawn(scenario)[1][0].items[0]
    assert isinstance(disc, Circle)
    assert disc.radius == pytest.approx(0.63 * INCH / 2)


def test_bases_in_one_hex_are_not_fanned_out() -> None:
    at = Layout.ODD_Q.from_offset(3, 3)
    discs = [it.items[0] for it in drawn(table(Unit("u", "", "guard", at), Unit("v", "", "guard", at)))[1]]
    assert discs[0] == discs[1]


def test_parts_are_numbered_circles_on_the_base() -> None:
    parts = (UnitPart("head", (0.5, 0.25), 0.6), UnitPart("legs", (0.0, 0.0), 1.5))
    origin, (group,) = drawn(
        table(Unit("u", "", "large-target", Layout.ODD_Q.from_offset(3, 3), parts=parts))
    )
    x, y = Layout.ODD_Q.centre(Layout.ODD_Q.from_offset(3, 3), size=11)
    rings = [it for it in group.items if isinstance(it, Circle) and it.dash]
    assert [(it.x - origin[0] - x, it.y - origin[1] - y, it.radius) for it in rings] == [
        pytest.approx((0.5 * INCH, 0.25 * INCH, 0.3 * INCH)),
        pytest.approx((0.0, 0.0, 0.75 * INCH)),
    ]
    assert [it.text for it in group.items if isinstance(it, Text)][-2:] == ["1", "2"]


def test_a_base_without_a_size_is_drawn_all_the_same() -> None:
    scenario = table(Unit("u", "", "dragon", Layout.ODD_Q.from_offset(3, 3)))
    disc = drawn(scenario)[1][0].items[0]
    assert isinstance(disc, Circle)
    assert disc.radius > 1


def test_the_legend_says_what_discs_are() -> None:
    at = Layout.ODD_Q.from_offset(3, 3)
    scenario = table(Unit("u", "", "guard", at, parts=(UnitPart("head"),)))
    assert "disc: the unit's base; dashed: its parts" in told(scenario)
    scenario.units = [replace(scenario.units[0], parts=())]
    assert "disc: the unit's base" in told(scenario)
    scenario.ruleset = RulesetReference("penance-1.0")
    assert "wedge: facing" in told(scenario)


def told(scenario: Scenario) -> list[str]:
    """What the picture says in letters."""
    return [text.text for layer in draw_board(scenario).layers for text in texts(layer.items)]


def texts(items: Iterable[Item]) -> Iterator[Text]:
    for it in items:
        if isinstance(it, Group):
            yield from texts(it.items)
        elif isinstance(it, Text):
            yield it

"""The facing toward the nearest enemy zone."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core.grid.hexes import DIRECTIONS, Hex, distance
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.parts import Zone, ZoneKind
from fairground.core.scenario.shapes import Listed, listed
from fairground.core.sight.unit_sides import facing_toward_enemy


@settings(deadline=None)
@given(
    st.sampled_from(list(Layout)), st.integers(0, 8), st.integers(0, 8), st.integers(0, 8), st.integers(0, 8)
)
def test_a_step_in_the_facing_leads_to_a_single_enemy_hex(
    layout: Layout, column: int, row: int, to_column: int, to_row: int
) -> None:
    scenario = blank_scenario("Field", layout=layout, size=(9, 9), ruleset="penance-2.0")
    board = scenario.board
    at, target = board.layout.from_offset(column, row), board.layout.from_offset(to_column, to_row)
    scenario.zones = [Zone("enemy", "p2", listed(layout, [target]))]
    facing = facing_toward_enemy(scenario, "p1", at)
    if at == target:
        assert facing is None
        return
    assert facing is not None
    step = DIRECTIONS[layout.facing_direction(facing)]
    assert distance(Hex(at.q + step.q, at.r + step.r), target) < distance(at, target)


def test_own_zones_areas_and_reinforcements_do_not_count() -> None:
    scenario = blank_scenario("Field", layout=Layout.ODD_Q, size=(5, 5), ruleset="penance-2.0")
    hexes = Listed(("A1",))
    scenario.zones = [
        Zone("own", "p1", hexes),
        Zone("area", "", hexes, ZoneKind.AREA),
        Zone("later", "p2", hexes, ZoneKind.REINFORCEMENT),
    ]
    assert facing_toward_enemy(scenario, "p1", scenario.board.parse("C3")) is None

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.scenario.parts import Objective, Side, Victory, Zone
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit


def test_a_sound_arena_has_no_findings(
    arena: Callable[..., Scenario], codes: Callable[..., list[str]]
) -> None:
    assert codes(arena()) == []


def test_a_board_without_sides_is_no_more_than_that(
    arena: Callable[..., Scenario], finding: Callable[..., Finding], codes: Callable[..., list[str]]
) -> None:
    board = arena(sides=[], zones=[], victory=Victory())
    assert finding("side.none", board).severity == "warning"
    assert codes(board) == ["side.none"]


def test_one_team_has_nobody_to_play_against(
    arena: Callable[..., Scenario], finding: Callable[..., Finding], codes: Callable[..., list[str]]
) -> None:
    allied = arena(sides=[Side("red", team="north"), Side("blue", team="north")])
    assert finding("side.one-team", allied).message == "'red' and 'blue' are all on one team"
    alone = arena(sides=[Side("red")], zones=[Zone("start", "red", parse_shape("rows 1"))])
    assert finding("side.one-team", alone).message == "'red' is the only side"
    assert "side.one-team" not in codes(arena(sides=[Side("red", team="north"), Side("blue", team="south")]))


def test_a_side_needs_a_deployment_zone(
    arena: Callable[..., Scenario], finding: Callable[..., Finding]
) -> None:
    scenario = arena(zones=[Zone("red-start", "red", parse_shape("rows 1"))])
    found = finding("side.no-zone", scenario)
    assert found.message == "side 'blue' has no deployment zone"
    assert found.place.path == ("sides", 1, "id")


def test_a_deployment_zone_needs_a_side(
    arena: Callable[..., Scenario], finding: Callable[..., Finding]
) -> None:
    scenario = arena()
    scenario.zones.append(Zone("common", "", parse_shape("rows 3")))
    assert finding("zone.no-side", scenario).place.path == ("zones", 2, "id")


@pytest.mark.parametrize("kind", ["sides", "zones", "objectives", "units"])
def test_ids_are_used_once(
    kind: str,
    arena: Callable[..., Scenario],
    unit: Callable[..., Unit],
    finding: Callable[..., Finding],
    codes: Callable[..., list[str]],
) -> None:
    scenario = arena(
        units=[unit("A1")], objectives=[Objective("hill", parse_shape("C3"), points=3)], turns=12
    )
    assert "id.duplicate" not in codes(scenario)
    parts = getattr(scenario, kind)
    parts += [parts[0], parts[0]]
    found = finding("id.duplicate", scenario)
    assert found.place.path == (kind, len(parts) - 2, "id")
    assert found.message == f"3 {kind} have the id {parts[0].id!r}"


def test_parts_belong_to_sides_that_there_are(
    arena: Callable[..., Scenario], unit: Callable[..., Unit], finding: Callable[..., Finding]
) -> None:
    scenario = arena(
        units=[unit("A1", side="rde")],
        objectives=[Objective("hill", parse_shape("C3"), points=3, side="blu")],
    )
    scenario.zones.append(Zone("wood", "green", parse_shape("rows 3")))
    found = finding("unit.unknown-side", scenario)
    assert found.message == (
        "the unit 'scout-1' belongs to the side 'rde', which does not exist. Did you mean 'red'?"
    )
    assert found.place.path == ("units", 0, "side")
    assert finding("objective.unknown-side", scenario).place.path == ("objectives", 0, "side")
    assert finding("zone.unknown-side", scenario).place.path == ("zones", 2, "side")


def test_locks_name_hexes_or_zones(
    arena: Callable[..., Scenario], finding: Callable[..., Finding], codes: Callable[..., list[str]]
) -> None:
    assert codes(arena(locked=["A1", "E5", "red-start"])) == []
    found = finding("locked.unknown", arena(locked=["A1", "rde-start"]))
    assert found.message.endswith(". Did you mean 'red-start'?")
    assert found.place.path == ("locked", 1)
    assert "'F1'" in finding("locked.unknown", arena(locked=["F1"])).message

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.scenario.parts import Side, Zone, ZoneKind
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit

    Arena = Callable[..., Scenario]
    Codes = Callable[..., list[str]]


def test_a_zone_has_hexes(arena: Arena, finding: Callable[..., Finding], codes: Codes) -> None:
    scenario = arena()
    scenario.zones.append(Zone("nowhere", "red", parse_shape("rows 1 & rows 2")))
    found = finding("zone.empty", scenario)
    assert found.place.path == ("zones", 2, "hexes")
    scenario.zones[-1] = Zone("corner", "red", parse_shape("rows 1 & columns 1"))
    assert "zone.empty" not in codes(scenario)


def test_zones_of_enemies_do_not_overlap(arena: Arena, finding: Callable[..., Finding], codes: Codes) -> None:
    scenario = arena()
    scenario.zones.append(Zone("left", "blue", parse_shape("columns 1")))
    found = finding("zone.overlap", scenario)
    assert found.message == "sides 'red' and 'blue' may both deploy in 1 hex: A1"
    assert found.place.path == ("zones", 2, "hexes")
    assert found.place.hex == "A1"
    scenario.zones[-1] = Zone("left", "blue", parse_shape("columns 1 & rows 3-5"))
    assert "zone.overlap" not in codes(scenario)
    scenario.zones[-1] = Zone("left", "blue", parse_shape("columns 1"), kind=ZoneKind.EXIT)
    assert "zone.overlap" not in codes(scenario)


def test_allies_may_share_a_zone(arena: Arena, finding: Callable[..., Finding], codes: Codes) -> None:
    scenario = arena(sides=[Side("red", team="n"), Side("rose", team="n"), Side("blue")])
    scenario.zones.append(Zone("rose-start", "rose", parse_shape("rows 1")))
    assert finding("zone.shared", scenario).message.endswith("5 hexes: A1, B1, C1, D1 and E1")
    assert "zone.overlap" not in codes(scenario)


def test_a_zone_that_units_cannot_enter_at_all_needs_other_hexes(
    arena: Arena, finding: Callable[..., Finding]
) -> None:
    """The advice is not that the other hexes may suffice, since there are none."""
    fixes = [
        finding(
            "zone.impassable",
            arena(
                rows,
                zones=[
                    Zone("red-later", "red", parse_shape("A1, B1"), kind=ZoneKind.REINFORCEMENT),
                    Zone("blue-start", "blue", parse_shape("rows 4")),
                ],
            ),
        ).fix
        for rows in (
            "##... ..... ..... ..... .....",
            "-#... ..... ..... ..... .....",
            "#.... ..... ..... ..... .....",
        )
    ]
    assert fixes == [
        *["Give the zone hexes that units can enter."] * 2,
        "No action needed if the other hexes suffice.",
    ]


def test_void_in_a_zone_is_said(arena: Arena, finding: Callable[..., Finding], codes: Codes) -> None:
    found = finding(
        "zone.void",
        arena(
            "-.... ..... ..... ..... ....-",
            zones=[
                Zone("red-start", "red", parse_shape("rows 1")),
                Zone("blue-start", "blue", parse_shape("rows 4")),
            ],
        ),
    )
    assert found.message == "1 of 5 hexes of zone 'red-start' is void: A1"
    middle = arena("..... ..... -.--- ..... .....")
    middle.zones.append(Zone("middle", "", parse_shape("rows 3"), kind=ZoneKind.AREA))
    assert "zone.void" not in codes(middle)


def test_p1_12_walls_in_a_zone_are_a_note(
    arena: Arena, finding: Callable[..., Finding], codes: Codes
) -> None:
    scenario = arena(
        "..#.. ..... ..... ..... .....",
        zones=[
            Zone("red-start", "red", parse_shape("rows 1-2")),
            Zone("blue-start", "blue", parse_shape("rows 4-5")),
        ],
    )
    found = finding("zone.impassable", scenario)
    assert found.message == ("1 of 10 hexes of zone 'red-start' is impassable: C1")
    assert (found.severity, found.rule, found.place.hex) == ("advice", "P1-12", "C1")
    assert "zone.impassable" not in codes(arena("..... ..... ..#.. ..... ....."))


def test_p1_12_walls_and_void_are_no_room_for_units(
    arena: Arena, unit: Callable[..., Unit], finding: Callable[..., Finding], codes: Codes
) -> None:
    three = [unit(at, id=at.lower()) for at in ("A1", "B1", "E1")]
    assert "zone.capacity" not in codes(arena("..#-. ..... ..... ..... .....", units=three))
    found = finding("zone.capacity", arena(".##-. ..... ..... ..... .....", units=three))
    assert found.message == (
        "side 'red' has 3 units, but only 2 of 5 hexes of its deployment zone are passable"
    )
    assert (found.severity, found.rule, found.place.path) == ("error", "P1-12", ("zones", 0, "hexes"))


def test_a_zone_that_no_unit_can_stand_in_is_reported_once(
    arena: Arena, unit: Callable[..., Unit], finding: Callable[..., Finding], codes: Codes
) -> None:
    """Neither as cut off from the others, nor as too small for its side's units."""
    rows = "-#--- ..... ..... ..... ....."
    scenario = arena(rows)
    assert [it for it in codes(scenario) if it[:5] == "zone."] == ["zone.unusable"]
    found = finding("zone.unusable", scenario)
    assert found.message.startswith("all hexes of zone 'red-start' are void or impassable: A1, B1")
    assert (found.severity, found.place.path) == ("error", ("zones", 0, "hexes"))
    manned = codes(arena(rows, units=[unit("A1")]))
    assert [it for it in manned if it[:5] == "zone."] == ["zone.unusable"]
    scenario.zones.append(Zone("red-too", "red", parse_shape("rows 2")))
    assert "zone.unusable" not in codes(scenario)
    assert "zone.void" in codes(scenario)

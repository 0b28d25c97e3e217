"""The shipped scenarios: each validates, says what is expected of it, and is written the way the program writes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core import load, validate
from fairground.core.files import to_bytes
from fairground.core.finding import Severity
from fairground.core.grid.hexes import distance, neighbour
from fairground.core.grid.layout import Orientation
from fairground.core.grid.symmetry import BoardSymmetry, board_symmetry
from fairground.core.rules import shipped_rulesets
from fairground.core.scenario.board import VOID
from fairground.core.scenario.parts import ObjectiveKind, Shield, ZoneKind
from fairground.core.sight.line.verdict import sight

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.symmetry import Symmetry
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Zone

FOLDER = Path(__file__).parents[1] / "scenarios"
NAMES = sorted(path.stem for path in FOLDER.glob("*.yaml"))
#: Every finding that a shipped scenario gives: none but these.
GOLDEN: dict[str, list[tuple[str, str, str | None]]] = {
    "broken-abbey": [],
    "crown-hill": [],
    "ember-court": [],
    "four-winds": [],
    "frozen-gate": [],
    "last-convoy": [],
    "millwater-valley": [("advice", "objective.closed", "H8")],
    "night-raid": [],
    "powder-mill": [
        ("advice", "objective.closed", "J6"),
        ("advice", "objective.closed", "L5"),
        ("advice", "objective.closed", "M9"),
    ],
    "ring-of-tors": [],
    "road-to-vaubrais": [],
    "salt-road": [],
    "sight-lines": [],
    "standard-arena": [
        ("advice", "zone.impassable", "C1"),
        ("advice", "zone.impassable", "C7"),
        ("advice", "symmetry.near", "D3"),
    ],
    "standard-arena-odd-q": [
        ("advice", "zone.impassable", "C1"),
        ("advice", "zone.impassable", "C7"),
    ],
    "sunken-shrine": [],
    "three-crowns": [],
    "training-yard": [],
    "twin-stones": [],
}
#: The symmetries that the notes of a scenario claim.
SYMMETRIES = [
    ("broken-abbey", BoardSymmetry.TURN_180),
    ("ember-court", BoardSymmetry.TURN_180),
    ("four-winds", BoardSymmetry.LEFT_RIGHT),
    ("four-winds", BoardSymmetry.TOP_BOTTOM),
    ("frozen-gate", BoardSymmetry.TURN_180),
    ("ring-of-tors", BoardSymmetry.TURN_180),
    ("sunken-shrine", BoardSymmetry.TURN_180),
    ("three-crowns", BoardSymmetry.TURN_120),
    ("training-yard", BoardSymmetry.TOP_BOTTOM),
    ("twin-stones", BoardSymmetry.LEFT_RIGHT),
]
#: What an attack meets in the exercise: seen, then the modifiers of hindrances and cover, there and back.
SIGHT_LINES = [
    ("north-1", "south-1", None),  # a house on both sides
    ("north-2", "south-2", (1, 1)),  # a house, and an orchard opposite
    ("north-3", "south-3", (2, 2)),  # the same, and a hedge between them
    ("north-4", "south-4", None),  # the same, and a hedgerow between them
    ("north-5", "south-5", (0, 0)),  # a house on one side only
    ("north-6", "south-6", (1, 1)),  # an orchard on both sides
    ("north-7", "south-7", (1, 1)),  # a wall along the line
    ("north-1", "house-1", (3, 0)),  # across a hexside
    ("hedge", "woods", (2, 1)),  # out over one's own hedge, through the corner where two of them meet
    ("hedge", "farm", (3, 1)),
    ("orchard", "barn", (5, 2)),  # two orchards crossed
    ("bank", "ditch", (0, 0)),
    ("bank", "track", (0, 1)),  # a hedgerow that bounds the firer's hex
    ("field", "ditch", (1, 0)),  # and one that bounds the target's
    ("field", "track", None),  # and one in between
    ("foot", "top-west", (0, 0)),  # up a slope
    ("long-slope", "top-north", None),  # up a slope that is too long
    ("spur-north", "spur-south", (0, 0)),  # along a hill on one side only
    ("crest", "behind", (0, 0)),  # over a plateau
    ("valley", "behind", None),  # over a crest
    ("lane-north", "lane-south", None),  # a house on one side, and further on woods on the other
]


def shipped(name: str) -> Scenario:
    return load(FOLDER / f"{name}.yaml")


@pytest.mark.parametrize("name", NAMES)
def test_the_findings_are_the_expected_ones(name: str) -> None:
    found = [(it.severity.value, it.code, it.place.hex) for it in validate(shipped(name))]
    assert found == GOLDEN[name]


@pytest.mark.parametrize("name", NAMES)
def test_the_file_is_in_the_program_s_own_form(name: str) -> None:
    assert to_bytes(shipped(name)) == (FOLDER / f"{name}.yaml").read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_the_ruleset_s_hash_is_current(name: str) -> None:
    scenario = shipped(name)
    assert scenario.ruleset.content_hash == scenario.rules.content_hash


def test_p1_12_the_standard_arena_is_as_drawn() -> None:
    board = shipped("standard-arena").board
    drawing = ["..#.#..", ".~...~.", "#.....#", ".......", "#..o..#", ".~...~.", "..#.#.."]
    kinds = {".": ("clear",), "#": ("wall",), "~": ("rubble",), "o": ("cover",)}
    for row, line in enumerate(drawing):
        for column, mark in enumerate(line):
            assert board.terrain_at(board.layout.from_offset(column, row)) == kinds[mark]
    raised = {board.label(at) for at in board.hexes() if board.level_at(at)}
    assert raised == {"D3", "C4", "E4"}


def test_p1_12_deployment_is_in_the_two_outer_rows() -> None:
    scenario = shipped("standard-arena")
    rows = {
        zone.id: sorted(set(zone.shape.mask(scenario.board).nonzero()[0].tolist())) for zone in scenario.zones
    }
    assert rows == {"p1-start": [0, 1], "p2-start": [5, 6]}


def test_c_04_the_drawing_has_8_walls_and_3_elevated_hexes() -> None:
    board = shipped("standard-arena").board
    assert int(board.where_terrain("wall").sum()) == 8
    assert int((board.elevation > 0).sum()) == 3


def test_c_20_the_twin_differs_in_layout_alone() -> None:
    arena, twin = shipped("standard-arena").board, shipped("standard-arena-odd-q").board
    assert (arena.layout.value, twin.layout.value) == ("odd-r", "odd-q")
    assert (arena.terrain == twin.terrain).all()
    assert (arena.elevation == twin.elevation).all()


@pytest.mark.parametrize(
    ("name", "profile"),
    [
        ("training-yard", "simple"),
        ("twin-stones", "simple"),
        ("ember-court", "complex"),
        ("frozen-gate", "complex"),
    ],
)
def test_p1_13_training_arenas_follow_the_recommended_mix(name: str, profile: str) -> None:
    findings = validate(shipped(name), profile=profile)
    assert [it for it in findings if it.severity is not Severity.ADVICE or it.rule == "P1-13"] == []


@pytest.mark.parametrize(("name", "kind"), SYMMETRIES)
def test_boards_are_symmetric_as_their_notes_say(name: str, kind: BoardSymmetry) -> None:
    board = shipped(name).board
    image = symmetry_of(board, kind)
    for at in board.hexes_of(~board.void):
        assert board.terrain_at(at) == board.terrain_at(image(at))
        assert board.level_at(at) == board.level_at(image(at))
        assert board.effects_at(at) == board.effects_at(image(at))
    assert {image.hexside(side): features for side, features in board.hexsides.items()} == board.hexsides


@pytest.mark.parametrize(("name", "kind"), SYMMETRIES)
def test_sides_start_alike_where_the_notes_say_so(name: str, kind: BoardSymmetry) -> None:
    scenario = shipped(name)
    board = scenario.board
    image = symmetry_of(board, kind)
    zones = {zone.side: board.hexes_of(zone.shape.mask(board)) for zone in scenario.zones}
    partner = {
        side: next(other for other, theirs in zones.items() if theirs == frozenset(map(image, hexes)))
        for side, hexes in zones.items()
    }
    assert all(partner[side] != side for side in partner)
    worth = {(board.hexes_of(it.shape.mask(board)), it.points, it.hold) for it in scenario.objectives}
    assert {(frozenset(map(image, hexes)), *rest) for hexes, *rest in worth} == worth
    units = {(it.side, it.unit_class, it.hex, it.facing, it.shield) for it in scenario.units}
    swapped = {Shield.LEFT: Shield.RIGHT, Shield.RIGHT: Shield.LEFT} if kind.is_mirror else {}
    assert units == {
        (partner[side], known, image(at), image.facing(facing, board.layout), swapped.get(shield, shield))
        for side, known, at, facing, shield in units
    }


def test_every_shipped_ruleset_has_an_arena() -> None:
    assert {shipped(name).ruleset.name for name in NAMES} == set(shipped_rulesets())


@pytest.mark.parametrize("name", NAMES)
def test_every_arena_says_what_it_is_for(name: str) -> None:
    scenario = shipped(name)
    assert scenario.author
    assert scenario.notes
    assert scenario.turns
    has_aim = scenario.objectives or any(it.wins for it in scenario.sides)
    assert has_aim or name.startswith("standard-arena")


@pytest.mark.parametrize(("name", "sides", "teams"), [("three-crowns", 3, 3), ("four-winds", 4, 2)])
def test_ar_04_three_and_four_sides(name: str, sides: int, teams: int) -> None:
    scenario = shipped(name)
    assert len(scenario.sides) == sides
    assert len({side.allegiance for side in scenario.sides}) == teams


def test_ar_04_allies_stand_in_opposite_corners() -> None:
    scenario = shipped("four-winds")
    across = {"north-west": "south-east", "north-east": "south-west"}
    for one, other in across.items():
        assert team_of(scenario, one) == team_of(scenario, other)


def test_ar_04_zones_as_rows_and_columns_and_as_a_distance() -> None:
    tors, shrine = shipped("ring-of-tors"), shipped("sunken-shrine")
    assert [len(hexes_of(tors, zone)) for zone in tors.zones] == [9, 9]
    start = shrine.board.parse("A6")
    assert all(distance(start, at) <= 3 for at in hexes_of(shrine, shrine.zones[0]))
    assert len(hexes_of(shrine, shrine.zones[0])) == len(hexes_of(shrine, shrine.zones[1]))


def test_ar_05_five_relics_are_worth_points_when_held() -> None:
    relics = shipped("sunken-shrine").objectives
    assert [(it.points, it.hold) for it in relics] == [(2, 2), (2, 2), (4, 2), (2, 2), (2, 2)]


@pytest.mark.parametrize(
    ("name", "roles"), [("last-convoy", ("escort", "ambush")), ("powder-mill", ("sabotage", "guard"))]
)
def test_ar_06_sides_of_asymmetric_missions_have_roles_and_win_in_their_own_ways(
    name: str, roles: tuple[str, ...]
) -> None:
    scenario = shipped(name)
    assert tuple(side.role for side in scenario.sides) == roles
    assert all(objective.side for objective in scenario.objectives)
    ways_out = {zone.side for zone in scenario.zones if zone.kind is ZoneKind.EXIT}
    assert ways_out == {it.side for it in scenario.objectives if it.kind is ObjectiveKind.EXIT}
    assert ways_out == {scenario.sides[0].id}


def test_ar_06_an_escort_has_a_way_out_and_an_objective_of_each_side() -> None:
    scenario = shipped("last-convoy")
    kinds = {zone.kind for zone in scenario.zones}
    assert kinds == {ZoneKind.DEPLOYMENT, ZoneKind.REINFORCEMENT, ZoneKind.EXIT}
    way_out = next(zone for zone in scenario.zones if zone.kind is ZoneKind.EXIT)
    through, bridge = scenario.objectives
    assert (through.kind, through.side) == (ObjectiveKind.EXIT, "convoy")
    assert through.shape.mask(scenario.board).tolist() == way_out.shape.mask(scenario.board).tolist()
    assert (bridge.kind, bridge.side, bridge.hold) == (ObjectiveKind.CONTROL, "raiders", 2)


@pytest.mark.parametrize(
    ("name", "start", "goal", "crossings"),
    [("last-convoy", "A7", "T7", ["M7", "M9"]), ("millwater-valley", "A8", "P8", ["L9", "L10"])],
)
def test_mm_07_vehicles_cross_the_river_where_the_notes_say(
    name: str, start: str, goal: str, crossings: list[str]
) -> None:
    scenario = shipped(name)
    board = scenario.board
    assert board.parse(goal) in driven_to(scenario, start, without=[])
    for crossing in crossings:
        others = [it for it in crossings if it != crossing]
        assert board.parse(goal) in driven_to(scenario, start, without=others)
    assert board.parse(goal) not in driven_to(scenario, start, without=crossings)


def test_ar_07_cold_springs_take_two_heat() -> None:
    assert shipped("sunken-shrine").rules.terrain["water"].heat == -2
    assert shipped("ring-of-tors").rules.terrain["water"].heat == -1


def test_the_battlefield_has_everything_that_its_ruleset_knows() -> None:
    scenario = shipped("road-to-vaubrais")
    board, rules = scenario.board, scenario.rules
    assert (board.columns, board.rows) == (30, 30)
    assert {kind for at in board.hexes() for kind in board.terrain_at(at)} | {VOID} == set(rules.terrain)
    assert {kind for at in board.hexes() for kind in board.effects_at(at)} == set(rules.effects)
    assert {name for features in board.hexsides.values() for name in features} == set(rules.hexsides)
    assert {board.level_at(at) for at in board.hexes()} == {0, 1, 2}
    assert {unit.unit_class for unit in scenario.units} == set(rules.classes)


def test_hs_16_the_exercise_has_pointy_hexes_and_every_situation_once() -> None:
    scenario = shipped("sight-lines")
    board = scenario.board
    assert board.layout.orientation is Orientation.POINTY
    kinds = {kind for at in board.hexes() for kind in board.terrain_at(at)}
    assert kinds >= {"woods", "building", "orchard"}
    assert {board.level_at(at) for at in board.hexes()} == {0, 1, 2}
    hedges = [side for side, features in board.hexsides.items() if "hedge" in features]
    corner = board.parse("C9")
    assert sum(corner in side.hexes for side in hedges) == 3
    assert {name for features in board.hexsides.values() for name in features} == {
        "hedge",
        "wall",
        "hedgerow",
    }


@pytest.mark.parametrize(("one", "other", "modifiers"), SIGHT_LINES)
def test_hs_17_the_exercise_s_notes_are_right(
    one: str, other: str, modifiers: tuple[int, int] | None
) -> None:
    scenario = shipped("sight-lines")
    at = {unit.id: unit.hex for unit in scenario.units}
    seen = sight(scenario, at[one], at[other])
    assert seen.clear == (modifiers is not None)
    if modifiers is not None:
        found = (seen.hindrance.to + seen.cover.to, seen.hindrance.back + seen.cover.back)
        assert found == modifiers


def test_the_exercise_s_notes_name_every_unit() -> None:
    scenario = shipped("sight-lines")
    gardens = {f"{side}-{number}" for side in ("north", "south") for number in range(1, 8)}
    assert gardens <= {unit.id for unit in scenario.units}
    for unit in scenario.units:
        assert unit.id in gardens or unit.id in scenario.notes


def symmetry_of(board: Board, kind: BoardSymmetry) -> Symmetry:
    """Return the symmetry of that kind of the hexes that are not void."""
    found = board_symmetry(kind, board.layout, board.columns, board.rows, present=~board.void)
    assert found is not None
    return found


def team_of(scenario: Scenario, side_id: str) -> str:
    side = scenario.side(side_id)
    assert side is not None
    return side.allegiance


def hexes_of(scenario: Scenario, zone: Zone) -> frozenset[Hex]:
    return scenario.board.hexes_of(zone.shape.mask(scenario.board))


def driven_to(scenario: Scenario, start: str, *, without: list[str]) -> set[Hex]:
    """Return the hexes that a vehicle can get to, at whatever cost, when some hexes are barred."""
    board, vehicle = scenario.board, scenario.rules.classes["vehicle"]
    steep = vehicle.most_levels
    assert steep is not None
    reached, open_ends = {board.parse(start)}, [board.parse(start)]
    barred = {board.parse(it) for it in without}
    while open_ends:
        at = open_ends.pop()
        for direction in range(6):
            step = neighbour(at, direction)
            if step in reached or step in barred or not board.contains(step):
                continue
            ground = scenario.rules.ground(board.terrain_at(step))
            if (
                ground.passable
                and ground.admits(vehicle)
                and abs(board.level_at(step) - board.level_at(at)) <= steep
            ):
                reached.add(step)
                open_ends.append(step)
    return reached

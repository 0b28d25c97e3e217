"""``path``, ``reach``, ``territory``, ``chokepoints`` and what ``show`` draws of them, as a user runs them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core import chokepoints, load, mover, path, reach, territory
from fairground.core.movement.reach import shooting
from tests.core.cli.answers import check_shape

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., Any]

#: Two rooms with a gap of one hex, a hill and rubble in the west.
ROOMS = """\
format: fairground/1
name: Two rooms
ruleset: penance-1.0
board:
  layout: odd-r
  size: [7, 5]
  palette: {'.': clear, '#': wall, '~': rubble}
  terrain: |
    ...#...
    ..~#...
    .......
    ...#...
    ...#...
  elevation: |
    .1.....
    .......
    .......
    .......
    .......
sides:
  - {id: p1, name: Player 1}
  - {id: p2, name: Player 2}
zones:
  - {id: west, side: p1, kind: deployment, hexes: columns 1}
  - {id: east, side: p2, kind: deployment, hexes: columns 7}
units:
  - {id: scout-1, side: p1, class: scout, hex: A3, facing: 2}
  - {id: heavy-1, side: p2, class: heavy, hex: E1, facing: 5}
"""
VERBS = {
    "path": ("A1", "C3"),
    "reach": ("A1",),
    "territory": (),
    "chokepoints": (),
}


@pytest.fixture
def rooms(tmp_path: Path) -> Path:
    path = tmp_path / "rooms.yaml"
    path.write_text(ROOMS)
    return path


# -- path -------------------------------------------------------------------------------------------------------


def test_p1_01_a_path_is_told_step_by_step(run: Run, rooms: Path) -> None:
    ran = run("path", rooms, "A2", "C2", "--class", "heavy", "--facing", "2")
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert lines[0] == "A2 to C2: 3 points, 1 turn (Heavy, walk, 3 movement points per turn)"
    assert lines[2].split() == ["turn", "hex", "looks", "cost", "total"]
    assert lines[3].split() == ["1", "A2", "2", "E", "0", "0", "start"]
    assert lines[4].split() == ["1", "B2", "2", "E", "1", "1", "1", "clear"]
    assert lines[5].split() == ["1", "C2", "2", "E", "2", "3", "2", "rubble"]


def test_p1_03_climbing_is_told_apart(run: Run, rooms: Path) -> None:
    ran = run("path", rooms, "A1", "B1", "--class", "scout", "--mode", "surefooted", "--facing", "2")
    assert "1 clear + 1 up one level" in ran.out


def test_p1_18_a_turn_is_left_apart_and_the_total_runs_on(run: Run, rooms: Path) -> None:
    ran = run("path", rooms, "A3", "G3", "--class", "assault", "--facing", "2")
    found = path(load(rooms), "A3", "G3", "assault", facing=2)
    assert ran.out.startswith(f"A3 to G3: {found.cost} points, {found.turns} turns")
    lines = ran.out.splitlines()[3:]
    rows = [line.split() for line in lines if line and "ends" not in line]
    assert [int(row[0]) for row in rows] == [it.turn for it in found.steps]
    assert [line.strip() for line in lines if "ends" in line] == [
        f"turn {it.turn} ends {it.text} ({it.rule})" for it in found.turn_ends
    ]
    assert rows[-1][5] == str(found.cost)
    # An empty line before each turn but the first.
    assert lines.count("") == (found.turns or 0) - 1


def test_a_path_starts_where_its_unit_is_and_looks(run: Run, rooms: Path) -> None:
    ran = run("path", rooms, "B3", "--unit", "scout-1")
    assert ran.out.splitlines()[0] == "A3 to B3: 1 point, 1 turn (Scout, walk, 5 movement points per turn)"
    ran = run("path", rooms, "G3", "--unit", "heavy-1", "--json")
    assert ran.answer["hexes"][0] == "E1"
    assert ran.answer["steps"][0]["facing"] == 5


def test_p1_14_enemies_are_in_the_way_of_a_unit_alone(run: Run, rooms: Path) -> None:
    alone = run("path", rooms, "A3", "E1", "--class", "scout")
    assert alone.status == 0
    assert "points" in alone.out.splitlines()[0]
    ran = run("path", rooms, "E1", "--unit", "scout-1")
    assert ran.status == 0
    assert ran.out.splitlines()[0] == "A3 to E1: no route for Scout, walk"
    assert (
        ran.out.splitlines()[1].strip()
        == path(load(rooms), "A3", "E1", mover=mover(load(rooms), unit="scout-1")).obstacle
    )


def test_a_path_that_there_is_not_is_null_in_json(run: Run, rooms: Path) -> None:
    ran = run("path", rooms, "A1", "D1", "--json")
    assert ran.status == 0
    check_shape(ran.answer, "path")
    assert ran.answer["cost"] is None
    assert ran.answer["turns"] is None
    assert ran.answer["hexes"] == ran.answer["steps"] == []


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (("--class", "heavy"), {"unit_class": "heavy"}),
        (("--mode", "fly"), {"mode": "fly"}),
        (("--class", "assault", "--danger"), {"unit_class": "assault", "danger": True}),
        (("--state", "heat=6", "--state", "legs"), {"states": {"heat": 6, "legs": None}}),
        (("--unit", "scout-1"), {"unit": "scout-1"}),
    ],
)
def test_p1_19_who_moves_is_what_the_options_say(
    run: Run, rooms: Path, arguments: tuple[str, ...], options: dict[str, Any]
) -> None:
    scenario = load(rooms)
    who = mover(scenario, **options)
    answer = run("path", rooms, "A5", "G1", *arguments, "--json").answer
    check_shape(answer, "path")
    assert answer.pop("schema") == "fairground/path/1"
    assert answer.pop("file") == str(rooms)
    assert answer == path(scenario, "A5", "G1", mover=who).to_json()
    assert list(answer) == ["cost", "turns", "hexes", "steps", "turn_ends"]
    answer = run("reach", rooms, "A5", *arguments, "--json").answer
    assert answer["turns"] == reach(scenario, "A5", mover=who).to_json()["turns"]


def test_p1_15_damage_on_the_way_is_told_and_gone_around(run: Run, rooms: Path) -> None:
    rooms.write_text(ROOMS.replace("'~': rubble", "'~': lava"))
    ran = run("path", rooms, "A2", "C2", "--class", "scout")
    assert "  damage on the way: 1" in ran.out.splitlines()
    ran = run("path", rooms, "A2", "C3", "--class", "scout", "--avoid-danger")
    assert "harmed" not in ran.out


def test_hs_18_a_squad_with_its_leader_goes_further(run: Run) -> None:
    arena = "scenarios/powder-mill.yaml"
    alone, led = (
        run("reach", arena, "D7", "--class", "squad", "--turns", "1", *more, "--json").answer["turns"]
        for more in ((), ("--led",))
    )
    assert set(alone) < set(led)


def test_p2_16_a_facing_at_the_end_is_paid_for(run: Run) -> None:
    arena = "scenarios/twin-stones.yaml"
    one = run("path", arena, "A1", "A2", "--class", "scout", "--facing", "4", "--json").answer
    turned = run(
        "path", arena, "A1", "A2", "--class", "scout", "--facing", "4", "--end-facing", "1", "--json"
    ).answer
    # Three hexsides, the first of them free.
    assert turned["cost"] - one["cost"] == 2
    assert turned["steps"][-1]["facing"] == 1
    check_shape(turned, "path")


# -- reach ------------------------------------------------------------------------------------------------------


def test_reach_prints_the_board_with_turns(run: Run, rooms: Path) -> None:
    ran = run("reach", rooms, "A3", "--class", "assault", "--turns", "2")
    assert ran.status == 0
    found = reach(load(rooms), "A3", 2, "assault")
    lines = ran.out.splitlines()
    ones, twos = (int((found.turns == turn).sum()) for turn in (1, 2))
    assert lines[0] == (
        f"From A3: {ones} hexes in turn 1, {twos} hexes in turn 2 (Assault, walk, 2 movement points per turn)"
    )
    assert lines[5].split()[1:3] == ["@", "1"]
    marks = [line.split()[1:] for line in lines[3:8]]
    assert sum(row.count("2") for row in marks) == twos


@pytest.mark.parametrize("mode", ["walk", "fly"])
def test_p1_02_reach_from_a_wall_says_why_there_is_none(run: Run, rooms: Path, mode: str) -> None:
    ran = run("reach", rooms, "D1", "--class", "assault", "--mode", mode)
    way = run("path", rooms, "D1", "C1", "--class", "assault", "--mode", mode)
    why = {
        "walk": "wall at D1 cannot be entered",
        "fly": "D1 can be passed through, but no turn can start or end there",
    }[mode]
    assert ran.out.splitlines() == [f"From D1: nowhere to go for Assault, {mode}", f"  {why}"]
    assert way.out.splitlines()[1] == f"  {why}"
    assert run("reach", rooms, "D1", "--mode", mode, "--json").answer["turns"] == {}


def test_reach_as_json_has_the_published_shape(run: Run, rooms: Path) -> None:
    for arguments, origin in (
        (("A3",), "A3"),
        (("--from-zone", "west"), "west"),
        (("--unit", "heavy-1"), "E1"),
    ):
        answer = run("reach", rooms, *arguments, "--turns", "1", "--json").answer
        check_shape(answer, "reach")
        assert list(answer) == ["schema", "file", "origin", "turns", "shots"]
        assert answer["shots"] is None
        assert answer["origin"] == origin
        assert set(answer["turns"].values()) == {0, 1}


def test_p1_24_reach_says_what_can_be_shot_at_after_moving(run: Run, rooms: Path) -> None:
    asked = ("A3", "--class", "assault", "--turns", "1", "--range", "2", "--shots")
    near = run("reach", rooms, *asked, "--json").answer
    check_shape(near, "reach")
    scenario = load(rooms)
    known = shooting(scenario, "A3", 1, mover=mover(scenario, "assault"), range=(1, 2))
    assert set(near["shots"]) == {
        scenario.board.label(at) for at in scenario.board.hexes_of(known.turns == 1)
    }
    kept = run("reach", rooms, *asked, "--weapon", "medium", "--json").answer
    assert set(kept["shots"]) < set(near["shots"]), "who keeps points for an attack does not get as far"
    assert "Hexes that the unit can shoot at after moving:" in run("reach", rooms, *asked).out
    assert run("reach", rooms, "A3", "--weapon", "light").status == 2
    assert "Did you mean 'medium'" in run("reach", rooms, *asked, "--weapon", "medum").err


def test_p2_18_blind_movement_can_be_allowed_and_forbidden(run: Run, rooms: Path) -> None:
    asked = ("C1", "--class", "scout", "--mode", "fly", "--turns", "1", "--json")
    free, bound = (run("reach", rooms, *asked, f"--{way}").answer["turns"] for way in ("blind", "in-sight"))
    assert set(bound) < set(free)
    ways = [
        run("path", rooms, "C1", "E1", "--mode", "fly", f"--{way}", "--json").answer["turns"]
        for way in ("blind", "in-sight")
    ]
    assert ways[0] < ways[1]


def test_reach_from_a_zone_says_its_name(run: Run, rooms: Path) -> None:
    assert run("reach", rooms, "--from-zone", "west").out.startswith("From the 5 hexes of west: ")


# -- territory --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", [(), ("--in-turns",)])
def test_territory_prints_who_is_first(run: Run, rooms: Path, more: tuple[str, ...]) -> None:
    ran = run("territory", rooms, "--class", "heavy", *more)
    assert ran.status == 0
    found = territory(load(rooms), None, "heavy", in_turns=bool(more))
    lines = ran.out.splitlines()
    assert lines[0].startswith(f"First zone to reach each hex, in {'turns' if more else 'movement points'}")
    assert lines[1] == f"  a  Player 1's zone: {found.counts()['west']} hexes"
    assert lines[4] == "  .  not reached by any zone: 4 hexes"
    first = lines[7].split()
    assert first[1], first[-1] == ("a", "b")
    assert first[4] == "."


def test_territory_as_json_has_the_published_shape(run: Run, rooms: Path) -> None:
    for more in ((), ("--in-turns",), ("--zones", "east,west")):
        answer = run("territory", rooms, *more, "--json").answer
        check_shape(answer, "territory")
        assert answer.pop("schema") == "fairground/territory/1"
        assert answer.pop("file") == str(rooms)
        names = ("east", "west") if more == ("--zones", "east,west") else None
        assert answer == territory(load(rooms), names, in_turns="--in-turns" in more).to_json()


# -- chokepoints ------------------------------------------------------------------------------------------------


def test_chokepoints_are_told_in_sentences(run: Run, rooms: Path) -> None:
    ran = run("chokepoints", rooms, "--class", "scout")
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert lines[0] == "For Scout, walk, 5 movement points per turn:"
    assert "Player 1's zone and Player 2's zone: closed off by 1 hex: D3" in lines
    assert "  or, nearest to Player 2's zone: E3" in lines
    assert "Blocking any of these hexes splits an area: D3, E3" in lines
    assert lines[-1].startswith("Busiest hexes: D3 100%, E3 100%")


def test_chokepoints_as_json_have_the_published_shape(run: Run, rooms: Path) -> None:
    for more in ((), ("--zones", "west,east")):
        answer = run("chokepoints", rooms, "--class", "heavy", *more, "--json").answer
        check_shape(answer, "chokepoints")
        assert answer.pop("schema") == "fairground/chokepoints/1"
        assert answer.pop("file") == str(rooms)
        assert answer == chokepoints(load(rooms), "heavy").to_json()
        assert list(answer) == ["cuts", "articulation", "narrow", "traffic"]


def test_zones_that_touch_and_zones_apart_have_sentences_of_their_own(run: Run, rooms: Path) -> None:
    text = ROOMS.replace("columns 1}", "columns 1-3}").replace("columns 7}", "columns 4-7}")
    rooms.write_text(text)
    assert (
        "Player 1's zone and Player 2's zone: the zones touch and cannot be cut off."
        in run("chokepoints", rooms).out
    )
    rooms.write_text(
        ROOMS.replace("    .......\n    ...#...\n    ...#...\n  el", "    ...#...\n" * 3 + "  el")
    )
    assert "Player 1's zone and Player 2's zone: no route." in run("chokepoints", rooms).out


def test_without_zones_the_board_alone_is_told(run: Run, rooms: Path) -> None:
    head, _, rest = ROOMS.partition("zones:\n")
    rooms.write_text(head + rest[rest.index("units:") :])
    ran = run("chokepoints", rooms)
    assert ran.status == 0
    assert "There are no two opposing zones to cut off from each other." in ran.out
    assert "splits an area: D3, E3" in ran.out
    assert "Busiest" not in ran.out


# -- all of them ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("path", "A1"), "or a unit with --unit"),
        (("path",), "specify the start and the end"),
        (("path", "A1", "B1", "C1"), "specify the start and the end"),
        (("path", "A1", "c1"), "Did you mean 'C1'"),
        (("path", "A1", "Z1"), "Z1 is off the board"),
        (("path", "A1", "C1", "--class", "scoot"), "Did you mean 'scout'"),
        (("path", "A1", "C1", "--mode", "wolk"), "Did you mean 'walk'"),
        (("path", "A1", "C1", "--unit", "scout-2"), "Did you mean 'scout-1'"),
        (("path", "A1", "C1", "--state", "heet=6"), "Did you mean 'heat'"),
        (("path", "A1", "C1", "--state", "heat"), "heat=4"),
        (("path", "A1", "C1", "--state", "6"), "such as heat=6"),
        (("path", "A1", "C1", "--facing", "7"), "--facing"),
        (("path", "A1", "C1", "--mode", "teleport", "--end-facing", "2"), "no front"),
        (("reach",), "or a unit with --unit"),
        (("reach", "A1", "--from-zone", "west"), "not both"),
        (("reach", "--from-zone", "wst"), "Did you mean 'west'"),
        (("reach", "--from-zone", "nowhere"), "Known: west, east"),
        (("reach", "A1", "--turns", "0"), "--turns"),
        (("territory", "--zones", "west,easd"), "Did you mean 'east'"),
        (("territory", "--zones", "west"), "two or more zones"),
        (("territory", "--zones", "west,,east"), "separated by commas"),
        (("chokepoints", "--zones", "west,easd"), "Did you mean 'east'"),
        (("show", "--path", "A1", "-o", "x.svg"), "such as A1:C4"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(
    run: Run, rooms: Path, command: tuple[str, ...], words: str
) -> None:
    verb, *rest = command
    ran = run(verb, rooms, *rest)
    assert ran.status == 2
    assert words in ran.err
    assert "Traceback" not in ran.err
    ran = run(verb, rooms, *rest, "--json")
    check_shape(json.loads(ran.out.splitlines()[0]), "error")


@pytest.mark.long
@pytest.mark.parametrize("verb", VERBS)
def test_each_draws_a_picture(run: Run, rooms: Path, verb: str) -> None:
    for ending, start in ((".svg", b"<?xml"), (".png", b"\x89PNG")):
        output = rooms.with_suffix(ending)
        ran = run(verb, rooms, *VERBS[verb], "--class", "heavy", "-o", output)
        assert ran.status == 0
        assert output.read_bytes().startswith(start)
        again = run(verb, rooms, *VERBS[verb], "-o", output)
        assert again.status == 2
        assert "--overwrite" in again.err


def test_show_draws_several_at_once(run: Run, rooms: Path) -> None:
    output = rooms.with_suffix(".svg")
    shown = (
        "--path",
        "A1:G1",
        "--reach",
        "west",
        "--territory",
        "--in-turns",
        "--chokepoints",
        "--zones",
        "east,west",
    )
    ran = run("show", rooms, *shown, "--class", "assault", "--turns", "3", "--fan", "A1", "-o", output)
    assert ran.status == 0
    text = output.read_text()
    for layer in ("path", "reach", "territory", "chokepoints", "traffic", "fan"):
        assert f'id="layer-{layer}"' in text
    assert "Assault, walk" in text
    assert "in turn 3" in text
    plain = run("show", rooms, "-o", output, "--overwrite")
    assert plain.status == 0
    assert 'id="layer-path"' not in output.read_text()


@pytest.mark.parametrize(
    "more", [("--path", "A1:C1"), ("--reach", "A1"), ("--territory",), ("--chokepoints",)]
)
def test_show_needs_a_picture_for_them(run: Run, rooms: Path, more: tuple[str, ...]) -> None:
    ran = run("show", rooms, *more)
    assert ran.status == 2
    assert "-o" in ran.err


def test_show_refuses_a_path_off_the_board(run: Run, rooms: Path) -> None:
    output = rooms.with_suffix(".svg")
    ran = run("show", rooms, "--path", "A1:Q9", "-o", output)
    assert ran.status == 2
    assert "Q9 is off the board" in ran.err
    assert not output.exists()


@pytest.mark.parametrize(
    ("ruleset", "classes"),
    [("penance-1.0", ("scout", "heavy")), ("base-visibility", ("guard", "large-target"))],
)
def test_a_unit_at_the_start_is_the_one_that_moves(
    run: Run, rooms: Path, ruleset: str, classes: tuple[str, str]
) -> None:
    first, own = classes
    text = ROOMS.replace("penance-1.0", ruleset).replace("class: scout", f"class: {first}")
    rooms.write_text(text.replace("class: heavy", f"class: {own}"))
    for verb, *rest in (("path", "G5"), ("reach",)):
        by_id = run(verb, rooms, "heavy-1", *rest).out
        assert by_id.strip()
        assert by_id == run(verb, rooms, *rest, "--unit", "heavy-1").out
        assert by_id == run(verb, rooms, "E1", *rest, "--unit", "heavy-1").out
        by_class = run(verb, rooms, "heavy-1", *rest, "--class", first).out
        assert by_class == run(verb, rooms, "E1", *rest, "--class", first).out
        assert by_class != by_id

"""MegaMek's scenarios: who plays, where they deploy, when the game ends, and what MegaMek has no place for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import yaml

from fairground.core.clients import Export, load_format
from fairground.core.clients.format import export_settings
from fairground.core.clients.megamek.names import area, deployment
from fairground.core.errors import FileError, UsageError
from fairground.core.files import read_bytes
from fairground.core.scenario.mission import Task, TaskKind, Win
from fairground.core.scenario.parts import Objective, Side, Victory, Zone, ZoneKind
from fairground.core.scenario.shapes import Listed
from fairground.core.scenario.zone_text import parse_shape
from tests.core.clients.megamek_grammar import faults_in_megamek, read_board
from tests.core.clients.test_carried import full

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.scenario.document import Scenario

MMS = load_format("megamek-scenario")

TEXT = b"""\
format: fairground/1
name: '007'
ruleset: megamek
board:
  layout: odd-q
  size: [5, 6]
  palette: {'.': clear, w: [woods-1, foliage_elev-2], '-': void}
  terrain: |
    ..w..
    .....
    -....
    .....
    .....
    ..w..
  elevation: |
    .....
    .2...
    .....
    .....
    .....
    .....
sides:
  - {id: a, name: 'no', team: north}
  - {id: b, name: Bees, team: south, role: attacker}
  - {id: c, name: Bees, team: south}
zones:
  - {id: a-start, side: a, hexes: rows 1-2}
  - {id: b-start, side: b, hexes: "columns 4-5 - rows 1"}
  - {id: c-start, side: c, hexes: [B3, D4]}
  - {id: b-out, side: b, kind: exit, hexes: "rows 6"}
units:
  - {id: one, side: a, class: mek, hex: C2, facing: 4, name: 'O"Neill'}
  - {id: two, side: b, class: tank, hex: E6, facing: 1}
"""


def scenario() -> Scenario:
    found = read_bytes(TEXT).scenario
    assert found is not None
    return found


def exported(it: Scenario, **options: str) -> Export:
    assert MMS.write is not None
    said = {key.replace("_", "-"): value for key, value in options.items()}
    return MMS.write(it, export_settings(MMS.options, said, "arena"))


def data(it: Scenario, **options: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(exported(it, **options).content)
    return found


# -- the file -----------------------------------------------------------------------------------------------


def test_the_board_lies_beside_and_is_one_of_megamek() -> None:
    made = exported(scenario())
    (board,) = made.companions
    assert data(scenario())["map"] == {"file": board.name}
    found = read_board(board.content)
    assert (found.columns, found.rows) == (5, 6)
    assert found.hexes[2].terrain == {"woods": (1, None), "foliage_elev": (2, None)}
    assert found.hexes[6].level == 2


def test_what_megamek_asks_for_is_there_and_text_stays_text() -> None:
    found = data(scenario())
    assert {key: found[key] for key in ("MMSVersion", "name", "description", "singleplayer")} == {
        "MMSVersion": 2,
        "name": "007",
        "description": "007",
        "singleplayer": True,
    }
    # Jackson takes fewer words for values than others do; in quotes it is text to all.
    assert b'name: "007"' in exported(scenario()).content
    assert [it["name"] for it in found["factions"]] == ["no", "Bees (b)", "Bees (c)"]
    assert data(scenario(), bots="no")["singleplayer"] is False


def test_lines_end_as_asked_in_both_files() -> None:
    made = exported(scenario(), line_endings="crlf")
    for content in (made.content, made.companions[0].content):
        assert content.count(b"\r\n") == content.count(b"\n") > 5
    assert yaml.safe_load(made.content) == {**data(scenario()), "map": {"file": made.companions[0].name}}
    assert b"\r" not in exported(scenario()).content


def test_a_board_in_another_layout_is_refused() -> None:
    it = scenario()
    it.board.layout = type(it.board.layout)("even-r")
    with pytest.raises(FileError, match="MegaMek only has odd-q"):
        exported(it)


def test_a_long_briefing_is_cut_where_megamek_does_and_whole_in_the_message() -> None:
    it = replace(scenario(), notes="x" * 400)
    found = data(it)
    assert len(found["description"]) == 350
    assert "x" * 400 in found["messages"][0]["text"]


# -- sides and zones ----------------------------------------------------------------------------------------


def test_teams_deployment_and_ways_out() -> None:
    first, second, third = data(scenario())["factions"]
    assert [it["team"] for it in (first, second, third)] == [1, 2, 2]
    assert first["deploy"] == {"edge": "N", "offset": 0, "width": 2}
    assert second["deploy"] == {"area": {"rectangle": [[4, 2], [5, 6]]}}
    assert third["deploy"] == {"area": {"list": [[2, 3], [4, 4]]}}
    assert "fleefrom" not in first
    assert second["fleefrom"] == {"area": {"rectangle": [[1, 6], [5, 6]]}}


@pytest.mark.parametrize(
    ("zone", "wanted"),
    [
        ("rows 1", {"edge": "N", "offset": 0, "width": 1}),
        ("rows 5-6", {"edge": "S", "offset": 0, "width": 2}),
        ("columns 1-2", {"edge": "W", "offset": 0, "width": 2}),
        ("columns 5", {"edge": "E", "offset": 0, "width": 1}),
        ("all", None),
        ("rows 2", {"area": {"rectangle": [[1, 2], [5, 2]]}}),
        ("A1", {"area": {"list": [[1, 1]]}}),
        ("rows 1 - A1", {"area": {"rectangle": [[2, 1], [5, 1]]}}),
        ("columns 1 - rows 2-6 | B2", {"area": {"list": [[1, 1], [2, 2]]}}),
    ],
)
def test_zones_are_edges_rectangles_or_lists(zone: str, wanted: dict[str, object] | None) -> None:
    it = scenario()
    assert deployment(parse_shape(zone).mask(it.board), ~it.board.void) == wanted


def test_an_edge_is_one_whatever_is_void_of_it() -> None:
    it = scenario()
    there = ~it.board.void
    assert deployment(parse_shape("columns 1").mask(it.board) & there, there) == {
        "edge": "W",
        "offset": 0,
        "width": 1,
    }


def test_a_zone_without_hexes_lets_nobody_in() -> None:
    nothing = np.zeros((2, 2), np.bool_)
    assert deployment(nothing, ~nothing) == {"area": {"list": []}}
    assert area(nothing) == {"list": []}


def test_zones_that_become_one_or_have_no_place_are_told() -> None:
    it = scenario()
    it.zones += [
        Zone("a-more", "a", Listed(("E6",))),
        Zone("mid", "", Listed(("C3",)), ZoneKind.AREA),
        Zone("late", "a", Listed(("C1",)), ZoneKind.REINFORCEMENT),
    ]
    losses = exported(it).losses
    assert "MegaMek only has deployment and exit zones: zones mid, late dropped" in losses
    assert "zones a-start, a-more of a became one area" in losses


def test_more_teams_than_megamek_has_are_told() -> None:
    it = replace(scenario(), sides=[Side(name) for name in "abcdef"])
    assert "MegaMek has only 5 teams; the remaining sides join the last one" in exported(it).losses


# -- units --------------------------------------------------------------------------------------------------


def test_units_without_a_name_in_megamek_are_comments_and_told() -> None:
    made = exported(scenario())
    assert all("units" not in it for it in yaml.safe_load(made.content)["factions"])
    assert '# ["no", "one", "mek", "O\\"Neill"]: at: [3, 2], facing: 3\n' in made.content.decode()
    for name in ("mek", "tank"):
        says = f"1 unit of class {name} is a comment in the file: choose a MegaMek unit with the option units"
        assert f"{says}, such as '{name}=Atlas AS7-D'" in made.losses


def test_units_with_a_name_stand_where_they_start() -> None:
    made = exported(scenario(), units="mek=Locust LCT-1V; tank = Schrek PPC Carrier")
    factions = yaml.safe_load(made.content)["factions"]
    assert factions[0]["units"] == [
        {"fullname": "Locust LCT-1V", "at": [3, 2], "facing": 3, "crew": {"name": 'O"Neill'}}
    ]
    assert factions[1]["units"] == [
        {"fullname": "Schrek PPC Carrier", "at": [5, 6], "facing": 0, "crew": {"name": "tank"}}
    ]
    assert not any("unit" in it for it in made.losses)


def test_what_units_lose_is_told() -> None:
    losses = exported(full(), units="scout=Locust LCT-1V").losses
    assert "MegaMek has no shields: 1 unit lost its shield" in losses
    it = full()
    it.units[0] = replace(it.units[0], allowance=3)
    assert (
        "the individual movement points of 1 unit were dropped"
        in exported(it, units="scout=Locust LCT-1V").losses
    )


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("mek", "write units as 'class=unit name'"),
        ("mek=", "write units as 'class=unit name'"),
        ("meks=Atlas", "no unit of class 'meks'. Did you mean 'mek'"),
    ],
)
def test_names_of_units_that_cannot_be_are_refused(said: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        exported(scenario(), units=said)


# -- the end, the weather and the message -------------------------------------------------------------------


def test_the_end_of_the_game() -> None:
    it = replace(scenario(), turns=8, victory=Victory(last_standing=True))
    found = data(it)
    assert found["end"] == [
        {"trigger": {"type": "roundend", "round": 8}},
        {"trigger": {"type": "battlefieldcontrol"}},
    ]
    alive = {"type": "activeunits", "player": "no", "count": 0, "modify": "not"}
    assert found["factions"][0]["victory"] == [
        {"trigger": {"type": "and", "triggers": [{"type": "battlefieldcontrol"}, alive]}}
    ]
    assert "end" not in data(scenario())


@pytest.mark.parametrize(
    ("weather", "conditions", "loss"),
    [
        (
            "rain",
            {"weather": "moderate rain"},
            "the weather rain became moderate rain, which follows MegaMek's rules",
        ),
        ("fog", {"fog": "light"}, "the weather fog became light fog, which follows MegaMek's rules"),
        ("frogs", None, "MegaMek has no weather frogs; the opening message mentions it"),
    ],
)
def test_weather_becomes_planetary_conditions(
    weather: str, conditions: dict[str, str] | None, loss: str
) -> None:
    it = replace(scenario(), weather=weather)
    assert data(it).get("planetaryconditions") == conditions
    assert loss in exported(it).losses
    assert f"Weather: {weather}." in data(it)["messages"][0]["text"]


def test_what_megamek_keeps_no_score_of_stands_in_the_message() -> None:
    it = replace(full(), author="<b>Me</b> & you")
    it.objectives.append(Objective("flag", Listed(("A1", "B1")), 1, side="a", name="The flag"))
    (message,) = data(it)["messages"]
    assert message["trigger"] == {"type": "gamestart", "modify": "once"}
    assert message["text"].split("\n\n") == [
        "By &lt;b&gt;Me&lt;/b&gt; &amp; you",
        "Read this aloud.",
        "To win, Ants must: be the last side with units.",
        "Top: 3 points for holding B3 for 2 turns",
        "The flag: 1 point for holding A1, B1 (Ants only)",
        "The first side with 3 points wins.",
        "The game ends after 5 turns.",
        "Weather: fog.",
        "Scout arrives in turn 2.",
        "House rule: no flying.",
    ]
    wanted = "MegaMek keeps no score: 3 objectives and victory conditions are only in the opening message"
    assert wanted in exported(it).losses


# -- the board by the grammar -------------------------------------------------------------------------------


def test_written_boards_are_what_the_grammar_says(tmp_path: Path) -> None:
    for it in (scenario(), full()):
        assert list(faults_in_megamek(it, tmp_path)) == []


def test_the_grammar_sees_what_is_wrong() -> None:
    board = load_format("megamek")
    assert board.write is not None
    good = board.write(scenario(), export_settings(board.options, {}, "x")).content
    for bad in (
        good.replace(b"end\n", b""),
        good.replace(b"size 5 6", b"size 5 7"),
        good.replace(b"hex 0101 0", b"hexes"),
    ):
        with pytest.raises(Exception, match=r"no end|hexes for|no line"):
            read_board(bad)


def test_missions_are_told_in_the_message_and_said_not_to_be_played() -> None:
    it = scenario()
    win = Win((Task(TaskKind.DESTROY, ("two",)),))
    it.sides[0] = replace(it.sides[0], wins=(win, Win((Task(TaskKind.TIME_OUT),))))
    it.units[1] = replace(it.units[1], arrives=3)
    it.house_rules = ["no flying"]
    (message,) = data(it)["messages"]
    for text in (
        "To win, no must: destroy tank (E6); or hold out until the turn limit.",
        "tank arrives in turn 3.",
        "House rule: no flying.",
    ):
        assert text in message["text"]
    assert (
        "MegaMek has no missions, so only the opening message mentions 2 ways to win for individual sides, "
        "1 arrival of a unit in a later turn and 1 house rule"
    ) in exported(it).losses

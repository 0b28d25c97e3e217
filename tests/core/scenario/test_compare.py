from __future__ import annotations

from dataclasses import replace

from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.compare import compare
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.mission import Task, TaskKind, Win
from fairground.core.scenario.parts import FairnessBands, RulesetReference, Side, Unit, Victory, Zone
from fairground.core.scenario.shapes import Listed, Rows


def arena() -> Scenario:
    board = Board.blank(Layout.ODD_R, 4, 3)
    board.palette.append(PaletteEntry("#", ("wall",)))
    return Scenario(
        name="Arena",
        ruleset=RulesetReference("penance-1.0"),
        board=board,
        sides=[Side("red"), Side("blue")],
        zones=[Zone("red-start", "red", Rows(1, 1))],
        units=[Unit("scout-1", "red", "scout", board.parse("A1"))],
    )


def said(before: Scenario, after: Scenario) -> list[str]:
    return [str(change) for change in compare(before, after)]


def test_a_scenario_does_not_differ_from_itself() -> None:
    assert compare(arena(), arena()) == []


def test_hexes_are_named_with_what_they_were_and_are() -> None:
    after = arena()
    after.board.terrain[1, 2] = 1
    after.board.elevation[0, 0] = 2
    after.board.hexsides[hexside(after.board.parse("B2"), 1)] = ("hedge",)
    after.board.names[after.board.parse("C1")] = "Mill"
    assert said(arena(), after) == [
        "C2 terrain: clear -> wall",
        "A1 level: 0 -> 2",
        "C1 place name: added Mill",
        "B2 hexside NE: added hedge",
    ]


def test_palette_keys_and_comments_do_not_count() -> None:
    after = arena()
    after.board.palette = [PaletteEntry("c", ("clear",)), PaletteEntry("W", ("wall",))]
    after.comments[()] = ("a remark",)
    assert compare(arena(), after) == []


def test_a_zone_is_compared_by_its_hexes() -> None:
    after = arena()
    after.zones[0] = replace(after.zones[0], shape=Listed(("A1", "B1", "C1", "D1")))
    assert compare(arena(), after) == []
    after.zones[0] = replace(after.zones[0], shape=Rows(1, 2))
    assert said(arena(), after) == ["zone red-start hexes: rows 1 (4 hexes) -> rows 1-2 (8 hexes)"]
    after.zones[0] = replace(after.zones[0], shape=Listed(("A1",)))
    assert said(arena(), after) == ["zone red-start hexes: rows 1 (4 hexes) -> A1 (1 hex)"]


def test_parts_come_go_and_change() -> None:
    after = arena()
    after.units[0] = replace(after.units[0], hex=after.board.parse("B1"), facing=4)
    after.sides[1] = Side("green")
    after.victory = Victory(points=10, last_standing=True)
    after.turns = 8
    assert said(arena(), after) == [
        "turns: added 8",
        "victory points: added 10",
        "victory last_standing: no -> yes",
        "side blue: removed blue",
        "side green: added green",
        "unit scout-1 hex: A1 -> B1",
        "unit scout-1 facing: 1 -> 4",
    ]


def test_a_board_that_grew_differs_in_its_new_hexes() -> None:
    after = arena()
    after.board = Board.blank(Layout.ODD_R, 5, 3)
    changes = compare(arena(), after)
    assert str(changes[0]) == "board size: 4x3 -> 5x3"
    assert {change.hex for change in changes if change.what == "terrain"} == {"E1", "E2", "E3"}


def test_what_counts_as_fair_is_compared() -> None:
    board = Board.blank(Layout.ODD_Q, 1, 1)
    before = Scenario("x", RulesetReference("penance-1.0"), board)
    after = replace(before, fairness=FairnessBands({"territory": "1/10:1/5"}, ("territory", "contact")))
    assert [str(it) for it in compare(before, after)] == [
        "fairness bands: added territory 1/10:1/5",
        "fairness gates: added contact, territory",
    ]


def test_missions_are_compared_in_words() -> None:
    before, after = arena(), arena()
    after.units = [Unit("wagon", "red", "scout", Hex(0, 0), name="Wagon", arrives=3, unarmed=True)]
    before.units = [Unit("wagon", "red", "scout", Hex(0, 0), name="Wagon")]
    after.sides = [
        replace(
            before.sides[0],
            wins=(Win((Task(TaskKind.DESTROY, ("wagon",)),)), Win((Task(TaskKind.TIME_OUT),))),
        ),
        *before.sides[1:],
    ]
    after.house_rules = ["no night moves"]
    side = before.sides[0].id
    assert [str(it) for it in compare(before, after)] == [
        "house rules: added no night moves",
        f"side {side} wins: added destroy Wagon; hold out until the turn limit",
        "unit wagon arrives: added 3",
        "unit wagon unarmed: added yes",
    ]
    assert compare(after, after) == []

"""Print-and-play: pieces as large as the hexes ask for, backs behind their fronts, and the rules in full."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

import pypdfium2
import pytest

from fairground.core.clients import load_format
from fairground.core.clients.format import export_settings
from fairground.core.clients.pdf.paper_sheets import Paper
from fairground.core.clients.pdf.play_kit import kit_pages
from fairground.core.clients.pdf.rules_sheet import rules_sheets
from fairground.core.clients.player_rules import RulesTable, player_rules
from fairground.core.errors import UsageError
from fairground.core.grid.layout import Layout
from fairground.core.pictures.colours import grey
from fairground.core.pictures.display_list import Circle, Group, PathShape, Polygon, Text
from fairground.core.pictures.lettering import text_width
from fairground.core.pictures.zone_layers import side_colour
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.parts import Objective, Unit
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fairground.core.clients.pdf.writing import PrintPage
    from fairground.core.pictures.display_list import Item, Picture
    from fairground.core.scenario.document import Scenario

KIT = load_format("print-and-play")


@pytest.fixture
def arena() -> Scenario:
    scenario = blank_scenario("Arena", layout=Layout.ODD_R, size=(6, 6), ruleset="penance-2.0")
    one, other = (it.id for it in scenario.sides)
    board = scenario.board
    at = board.parse
    return replace(
        scenario,
        turns=5,
        objectives=[Objective("old-mill", parse_shape("C3"), points=2)],
        units=[
            *(Unit(f"a{i}", one, "scout", at("A1"), name=f"Scout {i}") for i in range(9)),
            Unit("b1", other, "heavy", at("F6"), facing=4, arrives=3, name="Late"),
        ],
    )


def pages(scenario: Scenario, **said: str) -> list[PrintPage]:
    settings = export_settings(KIT.options, {"board": "no", **said}, "arena")
    return kit_pages(scenario, settings)


def items_of(items: Iterable[Item]) -> Iterator[Item]:
    for it in items:
        if isinstance(it, Group):
            yield from items_of(it.items)
        else:
            yield it


def everything(picture: Picture) -> list[Item]:
    return list(chain.from_iterable(items_of(layer.items) for layer in picture.layers))


def texts(picture: Picture) -> list[Text]:
    return [it for it in everything(picture) if isinstance(it, Text)]


def named(found: list[PrintPage], name: str) -> Picture:
    (picture,) = [it.picture for it in found if it.name == name]
    return picture


def cut_lines(picture: Picture) -> tuple[list[float], list[float]]:
    """Return the x and y of the lines that pieces are cut along."""
    lines = next(layer for layer in picture.layers if layer.id == "cuts").items[0]
    assert isinstance(lines, PathShape)
    points = [at for _, at in lines.commands]
    xs = sorted({round(a[0], 6) for a, b in zip(points[::2], points[1::2], strict=True) if a[0] == b[0]})
    ys = sorted({round(a[1], 6) for a, b in zip(points[::2], points[1::2], strict=True) if a[1] == b[1]})
    return xs, ys


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("width", ["16", "19.05", "31.75"])
def test_counters_fit_their_hexes_and_stay_on_the_paper(arena: Scenario, paper: str, width: str) -> None:
    front = named(pages(arena, paper=paper, **{"hex-width": width}), "Counters")
    xs, ys = cut_lines(front)
    side = xs[1] - xs[0]
    assert side == pytest.approx(ys[1] - ys[0])
    # The corners of a square lie on a circle as wide as its diagonal.
    assert 0.9 * float(width) < side * 2**0.5 < float(width)
    marks = next(layer for layer in front.layers if layer.id == "cuts").items[1]
    assert isinstance(marks, PathShape)
    reach = [value for _, at in marks.commands for value in at]
    assert min(reach) >= 5
    assert max(xs) < front.width_mm - 10
    assert max(ys) < front.height_mm - 10
    for circle in (it for it in everything(front) if isinstance(it, Circle)):
        column = max(i for i, x in enumerate(xs) if x <= circle.x)
        assert xs[column] <= circle.x - circle.radius
        assert circle.x + circle.radius <= xs[column + 1]


def test_every_unit_has_a_counter_with_its_name_and_arrival(arena: Scenario) -> None:
    shown = [it.text for it in texts(named(pages(arena), "Counters"))]
    for unit in arena.units:
        assert shown.count(arena.unit_title(unit)) == 1
    assert shown.count("SC") == 9
    assert shown.count("HE") == 1
    assert shown.count("T3") == 1


def test_backs_lie_behind_their_fronts(arena: Scenario) -> None:
    found = pages(arena)
    front, back = named(found, "Counters"), named(found, "Counters, backs")
    assert cut_lines(front) == cut_lines(back)
    late = next(it for it in texts(front) if it.text == "Late")
    title = arena.sides[1].title
    (behind,) = [it for it in texts(back) if it.text == title]
    # Turned over along the long edge, left and right change places.
    assert behind.x == pytest.approx(front.width_mm - late.x)
    assert behind.y == pytest.approx(late.y)
    assert not any(it.name.endswith("backs") for it in pages(arena, backs="no"))


def test_standees_have_a_tab_below_a_fold(arena: Scenario) -> None:
    assert "Standees" not in [it.name for it in pages(arena)]
    picture = named(pages(arena, standees="yes"), "Standees")
    xs, ys = cut_lines(picture)
    folds = [it for it in everything(picture) if isinstance(it, PathShape) and it.dash]
    assert len(folds) == len(arena.units)
    height, side = ys[1] - ys[0], xs[1] - xs[0]
    assert all(it.commands[0][1][1] - ys[0] == pytest.approx(height - 0.4 * side) for it in folds[:1])


def test_markers_are_those_of_the_scenario(arena: Scenario) -> None:
    found = pages(arena)
    shown = [it.text for it in texts(named(found, "Markers"))]
    assert {"Old mill", *(it.title for it in arena.sides), "Round"} <= set(shown)
    track = [it.text for it in texts(named(found, "Round track"))]
    assert track[:5] == ["1", "2", "3", "4", "5"]
    assert "6" not in track


def test_without_units_there_are_counters_of_every_class(arena: Scenario) -> None:
    bare = replace(arena, units=[])
    shown = [it.text for it in texts(named(pages(bare), "Counters"))]
    for it in arena.rules.classes.values():
        assert shown.count(f"{it.name} 1") == shown.count(f"{it.name} 2") == len(arena.sides)


def test_rules_have_every_row_of_every_table(arena: Scenario) -> None:
    sheets = [it.picture for it in pages(arena) if it.name == "Rules"]
    printed = " ".join(it.text for sheet in sheets for it in texts(sheet))
    for table in player_rules(arena):
        assert table.heading.upper() in printed
        for word in {word for row in table.rows for cell in row for word in cell.split()}:
            assert word in printed


def test_long_tables_flow_over_columns_and_sheets_without_losing_a_row() -> None:
    rows = tuple((f"row {i}", "word " * (i % 40)) for i in range(300))
    paper = Paper("a4", 210, 297, 10)
    sheets = list(rules_sheets("Name", [RulesTable("Many", ("What", "Text"), rows)], paper))
    assert len(sheets) > 1
    shown = [it for sheet in sheets for it in texts(sheet)]
    assert [it.text for it in shown if re.fullmatch(r"row \d+", it.text)] == [row[0] for row in rows]
    for it in shown:
        assert it.x >= 9
        assert it.x + text_width(it.text, it.size, bold=it.bold) <= 201
        assert 9 <= it.y <= 288


def test_the_chances_are_those_of_the_dice(arena: Scenario) -> None:
    (table,) = [it for it in player_rules(arena) if it.heading == "Chance to hit"]
    rows = {row[0]: row[1:] for row in table.rows}
    # Ten of 36 rolls of two dice are 9 or more.
    assert rows["+4"] == ("9 or more on 2d6", "5/18, 27.8%")


def test_a_ruleset_without_a_roll_says_so() -> None:
    other = blank_scenario("x", layout=Layout.ODD_R, size=(3, 3), ruleset="hexside-ww2")
    (table,) = [it for it in player_rules(other) if it.heading == "Chance to hit"]
    assert table.rows == (("The rules give modifiers but no roll, so chances to hit cannot be listed",),)


def test_the_board_comes_first_in_the_same_file(arena: Scenario) -> None:
    assert KIT.write is not None
    made = KIT.write(arena, export_settings(KIT.options, {}, "arena"))
    names = [it.name for it in kit_pages(arena, export_settings(KIT.options, {}, "arena"))]
    assert names[0] == "Assembly"
    assert names.index("Sheet A1") < names.index("Rules") < names.index("Counters")
    document = pypdfium2.PdfDocument(made.content)
    assert len(document) == len(names)
    assert b"Helvetica" not in made.content
    text = document[names.index("Counters")].get_textpage().get_text_range()
    assert "Scout 3" in text
    assert KIT.write(arena, export_settings(KIT.options, {}, "arena")).content == made.content


def test_grey_has_no_colour(arena: Scenario) -> None:
    for page in pages(arena, grey="yes"):
        for it in everything(page.picture):
            if isinstance(it, Circle | Polygon | PathShape):
                assert all(colour is None or colour == grey(colour) for colour in (it.fill, it.stroke))
    assert any(
        isinstance(it, Circle) and it.fill == side_colour(0)
        for it in everything(named(pages(arena), "Counters"))
    )


def test_pieces_larger_than_the_paper_are_refused(arena: Scenario) -> None:
    with pytest.raises(UsageError, match="do not fit on the paper"):
        pages(arena, standees="yes", paper="letter", margin="40", **{"hex-width": "150"})


def test_losses_are_named(arena: Scenario) -> None:
    assert KIT.write is not None
    lost = KIT.write(arena, export_settings(KIT.options, {"board": "no", "markers": "no"}, "a")).losses
    assert "the board is not printed, as requested" in lost
    assert "markers are not printed, as requested" in lost
    long = replace(arena, turns=99)
    lost = KIT.write(long, export_settings(KIT.options, {"board": "no"}, "a")).losses
    assert "the round track ends at round 40 of 99" in lost


def test_bases_are_as_large_as_on_the_board_and_leave_room_for_names() -> None:
    scenario = blank_scenario("Table", layout=Layout.ODD_Q, size=(6, 6), ruleset="base-visibility")
    one = scenario.sides[0].id
    units = [
        Unit("a", one, "guard", scenario.board.parse("A1"), base=1.0, name="Ann"),
        Unit("b", one, "guard", scenario.board.parse("C3"), base=5.0, name="Bo"),
    ]
    picture = named(pages(replace(scenario, units=units), **{"hex-width": "20"}), "Counters")
    # A hex is so many inches across on the table, and 20 mm on paper.
    inch = 20 / (scenario.board.hex_inches)
    rims = [it for it in everything(picture) if isinstance(it, Circle) and it.stroke and it.fill]
    assert [round(2 * it.radius / inch, 6) for it in rims] == [1.0, 5.0]
    for rim, label in zip(rims, (it for it in texts(picture) if it.text in ("Ann", "Bo")), strict=True):
        assert rim.y + rim.radius < label.y - 0.8 * label.size

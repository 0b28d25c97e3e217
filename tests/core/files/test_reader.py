"""Reading scenario files: what is wrong with each, where, and what to write instead."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

import pytest

from fairground.core.errors import FileError
from fairground.core.files import load, load_reading, read, read_bytes
from fairground.core.files import reader as migrations
from fairground.core.files.read_parts import MAX_PARTS
from fairground.core.files.read_result import ReadResult
from fairground.core.finding import Finding, Place, Severity
from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import Hexside
from fairground.core.scenario.parts import ObjectiveKind, Shield, ZoneKind
from fairground.core.scenario.shapes import Listed, Painted, Rows, Shape
from fairground.core.validation.file_codes import FILE_CODES as CODES

if TYPE_CHECKING:
    from pathlib import Path

GOOD = """\
format: fairground/1
name: Small
ruleset: penance-1.0
turns: 12
board:
  layout: odd-q
  size: [3, 2]
  palette: {'.': clear, '#': [wall, road], 'w': {terrain: woods, source: "woods:1"}}
  terrain: |
    .#.
    w..
  elevation_palette: {a: -2}
  elevation: |
    .1.
    a..
  effects_palette: {s: smoke}
  effects: |
    s..
    ...
  hexsides: |
    A1 S hedge
    B1 N wall+hedge
  names: {B2: Mill}
sides:
  - {id: p1, team: red}
zones:
  - {id: start, side: p1, hexes: rows 1}
  - id: hill
    kind: area
    hexes: |
      #..
      ..#
objectives:
  - {id: mill, hexes: [B2], points: 3, kind: exit}
units:
  - {id: scout-1, side: p1, class: scout, hex: C2, facing: 4, shield: left}
victory: {points: 10}
locked: [A1, hill]
"""


def changed(old: str, new: str) -> ReadResult:
    assert GOOD.count(old) == 1
    return read_bytes(GOOD.replace(old, new).encode())


def only(reading: ReadResult) -> Finding:
    """Return the one finding of a file; its code is documented and it has a place in the file."""
    assert len(reading.findings) == 1, reading.findings
    finding = reading.findings[0]
    assert finding.code in CODES
    assert finding.place.line
    assert finding.place.column
    return finding


def test_a_good_file_is_read_whole() -> None:
    reading = read_bytes(GOOD.encode())
    assert reading.findings == []
    scenario = reading.scenario
    assert scenario is not None
    board = scenario.board
    assert board.terrain.tolist() == [[0, 1, 0], [2, 0, 0]]
    assert board.palette[1].kinds == ("wall", "road")
    assert (board.palette[2].kinds, board.palette[2].source) == (("woods",), "woods:1")
    assert board.elevation.tolist() == [[0, 1, 0], [-2, 0, 0]]
    assert [entry.kinds for entry in board.effects_palette] == [(), ("smoke",)]
    assert board.effects.tolist() == [[1, 0, 0], [0, 0, 0]]
    assert board.hexsides == {Hexside(Hex(0, 1), 0): ("hedge",), Hexside(Hex(1, 0), 0): ("hedge", "wall")}
    assert board.names == {Hex(1, 1): "Mill"}
    shapes: list[Shape] = [Rows(1, 1), Painted(("#..", "..#"))]
    assert [zone.shape for zone in scenario.zones] == shapes
    assert [zone.kind for zone in scenario.zones] == [ZoneKind.DEPLOYMENT, ZoneKind.AREA]
    assert scenario.objectives[0].shape == Listed(("B2",))
    assert scenario.objectives[0].kind is ObjectiveKind.EXIT
    assert (scenario.units[0].hex, scenario.units[0].shield) == (Hex(2, 0), Shield.LEFT)
    assert scenario.locked == ["A1", "hill"]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_endings_and_byte_order_mark_do_not_matter(newline: str, mark: bytes) -> None:
    reading = read_bytes(mark + GOOD.replace("\n", newline).encode())
    plain = read_bytes(GOOD.encode())
    assert reading.findings == []
    assert reading.scenario == plain.scenario
    assert reading.scenario is not None
    assert (reading.scenario.newline, reading.scenario.byte_order_mark) == (newline, bool(mark))


@pytest.mark.parametrize(
    ("old", "new", "code", "place", "message", "fix"),
    [
        # keys and values
        ("turns: 12", "tuns: 12", "file.unknown-key", (4, 1), "unknown key 'tuns'. Did you mean 'turns'?", "Write 'turns'."),
        ("turns: 12", "turns: '12'", "file.wrong-type", (4, 8), "'turns' must be a whole number, not '12'", "Remove the quotes: turns: 12"),
        ("turns: 12", "turns: 0", "file.bad-value", (4, 8), "'turns' must be at least 1, not 0", None),
        ("name: Small\n", "", "file.missing-key", (1, 1), "the key 'name' is missing", "Add the key 'name', for example 'name: Standard Arena'."),
        ("name: Small", "nam: Small", "file.unknown-key", (2, 1), "unknown key 'nam'. Did you mean 'name'?", "Write 'name'."),
        ("[3, 2]", "[3, true]", "file.wrong-type", (7, 13), "entry 2 of 'size' must be a whole number, not true", None),
        ("[3, 2]", "[3, 1001]", "file.bad-value", (7, 13), "entry 2 of 'size' must be at most 1,000, not 1,001", None),
        ("[3, 2]", "[3]", "file.bad-value", (7, 9), "'size' must have at least 2 entries, not 1", "Write, for example, [16, 17]."),
        ("[3, 2]", "{columns: 3, rows: 2}", "file.wrong-type", (7, 9), "'size' must be a list of two numbers, columns and rows, not a mapping", "Write 'size: [3, 2]'."),
        ("[3, 2]", "{c: 3, r: 2}", "file.wrong-type", (7, 9), "'size' must be a list, not a mapping", "Write, for example, [16, 17]."),
        ("odd-q", "odd_q", "file.bad-value", (6, 11), "'layout' must be odd-q, even-q, odd-r or even-r, not 'odd_q'. Did you mean 'odd-q'?", "Write 'layout: odd-q'."),
        ("terrain: woods,", "terain: woods,", "file.unknown-key", (8, 50), "unknown key 'terain'. Did you mean 'terrain'?", "Write 'terrain'."),
        ("[wall, road]", "[wall, 3]", "file.wrong-type", (8, 37), "entry 2 of '#' must be text, not 3", "Put it in quotes: '3'"),
        ("'.': clear", "'.': 3", "file.wrong-type", (8, 18), "'.' must be text or a list or a mapping, not 3", "Put it in quotes: '3'"),
        ("a: -2", "a: -21", "file.bad-value", (12, 26), "'a' must be at least -20, not -21", None),
        ("hexes: rows 1", "hexes: 3", "file.wrong-type", (27, 34), "'hexes' must be text or a list, not 3", "Put it in quotes: '3'"),
        ("facing: 4", "facing: 7", "file.bad-value", (36, 60), "'facing' must be at most 6, not 7", None),
        ("class: scout, ", "", "file.missing-key", (36, 5), "the key 'class' of entry 1 of 'units' is missing", "Add the key 'class', for example 'class: scout'."),
        ("id: scout-1", "id: ../../x", "file.bad-value", (36, 10), "invalid id '../../x': write a lower-case letter, then up to 63 lower-case letters, digits and '-'", "Write 'id: x'."),
        ("id: scout-1", "id: Scout", "file.bad-value", (36, 10), "invalid id 'Scout': write a lower-case letter, then up to 63 lower-case letters, digits and '-'", "Write 'id: scout'."),
        ("victory: {points: 10}", "victory: [10]", "file.wrong-type", (37, 10), "'victory' must be a mapping, not a list", None),
        # rows
        ("    .#.\n", "    .#\n", "board.row-length", (10, 5), "row 1 of 'terrain' has 2 hexes, but the board has 3 columns", "Add 1 hex."),
        ("    .#.\n", "    .#...\n", "board.row-length", (10, 5), "row 1 of 'terrain' has 5 hexes, but the board has 3 columns", "Remove 2 hexes."),
        ("    w..\n", "", "board.rows", (9, 12), "'terrain' has 1 line, but the board has 2 rows", "Write one line per row, or change the size to [3, 1]."),
        ("    w..\n", "    w..\n    ...\n", "board.rows", (9, 12), "'terrain' has 3 lines, but the board has 2 rows", "Write one line per row, or change the size to [3, 3]."),
        ("    w..\n", "    W..\n", "board.unknown-key", (11, 5), "the palette has no key 'W', used at A2. Did you mean 'w'?", "Add 'W' to the palette, or use one of its keys: '.', '#', 'w'"),
        ("    w..\n", "    .xx\n", "board.unknown-key", (11, 6), "the palette has no key 'x', used at B2, C2", "Add 'x' to the palette, or use one of its keys: '.', '#', 'w'"),
        ("    .1.\n", "    .b.\n", "board.unknown-key", (14, 6), "the elevation_palette has no key 'b', used at B1", "Write '.' or a digit, or add 'b' to 'elevation_palette'."),
        ("    s..\n", "    sf.\n", "board.unknown-key", (18, 6), "the effects_palette has no key 'f', used at B1", "Write '.' for no effect, or add 'f' to 'effects_palette'."),
        ("{a: -2}", "{a: -2, '3': 30}", "board.palette-key", (12, 30), "'3' is reserved and cannot be a key of 'elevation_palette'", "Use another character, such as a letter."),
        ("{s: smoke}", "{s: smoke, '.': fire}", "board.palette-key", (16, 31), "'.' is reserved and cannot be a key of 'effects_palette'", "Use another character, such as a letter."),
        ("'.': clear,", "'.': clear, ' ': sand,", "board.palette-key", (8, 25), "the palette key ' ' contains spaces or invisible characters", "Use one visible character, or several without spaces."),
        # hexsides and labels
        ("A1 S hedge", "A1 hedge", "board.hexside-line", (21, 5), "'A1 hedge' has fewer than 3 words", "Write a hex, a direction and features, for example 'C4 N hedge' or 'C4 NE hedge+wall'."),
        ("A1 S hedge", "A1 S hedge wall", "board.hexside-line", (21, 5), "'A1 S hedge wall' has more than 3 words", "Write a hex, a direction and features, for example 'C4 N hedge' or 'C4 NE hedge+wall'."),
        ("A1 S hedge", "A1 S hedge++wall", "board.hexside-line", (21, 10), "'hedge++wall' has an empty feature name, or one longer than 64 characters", "Join features with '+', for example hedge+wall."),
        ("A1 S hedge", "0101 S hedge", "board.bad-label", (21, 5), "'0101' is not a hex; write capital letters and a number of 1 or more, like C4", None),
        ("A1 S hedge", "A3 S hedge", "board.off-board", (21, 5), "A3 is off the board. The board has columns A to C and rows 1 to 2", None),
        ("A1 S hedge", "A1 E hedge", "board.direction", (21, 8), "odd-q has no direction 'E'", "Known directions: N, NE, SE, S, SW, NW."),
        ("B1 N wall", "A2 N wall", "board.hexside-twice", (22, 5), "line 1 of the block already has the hexside A2 N, perhaps named from the hex on its other side", "Keep one line. Combined, they are 'hedge+wall'."),
        ("B1 N wall+hedge", "B1 N wall+wall", "board.feature-twice", (22, 10), "'wall+wall' names a feature twice", "Write 'wall'."),
        ("B2: Mill", "D1: Mill", "board.off-board", (23, 11), "D1 is off the board. The board has columns A to C and rows 1 to 2", "Remove it, or use a hex on the board."),
        ("B2: Mill", "b2: Mill", "board.bad-label", (23, 11), "'b2' is not a hex; write capital letters and a number of 1 or more, like C4. Did you mean 'B2'?", None),
        # zones and units
        ("hexes: rows 1", "hexes: rows x", "zone.shape", (27, 39), "'x' isn't valid here (character 6). Expected a number", "Write, for example, 'rows 1-2', 'within 3 of B7' or a list such as [C4, C5]."),
        ("hexes: [B2]", "hexes: [B2, b3]", "zone.bad-label", (34, 28), "'b3' is not a hex; write capital letters and a number of 1 or more, like C4. Did you mean 'B3'?", None),
        ("      ..#\n", "      .x#\n", "zone.painted", (32, 8), "'x' is not a valid character in a painted block", "Write '#' for each hex of the zone and '.' for all others."),
        ("hex: C2", "hex: 0302", "unit.bad-label", (36, 48), "'0302' is not a hex; write capital letters and a number of 1 or more, like C4", None),
        # format
        ("fairground/1", "fairground/3", "file.newer-format", (1, 9), "the file has the format fairground/3; this version of Fairground reads formats up to fairground/2", "Update Fairground to open it."),
        ("fairground/1", "fairground/0", "file.format", (1, 9), "the file has the format fairground/0; this version of Fairground reads fairground/1 and newer", None),
        ("fairground/1", "fairground-ruleset/1", "file.format", (1, 9), "this file is a ruleset, not a scenario", "Check a scenario that names this file, as in 'ruleset: rules.yaml'."),
        ("format: fairground/1\n", "", "file.missing-key", (1, 1), "the key 'format' is missing", "Add the key 'format', for example 'format: fairground/1'."),
    ],
)  # fmt: skip
def test_each_fault_gives_one_finding(  # one column of the table each
    old: str, new: str, code: str, place: tuple[int, int], message: str, fix: str | None
) -> None:
    finding = only(changed(old, new))
    assert (finding.code, finding.message) == (code, message)
    assert (finding.place.line, finding.place.column) == place
    assert finding.fix == fix
    assert finding.severity is (Severity.WARNING if code == "board.feature-twice" else Severity.ERROR)


def test_all_problems_come_at_once_and_the_rest_is_read() -> None:
    text = GOOD
    for old, new in (
        ("turns: 12", "turns: 0"),
        ("    .#.\n", "    .#\n"),
        ("    w..\n", "    w?.\n"),
        ("A1 S hedge", "A9 S hedge"),
        ("hexes: rows 1", "hexes: rows"),
        ("  - {id: p1, team: red}", "  - {id: P1, team: red}\n  - {id: p2, team: blue}"),
        (
            "  - {id: scout-1",
            "  - {id: x}\n  - {id: y, side: p2, class: tank, hex: nowhere}\n  - {id: scout-1",
        ),
    ):
        text = text.replace(old, new)
    reading = read_bytes(text.encode())
    assert [(finding.code, finding.place.line) for finding in reading.findings] == [
        ("file.bad-value", 4),
        ("board.row-length", 10),
        ("board.unknown-key", 11),
        ("board.off-board", 21),
        ("file.bad-value", 25),
        ("zone.shape", 28),
        ("file.missing-key", 37),
        ("file.missing-key", 37),
        ("file.missing-key", 37),
        ("unit.bad-label", 38),
    ]
    scenario = reading.scenario
    assert scenario is not None
    assert scenario.turns is None
    assert [side.id for side in scenario.sides] == ["p1", "p2"]
    assert [unit.id for unit in scenario.units] == ["scout-1"]
    assert not scenario.board.void.any()
    # The items that are left are found where they stand in the file.
    assert reading.locate(Place(("units", 0, "class"))).line == 39
    assert reading.locate(Place(("sides", 1))).line == 26
    assert reading.locate(Place(("board", "hexsides", 0))).line == 22


@pytest.mark.parametrize("text", ["- a", "hello", "3", "~", "[]"])
def test_a_file_that_is_no_mapping_is_no_scenario(text: str) -> None:
    assert only(read_bytes(text.encode())).code == "file.format"


def test_problems_of_yaml_are_findings() -> None:
    reading = read_bytes(b"format: fairground/1\nname: *x\nname: [1\n")
    assert [finding.code for finding in reading.findings] == [
        "yaml.alias",
        "yaml.duplicate-key",
        "yaml.syntax",
    ]
    assert reading.scenario is None


@pytest.mark.parametrize("marker", ["<<<<<<< HEAD", "=======", ">>>>>>> branch", "||||||| base"])
def test_a_conflict_marker_is_the_one_thing_to_say(marker: str) -> None:
    reading = changed("turns: 12\n", f"turns: 12\n{marker}\n")
    finding = only(reading)
    assert finding.code == "file.conflict-marker"
    assert finding.place.line == 5
    assert reading.scenario is None


def test_a_conflict_marker_after_an_empty_line_is_counted_from_the_first() -> None:
    assert only(read_bytes(b"\n<<<<<<< HEAD\n")).place.line == 2


def test_rows_may_look_like_conflict_markers() -> None:
    text = GOOD.replace("[3, 2]", "[7, 2]").replace("'.': clear", "'.': clear, '=': wall, '<': cover")
    text = text.replace("    .#.\n    w..\n", "    =======\n    <<<<<<<\n")
    text = text.replace("    .1.\n    a..\n", "    .1.....\n    a......\n").replace(
        "    s..\n    ...\n", "    s......\n    .......\n"
    )
    assert read_bytes(text.encode()).findings == []


def test_many_unknown_keys_are_counted() -> None:
    text = GOOD.replace("[3, 2]", "[3, 40]").replace("    .#.\n    w..\n", "    xyz\n" * 40)
    text = text.replace("  elevation: |\n    .1.\n    a..\n", "").replace(
        "  effects: |\n    s..\n    ...\n", ""
    )
    reading = read_bytes(text.encode())
    assert [finding.message for finding in reading.findings] == [
        "the palette has no key 'x', used at A1, A2, A3 and 37 more",
        "the palette has no key 'y', used at B1, B2, B3 and 37 more",
        "the palette has no key 'z', used at C1, C2, C3 and 37 more",
    ]
    assert reading.findings[1].place.hex == "B1"


def test_a_flood_of_one_kind_is_cut_off() -> None:
    lines = "".join(f"    A{row} S hedge\n" for row in range(100, 1000))
    reading = changed("    A1 S hedge\n", lines)
    assert [finding.code for finding in reading.findings] == ["board.off-board"] * 20 + ["file.many-problems"]
    assert reading.findings[-1].message == "880 more problems of the same kind (board.off-board) from here on"
    assert reading.findings[-1].place.line == 41


def test_hexsides_are_given_up_after_a_thousand_problems() -> None:
    reading = changed("    A1 S hedge\n", "    A1 X hedge\n" * 3000)
    assert len(reading.findings) == 22
    assert reading.findings[-1].message.startswith("too many problems: the remaining lines were not read")
    assert reading.findings[-1].place.line == 1021


def test_a_palette_that_is_too_large_is_refused_as_a_whole() -> None:
    entries = ", ".join(f"'k{number}': 3" for number in range(10_001))
    finding = only(changed("'.': clear,", f"{entries},"))
    assert finding.message == "'palette': must have at most 10,000 entries, not 10,003"


def test_a_flood_of_misspelt_keys_gives_a_finding_each() -> None:
    unit = "{id: scout-1, side: p1, class: scout, hex: C2, facing: 4, shield: left}"
    reading = changed(f"  - {unit}\n", f"  - {unit.replace('side', 'sid')}\n" * 500)
    assert [finding.code for finding in reading.findings] == ["file.unknown-key"] * 100 + [
        "file.many-problems"
    ]
    assert reading.scenario is not None
    assert len(reading.scenario.units) == 500


# -- rows -----------------------------------------------------------------------------------------------------


def with_rows(palette: str, rows: str, size: str = "[3, 2]") -> ReadResult:
    return read_bytes(
        f"format: fairground/1\nname: x\nruleset: x\nboard:\n  layout: odd-r\n  size: {size}\n"
        f"  palette: {palette}\n  terrain: |\n{rows}".encode()
    )


@pytest.mark.parametrize(
    ("palette", "rows", "size"),
    [
        ("{'a': clear, 'b': wall}", "    aba\n    bbb\n", "[3, 2]"),
        ("{'a': clear, 'b': wall}", "    a b a\n    b  b b  \n", "[3, 2]"),
        ("{'a': clear, 'bb': wall}", "    a  bb a\n    bb bb bb\n", "[3, 2]"),
        ("{'é': clear, '🎲': wall}", "    é🎲é\n    🎲🎲🎲\n", "[3, 2]"),
        ("{'e\u0301': clear, '日': wall}", "    e\u0301 日 e\u0301\n    日 日 日\n", "[3, 2]"),
        ("{'\u0301': clear, '日': wall}", "    \u0301日\u0301\n    日日日\n", "[3, 2]"),
        ("{\"'\": clear, '#': wall}", "    '#'\n    ###\n", "[3, 2]"),
        ("{1: clear, ~: wall}", "    1~1\n    ~~~\n", "[3, 2]"),
    ],
)
def test_rows_are_characters_or_words(palette: str, rows: str, size: str) -> None:
    reading = with_rows(palette, rows, size)
    assert reading.findings == []
    assert reading.scenario is not None
    assert reading.scenario.board.terrain.tolist() == [[0, 1, 0], [1, 1, 1]]


def test_a_board_of_one_column_may_have_long_keys() -> None:
    reading = with_rows("{'a': clear, 'bb': wall}", "    bb\n    a\n", "[1, 2]")
    assert reading.scenario is not None
    assert reading.scenario.board.terrain.tolist() == [[1], [0]]


def test_a_stray_space_does_not_make_words_of_all_rows() -> None:
    reading = with_rows("{'a': clear}", "    aa a\n    aaa\n    aaa\n", "[3, 3]")
    assert [finding.code for finding in reading.findings] == ["board.row-length", "board.unknown-key"]


def test_rows_of_another_length_are_counted_unless_they_are_very_long() -> None:
    reading = with_rows("{'a': clear, 'bb': wall}", "    a  bb\n    a  bb a\n")
    assert "has 2 hexes, but the board has 3 columns" in reading.findings[0].message
    reading = with_rows("{'a': clear, 'bb': wall}", f"    a  bb a{' a' * 100_000}\n    a  bb a\n")
    assert "has far too many hexes, but the board has 3 columns" in reading.findings[0].message


def test_missing_hexes_get_the_most_common_terrain() -> None:
    reading = with_rows("{'#': wall, 'a': clear}", "    a#\n    aaa\n")
    assert [finding.code for finding in reading.findings] == ["board.row-length"]
    assert reading.scenario is not None
    assert reading.scenario.board.terrain.tolist() == [[1, 0, 1], [1, 1, 1]]


def test_words_that_are_missing_or_unknown_are_found_in_their_column() -> None:
    reading = with_rows("{'a': clear, 'bb': wall}", "    a  bb\n    a  bc a\n")
    assert [(finding.code, finding.place.line, finding.place.column) for finding in reading.findings] == [
        ("board.row-length", 9, 5),
        ("board.unknown-key", 10, 8),
    ]
    assert reading.findings[1].message == "the palette has no key 'bc', used at B2"
    assert reading.locate(Place(("board", "terrain", 1, 2))).column == 11


# -- places ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "line", "column"),
    [
        (Place(("board", "terrain", 1, 2)), 11, 7),
        (Place(hex="C2"), 11, 7),
        (Place(("units", 0, "facing")), 36, 60),
        (Place(("board", "hexsides", 1)), 22, 5),
        (Place(("board", "palette", "#")), 8, 25),
        (Place(("zones", 1, "hexes", 1, 2)), 32, 9),
        (Place(("locked", 1)), 38, 14),
        (Place(("weather",)), 1, 1),
    ],
)
def test_places_of_the_scenario_are_found_in_the_file(place: Place, line: int, column: int) -> None:
    found = read_bytes(GOOD.encode()).locate(place)
    assert (found.line, found.column) == (line, column)
    assert (found.path, found.hex) == (place.path, place.hex)


def test_places_in_other_files_stay_as_they_are() -> None:
    place = Place(("x",), line=3, column=4, file="rules.yaml")
    assert read_bytes(GOOD.encode()).locate(place) == place
    assert ReadResult(None, []).locate(Place(("name",))).line is None


# -- files ----------------------------------------------------------------------------------------------------


def test_a_file_is_read_with_its_folder(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(GOOD, encoding="utf-8")
    assert load(tmp_path / "a.yaml").folder == tmp_path
    assert load_reading(str(tmp_path / "a.yaml"))[1] == ()


@pytest.mark.parametrize(
    ("name", "reason"), [("missing.yaml", "No such file"), (".", "it is not a file"), ("a\0b", "null")]
)
def test_a_file_that_cannot_be_opened_is_an_error(tmp_path: Path, name: str, reason: str) -> None:
    with pytest.raises(FileError, match=reason):
        read(f"{tmp_path}/{name}")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileError, match="it is not a file"):
        read(tmp_path / "pipe")


def test_loading_a_faulty_file_raises_all_its_problems(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(GOOD.replace("turns: 12", "turns: 0").replace("facing: 4", "facing: 9"), encoding="utf-8")
    with pytest.raises(
        FileError, match=r"a\.yaml, line 4: 'turns' must be at least 1, not 0 \(and 1 more\)"
    ) as caught:
        load(path)
    assert [problem.place.line for problem in caught.value.problems] == [4, 36]


def test_loading_passes_over_warnings(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(GOOD.replace("wall+hedge", "hedge+hedge"), encoding="utf-8")
    assert load(path).board.hexsides


def test_an_older_version_is_brought_up_to_date_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def rename_title(data: dict[str, object]) -> dict[str, object]:
        other = {**data, "format": "fairground/1", "name": data["title"]}
        del other["title"]
        return other

    monkeypatch.setitem(migrations.STEPS, 0, rename_title)
    text = GOOD.replace("fairground/1", "fairground/0").replace("name: Small", "title: Small")
    reading = read_bytes(text.encode())
    assert reading.findings == []
    assert reading.scenario is not None
    assert reading.scenario.name == "Small"


def test_versions_before_a_gap_in_the_steps_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(migrations.STEPS, -1, lambda data: data)
    assert migrations.oldest_version() == 1


def test_comments_without_a_place_are_counted() -> None:
    text = "# head\n" + GOOD.replace("turns: 12", "turns: 12  # long").replace(
        "locked: [A1, hill]", "# above\nlocked:\n  # lost\n  - A1\n# end"
    )
    reading = read_bytes(text.encode())
    assert reading.scenario is not None
    assert reading.scenario.comments == {(): (" head",), ("turns",): (" long",), ("locked",): (" above",)}
    lines = text.split("\n")
    assert reading.dropped_comments == tuple(lines.index(it) + 1 for it in ("  # lost", "# end"))


def test_comments_within_a_part_are_counted_too() -> None:
    text = GOOD.replace("hexes: [B2], points: 3, kind: exit}", "hexes: [B2], points: 3, kind: exit}\n  # above\n  - id: two\n    # of the hexes\n    hexes:\n      # lost\n      - A1")  # fmt: skip
    reading = read_bytes(text.encode())
    assert reading.findings == []
    assert reading.scenario is not None
    kept = {
        ("objectives", "two"): (" above",),
        ("objectives", "two", "hexes"): (" of the hexes",),
    }
    assert reading.scenario.comments == kept
    assert reading.dropped_comments == (text.split("\n").index("      # lost") + 1,)


def test_of_a_list_that_is_none_of_parts_nothing_is_left_when_an_entry_is_wrong() -> None:
    reading = changed("locked: [A1, hill]", "locked: [A1, 3]")
    assert [finding.code for finding in reading.findings] == ["file.wrong-type"]
    assert reading.scenario is not None
    assert reading.scenario.locked == []


def test_the_parts_of_all_zones_are_bounded_together() -> None:
    # Each part costs a pass over the board: together they could keep a checker busy for minutes.
    parts = " | ".join(["rows 1"] * 180)
    zones = "".join(f"  - {{id: z{number}, side: p1, hexes: '{parts}'}}\n" for number in range(12))
    head, rest = GOOD.split("zones:\n", maxsplit=1)[0], "sides:\n  - {id: p1}\n"
    text = head.split("sides:\n")[0] + rest + "zones:\n" + zones
    reading = read_bytes(text.encode())
    assert [finding.code for finding in reading.findings] == ["zone.parts"]
    # As many as are allowed are allowed.
    least = text.replace(f"  - {{id: z11, side: p1, hexes: '{parts}'}}\n", "").replace(parts, "rows 1", 1)
    spare = MAX_PARTS - least.count("rows 1")
    fits = least.replace("hexes: 'rows 1'", f"hexes: '{' | '.join(['rows 1'] * (1 + spare))}'", 1)
    assert read_bytes(fits.encode()).findings == []
    assert read_bytes(fits.replace("hexes: 'rows 1", "hexes: 'rows 1 | rows 1", 1).encode()).findings
    assert reading.scenario is not None
    assert len(reading.scenario.zones) == 12


def test_a_misspelt_key_does_not_hide_what_else_is_wrong() -> None:
    text = (
        GOOD.replace("name:", "nam:", 1)
        .replace("layout:", "layuot:")
        .replace("hexes: rows 1", "hexes: rows x")
    )
    reading = read_bytes(text.encode())
    codes = [finding.code for finding in reading.findings]
    assert codes == ["file.unknown-key", "file.unknown-key", "zone.shape"]
    assert reading.scenario is not None


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("{}", ("format", "name", "ruleset", "board")),
        ("name: x", ("format", "ruleset", "board")),
        ("format: fairground/1", ("name", "ruleset", "board")),
    ],
)
def test_a_missing_key_is_reported_once(text: str, missing: tuple[str, ...]) -> None:
    findings = read_bytes(text.encode()).findings
    assert [it.message for it in findings] == [f"the key '{name}' is missing" for name in missing]


@pytest.mark.parametrize("misplaced", [False, True])
def test_rows_below_a_misspelt_or_misplaced_key_have_their_line(*, misplaced: bool) -> None:
    text = GOOD.replace("    .1.\n    a..\n", "    .1.\n    a.\n")
    wrong = "elevation: |\n" if misplaced else "  elevatoin: |\n"
    block = text[text.index("  elevation: |\n") : text.index("  effects_palette")]
    renamed = block.replace("  elevation: |\n", wrong)
    text = text.replace(block, "") + renamed if misplaced else text.replace(block, renamed)
    key = 1 + text[: text.index(wrong)].count("\n")
    found = [(it.code, it.place.line) for it in read_bytes(text.encode()).findings]
    assert sorted(found) == [("board.row-length", key + 2), ("file.unknown-key", key)]


@pytest.mark.parametrize("name", ["", "name: 12\n", "name: [a]\n"])
def test_a_scenario_without_a_good_name_is_read_all_the_same(name: str) -> None:
    line = next(line for line in GOOD.splitlines(keepends=True) if line.startswith("name:"))
    reading = read_bytes(GOOD.replace(line, name).encode())
    assert len(reading.findings) == 1
    assert reading.scenario is not None
    assert reading.scenario.name == "unnamed"


@pytest.mark.parametrize("palette", ["5", "true", "x", "[a]", "null"])
def test_a_palette_that_is_no_mapping_is_reported(palette: str) -> None:
    text = re.sub(r"  palette: .*", f"  palette: {palette}", GOOD)
    assert any("palette" in it.message for it in read_bytes(text.encode()).findings)


@pytest.mark.parametrize(
    "line", ["a: " + " " * 40_000 + "x\t", "key" + " " * 40_000 + ": x", "[" * 30 + "a b" * 10_000]
)
def test_a_long_line_with_a_slip_takes_no_longer_than_others(line: str) -> None:
    assert read_bytes(f"{GOOD}{line}\n\t- [}}\n".encode()).findings

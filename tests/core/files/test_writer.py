"""How the program writes files: as a person would, the same bytes each time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from fairground.core.errors import GridError, ScenarioError
from fairground.core.files import load, read_bytes, save, to_bytes, to_text
from fairground.core.files.emitter import double_quoted, text_value
from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import RulesetReference, Side, Unit, Zone
from fairground.core.scenario.shapes import Listed, Painted, Rows, Union

if TYPE_CHECKING:
    from pathlib import Path

WRITTEN = """\
# The head of the file,
#   in two lines.
format: fairground/1
name: Old Mill, by night
author: "12"
notes: |
  One line.

    And another: with #marks.
# Why these rules.
ruleset: penance-1.0
ruleset_hash: "1234567890123456"
rules: {cover.reach: in, costs: {road: 1/2}}
weather: rain
turns: 12
board:
  layout: odd-q
  size: [3, 2]
  palette: {'.': clear, '#': [wall, road], 'w': {terrain: woods, source: "woods:1;road:2:3"}}
  # North is up.
  terrain: |
    .#.
    w..
  elevation_palette: {'a': -2}
  elevation: |
    .1.
    a..
  effects_palette: {'s': smoke}
  effects: |
    s..
    ...
  hexsides: |
    B1 N hedge+wall
    C1 NE wall
    A2 N hedge
  names: {B2: Old Mill}
  notes:
    A1: |-
      Two
      lines.
sides:
  - {id: p1, name: Player 1, team: red}
  - {id: "no", name: "Yes", role: "attacker: first"}
zones:
  # Where it starts.
  - {id: start, side: p1, kind: deployment, hexes: rows 1-2 & columns 1}
  - {id: more, kind: area, hexes: "A1, A2 | columns 3"}
  - id: hill
    kind: exit
    # Painted.
    hexes: |
      #..
      ..#
objectives:
  - {id: mill, name: Mill, kind: exit, hexes: [B2], points: 3, hold: 2}
units:
  - {id: scout-1, side: p1, class: scout, hex: C2, facing: 4, shield: left}
  - id: scout-2
    side: p1
    class: scout
    hex: C1
    facing: 1
    shield: none
    name: One whose name is rather too long to stand on one line with all the rest
victory:
  # Points for holding.
  points: 10
  last_standing: true
locked: [A1, hill]
"""


def rewritten(text: str) -> str:
    reading = read_bytes(text.encode())
    assert reading.findings == []
    assert reading.scenario is not None
    return to_text(reading.scenario)


def board(columns: int = 3, rows: int = 2) -> Board:
    return Board.blank(Layout.ODD_Q, columns, rows)


def scenario(of: Board | None = None) -> Scenario:
    return Scenario("x", RulesetReference("penance-1.0"), of or board())


def test_a_written_file_is_written_the_same() -> None:
    assert rewritten(WRITTEN) == WRITTEN


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_endings_and_byte_order_mark_stay(newline: str, mark: bytes) -> None:
    data = mark + WRITTEN.replace("\n", newline).encode()
    reading = read_bytes(data)
    assert reading.scenario is not None
    assert to_bytes(reading.scenario) == data


def test_a_file_written_by_hand_takes_the_programs_form() -> None:
    by_hand = """\
# made by hand
---
name:   'Small'    # its name
board:
    size: [ 2,
            1 ]
    palette: {1: clear, "#": wall}
    terrain: "1#"
    layout: odd-r
author: ""
objectives: []
# which rules
ruleset: penance-1.0
format: fairground/1
"""
    reading = read_bytes(by_hand.encode())
    assert reading.scenario is not None
    assert reading.dropped_comments == ()
    assert to_text(reading.scenario) == """\
# made by hand
format: fairground/1
# its name
name: Small
# which rules
ruleset: penance-1.0
weather: none
board:
  layout: odd-r
  size: [2, 1]
  palette: {'1': clear, '#': wall}
  terrain: |
    1#
"""  # fmt: skip


def test_comments_keep_empty_keys_alive() -> None:
    text = WRITTEN[WRITTEN.index("format") : WRITTEN.index("# Why")].replace(
        'author: "12"', '# unknown\nauthor: ""'
    )
    text += "ruleset: x\nweather: none\n# for ever\nturns: null\nboard:\n  layout: odd-q\n  size: [1, 1]\n"
    text += "  palette: {'.': clear}\n  terrain: |\n    .\n# nobody yet\nsides: []\n"
    assert rewritten(text) == text


def test_a_comment_stays_on_its_line() -> None:
    it = scenario()
    it.comments = {("name",): ("a\nlocked: [A1]\r\x00",)}
    assert "\n#a locked: [A1]\nname: x\n" in to_text(it)


def test_rows_are_words_where_a_key_is_long() -> None:
    it = scenario()
    it.board.palette = [PaletteEntry(".", ("clear",)), PaletteEntry("ww", ("woods",))]
    it.board.terrain[0, 1] = 1
    text = to_text(it)
    assert "  terrain: |\n    .  ww .\n    .  .  .\n" in text
    assert read_bytes(text.encode()).scenario == it


def test_levels_without_a_key_get_one_each_time_the_same() -> None:
    it = scenario(board(6, 1))
    it.board.elevation_palette = {"a": 30}
    it.board.elevation[0] = [9, 10, 12, -1, 100, 30]
    text = to_text(it)
    assert (
        "  elevation_palette: {'a': 30, 'A': -1, 'b': 10, 'c': 12, 'd': 100}\n  elevation: |\n    9bcAda\n"
        in text
    )
    again = read_bytes(text.encode()).scenario
    assert again is not None
    assert again.board.elevation.tolist() == it.board.elevation.tolist()
    assert to_text(again) == text


def test_every_level_that_there_is_gets_a_key() -> None:
    it = scenario(board(121, 1))
    it.board.elevation[0] = np.arange(-20, 101)
    again = read_bytes(to_bytes(it)).scenario
    assert again is not None
    assert again.board.elevation.tolist() == it.board.elevation.tolist()


def test_an_effects_palette_may_have_its_own_sign_for_nothing() -> None:
    it = scenario()
    it.board.effects_palette = [PaletteEntry("-", ()), PaletteEntry("s", ("smoke",), "smoke:1")]
    it.board.effects[1, 2] = 1
    text = to_text(it)
    assert """  effects_palette: {'-': [], 's': {effects: smoke, source: "smoke:1"}}\n""" in text
    assert "    ---\n    --s\n" in text
    assert read_bytes(text.encode()).scenario == it


@pytest.mark.parametrize("layout", Layout)
def test_hexsides_are_sorted_and_seen_from_a_hex_of_the_board(layout: Layout) -> None:
    it = scenario(Board.blank(layout, 2, 2))
    for at in it.board.hexes():
        for direction in range(6):
            it.board.hexsides[hexside(at, direction)] = ("hedge",)
    lines = [line for line in to_text(it).splitlines() if line.endswith(" hedge")]
    assert len(lines) == 19
    places = [line.split() for line in lines]
    names = layout.direction_names
    order = [(int(label[1:]), label[0], names.index(direction)) for label, direction, _ in places]
    assert order == sorted(order)
    assert read_bytes(to_bytes(it)).scenario == it


def test_a_zone_that_no_text_can_say_is_painted() -> None:
    it = scenario()
    it.zones = [Zone("a", "", Union(Painted(("..#", "...")), Rows(2, 2)))]
    again = read_bytes(to_bytes(it)).scenario
    assert again is not None
    assert again.zones[0].shape == Painted(("..#", "###"))


def test_a_zone_of_very_many_hexes_is_painted() -> None:
    it = scenario(board(200, 200))
    it.zones = [Zone("a", "", Listed(tuple(it.board.label(at) for at in it.board.hexes())))]
    again = read_bytes(to_bytes(it)).scenario
    assert again is not None
    assert again.zones[0].shape == Painted(("#" * 200,) * 200)


@pytest.mark.parametrize("rows", [(), ("",), ("#", ""), ("x",)])
def test_a_painted_block_that_no_reader_takes_is_painted_anew(rows: tuple[str, ...]) -> None:
    it = scenario()
    it.zones = [Zone("a", "", Painted(rows))]
    again = read_bytes(to_bytes(it)).scenario
    assert again is not None
    assert again.zones[0].shape.mask(it.board).tolist() == Painted(rows).mask(it.board).tolist()


def test_equal_ids_do_not_share_comments() -> None:
    it = scenario()
    it.sides = [Side("a"), Side("a", "second")]
    it.comments = {("sides", "a"): (" first",), ("sides", "a", "id"): (" its id",)}
    text = to_text(it)
    assert "sides:\n  # first\n  # its id\n  - {id: a}\n  - {id: a, name: second}\n" in text


@pytest.mark.parametrize("key", [" ", "a b", "", "\n", "\u00a0", "\ufeff"])
def test_palette_keys_that_rows_cannot_have_are_refused(key: str) -> None:
    for palette in ("palette", "effects_palette"):
        it = scenario()
        getattr(it.board, palette).append(PaletteEntry(key, ("wall",)))
        with pytest.raises(ScenarioError, match="cannot be used in rows"):
            to_text(it)


@pytest.mark.parametrize("key", [".", "7", " "])
def test_elevation_keys_with_a_meaning_are_refused(key: str) -> None:
    it = scenario()
    it.board.elevation_palette = {key: 12}
    with pytest.raises(ScenarioError, match="elevation palette"):
        to_text(it)


def test_a_palette_with_a_key_twice_is_refused() -> None:
    it = scenario()
    it.board.palette.append(PaletteEntry(".", ("wall",)))
    with pytest.raises(ScenarioError, match=r"the palette has the key '\.' twice"):
        to_text(it)


def test_what_lies_off_the_board_is_refused() -> None:
    it = scenario()
    it.board.hexsides[hexside(Hex(9, 9), 1)] = ("wall",)
    with pytest.raises(ScenarioError, match="is off the board, which is 3x2"):
        to_text(it)
    it = scenario()
    it.units = [Unit("a", "b", "c", Hex(-1, 0))]
    with pytest.raises(GridError):
        to_text(it)


@pytest.mark.parametrize("value", [float("inf"), float("nan"), object()])
def test_overrides_that_no_file_can_hold_are_refused(value: object) -> None:
    it = scenario()
    it.ruleset = RulesetReference("x", {"a": value})
    with pytest.raises(ScenarioError, match="a file cannot contain"):
        to_text(it)


def test_decimals_of_overrides_keep_their_text() -> None:
    text = to_text(scenario()).replace(
        "ruleset: penance-1.0\n", "ruleset: penance-1.0\nrules: {a: 0.10, b: [1.50]}\n"
    )
    assert rewritten(text) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("scout", "scout"),
        ("penance-2.0", "penance-2.0"),
        ("Standard Arena", "Standard Arena"),
        ("rows 1-3 & columns 1-3", "rows 1-3 & columns 1-3"),
        ("it's", "it's"),
        ("Überfall", "Überfall"),
        ("off", '"off"'),
        ("1.5", '"1.5"'),
        ("1/2", "1/2"),
        ("2nd", '"2nd"'),
        ("a: b", '"a: b"'),
        ("a #b", '"a #b"'),
        (" a", '" a"'),
        ("", '""'),
        ("~", '"~"'),
        ("a\u2028b", '"a\\u2028b"'),
        ("\x1b", '"\\x1B"'),
        ("\U000e0001", '"\\U000E0001"'),
    ],
)
def test_text_is_in_quotes_only_where_it_must(text: str, written: str) -> None:
    assert text_value(text, flow=True) == written


def test_commas_need_quotes_in_brackets_only() -> None:
    assert text_value("a, b", flow=False) == "a, b"
    assert text_value("a, b", flow=True) == '"a, b"'


def test_lone_surrogates_cannot_be_written() -> None:
    assert double_quoted("a\ud800") == '"a\ufffd"'


def test_save_and_load(tmp_path: Path) -> None:
    it = scenario()
    save(it, tmp_path / "a.yaml")
    assert load(tmp_path / "a.yaml") == it
    assert (tmp_path / "a.yaml").read_bytes() == to_bytes(it)

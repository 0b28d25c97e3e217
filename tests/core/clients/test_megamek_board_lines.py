"""The text of a MegaMek board: its lines, and everything that can be wrong with them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.clients.import_findings import ImportFindings
from fairground.core.clients.megamek.board_lines import (
    BoardText,
    HexText,
    is_kept,
    read_board_text,
)
from fairground.core.clients.megamek.names import hex_name
from fairground.core.clients.megamek.terrain_text import quoted, unescaped
from fairground.core.finding import Severity

TWO = 'size 2 1\nhex 0101 0 "" ""\nhex 0201 0 "" ""\n'


def read(text: str) -> tuple[BoardText, list[tuple[str, int | None, str | None]]]:
    """Return a board, and code, line and hex of all findings about it."""
    findings = ImportFindings()
    board = read_board_text(text, findings)
    return board, [(it.code, it.place.line, it.place.hex) for it in findings.findings()]


def message(text: str, code: str) -> str:
    findings = ImportFindings()
    read_board_text(text, findings)
    return next(it.message for it in findings.findings() if it.code == code)


def errors(text: str) -> list[tuple[str, int | None]]:
    findings = ImportFindings()
    read_board_text(text, findings)
    return [(it.code, it.place.line) for it in findings.findings() if it.severity is Severity.ERROR]


# -- what is read -------------------------------------------------------------------------------------------


def test_hexes_fill_the_board_row_by_row() -> None:
    board, found = read(
        'size 2 2\nhex 0101 0 "a:1" ""\nhex 0201 1 "b:1" "x"\nhex 0102 -3 "a:1" ""\nhex 0202 100 "" ""\nend\n'
    )
    assert found == []
    assert (board.columns, board.rows) == (2, 2)
    assert list(board.hexes) == [HexText("a:1", ""), HexText("b:1", "x"), HexText("", "")]
    assert board.index == [0, 1, 0, 2]
    assert board.levels == [0, 1, -3, 100]
    assert board.lines == [2, 3, 4, 5]


def test_the_tokens_are_those_of_the_game() -> None:
    text = '\t# head\n\n  SIZE\t2  1 # of two\nHeX 0101 0 "" ""\n  hex 0201 0 "say \\"x\\"" "" # last\nENd'
    board, found = read(text)
    assert found == [("import.comments", 1, None)]
    assert list(board.hexes) == [HexText("", ""), HexText('say \\"x\\"', "")]


def test_a_hex_may_leave_out_theme_and_terrain() -> None:
    board, found = read('size 3 1\nhex 0101 0\nhex 0201 1 "woods:1"\nhex 0301 "2" woods:2 grass\nend\n')
    assert found == []
    assert list(board.hexes) == [HexText("", ""), HexText("woods:1", ""), HexText("woods:2", "grass")]
    assert board.levels == [0, 1, 2]


def test_lines_of_no_hex_are_kept_in_their_order() -> None:
    board, found = read(
        f'tag "b"\n{TWO}  option exit_roads_to_pavement false\ntag "a # b"\nbackground "x.png"\nend\n'
    )
    assert board.kept == [
        'tag "b"',
        "option exit_roads_to_pavement false",
        'tag "a # b"',
        'background "x.png"',
    ]
    assert found == [("import.kept", None, None)]
    assert message(f'tag "b"\ntag "c"\n{TWO}end\n', "import.kept").endswith("2 of 'tag'")


def test_comments_are_left_out_and_told_once() -> None:
    assert read('size 1 1 # small\n# one\nhex 0101 0 "#" "" # two\nend\n')[1] == [
        ("import.comments", 1, None)
    ]
    assert read('size 1 1\nhex 0101 0 "#" "" # two\nend\n')[1] == [("import.comments", 2, None)]


def test_unknown_lines_are_kept_and_told_with_a_suggestion() -> None:
    board, found = read(f'optoin x 1\n"quoted"\n{TWO}end\n')
    assert board.kept == ["optoin x 1", '"quoted"']
    assert found[:2] == [("import.unknown-line", 1, None), ("import.unknown-line", 2, None)]
    assert "Did you mean 'option'" in message(f"optoin x 1\n{TWO}end\n", "import.unknown-line")


def test_descriptions_and_notes_are_read() -> None:
    board, found = read(
        f'description "One\\ntwo"\n{TWO}description "Three"\nnote 0201 "a \\"b\\""\nnote 0201 "\\101\\t"\nend\n'
    )
    assert found == []
    assert board.descriptions == ["One\ntwo", "Three"]
    assert board.notes == {(1, 0): 'a "b"\nA\t'}


def test_a_note_on_no_hex_of_the_board_is_kept() -> None:
    board, found = read(f'{TWO}note 0301 "x"\nnote 0000 "y"\nend\n')
    assert board.notes == {}
    assert board.kept == ['note 0301 "x"', 'note 0000 "y"']
    assert found == [("import.note", 4, None), ("import.note", 5, None)]


def test_names_of_hexes_beyond_99_may_be_of_two_hexes() -> None:
    # 10101 is column 10 and row 101, or column 101 and row 1.
    line = 'hex 0101 0 "" ""\n'
    text = 'note 10101 "either"\nnote 9901 "one"\nnote 10201 "other"\nend\n'
    board, found = read("size 101 101\n" + line * 101 * 101 + text)
    assert board.notes == {(98, 0): "one"}
    assert [it[0] for it in found] == ["import.order", "import.note", "import.note"]
    assert hex_name(100, 0) == hex_name(9, 100) == "10101"


def test_a_wrong_order_of_names_is_told_once() -> None:
    board, found = read(
        'size 2 2\nhex 0101 0 "" ""\nhex 0102 5 "" ""\nhex 0201 0 "" ""\nhex 0202 0 "" ""\nend\n'
    )
    assert found == [("import.order", 3, "B1")]
    assert board.levels == [0, 5, 0, 0]
    assert message('size 1 1\nhex A1 0 "" ""\nend', "import.order").startswith(
        "the names of 1 hex do not match"
    )


def test_names_of_large_boards_are_unpadded_and_in_order() -> None:
    lines = [f'hex {hex_name(column, 0)} 0 "" ""\n' for column in range(120)]
    assert read("size 120 1\n" + "".join(lines) + "end\n")[1] == []
    lines = [f'hex {hex_name(0, row)} 0 "" ""\n' for row in range(1000)]
    assert read("size 1 1000\n" + "".join(lines) + "end\n")[1] == []


# -- what is wrong ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", [("import.no-size", 1)]),
        ('hex 0101 0 "" ""\nend\n', [("import.no-size", 1)]),
        ("size 0 0\nend\n", [("import.bad-size", 1)]),
        ("size 1001 5\nend\n", [("import.bad-size", 1)]),
        ("size 5 -1\nend\n", [("import.bad-size", 1)]),
        ("size 5\nend\n", [("import.bad-line", 1)]),
        ("size five 5\nend\n", [("import.bad-number", 1)]),
        ("size 5 99999999999999999999\nend\n", [("import.bad-number", 1)]),
        (TWO + "size 2 1\nend\n", [("import.bad-size", 4)]),
        ("size 3 1\n" + TWO[9:] + "end\n", [("import.too-few", 4)]),
        (TWO + 'hex 0301 0 "" ""\nhex 0301 0 "" ""\nend\n', [("import.too-many", 4)]),
        ("hex 0101 0\nhex 0201 0\nhex 0301 0\n" + TWO[:26] + "end\n", [("import.too-many", 3)]),
        ('size 1 1\nhex 0101 x "" ""\nend\n', [("import.bad-number", 2)]),
        ('size 1 1\nhex 0101 1.5 "" ""\nend\n', [("import.bad-number", 2)]),
        ('size 1 1\nhex 0101 101 "" ""\nend\n', [("import.bad-level", 2)]),
        ('size 1 1\nhex 0101 -21 "" ""\nend\n', [("import.bad-level", 2)]),
        ('size 1 1\nhex 0101 99999 "" ""\nend\n', [("import.bad-level", 2)]),
        ("size 1 1\nhex 0101\nend\n", [("import.bad-line", 2)]),
        ('size 1 1\nhex 0101 0 "" "" ""\nend\n', [("import.bad-line", 2)]),
        ('size 1 1\nhex 0101 0 "woods:1\nend\n', [("import.unclosed", 2)]),
        (TWO + "note 0101 x\nend\n", [("import.bad-line", 4)]),
        (TWO + 'note "0101" x\nend\n', [("import.bad-line", 4)]),
        (TWO + "description\nend\n", [("import.bad-line", 4)]),
        (TWO + f'note 0101 "{"x" * 5001}"\nend\n', [("import.too-long", 4)]),
        (TWO + f'description "{"x" * 100_001}"\nend\n', [("import.too-long", 4)]),
    ],
)
def test_errors_have_their_lines(text: str, wanted: list[tuple[str, int]]) -> None:
    assert errors(text) == wanted


def test_all_errors_come_at_once() -> None:
    text = 'size 2 2\nhex 0101 x "" ""\nhex 0201 500 "" ""\nhex 0102 0 "\nnote\nend\n'
    assert errors(text) == [
        ("import.bad-number", 2),
        ("import.bad-level", 3),
        ("import.unclosed", 4),
        ("import.bad-line", 5),
        ("import.too-few", 6),
    ]


def test_sizes_are_told_with_the_bound() -> None:
    assert (
        message("size 0 0\n", "import.bad-size") == "a board must have 1 to 1,000 columns and rows, not 0x0"
    )


def test_a_truncated_board_says_how_much_of_it_is_there() -> None:
    assert message(TWO.replace("2 1", "16 17"), "import.too-few") == (
        "a board of 16x17 has 272 hexes, but the file ends here after 2 of them"
    )
    assert message("size 1 1\n" + TWO[9:], "import.too-many") == (
        "a board of 1x1 has 1 hex, but the file has 1 more from here on"
    )


def test_a_missing_end_and_what_stands_behind_it_are_told() -> None:
    assert read(TWO)[1] == [("import.no-end", 3, None)]
    assert read(TWO.removesuffix("\n"))[1] == [("import.no-end", 3, None)]
    assert read(TWO + "end\n\n# bye\n")[1] == []
    board, found = read(TWO + 'end\n\ntag "x"\n')
    assert found == [("import.after-end", 5, None)]
    assert board.kept == []


# -- hostile files ------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        "size 1000 1000\n",
        "size 999999999 999999999\n",
        "size 1 1\n" + "junk\n" * 2_000_000,
        "size 1 1\n" + "#\n" * 5_000_000,
        "size 1 1\n" + "#" * 10_000_000,
        "size 1 1\n" + " " * 10_000_000,
        "size 1 1\n" + '"' * 10_000_001,
        "size 1 1\n" + '"\\' * 5_000_000,
        "size 1 1\n" + "hex " * 2_500_000,
        "size 1 1\n" + '"" ' * 3_000_000,
        "size 1 1\n" + 'tag "x"\n' * 1_000_000,
        "size 1 1\n" + 'description ""\n' * 600_000,
        "size 1 1\n" + 'note 0101 ""\n' * 600_000,
        TWO + f'note 9999 "{"x" * 4000}"\n' * 15_000 + "end\n",
        "size 1 1\n" + "hex 0101 0\n" * 1_000_000,
        'hex 0101 0 "" ""\n' * 1_100_000,
    ],
    ids=lambda text: f"{text[9:20]!r}",
)
def test_hostile_files_are_refused(text: str) -> None:
    """So long that reading them in more than one pass over what is left, line after line, would take hours."""
    assert errors(text)


# -- quoted text --------------------------------------------------------------------------------------------


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_can_be_quoted_and_read_back(text: str) -> None:
    line = quoted(text)
    assert "\n" not in line
    assert unescaped(line[1:-1]) == text


@pytest.mark.parametrize(
    ("text", "said"), [("a\\qb", "aqb"), ("\\0", "\0"), ("\\477", "'7"), ("\\x41", "x41"), ("\\\\n", "\\n")]
)
def test_escapes_are_those_of_c(text: str, said: str) -> None:
    assert unescaped(text) == said


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("option a b", True),
        ('tag "x"', True),
        ("castle", True),
        ('"quoted"', True),
        ('"hex" 0101', True),
        ("size 3 3", False),
        (' HEX 0101 0 ""', False),
        ("end", False),
        ('tag "x', False),
        ("", False),
        ("# only a comment", False),
    ],
)
def test_only_harmless_lines_are_written_back(line: str, kept: bool) -> None:  # noqa: FBT001
    assert is_kept(line) is kept

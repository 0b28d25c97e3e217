"""Boards of brackets: what they come to, and what is said of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core import import_file
from fairground.core.clients import load_format
from fairground.core.clients.coded_maps.legend import load_legend
from fairground.core.clients.import_findings import CODES
from fairground.core.errors import FileError, RulesetError
from fairground.core.files import read_bytes, to_text
from fairground.core.grid.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from fairground.core.clients import Imported
    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario

#: The published kind of board, in small.
BOARD = """\
[F ][  ][E1]
[==][E2][R ]
[R1][W ][R1]
"""


def imported(folder: Path, text: str, **options: Any) -> Imported:
    path = folder / "some map.txt"
    path.write_bytes(text.encode())
    return import_file(path, format_name="brackets", **options)


def finding(losses: Sequence[Finding], code: str) -> Finding:
    (found,) = (it for it in losses if it.code == code)
    assert found.severity is CODES[code].severity
    return found


def refused(folder: Path, text: str, **options: Any) -> list[tuple[str, int | None, int | None, str]]:
    """Return code, line, column and message of every problem of a board that is refused."""
    with pytest.raises(FileError) as caught:
        imported(folder, text, **options)
    assert "some map.txt" in str(caught.value)
    return [
        (it.code, it.place.line, it.place.column, it.message)
        for it in caught.value.problems
        if it.severity == "error"
    ]


def terrain(scenario: Scenario) -> list[list[str]]:
    """Return the terrain of every hex, row by row, with levels and sources where there are any."""
    board = scenario.board
    rows: list[list[str]] = [[] for _ in range(board.rows)]
    for at in board.hexes():
        row, _ = board.cell(at)
        entry = board.palette[int(board.terrain[board.cell(at)])]
        level = board.level_at(at)
        rows[row].append(
            "+".join(entry.kinds)
            + (f"^{level}" if level else "")
            + (f"?{entry.source}" if entry.source else "")
        )
    return rows


def test_codes_become_terrain_levels_and_objectives(tmp_path: Path) -> None:
    scenario, losses = imported(tmp_path, BOARD, layout=Layout.EVEN_R)
    assert terrain(scenario) == [
        ["forest", "clear", "clear^1"],
        ["road", "clear^2", "rubble"],
        ["clear", "water", "clear"],
    ]
    assert losses == ()
    assert scenario.name == "some map"
    assert scenario.ruleset.name == "penance-arena"
    assert scenario.ruleset.content_hash == scenario.rules.content_hash
    assert scenario.board.layout is Layout.EVEN_R
    (relic,) = scenario.objectives
    assert (relic.id, relic.name, relic.shape.labels()) == ("r1", "Relic 1", ("A3", "C3"))
    assert all(entry.source is None for entry in scenario.board.palette)


def test_what_is_read_is_a_scenario_that_can_be_saved(tmp_path: Path) -> None:
    scenario, _ = imported(tmp_path, "# Made by hand\n" + BOARD + "[?!][F ][?!]\n")
    text = to_text(scenario)
    reading = read_bytes(text.encode())
    assert reading.findings == []
    assert reading.scenario == scenario
    assert to_text(reading.scenario) == text


def test_the_symbols_of_the_ruleset_are_the_keys(tmp_path: Path) -> None:
    scenario, _ = imported(tmp_path, BOARD)
    rules = scenario.rules
    assert all(entry.key == rules.terrain[entry.kinds[0]].symbol for entry in scenario.board.palette)


def test_the_layout_is_that_of_the_legend_and_said(tmp_path: Path) -> None:
    scenario, losses = imported(tmp_path, BOARD)
    assert scenario.board.layout is Layout.ODD_R
    assert "odd-r was assumed" in finding(losses, "import.layout").message


def test_an_uneven_indent_means_nothing_and_is_said(tmp_path: Path) -> None:
    uneven = " [F ][  ]\n [F ][F ]\n[  ][  ]\n   [  ][F ]\n"
    scenario, losses = imported(tmp_path, uneven)
    assert terrain(scenario) == terrain(imported(tmp_path, uneven.replace(" [F", "[F"))[0])
    found = finding(losses, "import.indent")
    assert found.place.line == 3
    assert found.message == (
        "rows are indented by 1 space (lines 1-2), 0 spaces (line 3) and 3 spaces (line 4); the indent was "
        "ignored"
    )
    _, even = imported(tmp_path, "   [F ][  ]\n\n   [F ][F ]\n")
    assert [it.code for it in even] == ["import.layout"]


def test_comments_and_empty_lines_are_no_rows_and_comments_are_kept(tmp_path: Path) -> None:
    scenario, losses = imported(tmp_path, "# The pit [F ]\n\n[F ][ ] # north\n   \n  #   of two\n[][#]\n")
    assert terrain(scenario) == [["forest", "clear"], ["clear", "clear?#"]]
    assert scenario.notes == "The pit [F ]\nnorth\n  of two"
    assert finding(losses, "import.unmapped").place.line == 6


def test_unknown_codes_stay_in_the_source_and_are_told_once_each(tmp_path: Path) -> None:
    text = "# Q1 = Quagmire, deep\n[FF][F ][Q1]\n[Q1][f ][  ]\n"
    scenario, losses = imported(tmp_path, text)
    assert terrain(scenario) == [["clear?FF", "forest", "clear?Q1"], ["clear?Q1", "clear?f", "clear"]]
    told = [(it.place.line, it.place.hex, it.message) for it in losses if it.code == "import.unmapped"]
    unknown = "{}: this code is not in the legend{}; clear ground was used"
    assert told == [
        (
            2,
            "A1",
            unknown.format("'FF' (1 hex)", "") + ". Did you mean 'F'?",
        ),
        (
            2,
            "C1",
            unknown.format("'Q1' (2 hexes)", " (the file explains it as 'Quagmire, deep')"),
        ),
        (
            3,
            "B2",
            unknown.format("'f' (1 hex)", "") + ". Did you mean 'F'?",
        ),
    ]


def test_terrain_that_another_ruleset_lacks_is_kept_and_told(tmp_path: Path) -> None:
    scenario, losses = imported(tmp_path, "[F ][==]\n[E ][==]\n", ruleset="penance-2.0")
    assert scenario.ruleset.name == "penance-2.0"
    assert terrain(scenario) == [["forest", "clear?=="], ["clear?E", "clear?=="]]
    found = next(it for it in losses if it.code == "import.unmapped")
    assert found.message.startswith("'==' (2 hexes): Penance 2.0 has no terrain 'road'")
    with pytest.raises(RulesetError, match=r"Did you mean 'penance-2\.0'"):
        imported(tmp_path, BOARD, ruleset="penance-20")


def test_a_legend_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(
        """\
format: fairground-legend/1
title: Own
ruleset: penance-2.0
layout: even-q
codes:
  "": clear
  F: [clear, forest]
  B: {terrain: rubble, effects: fire}
  N1: {terrain: clear, zone: north, side: p1}
  N2: {terrain: forest, zone: north, kind: deployment, name: North}
  S: {terrain: clear, zone: south, side: p2, name: South}
  A: {zone: middle, kind: area}
  H: {terrain: clear, objective: hill, points: 3, hold: 2, level: 1}
  G: {terrain: clear, objective: hill, name: The hill}
  V: void
""",
        encoding="utf-8",
    )
    text = "[N1][N2][N1]\n[H ][A ][G ]\n[V ][B ][F ]\n[S ][S ][S ]\n"
    scenario, losses = imported(tmp_path, text, legend=load_legend(path))
    assert scenario.board.layout is Layout.EVEN_Q
    assert scenario.ruleset.name == "penance-2.0"
    assert terrain(scenario)[1:3] == [["clear^1", "clear", "clear"], ["void", "rubble", "clear+forest"]]
    assert scenario.board.effects_at(scenario.board.parse("B3")) == ("fire",)
    assert [(it.id, it.name) for it in scenario.sides] == [("p1", "North"), ("p2", "South")]
    zones = {it.id: (it.side, it.kind.value, it.name, it.shape.labels()) for it in scenario.zones}
    assert zones == {
        "north": ("p1", "deployment", "North", ("A1", "B1", "C1")),
        "south": ("p2", "deployment", "South", ("A4", "B4", "C4")),
        "middle": ("", "area", "", ("B2",)),
    }
    (hill,) = scenario.objectives
    assert (hill.id, hill.name, hill.points, hill.hold) == ("hill", "The hill", 3, 2)
    assert hill.shape.labels() == ("A2", "C2")
    assert [it.code for it in losses] == ["import.ground", "import.layout"]
    assert "under 'A' (1 hex of zone 'middle')" in losses[0].message
    text = to_text(scenario)
    reading = read_bytes(text.encode())
    assert reading.findings == []


def test_rows_of_different_length_are_refused_with_their_lines(tmp_path: Path) -> None:
    text = "[F ][F ]\n[F ][F ]\n\n[F ]\n[F ][F ]\n[F ][F ][F ]\n[F ]\n"
    assert refused(tmp_path, text) == [
        (
            "import.row-length",
            4,
            None,
            "rows differ in length: 1 hex (lines 4 and 7), 2 hexes (lines 1-2 and 5) and 3 hexes (line 6)",
        )
    ]


def test_all_faults_of_brackets_come_at_once_with_their_columns(tmp_path: Path) -> None:
    text = "The pit\n[F ][F \n [F ]R ]\n[F ] x [ ]\n[F [F ]\n[F ]\n[F ][ ]\n"
    assert refused(tmp_path, text) == [
        ("import.bad-line", 1, 1, "'The pit' is outside brackets"),
        ("import.bad-line", 2, 5, "this bracket is not closed"),
        ("import.bad-line", 3, 8, "this closing bracket has no opening bracket"),
        ("import.bad-line", 4, 6, "'x' is outside brackets"),
        ("import.bad-line", 5, 1, "this bracket is not closed"),
        ("import.row-length", 6, None, "rows differ in length: 1 hex (line 6) and 2 hexes (line 7)"),
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "   "])
def test_a_file_without_rows_is_refused(tmp_path: Path, text: str) -> None:
    assert [code for code, _, _, _ in refused(tmp_path, text)] == ["import.no-rows"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[F]" * 1001 + "\n", "import.bad-size"),
        ("[F]\n" * 1001, "import.bad-size"),
        (f"[{'x' * 101}]\n", "import.too-long"),
        ("".join(f"[{number}]" for number in range(500)) + "\n" + "".join(f"[x{number}]" for number in range(500))
         + "\n" + "[y]" * 499 + "[z]\n", "import.codes"),
        ("# " + "x" * 100_001 + "\n[F]\n", "import.too-long"),
    ],
)  # fmt: skip
def test_limits(tmp_path: Path, text: str, code: str) -> None:
    assert [found for found, _, _, _ in refused(tmp_path, text)] == [code]


def test_many_unknown_codes_are_cut_off(tmp_path: Path) -> None:
    scenario, losses = imported(tmp_path, "".join(f"[x{number}]" for number in range(300)) + "\n")
    assert len({entry.key for entry in scenario.board.palette}) == 300
    assert [it.code for it in losses].count("import.unmapped") == 20
    (many,) = (it for it in losses if it.code == "import.many")
    assert (many.severity, many.message[:8]) == ("warning", "280 more")


def test_another_size_than_the_announced_one_is_told(tmp_path: Path) -> None:
    _, losses = imported(tmp_path, BOARD, expect_size=(14, 12))
    assert finding(losses, "import.size").message == "expected 14x12, but the board has 3 columns and 3 rows"


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        (BOARD, True),
        ("# The pit\n\n  [F ][ ]\n", True),
        ("The pit\n[F ][ ] # north\n", True),
        ("[[1, 2], [3, 4]]", False),
        ("[1, 2]\n", False),
        ('size 2 2\nhex 0101 0 "" ""\n', False),
        ("ROW1: OG FR\n", False),
        ("", False),
    ],
)  # fmt: skip
def test_boards_are_recognised_by_their_content(text: str, *, is_one: bool) -> None:
    recognises = load_format("brackets").recognises
    assert recognises is not None
    assert recognises(text) is is_one


#: What the codes of the shipped legend come to; others stay in the source.
KNOWN = {
    "": "clear", "F": "forest", "R": "rubble", "W": "water", "P": "pillar", "==": "road", "E1": "clear^1",
    "E2": "clear^2", "R1": "clear", "R3": "clear^2",
}  # fmt: skip
ODD_CODES = st.text(
    st.characters(codec="utf-8", exclude_characters="[]\r\n", exclude_categories=["Cs", "Cc"]), max_size=8
)
GRIDS = st.tuples(st.integers(1, 6), st.integers(1, 6)).flatmap(
    lambda size: st.lists(
        st.lists(st.sampled_from(sorted(KNOWN)) | ODD_CODES, min_size=size[0], max_size=size[0]),
        min_size=size[1],
        max_size=size[1],
    )
)


@pytest.mark.long
@given(
    codes=GRIDS,
    indents=st.lists(st.text(" \t", max_size=4), min_size=6, max_size=6),
    newline=st.sampled_from(["\n", "\r\n"]),
)
def test_any_grid_reads_back_whatever_its_indent_and_line_endings(
    tmp_path_factory: pytest.TempPathFactory, codes: list[list[str]], indents: list[str], newline: str
) -> None:
    rows = ["".join(f"[{code:2}]" for code in row) for row in codes]
    text = "".join(indent + row + newline for indent, row in zip(indents, rows, strict=False))
    scenario, _ = imported(tmp_path_factory.getbasetemp(), text)
    assert terrain(scenario) == [
        [KNOWN.get(code.strip(), f"clear?{code.strip()}") for code in row] for row in codes
    ]
    assert read_bytes(to_text(scenario).encode()).scenario == scenario

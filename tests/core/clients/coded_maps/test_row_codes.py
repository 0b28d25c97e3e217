"""Boards of row codes: what they come to, and what is said of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core import import_file
from fairground.core.clients import load_format
from fairground.core.clients.coded_maps.legend import load_legend
from fairground.core.clients.import_findings import CODES
from fairground.core.errors import FileError
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
# A test of the format

TITLE: The Small Pit
SUBTITLE: Scenario #0, 4 by 3

#   FR = Forest (+1)
ROW1: PC FR OG E1
ROW2: WA RU OG E2   # the middle
ROW3: OG OG PD PD
"""


def imported(folder: Path, text: str, **options: Any) -> Imported:
    path = folder / "some map.txt"
    path.write_bytes(text.encode())
    return import_file(path, format_name="row-codes", **options)


def finding(losses: Sequence[Finding], code: str) -> Finding:
    (found,) = (it for it in losses if it.code == code)
    assert found.severity is CODES[code].severity
    return found


def refused(folder: Path, text: str) -> list[tuple[str, int | None, str]]:
    """Return code, line and message of every error of a board that is refused."""
    with pytest.raises(FileError) as caught:
        imported(folder, text)
    assert "some map.txt" in str(caught.value)
    return [(it.code, it.place.line, it.message) for it in caught.value.problems if it.severity == "error"]


def terrain(scenario: Scenario) -> list[list[str]]:
    """Return the terrain of every hex, row by row, with sources where there are any."""
    board = scenario.board
    entries = [[board.palette[at] for at in row] for row in board.terrain.tolist()]
    return [["+".join(it.kinds) + (f"?{it.source}" if it.source else "") for it in row] for row in entries]


def test_codes_become_terrain_levels_zones_and_sides(tmp_path: Path) -> None:
    scenario, losses = imported(tmp_path, BOARD, layout=Layout.EVEN_R)
    assert terrain(scenario) == [
        ["clear", "forest", "clear", "clear"],
        ["water", "rubble", "clear", "clear"],
        ["clear", "clear", "clear", "clear"],
    ]
    assert scenario.board.elevation.tolist() == [[0, 0, 0, 1], [0, 0, 0, 2], [0, 0, 0, 0]]
    assert scenario.board.layout is Layout.EVEN_R
    assert [(it.id, it.name) for it in scenario.sides] == [("church", "Church"), ("dwarf", "Dwarf")]
    assert {it.id: (it.side, it.kind.value, it.shape.labels()) for it in scenario.zones} == {
        "church": ("church", "deployment", ("A1",)),
        "dwarf": ("dwarf", "deployment", ("C3", "D3")),
    }
    assert "import.layout" not in [it.code for it in losses]


def test_title_subtitle_and_comments_are_kept(tmp_path: Path) -> None:
    scenario, _ = imported(tmp_path, BOARD)
    assert scenario.name == "The Small Pit"
    assert scenario.notes.split("\n") == [
        "Scenario #0, 4 by 3",
        "A test of the format",
        "  FR = Forest (+1)",
        "the middle",
    ]
    assert imported(tmp_path, "title:\nROW1: OG\n")[0].name == "some map"


def test_what_is_read_is_a_scenario_that_can_be_saved(tmp_path: Path) -> None:
    scenario, _ = imported(tmp_path, BOARD.replace("WA", "??"))
    text = to_text(scenario)
    reading = read_bytes(text.encode())
    assert reading.findings == []
    assert reading.scenario == scenario


def test_what_the_file_does_not_tell_is_advice(tmp_path: Path) -> None:
    scenario, losses = imported(tmp_path, BOARD)
    assert scenario.board.layout is Layout.ODD_R
    assert "odd-r was assumed" in finding(losses, "import.layout").message
    grounds = [(it.place.line, it.place.hex, it.message) for it in losses if it.code == "import.ground"]
    told = "the file does not give the terrain under {}; clear ground was used"
    assert grounds == [
        (7, "A1", told.format("'PC' (1 hex of zone 'church')")),
        (9, "C3", told.format("'PD' (2 hexes of zone 'dwarf')")),
    ]


def test_zones_of_unequal_size_are_told(tmp_path: Path) -> None:
    _, losses = imported(tmp_path, BOARD)
    told = finding(losses, "import.zone-sizes").message
    assert told == "the deployment zones of 'church' and 'dwarf' differ in size: 1 and 2 hexes"
    _, losses = imported(tmp_path, BOARD.replace("ROW1: PC FR", "ROW1: PC PC"))
    assert "import.zone-sizes" not in [it.code for it in losses]


def test_unknown_codes_are_told_with_what_the_file_says_of_them(tmp_path: Path) -> None:
    text = "#  SW = Swamp (3 SP)\n# RU = Ruin\nROW1: SW RU\nROW2: RUU SW\n"
    scenario, losses = imported(tmp_path, text)
    # What the file says of codes that the legend has is not interpreted.
    assert terrain(scenario) == [["clear?SW", "rubble"], ["clear?RUU", "clear?SW"]]
    unknown = "{}: this code is not in the legend{}; clear ground was used"
    assert [(it.place.line, it.place.hex, it.message) for it in losses if it.code == "import.unmapped"] == [
        (3, "A1", unknown.format("'SW' (2 hexes)", " (the file explains it as 'Swamp (3 SP)')")),
        (4, "A2", unknown.format("'RUU' (1 hex)", "") + ". Did you mean 'RU'?"),
    ]


def test_a_legend_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(
        "format: fairground-legend/1\ntitle: Own\nruleset: penance-2.0\nlayout: odd-q\ncodes: {A: ice, B: clear}\n",
        encoding="utf-8",
    )
    scenario, losses = imported(tmp_path, "ROW1: A B\n", legend=load_legend(path))
    assert terrain(scenario) == [["ice", "clear"]]
    assert scenario.board.layout is Layout.ODD_Q
    assert scenario.ruleset.name == "penance-2.0"
    assert [it.code for it in losses] == ["import.layout"]


def test_rows_go_where_their_numbers_say(tmp_path: Path) -> None:
    scenario, losses = imported(tmp_path, "ROW3: FR\nrow 1 : WA\nROW2: RU\n")
    assert terrain(scenario) == [["water"], ["rubble"], ["forest"]]
    found = finding(losses, "import.row-order")
    assert found.place.line == 2
    assert found.message.startswith("row 1 is below a row with a higher number")


def test_rows_that_are_missing_or_twice_there_are_refused(tmp_path: Path) -> None:
    text = "ROW2: OG OG\nROW3: OG OG\nROW3: OG OG\nROW7: OG OG\nROW0: OG OG\nROW1001: OG\n"
    assert refused(tmp_path, text) == [
        ("import.row-missing", 1, "rows 1 and 4-6 are missing; the last row is 7"),
        ("import.row-twice", 3, "row 3 appears again (first on line 2)"),
        ("import.bad-number", 5, "row numbers must be from 1 to 1,000, not 0"),
        ("import.bad-number", 6, "row numbers must be from 1 to 1,000, not 1,001"),
    ]


def test_rows_of_different_length_are_refused_with_their_lines(tmp_path: Path) -> None:
    assert refused(tmp_path, "ROW1: OG OG\nROW2: OG\nROW3: OG OG\nROW4:\n") == [
        (
            "import.row-length",
            2,
            "rows differ in length: 0 hexes (line 4), 1 hex (line 2) and 2 hexes (lines 1 and 3)",
        )
    ]


def test_lines_without_a_meaning(tmp_path: Path) -> None:
    scenario, losses = imported(tmp_path, "SUBTITEL: of old\nAUTHOR: A. N.\nROW1: OG\n")
    told = [(it.place.line, it.message) for it in losses if it.code == "import.unknown-line"]
    kept = "unknown key {}; its line was moved to the notes{}"
    assert told == [
        (1, kept.format("'SUBTITEL'", ". Did you mean 'SUBTITLE'?")),
        (2, kept.format("'AUTHOR'", "")),
    ]
    assert scenario.notes == "SUBTITEL: of old\nAUTHOR: A. N."


def test_lines_that_are_no_key_and_a_second_title_are_refused(tmp_path: Path) -> None:
    assert refused(tmp_path, "TITLE: a\nOG OG\nTITLE: b\nROW1: OG\n") == [
        ("import.bad-line", 2, "'OG OG' does not have the form 'KEY: value'"),
        ("import.bad-line", 3, "the map already has a title, on line 1"),
    ]


@pytest.mark.parametrize("text", ["", "TITLE: x\n", "ROW1:\n", "RWO1: OG\n"])
def test_a_file_without_rows_is_refused(tmp_path: Path, text: str) -> None:
    assert [code for code, _, _ in refused(tmp_path, text)] == ["import.no-rows"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"TITLE: {'x' * 201}\nROW1: OG\n", "import.too-long"),
        (f"SUBTITLE: {'x' * 100_001}\nROW1: OG\n", "import.too-long"),
        (f"ROW1: {'x' * 101}\n", "import.too-long"),
        (f"ROW1: {'OG ' * 1001}\n", "import.bad-size"),
    ],
)
def test_limits(tmp_path: Path, text: str, code: str) -> None:
    assert [found for found, _, _ in refused(tmp_path, text)] == [code]


@pytest.mark.parametrize(
    ("text", "is_one"),
    [(BOARD, True), ("  row 1 : x\n", True), ("[F ][ ]\n", False), ("rows: 3\n", False), ("", False)],
)
def test_boards_are_recognised_by_their_content(text: str, *, is_one: bool) -> None:
    recognises = load_format("row-codes").recognises
    assert recognises is not None
    assert recognises(text) is is_one


KNOWN = {"OG": "clear", "FR": "forest", "RU": "rubble", "WA": "water", "E1": "clear", "PC": "clear"}
ODD_CODES = st.text(
    st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=1, max_size=6
).filter(lambda code: not code.startswith("#"))
GRIDS = st.tuples(st.integers(1, 6), st.integers(1, 6)).flatmap(
    lambda size: st.lists(
        st.lists(st.sampled_from(sorted(KNOWN)) | ODD_CODES, min_size=size[0], max_size=size[0]),
        min_size=size[1],
        max_size=size[1],
    )
)


@pytest.mark.long
@given(codes=GRIDS, space=st.sampled_from([" ", "  ", "\t"]), newline=st.sampled_from(["\n", "\r\n"]))
def test_any_grid_reads_back_whatever_its_spaces_and_line_endings(
    tmp_path_factory: pytest.TempPathFactory, codes: list[list[str]], space: str, newline: str
) -> None:
    lines = [f"ROW{number}:{space}{space.join(row)}" for number, row in enumerate(codes, 1)]
    scenario, _ = imported(tmp_path_factory.getbasetemp(), newline.join(lines))
    known = set(load_legend("row-codes").codes)
    assert terrain(scenario) == [
        [KNOWN.get(code, "clear" if code in known else f"clear?{code}") for code in row] for row in codes
    ]
    assert read_bytes(to_text(scenario).encode()).scenario == scenario

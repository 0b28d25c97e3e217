"""Maps of Text Mapper: places, words, labels, and what is said of paths and looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core import import_file
from fairground.core.clients.format import LegendDraft
from fairground.core.clients.importing import recognised_format
from fairground.core.errors import FileError
from fairground.core.grid.layout import Layout
from tests.core.clients.test_hostile_json import told as told_or_read

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.clients import Imported

MAP = """\
# The northern marches
0101 mountain "The Horn"
0102 light-grey fir-forest "Old Wood" 20
0103 swamp moonstone
0201 water
0202 grass town name="Ford" other="Here be trolls"
0203 hills
020301 cave
0101-0202-0203 road "King's Road"
0102--0103 river
mountain attributes fill="grey"
option horizontal-ish
include default.txt
whatever this is
"""


def imported(folder: Path, text: str, **options: Any) -> Imported:
    path = folder / "Marches.txt"
    path.write_text(text)
    return import_file(path, **options)


def terrain(found: Imported) -> list[list[str]]:
    board = found.scenario.board
    return [
        ["+".join(board.terrain_at(board.layout.from_offset(column, row))) for column in range(board.columns)]
        for row in range(board.rows)
    ]


def test_words_become_terrain_and_labels_names(tmp_path: Path) -> None:
    draft = LegendDraft()
    found = imported(tmp_path, MAP, draft=draft)
    board = found.scenario.board
    assert board.layout is Layout.ODD_Q
    assert terrain(found) == [["difficult", "water"], ["forest", "building"], ["difficult", "difficult"]]
    assert board.elevation.tolist() == [[2, 0], [0, 0], [0, 1]]
    assert {board.label(at): name for at, name in board.names.items()} == {
        "A1": "The Horn",
        "A2": "Old Wood",
        "B2": "Ford",
    }
    assert [(it.code, it.label) for it in draft.unmapped] == [("moonstone", "A3")]
    messages = [(it.message.split(":")[0], it.place.line) for it in found.losses]
    assert messages == [
        ("'moonstone' (1 hex)", 4),
        ("1 label with the tag 'other' is dropped", 6),
        ("1 hex of other levels (a third number above 00) is dropped", 8),
        ("1 path of the kind 'road' is dropped", 9),
        ("1 path of the kind 'river' is dropped", 10),
        ("3 lines about the map's appearance are dropped", 11),
        ("the importer does not recognise lines such as 'whatever this is'; they are dropped", 14),
    ]


@pytest.mark.parametrize(
    ("first", "option", "layout"),
    [
        ("0101", "", Layout.ODD_Q),
        ("0001", "", Layout.EVEN_Q),
        ("-0101", "", Layout.ODD_Q),
        ("0101", "option swap-even-odd", Layout.EVEN_Q),
        ("0101", "option horizontal", Layout.ODD_R),
        ("0100", "option horizontal", Layout.EVEN_R),
    ],
)
def test_the_first_number_and_options_give_the_layout(
    tmp_path: Path, first: str, option: str, layout: Layout
) -> None:
    found = imported(tmp_path, f"{first} grass\n0305 water\n{option}\n")
    assert found.scenario.board.layout is layout
    assert terrain(found)[-1][-1] == "water"


def test_numbers_with_a_point_are_read(tmp_path: Path) -> None:
    found = imported(tmp_path, "100.120 grass\n101.121 water\n", format_name="text-mapper")
    assert terrain(found) == [["clear", "void"], ["void", "water"]]


def test_two_lines_for_a_hex_and_no_hexes_are_refused(tmp_path: Path) -> None:
    for text, code in (
        ("0101 grass\n0101 water\n", "import.hex-twice"),
        ("include default.txt\n", "import.no-rows"),
        ("00.00 grass\n999999.00 water\n", "import.bad-size"),
        ('0101 "' + "x" * 20_000, "import.too-long"),
    ):
        with pytest.raises(FileError) as caught:
            imported(tmp_path, text, format_name="text-mapper")
        assert code in [it.code for it in caught.value.problems]


@pytest.mark.parametrize(
    "text", ["0101 grass\n", "2024 was good\nand 2025 too\n", "hex 0101 0\nhex 0102 0\n"]
)
def test_other_text_is_not_taken_for_a_map(text: str) -> None:
    found = recognised_format(text)
    assert found is None or found.name != "text-mapper"


@settings(max_examples=150)
@given(st.text(st.sampled_from('012-. grasswater"“”=()\n\ud800é\t#'), max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert told_or_read("text-mapper", text)
    assert told_or_read("text-mapper", MAP + text)

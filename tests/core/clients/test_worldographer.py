"""Maps of Worldographer: columns of hexes, names of terrain, labels by their place, and what is refused."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core import import_file
from fairground.core.clients.format import LegendDraft
from fairground.core.errors import FileError
from fairground.core.grid.layout import Layout
from tests.core.clients.test_hostile_json import told as told_or_read

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.clients import Imported

#: 3 columns and 2 rows.
MAP = """\
<?xml version='1.1' encoding='utf-16'?>
<map type="WORLD" release="2025" version="2.0" hexOrientation="COLUMNS" mapProjection="FLAT">
<terrainmap>Blank\t0\tClassic/Flat Farmland\t1\tClassic/Hills Forest Evergreen\t2\tClassic/Water Sea\t3\tMine/Moon Cheese\t4</terrainmap>
<tiles viewLevel="WORLD" tilesWide="3" tilesHigh="2">
<tilerow>
1\t1000.0\t0\t0\t42\tZ
2\t1500\t0\t0\t1\t2\t3\t4\t5\t6\t7
</tilerow>
<tilerow>
3\t-3\t1\t0\t0\tZ
4\t0\t0\t1\t0\tZ\t0.1,0.2,0.3,1.0
</tilerow>
<tilerow>
0\t0\t0\t0\t0\tZ
1\t0\t0\t0\t0\tZ
</tilerow>
</tiles>
<features>
<feature type="Classic/Settlement City"><location viewLevel="WORLD" x="150.0" y="450.0"/><label><location viewLevel="WORLD" x="150" y="500"/>Port &amp; Rock</label></feature>
<feature type="Classic/Natural Volcano"><location viewLevel="WORLD" x="375.0" y="600.0"/><label/></feature>
</features>
<labels>
<label><location viewLevel="WORLD" x="380" y="290" scale="75"/>The Sound</label>
<label><location viewLevel="KINGDOM" x="380" y="290" scale="75"/>Elsewhere</label>
</labels>
<shapes><shape type="Path"><p x="1" y="2"/></shape></shapes>
</map>
"""


def imported(folder: Path, text: str, **options: Any) -> Imported:
    path = folder / "Old Coast.wxx"
    path.write_bytes(gzip.compress(text.encode("utf-16")))
    return import_file(path, **options)


def refused(folder: Path, text: str) -> list[str]:
    with pytest.raises(FileError) as caught:
        imported(folder, text, format_name="worldographer")
    return [it.code for it in caught.value.problems]


def terrain(found: Imported) -> list[list[str]]:
    board = found.scenario.board
    return [
        ["+".join(board.terrain_at(board.layout.from_offset(column, row))) for column in range(board.columns)]
        for row in range(board.rows)
    ]


def test_tiles_become_hexes_and_labels_names(tmp_path: Path) -> None:
    draft = LegendDraft()
    found = imported(tmp_path, MAP, draft=draft)
    board = found.scenario.board
    assert (found.scenario.name, board.layout) == ("Old Coast", Layout.ODD_Q)
    assert terrain(found) == [["clear", "water", "void"], ["forest", "clear", "clear"]]
    assert board.elevation.tolist() == [[0, 0, 0], [1, 0, 0]]
    assert {board.label(at): it for at, it in board.names.items()} == {"A2": "Port & Rock", "B1": "The Sound"}
    assert [(it.code, it.label) for it in draft.unmapped] == [("Mine/Moon Cheese", "B2")]
    assert [it.message for it in found.losses] == [
        "1 label, 1 unnamed feature, 1 shape, 1 ice mark and 1 game-master mark are dropped",
        "hex elevations and resources are dropped: they don't correspond to board levels",
        ("'Mine/Moon Cheese' (1 hex): it is not in the legend; it is kept in the 'source' of those hexes"),
    ]


def test_rows_of_pointy_hexes_are_read_by_columns_too(tmp_path: Path) -> None:
    text = MAP.replace("COLUMNS", "ROWS").replace('x="380" y="290"', 'x="310" y="370"')
    found = imported(tmp_path, text)
    board = found.scenario.board
    assert board.layout is Layout.ODD_R
    assert terrain(found) == [["clear", "water", "void"], ["forest", "clear", "clear"]]
    assert "A2" in {board.label(at) for at, name in board.names.items() if name == "The Sound"}


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("COLUMNS", "SQUARE", "import.orientation"),
        ('tilesWide="3"', 'tilesWide="4"', "import.too-few"),
        ('tilesWide="3"', 'tilesWide="2"', "import.too-many"),
        ('tilesHigh="2"', 'tilesHigh="3"', "import.row-length"),
        ('tilesHigh="2"', 'tilesHigh="1000"', "import.row-length"),
        ('tilesHigh="2"', 'tilesHigh="99999999"', "import.bad-size"),
        ("4\t0\t0\t1", "9\t0\t0\t1", "import.bad-line"),
        ("</map>", "", "import.bad-data"),
        ("<map ", '<!DOCTYPE m [<!ENTITY a "aaaa">]><map ', "import.bad-data"),
        ("<tiles ", "<tile ", "import.bad-data"),
        ("<terrainmap>", "<a>" * 60 + "<terrainmap>", "import.bad-data"),
    ],
)
def test_what_is_no_board_is_refused(tmp_path: Path, old: str, new: str, code: str) -> None:
    codes = refused(tmp_path, MAP.replace(old, new))
    assert code in codes
    assert "import.no-rows" not in codes


@settings(max_examples=150)
@given(
    st.integers(0, len(MAP)),
    st.integers(0, 40),
    st.text(st.sampled_from("01\t\n<>&\"'=/ maptilesZ\ud800é"), max_size=20),
)
def test_any_text_is_read_or_refused(start: int, length: int, text: str) -> None:
    assert told_or_read("worldographer", MAP[:start] + text + MAP[start + length :])

"""Maps of Wesnoth: what the codes come to, where sides start, and what is said of the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core import import_file
from fairground.core.clients.coded_maps.legend import load_legend
from fairground.core.clients.format import LegendDraft
from fairground.core.clients.importing import recognised_format
from fairground.core.errors import FileError
from fairground.core.files import read_bytes, to_text
from fairground.core.grid.layout import Layout
from tests.core.clients.test_hostile_json import told as told_or_read

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.clients import Imported

#: 5 by 3 hexes within the border.
MAP = """\
border_size=1
usage=map

Xv, Xv, Xv, Xv, Xv, Xv, Xv
Xv, 1 Ke, Ch, Gg, Gs^Fp, Ww, Xv
Xv, Hh, Mm, Ww^Bw|, Gg^Vh, Ss, Xv
Xv, Aa, Ql, Rr, Zz^Yy, 2 Ko, Xv
Xv, Xv, Xv, Xv, Xv, Xv, Xv
"""


def imported(folder: Path, text: str, **options: Any) -> Imported:
    path = folder / "Two Castles.map"
    path.write_text(text)
    return import_file(path, **options)


def told(found: Imported) -> list[tuple[str, str, int | None]]:
    return [(it.code, it.message, it.place.line) for it in found.losses]


def test_codes_become_terrain_and_levels_and_the_border_is_dropped(tmp_path: Path) -> None:
    found = imported(tmp_path, MAP)
    scenario, board = found.scenario, found.scenario.board
    assert (scenario.name, board.layout, board.columns, board.rows) == ("Two Castles", Layout.ODD_Q, 5, 3)
    assert [["+".join(board.terrain_at(at)) for at in row] for row in rows_of(board)] == [
        ["cover", "cover", "clear", "forest", "water"],
        ["difficult", "difficult", "clear", "clear", "difficult"],
        ["difficult", "lava", "clear", "clear", "cover"],
    ]
    assert board.elevation.tolist() == [[0, 0, 0, 0, 0], [1, 2, 0, 0, 0], [0, 0, 0, 0, 0]]
    assert told(found) == [
        ("import.left-out", "the border of 1 hex around the map, which nobody can enter, is dropped", 4),
        ("import.unmapped", UNKNOWN.format("Zz"), 7),
        ("import.unmapped", UNKNOWN.format("^Yy"), 7),
    ]
    assert board.palette[int(board.terrain[2, 3])].source == "Zz; ^Yy"


UNKNOWN = "'{}' (1 hex): it is not in the legend; it is kept in the 'source' of those hexes"


def rows_of(board: Any) -> list[list[Any]]:
    return [
        [board.layout.from_offset(column, row) for column in range(board.columns)]
        for row in range(board.rows)
    ]


def test_starts_become_sides_with_zones_and_names(tmp_path: Path) -> None:
    scenario = imported(tmp_path, MAP.replace("Rr", "the_bridge Rr")).scenario
    assert [(it.id, it.name) for it in scenario.sides] == [("side-1", "Side 1"), ("side-2", "Side 2")]
    assert [(it.side, it.shape.labels()) for it in scenario.zones] == [
        ("side-1", ("A1",)),
        ("side-2", ("E3",)),
    ]
    assert set(scenario.board.names.values()) == {"Start of side 1", "Start of side 2", "the bridge"}
    again = read_bytes(to_text(scenario).encode())
    assert not again.findings
    assert again.scenario == scenario


def test_a_map_without_header_has_a_border_and_another_border_is_read(tmp_path: Path) -> None:
    rows = MAP.partition("\n\n")[2]
    assert imported(tmp_path, rows).scenario.board == imported(tmp_path, MAP).scenario.board
    whole = imported(tmp_path, MAP.replace("border_size=1", "border_size=0"))
    assert (whole.scenario.board.columns, whole.scenario.board.rows) == (7, 5)
    assert whole.scenario.board.void.sum() == 20
    assert "import.left-out" not in [code for code, _, _ in told(whole)]


def test_codes_that_are_unknown_make_a_legend_to_fill_in(tmp_path: Path) -> None:
    draft = LegendDraft()
    imported(tmp_path, MAP, draft=draft)
    assert [(it.code, it.hexes, it.label) for it in draft.unmapped] == [("Zz", 1, "D3"), ("^Yy", 1, "D3")]
    (tmp_path / "own.yaml").write_text(
        "format: fairground-legend/1\ntitle: Own\nruleset: megamek\ncodes: {Gs^Fp: woods-2, G: clear, W: water-1}\n"
    )
    scenario = imported(tmp_path, MAP, legend=load_legend(tmp_path / "own.yaml")).scenario
    assert scenario.ruleset.name == "megamek"
    assert scenario.board.terrain_at(scenario.board.layout.from_offset(3, 0)) == ("woods-2",)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (MAP.replace("Ch, Gg", "Ch!, Gg"), "import.bad-line", 5),
        (MAP.replace("Ss, Xv", "Xv"), "import.row-length", 6),
        (MAP.replace("border_size=1", "border_size=x"), "import.bad-number", 1),
        ("Gg, Gg\nGg, Gg\n", "import.no-rows", None),
        ("Gg, Gg\n" + "Gg, Gg\n" * 1_100, "import.bad-size", 1021),
        ("Gg" + ", Gg" * 1_100 + "\nGg, Gg", "import.bad-line", 1),
    ],
)
def test_what_is_no_map_is_refused(tmp_path: Path, text: str, code: str, line: int | None) -> None:
    with pytest.raises(FileError) as caught:
        imported(tmp_path, text, format_name="wesnoth")
    assert (code, line) in [(it.code, it.place.line) for it in caught.value.problems]


@pytest.mark.parametrize(
    "text", ["a, b\nc, d\n", "Gg, Gg\n", "Dear Sir, I write\nto you, Sir\n", "1, 2\n3, 4\n"]
)
def test_other_text_is_not_taken_for_a_map(text: str) -> None:
    found = recognised_format(text)
    assert found is None or found.name != "wesnoth"


@settings(max_examples=150)
@given(st.text(st.sampled_from("GgWw^FpXv, 12\n=_\ud800é\t|/"), max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert told_or_read("wesnoth", text)
    assert told_or_read("wesnoth", MAP + text)

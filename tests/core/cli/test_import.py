"""``fairground import``, and the way back by ``fairground export --to megamek``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from fairground.core.cli.command_group import fairground
from fairground.core.cli.commands import import_
from fairground.core.clients import import_formats
from fairground.core.files import load
from tests.core.cli.answers import check_shape

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., Any]

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
BOARD = """\
size 2 2
tag "Lakes"
hex 0101 0 "" ""
hex 0201 1 "woods:1;foliage_elev:2;smoke:1" ""
hex 0102 0 "fluff:1" ""
hex 0202 -2 "water:2" ""
end
"""
CODES = "[F ][  ][  ]\n[  ][  ][  ]\n"


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "lake.board"
    path.write_text(BOARD)
    return path


def test_import_writes_a_scenario_and_says_what_came_in(run: Run, board: Path, tmp_path: Path) -> None:
    ran = run("import", board, "-o", tmp_path / "lake.yaml")
    assert ran.status == 0
    assert ran.out.splitlines()[0] == f"{tmp_path / 'lake.yaml'}: 2x2 odd-q, 4 hexes, megamek"
    assert [line.split() for line in ran.out.splitlines()[1:]] == [
        ["2", "clear"], ["1", "water-2"], ["1", "woods-1"], ["1", "foliage_elev-2"], ["1", "smoke-1"],
    ]  # fmt: skip
    assert "no errors, no warnings, 2 pieces of advice" in ran.err
    assert "A2 line 5: fluff (1 hex) has no effect in play" in ran.err
    assert load(tmp_path / "lake.yaml").name == "lake"


def test_import_answers_in_json(run: Run, board: Path, tmp_path: Path) -> None:
    ran = run("import", board, "-o", tmp_path / "lake.yaml", "--json", "--expect-size", "14x12")
    assert ran.status == 0
    check_shape(ran.answer, "import")
    assert ran.answer["schema"] == "fairground/import/1"
    assert (ran.answer["columns"], ran.answer["rows"], ran.answer["layout"]) == (2, 2, "odd-q")
    assert ran.answer["terrain"] == {"clear": 2, "water-2": 1, "woods-1": 1, "foliage_elev-2": 1}
    assert ran.answer["effects"] == {"smoke-1": 1}
    findings = {it["code"]: it for it in ran.answer["findings"]}
    assert findings["import.size"]["message"] == "expected 14x12, but the board has 2 columns and 2 rows"
    assert findings["import.no-meaning"]["place"] == {"line": 5, "column": None, "hex": "A2", "file": None}
    assert ran.err == ""


def test_errors_of_the_scenario_give_status_1(run: Run, board: Path, tmp_path: Path) -> None:
    board.write_text(BOARD.replace("hex 0101 0", "hex 0101 9"))
    ran = run("import", board, "-o", tmp_path / "lake.yaml", "--ruleset", "penance-1.0")
    assert ran.status == 1
    assert "[elevation.range" in ran.err
    assert (tmp_path / "lake.yaml").exists()


def test_a_board_that_cannot_be_read_gives_status_2_and_writes_nothing(
    run: Run, board: Path, tmp_path: Path
) -> None:
    board.write_text("size 0 0\nend\n")
    ran = run("import", board, "-o", tmp_path / "lake.yaml", "--json")
    assert ran.status == 2
    assert ran.answer["error"]["code"] == "file"
    assert ran.answer["error"]["place"]["line"] == 1
    assert "a board must have 1 to 1,000 columns and rows, not 0x0" in ran.err
    assert not (tmp_path / "lake.yaml").exists()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "there is no text in this file"),
        ("\0\0\0", "there is no text in this file"),
        ("format: fairground/1\n", "of Fairground's own"),
        ("?", "not in a known map format"),
    ],
)
def test_what_is_no_map_is_told(run: Run, tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "given").write_text(text)
    ran = run("import", tmp_path / "given", "-o", tmp_path / "a.yaml")
    assert (ran.status, told in ran.err) == (2, True)


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("arena.tmj", '{"layers": [\n', "arena.tmj, line 2: this is not JSON"),
        ("arena.TMX", "<map>\n<layer", "arena.TMX, line 2: this is not XML"),
        ("arena.geojson", "hello", "arena.geojson, line 1: the file is not a JSON object"),
        ("arena.hexjson", "[]", "arena.hexjson"),
        ("arena.board", "size 3\n", "arena.board, line 1"),
        ("arena.json", "{", "not in a known map format"),
    ],
)
def test_a_broken_map_is_read_as_its_name_says(
    run: Run, tmp_path: Path, name: str, text: str, told: str
) -> None:
    (tmp_path / name).write_text(text)
    ran = run("import", tmp_path / name, "-o", tmp_path / "a.yaml")
    assert (ran.status, told in ran.err) == (2, True)
    assert ("not in a known map format" in ran.err) == (name == "arena.json")


def test_import_replaces_nothing_unasked(run: Run, board: Path, tmp_path: Path) -> None:
    output = tmp_path / "lake.yaml"
    output.write_text("mine")
    ran = run("import", board, "-o", output)
    assert ran.status == 2
    assert "add --overwrite" in ran.err
    assert output.read_text() == "mine"
    assert run("import", board, "-o", output, "--overwrite").status == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--format", "megamec"), "Did you mean 'megamek'"),
        (("--layout", "odd-r"), "cannot be read as odd-r"),
        (("--ruleset", "megamec"), "Did you mean 'megamek'"),
        (("--legend", "braces"), "there is no legend 'braces'"),
        (("--expect-size", "14"), "is not a size"),
    ],
)
def test_options_that_make_no_sense_give_status_2(
    run: Run, board: Path, tmp_path: Path, options: tuple[str, str], said: str
) -> None:
    ran = run("import", board, "-o", tmp_path / "lake.yaml", *options)
    assert ran.status == 2
    assert said in ran.err


def test_a_layout_that_the_file_does_not_tell_is_taken_and_said(run: Run, tmp_path: Path) -> None:
    (tmp_path / "map.txt").write_text(CODES)
    ran = run("import", tmp_path / "map.txt", "-o", tmp_path / "map.yaml", "--format", "brackets")
    assert ran.status == 0
    assert "3x2 odd-r" in ran.out
    assert "[import.layout]" in ran.err
    ran = run(
        "import", tmp_path / "map.txt", "-o", tmp_path / "map.yaml", "--overwrite", "--layout", "even-q",
        "--format", "brackets",
    )  # fmt: skip
    assert "3x2 even-q" in ran.out
    assert "[import.layout]" not in ran.err


def test_on_a_terminal_the_layout_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_, "on_terminal", lambda: True)
    (tmp_path / "map.txt").write_text(CODES)
    arguments = [
        "import",
        str(tmp_path / "map.txt"),
        "-o",
        str(tmp_path / "map.yaml"),
        "--format",
        "brackets",
    ]
    result = CliRunner().invoke(fairground, arguments, input="even-r\n", catch_exceptions=False)
    assert result.exit_code == 0
    assert "the layout of the board (odd-q, even-q, odd-r, even-r) [odd-r]" in result.stderr
    assert load(tmp_path / "map.yaml").board.layout == "even-r"
    # A program that wants JSON is not asked.
    result = CliRunner().invoke(fairground, [*arguments, "--overwrite", "--json"], catch_exceptions=False)
    assert json.loads(result.stdout)["layout"] == "odd-r"


def test_a_board_goes_out_as_it_came_in(run: Run, board: Path, tmp_path: Path) -> None:
    assert run("import", board, "-o", tmp_path / "lake.yaml").status == 0
    ran = run("export", tmp_path / "lake.yaml", "--to", "megamek", "-o", tmp_path / "out.board", "--json")
    assert ran.status == 0
    assert ran.answer["losses"] == ["the scenario title is dropped", "the ruleset is dropped"]
    assert (tmp_path / "out.board").read_text() == BOARD


def test_export_to_megamek_says_what_is_lost_and_refuses_other_layouts(
    run: Run, small: Path, tmp_path: Path
) -> None:
    ran = run("export", small, "--to", "megamek", "-o", tmp_path / "out.board")
    assert ran.status == 2
    assert "MegaMek only has odd-q" in ran.err
    assert not (tmp_path / "out.board").exists()
    small.write_text(small.read_text().replace("odd-r", "odd-q"))
    ran = run("export", small, "--to", "megamek", "-o", tmp_path / "out.board")
    assert ran.status == 0
    assert "lost: MegaMek has no wall (2 hexes)" in ran.err


def test_the_help_lists_every_format_to_import(run: Run) -> None:
    # A line of help may end at the hyphen of a name.
    text = " ".join(run("import", "--help").out.split()).replace("- ", "-")
    assert [name for name in import_formats() if name not in re.split(r"[,.:()\s]+", text)] == []


def test_a_legend_to_fill_in_has_what_was_not_recognised(run: Run, tmp_path: Path) -> None:
    tiled = tmp_path / "wood.tmx"
    tiled.write_text(
        '<map orientation="hexagonal" width="3" height="1" tilewidth="18" tileheight="18" hexsidelength="9" '
        'staggeraxis="y" staggerindex="odd"><tileset firstgid="1" name="mini"><tile id="0" type="forrest"/></tileset>'
        '<layer name="Ground" width="3" height="1"><data encoding="csv">1,2,2</data></layer></map>'
    )
    legend, output = tmp_path / "kinds.yaml", tmp_path / "wood.yaml"
    ran = run("import", tiled, "-o", output, "--legend-to", legend)
    assert ran.status == 0
    assert f"{legend}: 2 codes to fill in" in ran.out
    text = legend.read_text()
    assert '"forrest": forest  # 1 hex, the first at A1; a guess\n' in text
    assert '"mini 1": clear  # 2 hexes, the first at B1\n' in text
    legend.write_text(text.replace('"mini 1": clear', '"mini 1": wall'))
    again = run(
        "import", tiled, "-o", output, "--legend", legend, "--legend-to", legend, "--overwrite", "--json"
    )
    assert again.answer["terrain"] == {"wall": 2, "forest": 1}
    assert again.answer["legend_to_fill_in"] is None
    assert "wall" in legend.read_text()


@pytest.mark.parametrize(
    ("name", "options", "layout", "size"),
    [
        ("two-rivers.map", (), "odd-q", (6, 4)),
        ("marches.txt", (), "odd-q", (3, 3)),
        ("coast.wxx", (), "odd-q", (4, 3)),
        ("erdia.json", ("--expect-size", "14x8", "--layout", "odd-r"), "odd-r", (14, 8)),
        ("cells.geojson", (), "odd-q", (4, 3)),
        ("dungeon.json", ("--ruleset", "hexside-ww2"), "odd-q", (6, 5)),
        ("cave.dd2vtt", ("--layout", "odd-r"), "odd-r", (6, 5)),
    ],
)
def test_an_example_of_each_program_is_imported(
    run: Run, tmp_path: Path, name: str, options: tuple[str, ...], layout: str, size: tuple[int, int]
) -> None:
    ran = run("import", EXAMPLES / name, "-o", tmp_path / "map.yaml", *options, "--json")
    assert ran.status == 0
    assert ran.answer["layout"] == layout
    assert (ran.answer["columns"], ran.answer["rows"]) == size
    assert [it for it in ran.answer["findings"] if it["severity"] == "error"] == []

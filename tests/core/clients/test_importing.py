"""Importing as such: opening, telling formats apart, encodings, the announced size, and the codes of findings."""

from __future__ import annotations

import gzip
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core import import_file
from fairground.core.clients import (
    ImportOptions,
    ImportSource,
    export,
    export_formats,
    import_formats,
    load_format,
)
from fairground.core.clients.import_findings import CODES, ImportFindings
from fairground.core.clients.importing import foreign_text, recognised_format
from fairground.core.errors import FileError, RulesetError, UsageError
from fairground.core.finding import Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.finding import Finding

CLIENTS = Path(__file__).parents[3] / "core" / "clients"
BOARD = """\
size 2 2
hex 0101 0 "" ""
hex 0201 1 "woods:1" ""
hex 0102 0 "" ""
hex 0202 -2 "water:2" ""
note 0202 "Ñandú"
end
"""


def write(folder: Path, content: str | bytes, name: str = "Small lake.board") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def by_code(losses: Sequence[Finding]) -> dict[str, Finding]:
    return {it.code: it for it in losses}


@pytest.mark.parametrize("is_packed", [False, True])
@pytest.mark.parametrize(
    ("content", "kind", "fix"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff", "a PNG image", "fairground tracing-image"),
        (b"RIFF\x10\0\0\0WEBPVP8 \xff", "a WebP image", "fairground tracing-image"),
        (b"PK\x03\x04\x14\0\xff", "a ZIP archive", "Unpack it"),
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF", "Choose the file that contains the map."),
    ],
)
@pytest.mark.parametrize("format_name", [None, "megamek"])
def test_files_that_are_not_text_are_called_by_their_kind(
    tmp_path: Path, content: bytes, kind: str, fix: str, format_name: str | None, *, is_packed: bool
) -> None:
    path = write(tmp_path, gzip.compress(content) if is_packed else content, "picture.png")
    with pytest.raises(FileError) as found:
        import_file(path, format_name=format_name)
    (problem,) = found.value.problems
    assert (problem.code, problem.message) == ("import.format", f"the file is {kind}, not a map")
    assert fix in (problem.fix or "")


# -- opening ------------------------------------------------------------------------------------------------


def test_a_board_becomes_a_scenario_named_after_its_file(tmp_path: Path) -> None:
    scenario, losses = import_file(write(tmp_path, BOARD))
    assert losses == ()
    assert scenario.name == "Small lake"
    assert scenario.ruleset.name == "megamek"
    assert scenario.ruleset.content_hash == scenario.rules.content_hash
    assert scenario.folder == tmp_path
    assert scenario.board.layout == "odd-q"
    assert scenario.board.elevation.tolist() == [[0, 1], [0, -2]]


def test_a_name_that_is_too_long_for_a_scenario_is_cut(tmp_path: Path) -> None:
    assert import_file(write(tmp_path, BOARD, "x" * 240 + ".board")).scenario.name == "x" * 200


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be opened"):
        import_file(tmp_path / "none.board")


def test_folders_and_pipes_are_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.board")
    for path in (tmp_path, tmp_path / "pipe.board"):
        with pytest.raises(FileError, match="it is not a file"):
            import_file(path)


def test_a_file_over_the_limit_is_refused_by_its_size(tmp_path: Path) -> None:
    path = write(tmp_path, BOARD)
    with path.open("r+b") as file:
        file.truncate(64 * 2**20 + 1)
    with pytest.raises(FileError, match="may be at most 64 MB") as caught:
        import_file(path)
    assert [it.code for it in caught.value.problems] == ["import.too-large"]


# -- formats ------------------------------------------------------------------------------------------------


def test_formats_go_one_way_or_both() -> None:
    assert "megamek" in export_formats()
    assert set(import_formats()) == {
        "megamek",
        "tiled",
        "tiled-json",
        "geojson",
        "hexjson",
        "brackets",
        "row-codes",
        "wesnoth",
        "text-mapper",
        "worldographer",
        "azgaar",
        "foundry",
        "uvtt",
    }
    for name in {*export_formats(), *import_formats()}:
        known = load_format(name)
        assert known.name == name
        assert (known.write is not None) == (name in export_formats())
        assert (known.read is not None) == (known.recognises is not None) == (name in import_formats())


@pytest.mark.parametrize(
    "text",
    [BOARD, "# a comment\n\n  SIZE 1 1\n", 'tag "x"\nhex 0101 0 "" ""\n', "#\n" * 50_000 + "size 3 4\n"],
)
def test_boards_are_recognised_by_their_content(text: str) -> None:
    found = recognised_format(text)
    assert found is not None
    assert found.name == "megamek"


@pytest.mark.parametrize("text", ["", "sizes 3 4", "size matters\n", "the hex 0101 0\n", "{}", "\0" * 5000])
def test_other_text_is_no_board(text: str) -> None:
    found = recognised_format(text)
    assert found is None or found.name != "megamek"


def test_a_file_of_no_known_format_is_refused_with_the_formats_there_are(tmp_path: Path) -> None:
    with pytest.raises(FileError) as caught:
        import_file(write(tmp_path, "Dear Sir,\n", "letter.txt"))
    (problem,) = caught.value.problems
    assert problem.code == "import.format"
    assert problem.fix is not None
    assert all(name in problem.fix for name in import_formats())


def test_a_format_can_be_named_and_its_name_misspelt(tmp_path: Path) -> None:
    path = write(tmp_path, BOARD)
    assert import_file(path, format_name="megamek").scenario.board.columns == 2
    with pytest.raises(UsageError, match="Did you mean 'megamek'"):
        import_file(path, format_name="megamech")
    with pytest.raises(UsageError, match="SVG picture can be exported but not imported"):
        import_file(path, format_name="svg")


def test_a_format_that_is_only_read_cannot_be_written(tmp_path: Path) -> None:
    scenario = import_file(write(tmp_path, BOARD)).scenario
    with pytest.raises(UsageError, match="can be imported but not exported"):
        export(scenario, "brackets", tmp_path / "x.txt")


# -- options ------------------------------------------------------------------------------------------------


def test_a_ruleset_of_ones_own_is_looked_for_in_the_folder_of_the_scenario(tmp_path: Path) -> None:
    path = write(tmp_path, BOARD)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "own.yaml").write_text(
        "format: fairground-ruleset/1\nid: own\ntitle: Own\nextends: penance-1.0\n"
        "terrain: {woods: {name: Woods, cost: 2, source: us}}\n"
    )
    scenario = import_file(path, ruleset="own.yaml", folder=tmp_path / "out").scenario
    assert scenario.board.palette[int(scenario.board.terrain[0, 1])].kinds == ("woods",)
    assert scenario.rules.id == "own"
    with pytest.raises(RulesetError, match=r"own\.yaml"):
        import_file(path, ruleset="own.yaml")
    with pytest.raises(RulesetError, match="Did you mean 'megamek'"):
        import_file(path, ruleset="megamak")


def test_another_size_than_announced_is_told(tmp_path: Path) -> None:
    path = write(tmp_path, BOARD)
    assert import_file(path, expect_size=(2, 2)).losses == ()
    (loss,) = import_file(path, expect_size=(3, 2)).losses
    assert (loss.code, loss.severity) == ("import.size", Severity.WARNING)
    assert loss.message == "expected 3x2, but the board has 2 columns and 2 rows"


# -- encodings ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_any_line_ending_and_a_byte_order_mark_are_read(tmp_path: Path, newline: str, mark: str) -> None:
    wanted = import_file(write(tmp_path, BOARD))
    found = import_file(write(tmp_path, mark + BOARD.replace("\n", newline)))
    assert found == wanted
    assert found.losses == ()


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        ("latin-1", "Latin-1"),
        *((f"utf-16{it}", "as UTF-16") for it in ("", "-le", "-be")),
        *((f"utf-32{it}", "as UTF-32") for it in ("", "-le", "-be")),
    ],
)
def test_other_encodings_are_read_and_told(tmp_path: Path, encoding: str, said: str) -> None:
    scenario, losses = import_file(write(tmp_path, BOARD.encode(encoding)))
    assert list(scenario.board.notes.values()) == ["Ñandú"]
    (loss,) = losses
    assert loss.code == "import.encoding"
    assert said in loss.message
    assert loss.place.line == (6 if encoding == "latin-1" else 1)


def test_a_packed_file_is_unpacked(tmp_path: Path) -> None:
    packed = import_file(write(tmp_path, gzip.compress(BOARD.encode())))
    assert packed == import_file(write(tmp_path, BOARD))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (gzip.compress(BOARD.encode())[:-9], "import.bad-data"),
        (b"\x1f\x8b" + bytes(30), "import.bad-data"),
        (gzip.compress(bytes(65 * 2**20)), "import.too-large"),
    ],
    ids=["cut off", "no data", "bomb"],
)
def test_a_packed_file_that_is_damaged_or_a_bomb_is_refused(tmp_path: Path, data: bytes, code: str) -> None:
    with pytest.raises(FileError) as caught:
        import_file(write(tmp_path, data))
    assert [it.code for it in caught.value.problems] == [code]


@pytest.mark.parametrize(("head", "is_read"), [("<map hexOrientation='ROWS'>", True), ("<map>", False)])
def test_only_maps_of_worldographer_may_be_much_larger_unpacked(head: str, is_read: bool) -> None:  # noqa: FBT001
    findings = ImportFindings()
    names = "".join(f"{number * 7919 % 10**7:07}" for number in range(700_000))
    text = f"{head}{names}"
    packed = gzip.compress(text.encode("utf-16"))
    assert len(text) * 2 > max(4 * 2**20, len(packed))
    assert (foreign_text(packed, findings) == text) == is_read
    assert [it.code for it in findings.findings() if it.code == "import.too-large"] == ["import.too-large"][
        is_read:
    ]


def test_xml_that_says_it_is_utf_16_is_no_surprise() -> None:
    findings = ImportFindings()
    text = "<?xml version='1.1' encoding='utf-16'?>\n<map/>"
    assert foreign_text(gzip.compress(text.encode("utf-16")), findings) == text
    assert findings.findings() == ()


def test_a_file_without_an_ending_gives_its_whole_name() -> None:
    assert ImportSource("", "map").title == "map"
    assert ImportSource("", ".board").title == ".board"
    assert ImportSource("", "a.b.board", ImportOptions()).title == "a.b"


# -- findings -----------------------------------------------------------------------------------------------


def test_a_flood_of_findings_is_cut_off() -> None:
    findings = ImportFindings()
    for line in range(100, 0, -1):
        findings.add("import.bad-line", "wrong", line=line)
    findings.add("import.size", "other")
    found = findings.findings()
    assert len(found) == 20 + 1 + 1
    assert findings.count == 101
    assert [it.place.line for it in found] == [80, *range(81, 101), None]
    assert (found[0].code, found[0].severity) == ("import.many", Severity.ERROR)
    assert found[0].message == "80 more findings with the code import.bad-line are not listed"


def test_errors_refuse_and_other_findings_do_not() -> None:
    findings = ImportFindings()
    findings.add("import.size", "other")
    findings.refuse_errors("x.board")
    findings.add("import.bad-line", "wrong", line=7)
    findings.add("import.bad-line", "wrong too", line=9)
    with pytest.raises(FileError, match=r"^x\.board, line 7: wrong \(and 1 more\)$") as caught:
        findings.refuse_errors("x.board")
    assert len(caught.value.problems) == 3


@pytest.mark.parametrize("name", CODES)
def test_a_code_is_complete(name: str) -> None:
    code = CODES[name]
    assert re.fullmatch(r"import\.[a-z-]+", name)
    assert code.meaning[0].islower()
    assert not code.meaning.endswith(".")
    assert code.fix[0].isupper()
    assert code.fix.endswith(".")


def test_every_code_is_used_and_every_one_used_is_known() -> None:
    files = [path for path in CLIENTS.rglob("*.py") if path.name != "codes.py"]
    used = {
        code
        for path in files
        for code in re.findall(r'"(import\.[a-z-]+)"', path.read_text(encoding="utf-8"))
    }
    assert used == set(CODES)

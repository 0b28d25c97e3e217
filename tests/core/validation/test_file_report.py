from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.errors import FileError
from fairground.core.finding import Severity
from fairground.core.validation import FileReport, validate_file

ARENA = """\
format: fairground/1
name: Arena
ruleset: penance-1.0
weather: rain
turns: 12
board:
  layout: odd-r
  size: [5, 5]
  palette:
    '.': clear
    '#': wall
    'r': rubbel
  terrain: |
    ..#..
    .r...
    .....
    .....
    ..#..
  elevation: |
    .....
    .....
    ...4.
    .....
    .....
  effects_palette: {f: fire}
  effects: |
    .....
    .....
    .....
    f....
    .....
sides:
  - {id: red}
  - {id: blue}
zones:
  - {id: red-start, side: red, hexes: rows 1}
  - {id: blue-start, side: blue, hexes: [A5, B5, C5, F5]}
units:
  - id: scout-1
    side: red
    class: scout
    hex: C1
victory: {points: 20, last_standing: true}
locked: [A1, Z9]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "arena.yaml"


def said(report: FileReport) -> list[tuple[str, int | None, int | None]]:
    return [(it.code, it.place.line, it.place.column) for it in report.findings]


def place_of(text: str, start: str, part: str) -> tuple[int, int]:
    """Return line and column, from 1, of ``part`` in the first line that begins with ``start``."""
    at, line = next((at, it) for at, it in enumerate(text.split("\n"), 1) if it.lstrip().startswith(start))
    return at, line.index(part) + 1


def test_findings_have_their_line_and_come_in_file_order(file: Path) -> None:
    file.write_text(ARENA, encoding="utf-8")
    report = validate_file(file)
    assert report.file == str(file)
    assert report.dropped_comments == 0
    assert said(report) == [
        ("terrain.unknown", *place_of(ARENA, "'r': rubbel", "'r'")),
        ("elevation.range", *place_of(ARENA, "...4.", "4")),
        ("weather.puts-out", *place_of(ARENA, "f....", "f")),
        ("zone.impassable", *place_of(ARENA, "- {id: red-start", "rows 1")),
        ("zone.impassable", *place_of(ARENA, "- {id: blue-start", "[A5")),
        ("shape.off-board", *place_of(ARENA, "- {id: blue-start", "F5")),
        ("unit.impassable", *place_of(ARENA, "hex: C1", "C1")),
        ("victory.unreachable", *place_of(ARENA, "victory:", "20")),
        ("victory.unusual", *place_of(ARENA, "victory:", "20")),
        ("locked.unknown", *place_of(ARENA, "locked:", "Z9")),
    ]
    assert [report.count(severity) for severity in Severity] == [4, 3, 3]


def test_what_the_reader_finds_comes_with_the_rest(file: Path) -> None:
    text = ARENA.replace("turns: 12", "turns: twelve").replace("    .r...\n", "    .r..\n")
    file.write_text("# kept\n" + text + "# lost\n", encoding="utf-8")
    report = validate_file(file)
    assert report.dropped_comments == 1
    codes = [it.code for it in report.findings]
    assert codes[0] == "file.wrong-type"
    assert codes.index("terrain.unknown") < codes.index("board.row-length") < codes.index("elevation.range")
    lines = [it.place.line or 0 for it in report.findings]
    assert lines == sorted(lines)


def test_faults_of_the_ruleset_s_file_come_last(file: Path) -> None:
    rules = file.with_name("mine.yaml")
    rules.write_text(
        "format: fairground-ruleset/1\nid: mine\nextends: penance-1.0\ntitle: Mine\nlevles: {max: 9}\n",
        encoding="utf-8",
    )
    file.write_text(ARENA.replace("penance-1.0", "mine.yaml"), encoding="utf-8")
    report = validate_file(file)
    assert said(report)[0] == ("ruleset.faulty", 3, 10)
    last = report.findings[-1]
    assert (last.code, last.place.line) == ("ruleset.unknown-key", 5)
    assert last.place.file is not None
    assert last.place.file.endswith("mine.yaml")


def test_an_override_of_nothing_has_its_line(file: Path) -> None:
    file.write_text(ARENA.replace("weather: rain", "rules: {cover.raech: in}"), encoding="utf-8")
    codes = [it.code for it in validate_file(file).findings if it.place.line == 4]
    assert codes == ["ruleset.override"]


def test_a_file_that_is_no_scenario_has_the_reader_s_findings_alone(file: Path) -> None:
    file.write_text("[1, 2", encoding="utf-8")
    assert [it.code for it in validate_file(file).findings] == ["yaml.syntax"]


def test_a_profile_is_asked_for(file: Path) -> None:
    file.write_text(ARENA, encoding="utf-8")
    assert "profile.mix" in [it.code for it in validate_file(file, profile="simple").findings]


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"none\.yaml"):
        validate_file(tmp_path / "none.yaml")


def test_p1_12_the_standard_arena_has_walls_in_both_zones_and_nothing_worse() -> None:
    report = validate_file(Path(__file__).parents[3] / "scenarios" / "standard-arena.yaml")
    assert {it.severity for it in report.findings} == {Severity.ADVICE}
    assert [it.message.partition(": ")[2] for it in report.findings if it.rule == "P1-12"] == [
        "C1 and E1",
        "C7 and E7",
    ]
    assert [it.place.hex for it in report.findings if it.rule == "P1-12"] == ["C1", "C7"]


_edits = st.tuples(
    st.integers(0, len(ARENA)), st.integers(0, 12), st.text("#.r17Zz-:{}[] \n\"'&*fA", max_size=4)
)


@given(st.lists(_edits, min_size=1, max_size=4))
def test_any_damage_to_a_file_is_findings_with_lines(
    tmp_path_factory: pytest.TempPathFactory, edits: list[tuple[int, int, str]]
) -> None:
    text = ARENA
    for at, length, new in edits:
        text = text[:at] + new + text[at + length :]
    file = tmp_path_factory.getbasetemp() / "damaged.yaml"
    file.write_text(text, encoding="utf-8")
    findings = validate_file(file).findings
    places = [it.place for it in findings if it.place.file is None]
    assert all(place.line is not None and place.column is not None for place in places)
    assert [place.line for place in places] == sorted(place.line or 0 for place in places)
    assert findings

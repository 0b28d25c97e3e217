"""Slips of the keyboard: each gives one finding, at the slip, with the fix that a person would make."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from fairground.core.validation import validate_file

if TYPE_CHECKING:
    from pathlib import Path

#: A scenario without findings. Line numbers stand beside it, since the table below refers to them.
MILL = """\
format: fairground/1
name: Old Mill
author: A. Designer
ruleset: penance-1.0
weather: none
turns: 12
board:
  layout: odd-q
  size: [7, 5]
  palette: {'.': clear, '#': wall, '~': rubble, 'x': void}
  terrain: |
    x......
    ..#.~..
    .......
    ..~.#..
    ......x
  elevation: |
    .......
    .......
    ...1...
    .......
    .......
  names: {D3: Old Mill}
sides:
  - {id: p1, name: Player 1}
  - {id: p2, name: Player 2}
zones:
  - {id: p1-start, side: p1, kind: deployment, hexes: columns 1-2 - A1}
  - id: p2-start
    side: p2
    kind: deployment
    hexes: [F1, F2, G1, G2]
objectives:
  - {id: mill, name: Mill, hexes: [D3], points: 10, hold: 2}
units:
  - {id: scout-1, side: p1, class: scout, hex: A3, facing: 2, shield: left}
  - {id: scout-2, side: p2, class: scout, hex: G2, facing: 5, shield: right}
victory: {points: 10, last_standing: true}
"""

HEDGES = """\
format: fairground/1
name: Hedges
ruleset: hexside-ww2
board:
  layout: odd-q
  size: [3, 3]
  palette: {'.': clear}
  terrain: |
    ...
    ...
    ...
  hexsides: |
    A1 SE hedge
    B2 N hedge
sides:
  - {id: red}
  - {id: blue}
zones:
  - {id: red-start, side: red, hexes: columns 1}
  - {id: blue-start, side: blue, hexes: columns 3}
victory: {last_standing: true}
"""

PATROLS = """\
format: fairground/1
name: Two patrols
ruleset: base-visibility
board:
  layout: odd-q
  size: [5, 3]
  palette: {'.': clear}
  terrain: |
    .....
    .....
    .....
sides:
  - {id: red}
  - {id: blue}
zones:
  - {id: red-start, side: red, hexes: columns 1}
  - {id: blue-start, side: blue, hexes: columns 5}
units:
  - id: scout
    side: red
    class: guard
    hex: A2
    at: [0.25, 1.6]
    base: 1.5
victory: {last_standing: true}
"""


WAGON = """\
format: fairground/2
name: The Wagon
ruleset: penance-2.0
turns: 12
board:
  layout: odd-r
  size: [8, 4]
  palette: {'.': clear}
  terrain: |
    ........
    ........
    ........
    ........
sides:
  - {id: guard, name: Guard, role: escort, wins: [{exit: [gate], units: [wagon]}]}
  - {id: raiders, name: Raiders, role: ambush, force: penance-line, wins: [{destroy: [wagon]}, {time_out: true}]}
zones:
  - {id: guard-start, side: guard, kind: deployment, hexes: columns 1-2}
  - {id: raiders-start, side: raiders, kind: deployment, hexes: columns 6}
  - {id: gate, side: guard, kind: exit, name: Gate, hexes: columns 8}
units:
  - {id: wagon, name: Wagon, side: guard, class: support, hex: A2, facing: 1, shield: none, allowance: 2, unarmed: true}
  - {id: scout-1, side: guard, class: scout, hex: B2, facing: 1, shield: none}
  - {id: scout-2, side: raiders, class: scout, hex: F2, facing: 4, shield: none, arrives: 2}
house_rules: [the wagon stays on the road]
"""


class Slip(NamedTuple):
    """A slip: ``old`` was meant, ``new`` was written; the finding is at ``place`` (``line:column`` and hex)."""

    name: str
    old: str
    new: str
    code: str
    place: str
    words: str
    text: str = MILL

    def mutated(self) -> str:
        """Return the scenario with the slip."""
        assert self.text.count(self.old) == 1, f"{self.old!r} is {self.text.count(self.old)} times there"
        return self.text.replace(self.old, self.new)


#: ``words`` are parts of the message and the fix, with `` … `` between.
SLIPS = (
    # -- YAML ----------------------------------------------------------------------------------------------------
    Slip("no | after terrain", "terrain: |", "terrain:", "board.block", "11:3", "'|' … terrain: |"),
    Slip("no | and a row that starts with #", "terrain: |\n    x......\n    ..#.~..", "terrain:\n    x......\n    #...~..",
         "yaml.syntax", "11:3", "'|' … terrain: |"),
    Slip("> for |", "elevation: |", "elevation: >", "board.block", "17:3", "'|' … elevation: |"),
    Slip("# without quotes", "'#': wall", "#: wall", "yaml.syntax", "10:25", "'#' starts a comment … '#': wall"),
    Slip("# without quotes, block style", "{'.': clear, '#': wall, '~': rubble, 'x': void}",
         "\n    '.': clear\n    #: wall\n    '~': rubble\n    'x': void", "board.palette-key", "12:5",
         "'#' … comment … '#': wall"),
    Slip("': ' in a name", "name: Old Mill\n", "name: Mill: North\n", "yaml.syntax", "2:11", "':' … name: 'Mill: North'"),
    Slip("brace in a name", "name: Old Mill\n", "name: {North} Mill\n", "yaml.syntax", "2:7", "'{' … name: '{North} Mill'"),
    Slip("bracket in a name", "name: Old Mill\n", "name: [Draft] Mill\n", "yaml.syntax", "2:7", "'[' … name: '[Draft] Mill'"),
    Slip("apostrophe in quotes", "name: Old Mill\n", "name: 'Miller's End'\n", "yaml.syntax", "2:7",
         "apostrophe … name: \"Miller's End\""),
    Slip("quote not closed", "author: A. Designer", "author: 'A. Designer", "yaml.syntax", "3:9", "quote … never closed … end of line 3"),
    Slip("@ at the start", "author: A. Designer", "author: @designer", "yaml.syntax", "3:9", "'@' … author: '@designer'"),
    Slip("bracket not closed", "size: [7, 5]", "size: [7, 5", "yaml.syntax", "9:9", "'[' … never closed … ']'"),
    Slip("brace not closed", "{id: p1, name: Player 1}", "{id: p1, name: Player 1", "yaml.syntax", "25:5", "'{' … never closed … '}'"),
    Slip("no comma", "{id: p1, name: Player 1}", "{id: p1 name: Player 1}", "yaml.syntax", "25:13", "',' … id: p1, name"),
    Slip("no colon", "author: A. Designer", "author A. Designer", "yaml.syntax", "3:1", "':' … author: A. Designer"),
    Slip("no space after the colon", "turns: 12", "turns:12", "yaml.syntax", "6:1", "space … turns: 12"),
    Slip("no space after the dash", "  - id: p2-start", "  -id: p2-start", "yaml.syntax", "29:3", "space … - id: p2-start"),
    Slip("the document ended too soon", "sides:\n", "...\nsides:\n", "yaml.syntax", "24:1", "'...' … ends the document … Remove"),
    Slip("tab as indentation", "  size:", "\tsize:", "yaml.tab", "9:1", "tab … spaces"),
    Slip("one space too many", "  size:", "   size:", "yaml.syntax", "9:4", "3 spaces … layout … 2"),
    Slip("one space too few", "  palette:", " palette:", "yaml.syntax", "10:2", "1 space … size … 2"),
    Slip("not indented", "  names: {D3", "names: {D3", "file.unknown-key", "23:1", "'names' … board … Indent"),
    Slip("indented under board", "sides:\n", "  sides:\n", "file.unknown-key", "24:3", "'sides' … top level … start of the line"),
    Slip("row not indented", "    ..~.#..", "..~.#..", "yaml.syntax", "15:1", "row … indent … terrain"),
    Slip("row with one space too many", "    ..#.~..", "     ..#.~..", "board.row-length", "13:5 A2", "space … 1 … start"),
    Slip("first row indented less", "    x......", "   x......", "board.row-length", "12:4", "row 1 … 1 space less … same amount"),
    Slip("smart quotes", "'x': void", "‘x’: void", "board.palette-key", "10:49", "‘x’ … straight quotes … 'x'"),
    Slip("key twice", "turns: 12", "turns: 12\nturns: 10", "yaml.duplicate-key", "7:1", "'turns' … line 6"),
    # -- keys and values -----------------------------------------------------------------------------------------
    Slip("misspelt key", "objectives:", "objetives:", "file.unknown-key", "33:1", "'objetives' … Did you mean 'objectives'?"),
    Slip("wrong case", "ruleset:", "Ruleset:", "file.unknown-key", "4:1", "'Ruleset' … 'ruleset'"),
    Slip("misspelt key of the board", "palette:", "pallete:", "file.unknown-key", "10:3", "'pallete' … 'palette'"),
    Slip("misspelt key of a zone", "    hexes: [F1", "    hexs: [F1", "file.unknown-key", "32:5", "'hexs' … 'hexes'"),
    Slip("key of another format", "    hexes: [F1", "    cells: [F1", "file.unknown-key", "32:5", "'cells' … hexes"),
    Slip("no format", "format: fairground/1\n", "", "file.missing-key", "1:1", "'format' … format: fairground/1"),
    Slip("format without version", "format: fairground/1", "format: fairground", "file.format", "1:9", "format: fairground/1"),
    Slip("no ruleset", "ruleset: penance-1.0\n", "", "file.missing-key", "1:1", "'ruleset' … ruleset: penance-"),
    Slip("yes", "last_standing: true", "last_standing: yes", "file.wrong-type", "38:38", "'yes' … true"),
    Slip("number as a word", "turns: 12", "turns: twelve", "file.wrong-type", "6:8", "a whole number … 'twelve'"),
    Slip("unit of measure", "turns: 12", "turns: 12 rounds", "file.wrong-type", "6:8", "'12 rounds' … turns: 12"),
    Slip("number in quotes", "turns: 12", "turns: '12'", "file.wrong-type", "6:8", "quotes … turns: 12"),
    Slip("decimal comma", "base: 1.5", "base: 1,5", "file.wrong-type", "24:11", "'1,5' … base: 1.5", PATROLS),
    Slip("decimal commas in a place", "[0.25, 1.6]", "[0,25, 1,6]", "file.bad-value", "23:9", "4 numbers … comma … [0.25, 1.6]", PATROLS),
    Slip("size as text", "size: [7, 5]", "size: 7x5", "file.wrong-type", "9:9", "'7x5' … size: [7, 5]"),
    Slip("layout", "layout: odd-q", "layout: oddq", "file.bad-value", "8:11", "odd-q, even-q, odd-r or even-r … 'oddq' … layout: odd-q"),
    Slip("kind of zone", "p1, kind: deployment", "p1, kind: deploy", "file.bad-value", "28:36", "'deploy' … kind: deployment"),
    Slip("shield in capitals", "shield: left", "shield: Left", "file.bad-value", "36:71", "'Left' … shield: left"),
    Slip("id in capitals", "{id: p1, name", "{id: P1, name", "file.bad-value", "25:10", "'P1' … lower-case letter … 'id: p1'"),
    Slip("id with a space", "id: p2-start", "id: p2 start", "file.bad-value", "29:9", "'p2 start' … id: p2-start"),
    Slip("one item without a dash", "  - {id: mill, name: Mill, hexes: [D3], points: 10, hold: 2}",
         "  id: mill\n  hexes: [D3]\n  points: 10", "file.wrong-type", "34:3", "list … '- '"),
    # -- board ---------------------------------------------------------------------------------------------------
    Slip("columns and rows swapped", "size: [7, 5]", "size: [5, 7]", "board.size", "9:9", "[5, 7] … 7 columns and 5 rows … size: [7, 5]"),
    Slip("row too short", "    ..#.~..", "    ..#.~.", "board.row-length", "13:5 A2", "row 2 … 6 hexes … 7 columns … Add 1"),
    Slip("row too long", "    ..#.~..", "    ..#..~..", "board.row-length", "13:5 A2", "row 2 … 8 hexes … 7 columns … Remove 1"),
    Slip("row missing", "    ..~.#..\n", "", "board.rows", "11:12", "4 lines … 5 rows"),
    Slip("row too many", "    ..~.#..\n", "    ..~.#..\n    .......\n", "board.rows", "11:12", "6 lines … 5 rows"),
    Slip("letter not in the palette", "    ..#.~..\n    .......", "    ..#.w..\n    ....w..", "board.unknown-key", "13:9 E2",
         "'w' … E2, E3 … palette"),
    Slip("letter in capitals", "    x......", "    X......", "board.unknown-key", "12:5 A1", "'X' … 'x'"),
    Slip("unknown terrain", "'~': rubble", "'~': ruble", "terrain.unknown", "10:36 E2", "'ruble' … Did you mean 'rubble'? … Known terrain"),
    Slip("letter as level", "...1...", "...a...", "board.unknown-key", "20:8 D3", "'a' … digit … elevation_palette"),
    Slip("name off the board", "{D3: Old Mill}", "{H3: Old Mill}", "board.off-board", "23:11 H3", "H3 … columns A to G … rows 1 to 5"),
    Slip("small hex label", "{D3: Old Mill}", "{d3: Old Mill}", "board.bad-label", "23:11", "'d3' … 'D3'"),
    Slip("direction of another layout", "B2 N hedge", "B2 E hedge", "board.direction", "14:8 B2",
         "odd-q … 'E' … N, NE, SE, S, SW, NW", HEDGES),
    Slip("misspelt feature", "B2 N hedge", "B2 N hegde", "hexside.unknown", "14:5 B2", "'hegde' … 'hedge'", HEDGES),
    Slip("hexside words in another order", "B2 N hedge", "B2 hedge N", "board.direction", "14:8 B2", "'hedge' … B2 N hedge", HEDGES),
    # -- sides, zones, objectives, units -------------------------------------------------------------------------
    Slip("labels without brackets", "hexes: [D3]", "hexes: D3, D4", "file.unknown-key", "34:39", "D4 … hexes: [D3, D4]"),
    Slip("column for columns", "columns 1-2 - A1", "colums 1-2 - A1", "zone.shape", "28:55", "'colums' … 'columns'"),
    Slip("range in words", "columns 1-2 - A1", "columns 1 to 2", "zone.shape", "28:65", "'to' … columns 1-2"),
    Slip("zone hex off the board", "[F1, F2, G1, G2]", "[F1, F2, G1, G2, H2]", "shape.off-board", "32:29 H2", "H2 … columns A to G"),
    Slip("row before column", "hexes: [D3]", "hexes: [3D]", "zone.bad-label", "34:36", "'3D' … 'D3'"),
    Slip("objective in a void hex", "hexes: [D3]", "hexes: [A1]", "objective.unusable", "34:35 A1", "void … A1"),
    Slip("zone twice", "id: p2-start", "id: p1-start", "id.duplicate", "29:9", "'p1-start' … another id"),
    Slip("unknown side", "    side: p2", "    side: p3", "zone.unknown-side", "30:11", "'p3' … p1 and p2"),
    Slip("side by its name", "side: p1, class", "side: Player 1, class", "unit.unknown-side", "36:25", "'Player 1' … 'p1'"),
    Slip("misspelt class", "side: p1, class: scout", "side: p1, class: scuot", "unit.unknown-class", "36:36",
         "'scuot' … Did you mean 'scout'? … Known classes"),
    Slip("facing as a direction", "facing: 2", "facing: SE", "file.wrong-type", "36:60", "'SE' … facing: 3"),
    Slip("facing the layout lacks", "facing: 2", "facing: E", "file.wrong-type", "36:60", "E … N, NE, SE, S, SW, NW"),
    Slip("unit off the board", "hex: G2", "hex: H2", "unit.off-board", "37:48", "H2 … columns A to G"),
    Slip("unit label with a space", "hex: A3", "hex: A 3", "unit.bad-label", "36:48", "'A 3' … 'A3'"),
    Slip("two units in one hex", "hex: G2", "hex: A3", "unit.occupied", "37:48 A3", "A3 … Scout"),
    Slip("unknown weather", "weather: none", "weather: rian", "weather.unknown", "5:10", "'rian' … 'rain'"),
    # -- missions ------------------------------------------------------------------------------------------------
    Slip("misspelt task", "{destroy: [wagon]}", "{destory: [wagon]}", "file.unknown-key", "16:77", "'destory' … 'destroy'", WAGON),
    Slip("exit that is no exit", "{exit: [gate]", "{exit: [guard-start]", "win.wrong-kind", "15:59", "'Guard' … Guard's zone … not an exit", WAGON),
    Slip("misspelt zone of a task", "{exit: [gate]", "{exit: [gaet]", "win.unknown", "15:59", "'gaet' … Did you mean 'gate'?", WAGON),
    Slip("unit by its name", "{destroy: [wagon]}", "{destroy: [Wagon]}", "win.unknown", "16:87", "'Raiders' … 'Wagon' … Did you mean 'wagon'?", WAGON),
    Slip("unit of the enemy", "units: [wagon]}", "units: [scout-2]}", "win.wrong-kind", "15:74", "'Guard' … 'Scout (F2)' … 'Raiders'", WAGON),
    Slip("misspelt force", "force: penance-line", "force: penance-lin", "side.force", "16:55", "'Raiders' … Did you mean 'penance-line'?", WAGON),
    Slip("no turn limit", "turns: 12\n", "", "win.no-limit", "15:107", "'Raiders' … turn limit … Set a turn limit", WAGON),
    Slip("a turn too few", "turns: 12", "turns: 3", "win.too-late", "15:58", "'Guard' is too late to leave through Gate with Wagon … turn 4 … Set turns to 4", WAGON),
    Slip("arrival after the end", "arrives: 2", "arrives: 20", "unit.arrives", "24:91", "'Scout' arrives in turn 20 … 12 turns", WAGON),
    # -- ruleset -------------------------------------------------------------------------------------------------
    Slip("ruleset of no such version", "penance-1.0", "penance-3.0", "ruleset.unknown", "4:10", "'penance-3.0' … Known rulesets: … penance-1.0"),
    Slip("ruleset's name in capitals", "penance-1.0", "Penance 1.0", "ruleset.unknown", "4:10", "Did you mean 'penance-1.0'?"),
    Slip("ruleset file that is absent", "penance-1.0", "mirored.yaml", "ruleset.unknown", "4:10", "'mirored.yaml' … Did you mean 'mirrored-rules.yaml'?"),
    Slip("rule", "turns: 12", "rules: {cover.raech: in}\nturns: 12", "ruleset.override", "6:22", "'cover.raech' … 'cover.reach'"),
)  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS, ids=lambda it: it.name)
def test_a_slip_gives_one_finding(slip: Slip, tmp_path: Path) -> None:
    (tmp_path / "mirrored.yaml").write_text(MILL)
    (tmp_path / "mirrored-rules.yaml").write_text("format: fairground-ruleset/1\nid: mirrored\n")
    file = tmp_path / "slip.yaml"
    file.write_text(slip.mutated())
    findings = validate_file(file).findings
    assert len(findings) == 1, "\n".join(
        f"{it.place.line}: {it.code} {it.message} / {it.fix}" for it in findings
    )
    finding = findings[0]
    place = f"{finding.place.line}:{finding.place.column}"
    assert (finding.code, f"{place} {finding.place.hex}" if finding.place.hex else place) == (
        slip.code,
        slip.place,
    )
    said, at = f"{finding.message} {finding.fix or ''}", 0
    for part in slip.words.split(" … "):
        assert part in said[at:], said
        at = said.index(part, at) + len(part)


@pytest.mark.parametrize("text", [MILL, HEDGES, PATROLS, WAGON], ids=["mill", "hedges", "patrols", "wagon"])
def test_without_the_slip_there_is_no_finding(text: str, tmp_path: Path) -> None:
    file = tmp_path / "scenario.yaml"
    file.write_text(text)
    assert validate_file(file).findings == ()


def test_a_ruleset_file_is_no_scenario(tmp_path: Path) -> None:
    file = tmp_path / "rules.yaml"
    file.write_text("format: fairground-ruleset/1\nid: mine\ntitle: Mine\nextends: penance-1.0\n")
    (finding,) = validate_file(file).findings
    assert finding.code == "file.format"
    assert "ruleset, not a scenario" in finding.message
    assert finding.fix is not None
    assert "ruleset: rules.yaml" in finding.fix

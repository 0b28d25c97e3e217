"""A small file for each finding about the text of a file, or about the ruleset that lies beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core import validate_file
from fairground.core.rules.ruleset_files import MAX_BYTES
from fairground.core.validation.file_codes import FILE_CODES, RULESET_CODES, YAML_CODES

if TYPE_CHECKING:
    from pathlib import Path

GOOD = """\
format: fairground/1
name: Small
ruleset: hexside-ww2
board:
  layout: odd-r
  size: [3, 2]
  palette: {'.': clear}
  terrain: |
    ...
    ...
  hexsides: |
    A1 E hedge
sides: [{id: p1}, {id: p2}]
zones:
  - {id: one, side: p1, hexes: rows 1}
units:
  - {id: u, side: p1, class: squad, hex: A1}
"""
BLOCK = "    ...\n    ...\n"
ZONE = "hexes: rows 1"
HEDGE = "    A1 E hedge\n"

#: By the code, what is changed in the file: a text in it, and another in its place; or the whole file.
FILES: dict[str, tuple[str, str] | bytes] = {
    "file.conflict-marker": (
        "name: Small\n",
        "<<<<<<< ours\nname: Small\n=======\nname: Big\n>>>>>>> theirs\n",
    ),
    "file.format": ("format: fairground/1", "format: castle/1"),
    "file.newer-format": ("fairground/1", "fairground/999"),
    "file.missing-key": ("name: Small\n", ""),
    "file.unknown-key": ("name: Small\n", "name: Small\nnaem: Small\n"),
    "file.wrong-type": ("name: Small\n", "name: Small\nturns: many\n"),
    "file.bad-value": ("hex: A1}", "hex: A1, facing: 7}"),
    "file.many-problems": (HEDGE, "    A1 up hedge\n" * 200),
    "board.rows": (BLOCK, "    ...\n"),
    "board.block": ("terrain: |", "terrain:"),
    "board.size": ("size: [3, 2]", "size: [2, 3]"),
    "board.row-length": (BLOCK, "    ...\n    ..\n"),
    "board.unknown-key": (BLOCK, "    ...\n    ..x\n"),
    "board.palette-key": ("palette: {'.': clear}", "palette: {'.': clear, 'ab c': road}"),
    "board.hexside-line": (HEDGE, "    A1\n"),
    "board.direction": (HEDGE, "    A1 N hedge\n"),
    "board.hexside-twice": (HEDGE, "    A1 E hedge\n    B1 W wall\n"),
    "board.feature-twice": (HEDGE, "    A1 E hedge+hedge\n"),
    "board.bad-label": (HEDGE, "    1A E hedge\n"),
    "board.off-board": (HEDGE, "    Z9 E hedge\n"),
    "zone.shape": (ZONE, "hexes: rows 3-1"),
    "zone.painted": (ZONE, 'hexes: "##x\\n..."'),
    "zone.parts": (ZONE, "hexes: 'A1" + " | A1" * 2000 + "'"),
    "zone.bad-label": (ZONE, "hexes: [1A]"),
    "side.win": ("{id: p1}", "{id: p1, wins: [{turns: 2}]}"),
    "decoration.bad-label": ("sides: [", "decorations: [{image: tree, hex: 1A}]\nsides: ["),
    "decoration.bad-side": ("sides: [", "decorations: [{image: tree, hex: A1, side: X}]\nsides: ["),
    "unit.bad-label": ("hex: A1", "hex: 1A"),
    "yaml.alias": ("name: Small", "name: *small"),
    "yaml.anchor": ("name: Small", "name: &small Small"),
    "yaml.character": ("name: Small", "name: Sm\x07all"),
    "yaml.depth": ("name: Small", f"name: {'[' * 100}{']' * 100}"),
    "yaml.directive": ("format", "%YAML 1.1\n---\nformat"),
    "yaml.documents": ("sides: [", "---\nsides: ["),
    "yaml.duplicate-key": ("name: Small\n", "name: Small\nname: Small\n"),
    "yaml.empty": b"",
    "yaml.encoding": b"name: \xff\xfe\xfa\n",
    "yaml.key": ("name: Small\n", "name: Small\n[a]: b\n"),
    "yaml.many-problems": ("name: Small\n", "name: Small\n" * 200),
    "yaml.merge-key": ("name: Small\n", "name: Small\n<<: {a: b}\n"),
    "yaml.number": ("name: Small\n", "name: Small\nturns: 1234567890123456789012345\n"),
    "yaml.size": b" " * (64 * 2**20 + 1),
    "yaml.syntax": ("name: Small", "name: [Small"),
    "yaml.tab": ("  layout: odd-r", "\tlayout: odd-r"),
    "yaml.tag": ("name: Small", "name: !!str Small"),
    "yaml.values": ("name: Small\n", "name: Small\n" + "# again\n" * 100_001),
    "ruleset.override": ("board:\n", "rules: {sight.cornre: crossed}\nboard:\n"),
}

RULES = """\
format: fairground-ruleset/1
extends: penance-2.0
id: own
title: Own
version: '1'
description: Of its own.
"""
#: By the code, a ruleset file that has it.
RULESETS: dict[str, str] = {
    "ruleset.bad-value": RULES + "cover: {reach: far}\n",
    "ruleset.extends": RULES.replace("penance-2.0", "penance-9.9"),
    "ruleset.format": RULES.replace("fairground-ruleset/1", "fairground-ruleset/99"),
    "ruleset.gap": RULES + "range_bands: {medium: {min: 5, max: 6}}\n",
    "ruleset.missing-key": RULES.replace("title: Own\n", ""),
    "ruleset.not-found": "#" * (MAX_BYTES + 1),
    "ruleset.nothing-to-remove": RULES + "terrain: {mire: null}\n",
    "ruleset.option": RULES + "conflicts: {C-1: {default: near}}\n",
    "ruleset.shields": RULES + "shields: {left: null}\n",
    "ruleset.symbol": RULES + "terrain: {rubble: {symbol: x}, forest: {symbol: x}}\n",
    "ruleset.tags": RULES + "terrain: {wall: {tags: []}}\n",
    "ruleset.terrain": RULES + "terrain: {clear: null}\n",
    "ruleset.unknown-key": RULES + "colour: red\n",
    "ruleset.unknown-name": RULES + "terrain: {wall: {becomes: mire}}\n",
    "ruleset.wrong-type": RULES + "levels: {min: low}\n",
}


def codes(file: Path) -> set[str]:
    return {it.code for it in validate_file(file).findings}


def test_the_file_that_is_changed_has_none_of_them(tmp_path: Path) -> None:
    (tmp_path / "map.yaml").write_text(GOOD, encoding="utf-8")
    assert not codes(tmp_path / "map.yaml") & {*FILE_CODES, *YAML_CODES, *RULESET_CODES}


def test_every_code_has_a_file() -> None:
    assert {*FILES, *RULESETS} == {*FILE_CODES, *YAML_CODES, *RULESET_CODES}


@pytest.mark.parametrize("code", FILES)
def test_a_file_yields_the_code(code: str, tmp_path: Path) -> None:
    change, file = FILES[code], tmp_path / "map.yaml"
    if isinstance(change, bytes):
        file.write_bytes(change)
    else:
        assert change[0] in GOOD
        file.write_bytes(GOOD.replace(*change, 1).encode())
    assert code in codes(file)


@pytest.mark.parametrize("code", RULESETS)
def test_a_ruleset_s_file_yields_the_code(code: str, tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(RULESETS[code], encoding="utf-8")
    (tmp_path / "map.yaml").write_text(GOOD.replace("hexside-ww2", "own.yaml"), encoding="utf-8")
    assert code in codes(tmp_path / "map.yaml")

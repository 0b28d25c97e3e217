"""docs/rules.md: its example works, and its tables are complete and true."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core.rules import load_ruleset
from fairground.core.rules.references import value_at

if TYPE_CHECKING:
    from fairground.core.rules import Ruleset

ROOT = Path(__file__).parents[3]
DOCUMENT = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| ((?:H|P1|P2|HS|BV|AR|MM|C)-\d+) \| (.+) \|$", re.MULTILINE)
ROWS = {match[1]: [cell.strip() for cell in match[2].split(" | ")] for match in ROW.finditer(DOCUMENT)}
#: The ruleset that the keys of a table are those of, by the letters of its rows.
RULESETS = {
    "H": "penance-2.0",
    "P1": "penance-1.0",
    "P2": "penance-2.0",
    "HS": "hexside-ww2",
    "BV": "base-visibility",
    "AR": "penance-arena",
    "MM": "megamek",
    "C": "penance-2.0",
}
QUOTED = re.compile(r"`([^`]+)`")
DEFINED = re.compile(r"^\s*(?:async )?def (test_\w+)", re.MULTILINE)


def names_in(folder: Path) -> set[str]:
    found = {
        name
        for path in folder.rglob("test_*.py")
        for name in DEFINED.findall(path.read_text(encoding="utf-8"))
    }
    assert found
    return found


@pytest.fixture
def highlands(tmp_path: Path) -> Ruleset:
    (block,) = re.findall(r"^```yaml\n(# highlands\.yaml\n.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)
    (tmp_path / "highlands.yaml").write_text(block, encoding="utf-8")
    return load_ruleset("highlands.yaml", folder=tmp_path, overrides={"terrain.bog.cost": 3})


def test_the_example_is_what_it_says(highlands: Ruleset) -> None:
    base = load_ruleset("penance-2.0")
    assert highlands.terrain["bog"].cost == 3
    assert highlands.terrain["fortress-wall"].becomes == "rubble-pile"
    assert highlands.terrain["fortress-wall"].cover == base.terrain["fortress-wall"].cover
    assert set(base.terrain) - set(highlands.terrain) == {"lava"}
    assert set(base.themes) - set(highlands.themes) == {"volcano"}
    assert (highlands.levels.min, highlands.levels.max) == (0, 4)
    assert highlands.cover.units.value == "none"
    assert highlands.attack == base.attack


def test_the_example_has_its_own_cost(tmp_path: Path, highlands: Ruleset) -> None:
    unchanged = load_ruleset("highlands.yaml", folder=tmp_path)
    assert unchanged.terrain["bog"].cost == Fraction(5, 2)
    assert unchanged.content_hash != highlands.content_hash


def test_every_row_is_there_once() -> None:
    wanted = [f"H-{n:02}" for n in range(1, 11)]
    wanted += [f"P2-{n:02}" for n in range(1, 27)] + [f"P1-{n:02}" for n in range(1, 26)]
    wanted += [f"HS-{n:02}" for n in range(1, 19)] + [f"BV-{n:02}" for n in range(1, 12)]
    wanted += [f"AR-{n:02}" for n in range(1, 8)] + [f"MM-{n:02}" for n in range(1, 8)]
    wanted += [f"C-{n}" for n in range(1, 21)]
    assert sorted(match[1] for match in ROW.finditer(DOCUMENT)) == sorted(wanted)


@pytest.mark.parametrize("row", ROWS)
def test_every_row_names_its_tests_or_says_not_yet(row: str) -> None:
    cell = ROWS[row][-1]
    names = QUOTED.findall(cell)
    assert names or cell == "not yet"
    assert set(names) <= names_in(ROOT / "tests")


@pytest.mark.parametrize("row", ROWS)
def test_every_key_of_a_row_is_there(row: str) -> None:
    rules = load_ruleset(RULESETS[row.split("-", maxsplit=1)[0]])
    keys = QUOTED.findall(ROWS[row][2 if row.startswith("C") else 1])
    if row.startswith("C"):
        key, choices = (keys[0], keys[1:]) if keys else (None, [])
        conflict = rules.conflicts[row]
        assert conflict.key == key
        assert {str(it).lower() for it in conflict.choices if it != conflict.default} == set(choices)
    else:
        assert keys or ROWS[row][1] == "–"
        for key in keys:
            value_at(rules, key.split("."))


def test_every_test_of_a_row_is_listed() -> None:
    of_rows = {name for name in names_in(Path(__file__).parent) if re.match(r"test_(h|p1|p2|c)_\d\d_", name)}
    listed = {name for cells in ROWS.values() for name in QUOTED.findall(cells[-1])}
    assert of_rows - listed == set()


def test_policies_in_the_document_are_those_there_are() -> None:
    rules = load_ruleset("penance-2.0")
    for key in ("hexside", "corner", "elevation"):
        for choice in type(getattr(rules.sight, key)):
            assert f"`{choice.value}`" in DOCUMENT

"""The example ruleset of the manual works, and the tables of rules are complete, true and written by tools/rules_page.py."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core.rules import load_ruleset
from tools.rules_page import PAGE, SOURCE, TESTS, faults, ids_in, names_of_tests, page, rows

if TYPE_CHECKING:
    from fairground.core.rules import Ruleset

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "docs" / "examples"
GUIDE = (ROOT / "docs" / "how-to" / "write-a-ruleset.md").read_text(encoding="utf-8")
MATRIX = ROOT.parent / "shared" / "rules-matrix.md"
#: A page with one row, and a test that shows it.
ROW = "| H-04 | A line along a hexside is reported as such | `sight.hexside` |\n"
SHOWN = {"core/sight/test_line.py": ["test_h_04_left_and_right"]}


@pytest.fixture
def highlands() -> Ruleset:
    return load_ruleset("highlands.yaml", folder=EXAMPLES, overrides={"terrain.bog.cost": 3})


@pytest.mark.parametrize("name", ["highlands", "skirmish"])
def test_the_guide_shows_the_files_of_the_examples(name: str) -> None:
    assert (EXAMPLES / f"{name}.yaml").read_text(encoding="utf-8") in GUIDE


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


def test_the_example_has_its_own_cost(highlands: Ruleset) -> None:
    unchanged = load_ruleset("highlands.yaml", folder=EXAMPLES)
    assert unchanged.terrain["bog"].cost == Fraction(5, 2)
    assert unchanged.content_hash != highlands.content_hash


def test_every_row_has_a_test_and_keys_that_are_there() -> None:
    assert list(faults(SOURCE.read_text(encoding="utf-8"), names_of_tests(TESTS))) == []


def test_the_document_is_current() -> None:
    assert page(SOURCE.read_text(encoding="utf-8"), names_of_tests(TESTS)) == PAGE.read_text(
        encoding="utf-8"
    ), "make generate"


def test_every_row_of_the_specification_is_there_once() -> None:
    if not MATRIX.is_file():
        pytest.skip(f"needs {MATRIX}, which is no part of this repository")
    wanted = re.findall(r"^\| ([A-Z]+\d?-\d+)\*? \|", MATRIX.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(wanted) > 120
    assert sorted(row.id for row in rows(SOURCE.read_text(encoding="utf-8"))) == sorted(wanted)


def test_the_page_names_the_tests_of_a_row_by_their_files() -> None:
    tests = {**SHOWN, "core/cli/test_sight.py": ["test_it", "test_h_04_told", "test_c_04_and_h_04_drawn"]}
    (row,) = [line for line in page(ROW, tests).splitlines() if line.startswith("| H-04")]
    assert row == (
        "| H-04 | A line along a hexside is reported as such | `tests/core/sight/test_line.py`: `test_h_04_left_and_right`;"
        " `tests/core/cli/test_sight.py`: `test_h_04_told`, `test_c_04_and_h_04_drawn` |"
    )


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("test_p2_13_and_p2_14_the_arc_covers_the_sides", ["P2-13", "P2-14"]),
        ("test_c_04_the_drawing", ["C-4"]),
        ("test_h_10", ["H-10"]),
        ("test_c_4_the_drawing", ["C-4"]),
        ("test_a_line_of_p2_13", []),
        ("test_h_x_and_y", []),
    ],
)
def test_a_test_says_the_rows_that_it_is_of(name: str, ids: list[str]) -> None:
    assert ids_in(name) == ids


@pytest.mark.parametrize(
    ("source", "tests", "fault"),
    [
        (ROW, {}, "H-04 has no test; its name would begin with test_h_04_"),
        (ROW, {"a/test_b.py": ["test_h_4_left"]}, "H-04 has no test; its name would begin with test_h_04_"),
        (
            ROW,
            {"core/rules/test_a.py": ["test_h_04_left"]},
            "H-04 has no test but of the ruleset's data, in tests/core/rules/",
        ),
        (ROW * 2, SHOWN, "H-04 is there 2 times"),
        (
            ROW.replace("sight.hexside", "sight.hexsides"),
            SHOWN,
            "H-04 names sight.hexsides, which the ruleset penance-2.0 has not",
        ),
        (ROW.replace("`sight.hexside`", ""), SHOWN, "H-04 names no key, and does not say – for none"),
        (
            ROW,
            {**SHOWN, "a/test_b.py": ["test_h_44_left"]},
            "tests/a/test_b.py: test_h_44_left is of H-44, which is no row",
        ),
        (
            "| C-2 | The border of two sides | the defender | `facing.tie`: `attacker` |\n",
            {"a/test_b.py": ["test_c_2_the_border"]},
            "tests/a/test_b.py: test_c_2_the_border would have to begin with test_c_02_",
        ),
        (
            "| C-2 | The border of two sides | the defender | `facing.tie`: `neither` |\n",
            {"a/test_b.py": ["test_c_02_the_border"]},
            "C-2 has other choices than the ruleset penance-2.0",
        ),
        (
            "| C-2 | The border of two sides | the defender | `facing.ties`: `attacker` |\n",
            {"a/test_b.py": ["test_c_02_the_border"]},
            "C-2 is a conflict of facing.ties, but not in the ruleset penance-2.0",
        ),
    ],
)
def test_a_fault_is_told(source: str, tests: dict[str, list[str]], fault: str) -> None:
    assert fault in faults(source, tests)
    assert list(faults(ROW, SHOWN)) == []


def test_tests_are_found_in_classes_too_and_not_in_other_files(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    text = "def test_h_04_a() -> None: ...\nclass TestIt:\n    def test_h_04_b(self) -> None: ...\n"
    (tmp_path / "deep" / "test_it.py").write_text(text, encoding="utf-8")
    (tmp_path / "deep" / "cases.py").write_text(text, encoding="utf-8")
    assert names_of_tests(tmp_path) == {"deep/test_it.py": ["test_h_04_a", "test_h_04_b"]}

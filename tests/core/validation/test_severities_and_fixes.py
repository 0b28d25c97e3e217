from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from fairground.core.clients.coded_maps.legend import CODES as LEGEND_CODES
from fairground.core.clients.import_findings import CODES as IMPORT_CODES
from fairground.core.finding import Place
from fairground.core.validation.file_codes import CLIP_CODES, FILE_CODES, RULESET_CODES, YAML_CODES
from fairground.core.validation.severities_and_fixes import CODES, make_finding
from tools.generate import findings_page

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "reference" / "findings.md"
#: Matrices of rules have IDs like these.
RULE = re.compile(r"(H|P1|P2|HS|BV|AR|MM|C)-\d+")


def test_the_page_is_made_from_the_codes() -> None:
    assert PAGE.read_text(encoding="utf-8") == findings_page(), (
        "docs/reference/findings.md is not what findings_page() says"
    )


def test_the_page_has_every_code_once() -> None:
    rows = re.findall(r"^\| `([a-z.-]+)` \|", findings_page(), flags=re.MULTILINE)
    assert sorted(rows) == sorted(
        [*CODES, *CLIP_CODES, *FILE_CODES, *IMPORT_CODES, *LEGEND_CODES, *RULESET_CODES, *YAML_CODES]
    )


@pytest.mark.parametrize("name", CODES)
def test_a_code_is_complete(name: str) -> None:
    code = CODES[name]
    assert re.fullmatch(r"[a-z]+\.[a-z-]+", name)
    assert code.meaning[0].islower()
    assert not code.meaning.endswith(".")
    assert code.fix[0].isupper()
    assert code.fix.endswith(".")
    assert code.rule is None or RULE.fullmatch(code.rule)


def test_a_finding_takes_what_its_code_says() -> None:
    one = make_finding("unit.occupied", "two in one hex", Place(hex="A1"))
    assert (one.severity, one.fix, one.rule) == ("error", "Move one of them.", "P1-14")
    assert make_finding("unit.occupied", "two in one hex", Place(), fix="Go.").fix == "Go."


def test_every_code_has_a_file_that_yields_it() -> None:
    """Look for ``finding("the.code", ...)``, which fails unless a file of the scenario has that one finding."""
    triggered = set()
    for file in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "finding":
                if any(it.arg == "in_file" for it in node.keywords):
                    continue
                triggered |= {arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant)}
    assert set(CODES) - triggered == set()

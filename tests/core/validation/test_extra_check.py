"""The recipe for a check in CONTRIBUTING.md: a function in the register, and its code with severity, meaning and fix."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.finding import Place, Severity
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import Board
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import RulesetReference
from fairground.core.validation import checks, severities_and_fixes, validate, validator
from fairground.core.validation.check_plugins import Code
from fairground.core.validation.severities_and_fixes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

    from fairground.core.finding import Finding
    from fairground.core.validation.checked_scenario import CheckedScenario


def check_shouting(subject: CheckedScenario) -> Iterator[Finding]:
    """Find names in capitals."""
    if subject.scenario.name.isupper():
        yield make_finding("name.shouting", f"the name {subject.scenario.name!r} shouts", Place(("name",)))


def test_an_extra_check_finds_and_leaves_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validator, "CHECKS", (*checks.CHECKS, check_shouting))
    advice = Code(Severity.ADVICE, "the name is in capitals", "Use small letters.")
    monkeypatch.setitem(severities_and_fixes.CODES.shipped, "name.shouting", advice)
    rules, board = RulesetReference("penance-1.0"), Board.blank(Layout.ODD_R, 3, 3)
    quiet, loud = (Scenario(name, rules, board) for name in ("Quiet", "LOUD"))
    assert "name.shouting" not in {it.code for it in validate(quiet)}
    found = [it for it in validate(loud) if it.code == "name.shouting"]
    assert [(it.severity, it.message, it.fix) for it in found] == [
        (Severity.ADVICE, "the name 'LOUD' shouts", "Use small letters.")
    ]

from __future__ import annotations

import inspect
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core.files import load
from fairground.core.finding import Severity
from fairground.core.grid.hexes import Hex
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.parts import Objective, Unit, Zone
from fairground.core.scenario.shapes import Listed
from fairground.core.validation import as_sound, errors_of, validate
from fairground.core.validation.checks import CHECKS, NEVER_ERRORS
from fairground.core.validation.severities_and_fixes import CODES

if TYPE_CHECKING:
    from fairground.core.validation.checks import Check

SCENARIOS = Path(__file__).parents[3] / "scenarios"


def test_errors_that_were_there_are_none_and_new_ones_are_told() -> None:
    scenario = blank_scenario("Plain", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-2.0")
    fault = as_sound(scenario)
    assert fault(scenario) == ""
    empty = replace(scenario, zones=[Zone("p1-start", "p1", Listed(())), *scenario.zones[1:]])
    assert "Player 1's zone" in fault(empty)
    # Of a scenario with that error it is none, but another of its kind is.
    known = as_sound(empty)
    assert known(empty) == ""
    assert "Player 2's zone" in known(
        replace(empty, zones=[empty.zones[0], Zone("p2-start", "p2", Listed(()))])
    )
    stray = Unit("a", "nobody", "scout", scenario.board.parse("C3"))
    assert "nobody" in known(replace(empty, units=[stray]))
    # What is no error counts for nothing.
    assert fault(replace(scenario, objectives=[Objective("hill", Listed(("C3",)))])) == ""


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.yaml")), ids=lambda it: it.stem)
def test_the_errors_are_those_among_all_findings(path: Path) -> None:
    scenario = load(path)
    # Something wrong of most kinds: a level out of range, a unit on a wall, a zone without hexes.
    broken = replace(
        scenario,
        zones=[Zone("empty", scenario.sides[0].id, Listed(())), *scenario.zones],
        units=[*scenario.units, *scenario.units[:1], Unit("stray", "nobody", "nothing", Hex(-3, -3))],
    )
    for it in (scenario, broken):
        assert errors_of(it) == tuple(one for one in validate(it) if one.severity is Severity.ERROR)
    assert errors_of(broken)


@pytest.mark.parametrize("check", [it for it in CHECKS if it in NEVER_ERRORS])
def test_checks_skipped_for_errors_have_no_code_of_an_error(check: Check) -> None:
    codes = _codes(check)
    assert codes
    assert {CODES[it].severity for it in codes} <= {Severity.WARNING, Severity.ADVICE}


def _codes(check: Check) -> set[str]:
    """Return the codes in the source of a check, and of the functions of its module that it calls."""
    module, codes = inspect.getmodule(check), set[str]()
    waiting, looked_at = [check], list[object]()
    while waiting:
        function = waiting.pop()
        looked_at.append(function)
        source = inspect.getsource(function)
        codes |= {it for it in re.findall(r'"([a-z]+\.[a-z-]+)"', source) if it in CODES}
        called = (getattr(module, it, None) for it in re.findall(r"(\w+)\(", source))
        waiting += [
            it
            for it in called
            if inspect.isfunction(it) and inspect.getmodule(it) is module and it not in looked_at
        ]
    return codes

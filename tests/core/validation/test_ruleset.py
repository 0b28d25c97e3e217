from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.scenario.parts import RulesetReference

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario

    Arena = Callable[..., Scenario]
    Codes = Callable[..., list[str]]
    One = Callable[..., Finding]

WALLED = "..#.. ..... ..... ..... ....."


def test_an_unknown_ruleset_is_one_finding_and_the_rest_is_checked(
    arena: Arena, finding: One, codes: Codes
) -> None:
    scenario = arena(WALLED, ruleset="penance-1.1", locked=["Z9"])
    found = finding("ruleset.unknown", scenario)
    assert "penance-1.1" in found.message
    assert "Did you mean 'penance-1.0'?" in found.message
    assert found.place.path == ("ruleset",)
    # What needs rules is not guessed at: the wall is neither unknown nor known to be impassable.
    assert codes(scenario) == ["ruleset.unknown", "locked.unknown"]


def test_a_faulty_ruleset_is_shown_with_its_own_lines(
    arena: Arena, bare_rules: Path, finding: One, codes: Codes
) -> None:
    text = bare_rules.read_text(encoding="utf-8")
    bare_rules.write_text(text.replace("allowance: 5", "allowance: five"), encoding="utf-8")
    scenario = arena(ruleset=bare_rules.name, folder=bare_rules.parent, locked=["Z9"])
    found = finding("ruleset.faulty", scenario)
    assert found.message == "bare.yaml has 1 error. Checks that need the ruleset were skipped"
    assert found.place.path == ("ruleset",)
    own = codes(scenario)
    assert own[0] == "ruleset.faulty"
    assert own[-1] == "locked.unknown"
    fault = finding(own[1], scenario)
    assert fault.place.file is not None
    assert fault.place.file.endswith("bare.yaml")
    assert fault.place.line == 1 + text[: text.index("scout:")].count("\n")


def test_an_override_of_nothing_is_a_fault(arena: Arena, finding: One, codes: Codes) -> None:
    overridden = RulesetReference("penance-1.0", {"cover.raech": "adjacent"})
    scenario = arena(ruleset=overridden)
    (code,) = codes(scenario)
    fault = finding(code, scenario)
    assert fault.place.path == ("rules", "cover.raech")
    assert "'cover.reach'" in fault.message
    assert codes(arena(ruleset=RulesetReference("penance-1.0", {"cover.reach": "adjacent"}))) == []


def test_overrides_hold_for_every_check(arena: Arena, codes: Codes) -> None:
    hills = "..... ..... ..4.. ..... ....."
    easy = {"movement.climb.up": 0}
    assert codes(arena(levels=hills, ruleset=RulesetReference("penance-1.0", easy))) == ["elevation.range"]
    higher = RulesetReference("penance-1.0", easy | {"levels.max": 4})
    assert codes(arena(levels=hills, ruleset=higher)) == []


def test_a_changed_ruleset_is_said(arena: Arena, finding: One, codes: Codes) -> None:
    same = arena().rules.content_hash
    assert codes(arena(ruleset=RulesetReference("penance-1.0", content_hash=same))) == []
    changed = arena(ruleset=RulesetReference("penance-1.0", content_hash="0123456789abcdef"))
    found = finding("ruleset.changed", changed)
    assert found.message == (
        "Penance 1.0 has changed since the scenario was saved: "
        f"its content hash is {same}, not 0123456789abcdef"
    )
    assert (found.severity, found.place.path) == ("warning", ("ruleset_hash",))

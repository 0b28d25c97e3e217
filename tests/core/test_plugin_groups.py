from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click
import numpy as np
import pytest
from click.testing import CliRunner

from fairground.core import fairness, load, plugins, validate
from fairground.core.cli.command_group import fairground
from fairground.core.clients import load_format
from fairground.core.errors import ScenarioError, UsageError
from fairground.core.plugin_api import (
    CheckPlugin,
    Code,
    Export,
    Format,
    MeasuredValues,
    MeasureInput,
    MeasurePlugin,
    MeasureSpec,
    MeasureUnit,
    Place,
    Severity,
    make_finding,
)
from fairground.core.plugin_groups import PluginWarning
from fairground.core.scenario.parts import RulesetReference
from tests.fake_plugins import PACKAGE, VERSION, install_plugins

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.finding import Finding
    from fairground.core.metrics.fairness.distances import Distances
    from fairground.core.movement.mover import Mover
    from fairground.core.validation.checked_scenario import CheckedScenario

ARENA = "scenarios/standard-arena.yaml"


def format_plugin(name: str = "title") -> Format:
    return Format(name, "Title alone", ".title", lambda it, _settings: Export(it.name.encode()))


def measure_plugin(**changed: Any) -> MeasurePlugin:
    spec = MeasureSpec(
        "zone-size",
        "zone size",
        MeasureUnit.HEXES,
        frozenset((MeasureInput.ZONES,)),
        meaning="Room to start.",
    )
    return replace(MeasurePlugin(spec, zone_size), **changed)


def zone_size(distances: Distances, _mover: Mover) -> MeasuredValues:
    values: dict[str, Fraction | None] = {
        it.id: Fraction(int(it.mask.sum())) for it in distances.contest.parties
    }
    return MeasuredValues("zone-size", "Hexes to start in.", values)


def shouting(checked: CheckedScenario) -> Iterator[Finding]:
    if checked.scenario.name.isupper():
        yield make_finding("name.shouting", "the name shouts", Place(("name",)))


CHECK = CheckPlugin(
    "names in capitals",
    shouting,
    {"name.shouting": Code(Severity.ADVICE, "the name is in capitals", "Use small letters.")},
)


def test_without_plugins_there_is_none() -> None:
    assert plugins() == ()


def test_a_plugin_is_listed_with_package_version_kind_title_and_state(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install_plugins(monkeypatch, "formats", title=format_plugin())
    (found,) = plugins()
    assert found.to_json() == {
        "kind": "formats",
        "name": "title",
        "package": PACKAGE,
        "version": VERSION,
        "title": "Title alone",
        "state": "ready",
        "error": None,
    }
    result = CliRunner().invoke(fairground, ["plugins", "--json"])
    assert (result.exit_code, json.loads(result.output)["plugins"]) == (0, [found.to_json()])


@pytest.mark.parametrize(
    ("kind", "name", "declared", "error"),
    [
        ("formats", "broken", ImportError("no module named 'tiles'"), "ImportError: no module named 'tiles'"),
        ("formats", "broken", SystemExit(3), "SystemExit: 3"),
        ("formats", "broken", 7, "the entry point must name a Format, not int"),
        ("formats", "other", format_plugin(), "its id is 'title', but its entry point is called 'other'"),
        ("formats", "json", format_plugin("json"), "the name 'json' is already taken"),
        ("measures", "territory", measure_plugin(), "the name 'territory' is already taken"),
        (
            "checks",
            "bad-code",
            replace(CHECK, codes={"Bad": CHECK.codes["name.shouting"]}),
            "'Bad' is not a valid code",
        ),
        ("overlays", "broken", str, "the entry point must name a subclass of MeasuredOverlay"),
        ("bots", "broken", None, "the entry point must name a BotPlugin"),
        ("tools", "broken", str, "the entry point must name a subclass of Tool"),
        ("rulesets", "broken", None, "there is no file broken.yaml in extra"),
        ("commands", "show", click.Command("show"), "the name 'show' is already taken"),
    ],
)
def test_a_plugin_that_cannot_be_used_is_named_and_left_out(
    monkeypatch: pytest.MonkeyPatch, kind: str, name: str, declared: object, error: str
) -> None:
    install_plugins(monkeypatch, kind, **{name: declared})
    with pytest.warns(
        PluginWarning, match=f"plugin '{name}' \\({kind}\\) of {PACKAGE} {VERSION} was left out"
    ):
        (found,) = plugins()
    assert (found.state, found.title) == ("left out", "")
    assert found.error.startswith(error)
    result = CliRunner().invoke(fairground, ["plugins"])
    assert result.exit_code == 1
    assert f"left out: {error}" in result.output


def test_of_two_plugins_with_one_name_the_second_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    install_plugins(monkeypatch, "formats", title=format_plugin())
    install_plugins(monkeypatch, "formats", title=format_plugin())
    with pytest.warns(PluginWarning, match="the name 'title' is already taken"):
        assert [it.state for it in plugins()] == ["ready", "left out"]


def test_shipped_formats_do_not_load_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    install_plugins(monkeypatch, "formats", broken=ImportError("must not be loaded"))
    assert load_format("json").name == "json"
    with pytest.warns(PluginWarning), pytest.raises(UsageError, match="there is no format 'broken'"):
        load_format("broken")


def test_the_command_line_names_a_plugin_that_was_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    install_plugins(monkeypatch, "formats", broken=ImportError("no tiles"))
    result = CliRunner().invoke(fairground, ["formats"])
    assert result.exit_code == 0
    warning = f"the plugin 'broken' (formats) of {PACKAGE} {VERSION} was left out: ImportError: no tiles"
    assert f"fairground: warning: {warning}" in result.stderr


def test_an_error_in_a_format_is_one_message(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    def write(*_: object) -> Export:
        raise ZeroDivisionError("by zero")

    install_plugins(monkeypatch, "formats", title=replace(format_plugin(), write=write))
    out = tmp_path / "a.title"
    result = CliRunner().invoke(fairground, ["export", ARENA, "--to", "title", "-o", str(out)])
    assert result.exit_code == 2
    assert "the plugin for the format 'title' failed with ZeroDivisionError: by zero" in result.output
    assert not out.exists()


def test_a_check_finds_and_its_code_is_in_sarif(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    install_plugins(monkeypatch, "checks", shouting=CHECK)
    scenario = load(ARENA)
    assert not [it for it in validate(scenario) if it.code == "name.shouting"]
    (found,) = [it for it in validate(replace(scenario, name="ARENA")) if it.code == "name.shouting"]
    assert (found.severity, found.fix) == (Severity.ADVICE, "Use small letters.")
    file = tmp_path / "loud.yaml"
    file.write_text(Path(ARENA).read_text("utf-8").replace("name: Standard Arena", "name: ARENA"))
    answer = CliRunner().invoke(fairground, ["validate", str(file), "--format", "sarif"]).output
    rules = json.loads(answer)["runs"][0]["tool"]["driver"]["rules"]
    assert "the name is in capitals" in [it["shortDescription"]["text"] for it in rules]


def test_a_check_that_fails_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_checked: CheckedScenario) -> Iterator[Finding]:
        raise IndexError("no such row")

    install_plugins(monkeypatch, "checks", shouting=replace(CHECK, find=fail))
    found = [it for it in validate(load(ARENA)) if it.code == "plugin.check"]
    assert [(it.severity, it.message) for it in found] == [
        ("warning", "the plugin check 'shouting' failed with IndexError: no such row")
    ]


def test_a_check_that_cannot_be_loaded_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    install_plugins(monkeypatch, "checks", shouting=ImportError("no names"))
    with pytest.warns(PluginWarning):
        found = validate(load(ARENA))
    (left_out,) = [it for it in found if it.code == "plugin.check"]
    assert "'shouting' (checks)" in left_out.message
    assert "ImportError: no names" in left_out.message


def test_a_check_waits_for_a_known_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    def must_not_run(_checked: CheckedScenario) -> Iterator[Finding]:
        pytest.fail("the check was called")

    install_plugins(monkeypatch, "checks", shouting=replace(CHECK, find=must_not_run))
    found = validate(replace(load(ARENA), ruleset=RulesetReference("unknown-rules")))
    assert "plugin.check" not in {it.code for it in found}


def test_a_measure_is_computed_and_rated_as_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    install_plugins(monkeypatch, "measures", zone_size=measure_plugin())
    (found,) = fairness(load(ARENA), measures=["zone-size"]).measures
    assert (found.title, found.gates) == ("zone size", False)
    assert len(set(found.values.values())) == 1
    result = CliRunner().invoke(fairground, ["fairness", ARENA, "--class", "heavy"])
    assert " zone size " in result.output


@pytest.mark.parametrize(
    ("compute", "reason"),
    [
        (lambda *_: 1 // 0, "the plugin failed with ZeroDivisionError: integer"),
        (lambda *_: None, "the plugin returned NoneType instead of MeasuredValues"),
        (
            lambda *_: MeasuredValues("territory", "", {}),
            "the plugin returned values of 'territory' instead of 'zone-size'",
        ),
        (
            lambda *_: MeasuredValues("zone-size", "", {"player-1-start": Fraction(1)}),
            "the plugin returned values for player-1-start, but the parties are",
        ),
        (
            lambda ways, _: MeasuredValues(
                "zone-size", "", dict.fromkeys((it.id for it in ways.contest.parties), cast("Fraction", 0.5))
            ),
            "is float; values must be Fraction, int or None",
        ),
        (
            lambda ways, _: replace(zone_size(ways, _), hexes=ways.contest.cover),
            "hexes has the shape (2, 7, 7) instead of (7, 7)",
        ),
    ],
)
def test_a_measure_that_fails_is_not_judged_and_says_why(
    monkeypatch: pytest.MonkeyPatch, compute: Any, reason: str
) -> None:
    install_plugins(monkeypatch, "measures", zone_size=measure_plugin(compute=compute))
    (found,) = fairness(load(ARENA), measures=["zone-size"]).measures
    assert (found.band, dict(found.values)) == (None, {})
    assert found.text.startswith("Not measured: ")
    assert reason in found.text


def test_whole_numbers_of_a_measure_are_rated_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    def whole(distances: Distances, mover: Mover) -> MeasuredValues:
        values: Any = {
            party: np.int64(3 + number)
            for number, party in enumerate(sorted(zone_size(distances, mover).values))
        }
        return MeasuredValues("zone-size", "Three and four.", values)

    install_plugins(monkeypatch, "measures", zone_size=measure_plugin(compute=whole))
    (found,) = fairness(load(ARENA), measures=["zone-size"]).measures
    assert found.imbalance == Fraction(1, 4)


def test_a_measure_may_say_that_the_rules_have_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> MeasuredValues:
        raise ScenarioError("the ruleset has no zones of fire")

    install_plugins(monkeypatch, "measures", zone_size=measure_plugin(compute=refuse))
    (found,) = fairness(load(ARENA), measures=["zone-size"]).measures
    assert "The ruleset has no zones of fire." in found.text


def test_a_scenario_cannot_have_code_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Naming a ruleset looks only for a file: no entry point is loaded for it."""
    install_plugins(monkeypatch, "rulesets", evil=AssertionError("code was loaded"))
    scenario = replace(load(ARENA), ruleset=RulesetReference("evil"))
    with pytest.warns(PluginWarning, match="there is no file evil.yaml"):
        codes = {it.code for it in validate(scenario)}
    assert "ruleset.unknown" in codes


@pytest.mark.long
def test_a_run_without_plugins_reads_entry_points_once() -> None:
    """Reading the entry points of all packages takes longest of all that plugins need."""
    program = (
        "import importlib.metadata as m, sys\n"
        "calls = []\n"
        "known = m.entry_points\n"
        "m.entry_points = lambda **of: calls.append(of) or known(**of)\n"
        "from fairground.core.cli.command_group import fairground\n"
        f"try: fairground(['validate', {ARENA!r}])\n"
        "except SystemExit: pass\n"
        "ours = [it for it in calls if it.get('group', '').startswith('fairground') or not it]\n"
        "print(len(ours), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env={**os.environ}
    )
    assert done.stderr.splitlines()[-1] == "1"

"""Findings for pipelines: each format has every finding, at its place, whatever the texts contain."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

from fairground.core.cli import pipeline_formats
from fairground.core.finding import Finding, Place, Severity

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.core.cli.conftest import Ran

    Run = Callable[..., Ran]

HOSTILE = "50 % of A1:\n<b>&\x00\x1b[31m \ud800 ]]> ::error::"
FINDINGS = {
    "maps/one, two.yaml": (
        Finding(Severity.ERROR, "zone.empty", HOSTILE, Place(hex="C4", line=3, column=7), "Paint a hex."),
        Finding(Severity.WARNING, "zone.small", "the zone is small", Place(file="rules.yaml", line=2)),
    ),
    "maps/good.yaml": (),
}


@pytest.fixture
def broken(small: Path) -> Path:
    small.write_text(small.read_text().replace("rows 6", "rows 60"))
    return small


def test_sarif_has_a_result_at_the_place_of_each_finding(broken: Path, run: Run) -> None:
    ran = run("validate", broken, "--format", "sarif")
    assert ran.status == 1
    (log,) = ran.answer["runs"]
    described = {it["id"]: it for it in log["tool"]["driver"]["rules"]}
    findings = run("validate", broken, "--json").answer["files"][0]["findings"]
    assert len(log["results"]) == len(findings) > 0
    for result, finding in zip(log["results"], findings, strict=True):
        place = result["locations"][0]["physicalLocation"]
        assert place["region"]["startLine"] == finding["place"]["line"]
        assert result["ruleId"] == finding["code"]
        assert finding["message"] in result["message"]["text"]
        assert described[result["ruleId"]]["shortDescription"]["text"]


def test_sarif_names_other_files_and_escapes_its_addresses() -> None:
    log = json.loads(pipeline_formats.sarif(FINDINGS))
    places = [it["locations"][0]["physicalLocation"] for it in log["runs"][0]["results"]]
    assert [it["artifactLocation"]["uri"] for it in places] == ["maps/one%2C%20two.yaml", "rules.yaml"]
    assert [it["level"] for it in log["runs"][0]["results"]] == ["error", "warning"]


def test_junit_fails_the_files_with_errors() -> None:
    suites = ET.fromstring(pipeline_formats.junit(FINDINGS))  # noqa: S314  # our own
    cases = suites.findall("testsuite/testcase")
    assert (suites.get("tests"), suites.get("failures")) == ("2", "1")
    assert [case.get("name") for case in cases] == [*FINDINGS]
    failures = [case.find("failure") for case in cases]
    assert [failure is not None for failure in failures] == [True, False]
    assert "the zone is small" in (cases[0].findtext("system-out") or "")


def test_a_workflow_command_is_one_line_for_each_finding() -> None:
    first, second = pipeline_formats.github(FINDINGS).split("\n")
    assert first.startswith(
        "::error file=maps/one%2C two.yaml,line=3,col=7,title=zone.empty::C4: 50 %25 of A1:%0A"
    )
    assert second == "::warning file=rules.yaml,line=2,title=zone.small::the zone is small."


def test_a_file_that_cannot_be_opened_is_an_error_in_the_report(small: Path, run: Run) -> None:
    ran = run("validate", small, small.with_name("absent.yaml"), "--format", "junit")
    assert ran.status == 2
    cases = ET.fromstring(ran.out).iter("testcase")  # noqa: S314  # our own
    failed = [it.get("name") for it in cases if it.find("failure") is not None]
    assert failed == [str(small.with_name("absent.yaml"))]


def test_fairness_of_a_scenario_with_errors_lists_them(broken: Path, run: Run) -> None:
    ran = run("fairness", broken, "--format", "github")
    assert ran.status == 1
    assert ran.out.startswith("::error file=")


def test_a_folder_stands_for_the_scenarios_in_it_and_below(small: Path, run: Run) -> None:
    below = small.parent / "more"
    below.mkdir()
    (below / "again.yaml").write_text(small.read_text())
    (below / "force.yaml").write_text("format: fairground-force/1\n")
    answer = run("validate", small.parent, "--json").answer
    assert [it["file"] for it in answer["files"]] == [str(below / "again.yaml"), str(small)]
    (empty := small.parent / "empty").mkdir()
    assert "contains no scenarios" in run("validate", empty).err


def commands(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in text.splitlines():
        match: Any = re.fullmatch(r"::(\w+) file=[^,]*,(?:.*,)?title=([^:]*)::.*", line)
        found[match[2]] = match[1]
    return found


def test_fairness_gives_its_verdict_and_what_is_not_green(run: Run, small: Path) -> None:
    small.write_text(small.read_text().replace("hexes: rows 1}", "hexes: [A1, B1]}"))
    ran = run("fairness", small, "--format", "github", "--fail-on", "red")
    answer = run("fairness", small, "--json").answer
    assert ran.status == int(answer["verdict"] == "red")
    levels = {"red": "error", "amber": "warning", "green": "notice", None: "warning"}
    shown = commands(ran.out)
    assert shown.pop("fairness.verdict") == levels[answer["verdict"]]
    assert {*shown} == {f"fairness.{it['id']}" for it in answer["measures"] if it["band"] in ("amber", "red")}


@pytest.mark.parametrize("command", ["validate", "fairness"])
def test_one_format_at_a_time(command: str, small: Path, run: Run) -> None:
    ran = run(command, small, "--json", "--format", "sarif")
    assert ran.status == 2
    assert "--json and --format can't be used together" in ran.out + ran.err

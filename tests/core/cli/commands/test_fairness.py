"""``fairground fairness`` as a user runs it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core import explain, fairness, load
from fairground.core.cli.commands.fairness import _effect
from tests.core.cli.answers import check_shape

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., Any]

CONVOY = "scenarios/last-convoy.yaml"
LOPSIDED = """\
format: fairground/1
name: Lopsided
ruleset: penance-1.0
board:
  layout: odd-q
  size: [8, 5]
  palette: {'.': clear, '~': rubble}
  terrain: |
    ........
    .....~..
    .....~..
    ........
    ........
sides: [{id: p1, name: West}, {id: p2, name: East}]
zones:
  - {id: west, side: p1, kind: deployment, hexes: columns 1}
  - {id: east, side: p2, kind: deployment, hexes: columns 8}
"""


def test_the_text_names_measures_bands_hexes_and_the_verdict(run: Run) -> None:
    ran = run("fairness", "scenarios/standard-arena-odd-q.yaml", "--class", "scout")
    assert ran.status == 0
    assert "2 parties: Player 1, Player 2" in ran.out
    assert "+ green * territory" in ran.out
    assert "Hexes: B2, C2" in ran.out
    assert "Verdict: ~ Amber because of time to contact; not judged: distance to objectives." in ran.out
    assert "Advantage not estimated: the estimate needs the measures of all unit classes in play." in ran.out
    # Signs and words tell bands apart where there is no colour.
    assert "\x1b" not in ran.out


def test_the_answer_has_the_published_shape(run: Run) -> None:
    ran = run("fairness", "scenarios/standard-arena.yaml", "--json")
    check_shape(ran.answer, "fairness")
    assert ran.answer["verdict"] == "amber"
    assert ran.answer["because"] == ["contact", "high-ground"]
    territory = next(it for it in ran.answer["measures"] if it["id"] == "territory")
    assert territory["zones"] == {"p1-start": 17, "p2-start": 17}
    assert (territory["imbalance"], territory["band"], territory["gate"]) == (0, "green", True)
    assert territory["hexes"] == []
    assert ran.answer["symmetry"]["deviating"] == [["D3", "D5"], ["D5", "D3"]]


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ([], 0),
        (["--fail-on", "red"], 0),
        (["--fail-on", "amber"], 1),
        (["--fail-on", "amber", "--class", "scout", "--gate", "capacity"], 0),
        (["--fail-on", "amber", "--band", "contact.lowest=1:1", "--band", "high-ground=1/10:1/5"], 0),
        (["--fail-on", "red", "--band", "contact.lowest=9:8"], 1),
        (["--fail-on", "amber", "--gate", "territory"], 0),
        (["--fail-on", "amber", "--gate", "territory", "--gate", "safe-area"], 1),
    ],
)
def test_the_status_says_whether_the_verdict_is_bad_enough(run: Run, options: list[str], status: int) -> None:
    assert run("fairness", "scenarios/standard-arena.yaml", *options).status == status


def test_suggestions_say_what_comes_of_them(tmp_path: Path) -> None:
    file = tmp_path / "lopsided.yaml"
    file.write_text(LOPSIDED, "utf-8")
    scenario, found = load(file), {}
    report = fairness(scenario, unit_class="scout")
    for measure in ("territory", "symmetry"):
        told = explain(scenario, measure, unit_class="scout", seconds=None)
        found[measure] = {it.text: _effect(report, measure, it, scenario) for it in told.suggestions}
    text = "Change F2 from rubble to clear."
    assert (
        found["territory"][text]
        == "20 for West, 19 for East becomes 20 for West, 20 for East; safe area becomes amber"
    )
    assert found["symmetry"][text] == "more hexes match their symmetric partners; safe area becomes amber"


def test_ar_06_roles_are_told(run: Run) -> None:
    ran = run("fairness", CONVOY)
    assert "Convoy (escort), Raiders (ambush)" in ran.out
    roles = "Convoy (escort) and Raiders (ambush) have different roles."
    assert f"Not compared: {roles}" in ran.out
    for line in ran.out.splitlines():
        assert not ("green" in line and "Not compared" in line), line
    assert f"2 for Convoy, 2 for Raiders. Only the lowest value is rated: {roles}" in ran.out


def test_ar_04_zones_can_be_named(run: Run) -> None:
    ran = run(
        "fairness", "scenarios/four-winds.yaml", "--zones", "north-west-start,south-east-start", "--json"
    )
    assert [it["id"] for it in ran.answer["parties"]] == ["north-west-start", "south-east-start"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--class", "scot"], "Did you mean 'scout'"),
        (["--mode", "wak"], "Did you mean 'walk'"),
        (["--band", "teritory=1:2"], "Did you mean 'territory'"),
        (["--gate", "covr"], "Did you mean 'cover'"),
        (["--zones", "p1-start"], "two or more zones, not 1"),
        (["--fail-on", "green"], "'green' is not one of"),
    ],
)
def test_what_makes_no_sense_ends_with_2(run: Run, options: list[str], words: str) -> None:
    ran = run("fairness", "scenarios/standard-arena.yaml", *options)
    assert ran.status == 2
    assert words in ran.err


def test_a_scenario_with_one_side_is_refused(run: Run, small: Path) -> None:
    small.write_text(
        small.read_text().replace("  - {id: p2-start, side: p2, kind: deployment, hexes: rows 6}\n", "")
    )
    ran = run("fairness", small)
    assert ran.status == 2
    assert "needs two teams with a deployment zone" in ran.err


@pytest.mark.long
def test_a_measure_is_explained_with_what_would_help(run: Run) -> None:
    ran = run("fairness", "scenarios/standard-arena.yaml", "--class", "scout", "--explain", "contact")
    assert ran.status == 0
    assert "Time to contact: How soon units can reach an enemy deployment zone" in ran.out
    assert "That is amber: the lowest value is 1 turn, and green starts at 2 turns." in ran.out
    # One hex cannot make the way of a scout a turn longer.
    assert "Found no single edit nearby that helps." in ran.out


@pytest.mark.long
def test_all_that_is_not_green_is_explained_without_a_name(run: Run) -> None:
    options = ("--class", "scout", "--band", "territory=1/20:1/10", "--json", "--explain")
    ran = run("fairness", "scenarios/standard-arena-odd-q.yaml", *options)
    check_shape(ran.answer, "fairness")
    bands = {it["id"]: it["band"] for it in ran.answer["measures"] if it["band"] in ("amber", "red")}
    assert {it["id"] for it in ran.answer["explanations"]} == set(bands)
    territory = next(it for it in ran.answer["explanations"] if it["id"] == "territory")
    assert territory["sentence"].startswith("How many hexes a side reaches before the enemy")
    assert territory["suggestions"]
    best = territory["suggestions"][0]
    assert best["band"][0] == "amber"
    assert best["before"] != best["after"]
    assert best["change"] in ("terrain", "level", "zone")


def test_what_cannot_be_explained_is_refused(run: Run) -> None:
    ran = run("fairness", "scenarios/standard-arena.yaml", "--explain", "teritory")
    assert ran.status == 2
    assert "Did you mean 'territory'" in ran.err


def test_the_scenario_says_what_it_calls_fair_unless_the_command_line_does(run: Run, tmp_path: Path) -> None:
    text = Path("scenarios/standard-arena.yaml").read_text(encoding="utf-8")
    file = tmp_path / "arena.yaml"
    file.write_text(
        text + 'fairness: {bands: {contact.lowest: "1:1", high-ground: "1/10:1/5"}}\n', encoding="utf-8"
    )
    assert run("fairness", file, "--fail-on", "amber").status == 0
    assert run("fairness", file, "--fail-on", "amber", "--band", "contact.lowest=2:1").status == 1
    file.write_text(text + "fairness: {gates: [teritory]}\n", encoding="utf-8")
    ran = run("fairness", file)
    assert ran.status == 2
    assert "Did you mean 'territory'" in ran.err

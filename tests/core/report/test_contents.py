"""What a report holds: every answer, or why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.errors import FairgroundError
from fairground.core.files import read_bytes
from fairground.core.report import report, to_html, to_markdown
from fairground.core.report.contents import Missing
from fairground.core.report.sentences import families, verdict_sentence
from fairground.core.scenario.fairness_standards import with_band, with_gates
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, Verdict
from fairground.core.scenario.parts import RulesetReference

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

BASES = b"""\
format: fairground/1
name: Bases
ruleset: base-visibility
board:
  layout: odd-r
  size: [3, 2]
  palette: {'.': clear}
  terrain: |
    ...
    ...
"""


def test_a_report_has_every_answer(arena: Scenario) -> None:
    found = report(arena)
    assert not [it for it in vars(found).values() if isinstance(it, Missing)]
    assert [it.origin for it in found.reaches] == ["p1-start", "p2-start"]  # type: ignore[union-attr]
    # For whoever has the most points.
    assert {it.mover.class_id for it in found.reaches} == {"scout"}  # type: ignore[union-attr]
    assert [it.code for it in found.findings]
    assert found.explanations == {}


def test_without_zones_a_report_says_what_is_missing(arena: Scenario) -> None:
    arena.zones.clear()
    found = report(arena)
    assert isinstance(found.fairness, Missing)
    assert found.fairness.reason == (
        "Fairness needs two teams with a deployment zone, and none has one. Add a deployment zone for each side."
    )
    assert isinstance(found.territory, Missing)
    assert found.reaches == ()
    assert verdict_sentence(found).startswith("Not judged. Fairness needs two teams")
    assert "No deployment zones to start from." in to_html(found)
    assert "Not judged" in to_markdown(found)


def test_a_ruleset_whose_sight_is_from_base_to_base_has_no_exposure() -> None:
    scenario = read_bytes(BASES).scenario
    assert scenario is not None
    found = report(scenario)
    assert isinstance(found.exposure, Missing)
    assert found.exposure.reason in to_html(found)
    assert 'value="exposure"' not in to_html(found)


@pytest.mark.parametrize(
    "asked",
    [{"zones": ["nowhere"]}, {"unit_class": "nobody"}, {"mode": "by-air"}],
    ids=["zone", "class", "mode"],
)
def test_what_is_asked_for_has_to_be_there(arena: Scenario, asked: dict[str, object]) -> None:
    with pytest.raises(FairgroundError, match=r"nowhere|nobody|by-air"):
        report(arena, **asked)  # type: ignore[arg-type]


def test_class_and_zones_are_those_asked_for(arena: Scenario) -> None:
    found = report(arena, ["p2-start", "p1-start"], "heavy")
    assert not isinstance(found.fairness, Missing)
    assert [it.id for it in found.fairness.parties] == ["p2-start", "p1-start"]
    assert {name for it in found.fairness.measures for name in it.classes} == {"heavy"}
    assert found.chokepoints.mover.class_id == "heavy"  # type: ignore[union-attr]


def test_the_choices_are_the_rulesets_with_what_the_scenario_changes(arena: Scenario) -> None:
    by_id = {it.id: it for it in report(arena).choices}
    assert (by_id["C-5"].key, by_id["C-5"].value, by_id["C-5"].others) == ("hazard.when", "end", ("pass",))
    assert by_id["C-5"].usual
    assert (by_id["C-4"].key, by_id["C-4"].value) == ("", "")
    arena.ruleset = RulesetReference("penance-1.0", {"hazard.when": "pass"})
    changed = {it.id: it for it in report(arena).choices}["C-5"]
    assert (changed.value, changed.others, changed.usual) == ("pass", ("end",), False)
    assert "Changed by the scenario." in to_html(report(arena))


@pytest.mark.parametrize(
    ("bands", "gates", "sentence"),
    [
        (
            [],
            [],
            "Amber because of time to contact (Scout, Support: 1 turn for Player 1, 1 turn for Player 2; green starts at 2 turns) and high ground (0.11 levels for Player 1, 0.07 levels for Player 2; 0.042 levels apart, green goes up to 0.04 levels); not judged: distance to objectives.",
        ),
        ([], ["territory"], "Green in the one deciding measure."),
        (
            [],
            ["territory", "cover"],
            "Green in all 2 deciding measures.",
        ),
        (
            ["safe-area=0:0", "choke-width=9:8"],
            ["safe-area", "choke-width"],
            "Red because of safe area (16 hexes for Player 1, 17 hexes for Player 2; 5.9% apart, amber goes up to 0%) and choke width (5 hexes for Player 1, 5 hexes for Player 2; amber starts at 8 hexes).",
        ),
    ],
)
def test_the_verdict_is_a_sentence_with_what_decides(
    arena: Scenario, bands: list[str], gates: list[str], sentence: str
) -> None:
    standards = dict(MEASURES)
    for band in bands:
        standards = with_band(standards, band)
    if gates:
        standards = with_gates(standards, gates)
    assert verdict_sentence(report(arena, standards=standards)) == sentence


def test_the_worst_reading_of_a_measure_leads(arena: Scenario) -> None:
    found = report(arena).fairness
    assert not isinstance(found, Missing)
    by_id = {it.id: it for it in families(found)}
    assert by_id["contact"].leading.classes == ("scout", "support")
    assert by_id["contact"].band is Verdict.AMBER
    assert [it.band for it in by_id["contact"].measures] == [Verdict.AMBER, Verdict.GREEN]
    # Of those that are equally good, one in which somebody has something.
    assert any(by_id["exposure"].leading.values.values())


@pytest.mark.long
def test_what_would_help_is_looked_for_when_asked(arena: Scenario) -> None:
    standards = with_gates(MEASURES, ["safe-area"])
    found = report(arena, unit_class="heavy", standards=standards, explained=True)
    assert set(found.explanations) <= {"safe-area"}
    assert found.explanations
    suggestion = found.explanations["safe-area"].suggestions[0]
    assert suggestion.text in to_html(found).replace("&#39;", "'")
    assert "## Suggested edits" in to_markdown(found)

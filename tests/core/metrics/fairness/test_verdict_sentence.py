"""The verdict claims no more than was judged."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from fairground.core import fairness, load
from fairground.core.errors import InvalidScenarioError
from fairground.core.metrics.fairness.ratings import RatedValues
from fairground.core.metrics.fairness.sentences import (
    figure_text,
    judgement_text,
    reason_text,
    verdict_sentence,
)
from fairground.core.scenario.fairness_standards import standards_of, with_gates
from fairground.core.scenario.fairness_titles_and_limits import Band, By, Verdict
from tests.core.metrics.fairness.contests import arena

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

EVEN = arena("......", "......", "......", zones={"west": "columns 1", "east": "columns 6"})


def judged_by(scenario: Scenario, *gates: str) -> tuple[Verdict | None, tuple[str, ...], str]:
    found = fairness(scenario, unit_class="scout", standards=with_gates(standards_of(scenario), gates))
    return found.verdict, found.not_judged, found.sentence


def test_a_verdict_on_nothing_is_none() -> None:
    # There are no objectives.
    verdict, left_out, sentence = judged_by(EVEN, "objectives")
    assert verdict is None
    assert left_out == ("distance to objectives",)
    assert sentence == "Not judged: distance to objectives, because there are no objectives."


def test_what_is_not_judged_is_in_the_sentence_with_the_verdict() -> None:
    verdict, left_out, sentence = judged_by(EVEN, "objectives", "territory", "capacity")
    assert verdict is Verdict.GREEN
    assert left_out == ("distance to objectives",)
    assert sentence == "Green in 2 of the 3 deciding measures; not judged: distance to objectives."


@pytest.mark.long
def test_a_table_of_bases_says_which_measures_it_has_no_answer_to() -> None:
    table = load("scenarios/road-to-vaubrais.yaml")
    found = fairness(table)
    unjudged = {it.title for it in found.measures if it.gates and it.band is None}
    judged = {it.title for it in found.measures if it.gates and it.band is not None}
    assert set(found.not_judged) == unjudged - judged
    assert all(it in found.sentence for it in found.not_judged)
    assert found.to_json()["sentence"] == found.sentence


def test_a_doubt_follows_the_measures_or_stands_for_them() -> None:
    doubt = "an advantage of up to 9 points is possible, so only games can tell"
    found = verdict_sentence(Verdict.AMBER, decide=3, because=["cover"], not_judged=[], doubt=doubt)
    assert found == f"Amber because of cover; {doubt}."
    found = verdict_sentence(Verdict.AMBER, decide=3, because=[], not_judged=["exposure"], doubt=doubt)
    assert found == f"Amber: {doubt}; not judged: exposure."


@pytest.mark.parametrize(
    ("verdict", "decide", "because", "left_out", "errors", "sentence"),
    [
        (Verdict.GREEN, 3, [], [], 0, "Green in all 3 deciding measures."),
        (Verdict.GREEN, 1, [], [], 0, "Green in the one deciding measure."),
        (Verdict.RED, 3, ["cover", "routes"], [], 0, "Red because of cover and routes."),
        (Verdict.AMBER, 3, ["cover"], ["routes"], 0, "Amber because of cover; not judged: routes."),
        (Verdict.GREEN, 2, [], [], 2, "Despite 2 errors: green in all 2 deciding measures."),
        (None, 2, [], ["cover", "routes"], 1, "Despite 1 error: not judged: cover and routes."),
        (None, 0, [], [], 0, "Not judged: no measure decides the verdict."),
    ],
)
def test_sentences(  # one parameter a part of the verdict
    verdict: Verdict | None, decide: int, because: list[str], left_out: list[str], errors: int, sentence: str
) -> None:
    found = verdict_sentence(verdict, decide=decide, because=because, not_judged=left_out, errors=errors)
    assert found == sentence


def test_a_scenario_with_errors_is_not_judged() -> None:
    walled = arena("..#...", "..#...", "..#...", zones={"west": "columns 1", "east": "columns 6"})
    with pytest.raises(InvalidScenarioError, match=r"^not judged: 1 error: no unit") as caught:
        fairness(walled, unit_class="scout")
    assert [it.code for it in caught.value.findings] == ["zone.cut-off"]
    found = fairness(walled, unit_class="scout", despite_errors=True)
    assert [it.code for it in found.errors] == ["zone.cut-off"]
    assert found.sentence.startswith("Despite 1 error: ")
    assert fairness(EVEN, unit_class="scout").errors == ()


def test_a_verdict_on_sides_with_different_roles_is_none_and_says_why_in_its_sentence() -> None:
    found = fairness(
        load("scenarios/last-convoy.yaml"),
        standards=with_gates(standards_of(load("scenarios/last-convoy.yaml")), ("objectives", "territory")),
        measures=("objectives", "territory"),
    )
    assert found.verdict is None
    assert found.sentence == (
        "Not judged: Convoy (escort) and Raiders (ambush) have different roles, so equal ground does not mean equal "
        "chances; run self-play to see who wins."
    )


def test_sides_with_different_roles_are_never_green() -> None:
    # Some measures that decide are green by themselves: time to contact and zone capacity.
    found = fairness(load("scenarios/last-convoy.yaml"))
    assert any(it.gates and it.band is Verdict.GREEN for it in found.measures)
    assert not any(it.gates and it.band not in (None, Verdict.GREEN) for it in found.measures)
    assert found.verdict is None
    assert found.to_json()["verdict"] is None


def test_sides_with_different_roles_are_red_where_a_measure_is_by_itself() -> None:
    narrow = arena("..#...", "......", "..#...", zones={"west": "columns 1", "east": "columns 6"})
    narrow.sides = [replace(it, role=it.id) for it in narrow.sides]
    gates = with_gates(standards_of(narrow), ("choke-width", "territory"))
    found = fairness(narrow, unit_class="scout", standards=gates)
    assert found.verdict is Verdict.RED
    assert "choke width" in found.sentence


@pytest.mark.parametrize(
    ("by", "verdict", "amount", "expected"),
    [
        (
            By.DIFFERENCE,
            Verdict.AMBER,
            "1/24",
            "amber: the difference is 0.042 levels, and green goes up to 0.04 levels",
        ),
        (
            By.DIFFERENCE,
            Verdict.RED,
            "3001/10000",
            "red: the difference is 0.3001 levels, and amber goes up to 0.3 levels",
        ),
        (By.IMBALANCE, Verdict.AMBER, "401/10000", "amber: the imbalance is 4.01%, and green goes up to 4%"),
        (By.IMBALANCE, Verdict.AMBER, "1/4", "amber: the imbalance is 25%, and green goes up to 4%"),
        (
            By.LOWEST,
            Verdict.AMBER,
            "1/30",
            "amber: the lowest value is 0.03 levels, and green starts at 0.04 levels",
        ),
    ],
)
def test_a_figure_past_its_limit_is_never_shown_equal_to_it(
    by: By, verdict: Verdict, amount: str, expected: str
) -> None:
    rated = RatedValues(by, Band(Fraction("0.04"), Fraction("0.3")), Fraction(amount), verdict)
    assert judgement_text("high-ground", [rated]) == f"That is {expected}."
    shown = expected.split(" is ")[1].split(",", maxsplit=1)[0]
    assert (
        figure_text("high-ground", rated)
        == {
            By.IMBALANCE: shown,
            By.DIFFERENCE: f"{shown} apart",
            By.LOWEST: f"at least {shown}",
        }[by]
    )
    assert reason_text("high-ground", rated) == (
        f"{shown} apart, {expected.split(', and ')[1]}" if by.compares else expected.split(", and ")[1]
    )

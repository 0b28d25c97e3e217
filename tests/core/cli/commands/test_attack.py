"""``fairground attack`` as a user runs it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core import attack, load
from tests.core.cli.answers import check_shape

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., Any]

ROOT = Path(__file__).parents[4]
ARENA = ROOT / "scenarios" / "standard-arena.yaml"

DUEL = """\
format: fairground/1
name: Duel
ruleset: penance-2.0
board:
  layout: odd-q
  size: [9, 9]
  palette: {'.': clear, '~': rubble}
  terrain: |
    .........
    ...~.....
    .........
    .........
    .........
    .........
    .........
    .........
    .........
sides:
  - {id: red, name: Red}
  - {id: blue, name: Blue}
units:
  - {id: hunter, side: red, class: scout, hex: D7, facing: 1}
  - {id: prey, side: blue, class: heavy, hex: D2, facing: 6, shield: left}
"""


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    path = tmp_path / "duel.yaml"
    path.write_text(DUEL)
    return path


def answered(ran: Any) -> dict[str, Any]:
    assert ran.status == 0
    answer: dict[str, Any] = ran.answer
    check_shape(answer, "attack")
    assert answer["schema"] == "fairground/attack/1"
    return answer


def test_p2_21_every_step_and_modifier_is_told_with_its_rule(run: Run, duel: Path) -> None:
    ran = run("attack", duel, "hunter", "prey", "--reach", "8", "--moved", "2", "--target-moved", "4")
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert lines[0] == "Scout in D7 attacks Heavy in D2, 5 hexes: possible"
    steps = [re.split(r"\s{2,}", it.strip())[:3] for it in lines if "\N{CHECK MARK}" in it]
    assert steps == [
        ["\N{CHECK MARK} holds", "range", "P2-02"],
        ["\N{CHECK MARK} holds", "arc", "P2-15"],
        ["\N{CHECK MARK} holds", "sight", "P2-04"],
        ["\N{CHECK MARK} holds", "to hit", "P2-21"],
        ["\N{CHECK MARK} holds", "roll", "P2-22"],
        ["\N{CHECK MARK} holds", "damage", "P2-21"],
    ]
    added = [it.split()[:2] for it in lines if re.match(r"\s+[+-]\d", it)]
    assert added == [
        ["+1", "P2-01"],
        ["+1", "P2-17"],
        ["+2", "P2-17"],
        ["-1", "P2-13"],
        ["+1", "P2-06"],
        ["+2", "P2-13"],
        ["-2", "P2-13"],
    ]
    assert "9 or more (5, +4 to the number)" in ran.out
    assert "2d6: 5/18, 27.8%" in ran.out


def test_p2_24_results_are_told_with_their_chances(run: Run, duel: Path) -> None:
    ran = run("attack", duel, "hunter", "prey")
    assert "Execution: 1/6, 16.7%; damage +0, ignores all defence, destroys the component" in ran.out


@pytest.mark.parametrize(
    ("options", "step", "words"),
    [
        (("--reach", "4"), "range", "5 hexes; the weapon reaches 4"),
        (("--reach", "aura:4"), "range", "5 hexes; the aura reaches 4"),
        (("--kind", "melee"), "range", "5 hexes; the weapon reaches 1"),
        (("--facing", "4"), "arc", "the target is on side 4 (rear) of the attacker, outside its front arc"),
    ],
)
def test_p2_02_what_stops_it_is_said_and_the_rest_too(
    run: Run, duel: Path, options: tuple[str, ...], step: str, words: str
) -> None:
    ran = run("attack", duel, "hunter", "prey", *options)
    assert ran.status == 0
    assert f"not possible, stopped by {step}" in ran.out
    assert words in ran.out
    assert "\N{CHECK MARK} holds  damage" in ran.out


def test_both_ways_the_stances_change_places(run: Run, duel: Path) -> None:
    options = ("--both", "--moved", "2", "--damage", "4", "--target-state", "heat=6", "--target-defence", "1")
    answer = answered(run("attack", duel, "hunter", "prey", *options, "--json"))
    back = answer["back"]
    assert (answer["attacker"], back["attacker"]) == ("hunter", "prey")
    moved = [
        {it["kind"]: it["amount"] for it in told["to_hit"]["modifiers"] if "moved" in it["kind"]}
        for told in (answer, back)
    ]
    assert moved == [
        {"attacker_moved": 1, "defender_moved": 0},
        {"attacker_moved": 0, "defender_moved": 1},
    ]
    assert [told["stopped_by"] for told in (answer, back)] == [None, "arc"]
    assert "Scout in D7 attacks" in run("attack", duel, "hunter", "prey", *options).out.split("\n\n")[0]


def test_the_answer_is_that_of_the_library(run: Run, duel: Path) -> None:
    answer = answered(run("attack", duel, "hunter", "prey", "--json"))
    expected = attack(load(duel), "hunter", "prey").to_json()
    assert {key: answer[key] for key in expected} == json.loads(json.dumps(expected))
    assert answer["back"] is None


def test_hexes_without_units_take_what_the_options_say(run: Run, duel: Path) -> None:
    options = ("--target-facing", "1", "--target-shield", "right", "--target-shield-kind", "tower", "--json")
    answer = answered(run("attack", duel, "E9", "E7", *options))
    assert (answer["attacker"], answer["target"]) == (None, None)
    assert answer["side"] == {"number": 4, "name": "Rear"}
    assert answer["shield"]["make"] == "tower"
    assert next(it for it in answer["steps"] if it["step"] == "arc")["state"] == "open"


def test_p1_24_the_cost_of_the_attack(run: Run) -> None:
    ran = run("attack", ARENA, "A1", "C4", "--cost", "medium", "--state", "heat=4")
    assert "cost       3 movement points" in ran.out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            ("--reach", "far"),
            "'far' is not a reach; write a number of hexes such as 8, self, or an aura such as aura:2",
        ),
        (("--state", "heat"), "heat needs a number"),
        (("--situation", "call-shot"), "Did you mean 'called-shot'?"),
        (("--cost", "hevy"), "Did you mean 'heavy'?"),
        (("--target-shield", "behind"), "'behind' is not one of"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(
    run: Run, duel: Path, options: tuple[str, ...], words: str
) -> None:
    ran = run("attack", duel, "hunter", "prey", *options)
    assert (ran.status, ran.out) == (2, "")
    assert words in ran.err

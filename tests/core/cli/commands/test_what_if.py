"""``what-if`` as a user runs it: what happened, what it changes, what is refused, and what is written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core import compare, load, what_if
from tests.core.cli.answers import check_shape

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., Any]

ROOT = Path(__file__).parents[4]


def checked(answer: dict[str, Any]) -> dict[str, Any]:
    check_shape(answer, "what-if")
    return answer


def test_what_happened_and_what_it_changes_is_told(run: Run, small: Path) -> None:
    before = small.read_text()
    ran = run("what-if", small, "destroy B3", "smoke at A2", "rain", "--class", "scout")
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[:6] == [
        "destroy B3",
        "  Wall on B3 is destroyed and leaves rubble pile; this takes assault units with siege weapons.  [P1-01 P1-11]",
        "smoke at A2",
        "  Smoke is placed on A2.  [P1-09]",
        "weather rain",
        "  The weather is now rain.  [P1-10]",
    ]
    assert any(
        re.fullmatch(r"Sight: \d+ pairs? of hexes gained sight \(opened\), \d+ lost it \(closed\)", it)
        for it in lines
    )
    assert any(it.startswith("  Player 1's zone and Player 2's zone: ") for it in lines)
    assert any(it.startswith("Fairness: ") for it in lines)
    assert small.read_text() == before


def test_fairness_says_what_is_not_judged_and_what_changed_for_whom(run: Run) -> None:
    lines = run("what-if", "scenarios/standard-arena.yaml", "smoke at C4", "rain").out.splitlines()
    (verdict,) = [it for it in lines if it.startswith("Fairness: ")]
    assert verdict.startswith("Fairness: amber, as before; not judged: distance to objectives. ")
    (medium,) = [it for it in lines if it.startswith("  exposure [all classes, medium range]: ")]
    assert re.search(r": \d+(\.\d)?% for Player 1, .*; before \d+(\.\d)?% for Player 1, ", medium)


def test_the_answer_has_a_documented_shape(run: Run, small: Path) -> None:
    ran = run(
        "what-if",
        small,
        "smoke at A2",
        "destroy A1",
        "--rounds",
        "2",
        "--seed",
        "7",
        "--range",
        "3",
        "--json",
    )
    answer = checked(ran.answer)
    assert ran.status == 1
    assert [(it["change"], it["idle"]) for it in answer["done"]][:2] == [
        ("smoke at A2", False),
        ("destroy A1", True),
    ]
    assert answer["done"][2]["change"] == "2 rounds seed 7"
    assert answer["done"][1]["refused"] == [
        {"text": "A1 is clear, which cannot be destroyed: it has no hit points.", "hex": "A1"}
    ]
    assert next((it["hex"], it["round"]) for it in answer["done"][2]["rolls"]) == ("A2", 1)
    assert answer["comparison"]["sight"]["closed"] > 0
    assert "refused: A1 is clear" in ran.err


def test_rounds_are_the_same_for_the_same_seed(run: Run, small: Path) -> None:
    told = [
        run("what-if", small, "fire at B5", "--rounds", "3", "--seed", seed, "--json").answer
        for seed in (7, 7, 8)
    ]
    assert told[0] == told[1]
    assert told[0]["done"] != told[2]["done"]


def test_a_changed_copy_is_written_and_named_as_such(run: Run, small: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.yaml"
    ran = run("what-if", small, "destroy B3", "fire at A2", "rain", "smoke at C4, D4", "-o", out)
    assert (ran.status, ran.out.splitlines()[-1]) == (0, f"Written to {out}")
    written = load(out)
    assert written.name == "Small (what if: destroy B3; fire at A2; weather rain; smoke at C4, D4)"
    expected = what_if(load(small), ["destroy B3", "fire at A2", "rain", "smoke at C4, D4"]).scenario
    assert {it.what for it in compare(expected, written)} == {"name"}
    again = run("what-if", small, "rain", "-o", out)
    assert (again.status, "exists" in again.err) == (2, True)
    assert run("what-if", small, "rain", "-o", out, "--overwrite").status == 0


def test_nothing_is_written_where_a_change_cannot_be(run: Run, small: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.yaml"
    ran = run("what-if", small, "destroy A1", "rain", "-o", out, "--json")
    assert (ran.status, ran.answer["output"], out.exists()) == (1, None, False)
    assert "was not written, because a change was refused" in ran.err


def test_a_ruleset_that_is_not_beside_the_copy_is_told(run: Run, small: Path, tmp_path: Path) -> None:
    (small.parent / "own.yaml").write_text(
        "format: fairground-ruleset/1\nid: own\ntitle: Own\nextends: penance-1.0\n"
    )
    small.write_text(small.read_text().replace("ruleset: penance-1.0", "ruleset: own.yaml"))
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    ran = run("what-if", small, "rain", "-o", folder / "out.yaml")
    assert (ran.status, (folder / "out.yaml").exists()) == (2, False)
    assert "own.yaml" in ran.err
    assert run("what-if", small, "rain", "-o", tmp_path / "out.yaml").status == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "specify a change, such as 'destroy D3'"),
        (("--seed", "3"), "--seed needs --rounds"),
        (("destory D3", "smoke on C4"), "'destory D3' is not a change. Did you mean 'destroy'?"),
        (("destory D3", "smoke on C4"), "'smoke on C4' is not a change"),
        (("--rounds", "0"), "0 is not in the range"),
        (("--rounds", "101"), "the number of rounds must be 1 to 100, not 101"),
        (("rain", "--zones", "p1-start,nowhere"), "there is no zone 'nowhere'"),
        (("rain", "--class", "scuot"), "scuot"),
    ],
)
def test_what_makes_no_sense_is_told(run: Run, small: Path, options: tuple[str, ...], words: str) -> None:
    ran = run("what-if", small, *options)
    assert words in ran.err + ran.out
    assert ran.status == 2

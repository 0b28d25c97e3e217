"""``repair`` as a user runs it: the edits and what each does, what is written, and the exit statuses."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core import fairness, load, save
from fairground.core.errors import FileError
from tests.core.cli.answers import check_shape
from tests.core.improve.repair.test_repair import LOPSIDED
from tests.core.metrics.fairness.test_planted_faults import board

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.scenario.document import Scenario

    Run = Callable[..., Any]

PAGE = Path(__file__).parents[4] / "docs" / "how-to" / "repair.md"
HILL = ("--measure", "high-ground", "--class", "assault")


@pytest.fixture
def no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no file written from now on."""

    def full(_scenario: Scenario, path: Path) -> None:
        raise FileError(f"{path} cannot be written: No space left on device")

    monkeypatch.setattr("fairground.core.files.save", full)


@pytest.fixture
def unfair(tmp_path: Path) -> Path:
    path = tmp_path / "unfair.yaml"
    save(board(changed={2: "....1...."}), path)
    return path


def test_a_fair_map_needs_no_repair(run: Run, tmp_path: Path) -> None:
    save(board(), tmp_path / "fair.yaml")
    ran = run("repair", tmp_path / "fair.yaml")
    assert (ran.status, ran.err) == (0, "")
    found = "Nothing to repair. Already green; not judged: distance to objectives."
    assert ran.out.splitlines()[-1] == found
    asked = run("repair", tmp_path / "fair.yaml", "--measure", "territory")
    assert asked.out.splitlines()[-1] == "Nothing to repair. Already green."


def test_edits_are_told_with_what_they_do_and_nothing_is_written(run: Run, unfair: Path) -> None:
    before = unfair.read_text()
    ran = run("repair", unfair, *HILL)
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[:3] == [
        "Goal: green or better for high ground",
        "",
        "1. Set E3 to level 0 (now level 1).",
    ]
    assert (
        "   high ground [Assault]: 0.03 for north, 0 for south -> 0 for north, 0 for south; ! red -> + green"
        in lines
    )
    assert re.fullmatch(r"Repaired by 1 edit \(\d+ edits tried\)\.", lines[-1])
    assert unfair.read_text() == before


def test_effects_call_sides_by_their_names(run: Run, tmp_path: Path) -> None:
    scenario = board(changed={2: "....1...."})
    scenario.sides = [replace(it, name=it.id.capitalize()) for it in scenario.sides]
    save(scenario, tmp_path / "named.yaml")
    assert "0.03 for North, 0 for South -> 0 for North" in run("repair", tmp_path / "named.yaml", *HILL).out


def test_every_way_is_listed_with_its_points_before_and_after(run: Run, unfair: Path) -> None:
    lines = run("repair", unfair, *HILL).out.splitlines()
    place = lines.index("No path is lost. Movement points of the cheapest path, before -> after:")
    assert lines[place + 1].startswith("   north to south 9 -> 9; south to north 9 -> 9 [all classes]")
    answer = run("repair", unfair, *HILL, "--json").answer
    check_shape(answer, "repair")
    ways = [it for it in answer["ways"] if it["class_id"] == "assault"]
    assert [(it["start"], it["goal"], it["before"], it["after"]) for it in ways] == [
        ("north", "south", 9, 9),
        ("south", "north", 9, 9),
    ]
    (step,) = answer["steps"]
    assert (step["kind"], step["cost"], step["hex"], step["level"]) == ("level", 1, "E3", 0)
    assert [it["hex"] for it in step["edits"]] == ["E3"]
    assert answer["cost"] == 1


@pytest.mark.long
def test_the_last_line_says_whether_fewer_edits_were_ruled_out(run: Run, tmp_path: Path) -> None:
    unfair = tmp_path / "narrow.yaml"
    save(board(changed=LOPSIDED), unfair)
    narrow = ("repair", unfair, "--measure", "choke-width", "--class", "assault", "--change", "terrain")
    pair = run(*narrow, "--to", "amber")
    assert "Repaired by 2 edits; fewer edits are not enough (" in pair.out
    answer = run(*narrow, "--to", "amber", "--json").answer
    assert (len(answer["steps"]), answer["fewest"], answer["ruled_out"]) == (2, True, 1)
    more = run(*narrow)
    assert "edits; fewer edits might be enough (" in more.out
    answer = run(*narrow, "--json").answer
    assert answer["fewest"] is False
    assert len(answer["steps"]) > answer["ruled_out"] + 1


def test_the_repaired_scenario_is_written_and_fair(run: Run, unfair: Path, tmp_path: Path) -> None:
    output = tmp_path / "fair.yaml"
    ran = run("repair", unfair, *HILL, "-o", output, "--json")
    answer = ran.answer
    check_shape(answer, "repair")
    assert (ran.status, answer["outcome"], answer["output"]) == (0, "mended", str(output))
    assert [(it["hex"], it["change"], it["level"]) for it in answer["steps"]] == [("E3", "level", 0)]
    assert answer["steps"][0]["measures"][0]["band"] == ["red", "green"]
    bands = {it.id: it.band for it in fairness(load(output), unit_class="assault").measures}
    assert bands["high-ground"] == "green"
    again = run("repair", unfair, *HILL, "-o", output)
    assert again.status == 2
    assert "add --overwrite" in again.err


@pytest.mark.long
def test_a_part_is_written_only_when_asked_for(run: Run, tmp_path: Path) -> None:
    unfair, output = tmp_path / "narrow.yaml", tmp_path / "wider.yaml"
    save(board(changed=LOPSIDED), unfair)
    narrow = ("repair", unfair, "--measure", "choke-width", "--class", "assault", "--most", "2")
    ran = run(*narrow, "-o", output)
    assert ran.status == 1
    assert "Partly repaired. After 2 edits, choke width is still amber" in ran.out
    assert ran.err.endswith(
        "was not written, because some measures did not reach the requested rating; add --partial to write it anyway\n"
    )
    assert not output.exists()
    ran = run(*narrow, "-o", output, "--partial")
    assert (ran.status, ran.err) == (1, "")
    assert output.exists()


@pytest.mark.long
def test_win_rates_before_and_after_are_told_when_asked_for(
    run: Run, unfair: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # So few games are played sooner by this process than others begin; games are the same whoever plays them.
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    ran = run("repair", unfair, *HILL, "--confirm-by-games", "4", "--json")
    check_shape(ran.answer, "repair")
    assert run("repair", unfair, *HILL, "--win-rate", "4", "--json").answer == ran.answer
    before, after = ran.answer["win_rate"]["before"], ran.answer["win_rate"]["after"]
    assert (before["games"]["played"], after["games"]["played"]) == (4, 4)
    offers = ran.answer["offers"]
    assert offers[0]["games"] == after
    assert [it["games"]["games"]["played"] for it in offers] == [4] * len(offers)
    assert "4 games on each" in ran.answer["ranking"]
    ran = run("repair", unfair, *HILL, "--confirm-by-games", "4")
    told = [it.strip() for it in ran.out.splitlines() if it.strip().startswith("Games ")]
    assert told == [
        f"Games before: {before['text']}",
        *(f"Games after: {it['games']['text']}" for it in offers),
    ]
    assert run("repair", unfair, *HILL, "--json").answer["win_rate"] is None


def test_a_refusal_is_told_with_its_reason(run: Run, unfair: Path) -> None:
    scenario = load(unfair)
    scenario.locked = [scenario.board.label(at) for at in scenario.board.hexes()]
    save(scenario, unfair)
    ran = run("repair", unfair, *HILL, "--json")
    assert (ran.status, ran.answer["outcome"]) == (1, "refused")
    assert ran.answer["reason"] == "Nothing can be changed: every hex is locked or void, or holds a unit."
    assert (ran.answer["steps"], ran.answer["output"]) == ([], None)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--measure", "hihg-ground"), "Did you mean 'high-ground'"),
        (("--terrain", "rubbel"), "Did you mean 'rubble'"),
        (("--most", "0"), "0 is not in the range"),
    ],
)
def test_what_makes_no_sense_ends_with_2(
    run: Run, unfair: Path, options: tuple[str, ...], words: str
) -> None:
    ran = run("repair", unfair, *options)
    assert ran.status == 2
    assert words in ran.err


def test_the_page_has_every_option() -> None:
    from fairground.core.cli.commands.repair import COMMAND

    page = PAGE.read_text(encoding="utf-8")
    own = {"--measure", "--to", "--terrain", "--change", "--most", "--confirm-by-games", "--partial"}
    told = {it.opts[0] for it in COMMAND.params}
    assert own <= told
    assert [it for it in sorted(own) if f"`{it}" not in page] == []


@pytest.mark.usefixtures("no_room")
def test_the_edits_are_told_although_they_cannot_be_written(run: Run, tmp_path: Path, unfair: Path) -> None:
    output = tmp_path / "fair.yaml"
    ran = run("repair", unfair, *HILL, "-o", output)
    assert ran.status == 2
    assert "1. Set E3 to level 0" in ran.out
    assert "Written" not in ran.out
    assert ran.err == f"fairground: {output} cannot be written: No space left on device\n"
    ran = run("repair", unfair, *HILL, "-o", output, "--json")
    check_shape(ran.answer, "repair")
    assert (ran.status, len(ran.answer["steps"]), ran.answer["output"]) == (2, 1, None)

"""``fairground simulate`` as a user runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.core.cli.answers import check_shape

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., Any]

ARENA = "scenarios/training-yard.yaml"


def test_the_text_says_the_claim_with_its_interval_bots_and_force(run: Run) -> None:
    ran = run("simulate", ARENA, "--games", "4", "--jobs", "1")
    assert ran.status == 0
    assert "4 games, " in ran.out
    assert (
        "? Without the scenario's own units and points for components, not decided, for these bots "
        in ran.out
    )
    assert "  How the games ended:" in ran.out
    assert "[ ] range that counts as even" in ran.out
    assert "moving first" in ran.out
    assert "Left out of the games:" in ran.out
    # Times are no part of the answer.
    assert "a second" in ran.err
    assert "a second" not in ran.out
    assert "\x1b" not in ran.out


@pytest.mark.long
def test_the_answer_has_the_published_shape_and_is_the_same_again(run: Run) -> None:
    first = run("simulate", ARENA, "--games", "6", "--json", "--jobs", "1")
    check_shape(first.answer, "simulate")
    assert first.answer["games"]["played"] == 6
    assert sum(it["wins"] for it in first.answer["zones"]) == first.answer["games"]["decided"]
    assert [sum(it["wins"].values()) + it["draws"] for it in first.answer["cells"]] == [3, 3]
    again = run("simulate", ARENA, "--games", "6", "--json", "--jobs", "2")
    assert again.out == first.out
    assert "6 games in " in again.err


def test_all_at_once_nobody_moves_first(run: Run) -> None:
    ran = run("simulate", ARENA, "--games", "2", "--order", "simultaneous", "--jobs", "1", "--json")
    check_shape(ran.answer, "simulate")
    assert ran.answer["turn_order"] is None
    assert [it["first"] for it in ran.answer["cells"]] == [None]


@pytest.mark.parametrize(("fail_on", "status"), [("unfair", 0), ("undecided", 1)])
def test_the_status_says_whether_it_is_bad_enough(run: Run, fail_on: str, status: int) -> None:
    assert run("simulate", ARENA, "--games", "4", "--jobs", "1", "--fail-on", fail_on).status == status


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--games", "0"], "the number of games must be 1 to 1,000,000, not 0"),
        (["--margin", "half"], "'half' is not a fraction or percentage; write 1/20, 0.05 or 5%"),
        (["--margin", "50%"], "with 2 zones, the margin must be more than 0 and less than 1/2"),
        (["--bots", "advanse"], "Did you mean 'advance'"),
        (["--order", "alternat"], "Did you mean 'alternate'"),
        (["--force", "none-such"], "there is no force 'none-such'"),
        (["--jobs", "0"], "0 is not in the range"),
    ],
)
def test_what_makes_no_sense_ends_with_2(run: Run, options: list[str], words: str) -> None:
    ran = run("simulate", ARENA, *options)
    assert ran.status == 2
    assert words in ran.err


def test_a_scenario_that_cannot_be_played_is_refused_with_the_reason(run: Run, small: Path) -> None:
    small.write_text(
        small.read_text().replace("  - {id: p2-start, side: p2, kind: deployment, hexes: rows 6}\n", "")
    )
    ran = run("simulate", small)
    assert ran.status == 2
    assert "two" in ran.err


def test_a_mission_says_how_each_side_can_win_and_how_the_games_ended(run: Run) -> None:
    ran = run("simulate", "scenarios/salt-road.yaml", "--games", "4", "--jobs", "1", "--json")
    check_shape(ran.answer, "simulate")
    assert ran.answer["claim"] == "not decided"
    assert ran.answer["force"] == "units"
    assert ran.answer["missions"] == [
        "Caravan to leave through East Gate with Wagon",
        "Raiders to destroy Wagon or to hold out until the turn limit",
    ]
    ends = ran.answer["ends"]
    assert sum(it["games"] for it in ends) == 4
    for zone in ran.answer["zones"]:
        assert sum(it["games"] for it in ends if it["party"] == zone["id"]) == zone["wins"]
    assert (
        "the scenario's own units and its mission (Caravan to leave through East Gate with Wagon; "
        in ran.answer["text"]
    )


def test_another_force_in_a_mission_comes_first_in_the_claim_and_is_not_judged(run: Run) -> None:
    options = ["--games", "2", "--jobs", "1", "--force", "penance-line", "--fail-on", "undecided"]
    ran = run("simulate", "scenarios/crown-hill.yaml", *options)
    assert ran.status == 3
    assert (
        "- Not judged: the games leave out the scenario's own units. For these bots (Take objectives), this force "
        in ran.out
    )
    assert "  How the games ended:" in ran.out


def test_fixes_for_moving_first_say_what_settles_it_and_what_was_not_tried(run: Run) -> None:
    options = ("simulate", ARENA, "--games", "2", "--jobs", "1", "--first-move-fixes")
    ran = run(*options)
    assert ran.status == 0
    assert "  as played " in ran.out
    assert "not tried: alternating unit by unit (the games already do this)" in ran.out
    again = run(*options, "--json")
    check_shape(again.answer, "first-move-fixes")
    assert again.answer["text"] in ran.out
    assert [it["id"] for it in again.answer["tried"]][:3] == ["take-turns", "dice", "at-once"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--bots-table"], "use either --bots-table or --first-move-fixes, not both"),
        (["--record", "games.jsonl"], "games with fixes cannot be recorded"),
        (["--order", "simultaneous"], "nobody moves first if all move at once"),
        (["--order", "alternately"], "there is no turn order 'alternately'. Did you mean 'alternate'?"),
    ],
)
def test_fixes_refuse_what_does_not_go_with_them(run: Run, options: list[str], words: str) -> None:
    ran = run("simulate", ARENA, "--games", "2", "--first-move-fixes", *options)
    assert ran.status == 2
    assert words in ran.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--record-games", "3"], "--record-games needs --record"),
        (
            ["--record", "x.jsonl", "--record-games", "0"],
            "the number of games to record must be 1 to 2,000, not 0",
        ),
        (["--record", "x.jsonl", "--record-games", "2001"], "must be 1 to 2,000, not 2,001"),
    ],
)
def test_games_that_cannot_be_recorded_are_refused_before_they_are_played(
    run: Run, options: list[str], message: str
) -> None:
    ran = run("simulate", ARENA, "--games", "2", "--jobs", "1", *options)
    assert ran.status == 2
    assert message in ran.err
    assert "a second" not in ran.err

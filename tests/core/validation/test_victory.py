from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from fairground.core.scenario.parts import Objective, ObjectiveKind, Side, Victory, Zone, ZoneKind
from fairground.core.scenario.zone_text import parse_shape
from fairground.core.validation import validate

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit

    Arena = Callable[..., Scenario]
    Codes = Callable[..., list[str]]

HILL = Objective("hill", parse_shape("C3"), points=3, hold=2)


@pytest.mark.parametrize(
    ("turns", "victory", "objectives", "lacking"),
    [
        (None, Victory(), [HILL], "no turn limit"),
        (12, Victory(), [], "no way to score points"),
        (None, Victory(kill=5), [], "no turn limit"),
    ],
)
def test_p1_22_a_game_can_be_won(
    turns: int | None,
    victory: Victory,
    objectives: list[Objective],
    lacking: str,
    arena: Arena,
    finding: Callable[..., Finding],
) -> None:
    found = finding("victory.none", arena(turns=turns, victory=victory, objectives=objectives))
    assert (
        found.message == f"the game cannot be won: it has no victory points, no last_standing and {lacking}"
    )
    assert found.rule == "P1-22"


@pytest.mark.parametrize(
    ("turns", "victory", "objectives"),
    [
        (None, Victory(last_standing=True), []),
        (None, Victory(points=10, kill=5), []),
        (12, Victory(), [HILL]),
        (12, Victory(component=2), []),
    ],
)
def test_p1_22_each_way_to_win_will_do(
    turns: int | None, victory: Victory, objectives: list[Objective], arena: Arena, codes: Codes
) -> None:
    assert codes(arena(turns=turns, victory=victory, objectives=objectives)) == []


@pytest.mark.parametrize(("points", "usual"), [(9, False), (10, True), (15, True), (16, False)])
def test_p1_22_arenas_are_won_at_10_to_15_points(
    points: int, *, usual: bool, arena: Arena, codes: Codes, finding: Callable[..., Finding]
) -> None:
    scenario = arena(victory=Victory(points=points, kill=5))
    if usual:
        assert codes(scenario) == []
    else:
        found = finding("victory.unusual", scenario)
        assert found.message == f"victory needs {points} points, but Penance 1.0 recommends 10 to 15"
        assert (found.severity, found.place.path) == ("advice", ("victory", "points"))


def test_p1_22_a_target_must_be_within_reach(
    arena: Arena, unit: Callable[..., Unit], finding: Callable[..., Finding], codes: Codes
) -> None:
    two = [unit("A1"), unit("A5", id="heavy-1", side="blue", unit_class="heavy")]
    # The hill pays once, however long it is held: 3, and the one enemy 5.
    for turns, within in ((2, " in 2 turns"), (40, " in 40 turns"), (None, "")):
        short = arena(turns=turns, units=two, objectives=[HILL], victory=Victory(points=9, kill=5))
        found = finding("victory.unreachable", short)
        assert found.message == f"victory needs 9 points, but no side can score more than 8{within}"
        assert found.place.path == ("victory", "points")
    for near_miss in (
        arena(turns=2, units=two, objectives=[HILL], victory=Victory(points=8, kill=5)),
        arena(turns=None, units=two, objectives=[HILL], victory=Victory(points=8, kill=5)),
        arena(turns=4, units=[], objectives=[HILL], victory=Victory(points=9, kill=5)),
        arena(turns=4, units=two, objectives=[HILL], victory=Victory(points=9, kill=5, component=2)),
    ):
        assert "victory.unreachable" not in codes(near_miss)


def test_an_exit_pays_once_for_every_unit(
    arena: Arena, unit: Callable[..., Unit], finding: Callable[..., Finding], codes: Codes
) -> None:
    exit_ = Objective("gate", parse_shape("E3"), points=5, kind=ObjectiveKind.EXIT, side="red")
    runners = [unit("A1"), unit("B1", id="scout-2")]
    scenario = arena(units=runners, objectives=[exit_], victory=Victory(points=11))
    scenario.zones.append(Zone("way-out", "red", parse_shape("columns 5"), kind=ZoneKind.EXIT))
    assert finding("victory.unreachable", scenario).message.endswith("more than 10 in 12 turns")
    scenario.units.append(unit("C1", id="scout-3"))
    assert codes(scenario) == []


def test_allies_gain_points_together(arena: Arena, finding: Callable[..., Finding], codes: Codes) -> None:
    hills = [replace(HILL, side="red"), replace(HILL, id="knoll", side="rose")]
    allied = [Side("red", team="north"), Side("rose", team="north"), Side("blue")]
    short = arena(turns=4, objectives=hills, victory=Victory(points=7), sides=allied)
    assert finding("victory.unreachable", short).message.endswith("more than 6 in 4 turns")
    enough = arena(turns=4, objectives=hills, victory=Victory(points=6), sides=allied)
    assert "victory.unreachable" not in codes(enough)


def test_a_target_without_anything_that_gives_points(arena: Arena, finding: Callable[..., Finding]) -> None:
    scenario = arena(turns=None, victory=Victory(points=10))
    assert finding("victory.unreachable", scenario).message == (
        "victory needs 10 points, but no side can score more than 0"
    )


def test_p1_22_an_objective_that_takes_too_long_pays_nothing(
    arena: Arena, finding: Callable[..., Finding]
) -> None:
    target = Victory(points=4)
    board = "..... ..... ..#.. ..... ....."
    walled = arena(
        board, objectives=[HILL, replace(HILL, id="knoll", shape=parse_shape("C2"))], victory=target
    )
    assert [it.code for it in validate(walled) if it.code != "victory.unusual"] == ["objective.unusable"]
    late = arena(turns=1, objectives=[HILL, replace(HILL, id="knoll", hold=0)], victory=target)
    assert "no side can score more than 3" in finding("victory.unreachable", late).message


@pytest.mark.parametrize(("key", "points"), [("kill", 5), ("component", 2)])
def test_p1_22_points_for_losses_that_nothing_counts(
    key: str, points: int, arena: Arena, finding: Callable[..., Finding], codes: Codes
) -> None:
    victory = Victory(last_standing=True, **{key: points})
    found = finding("victory.endless", arena(turns=None, victory=victory))
    assert found.message == (
        f"a {key} gives {points} points, but without a turn limit or victory points they are never counted"
    )
    assert found.place.path == ("victory", key)
    for counted in (
        arena(turns=12, victory=victory),
        arena(turns=None, victory=replace(victory, points=10)),
        arena(turns=None, victory=Victory(last_standing=True)),
    ):
        assert "victory.endless" not in codes(counted)


def test_p1_22_a_target_of_no_points_ends_the_game_at_once(
    arena: Arena, finding: Callable[..., Finding], codes: Codes
) -> None:
    scenario = arena(victory=Victory(points=0, kill=5))
    assert codes(scenario) == ["victory.at-once"]
    found = finding("victory.at-once", scenario)
    assert (found.severity, found.place.path) == ("warning", ("victory", "points"))
    assert found.fix == "Set 1 or more, or remove 'points'."

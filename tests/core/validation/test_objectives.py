from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.scenario.parts import Objective, ObjectiveKind, Victory, Zone, ZoneKind
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario

    Arena = Callable[..., Scenario]
    Codes = Callable[..., list[str]]


def objective(text: str = "C3", points: int = 3, **more: object) -> Objective:
    return Objective("hill", parse_shape(text), points=points, **more)  # type: ignore[arg-type]  # by keyword


def test_an_objective_has_hexes(arena: Arena, finding: Callable[..., Finding]) -> None:
    found = finding("objective.empty", arena(objectives=[objective("rows 1 & rows 2")]))
    assert found.place.path == ("objectives", 0, "hexes")


def test_an_objective_can_be_stood_on(arena: Arena, finding: Callable[..., Finding], codes: Codes) -> None:
    board = "..... ..... .-#.. ..... ....."
    found = finding("objective.unusable", arena(board, objectives=[objective("B3, C3")]))
    assert found.message == "all hexes of objective 'Hill' are void or impassable: B3 and C3"
    assert codes(arena(board, objectives=[objective("B3, C3, D3")])) == []


def test_p1_22_an_objective_can_be_held_in_time(
    arena: Arena, finding: Callable[..., Finding], codes: Codes
) -> None:
    found = finding("objective.hold", arena(turns=3, objectives=[objective(hold=4)]))
    assert found.message == "objective 'Hill' must be held for 4 turns, but the game lasts 3 turns"
    assert found.fix == "Set hold to 3 or less, or turns to 4."
    assert found.place.path == ("objectives", 0, "hold")
    assert "objective.hold" not in codes(arena(turns=3, objectives=[objective(hold=3)]))


@pytest.mark.parametrize("hold", [0, 1, 2])
@pytest.mark.parametrize("kind", ObjectiveKind)
def test_p1_22_points_that_nothing_counts(
    hold: int, kind: ObjectiveKind, arena: Arena, finding: Callable[..., Finding], codes: Codes
) -> None:
    standing = Victory(last_standing=True)
    held = [objective(hold=hold, kind=kind)]
    found = finding("objective.endless", arena(turns=None, victory=standing, objectives=held))
    assert found.message == (
        "objective 'Hill' gives 3 points, but without a turn limit or victory points they are never counted"
    )
    assert found.place.path == ("objectives", 0, "points")
    assert "objective.endless" not in codes(arena(turns=12, victory=standing, objectives=held))
    assert "objective.endless" not in codes(arena(turns=None, victory=Victory(points=3), objectives=held))
    worthless = [objective(points=0, hold=hold, kind=kind)]
    assert "objective.endless" not in codes(arena(turns=None, victory=standing, objectives=worthless))


def test_ar_05_an_exit_is_never_held(arena: Arena, codes: Codes) -> None:
    gate = objective("E3", hold=9, kind=ObjectiveKind.EXIT)
    scenario = arena(turns=3, objectives=[gate])
    scenario.zones.append(Zone("way-out", "", parse_shape("columns 5"), kind=ZoneKind.EXIT))
    assert codes(scenario) == []


def test_an_objective_is_worth_something(arena: Arena, finding: Callable[..., Finding], codes: Codes) -> None:
    assert finding("objective.worthless", arena(objectives=[objective(points=0)])).message == (
        "objective 'Hill' gives 0 points"
    )
    assert codes(arena(objectives=[objective(points=1)])) == []


@pytest.mark.parametrize(
    ("side", "zone_side", "hexes", "fine"),
    [
        ("", "", "columns 5", True),
        ("", "blue", "columns 5", True),
        ("red", "", "columns 5", True),
        ("red", "red", "E3", True),
        ("red", "blue", "columns 5", False),
        ("", "", "columns 4", False),
    ],
)
def test_an_exit_lies_in_an_exit_zone(
    side: str,
    zone_side: str,
    hexes: str,
    *,
    fine: bool,
    arena: Arena,
    codes: Codes,
    finding: Callable[..., Finding],
) -> None:
    scenario = arena(objectives=[objective("E3", kind=ObjectiveKind.EXIT, side=side)])
    scenario.zones.append(Zone("way-out", zone_side, parse_shape(hexes), kind=ZoneKind.EXIT))
    if fine:
        assert "objective.no-exit" not in codes(scenario)
    else:
        found = finding("objective.no-exit", scenario)
        whose = f" of side {side!r}" if side else ""
        assert found.message.endswith(f"(E3) is not in an exit zone{whose}")

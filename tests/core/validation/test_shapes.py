from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.errors import ScenarioError
from fairground.core.scenario.parts import Objective, Zone, ZoneKind
from fairground.core.scenario.shapes import Columns, Listed, Painted, Rows
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.shapes import Shape

    Arena = Callable[..., Scenario]


def area(shape: Shape) -> Zone:
    return Zone("field", "", shape, kind=ZoneKind.AREA)


def test_listed_hexes_must_be_on_the_board(arena: Arena, finding: Callable[..., Finding]) -> None:
    scenario = arena()
    scenario.zones.append(area(parse_shape("A1, F1, B9")))
    found = finding("shape.off-board", scenario)
    assert (
        found.message
        == "F1 and B9 of zone 'field' are off the board. The board has columns A to E and rows 1 to 5"
    )
    assert found.place.path == ("zones", 2, "hexes", 1)
    assert found.place.hex == "F1"


def test_centres_must_be_on_the_board(arena: Arena, finding: Callable[..., Finding]) -> None:
    scenario = arena(objectives=[Objective("hill", parse_shape("rows 3 | within 1 of F3"), points=3)])
    found = finding("shape.off-board", scenario)
    assert found.message.startswith("F3 of objective 'hill' is off the board")
    assert found.place.path == ("objectives", 0, "hexes")


def test_a_label_that_is_none_does_not_stop_validation(arena: Arena, finding: Callable[..., Finding]) -> None:
    scenario = arena()
    scenario.zones.append(area(Listed(("a1",))))
    assert (
        "a1 of zone 'field' is off the board" in finding("shape.off-board", scenario, in_file=False).message
    )


@pytest.mark.parametrize(
    ("text", "message", "fix"),
    [
        ("rows 4-6", "rows 4-6, but the board has 5 rows", "End at row 5."),
        ("rows 1 | columns 6", "column 6, but the board has 5 columns", "Name columns from 1 to 5."),
    ],
)
def test_rows_and_columns_must_be_on_the_board(
    text: str, message: str, fix: str, arena: Arena, finding: Callable[..., Finding]
) -> None:
    scenario = arena()
    scenario.zones.append(area(parse_shape(text)))
    found = finding("shape.beyond", scenario)
    assert (found.message, found.fix) == (f"zone 'field' names {message}", fix)


@pytest.mark.parametrize("text", ["rows 1-5", "columns 5", "A1, E5", "all - within 9 of E5 | A1"])
def test_what_the_board_has_may_be_named(text: str, arena: Arena, codes: Callable[..., list[str]]) -> None:
    scenario = arena()
    scenario.zones.append(area(parse_shape(text)))
    assert codes(scenario) == []


@pytest.mark.parametrize(
    ("shape", "first", "last", "told"),
    [(Rows, 4, 2, "rows 4-2 run backwards. Write 2-4"), (Columns, 0, 2, "columns 0-2 start below 1")],
)
def test_ranges_run_forwards_from_one(
    shape: Callable[[int, int], Shape], first: int, last: int, told: str
) -> None:
    with pytest.raises(ScenarioError, match=told):
        shape(first, last)


def test_a_painted_block_has_the_board_s_size(
    arena: Arena, finding: Callable[..., Finding], codes: Callable[..., list[str]]
) -> None:
    scenario = arena()
    scenario.zones.append(area(Painted(("##", "###"))))
    found = finding("shape.painted", scenario)
    assert found.message == "the painted block of zone 'field' is 2 to 3x2, but the board is 5x5"
    scenario.zones[-1] = area(Painted(("#....",) * 5))
    assert codes(scenario) == []

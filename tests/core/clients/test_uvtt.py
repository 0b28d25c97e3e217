from __future__ import annotations

import json
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core.clients import load_format
from fairground.core.clients.format import export_settings
from fairground.core.errors import UsageError
from fairground.core.files import read_bytes
from fairground.core.grid.hexsides import corners
from fairground.core.grid.layout import Layout
from tests.core.clients.blocked_boards import blocked_board
from tests.core.clients.uvtt_checker import KEYS, faults

if TYPE_CHECKING:
    from fairground.core.clients import Export
    from fairground.core.scenario.document import Scenario

SMALL = {"pixels": "20"}


def made(scenario: Scenario, **said: str) -> Export:
    target = load_format("uvtt")
    assert target.write is not None
    return target.write(scenario, export_settings(target.options, SMALL | said, "table"))


def exported(scenario: Scenario, **said: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(made(scenario, **said).content)
    return found


def board(layout: Layout = Layout.ODD_Q, **more: Any) -> Scenario:
    return blocked_board(random.Random(5), layout, size=(5, 4), **more)  # noqa: S311


@pytest.mark.parametrize("layout", list(Layout))
def test_importers_find_what_they_look_for(layout: Layout) -> None:
    file = exported(board(layout))
    assert faults(file) == []
    assert file["line_of_sight"]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format", 1),
        ("image", "no image"),
        ("image", "AAAA"),
        ("line_of_sight", [[{"x": 1, "y": 1}]]),
        ("line_of_sight", [[{"x": 1, "y": 1}, {"x": 99, "y": 1}]]),
        ("line_of_sight", [[{"x": 1, "y": 1}, {"x": 1.1, "y": 1}]]),
        ("environment", {"baked_lighting": 0, "ambient_light": "ffffffff"}),
        (
            "resolution",
            {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 5.5, "y": 4}, "pixels_per_grid": 20},
        ),
        ("resolution", {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 5, "y": 5}, "pixels_per_grid": 99}),
    ],
)
def test_the_checker_finds_what_is_wrong(key: str, value: object) -> None:
    assert faults(exported(board()) | {key: value})


@pytest.mark.parametrize("key", sorted(KEYS))
def test_the_checker_misses_every_key(key: str) -> None:
    file = exported(board())
    del file[key]
    assert faults(file) == [f"has no {key}"]


@pytest.mark.parametrize("layout", list(Layout))
def test_walls_are_closed_and_run_over_corners_of_hexes(layout: Layout) -> None:
    scenario = board(layout)
    lines = exported(scenario)["line_of_sight"]
    assert all(line[0] == line[-1] for line in lines)
    # Every corner is told in the same digits wherever it stands.
    told = {(at["x"], at["y"]) for line in lines for at in line}
    near = Counter((round(x, 3), round(y, 3)) for x, y in told)
    assert set(near.values()) == {1}
    blocking = [at for at in scenario.board.hexes() if scenario.board.terrain[scenario.board.cell(at)]]
    assert len(told) <= len({it for at in blocking for it in corners(at)})


def test_a_cell_is_as_wide_as_a_hex_and_the_image_has_whole_cells() -> None:
    # 5 columns are 1.5 * 4 + 2 corners wide, of 1/sqrt(3) cells each: 4.6; 4 rows and a half are 4.5 high.
    assert exported(board())["resolution"]["map_size"] == {"x": 5, "y": 5}
    assert exported(board(Layout.ODD_R))["resolution"]["map_size"] == {"x": 6, "y": 4}


def test_pixels_are_those_across_a_hex() -> None:
    assert exported(board(), pixels="33")["resolution"]["pixels_per_grid"] == 33
    with pytest.raises(UsageError, match="pixels must be a whole number from 20 to 400"):
        made(board(), pixels="3")


def test_what_is_lost_is_said() -> None:
    scenario = board()
    told = made(scenario).losses
    assert "Hexagonal Columns - Even" in told[0]
    assert "20 pixels across" in told[0]
    assert "set the padding to 0" in told[0]
    count = int((scenario.board.terrain != 0).sum())
    assert f"the rules let units see into {count} hexes, but walls block sight at their edges" in told


def test_zones_that_are_not_drawn_are_lost() -> None:
    text = b"""\
format: fairground/1
name: Zones
ruleset: penance-2.0
board: {layout: odd-q, size: [3, 3], palette: {'.': clear, '-': void}, terrain: "...\\n.-.\\n...\\n"}
sides: [{id: a}]
zones: [{id: start, side: a, hexes: rows 1}]
"""
    reading = read_bytes(text)
    assert reading.scenario is not None, reading.findings
    assert "1 zone is dropped" in made(reading.scenario, zones="no").losses
    assert "1 zone is dropped" not in made(reading.scenario).losses
    assert any("1 hex cannot be entered" in it for it in made(reading.scenario).losses)
    assert exported(reading.scenario)["image"] != exported(reading.scenario, zones="no")["image"]


def test_grid_and_labels_can_be_chosen() -> None:
    images = {
        exported(board(), pixels="40", grid=grid, labels=labels)["image"]
        for grid in ("yes", "no")
        for labels in ("yes", "no")
    }
    assert len(images) == 4

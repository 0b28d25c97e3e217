from __future__ import annotations

import json
import math
import re
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from fairground.core import load
from fairground.core.clients import load_format
from fairground.core.clients.arena_json import arena_schema
from fairground.core.clients.format import ExportSettings
from fairground.core.files import read_bytes
from fairground.core.grid.hexes import Hex, neighbour
from fairground.core.grid.layout import Layout
from fairground.core.movement.mover import movers
from fairground.core.movement.step_cost import StepCosts
from fairground.core.pictures.looks import Looks
from fairground.core.pictures.scene import Stack, tinted
from fairground.core.scenario.blank import blank_scenario

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

SHIPPED = sorted((Path(__file__).parents[3] / "scenarios").glob("*.yaml"))
TEXT = b"""\
format: fairground/1
name: All of it
ruleset: penance-1.0
weather: rain
turns: 5
board:
  layout: odd-q
  size: [3, 4]
  palette: {'.': clear, '-': void, '#': wall}
  terrain: |
    -..
    ...
    .#.
    ...
  elevation: |
    ...
    .2.
    ...
    ...
  effects_palette: {'.': [], s: smoke}
  effects: |
    ...
    ...
    ..s
    ...
  names: {B2: Top}
sides:
  - {id: a}
  - {id: b, team: x, role: guard}
zones:
  - {id: a-start, side: a, hexes: rows 1}
  - {id: b-start, side: b, hexes: [A4, B4]}
objectives:
  - {id: top, hexes: [B2], points: 3, hold: 2}
units:
  - {id: one, side: a, class: scout, hex: B1, facing: 4, shield: right}
victory: {points: 3}
"""


def exported() -> tuple[Scenario, dict[str, Any]]:
    reading = read_bytes(TEXT)
    assert reading.scenario is not None
    return reading.scenario, answer_of(reading.scenario)


def answer_of(scenario: Scenario) -> dict[str, Any]:
    write = load_format("json").write
    assert write is not None
    found: dict[str, Any] = json.loads(write(scenario, ExportSettings()).content)
    return found


def test_the_export_has_the_published_shape() -> None:
    Draft202012Validator(arena_schema()).validate(exported()[1])


def test_every_hex_but_void_is_there_with_all_it_has() -> None:
    hexes = {it["label"]: it for it in exported()[1]["board"]["hexes"]}
    assert len(hexes) == 3 * 4 - 1
    assert "A1" not in hexes
    assert hexes["B2"]["level"] == 2
    assert hexes["B2"]["name"] == "Top"
    assert hexes["C3"]["effects"] == ["smoke"]
    assert hexes["B3"]["terrain"] == ["wall"]
    assert (hexes["C3"]["q"], hexes["C3"]["r"]) == (2, 1)


def test_zones_are_resolved_and_leave_out_void() -> None:
    zones = {it["id"]: it["hexes"] for it in exported()[1]["zones"]}
    assert zones == {"a-start": ["B1", "C1"], "b-start": ["A4", "B4"]}


def test_the_ruleset_travels_with_it() -> None:
    scenario, answer = exported()
    assert answer["ruleset"]["id"] == "penance-1.0"
    assert answer["ruleset"]["content_hash"] == scenario.rules.content_hash
    assert "wall" in answer["ruleset"]["content"]["terrain"]


def test_units_are_said_in_numbers_and_names() -> None:
    unit = exported()[1]["units"][0]
    assert (unit["class"], unit["facing"], unit["facing_name"], unit["shield"]) == ("scout", 4, "S", "right")


def test_the_grid_gives_neighbours_pixels_and_hexsides() -> None:
    for layout in Layout:
        scenario = blank_scenario("Grid", layout=layout, size=(4, 4), ruleset="penance-2.0")
        grid = answer_of(scenario)["board"]["grid"]
        assert [it["direction"] for it in grid["steps"]] == list(layout.direction_names)
        for step in grid["steps"]:
            at = Hex(step["q"], step["r"])
            assert at == neighbour(Hex(0, 0), layout.direction(step["direction"]))
            x, y = (at.q * axis[0] + at.r * axis[1] for axis in (grid["x"], grid["y"]))
            assert (x, y) == pytest.approx(layout.centre(at))
            # The hexside is half-way to the neighbour, and its ends are clockwise.
            (left, up), (right, down) = step["corners"]
            assert ((left + right) / 2, (up + down) / 2) == pytest.approx((x / 2, y / 2))
            assert left * down - up * right > 0


def test_the_formula_is_that_of_the_layout() -> None:
    for layout in Layout:
        grid = answer_of(blank_scenario("Grid", layout=layout, size=(2, 2), ruleset="penance-2.0"))["board"][
            "grid"
        ]
        for q, r in ((0, 0), (3, -1), (-2, 5)):
            names = {"q": q, "r": r, "size": 7, "sqrt": math.sqrt}
            point = [eval(part.partition("=")[2], names) for part in re.split(", (?=y)", grid["formula"])]  # noqa: S307  # ours
            assert point == pytest.approx(layout.centre(Hex(q, r), size=7))


@pytest.mark.long
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_stacks_hexsides_and_climbs_add_up_to_the_cost_of_every_step(path: Path) -> None:
    scenario = load(path)
    answer = answer_of(scenario)
    hexes = {(it["q"], it["r"]): it for it in answer["board"]["hexes"]}
    crossed = {(it["hex"], it["direction"]): it["crossing"] for it in answer["board"]["hexsides"]}
    movement, layout = answer["movement"], scenario.board.layout
    assert len(movement["movers"]) == len(list(movers(scenario)))
    for exported, mover in zip(movement["movers"], movers(scenario), strict=True):
        assert (exported["class"], exported["mode"], exported["allowance"]) == (
            mover.class_id,
            mover.mode_id,
            mover.allowance,
        )
        costs = StepCosts(scenario, mover)
        for (q, r), start in hexes.items():
            for step in answer["board"]["grid"]["steps"]:
                target = hexes.get((q + step["q"], r + step["r"]))
                wanted = costs.step(Hex(q, r), layout.direction(step["direction"]))
                opposite = layout.direction_name(layout.direction(step["direction"]) + 3)
                crossing = crossed.get((start["label"], step["direction"]), []) or (
                    crossed.get((target["label"], opposite), []) if target else []
                )
                found = exported_cost(movement, exported, start, target, crossing)
                assert found == (wanted.cost, wanted.whole_turn), (start["label"], step["direction"])


def exported_cost(
    movement: dict[str, Any],
    mover: dict[str, Any],
    start: dict[str, Any],
    target: dict[str, Any] | None,
    crossing: list[dict[str, Any]],
) -> tuple[Fraction | None, bool]:
    """Return the cost of a step and whether it takes a whole turn, by what the file says alone."""
    impossible, allowance, mode = (None, False), mover["allowance"], mover["mode"]
    across = next((it["points"] for it in crossing if it["mode"] == mode), 0)
    if target is None or not allowance or across is None:
        return impossible
    entering = [
        next(it for it in movement["stacks"][hex_["stack"]]["entering"] if it["mode"] == mode)
        for hex_ in (start, target)
    ]
    changes = {(it["left"], it["entered"]): it["points"] for it in mover["climbs"]}
    change = (start["level"], target["level"])
    is_level = change[0] == change[1]
    if any(mover["class"] not in it["classes"] for it in entering) or not (is_level or change in changes):
        return impossible
    climb = 0 if is_level else changes[change]
    if climb is None:
        return Fraction(allowance), True
    cost = sum(map(Fraction, (entering[1]["points"], across, climb)), Fraction(0))
    assert (cost * movement["denominator"]).denominator == 1
    fits = cost <= allowance
    return (cost, not fits) if fits or movement["minimum_move"] else impossible


def test_every_hex_has_its_stack_and_colour() -> None:
    scenario, answer = exported()
    looks = Looks(scenario)
    for it in answer["board"]["hexes"]:
        assert answer["movement"]["stacks"][it["stack"]]["terrain"] == it["terrain"]
        ground = Stack(tuple(map(looks.terrain, it["terrain"]))).ground
        assert it["colour"] == tinted(ground, it["level"])

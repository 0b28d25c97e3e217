"""The fan of a base: an area with smooth edges, from the worker."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from fairground.core.scenario.inches import hex_point, inches_a_size, unit_point
from fairground.core.scenario.parts import Unit
from fairground.core.sight.bases.fan import base_fan
from fairground.editor.document.patches import FieldPatch
from fairground.editor.overlays.fan import FanOverlay
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.editor.jobs.sight import Rings, SeenArea
    from tests.editor.overlays.conftest import Look, LookMaker


def area_of(rings: Rings) -> float:
    """The area within rings; those of holes run the other way round."""
    return abs(sum(float(np.cross(ring[:-1], ring[1:]).sum()) / 2 for ring in map(flat, rings)))


def flat(ring: NDArray[np.float64]) -> NDArray[np.float64]:
    """A ring as vectors in space, as cross products want them."""
    return np.pad(ring, ((0, 0), (0, 1)))


@pytest.fixture
def table(make_look: LookMaker) -> Look:
    """A table with a building, and two bases in one hex."""
    look = make_look(ruleset="base-visibility")
    look.wall("D4")
    there = look.hex("B4")
    x, y = hex_point(look.scenario.board, there)
    units = [
        Unit("left", "p1", "guard", there, at=(x - 0.65, y)),
        Unit("right", "p2", "guard", there, at=(x + 0.65, y)),
    ]
    look.document.edit("Units", [FieldPatch("units", look.scenario.units, units)])
    look.overlay(FanOverlay).set_on(True)
    return look


def fan(look: Look, label: str) -> FanOverlay:
    look.overlays.point_at(look.hex(label))
    look.settle()
    look.worker.answer()
    return look.overlay(FanOverlay)


def area_shown(overlay: FanOverlay) -> SeenArea:
    return present(present(overlay.latest).area)


def test_the_topmost_base_in_the_hex_looks_or_the_chosen_one(table: Look) -> None:
    shown = fan(table, "B4")
    assert area_shown(shown).name == "right"
    assert shown.heading == "Seen from right at B4"
    table.state.unit_id = "left"
    shown.refresh()
    table.worker.answer()
    assert area_shown(shown).name == "left"
    size = inches_a_size(table.scenario.board)
    x, y = unit_point(table.scenario.board, table.scenario.units[0])
    area = area_shown(shown)
    assert (area.x, area.y, area.radius) == pytest.approx((x / size, y / size, 0.63 / size))


def test_what_is_seen_and_what_is_not_make_up_the_table(table: Look) -> None:
    area = area_shown(fan(table, "B4"))
    wanted = base_fan(table.scenario, "right")
    size = inches_a_size(table.scenario.board) ** 2
    assert area_of(area.seen) == pytest.approx(wanted.region.area / size, rel=1e-6)
    whole = 49 * 3 * 3**0.5 / 2
    assert area_of(area.seen) + area_of(area.hidden) == pytest.approx(whole, rel=1e-6)
    assert area.beyond == ()
    seen = present(table.overlay(FanOverlay).latest)
    assert np.array_equal(seen.visible, wanted.visible)
    assert np.array_equal(seen.blocked, wanted.blocked)


def test_a_range_is_so_many_hexes(table: Look) -> None:
    table.state.sight_range = 2
    shown = fan(table, "B4")
    area = area_shown(shown)
    whole = 49 * 3 * 3**0.5 / 2
    assert area_of(area.seen) + area_of(area.hidden) + area_of(area.beyond) == pytest.approx(whole, rel=1e-3)
    assert area_of(area.beyond) > 0
    assert np.array_equal(present(shown.latest).visible, base_fan(table.scenario, "right", 4).visible)
    assert "within 2" in shown.status


def test_a_base_in_a_hex_of_nobody_is_a_usual_one_in_its_middle(table: Look) -> None:
    area = area_shown(fan(table, "F2"))
    assert area.name == ""
    at = table.scenario.board.layout.centre(table.hex("F2"))
    assert (area.x, area.y) == pytest.approx(at)


def test_a_unit_that_moves_is_looked_from_anew(table: Look) -> None:
    shown = fan(table, "B4")
    before = area_shown(shown)
    left, right = table.scenario.units
    x, y = hex_point(table.scenario.board, right.hex)
    moved = replace(right, at=(x + 0.9, y + 0.4))
    table.document.edit("Move", [FieldPatch("units", [left, right], [left, moved])])
    table.settle()
    table.worker.answer()
    assert area_shown(shown).x > before.x
    assert not np.array_equal(area_shown(shown).hidden[0], before.hidden[0])

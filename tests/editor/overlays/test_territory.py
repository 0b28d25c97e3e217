from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from fairground.core import territory
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import Board
from fairground.editor.document.mover_choice import MoverChoice
from fairground.editor.document.patches import FieldPatch
from fairground.editor.overlays.territory import TerritoryOverlay, no_two_zones
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from fairground.core.scenario.parts import Zone
    from tests.editor.overlays.conftest import Look, LookMaker


def shown(look: Look) -> TerritoryOverlay:
    overlay = look.overlay(TerritoryOverlay)
    overlay.set_on(True)
    look.worker.answer()
    return overlay


def set_zones(look: Look, zones: list[Zone]) -> None:
    look.document.edit("Zones", [FieldPatch("zones", look.scenario.zones, zones)])


def test_the_worker_says_who_gets_where_first(make_look: LookMaker) -> None:
    look = make_look()
    look.wall("C3", "C4", "C5")
    overlay = look.overlay(TerritoryOverlay)
    overlay.set_on(True)
    assert overlay.status == "Computing…"
    look.worker.answer()
    assert np.array_equal(present(overlay.latest).owner, territory(look.scenario).owner)
    assert overlay.status == "Which zone reaches each hex first. Scout, walk: 5 points a turn. Up to date."


def test_after_an_edit_it_is_old_and_then_right_again(make_look: LookMaker) -> None:
    look = make_look()
    overlay = shown(look)
    before = overlay.latest
    look.wall("C4")
    assert overlay.status.endswith("Outdated; recalculating…")
    look.wall("C5")
    look.qtbot.waitUntil(lambda: len(look.worker.jobs) == 2)
    assert overlay.latest is before
    look.worker.answer()
    assert overlay.is_current
    assert np.array_equal(present(overlay.latest).owner, territory(look.scenario).owner)


def test_another_mover_is_another_territory(make_look: LookMaker) -> None:
    look = make_look()
    overlay = shown(look)
    look.state.mover = MoverChoice("assault", "fly")
    assert not overlay.is_current
    look.qtbot.waitUntil(lambda: len(look.worker.jobs) == 2)
    look.worker.answer()
    assert "Assault, fly: 2 points a turn" in overlay.status


def test_the_legend_counts_what_each_zone_has_and_ties(make_look: LookMaker) -> None:
    look = make_look()
    look.wall("D7")
    overlay = shown(look)
    owner = present(overlay.latest).owner
    assert [it.words for it in overlay.legend()] == [
        f"Player 1's zone: {(owner == 0).sum()} hexes",
        f"Player 2's zone: {(owner == 1).sum()} hexes",
        f"tie: {(owner == -2).sum()} hexes (reached by more than one zone at the same time)",
        "not reached: 1 hex",
    ]
    hatches = [it.hatch for it in overlay.legend()[:3]]
    assert len(set(hatches)) == 3, "told apart by hatch, not by colour alone"


def test_without_two_zones_there_is_none_and_that_is_said(make_look: LookMaker) -> None:
    look = make_look()
    overlay = shown(look)
    set_zones(look, look.scenario.zones[:1])
    assert not overlay.is_on
    assert overlay.refusal == (
        "Territory needs deployment zones for two sides. Paint them with the zone tool."
    )


def test_with_one_side_it_says_to_add_another() -> None:
    scenario = blank_scenario("Alone", layout=Layout.ODD_Q, size=(4, 4), ruleset="penance-1.0")
    scenario.zones, scenario.sides = scenario.zones[:1], scenario.sides[:1]
    assert no_two_zones(scenario) == (
        "Territory needs two sides with deployment zones. Add a side in the Scenario panel."
    )


def test_a_zone_that_has_gone_keeps_its_place_until_the_worker_answers(make_look: LookMaker) -> None:
    look = make_look()
    first, last = look.scenario.zones
    set_zones(look, [first, last, replace(last, id="third")])
    overlay = shown(look)
    set_zones(look, [first, last])
    assert len(overlay.legend()) >= 3
    look.qtbot.waitUntil(lambda: len(look.worker.jobs) == 2)
    look.worker.answer()
    assert present(overlay.latest).zones == (first.id, last.id)


def test_on_a_board_of_another_size_nothing_of_it_is_left(make_look: LookMaker) -> None:
    look = make_look()
    overlay = shown(look)
    board = look.scenario.board
    look.document.edit("Resize", [FieldPatch("board", board, Board.blank(board.layout, 8, 9))])
    assert overlay.legend() == ()
    assert overlay.status == "Computing…"
    look.qtbot.waitUntil(lambda: len(look.worker.jobs) == 2)
    look.worker.answer()
    assert present(overlay.latest).owner.shape == (9, 8)


def test_an_answer_after_it_was_switched_off_is_dropped(make_look: LookMaker) -> None:
    look = make_look()
    overlay = look.overlay(TerritoryOverlay)
    overlay.set_on(True)
    overlay.set_on(False)
    look.worker.answer()
    assert overlay.latest is None

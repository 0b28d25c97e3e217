from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core import reach
from fairground.editor.document.mover_choice import MoverChoice
from fairground.editor.jobs import job_scenario as subject
from fairground.editor.overlays.reach import ReachOverlay
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from tests.editor.overlays.conftest import Look, LookMaker


def shown(look: Look, label: str = "D4") -> ReachOverlay:
    """Switch the reach on with the pointer on a hex, and let the worker answer."""
    overlay = look.overlay(ReachOverlay)
    overlay.set_on(True)
    look.overlays.point_at(look.hex(label))
    look.settle()
    look.worker.answer()
    return overlay


def test_it_shows_where_one_gets_from_the_hex_under_the_pointer(make_look: LookMaker) -> None:
    look = make_look()
    look.wall("D3", "C4")
    overlay = shown(look)
    assert overlay.heading == "Reach from D4"
    assert np.array_equal(present(overlay.latest).turns, reach(look.scenario, "D4", 2).turns)
    assert overlay.status == "Scout, walk: 5 points a turn, 2 turns. Up to date."


def test_without_a_hex_it_asks_for_one(make_look: LookMaker) -> None:
    look = make_look()
    overlay = look.overlay(ReachOverlay)
    overlay.set_on(True)
    assert overlay.status == "Point at a hex."
    assert look.worker.jobs == []
    shown(look)
    look.overlays.point_at(None)
    look.settle()
    assert overlay.latest is None
    assert overlay.status == "Point at a hex."


def test_what_was_shown_stays_while_the_pointer_moves_on(make_look: LookMaker) -> None:
    look = make_look()
    overlay = shown(look)
    look.overlays.point_at(look.hex("F5"))
    look.settle()
    assert overlay.heading == "Reach from D4"
    assert overlay.is_current, "about that hex it is right"
    look.worker.answer()
    assert overlay.heading == "Reach from F5"


def test_after_an_edit_it_is_old_until_the_worker_answers(make_look: LookMaker) -> None:
    look = make_look()
    overlay = shown(look)
    before = overlay.latest
    look.wall("D3")
    assert not overlay.is_current
    assert overlay.status.endswith("Outdated; recalculating…")
    look.settle()
    look.wall("D5")
    look.settle()
    look.worker.answer(1)
    assert overlay.latest is before, "the answer to an earlier revision is dropped"
    look.worker.answer()
    assert overlay.is_current
    assert np.array_equal(present(overlay.latest).turns, reach(look.scenario, "D4", 2).turns)


def test_a_pinned_reach_stays(make_look: LookMaker) -> None:
    look = make_look()
    overlay = shown(look)
    look.state.pin = look.hex("B2")
    look.settle()
    look.worker.answer()
    assert overlay.heading == "Reach from B2 (pinned)"
    jobs = len(look.worker.jobs)
    look.overlays.point_at(look.hex("F5"))
    look.settle()
    assert len(look.worker.jobs) == jobs


def test_who_moves_and_for_how_long_is_chosen(make_look: LookMaker) -> None:
    look = make_look()
    overlay = shown(look)
    look.state.mover = MoverChoice("assault", "walk")
    look.state.reach_turns = 1
    assert not overlay.is_current
    look.settle()
    look.worker.answer()
    assert overlay.status == "Assault, walk: 2 points a turn, 1 turn. Up to date."
    assert np.array_equal(present(overlay.latest).turns, reach(look.scenario, "D4", 1, "assault").turns)


def test_the_legend_counts_the_hexes_of_each_turn(make_look: LookMaker) -> None:
    look = make_look(size=(12, 12))
    look.state.mover = MoverChoice("assault", "walk")
    look.wall("A1")
    overlay = shown(look)
    words = [it.words for it in overlay.legend()]
    turns = present(overlay.latest).turns
    assert words[0] == "start"
    assert words[1] == f"in turn 1: {(turns == 1).sum()} hexes"
    assert words[2] == f"in turn 2: {(turns == 2).sum()} hexes"
    assert words[3] == f"not reached in 2 turns: {(turns < 0).sum()} hexes"


def test_the_worker_gets_the_scenario_once(make_look: LookMaker) -> None:
    look = make_look()
    shown(look)
    look.overlays.point_at(look.hex("E5"))
    look.settle()
    assert [job.subject.scenario is None for job in look.worker.jobs] == [False, True]
    subject.forget()
    look.worker.answer()
    assert look.worker.jobs[-1].subject.scenario is look.scenario
    look.worker.answer()
    assert look.overlay(ReachOverlay).heading == "Reach from E5"


def test_a_failure_is_told(make_look: LookMaker) -> None:
    look = make_look()
    overlay = look.overlay(ReachOverlay)
    overlay.set_on(True)
    look.overlays.point_at(look.hex("D4"))
    look.settle()
    look.worker.answer(failure="MemoryError: ")
    assert overlay.status == "Could not calculate this overlay: MemoryError: ."

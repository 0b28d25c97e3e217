from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core import fan
from fairground.core.grid.hexsides import hexside
from fairground.editor.jobs import job_scenario as subject
from fairground.editor.overlays.fan import FanOverlay
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from tests.editor.overlays.conftest import Look, LookMaker


def shown(look: Look, label: str = "D4") -> FanOverlay:
    """Switch the fan on with the pointer on a hex."""
    overlay = look.overlay(FanOverlay)
    overlay.set_on(True)
    look.overlays.point_at(look.hex(label))
    look.settle()
    return overlay


def test_it_shows_what_the_hex_under_the_pointer_sees(make_look: LookMaker) -> None:
    look = make_look()
    look.wall("D3")
    overlay = shown(look)
    assert overlay.heading == "Seen from D4"
    found = fan(look.scenario, "D4")
    assert np.array_equal(present(overlay.latest).visible, found.visible)
    assert not look.at(present(overlay.latest).visible, "D1")
    look.overlays.point_at(look.hex("D2"))
    look.settle()
    assert overlay.heading == "Seen from D2"
    assert look.at(present(overlay.latest).visible, "D1")


def test_it_follows_edits(make_look: LookMaker) -> None:
    look = make_look()
    overlay = shown(look)
    assert look.at(present(overlay.latest).visible, "D1")
    look.wall("D3")
    look.settle()
    assert not look.at(present(overlay.latest).visible, "D1")
    look.document.undo()
    look.settle()
    assert look.at(present(overlay.latest).visible, "D1")


def test_a_pinned_fan_stays(make_look: LookMaker) -> None:
    look = make_look()
    overlay = shown(look)
    look.state.pin = look.hex("B2")
    look.settle()
    look.overlays.point_at(look.hex("F5"))
    look.settle()
    assert overlay.heading == "Seen from B2 (pinned)"
    look.state.pin = None
    look.settle()
    assert overlay.heading == "Seen from F5"


def test_off_the_board_and_on_void_hexes_nothing_is_seen(make_look: LookMaker) -> None:
    look = make_look()
    overlay = shown(look)
    look.overlays.point_at(None)
    look.settle()
    assert overlay.latest is None
    assert overlay.status == "Point at a hex."


def test_the_range_is_kept_and_said(make_look: LookMaker) -> None:
    look = make_look()
    look.state.sight_range = 2
    overlay = shown(look)
    assert overlay.status == "18 of 18 hexes within 2. Up to date."
    assert "out of range" in [it.words for it in overlay.legend()]
    seen = present(overlay.latest)
    assert not look.at(seen.visible | seen.blocked, "D1")
    look.state.sight_range = None
    look.settle()
    assert overlay.status == "48 of 48 hexes. Up to date."


def test_heights_count_where_the_ruleset_uses_them(make_look: LookMaker) -> None:
    look = make_look(ruleset="megamek")
    board = look.scenario.board
    board.elevation[board.cell(look.hex("D3"))] = 2
    overlay = shown(look)
    assert not look.at(present(overlay.latest).visible, "D1")
    look.state.sight_heights = (3, 3)
    look.settle()
    assert look.at(present(overlay.latest).visible, "D1")


def test_the_legend_names_what_is_to_be_seen(make_look: LookMaker) -> None:
    look = make_look(ruleset="hexside-ww2")
    overlay = shown(look)
    assert [it.words for it in overlay.legend()] == ["seen: 48 hexes"]
    board = look.scenario.board
    board.hexsides[hexside(look.hex("C4"), 0)] = ("hedge",)
    board.hexsides[hexside(look.hex("D4"), 0)] = ("wall",)
    board.palette[1] = type(board.palette[1])("w", ("orchard",))
    look.wall("D2", "E3")
    look.settle()
    assert "seen, hindered" in [it.words for it in overlay.legend()]


def test_a_board_with_much_on_it_is_left_to_the_worker(make_look: LookMaker) -> None:
    look = make_look(size=(110, 100))
    overlay = shown(look)
    assert overlay.latest is None
    assert overlay.status == "Computing…"
    look.worker.answer()
    assert overlay.heading == "Seen from D4"
    assert overlay.status == "10999 of 10999 hexes. Up to date."


def test_so_is_one_with_many_hexside_features(make_look: LookMaker) -> None:
    look = make_look(size=(50, 50), ruleset="hexside-ww2")
    hexes = list(look.scenario.board.hexes())
    look.scenario.board.hexsides = {hexside(at, 0): ("hedge",) for at in hexes[:400]}
    overlay = shown(look)
    look.qtbot.waitUntil(lambda: overlay.is_current)
    assert overlay.latest is not None
    assert look.worker.jobs == []
    look.scenario.board.hexsides |= {hexside(at, 1): ("hedge",) for at in hexes[:400]}
    look.overlays.point_at(look.hex("E5"))
    look.settle()
    assert len(look.worker.jobs) == 1


def test_answers_for_where_the_pointer_was_are_dropped_and_the_newest_asked(make_look: LookMaker) -> None:
    look = make_look(size=(110, 100))
    overlay = shown(look)
    look.overlays.point_at(look.hex("G9"))
    look.settle()
    look.worker.answer(0)
    assert overlay.latest is None
    look.worker.answer()
    assert overlay.heading == "Seen from G9"


def test_what_was_seen_before_stays_until_the_answer_comes(make_look: LookMaker) -> None:
    look = make_look(size=(110, 100))
    overlay = shown(look)
    look.worker.answer()
    look.wall("D3")
    look.settle()
    assert overlay.status.endswith("Computing…")
    assert look.at(present(overlay.latest).visible, "D1")
    look.worker.answer()
    assert not look.at(present(overlay.latest).visible, "D1")


def test_the_worker_gets_a_scenario_once_and_again_when_it_has_lost_it(make_look: LookMaker) -> None:
    look = make_look(size=(110, 100))
    overlay = shown(look)
    look.worker.answer()
    look.overlays.point_at(look.hex("E5"))
    look.settle()
    assert [job.subject.scenario is None for job in look.worker.jobs] == [False, True]
    look.worker.answer()
    assert overlay.heading == "Seen from E5"
    subject.forget()
    look.overlays.point_at(look.hex("F6"))
    look.settle()
    look.worker.answer()
    assert [job.subject.scenario is None for job in look.worker.jobs[2:]] == [True, False]
    look.worker.answer()
    assert overlay.heading == "Seen from F6"
    look.wall("F5")
    look.settle()
    assert look.worker.jobs[-1].subject.scenario is look.scenario


def test_a_failure_of_the_worker_is_told(make_look: LookMaker) -> None:
    look = make_look(size=(110, 100))
    overlay = shown(look)
    look.worker.answer(failure="MemoryError: ")
    assert overlay.status == "Could not calculate this overlay: MemoryError: ."


def test_on_large_boards_the_range_is_limited_and_that_is_said(make_look: LookMaker) -> None:
    look = make_look(size=(400, 300))
    overlay = shown(look)
    assert present(overlay.latest).looking.reach == FanOverlay.large_range
    assert overlay.status.endswith(f"within {FanOverlay.large_range}. Up to date.")
    assert overlay.freshness.name == "PARTIAL"
    assert overlay.left_out.startswith("Incomplete: only hexes within 20 are checked.")
    look.state.sight_range = 5
    look.settle()
    assert overlay.status.endswith("within 5. Up to date.")
    assert overlay.freshness.name == "CURRENT"
    assert overlay.left_out == ""
    # Few hexes are looked at, so that the worker is not asked.
    assert look.worker.jobs == []

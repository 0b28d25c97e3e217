"""Then and now: the answers of a moment are kept, and every overlay tells what has changed since."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fairground.core.scenario.board import Board
from fairground.editor.document.patches import FieldPatch
from fairground.editor.overlays.earlier_state import HexChange


@pytest.fixture
def look(make_look: Any) -> Any:
    """A board with a wall across it but for two gaps, looked at from B4, and with one question open at a time."""
    look = make_look()
    look.wall("D1", "D2", "D3", "D5", "D7")
    look.state.pin = look.hex("B4")
    return look


def on(look: Any, name: str) -> Any:
    overlay = look.overlays[name]
    overlay.set_on(True)
    answer(look, overlay)
    return overlay


def answer(look: Any, overlay: Any) -> None:
    """Have the worker answer until the overlay is of now."""

    def is_done() -> bool:
        for i, job in enumerate(look.worker.jobs):
            if job.topic == overlay.id:
                look.worker.answer(i)
        return bool(overlay.is_current)

    look.qtbot.waitUntil(is_done)


NAMES = ("fan", "exposure", "reach", "territory", "chokepoints")


@pytest.mark.parametrize("name", NAMES)
def test_every_overlay_tells_what_an_edit_has_changed(look: Any, name: str) -> None:
    overlay = on(look, name)
    before = overlay.latest
    look.overlays.keep_earlier()
    assert overlay.comparison == "Since the earlier state: no hex has changed."
    look.wall("D4")
    assert overlay.standing.name == "OLD"
    answer(look, overlay)
    assert overlay.standing.name == "CURRENT"
    changed = overlay.difference.cells > 0
    assert changed.any()
    assert overlay.kept is before
    assert overlay.comparison == f"Since the earlier state: {overlay.difference.words}."
    told = [it.words for it in look.overlays.legend(overlay)[len(overlay.legend()) :]]
    assert len(told) == len(set(overlay.difference.cells[changed].tolist()))
    assert all(":" in it for it in told)
    look.document.undo()
    answer(look, overlay)
    assert not overlay.difference.cells.any()


def test_what_the_fan_lost_is_what_was_seen_and_is_not(look: Any) -> None:
    fan = on(look, "fan")
    before = fan.seen.visible
    look.overlays.keep_earlier()
    look.wall("C4", "D6")
    answer(look, fan)
    lost = fan.difference.cells == HexChange.LOST
    assert np.array_equal(lost, before & ~fan.seen.visible)
    assert f"-{lost.sum()} hexes: seen before, not now" in [it.words for it in look.overlays.legend(fan)]


def test_the_territory_tells_gains_and_losses_zone_by_zone(look: Any) -> None:
    territory = on(look, "territory")
    look.overlays.keep_earlier()
    look.wall("C4", "C5", "C6", "D4")
    answer(look, territory)
    before, now = territory.kept.owner, territory.found.owner
    for index, entry in enumerate(territory.legend()[:2]):
        gained = ((now == index) & (before != index)).sum()
        lost = ((before == index) & (now != index)).sum()
        assert entry.words.endswith(f" (+{gained}, -{lost})" if gained or lost else "hexes")
    assert any("(" in it.words for it in territory.legend()[:2])


def test_the_width_of_a_gap_is_told_with_the_one_before(look: Any) -> None:
    gaps = on(look, "chokepoints")
    look.overlays.keep_earlier()
    look.wall("D4")
    answer(look, gaps)
    assert gaps.legend()[0].words == "1 hex closes the way (p1-start to p2-start), 2 before"


def test_flipping_shows_what_was_and_dropping_ends_it(look: Any) -> None:
    reach, earlier = on(look, "reach"), look.overlays.earlier
    then = [it.words for it in reach.legend()]
    look.overlays.keep_earlier()
    look.wall("D4")
    answer(look, reach)
    now = [it.words for it in reach.legend()]
    assert now != then
    earlier.flip()
    assert reach.standing.name == "EARLIER"
    assert [it.words for it in look.overlays.legend(reach)] == then
    assert reach.status.endswith("Earlier state.")
    earlier.flip()
    assert [it.words for it in reach.legend()] == now
    assert reach.difference is not None
    earlier.drop()
    assert (reach.kept, reach.difference, reach.comparison, earlier.words) == (None, None, "", "")


def test_while_the_earlier_state_is_shown_answers_change_what_is_now_alone(look: Any) -> None:
    territory = on(look, "territory")
    look.overlays.keep_earlier()
    kept = territory.found
    look.overlays.earlier.flip()
    look.wall("D4")
    answer(look, territory)
    assert territory.shown is kept
    assert territory.found is not kept
    look.overlays.earlier.flip()
    assert territory.shown is territory.found


def test_what_is_still_being_worked_out_is_kept_when_it_comes(look: Any) -> None:
    exposure = look.overlays["exposure"]
    exposure.set_on(True)
    look.overlays.keep_earlier()
    assert exposure.kept is None
    answer(look, exposure)
    assert exposure.kept is exposure.found


def test_what_comes_after_a_change_is_not_the_earlier_state(look: Any) -> None:
    exposure = look.overlays["exposure"]
    exposure.set_on(True)
    look.overlays.keep_earlier()
    look.wall("D4")
    answer(look, exposure)
    assert (exposure.kept, exposure.comparison) == (None, "")
    look.overlays.earlier.flip()
    assert exposure.status == "This overlay was off when the earlier state was saved."
    assert exposure.legend() == ()


def test_an_overlay_that_was_off_in_between_is_compared_all_the_same(look: Any) -> None:
    territory = on(look, "territory")
    look.overlays.keep_earlier()
    territory.set_on(False)
    look.wall("D4")
    territory = on(look, "territory")
    assert territory.difference.cells.any()


def test_the_moment_has_a_name(look: Any) -> None:
    on(look, "territory")
    look.overlays.keep_earlier()
    assert look.overlays.earlier.words == "step 1, Put"
    look.document.undo()
    look.overlays.keep_earlier()
    assert look.overlays.earlier.words == "the map when it was opened"


def test_on_a_board_of_another_size_nothing_is_compared_until_it_is_back(look: Any) -> None:
    exposure = on(look, "exposure")
    look.overlays.keep_earlier()
    board = look.scenario.board
    look.document.edit("Resize", [FieldPatch("board", board, Board.blank(board.layout, 8, 9))])
    answer(look, exposure)
    assert exposure.difference is None
    assert exposure.comparison == "Cannot compare: the board had a different size."
    look.document.undo()
    answer(look, exposure)
    assert exposure.comparison == "Since the earlier state: no hex has changed."


def test_other_options_than_at_the_earlier_state_are_said(look: Any) -> None:
    exposure = on(look, "exposure")
    look.overlays.keep_earlier()
    look.state.sight_range = 2
    answer(look, exposure)
    assert exposure.comparison.endswith("The earlier state uses another range.")
    look.state.sight_range = None
    answer(look, exposure)
    assert "another range" not in exposure.comparison


def test_shades_mean_the_same_then_and_now(look: Any) -> None:
    exposure = on(look, "exposure")
    look.overlays.keep_earlier()
    look.wall(*(f"{column}2" for column in "ABCDEFG"))
    answer(look, exposure)
    now = [it.words for it in exposure.legend()]
    look.overlays.earlier.flip()
    assert [it.words for it in exposure.legend()] == now


def test_when_all_overlays_are_off_the_next_one_shows_what_is_now(look: Any) -> None:
    on(look, "territory")
    look.overlays.keep_earlier()
    look.overlays.earlier.flip()
    look.overlays.all_off()
    assert not look.overlays.earlier.is_shown
    assert look.overlays.earlier.is_kept


def test_another_document_has_no_earlier_state(look: Any) -> None:
    on(look, "territory")
    look.overlays.keep_earlier()
    look.overlays.set_document(None)
    assert not look.overlays.earlier.is_kept

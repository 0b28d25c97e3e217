"""Then and now: the answers of a moment are kept, and every overlay tells what has changed since."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from fairground.core.scenario.board import Board
from fairground.editor.document.patches import FieldPatch
from fairground.editor.overlays.chokepoints import ChokepointsOverlay
from fairground.editor.overlays.earlier_state import HexChange
from fairground.editor.overlays.exposure import ExposureOverlay
from fairground.editor.overlays.fan import FanOverlay
from fairground.editor.overlays.reach import ReachOverlay
from fairground.editor.overlays.territory import TerritoryOverlay
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from fairground.editor.overlays.overlay import Overlay
    from tests.editor.editor_driver import AnyOverlay
    from tests.editor.overlays.conftest import Look, LookMaker


@pytest.fixture
def look(make_look: LookMaker) -> Look:
    """A board with a wall across it but for two gaps, looked at from B4, and with one question open at a time."""
    look = make_look()
    look.wall("D1", "D2", "D3", "D5", "D7")
    look.state.pin = look.hex("B4")
    return look


def on(look: Look, kind: type[AnyOverlay]) -> AnyOverlay:
    overlay = look.overlay(kind)
    overlay.set_on(True)
    answer(look, overlay)
    return overlay


def answer(look: Look, overlay: Overlay) -> None:
    """Have the worker answer until the overlay is of now."""

    def is_done() -> bool:
        for i, job in enumerate(look.worker.jobs):
            if job.topic == overlay.id:
                look.worker.answer(i)
        return overlay.is_current

    look.qtbot.waitUntil(is_done)


KINDS = (FanOverlay, ExposureOverlay, ReachOverlay, TerritoryOverlay, ChokepointsOverlay)


@pytest.mark.parametrize("kind", KINDS)
def test_every_overlay_tells_what_an_edit_has_changed(look: Look, kind: type[Overlay]) -> None:
    overlay = on(look, kind)
    before = overlay.latest
    look.overlays.keep_earlier()
    assert overlay.comparison == "Since the earlier state: no hex has changed."
    look.wall("D4")
    assert overlay.freshness.name == "OLD"
    answer(look, overlay)
    assert overlay.freshness.name == "CURRENT"
    changed = present(overlay.difference).cells > 0
    assert changed.any()
    assert overlay.earlier is before
    assert overlay.comparison == f"Since the earlier state: {present(overlay.difference).words}."
    told = [it.words for it in look.overlays.legend(overlay)[len(overlay.legend()) :]]
    assert len(told) == len(set(present(overlay.difference).cells[changed].tolist()))
    assert all(":" in it for it in told)
    look.document.undo()
    answer(look, overlay)
    assert not present(overlay.difference).cells.any()


def test_what_the_fan_lost_is_what_was_seen_and_is_not(look: Look) -> None:
    fan = on(look, FanOverlay)
    before = present(fan.latest).visible
    look.overlays.keep_earlier()
    look.wall("C4", "D6")
    answer(look, fan)
    lost = present(fan.difference).cells == HexChange.LOST
    assert np.array_equal(lost, before & ~present(fan.latest).visible)
    assert f"-{lost.sum()} hexes: seen before, not now" in [it.words for it in look.overlays.legend(fan)]


def test_the_territory_tells_gains_and_losses_zone_by_zone(look: Look) -> None:
    territory = on(look, TerritoryOverlay)
    look.overlays.keep_earlier()
    look.wall("C4", "C5", "C6", "D4")
    answer(look, territory)
    before, now = territory.earlier.owner, present(territory.latest).owner
    for index, entry in enumerate(territory.legend()[:2]):
        gained = ((now == index) & (before != index)).sum()
        lost = ((before == index) & (now != index)).sum()
        assert entry.words.endswith(f" (+{gained}, -{lost})" if gained or lost else "hexes")
    assert any("(" in it.words for it in territory.legend()[:2])


def test_the_width_of_a_gap_is_told_with_the_one_before(look: Look) -> None:
    gaps = on(look, ChokepointsOverlay)
    look.overlays.keep_earlier()
    look.wall("D4")
    answer(look, gaps)
    assert gaps.legend()[0].words == "Player 1's zone and Player 2's zone: closed off by 1 hex, 2 before"


def test_flipping_shows_what_was_and_dropping_ends_it(look: Look) -> None:
    reach, earlier = on(look, ReachOverlay), look.overlays.earlier
    then = [it.words for it in reach.legend()]
    look.overlays.keep_earlier()
    look.wall("D4")
    answer(look, reach)
    now = [it.words for it in reach.legend()]
    assert now != then
    earlier.flip()
    assert reach.freshness.name == "EARLIER"
    assert [it.words for it in look.overlays.legend(reach)] == then
    assert reach.status.endswith("Earlier state.")
    earlier.flip()
    assert [it.words for it in reach.legend()] == now
    assert reach.difference is not None
    earlier.drop()
    after = look.overlay(ReachOverlay)
    assert (after.earlier, after.difference, after.comparison, earlier.words) == (None, None, "", "")


def test_while_the_earlier_state_is_shown_answers_change_what_is_now_alone(look: Look) -> None:
    territory = on(look, TerritoryOverlay)
    look.overlays.keep_earlier()
    kept = territory.latest
    look.overlays.earlier.flip()
    look.wall("D4")
    answer(look, territory)
    assert territory.shown is kept
    assert territory.latest is not kept
    look.overlays.earlier.flip()
    assert territory.shown is territory.latest


def test_what_is_still_being_worked_out_is_kept_when_it_comes(look: Look) -> None:
    exposure = look.overlay(ExposureOverlay)
    exposure.set_on(True)
    look.overlays.keep_earlier()
    assert exposure.earlier is None
    answer(look, exposure)
    assert exposure.earlier is exposure.latest


def test_what_comes_after_a_change_is_not_the_earlier_state(look: Look) -> None:
    exposure = look.overlay(ExposureOverlay)
    exposure.set_on(True)
    look.overlays.keep_earlier()
    look.wall("D4")
    answer(look, exposure)
    assert (exposure.earlier, exposure.comparison) == (None, "")
    look.overlays.earlier.flip()
    assert exposure.status == "This overlay was off when the earlier state was saved."
    assert exposure.legend() == ()


def test_an_overlay_that_was_off_in_between_is_compared_all_the_same(look: Look) -> None:
    territory = on(look, TerritoryOverlay)
    look.overlays.keep_earlier()
    territory.set_on(False)
    look.wall("D4")
    territory = on(look, TerritoryOverlay)
    assert present(territory.difference).cells.any()


def test_the_moment_has_a_name(look: Look) -> None:
    on(look, TerritoryOverlay)
    look.overlays.keep_earlier()
    assert look.overlays.earlier.words == "step 1, Put"
    look.document.undo()
    look.overlays.keep_earlier()
    assert look.overlays.earlier.words == "the map when it was opened"


def test_on_a_board_of_another_size_nothing_is_compared_until_it_is_back(look: Look) -> None:
    exposure = on(look, ExposureOverlay)
    look.overlays.keep_earlier()
    board = look.scenario.board
    look.document.edit("Resize", [FieldPatch("board", board, Board.blank(board.layout, 8, 9))])
    answer(look, exposure)
    assert exposure.difference is None
    assert exposure.comparison == "Cannot compare: the board had a different size."
    look.document.undo()
    answer(look, exposure)
    assert exposure.comparison == "Since the earlier state: no hex has changed."


def test_other_options_than_at_the_earlier_state_are_said(look: Look) -> None:
    exposure = on(look, ExposureOverlay)
    look.overlays.keep_earlier()
    look.state.sight_range = 2
    answer(look, exposure)
    assert exposure.comparison.endswith("The earlier state uses another range.")
    look.state.sight_range = None
    answer(look, exposure)
    assert "another range" not in exposure.comparison


def test_shades_mean_the_same_then_and_now(look: Look) -> None:
    exposure = on(look, ExposureOverlay)
    look.overlays.keep_earlier()
    look.wall(*(f"{column}2" for column in "ABCDEFG"))
    answer(look, exposure)
    now = [it.words for it in exposure.legend()]
    look.overlays.earlier.flip()
    assert [it.words for it in exposure.legend()] == now


def test_when_all_overlays_are_off_the_next_one_shows_what_is_now(look: Look) -> None:
    on(look, TerritoryOverlay)
    look.overlays.keep_earlier()
    look.overlays.earlier.flip()
    look.overlays.all_off()
    assert not look.overlays.earlier.is_shown
    assert look.overlays.earlier.is_kept


def test_another_document_has_no_earlier_state(look: Look) -> None:
    on(look, TerritoryOverlay)
    look.overlays.keep_earlier()
    look.overlays.set_document(None)
    assert not look.overlays.earlier.is_kept

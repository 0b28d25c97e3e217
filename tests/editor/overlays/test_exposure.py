from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core import visibility
from fairground.editor.overlays.exposure import ExposureOverlay
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from tests.editor.overlays.conftest import Look, LookMaker


def shown(look: Look) -> ExposureOverlay:
    overlay = look.overlay(ExposureOverlay)
    overlay.set_on(True)
    look.worker.answer()
    return overlay


def test_the_worker_counts_who_sees_each_hex(make_look: LookMaker) -> None:
    look = make_look()
    look.wall("D3", "C4")
    overlay = look.overlay(ExposureOverlay)
    overlay.set_on(True)
    assert overlay.status == "Computing…"
    look.worker.answer()
    assert np.array_equal(present(overlay.latest), visibility(look.scenario).exposure())
    assert overlay.status == "How many hexes see each hex. Up to date."
    count = int(look.at(present(overlay.latest), "D1"))
    assert overlay.describe_hex(look.hex("D1")) == f"seen by {count} hexes"


def test_after_an_edit_the_old_numbers_are_marked_until_new_ones_come(make_look: LookMaker) -> None:
    look = make_look()
    overlay = shown(look)
    before = overlay.latest
    look.wall("D4")
    assert overlay.status.endswith("Outdated; recalculating…")
    assert overlay.describe_hex(look.hex("D1")) == ""
    look.qtbot.waitUntil(lambda: len(look.worker.jobs) == 2)
    look.worker.answer()
    assert overlay.is_current
    assert not np.array_equal(present(overlay.latest), present(before))


def test_edits_in_a_row_are_counted_once(make_look: LookMaker) -> None:
    look = make_look()
    shown(look)
    for label in ("D4", "D5", "D6"):
        look.wall(label)
        look.settle(5)
    look.settle(300)
    assert len(look.worker.jobs) == 2


def test_an_answer_of_an_earlier_revision_is_dropped(make_look: LookMaker) -> None:
    look = make_look()
    overlay = shown(look)
    before = overlay.latest
    look.wall("D4")
    look.qtbot.waitUntil(lambda: len(look.worker.jobs) == 2)
    look.wall("E4")
    look.qtbot.waitUntil(lambda: len(look.worker.jobs) == 3)
    look.worker.answer(1)
    assert overlay.latest is before
    assert not overlay.is_current
    look.worker.answer(2)
    assert overlay.is_current


def test_an_answer_after_it_was_switched_off_is_dropped(make_look: LookMaker) -> None:
    look = make_look()
    overlay = look.overlay(ExposureOverlay)
    overlay.set_on(True)
    overlay.set_on(False)
    look.worker.answer()
    assert overlay.latest is None


def test_once_switched_off_it_holds_no_map(make_look: LookMaker) -> None:
    look = make_look()
    overlay = shown(look)
    assert overlay.drawing is not None
    overlay.set_on(False)
    assert overlay.drawing is None
    overlay.set_on(True)
    look.worker.answer()
    assert overlay.drawing is not None


def test_a_worker_that_was_stopped_is_asked_again(make_look: LookMaker) -> None:
    look = make_look()
    overlay = look.overlay(ExposureOverlay)
    overlay.set_on(True)
    look.worker.ended.emit(False)  # noqa: FBT003  # Qt's signature
    assert len(look.worker.jobs) == 2
    look.worker.ended.emit(True)  # noqa: FBT003  # Qt's signature
    assert overlay.status == "Could not calculate this overlay: the worker process ended unexpectedly."


def test_the_legend_goes_from_the_fewest_to_the_most(make_look: LookMaker) -> None:
    look = make_look()
    overlay = look.overlay(ExposureOverlay)
    assert overlay.legend() == ()
    overlay = shown(look)
    assert [it.words for it in overlay.legend()] == ["48 for all hexes"]
    look.wall("D3", "C4", "F2")
    look.settle(200)
    look.worker.answer()
    words = [it.words for it in overlay.legend()]
    found = present(overlay.latest)
    low, high = int(found.min()), int(found.max())
    assert words[0] == f"{low}  safest: seen from the fewest hexes"
    assert words[-1] == f"{high}  most exposed: seen from the most hexes"
    assert len(words) == 5


def test_on_large_boards_the_range_is_limited_and_that_is_said(make_look: LookMaker) -> None:
    look = make_look(size=(80, 80))
    overlay = look.overlay(ExposureOverlay)
    overlay.set_on(True)
    assert look.worker.jobs[0].looking.reach == ExposureOverlay.large_range
    look.state.sight_range = 3
    look.qtbot.waitUntil(lambda: len(look.worker.jobs) == 2)
    look.worker.answer()
    assert overlay.status == "How many hexes see each hex, within 3. Up to date."

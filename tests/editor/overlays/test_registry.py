from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.scenario.board import Board
from fairground.editor.app.actions import load_keymap
from fairground.editor.document.patches import FieldPatch
from fairground.editor.overlays.chokepoints import ChokepointsOverlay
from fairground.editor.overlays.exposure import ExposureOverlay
from fairground.editor.overlays.fan import FanOverlay
from fairground.editor.overlays.reach import ReachOverlay
from fairground.editor.overlays.registry import OVERLAYS
from fairground.editor.overlays.territory import TerritoryOverlay
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from tests.editor.overlays.conftest import LookMaker


def test_every_overlay_has_an_action_of_its_own() -> None:
    actions = load_keymap().actions
    assert {f"overlay.{kind.id}" for kind in OVERLAYS} | {"overlay.none"} == {
        name for name in actions if name.startswith("overlay.")
    }


def test_they_are_off_at_first_and_all_go_off_at_once(make_look: LookMaker) -> None:
    look = make_look()
    assert look.overlays.shown == []
    assert not look.overlays.all_off()
    for name in ("exposure", "chokepoints"):
        look.overlays[name].set_on(True)
    assert [it.id for it in look.overlays.shown] == ["exposure", "chokepoints"]
    assert look.overlays.all_off()
    assert look.overlays.shown == []


def test_one_fill_is_on_at_a_time_and_the_other_goes_off_with_a_word(make_look: LookMaker) -> None:
    look = make_look()
    told: list[str] = []
    look.overlays.displaced.connect(told.append)
    look.overlay(FanOverlay).set_on(True)
    assert told == []
    look.overlay(ReachOverlay).set_on(True)
    assert [it.id for it in look.overlays.shown] == ["reach"]
    assert told == ['Turned off "Seen from the pointer". Pin an overlay to keep it on with the next one.']


def test_a_pinned_fill_stays_beside_one_other(make_look: LookMaker) -> None:
    look = make_look()
    look.overlay(ExposureOverlay).set_on(True)
    look.overlays.pin("exposure")
    look.overlay(ReachOverlay).set_on(True)
    assert {it.id for it in look.overlays.shown} == {"exposure", "reach"}
    look.overlay(TerritoryOverlay).set_on(True)
    assert {it.id for it in look.overlays.shown} == {"exposure", "territory"}
    # Pinning another one unpins the first.
    look.overlays.pin("territory")
    look.overlay(FanOverlay).set_on(True)
    assert {it.id for it in look.overlays.shown} == {"territory", "fan"}
    look.overlay(TerritoryOverlay).set_on(False)
    assert look.overlays.pinned == ""


def test_signs_go_with_any_fill(make_look: LookMaker) -> None:
    look = make_look()
    for name in ("chokepoints", "exposure"):
        look.overlays[name].set_on(True)
    assert {it.id for it in look.overlays.shown} == {"chokepoints", "exposure"}


def test_of_two_fills_the_upper_is_outlined_and_signs_make_room(make_look: LookMaker) -> None:
    look = make_look()
    look.overlay(ReachOverlay).set_on(True)
    look.overlay(ChokepointsOverlay).set_on(True)
    assert [it.id for it in look.overlays.shown if it.is_over] == ["chokepoints"]
    look.overlays.pin("reach")
    look.overlay(ExposureOverlay).set_on(True)
    assert [it.id for it in look.overlays.shown if it.is_over] == ["reach", "chokepoints"]
    look.overlay(ExposureOverlay).set_on(False)
    assert [it.id for it in look.overlays.shown if it.is_over] == ["chokepoints"]
    look.overlay(ReachOverlay).set_on(False)
    assert not any(it.is_over for it in look.overlays.shown)


def test_while_they_are_off_nothing_is_worked_out(make_look: LookMaker) -> None:
    look = make_look()
    look.overlays.point_at(look.hex("D4"))
    look.wall("D3")
    look.settle(200)
    assert look.worker.jobs == []
    assert look.overlay(FanOverlay).latest is None


def test_another_document_begins_without(make_look: LookMaker) -> None:
    look = make_look()
    for it in look.overlays:
        it.set_on(True)
    look.overlays.set_document(None)
    assert look.overlays.shown == []


def test_a_board_of_another_size_is_looked_at_anew(make_look: LookMaker) -> None:
    look = make_look()
    for name in ("exposure", "fan"):
        look.overlays[name].set_on(True)
        look.overlays.pin(name)
    look.overlays.point_at(look.hex("G7"))
    look.worker.answer(0)
    look.settle()
    board = look.scenario.board
    smaller = Board.blank(board.layout, 4, 5)
    look.document.edit("Resize", [FieldPatch("board", board, smaller)])
    assert all(it.legend() is not None for it in look.overlays)
    look.settle(200)
    look.worker.answer()
    assert present(look.overlay(ExposureOverlay).latest).shape == (5, 4)
    assert look.overlay(FanOverlay).latest is None
    look.overlays.point_at(look.hex("B2"))
    look.settle()
    assert look.overlay(FanOverlay).status == "19 of 19 hexes. Up to date."


def test_rulesets_of_bases_have_no_exposure_of_hexes(make_look: LookMaker) -> None:
    look = make_look(ruleset="base-visibility")
    overlay = look.overlay(ExposureOverlay)
    overlay.set_on(True)
    assert not overlay.is_on
    assert "from base to base" in overlay.refusal


@pytest.mark.parametrize("name", [kind.id for kind in OVERLAYS])
def test_every_overlay_has_a_title_and_a_legend_that_says_what_it_shows(
    make_look: LookMaker, name: str
) -> None:
    look = make_look()
    overlay = look.overlays[name]
    overlay.set_on(True)
    look.overlays.point_at(look.hex("D4"))
    look.settle(200)
    if look.worker.jobs:
        look.worker.answer()
    assert overlay.title
    assert overlay.status
    assert all(entry.items and entry.words for entry in overlay.legend())
    assert len(overlay.legend()) >= 1

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core import chokepoints
from fairground.editor.document.patches import FieldPatch
from fairground.editor.overlays import chokepoints as chokepoints_module
from fairground.editor.overlays.chokepoints import ChokepointsOverlay
from tests.editor.insides import gaps, passage_numbers
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from tests.editor.overlays.conftest import Look, LookMaker

#: A wall from top to bottom of a board of seven by seven, but for one gap at D4.
GAP = ("D1", "D2", "D3", "D5", "D6", "D7")


def shown(look: Look) -> ChokepointsOverlay:
    overlay = look.overlay(ChokepointsOverlay)
    overlay.set_on(True)
    look.worker.answer()
    return overlay


def test_the_worker_finds_the_gap(make_look: LookMaker) -> None:
    look = make_look()
    look.wall(*GAP)
    overlay = shown(look)
    expected = chokepoints(look.scenario)
    assert present(overlay.latest).cuts == expected.cuts
    assert present(overlay.latest).cuts[0].width == 1
    assert look.at(present(overlay.latest).articulation, "D4")
    assert overlay.status == "Hexes that few routes can avoid. Scout, walk: 5 points a turn. Up to date."


def test_the_legend_names_the_cuts_and_the_signs_that_are_to_be_seen(make_look: LookMaker) -> None:
    look = make_look()
    look.wall(*GAP)
    overlay = shown(look)
    words = [it.words for it in overlay.legend()]
    assert words[0] == "Player 1's zone and Player 2's zone: closed off by 1 hex"
    assert any(it.startswith("connects parts of the board") for it in words)
    assert any(it.startswith("traffic: up to 100%") for it in words)


def test_zones_that_cannot_reach_each_other_have_no_way(make_look: LookMaker) -> None:
    look = make_look()
    look.wall(*GAP, "D4")
    assert shown(look).legend()[0].words == "Player 1's zone and Player 2's zone: no route"


def test_after_an_edit_it_is_old_and_then_right_again(make_look: LookMaker) -> None:
    look = make_look()
    overlay = shown(look)
    look.wall(*GAP)
    assert overlay.status.endswith("Outdated; recalculating…")
    look.qtbot.waitUntil(lambda: len(look.worker.jobs) == 2)
    look.worker.answer()
    assert present(overlay.latest).cuts[0].width == 1


def test_without_zones_there_are_still_narrow_places(make_look: LookMaker) -> None:
    look = make_look()
    look.wall(*GAP)
    look.document.edit("Zones", [FieldPatch("zones", look.scenario.zones, [])])
    overlay = shown(look)
    assert present(overlay.latest).cuts == ()
    assert look.at(present(overlay.latest).articulation, "D4")


@pytest.mark.parametrize("size", [(1, 1), (3, 3)])
def test_an_open_board_says_that_nothing_is_narrow(make_look: LookMaker, size: tuple[int, int]) -> None:
    look = make_look(size=size)
    look.document.edit("Zones", [FieldPatch("zones", look.scenario.zones, [])])
    assert [it.words for it in shown(look).legend()] == ["no chokepoints (Scout, walk)"]


def test_each_passage_and_chain_is_drawn_where_it_is(make_look: LookMaker) -> None:
    look = make_look()
    look.wall(*GAP)
    overlay = shown(look)
    (chain,) = gaps(overlay)
    board = look.scenario.board
    assert [board.layout.from_offset(*it) for it in chain.places.tolist()] == [look.hex("D4")]
    assert (chain.width, chain.middle) == (1, 0)
    for number, passage in enumerate(present(overlay.latest).narrow, 1):
        drawn = {at for at in board.hexes() if passage_numbers(overlay)[board.cell(at)] == number}
        assert drawn <= passage.hexes


def test_on_large_boards_traffic_is_left_out_and_that_is_said(
    make_look: LookMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chokepoints_module, "MOST_WITH_TRAFFIC", 48)
    look = make_look()
    look.wall("A4", "B4", "C4", "E4", "F4", "G4")
    overlay = look.overlay(ChokepointsOverlay)
    overlay.set_on(True)
    look.worker.answer()
    assert not present(overlay.latest).traffic.any()
    assert present(overlay.latest).cuts == chokepoints(look.scenario).cuts
    assert overlay.freshness.name == "PARTIAL"
    assert overlay.left_out.startswith("Incomplete: traffic is not counted. This board has 49 hexes;")
    monkeypatch.undo()
    assert overlay.left_out == ""


def test_on_very_large_boards_they_are_not_looked_for_and_that_is_said(
    make_look: LookMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chokepoints_module, "MOST_HEXES", 48)
    look = make_look()
    overlay = look.overlay(ChokepointsOverlay)
    overlay.set_on(True)
    assert not overlay.is_on
    assert overlay.refusal == "Chokepoints are available only for boards of up to 48 hexes; this one has 49."
    assert look.worker.jobs == []


def test_what_is_looked_for_in_vain_is_dropped(make_look: LookMaker) -> None:
    look = make_look()
    overlay = look.overlay(ChokepointsOverlay)
    overlay.set_on(True)
    look.wall("D4")
    look.qtbot.waitUntil(lambda: len(look.worker.jobs) == 2)
    assert look.worker.dropped == look.worker.jobs[:1]
    overlay.set_on(False)
    assert look.worker.dropped == look.worker.jobs

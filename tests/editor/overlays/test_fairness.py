from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core import fairness
from fairground.editor.document.patches import FieldPatch
from fairground.editor.jobs.fairness import MeasureHexes, rating
from fairground.editor.overlays.fairness import Behind, FairnessOverlay
from fairground.editor.widgets.legend_rows import Freshness
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from tests.editor.overlays.conftest import Look, LookMaker


def behind(look: Look, standing: Freshness = Freshness.CURRENT) -> Behind:
    """Return what the core blames for the way to the enemy being narrow: the one gap in a wall."""
    measure = fairness(look.scenario, measures=["choke-width"]).measures[0]
    return Behind("Choke width", rating(look.scenario, measure).hexes, standing)


def test_it_says_what_it_shows_and_of_which_state(make_look: LookMaker) -> None:
    look = make_look()
    look.wall("D1", "D2", "D3", "D5", "D6", "D7")
    overlay = look.overlay(FairnessOverlay)
    overlay.set_on(True)
    assert overlay.freshness is Freshness.WAITING
    assert overlay.status == "Choose a measure in the Fairness panel."
    overlay.blame(behind(look))
    assert overlay.heading == "Fairness: Choke width"
    assert overlay.status == "1 hex involved, up to date."
    assert look.at(present(overlay.behind).hexes.mask(), "D4")
    assert [it.words for it in overlay.legend()] == ["Choke width"]
    overlay.blame(behind(look, Freshness.OLD))
    assert overlay.status == f"1 hex involved, {Freshness.OLD.words}."
    nobody = MeasureHexes(np.packbits(np.zeros((7, 7), np.bool_)).tobytes(), (7, 7))
    overlay.blame(Behind("Traffic", nobody, Freshness.CURRENT))
    assert overlay.status == "No specific hexes, up to date."


def test_the_same_once_more_is_no_news(make_look: LookMaker) -> None:
    look = make_look()
    overlay = look.overlay(FairnessOverlay)
    overlay.set_on(True)
    told: list[str] = []
    found = behind(look)
    overlay.changed.connect(lambda: told.append("changed"))
    overlay.blame(found)
    overlay.blame(found)
    assert told == ["changed"]


def test_without_two_zones_there_is_nobody_to_be_fair_to(make_look: LookMaker) -> None:
    look = make_look()
    overlay = look.overlay(FairnessOverlay)
    overlay.set_on(True)
    look.document.edit("Zones", [FieldPatch("zones", look.scenario.zones, look.scenario.zones[:1])])
    assert not overlay.is_on
    assert overlay.refusal == "Fairness needs deployment zones for two sides. Paint them with the zone tool."

"""Sight on a page for rulesets that measure it from base to base: the answers for the units where they start.

Core computes them, because lines between bases are not judged hex by hex. A base anywhere else is not covered, and the page
says so.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Literal, TypedDict

from fairground.core.errors import ScenarioError
from fairground.core.report.map import runs_of
from fairground.core.sight.bases.base_positions import placed
from fairground.core.sight.bases.fan import BaseFan
from fairground.core.sight.bases.verdict import BaseVerdicts
from fairground.core.web_page.board_section import hex_number
from fairground.core.web_page.packing import packed_json

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit
    from fairground.core.sight.bases.verdict import BaseSight
    from fairground.core.web_page.packing import PackedJson


class UnitViewData(TypedDict):
    """A unit, its hex, and the hexes in whose centre it sees a base of default size, as runs."""

    id: str
    title: str
    hex: int
    visible: list[int]


class BasesSection(TypedDict):
    """Sight from base to base.

    ``pairs`` is a packed list of ``[viewer, target, sight, verdict, reasons]``: indices of units, whether there is a clear
    line, a sentence, and pairs of the ID of a rule and a sentence.
    """

    model: Literal["bases"]
    units: list[UnitViewData]
    pairs: PackedJson


def base_sight_section(scenario: Scenario) -> BasesSection:
    """Return the views of all units on the board, and the verdicts between any two of them."""
    verdicts = BaseVerdicts(scenario)
    units = [it for it in scenario.units if scenario.board.contains(it.hex)]
    known = [(it, view) for it in units if (view := _view(verdicts, it)) is not None]
    pairs = [
        (i, j, *_answer(verdicts.sight(one, other)))
        for (i, (one, _)), (j, (other, _)) in permutations(enumerate(known), 2)
    ]
    return {"model": "bases", "units": [view for _, view in known], "pairs": packed_json(pairs)}


def _view(verdicts: BaseVerdicts, unit: Unit) -> UnitViewData | None:
    scenario = verdicts.scenario
    try:
        seen = BaseFan(verdicts, placed(scenario, unit), None).visible
    except ScenarioError:
        # It stands where no unit can be.
        return None
    return {
        "id": unit.id,
        "title": unit.name or _class_title(scenario, unit),
        "hex": hex_number(scenario, unit.hex),
        "visible": runs_of(seen),
    }


def _class_title(scenario: Scenario, unit: Unit) -> str:
    known = scenario.rules.classes
    return known[unit.unit_class].name if unit.unit_class in known else unit.title


def _answer(found: BaseSight) -> tuple[bool, str, list[tuple[str, str]]]:
    return found.clear, _verdict(found), [(it.rule, it.text) for it in found.reasons]


def _verdict(found: BaseSight) -> str:
    away = f"{found.distance:.1f} inches away, edge to edge"
    if not found.clear:
        return f"Hidden, {away}."
    extra = [
        text
        for amount, text in (
            (found.evasion, f"evasion {found.evasion:+d}"),
            (found.toughness, f"toughness {found.toughness:+d}"),
        )
        if amount
    ]
    return f"{'; '.join([f'In sight and {found.state.value}, {away}', *extra])}."

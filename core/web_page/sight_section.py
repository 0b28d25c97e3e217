"""Sight on a page: between hexes the facts from which the page judges each line, between bases the answers themselves.

Between hexes the page's script judges lines as ``core.sight.line`` does, by the policies, facts and sentences given here; a
test compares them. Tables of all pairs would be larger, and have no reasons.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any, Literal, TypedDict

import numpy as np

from fairground.core.errors import ScenarioError
from fairground.core.report.map import runs_of
from fairground.core.rules.sight import CoverUnits, ElevationPolicy, InsidePolicy
from fairground.core.sight.bases.base_positions import placed
from fairground.core.sight.bases.fan import BaseFan
from fairground.core.sight.bases.verdict import BaseVerdicts
from fairground.core.sight.board.facts import HexKinds
from fairground.core.sight.line.modifiers import allegiance_of, grade_value
from fairground.core.sight.line.reasons import MOST_NAMED, SENTENCES, rule_on_levels
from fairground.core.sight.line.runs import rule_on_ground
from fairground.core.web_page.board_section import hex_number
from fairground.core.web_page.packing import packed_json, packed_numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit
    from fairground.core.sight.bases.verdict import BaseSight
    from fairground.core.sight.board.facts import HexSightFacts
    from fairground.core.web_page.packing import PackedJson, PackedNumbers


class CentresSection(TypedDict):
    """Sight between hexes.

    ``policies`` are those of sight and cover by their names, ``opacities`` and ``grades`` in the ruleset's order, to which
    facts refer by index. ``sentences`` are core's templates, and ``names`` is the style of hexes' names. ``heights`` lists
    the classes of units and their heights in levels, none where heights change nothing. ``kinds`` are the facts of hexes of
    one kind, null for void ones, and ``hexes`` the kind of each. ``sides`` holds ``[q, r, direction, features]``.
    """

    model: Literal["centres"]
    policies: dict[str, str | bool]
    opacities: list[dict[str, Any]]
    grades: list[dict[str, Any]]
    unit_grade: int | None
    ground_rule: str
    levels_rule: str
    sentences: dict[str, dict[str, str]]
    most_named: int
    names: dict[str, str | int]
    heights: list[dict[str, Any]]
    units: list[dict[str, Any]]
    features: list[dict[str, Any]]
    sides: PackedJson
    kinds: PackedJson
    hexes: PackedNumbers


def sight_section(scenario: Scenario) -> CentresSection:
    """Return everything that lines of sight depend on."""
    rules = scenario.rules
    kinds = HexKinds(scenario)
    names = scenario.board.hex_names
    features = list(rules.hexsides)
    grades = list(rules.cover.grades)
    unit_grade = rules.cover.unit_grade
    allegiances = list(dict.fromkeys(allegiance_of(scenario, it.side) for it in scenario.units))
    return {
        "model": "centres",
        "policies": _policies(rules),
        "opacities": [
            {"name": it.name, "limit": it.limit, "rule": _first(it.rules)}
            for it in rules.sight.opacities.values()
        ],
        "grades": [
            {"name": it.name, "value": grade_value(rules.cover, it), "rule": _first(it.rules)}
            for it in rules.cover.grades.values()
        ],
        "unit_grade": None if unit_grade is None else grades.index(unit_grade),
        "ground_rule": rule_on_ground(rules.sight.elevation),
        "levels_rule": rule_on_levels(rules),
        "sentences": {name: it._asdict() for name, it in SENTENCES._asdict().items()},
        "most_named": MOST_NAMED,
        "names": {"style": names.style.value, "digits": names.digits},
        "heights": _heights(rules),
        "units": [
            {
                "id": it.id,
                "title": scenario.unit_title(it),
                "q": it.hex.q,
                "r": it.hex.r,
                "allegiance": allegiances.index(allegiance_of(scenario, it.side)),
            }
            for it in scenario.units
            if rules.cover.units is not CoverUnits.NONE
        ],
        "features": [
            {"name": it.name, "blocks": it.blocks_sight, "hindrance": it.hindrance}
            for it in rules.hexsides.values()
        ],
        "sides": packed_json(_sides(scenario, features)),
        "kinds": packed_json([_kind(it, rules) for it in kinds.facts]),
        "hexes": packed_numbers(kinds.of_hexes.astype(np.uint16)),
    }


def _policies(rules: Ruleset) -> dict[str, str | bool]:
    sight, cover = rules.sight, rules.cover
    return {
        "hexside": sight.hexside.value,
        "corner": sight.corner.value,
        "elevation": sight.elevation.value,
        "corner_hexside": sight.corner_hexside.value,
        "own_hexside": sight.own_hexside.value,
        "end_hexside": sight.end_hexside.value,
        "hindrance_reach": sight.hindrance_reach.value,
        "inside": sight.inside.value,
        "cover_reach": cover.reach.value,
        "cover_units": cover.units.value,
        "cover_stacks": cover.stacks,
        "higher_ignores_cover": rules.attack.heights.higher.ignores_cover,
    }


def _heights(rules: Ruleset) -> list[dict[str, Any]]:
    """Return the classes of units by height, if the ruleset counts heights."""
    counts = rules.sight.elevation is ElevationPolicy.ADJACENT or rules.sight.inside is InsidePolicy.FREE
    return [{"title": it.name, "height": it.height} for it in rules.classes.values() if counts]


def _sides(scenario: Scenario, features: Sequence[str]) -> list[tuple[int, int, int, list[int]]]:
    """Return the hexsides with features that the ruleset knows."""
    found = []
    for side, names in scenario.board.hexsides.items():
        if known := [features.index(it) for it in names if it in scenario.rules.hexsides]:
            found.append((side.hex.q, side.hex.r, side.direction, known))
    return found


def _kind(facts: HexSightFacts | None, rules: Ruleset) -> dict[str, Any] | None:
    if facts is None:
        return None
    terrain, opacities, grades = list(rules.terrain), list(rules.sight.opacities), list(rules.cover.grades)
    return {
        "level": facts.level,
        "floor": facts.floor,
        "obstacles": [
            {
                "kind": terrain.index(it.kind) if it.kind else -1,
                "top": it.top,
                "text": it.text,
                "rule": it.cause.rule,
            }
            for it in facts.obstacles
        ],
        "dimmings": [
            {"opacity": opacities.index(it.opacity), "amount": it.amount, "top": it.top}
            for it in facts.dimmings
        ],
        "hindrances": [
            {"text": it.cause.name, "amount": it.amount, "rule": it.cause.rule} for it in facts.hindrances
        ],
        "covers": [grades.index(it) for it in facts.covers],
        "open": facts.is_open,
    }


def _first(rules: Sequence[str]) -> str:
    return next(iter(rules), "")


# -- between bases -------------------------------------------------------------------------------------------


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
        "title": scenario.unit_title(unit),
        "hex": hex_number(scenario, unit.hex),
        "visible": runs_of(seen),
    }


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

"""The facts of every hex of a page: terrain, level, effects, hexsides, zones, objectives and units."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

import numpy as np

from fairground.core.grid.hexes import direction_between
from fairground.core.movement.mover import climb_cost
from fairground.core.pictures.looks import Looks
from fairground.core.report.map import runs_of, zone_name
from fairground.core.rules.descriptions import (
    class_sentence,
    effect_facts,
    feature_sentence,
    terrain_sentence,
)
from fairground.core.scenario.parts import ObjectiveKind
from fairground.core.text.wording import counted, listed
from fairground.core.web_page.board_section import hex_number
from fairground.core.web_page.packing import packed_json, packed_numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective, Unit
    from fairground.core.web_page.packing import PackedJson, PackedNumbers


#: Steps over more levels are not listed.
_FAR_LEVELS: Final = 3


class NamedText(TypedDict):
    """A title, and a sentence about it; the sentence may be empty."""

    title: str
    text: str


class StacksData(TypedDict):
    """What lies in hexes: the kinds, the stacks of kinds (indices, bottom first), and the stack of each hex."""

    kinds: list[NamedText]
    stacks: list[list[int]]
    hexes: PackedNumbers


class AreaData(NamedText):
    """A zone or an objective with its hexes as runs."""

    runs: list[int]


class UnitFacts(NamedText):
    """A unit with its side's index, the title of its class, and its hex."""

    id: str
    side: int
    unit_class: str
    hex: int


class FactsSection(TypedDict):
    """The facts of hexes.

    ``directions`` are the names of directions 0-5, ``sides`` a packed list of ``[hex, direction, features]`` for both hexes of
    each hexside with features, ``climb`` by level what it costs more to enter from other levels, and ``names`` pairs of a hex and what the map calls it.
    """

    terrain: StacksData
    effects: StacksData
    levels: PackedNumbers
    climb: dict[int, str]
    features: list[NamedText]
    sides: PackedJson
    directions: list[str]
    zones: list[AreaData]
    objectives: list[AreaData]
    units: list[UnitFacts]
    names: list[tuple[int, str]]


def facts_section(scenario: Scenario) -> FactsSection:
    """Return the facts of a scenario's hexes; the designer's notes are not among them."""
    board, rules, looks = scenario.board, scenario.rules, Looks(scenario)
    features = list(dict.fromkeys(name for names in board.hexsides.values() for name in names))
    return {
        "terrain": _stacks(
            [it.kinds for it in board.palette],
            board.terrain,
            looks.terrain_name,
            lambda kind: terrain_sentence(kind, rules) if kind in rules.terrain else "",
        ),
        "effects": _stacks(
            [it.kinds for it in board.effects_palette],
            board.effects,
            looks.effect_name,
            lambda kind: _effect_text(kind, rules),
        ),
        "levels": packed_numbers(board.elevation.astype(np.int16)),
        "climb": dict(_climbs(scenario)),
        "features": [_feature(it, rules) for it in features],
        "sides": packed_json(list(_sides(scenario, features))),
        "directions": [board.layout.direction_name(it) for it in range(6)],
        "zones": [
            {"title": zone_name(scenario, it), "text": "", "runs": runs_of(it.shape.mask(board))}
            for it in scenario.zones
        ],
        "objectives": [
            {"title": it.title, "text": _objective_text(scenario, it), "runs": runs_of(it.shape.mask(board))}
            for it in scenario.objectives
        ],
        "units": [_unit(scenario, it) for it in scenario.units if board.contains(it.hex)],
        "names": [(hex_number(scenario, at), name) for at, name in board.names.items() if board.contains(at)],
    }


def _climbs(scenario: Scenario) -> Iterator[tuple[int, str]]:
    """Yield a sentence for each level of the board that costs more to enter from a level close by."""
    levels = np.unique(scenario.board.elevation[~scenario.board.void]).tolist()
    for entered in levels:
        costs = []
        for left in levels:
            if left == entered or abs(left - entered) > _FAR_LEVELS:
                continue
            cost = climb_cost(scenario.rules, left, entered)
            if cost is None:
                costs.append(f"not possible from level {left}")
            elif abs(left - entered) == scenario.rules.movement.climb.whole_turn:
                costs.append(f"a whole turn from level {left}")
            elif cost:
                costs.append(f"+{cost} from level {left}")
        if costs:
            yield entered, f"Movement points on top of the terrain: {', '.join(costs)}."


def _stacks(
    palette: Sequence[Sequence[str]],
    of_hexes: np.ndarray[tuple[int, ...], np.dtype[np.uint16]],
    title: Callable[[str], str],
    text: Callable[[str], str],
) -> StacksData:
    kinds = list(dict.fromkeys(kind for stack in palette for kind in stack))
    return {
        "kinds": [{"title": title(it), "text": text(it)} for it in kinds],
        "stacks": [[kinds.index(kind) for kind in stack] for stack in palette],
        "hexes": packed_numbers(of_hexes.astype(np.uint16)),
    }


def _effect_text(kind: str, rules: Ruleset) -> str:
    if kind not in rules.effects:
        return ""
    facts = listed(effect_facts(rules.effects[kind], rules))
    return f"{rules.effects[kind].name}: {facts}." if facts else ""


def _feature(name: str, rules: Ruleset) -> NamedText:
    if name not in rules.hexsides:
        return {"title": name, "text": ""}
    return {"title": rules.hexsides[name].name, "text": feature_sentence(name, rules)}


def _sides(scenario: Scenario, features: Sequence[str]) -> Iterator[tuple[int, int, list[int]]]:
    board = scenario.board
    for side, names in board.hexsides.items():
        for at, beyond in (side.hexes, side.hexes[::-1]):
            direction = direction_between(at, beyond)
            if direction is not None and board.contains(at):
                yield hex_number(scenario, at), direction, [features.index(it) for it in names]


def _objective_text(scenario: Scenario, it: Objective) -> str:
    owner = scenario.side(it.side)
    parts = [
        "exit" if it.kind is ObjectiveKind.EXIT else "control",
        f"for {owner.title}" if owner else "",
        f"worth {counted(it.points, 'point')}" if it.points else "",
        f"to be held for {counted(it.hold, 'turn')}" if it.hold else "",
    ]
    return ", ".join(filter(None, parts))


def _unit(scenario: Scenario, it: Unit) -> UnitFacts:
    known = scenario.rules.classes
    unit_class = known[it.unit_class].name if it.unit_class in known else it.unit_class
    return {
        "id": it.id,
        "title": it.name or unit_class,
        "side": scenario.side_index(it.side),
        "unit_class": unit_class,
        "text": _unit_text(scenario, it),
        "hex": hex_number(scenario, it.hex),
    }


def _unit_text(scenario: Scenario, it: Unit) -> str:
    sentences = (
        [class_sentence(it.unit_class, scenario.rules)] if it.unit_class in scenario.rules.classes else []
    )
    if it.allowance is not None:
        sentences.append(f"This one has {counted(it.allowance, 'movement point')}.")
    if it.arrives > 1:
        sentences.append(f"It arrives in turn {it.arrives}.")
    return " ".join(sentences)

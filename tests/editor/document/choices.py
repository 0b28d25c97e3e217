"""What an editor can choose, and make of fields, parts and boards, as numbers say: for properties of documents."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fairground.core.grid.hexsides import corner, hexside
from fairground.core.grid.labels import LabelStyle
from fairground.core.grid.layout import Layout as GridLayout
from fairground.core.grid.symmetry import POINT_SYMMETRIES, BoardSymmetry
from fairground.core.rules import shipped_rulesets
from fairground.core.scenario.decorations import Decoration
from fairground.core.scenario.parts import (
    FairnessBands,
    Objective,
    ObjectiveKind,
    RulesetReference,
    Shield,
    Side,
    Unit,
    UnitPart,
    Victory,
    Zone,
    ZoneKind,
    free_id,
)
from fairground.core.scenario.shapes import (
    Columns,
    Difference,
    Everything,
    Intersection,
    Listed,
    Rows,
    Union,
    Within,
)
from fairground.core.scenario.tracing_image import TracingImage
from fairground.core.scenario.transform.paste import ClipLayer
from fairground.core.scenario.transform.whole_board import Anchor, Keep
from fairground.editor.document.mover_choice import UnitChoice
from fairground.editor.document.part_patches import (
    PartList,
    added,
    moved,
    part_list,
    removed,
    renamed,
    replaced,
)
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.features.board.job import BoardChange, Relaying, Reruling, Resizing, TurnJob
from fairground.editor.tools.option_defaults import ElevationMode, Stacking, ZoneWay
from fairground.editor.tools.selecting import SelectMode, SelectShape
from fairground.editor.tools.shapes import DragShape

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.patches import Patch


def _kinds(name: str) -> Callable[[Scenario], list[Any]]:
    """Return what lists the ids that a scenario's ruleset has of something; none where it cannot be read."""
    return lambda scenario: list(getattr(known_rules(scenario), name, ()))


OPTIONS: dict[str, Callable[[Scenario], list[Any]]] = {
    "terrain_first": _kinds("terrain"),
    "terrain_second": _kinds("terrain"),
    "stack_first": lambda scenario: [tuple(_kinds("terrain")(scenario)[1:3])] * bool(known_rules(scenario)),
    "radius": lambda _: [0, 0, 1, 3],
    "bar": lambda _: [None, 0, 1, 2],
    "symmetry": lambda _: [*[None] * 8, *BoardSymmetry],
    "symmetry_centre": lambda scenario: [None, None, hex_at(scenario, 9), corner(hex_at(scenario, 9), 1)],
    "level": lambda _: [0, 1, 2, 3, 9],
    "level_flood": lambda _: [False, True],
    "elevation_mode": lambda _: list(ElevationMode),
    "stacking": lambda _: list(Stacking),
    "shape": lambda _: list(DragShape),
    "filled": lambda _: [False, True],
    "feature": _kinds("hexsides"),
    "effect": _kinds("effects"),
    "zone_id": lambda scenario: [zone.id for zone in scenario.zones] or [""],
    "zone_way": lambda _: list(ZoneWay),
    "new_unit": lambda scenario: [UnitChoice(side.id, facing=3) for side in scenario.sides],
    "select_shape": lambda _: list(SelectShape),
    "select_mode": lambda _: list(SelectMode),
    "paste_layers": lambda _: [frozenset(ClipLayer), frozenset(ClipLayer), frozenset((ClipLayer.HEXSIDES,))],
    "locked_layers": lambda _: [*[frozenset()] * 5, frozenset(("zones", "terrain", "hexsides"))],
}


def hex_at(scenario: Scenario, number: int) -> Hex:
    board = scenario.board
    return board.layout.from_offset(number % board.columns, number // board.columns % board.rows)


def text_of(a: int, b: int) -> str:
    return ("", "Hill", "Über 'alles'", "- [x]: #", "two\nlines", "日本", "yes", "12:30")[(a + b) % 8]


def label_at(scenario: Scenario, number: int) -> str:
    return scenario.board.label(hex_at(scenario, number))


def _weather(scenario: Scenario, number: int) -> str:
    known = _kinds("weather")(scenario) or ["none"]
    return str(known[number % len(known)])


#: What a field can become; the values are new objects, as they must be.
FIELDS: dict[str, Callable[[Scenario, int, int], object]] = {
    "name": lambda _, a, b: text_of(a, b),
    "author": lambda _, a, b: text_of(a, b),
    "notes": lambda _, a, b: text_of(a, b) * 2,
    "weather": lambda it, a, _: _weather(it, a),
    "turns": lambda _, a, __: a or None,
    "board.label_style": lambda _, a, b: list(LabelStyle)[(a + b) % len(LabelStyle)],
    "ruleset": lambda it, a, b: RulesetReference(
        it.ruleset.name, {"levels.max": b % 5 + 1} if a % 2 else {}, it.ruleset.content_hash
    ),
    "sides": lambda it, a, b: (
        [replace(it.sides[0], name=text_of(a, b), team="ab"[a % 2]), *it.sides[1:]]
        if it.sides
        else [Side("p1"), Side("p2")]
    ),
    "zones": lambda it, a, b: [
        *it.zones[: a % 4],
        Zone(f"z-{a}", "p1", Union(Rows(1, 2), Difference(Within(b % 4, label_at(it, a)), Columns(2, 2)))),
        Zone(f"y-{b}", "p2", Intersection(Everything(), Listed((label_at(it, b),))), ZoneKind.AREA),
    ],
    "objectives": lambda it, a, b: [
        *it.objectives[:3],
        Objective(
            f"o-{a}-{b}", Listed((label_at(it, a),)), points=b, hold=a, kind=list(ObjectiveKind)[a % 2]
        ),
    ],
    "units": lambda it, a, b: [
        *it.units[:3],
        Unit(
            f"u-{a}-{b}",
            "p1",
            "scout",
            hex_at(it, a),
            facing=b % 6 + 1,
            shield=list(Shield)[b % 3],
            at=(None, (a / 50, -b / 40))[a % 2],
            base=(None, 1.26, b / 4)[b % 3],
            parts=(UnitPart("head", (b / 100, -a / 20), a / 20), UnitPart("hull"))[: a % 3],
            traits=("recon", "observer")[: b % 3],
        ),
    ],
    "victory": lambda _, a, b: Victory(a or None, last_standing=bool(b % 2), kill=b),
    "house_rules": lambda _, a, b: [f"rule {a}", f"rule {b}"][: 1 + b % 2],
    "images": lambda _, a, b: {"logo": f"logo-{a}.svg", "dot": "data:image/png;base64,AA"} if b % 2 else {},
    "underlay": lambda _, a, b: (
        TracingImage("logo", (a / 50, -b / 40), 1 + a / 8, b * 30 % 360, mirrored=bool(b % 2))
        if a % 3
        else None
    ),
    "decorations": lambda it, a, b: [
        *it.decorations[:3],
        Decoration("tree", hex_at(it, a), (None, a % 6)[b % 2], (a / 50, -b / 40), 1 + a / 8, b * 30 % 360),
    ],
    "locked": lambda it, a, b: [label_at(it, a), label_at(it, b)],
    "fairness": lambda _, a, b: FairnessBands(
        {"territory": f"1/{a + 2}:1/2"}, ("territory", "contact")[: b % 3]
    ),
    "comments": lambda _, a, b: {(): (" head",), ("board", "terrain"): (f" {a}",), ("turns",): (f" {b}",)},
    "board.inches": lambda _, a, b: (None, 2.0, (a + 1) / 4)[b % 3],
    "board.names": lambda it, a, b: {**it.board.names, hex_at(it, a): text_of(b, b) or "x"},
    "board.notes": lambda it, a, b: {hex_at(it, a): text_of(b, 1) or "x", hex_at(it, b): "y"},
    "board.hexsides": lambda it, a, b: {
        **it.board.hexsides,
        hexside(hex_at(it, a), b % 3): ("hedge", "wall"),
    },
    "board.elevation_palette": lambda _, a, __: {"z": 10 + a},
}


def _another(scenario: Scenario, field: PartList, index: int) -> Side | Zone | Objective | Unit:
    found = part_list(scenario, field)
    another: Side | Zone | Objective | Unit = replace(
        found[index], id=free_id(field, {it.id for it in found})
    )
    return another


#: What can be done to a part of one of the lists.
PARTS: dict[str, Callable[[Scenario, PartList, int, int], list[Patch]]] = {
    "add": lambda it, field, index, _: added(it, field, _another(it, field, index)),
    "change": lambda it, field, index, b: replaced(
        it,
        field,
        index,
        replace(
            part_list(it, field)[index], **({"facing": b % 6 + 1} if field == "units" else {"name": f"N{b}"})
        ),
    ),
    "rename": lambda it, field, index, _: renamed(it, field, index, _another(it, field, index).id),
    "remove": lambda it, field, index, _: removed(it, field, index),
    "move": lambda it, field, index, b: moved(it, field, index, b % 5 - 2),
}

RULESETS = [it for it in shipped_rulesets() if it != "megamek"]

#: What can be done to a whole board, as the worker does it.
BOARDS: dict[str, Callable[[Scenario, int, int], BoardChange]] = {
    "resize": lambda _, a, b: Resizing(a % 6 + 3, b % 6 + 3, list(Anchor)[(a + b) % len(Anchor)]),
    "turn": lambda _, a, __: TurnJob(POINT_SYMMETRIES[a % len(POINT_SYMMETRIES)]),
    "relay": lambda _, a, b: Relaying(list(GridLayout)[a % 4], list(Keep)[b % len(Keep)]),
    "rerule": lambda _, a, __: Reruling(RULESETS[a % len(RULESETS)]),
}

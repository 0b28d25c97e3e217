"""Quick fixes of sides, zones, objectives, units, ids and the ruleset."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from fairground.core.errors import FairgroundError
from fairground.core.rules import known_rulesets, load_ruleset
from fairground.core.scenario.hex_arguments import has_label
from fairground.core.scenario.inches import put_in
from fairground.core.scenario.parts import RulesetReference, Shield, Side, ZoneKind
from fairground.core.scenario.shapes import (
    Columns,
    Difference,
    Intersection,
    Listed,
    Painted,
    Rows,
    Union,
    Within,
    listed,
    painted,
)
from fairground.core.text.suggest import nearest
from fairground.editor.app.texts import tr
from fairground.editor.document.hex_facts import part_title
from fairground.editor.document.patches import FieldPatch
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.document.rule_answers import subject_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fairground.core.finding import Finding
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective, Unit, Zone
    from fairground.core.scenario.shapes import Shape
    from fairground.editor.document.patches import Patch

    #: The title of a fix and its patches; None if there is no certain fix.
    FixPatches = tuple[str, list[Patch]] | None
    Fix = Callable[[Scenario, Finding], FixPatches]

#: The most hexes that a shape names; more are painted.
_LISTED = 12


def repaired(shape: Shape, board: Board) -> Shape | None:
    """Return a shape limited to the board, with the same hexes; None if a part of it has no hex on the board."""
    match shape:
        case Rows() | Columns():
            bound = board.rows if isinstance(shape, Rows) else board.columns
            return replace(shape, last=min(shape.last, bound)) if shape.first <= bound else None
        case Listed():
            there = tuple(name for name in shape.hexes if has_label(board, name))
            return Listed(there) if there else None
        case Within():
            return shape if has_label(board, shape.centre) else None
        case Painted():
            return painted(shape.mask(board))
        case Union() | Difference() | Intersection():
            left, right = repaired(shape.left, board), repaired(shape.right, board)
            return replace(shape, left=left, right=right) if left and right else None
        case _:
            return shape


def without(shape: Shape, mask: NDArray[np.bool_], board: Board) -> Shape | None:
    """Return a shape without the hexes of ``mask``; None if that changes nothing or leaves nothing.

    A few hexes are named, so that ``rows 1-2`` stays readable; many are painted.
    """
    own = shape.mask(board)
    taken, rest = own & mask, own & ~mask
    if not taken.any() or not rest.any():
        return None
    if isinstance(shape, Listed):
        return listed(board.layout, board.hexes_of(rest))
    if isinstance(shape, Painted) or taken.sum() > _LISTED:
        return painted(rest)
    return Difference(shape, listed(board.layout, board.hexes_of(taken)))


def _part_fix(fix: Callable[[Scenario, str, int, Any], FixPatches]) -> Fix:
    """Call ``fix`` with the list, the index and the part that a finding refers to; no fix if it no longer exists."""

    def create(scenario: Scenario, finding: Finding) -> FixPatches:
        match finding.place.path:
            case (str(name), int(index), *_):
                parts = getattr(scenario, name, None)
                if isinstance(parts, list) and index < len(parts):
                    return fix(scenario, name, index, parts[index])
        return None

    return create


def _replaced(scenario: Scenario, name: str, index: int, part: object) -> list[Patch]:
    """Return the patch that replaces a part of a list; none if it is the same."""
    before = getattr(scenario, name)
    if before[index] == part:
        return []
    return [FieldPatch(name, before, [*before[:index], part, *before[index + 1 :]])]


def _without(scenario: Scenario, name: str, index: int) -> list[Patch]:
    before = getattr(scenario, name)
    return [FieldPatch(name, before, [*before[:index], *before[index + 1 :]])]


# -- ruleset and names --------------------------------------------------------------------------------------


def _take_ruleset(scenario: Scenario, _finding: Finding) -> FixPatches:
    rules, reference = known_rules(scenario), scenario.ruleset
    if rules is None or reference.content_hash == rules.content_hash:
        return None
    after = replace(reference, content_hash=rules.content_hash)
    return tr("Switch to the installed ruleset version"), [FieldPatch("ruleset", reference, after)]


def _name_ruleset(scenario: Scenario, _finding: Finding) -> FixPatches:
    meant = nearest(scenario.ruleset.name, known_rulesets())
    if meant is None or meant == scenario.ruleset.name:
        return None
    try:
        rules = load_ruleset(meant, overrides=scenario.ruleset.overrides)
    except FairgroundError:
        return None
    after = RulesetReference(meant, scenario.ruleset.overrides, rules.content_hash)
    return tr("Use {meant}").format(meant=meant), [FieldPatch("ruleset", scenario.ruleset, after)]


def _name_weather(scenario: Scenario, _finding: Finding) -> FixPatches:
    rules = known_rules(scenario)
    meant = nearest(scenario.weather, ["none", *rules.weather]) if rules else None
    if meant is None or meant == scenario.weather:
        return None
    return tr("Set the weather to {meant}").format(meant=meant), [
        FieldPatch("weather", scenario.weather, meant)
    ]


@_part_fix
def _name_class(scenario: Scenario, _list: str, _index: int, unit: Unit) -> FixPatches:
    rules, wrong = known_rules(scenario), unit.unit_class
    meant = nearest(wrong, rules.classes) if rules else None
    if meant is None or meant == wrong:
        return None
    after = [replace(it, unit_class=meant) if it.unit_class == wrong else it for it in scenario.units]
    return tr("Change the class to {meant}").format(meant=meant), [FieldPatch("units", scenario.units, after)]


@_part_fix
def _name_side(scenario: Scenario, name: str, index: int, part: Any) -> FixPatches:  # noqa: ANN401  # any part
    ids = [side.id for side in scenario.sides]
    meant = nearest(part.side, ids) if part.side not in ids else None
    if not meant:
        return None
    after = replace(part, side=meant)
    return tr("Assign to side {meant}").format(meant=meant), _replaced(scenario, name, index, after)


@_part_fix
def _new_id(scenario: Scenario, name: str, index: int, part: Any) -> FixPatches:  # noqa: ANN401  # any part
    ids = [it.id for it in getattr(scenario, name)]
    if (
        name == "sides" or ids.count(part.id) < 2
    ):  # zones and units refer to sides by id: which one is unclear
        return None
    unused = next(it for n in range(2, len(ids) + 3) if (it := f"{part.id}-{n}") not in ids)
    after = replace(part, id=unused)
    return tr("Rename to {fresh}").format(fresh=unused), _replaced(scenario, name, index, after)


@_part_fix
def _unlock(scenario: Scenario, _list: str, index: int, name: str) -> FixPatches:
    if any(zone.id == name for zone in scenario.zones):
        return None
    try:
        scenario.board.parse(name)
    except FairgroundError:
        return tr("Remove the lock"), _without(scenario, "locked", index)
    return None


def _part_teams(scenario: Scenario, _finding: Finding) -> FixPatches:
    sides = scenario.sides
    if len(sides) != 2 or sides[0].allegiance != sides[1].allegiance:
        return None
    team = sides[1].id if sides[1].id != sides[0].allegiance else f"{sides[1].id}-team"
    return tr("Put {title} on a separate team").format(title=sides[1].title), _replaced(
        scenario, "sides", 1, replace(sides[1], team=team)
    )


def _add_sides(scenario: Scenario, _finding: Finding) -> FixPatches:
    if scenario.sides:
        return None
    after = [Side("p1", tr("Player 1"), "p1"), Side("p2", tr("Player 2"), "p2")]
    return tr("Add two sides"), [FieldPatch("sides", scenario.sides, after)]


# -- zones and objectives -----------------------------------------------------------------------------------


@_part_fix
def _fix_shape(scenario: Scenario, name: str, index: int, part: Zone | Objective) -> FixPatches:
    shape = repaired(part.shape, scenario.board)
    if shape is None or shape == part.shape:
        return None
    return tr("Crop the shape to the board"), _replaced(scenario, name, index, replace(part, shape=shape))


@_part_fix
def _remove_empty(scenario: Scenario, name: str, index: int, part: Zone | Objective) -> FixPatches:
    try:
        if part.shape.mask(scenario.board).any():
            return None
    except FairgroundError:
        return None
    return tr("Remove {title}").format(title=part_title(scenario, part)), _without(scenario, name, index)


@_part_fix
def _own_zone(scenario: Scenario, _list: str, index: int, zone: Zone) -> FixPatches:
    if zone.side:
        return None
    served = {it.side for it in scenario.zones if it.kind is ZoneKind.DEPLOYMENT}
    waiting = [side for side in scenario.sides if side.id not in served]
    if len(waiting) != 1:
        area = replace(zone, kind=ZoneKind.AREA)
        return tr("Change the kind to area"), _replaced(scenario, "zones", index, area)
    after = replace(zone, side=waiting[0].id)
    return tr("Assign the zone to {title}").format(title=waiting[0].title), _replaced(
        scenario, "zones", index, after
    )


@_part_fix
def _part_zones(scenario: Scenario, name: str, index: int, zone: Zone) -> FixPatches:
    """Remove hexes shared with deployment zones of enemies earlier in the list of sides."""
    if name != "zones":
        return None
    subject = subject_of(scenario)
    own = subject.zone_mask(index)
    theirs = own & False
    enemies = {side.id for side in subject.enemies(zone.side)}
    for side, mask in subject.deployment.items():
        if side == zone.side:
            break
        if side in enemies:
            theirs = theirs | mask
    return _taken_out(scenario, index, zone, theirs & own, tr("Remove from"))


@_part_fix
def _zone_out_of_void(scenario: Scenario, name: str, index: int, zone: Zone) -> FixPatches:
    if name != "zones":
        return None
    void = subject_of(scenario).zone_mask(index) & scenario.board.void
    return _taken_out(scenario, index, zone, void, tr("Remove void hexes from"))


def _taken_out(scenario: Scenario, index: int, zone: Zone, mask: Any, verb: str) -> FixPatches:  # noqa: ANN401  # a mask
    shape = without(zone.shape, mask, scenario.board)
    if shape is None:
        return None
    return f"{verb} {scenario.zone_title(zone.id)}", _replaced(
        scenario, "zones", index, replace(zone, shape=shape)
    )


@_part_fix
def _shorten_hold(scenario: Scenario, name: str, index: int, objective: Objective) -> FixPatches:
    turns = scenario.turns
    if turns is None or objective.hold <= turns:
        return None
    after = replace(objective, hold=turns)
    return tr("Set the hold time to {turns}").format(turns=turns), _replaced(scenario, name, index, after)


def _last_standing(scenario: Scenario, _finding: Finding) -> FixPatches:
    after = replace(scenario.victory, last_standing=True)
    if after == scenario.victory:
        return None
    return tr("Let the last side standing win"), [FieldPatch("victory", scenario.victory, after)]


# -- units --------------------------------------------------------------------------------------------------


@_part_fix
def _drop_shield(scenario: Scenario, _list: str, index: int, unit: Unit) -> FixPatches:
    if unit.shield is Shield.NONE:
        return None
    after = replace(unit, shield=Shield.NONE)
    return tr("Remove the shield"), _replaced(scenario, "units", index, after)


@_part_fix
def _move_unit(scenario: Scenario, _list: str, index: int, unit: Unit) -> FixPatches:
    """Move a unit to the nearest free hex it can occupy, in its zone if that has room."""
    rules = known_rules(scenario)
    if rules is None:
        return None
    subject, board = subject_of(scenario, rules), scenario.board
    taken = board.mask(frozenset(it.hex for it in scenario.units if it is not unit))
    free = subject.usable & ~taken
    zone = subject.deployment.get(unit.side)
    wanted = free & zone if zone is not None and (free & zone).any() else free
    if not wanted.any() or (board.contains(unit.hex) and wanted[board.cell(unit.hex)]):
        return None
    q, r = board.layout.axial_arrays(board.columns, board.rows)
    dq, dr = q - unit.hex.q, r - unit.hex.r
    steps = np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr))
    row, column = divmod(int(np.argmin(np.where(wanted, steps, steps.max() + 1))), board.columns)
    target = board.layout.from_offset(column, row)
    return tr("Move to {label}").format(label=board.hex_name(target)), _replaced(
        scenario, "units", index, put_in(board, unit, target)
    )


PART_FIXES: dict[str, Fix] = {
    "ruleset.changed": _take_ruleset,
    "ruleset.unknown": _name_ruleset,
    "weather.unknown": _name_weather,
    "unit.unknown-class": _name_class,
    "zone.unknown-side": _name_side,
    "objective.unknown-side": _name_side,
    "unit.unknown-side": _name_side,
    "id.duplicate": _new_id,
    "locked.unknown": _unlock,
    "side.none": _add_sides,
    "side.one-team": _part_teams,
    "shape.off-board": _fix_shape,
    "shape.beyond": _fix_shape,
    "shape.painted": _fix_shape,
    "zone.empty": _remove_empty,
    "objective.empty": _remove_empty,
    "zone.no-side": _own_zone,
    "zone.overlap": _part_zones,
    "zone.void": _zone_out_of_void,
    "objective.hold": _shorten_hold,
    "victory.none": _last_standing,
    "unit.shield": _drop_shield,
    "unit.off-board": _move_unit,
    "unit.void": _move_unit,
    "unit.impassable": _move_unit,
    "unit.occupied": _move_unit,
    "unit.outside-zone": _move_unit,
}

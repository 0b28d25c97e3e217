"""Remedies for sides, zones, objectives, units, ids and the ruleset.

Shapes of zones, mended: kept to the board, or less some hexes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from fairground.core.errors import FairgroundError
from fairground.core.rules import load_ruleset, shipped_rulesets
from fairground.core.scenario.hex_arguments import has_label
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
from fairground.core.scenario.table import put_in
from fairground.core.text.suggest import nearest
from fairground.editor.app.texts import tr
from fairground.editor.document.patches import FieldPatch
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.document.rule_answers import subject_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fairground.core.finding import Finding
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit, Zone
    from fairground.core.scenario.shapes import Shape
    from fairground.editor.document.patches import Patch

    Found = tuple[str, list[Patch]] | None

#: The most hexes that are named one by one in a shape; more are painted.
_LISTED = 12


def repaired(shape: Shape, board: Board) -> Shape | None:
    """Return a shape that says the same of the board and nothing of what is beyond it.

    None when a part names nothing on the board: then nothing certain can be said.
    """
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
    """Return a shape of the hexes that are not in ``mask``; None when nothing changes or nothing would be left.

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


def _place(scenario: Scenario, finding: Finding) -> tuple[str, int, Any] | None:
    """Return the list, the place in it and the part that a finding is about; None when it is no longer there."""
    path = finding.place.path
    if len(path) < 2 or not isinstance(path[0], str) or not isinstance(path[1], int):
        return None
    parts = getattr(scenario, path[0], None)
    if not isinstance(parts, list) or path[1] >= len(parts):
        return None
    return path[0], path[1], parts[path[1]]


def _replaced(scenario: Scenario, name: str, index: int, part: object) -> list[Patch]:
    """Return the patch that puts ``part`` into a list of the scenario."""
    before = getattr(scenario, name)
    return (
        [FieldPatch(name, before, [*before[:index], part, *before[index + 1 :]])]
        if before[index] != part
        else []
    )


def _without(scenario: Scenario, name: str, index: int) -> list[Patch]:
    before = getattr(scenario, name)
    return [FieldPatch(name, before, [*before[:index], *before[index + 1 :]])]


# -- ruleset and names --------------------------------------------------------------------------------------


def _take_ruleset(scenario: Scenario, _finding: Finding) -> Found:
    rules, reference = known_rules(scenario), scenario.ruleset
    if rules is None or reference.content_hash == rules.content_hash:
        return None
    after = replace(reference, content_hash=rules.content_hash)
    return tr("Switch to the installed ruleset version"), [FieldPatch("ruleset", reference, after)]


def _name_ruleset(scenario: Scenario, _finding: Finding) -> Found:
    meant = nearest(scenario.ruleset.name, shipped_rulesets())
    if meant is None or meant == scenario.ruleset.name:
        return None
    try:
        rules = load_ruleset(meant, overrides=scenario.ruleset.overrides)
    except FairgroundError:
        return None
    after = RulesetReference(meant, scenario.ruleset.overrides, rules.content_hash)
    return tr("Use {meant}").format(meant=meant), [FieldPatch("ruleset", scenario.ruleset, after)]


def _name_weather(scenario: Scenario, _finding: Finding) -> Found:
    rules = known_rules(scenario)
    meant = nearest(scenario.weather, ["none", *rules.weather]) if rules else None
    if meant is None or meant == scenario.weather:
        return None
    return tr("Set the weather to {meant}").format(meant=meant), [
        FieldPatch("weather", scenario.weather, meant)
    ]


def _name_class(scenario: Scenario, finding: Finding) -> Found:
    found, rules = _place(scenario, finding), known_rules(scenario)
    if found is None or rules is None:
        return None
    wrong = found[2].unit_class
    meant = nearest(wrong, rules.classes)
    if meant is None or meant == wrong:
        return None
    after = [replace(it, unit_class=meant) if it.unit_class == wrong else it for it in scenario.units]
    return tr("Change it to {meant}").format(meant=meant), [FieldPatch("units", scenario.units, after)]


def _name_side(scenario: Scenario, finding: Finding) -> Found:
    found, ids = _place(scenario, finding), [side.id for side in scenario.sides]
    if found is None or found[2].side in ids:
        return None
    name, index, part = found
    meant = nearest(part.side, ids)
    return (
        (
            tr("Assign it to {meant}").format(meant=meant),
            _replaced(scenario, name, index, replace(part, side=meant)),
        )
        if meant
        else None
    )


def _new_id(scenario: Scenario, finding: Finding) -> Found:
    found = _place(scenario, finding)
    if found is None or found[0] == "sides":  # zones and units name a side by its id: which one is unclear
        return None
    name, index, part = found
    taken = {it.id for it in getattr(scenario, name)}
    if sum(it.id == part.id for it in getattr(scenario, name)) < 2:
        return None
    fresh = next(
        f"{part.id}-{number}" for number in range(2, len(taken) + 3) if f"{part.id}-{number}" not in taken
    )
    return tr("Rename to {fresh}").format(fresh=fresh), _replaced(
        scenario, name, index, replace(part, id=fresh)
    )


def _unlock(scenario: Scenario, finding: Finding) -> Found:
    found = _place(scenario, finding)
    if found is None or any(zone.id == found[2] for zone in scenario.zones):
        return None
    try:
        scenario.board.parse(found[2])
    except FairgroundError:
        return tr("Remove the lock"), _without(scenario, "locked", found[1])
    return None


def _part_teams(scenario: Scenario, _finding: Finding) -> Found:
    sides = scenario.sides
    if len(sides) != 2 or sides[0].allegiance != sides[1].allegiance:
        return None
    team = sides[1].id if sides[1].id != sides[0].allegiance else f"{sides[1].id}-team"
    return tr("Give {title} a team of its own").format(title=sides[1].title), _replaced(
        scenario, "sides", 1, replace(sides[1], team=team)
    )


def _add_sides(scenario: Scenario, _finding: Finding) -> Found:
    if scenario.sides:
        return None
    after = [Side("p1", tr("Player 1"), "p1"), Side("p2", tr("Player 2"), "p2")]
    return tr("Add two sides"), [FieldPatch("sides", scenario.sides, after)]


# -- zones and objectives -----------------------------------------------------------------------------------


def _fix_shape(scenario: Scenario, finding: Finding) -> Found:
    found = _place(scenario, finding)
    if found is None:
        return None
    name, index, part = found
    shape = repaired(part.shape, scenario.board)
    if shape is None or shape == part.shape:
        return None
    return tr("Limit it to the board"), _replaced(scenario, name, index, replace(part, shape=shape))


def _remove_empty(scenario: Scenario, finding: Finding) -> Found:
    found = _place(scenario, finding)
    if found is None:
        return None
    name, index, part = found
    try:
        if part.shape.mask(scenario.board).any():
            return None
    except FairgroundError:
        return None
    return tr("Remove {id}").format(id=part.id), _without(scenario, name, index)


def _own_zone(scenario: Scenario, finding: Finding) -> Found:
    found = _place(scenario, finding)
    if found is None or found[2].side:
        return None
    _, index, zone = found
    served = {it.side for it in scenario.zones if it.kind is ZoneKind.DEPLOYMENT}
    waiting = [side for side in scenario.sides if side.id not in served]
    if len(waiting) == 1:
        after: Zone = replace(zone, side=waiting[0].id)
        return tr("Assign it to {title}").format(title=waiting[0].title), _replaced(
            scenario, "zones", index, after
        )
    return tr("Make it an area"), _replaced(scenario, "zones", index, replace(zone, kind=ZoneKind.AREA))


def _part_zones(scenario: Scenario, finding: Finding) -> Found:
    """Take from the zone what the deployment zones of enemies before it in the list of sides have too."""
    found = _place(scenario, finding)
    if found is None or found[0] != "zones":
        return None
    _, index, zone = found
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


def _zone_out_of_void(scenario: Scenario, finding: Finding) -> Found:
    found = _place(scenario, finding)
    if found is None or found[0] != "zones":
        return None
    _, index, zone = found
    return _taken_out(
        scenario,
        index,
        zone,
        subject_of(scenario).zone_mask(index) & scenario.board.void,
        tr("Remove void hexes from"),
    )


def _taken_out(scenario: Scenario, index: int, zone: Zone, mask: Any, verb: str) -> Found:  # noqa: ANN401  # a mask
    shape = without(zone.shape, mask, scenario.board)
    if shape is None:
        return None
    return f"{verb} {zone.name or zone.id}", _replaced(scenario, "zones", index, replace(zone, shape=shape))


def _shorten_hold(scenario: Scenario, finding: Finding) -> Found:
    found = _place(scenario, finding)
    if found is None or scenario.turns is None or found[2].hold <= scenario.turns:
        return None
    name, index, it = found
    return tr("Hold for {turns}").format(turns=scenario.turns), _replaced(
        scenario, name, index, replace(it, hold=scenario.turns)
    )


def _last_standing(scenario: Scenario, _finding: Finding) -> Found:
    after = replace(scenario.victory, last_standing=True)
    if after == scenario.victory:
        return None
    return tr("The last side standing wins"), [FieldPatch("victory", scenario.victory, after)]


# -- units --------------------------------------------------------------------------------------------------


def _drop_shield(scenario: Scenario, finding: Finding) -> Found:
    found = _place(scenario, finding)
    if found is None or found[2].shield is Shield.NONE:
        return None
    return tr("Remove the shield"), _replaced(
        scenario, "units", found[1], replace(found[2], shield=Shield.NONE)
    )


def _move_unit(scenario: Scenario, finding: Finding) -> Found:
    """Move a unit to the nearest free hex it can stand on, in its zone where there is room."""
    found, rules = _place(scenario, finding), known_rules(scenario)
    if found is None or rules is None:
        return None
    unit: Unit = found[2]
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
    return tr("Move to {label}").format(label=board.label(target)), _replaced(
        scenario, "units", found[1], put_in(board, unit, target)
    )


REMEDIES: dict[str, Callable[[Scenario, Finding], Found]] = {
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

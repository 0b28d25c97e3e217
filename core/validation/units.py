"""Units: starting hexes and shields, and places, bases, traits and parts on tables measured in inches."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.finding import Finding, Place
from fairground.core.grid.layout import SQRT3
from fairground.core.rules.sight import SightModel
from fairground.core.scenario.inches import (
    diameter,
    hex_at_point,
    hex_point,
    offset_in_hex,
    put_at,
    unit_point,
)
from fairground.core.scenario.parts import Shield
from fairground.core.scenario.ruleset_kinds import Topic, kind_title
from fairground.core.text.suggest import did_you_mean
from fairground.core.validation.severities_and_fixes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.parts import Unit
    from fairground.core.validation.checked_scenario import CheckedScenario


def check_unit_places(subject: CheckedScenario) -> Iterator[Finding]:
    """Find units off the board, in hexes that they cannot enter, and outside their zone."""
    board = subject.board
    taken: dict[Hex, int] = {}
    for index, unit in enumerate(subject.scenario.units):
        path = ("units", index, "hex")
        if not board.contains(unit.hex):
            yield make_finding(
                "unit.off-board",
                f"unit {subject.unit_title(unit)!r} is at {board.hex_name(unit.hex)}, which is off the board. {board.extent}",
                Place(path),
            )
            continue
        cell, place = board.cell(unit.hex), Place(path, hex=board.label(unit.hex))
        if subject.void[cell]:
            yield make_finding(
                "unit.void",
                f"unit {subject.unit_title(unit)!r} is at {board.hex_name(unit.hex)}, which is void",
                place,
            )
        elif subject.impassable[cell]:
            kinds = _terrain_titles(subject, unit)
            message = f"unit {subject.unit_title(unit)!r} is at {board.hex_name(unit.hex)}, which is {kinds}"
            yield make_finding("unit.impassable", message, place)
        elif not _admitted(subject, unit):
            kinds = _terrain_titles(subject, unit)
            yield make_finding(
                "unit.forbidden",
                f"unit {subject.unit_title(unit)!r} is at {board.hex_name(unit.hex)}, which is {kinds}; "
                f"the class {kind_title(subject.scenario, Topic.CLASSES, unit.unit_class)} cannot enter it",
                place,
            )
        zone = subject.deployment.get(unit.side) if unit.arrives == 1 else subject.entries.get(unit.side)
        is_first = taken.setdefault(unit.hex, index) == index
        if zone is not None and is_first and not zone[cell] and "zones" not in subject.unread:
            yield make_finding(
                "unit.outside-zone",
                f"unit {subject.unit_title(unit)!r} starts at {place.hex}, outside the deployment zone of side {subject.side_title(unit.side)!r}"
                if unit.arrives == 1
                else f"unit {subject.unit_title(unit)!r} arrives at {place.hex}, outside the reinforcement zone of side {subject.side_title(unit.side)!r}",
                place,
            )


def _admitted(subject: CheckedScenario, unit: Unit) -> bool:
    """Whether the class of a unit, where the ruleset has it, can enter the terrain that the unit starts on."""
    known = subject.ruleset.classes.get(unit.unit_class) if subject.ruleset else None
    if known is None or not known.forbidden:
        return True
    board = subject.board
    return subject.ground_of(board.palette[int(board.terrain[board.cell(unit.hex)])]).admits(known)


def check_occupied(subject: CheckedScenario) -> Iterator[Finding]:
    """Find hexes in which two units start, or arrive in the same turn."""
    first: dict[tuple[Hex, int], str] = {}
    for index, unit in enumerate(subject.scenario.units):
        at = unit.hex, unit.arrives
        if at not in first:
            first[at] = subject.unit_title(unit)
        elif subject.board.contains(unit.hex):
            name = subject.board.hex_name(unit.hex)
            yield make_finding(
                "unit.occupied",
                f"unit {subject.unit_title(unit)!r} starts at {name}, where unit {first[at]!r} starts too"
                if unit.arrives == 1
                else f"unit {subject.unit_title(unit)!r} arrives at {name} in turn {unit.arrives}, as unit {first[at]!r} does",
                Place(("units", index, "hex"), hex=subject.board.label(unit.hex)),
            )


def _terrain_titles(subject: CheckedScenario, unit: Unit) -> str:
    kinds = subject.board.terrain_at(unit.hex)
    return " with ".join(kind_title(subject.scenario, Topic.TERRAIN, it) for it in kinds)


def check_shield(subject: CheckedScenario) -> Iterator[Finding]:
    """Find shields in games without shields."""
    rules = subject.ruleset
    for index, unit in enumerate(subject.scenario.units):
        if rules is not None and unit.shield is not Shield.NONE and unit.shield.value not in rules.shields:
            yield make_finding(
                "unit.shield",
                f"unit {subject.unit_title(unit)!r} carries a shield on the {unit.shield.value}, "
                f"but {subject.ruleset_title} has no shields",
                Place(("units", index, "shield")),
            )


#: Tolerance in hexes for units outside their hex: places are rounded when a board is turned.
_SLACK: Final = 1e-3


def check_inches(subject: CheckedScenario) -> Iterator[Finding]:
    """Find inches where the ruleset measures in hexes."""
    rules = subject.ruleset
    if rules is None or rules.sight.model is SightModel.BASES:
        return
    name = subject.ruleset_title
    if subject.board.inches is not None:
        message = f"'inches' is set, but {name} measures in hexes"
        yield make_finding("unit.inches", message, Place(("board", "inches")))
    for index, unit in enumerate(subject.scenario.units):
        keys = [key for key in ("at", "base", "parts") if getattr(unit, key) not in (None, ())]
        if keys:
            message = f"unit {subject.unit_title(unit)!r} has {' and '.join(map(repr, keys))} in inches, but {name} measures in hexes"
            yield make_finding("unit.inches", message, Place(("units", index, keys[0])))


def check_places(subject: CheckedScenario) -> Iterator[Finding]:
    """Find units outside their hex, over the edge of the board, or larger than it."""
    rules, board = subject.ruleset, subject.board
    if rules is None or rules.sight.model is not SightModel.BASES:
        return
    largest = board.hex_inches * max(board.columns, board.rows)
    for index, unit in enumerate(subject.scenario.units):
        base = diameter(rules, unit)
        if base > largest:
            yield make_finding(
                "unit.base",
                f"the base of unit {subject.unit_title(unit)!r} is {base:g} inches wide, but the board is only {largest:g} inches across",
                Place(("units", index, "base")),
            )
            continue
        if not board.contains(unit.hex):
            continue
        if not _in_hex(board, unit):
            yield _outside(subject, unit, index)
        elif _over_edge(subject, unit, base / 2):
            yield make_finding(
                "unit.over-edge",
                f"unit {subject.unit_title(unit)!r} at {board.hex_name(unit.hex)} extends over the edge of the board",
                Place(("units", index, "hex"), hex=board.label(unit.hex)),
            )


def _in_hex(board: Board, unit: Unit) -> bool:
    """Whether a unit stands in its hex or on its border."""
    across, down = offset_in_hex(board, unit)
    far = math.hypot(across, down)
    if far <= _SLACK:
        return True
    # Slightly nearer to the centre, since a place on the border belongs to any adjacent hex.
    share = 1 - _SLACK / far
    x, y = hex_point(board, unit.hex)
    return hex_at_point(board, x + share * across, y + share * down) == unit.hex


def _outside(subject: CheckedScenario, unit: Unit, index: int) -> Finding:
    board = subject.board
    moved = put_at(board, unit, *unit_point(board, unit))
    fix = "Move it onto the board."
    if board.contains(moved.hex):
        fix = f"Write 'hex: {board.label(moved.hex)}'{'' if moved.at else ' without ' + repr('at')}."
    return make_finding(
        "unit.at",
        f"unit {subject.unit_title(unit)!r} is in {board.hex_name(moved.hex)} according to its position in inches, not "
        f"in {board.hex_name(unit.hex)}",
        Place(("units", index, "at"), hex=board.label(unit.hex)),
        fix=fix,
    )


def _over_edge(subject: CheckedScenario, unit: Unit, radius: float) -> bool:
    """Whether a part of a base is where there is no hex."""
    board = subject.board
    x, y = unit_point(board, unit)
    angles = np.linspace(0, 2 * math.pi, 24, endpoint=False)
    column, row = board.layout.hexes_at(
        x + (radius - _SLACK) * np.cos(angles),
        y + (radius - _SLACK) * np.sin(angles),
        size=board.hex_inches / SQRT3,
    )
    there = (column >= 0) & (column < board.columns) & (row >= 0) & (row < board.rows)
    return radius > _SLACK and (not there.all() or bool(subject.void[row, column].any()))


def check_traits(subject: CheckedScenario) -> Iterator[Finding]:
    """Find traits that the ruleset does not have."""
    rules = subject.ruleset
    if rules is None:
        return
    known = rules.visibility.unit_traits
    for index, unit in enumerate(subject.scenario.units):
        for place, trait in enumerate(unit.traits):
            if trait not in known:
                yield make_finding(
                    "unit.trait",
                    f"{subject.ruleset_title} has no unit trait {trait!r}, used by {subject.unit_title(unit)!r}{did_you_mean(trait, known)}",
                    Place(("units", index, "traits", place)),
                )


def check_parts(subject: CheckedScenario) -> Iterator[Finding]:
    """Find parts of one unit with the same name."""
    for index, unit in enumerate(subject.scenario.units):
        for name, count in Counter(it.name for it in unit.parts).items():
            if count > 1:
                message = f"unit {subject.unit_title(unit)!r} has {count} parts named {name!r}"
                yield make_finding("unit.part", message, Place(("units", index, "parts")))

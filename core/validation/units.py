"""Units: starting hexes and shields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.finding import Finding, Place
from fairground.core.scenario.parts import Shield
from fairground.core.validation.codes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.grid.hexes import Hex
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
                f"unit {unit.id!r} is at {board.place_name(unit.hex)}, which is off the board. {board.extent}",
                Place(path),
            )
            continue
        cell, place = board.cell(unit.hex), Place(path, hex=board.label(unit.hex))
        if subject.void[cell]:
            yield make_finding("unit.void", f"unit {unit.id!r} is at {place.hex}, which is void", place)
        elif subject.impassable[cell]:
            kinds = " with ".join(board.terrain_at(unit.hex))
            yield make_finding(
                "unit.impassable", f"unit {unit.id!r} is at {place.hex}, which is {kinds}", place
            )
        elif not _admitted(subject, unit):
            kinds = " with ".join(board.terrain_at(unit.hex))
            yield make_finding(
                "unit.forbidden",
                f"unit {unit.id!r} is at {place.hex}, which is {kinds}; class {unit.unit_class!r} cannot enter it",
                place,
            )
        zone = subject.deployment.get(unit.side)
        is_first = taken.setdefault(unit.hex, index) == index
        if zone is not None and is_first and not zone[cell] and "zones" not in subject.unread:
            yield make_finding(
                "unit.outside-zone",
                f"unit {unit.id!r} starts at {place.hex}, outside the deployment zone of side {unit.side!r}",
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
    """Find hexes in which two units start."""
    first: dict[Hex, str] = {}
    for index, unit in enumerate(subject.scenario.units):
        if unit.hex not in first:
            first[unit.hex] = unit.id
        elif subject.board.contains(unit.hex):
            name = subject.board.label(unit.hex)
            yield make_finding(
                "unit.occupied",
                f"unit {unit.id!r} starts at {name}, where unit {first[unit.hex]!r} starts too",
                Place(("units", index, "hex"), hex=name),
            )


def check_shield(subject: CheckedScenario) -> Iterator[Finding]:
    """Find shields in games without shields."""
    rules = subject.ruleset
    for index, unit in enumerate(subject.scenario.units):
        if rules is not None and unit.shield is not Shield.NONE and unit.shield.value not in rules.shields:
            yield make_finding(
                "unit.shield",
                f"unit {unit.id!r} carries a shield on the {unit.shield.value}, "
                f"but {subject.scenario.ruleset.name} has no shields",
                Place(("units", index, "shield")),
            )

"""Sides, zones, objectives, units and victory of a scenario file, from their models to the scenario's values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.errors import FairgroundError, GridError
from fairground.core.grid.labels import parse_label
from fairground.core.scenario.board import MAX_SIDE
from fairground.core.scenario.parts import (
    FairnessBands,
    Objective,
    ObjectiveKind,
    Shield,
    Side,
    Unit,
    UnitPart,
    Victory,
    Zone,
    ZoneKind,
)
from fairground.core.scenario.shapes import Listed, Painted
from fairground.core.scenario.zone_text import parse_shape
from fairground.core.text.wording import shorten

if TYPE_CHECKING:
    from fairground.core.files.parts_file import FairnessFile, ObjectiveFile, UnitFile, VictoryFile, ZoneFile
    from fairground.core.files.problems import Problems
    from fairground.core.files.scenario_file import ScenarioFile
    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.layout import Layout
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.shapes import Shape
    from fairground.core.text.source import PathInFile

#: How many parts the zones and objectives of a file may be joined of, all counted together.
MAX_PARTS = 2000


def read_sides(file: ScenarioFile) -> list[Side]:
    """Return the sides."""
    return [Side(side.id, side.name, side.team, side.role) for side in file.sides]


def read_victory(file: VictoryFile) -> Victory:
    """Return the conditions of victory."""
    return Victory(file.points, file.last_standing, file.kill, file.component)


def read_fairness(file: FairnessFile) -> FairnessBands:
    """Return what the scenario calls fair; whether the measures exist is for the validator."""
    return FairnessBands(file.bands, tuple(file.gates))


def read_zone(file: ZoneFile, path: PathInFile, shapes: ShapeReader) -> Zone:
    """Return a zone; where its hexes cannot be read it has none."""
    shape = shapes.read(file.hexes, (*path, "hexes"))
    return Zone(file.id, file.side, shape, ZoneKind(file.kind), file.name)


def read_objective(file: ObjectiveFile, path: PathInFile, shapes: ShapeReader) -> Objective:
    """Return an objective; where its hexes cannot be read it has none."""
    shape = shapes.read(file.hexes, (*path, "hexes"))
    kind = ObjectiveKind(file.kind)
    return Objective(file.id, shape, file.points, file.hold, kind, file.side, file.name)


def read_unit(file: UnitFile, path: PathInFile, board: Board, problems: Problems) -> Unit | None:
    """Return a unit; None when it stands on no hex. It may stand off the board: the validator tells."""
    at = _hex(file.hex, (*path, "hex"), board.layout, problems)
    if at is None:
        return None
    return Unit(
        file.id,
        file.side,
        file.unit_class,
        at,
        file.facing,
        Shield(file.shield),
        file.name,
        file.allowance,
        at=None if file.at is None else _place(file.at),
        base=None if file.base is None else float(file.base),
        parts=tuple(UnitPart(it.name, _place(it.at), float(it.base)) for it in file.parts),
        traits=tuple(file.traits),
    )


def _place(inches: list[float]) -> tuple[float, float]:
    """Return a place as plain numbers, however they were written."""
    x, y = inches
    return float(x), float(y)


def _hex(text: str, path: PathInFile, layout: Layout, problems: Problems) -> Hex | None:
    try:
        return layout.from_offset(*parse_label(shorten(text)))
    except GridError as error:
        problems.add("unit.bad-label", str(error), path)
        return None


class ShapeReader:
    """Reads the shapes of zones and objectives: listed, painted, or said in words.

    It counts the parts of all that are said in words, since each costs a pass over the board.
    """

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self._parts = 0

    def read(self, text: str | list[str], path: PathInFile) -> Shape:
        """Return a shape; one without hexes where it cannot be read."""
        if isinstance(text, list):
            return _listed(text, path, self._problems)
        if text.lstrip().startswith(("#", ".")):
            return _painted(text, path, self._problems)
        self._parts += 1 + sum(map(text.count, "|&-"))
        if self._parts > MAX_PARTS:
            message = f"the zones and objectives of a file have at most {MAX_PARTS:,} parts in all"
            self._problems.add("zone.parts", message, path, fix="Paint the larger ones as blocks.")
            return Listed(())
        try:
            return parse_shape(text)
        except FairgroundError as error:
            fix = "Write for example 'rows 1-2', 'within 3 of B7' or a list such as [C4, C5]."
            self._problems.add("zone.shape", str(error), path, fix=fix)
            return Listed(())


def _listed(labels: list[str], path: PathInFile, problems: Problems) -> Listed:
    found = []
    for place, name in enumerate(labels):
        try:
            parse_label(shorten(name))
        except GridError as error:
            problems.add("zone.bad-label", str(error), (*path, place))
        else:
            found.append(name)
    return Listed(tuple(found))


def _painted(text: str, path: PathInFile, problems: Problems) -> Painted:
    if text.count("\n") > MAX_SIDE:
        message = f"a painted block has at most {MAX_SIDE:,} lines, not {text.count(chr(10)):,}"
        problems.add("zone.painted", message, path)
        return Painted(())
    rows = tuple(line.rstrip(" ") for line in text.removesuffix("\n").split("\n"))
    for row, line in enumerate(rows):
        wrong = line.strip("#.")
        if wrong:
            column = line.index(wrong)
            message = f"a painted block has '#' for a hex of the zone and '.' for any other, not {wrong[0]!r}"
            problems.add("zone.painted", message, (*path, row, column))
    return Painted(rows)

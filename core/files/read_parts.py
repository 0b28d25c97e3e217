"""Sides, zones, objectives, units, victory and fairness of a scenario file: models, and reading them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Final, Literal

from pydantic import BeforeValidator, Field

from fairground.core.errors import FairgroundError, GridError
from fairground.core.files.file_model import (
    MAX_ALLOWANCE,
    MAX_BANDS,
    MAX_LISTED,
    MAX_TURNS,
    MAX_UNIT_PARTS,
    AtMost,
    Diameter,
    FileModel,
    Id,
    Kind,
    Place,
    Points,
    TablePlace,
    Title,
    empty_list,
)
from fairground.core.files.read_mission import WinFile, read_wins
from fairground.core.grid.labels import parse_label
from fairground.core.scenario.board import MAX_SIDE
from fairground.core.scenario.parts import (
    MAX_TITLE,
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
from fairground.core.text.foreign import matched_whole, own_decimal
from fairground.core.text.wording import shorten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.files.read_result import Problems
    from fairground.core.files.scenario_file import ScenarioFile
    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.layout import Layout
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.shapes import Shape
    from fairground.core.text.source import PathInFile

#: A set of hexes: an expression, a painted block, or labels.
Hexes = str | Annotated[list[str], Field(max_length=MAX_LISTED)]
_HEXES = (
    "Hexes, as a list such as [C4, C5], an expression such as 'rows 1-2 & columns 3-5', "
    "or a block with one line per row, in which '#' marks these hexes and '.' all others."
)


class SideFile(FileModel):
    """A side."""

    id: Id = Field(description="Id of the side, which zones and units refer to.", examples=["p1"])
    name: Title = Field("", description="Display name.")
    team: Title = Field("", description="Team of the side; sides with the same team are allies.")
    role: Title = Field("", description="Role in an asymmetric mission, such as attacker.")
    force: Annotated[str, Field(max_length=500)] = Field(
        "",
        description=(
            "Force that the side plays with: a shipped force, or a .yaml file. Default: the default "
            "force of self-play."
        ),
    )
    wins: Annotated[list[WinFile], Field(max_length=16)] = Field(
        default_factory=empty_list,
        description="The side's own ways to win, in addition to those in victory; any one of them wins.",
    )


class ZoneFile(FileModel):
    """A zone."""

    id: Id = Field(description="Id of the zone.", examples=["p1-start"])
    side: Title = Field("", description="Id of the side that the zone belongs to. Default: no side.")
    kind: Literal["deployment", "reinforcement", "exit", "area"] = Field(
        "deployment", description="Purpose of the zone."
    )
    name: Title = Field("", description="Display name.")
    hexes: Hexes = Field(description=_HEXES, examples=["rows 1-2"])


class ObjectiveFile(FileModel):
    """An objective."""

    id: Id = Field(description="Id of the objective.", examples=["centre"])
    name: Title = Field("", description="Display name.")
    side: Title = Field(
        "", description="Id of the only side that can win the objective. Default: every side can win it."
    )
    kind: Literal["control", "exit"] = Field(
        "control", description="Way to win the objective: control its hexes, or exit the board through them."
    )
    hexes: Hexes = Field(description=_HEXES, examples=["[D4]"])
    points: Points = Field(0, description="Points that the objective is worth.")
    hold: Annotated[int, Field(ge=0, le=MAX_TURNS)] = Field(
        0, description="Number of consecutive turns for which the objective must be held; 0 means 1."
    )


class UnitPartFile(FileModel):
    """A part of a unit that is seen separately."""

    name: Annotated[str, Field(min_length=1, max_length=MAX_TITLE)] = Field(
        description="Display name.", examples=["head"]
    )
    at: Place = Field(
        default_factory=lambda: [0.0, 0.0],
        description="Position of the part, in inches right and down from the centre of the unit's base.",
        examples=[[0.5, 0]],
    )
    base: Diameter = Field(0.0, description="Diameter of the part in inches; 0 for a point.")


#: The most hit points or defence of a unit.
MAX_HIT_POINTS: Final = 100


class UnitFile(FileModel):
    """A unit."""

    id: Id = Field(description="Id of the unit.", examples=["scout-1"])
    side: Title = Field(description="Id of the side that the unit belongs to.", examples=["p1"])
    unit_class: Kind = Field(alias="class", description="Unit class from the ruleset.", examples=["scout"])
    hex: str = Field(description="Starting hex.", examples=["A1"])
    facing: Annotated[int, Field(ge=1, le=6)] = Field(
        1,
        description="Direction that the unit faces: 1 to 6, clockwise from N (flat-top) or NE (pointy-top).",
    )
    shield: Literal["left", "right", "none"] = Field("none", description="Arm that carries the shield.")
    name: Title = Field("", description="Display name.")
    allowance: Annotated[int, Field(ge=0, le=MAX_ALLOWANCE)] | None = Field(
        None, description="Movement points per turn. Default: the value of the unit's class."
    )
    at: TablePlace | None = Field(
        None,
        description="Position in inches right and down from the centre of A1. Default: the centre of the unit's hex.",
        examples=[[3.5, 1.25]],
    )
    base: Diameter | None = Field(
        None, description="Diameter of the base in inches. Default: the value of the unit's class."
    )
    parts: Annotated[list[UnitPartFile], Field(max_length=MAX_UNIT_PARTS)] = Field(
        default_factory=empty_list, description="Visible parts of a large unit, such as head and legs."
    )
    traits: Annotated[list[Kind], Field(max_length=MAX_UNIT_PARTS)] = Field(
        default_factory=empty_list, description="Unit traits from the ruleset.", examples=[["recon"]]
    )
    arrives: Annotated[int, Field(ge=1, le=MAX_TURNS)] = Field(
        1, description="Turn in which the unit enters the board at its hex. With 1, the unit starts there."
    )
    hit_points: Annotated[int, Field(ge=1, le=MAX_HIT_POINTS)] | None = Field(
        None, description="Hit points in self-play. Default: the value in the unit's force."
    )
    defence: Annotated[int, Field(ge=0, le=MAX_HIT_POINTS)] | None = Field(
        None,
        description="Damage subtracted from every hit in self-play. Default: the value in the unit's force.",
    )
    unarmed: bool = Field(default=False, description="Whether the unit never attacks.")


#: Names of measures and limits; the validator checks them.
_Measure = Annotated[str, Field(max_length=100)]
_Bounds = Annotated[str, Field(max_length=100)]


class FairnessFile(FileModel):
    """The scenario's own standards of fairness."""

    bands: Annotated[dict[_Measure, _Bounds], BeforeValidator(AtMost(MAX_BANDS))] = Field(
        default_factory=dict,
        description=(
            "Green and amber limits, by measure (such as territory) or by one value of a measure (such "
            "as contact.lowest)."
        ),
        examples=[{"territory": "1/10:1/5", "contact.lowest": "3:2"}],
    )
    gates: Annotated[list[_Measure], Field(max_length=MAX_BANDS)] = Field(
        default_factory=empty_list,
        description="Measures that decide the verdict. If empty, the default measures decide it.",
        examples=[["territory", "contact"]],
    )


class VictoryFile(FileModel):
    """The conditions of victory; any of them wins."""

    points: Points | None = Field(
        None, description="Points needed to win the game. If absent, points do not end the game."
    )
    last_standing: bool = Field(default=False, description="Whether the last team with units wins.")
    kill: Points = Field(0, description="Points for destroying a unit.")
    component: Points = Field(0, description="Points for destroying a component.")


_RANGE: Final = re.compile(r"\b([0-9]{1,9}) {0,9}(?:to|\u2013|\.\.\.?) {0,9}([0-9]{1,9})")
_CHARACTER: Final = re.compile(r"\(character ([0-9]+)\)")
#: Most parts of the expressions of all zones and objectives.
MAX_PARTS = 2000


def read_sides(file: ScenarioFile, places: Sequence[int], problems: Problems) -> list[Side]:
    """Return the sides, given their places in the file; ways to win that name no task or several are left out."""
    return [
        Side(
            it.id, it.name, it.team, it.role, it.force, read_wins(it.wins, ("sides", place, "wins"), problems)
        )
        for place, it in zip(places, file.sides, strict=True)
    ]


def read_victory(file: VictoryFile) -> Victory:
    """Return the conditions of victory."""
    return Victory(file.points, file.last_standing, file.kill, file.component)


def read_fairness(file: FairnessFile) -> FairnessBands:
    """Return the fairness settings; the validator checks the names of measures."""
    return FairnessBands(file.bands, tuple(file.gates))


def read_zone(file: ZoneFile, path: PathInFile, shapes: ShapeReader) -> Zone:
    """Return a zone; it is empty if its hexes cannot be read."""
    shape = shapes.read(file.hexes, (*path, "hexes"))
    return Zone(file.id, file.side, shape, ZoneKind(file.kind), file.name)


def read_objective(file: ObjectiveFile, path: PathInFile, shapes: ShapeReader) -> Objective:
    """Return an objective; it is empty if its hexes cannot be read."""
    shape = shapes.read(file.hexes, (*path, "hexes"))
    kind = ObjectiveKind(file.kind)
    return Objective(file.id, shape, file.points, file.hold, kind, file.side, file.name)


def read_unit(file: UnitFile, path: PathInFile, board: Board, problems: Problems) -> Unit | None:
    """Return a unit; None if its label is invalid. The validator checks that it is on the board."""
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
        base=None if file.base is None else own_decimal(file.base),
        parts=tuple(UnitPart(it.name, _place(it.at), own_decimal(it.base)) for it in file.parts),
        traits=tuple(file.traits),
        arrives=file.arrives,
        hit_points=file.hit_points,
        defence=file.defence,
        unarmed=file.unarmed,
    )


def _place(inches: list[float]) -> tuple[float, float]:
    """Return a place as floats."""
    x, y = inches
    return own_decimal(x), own_decimal(y)


def _hex(text: str, path: PathInFile, layout: Layout, problems: Problems) -> Hex | None:
    try:
        return layout.from_offset(*parse_label(shorten(text)))
    except GridError as error:
        problems.add("unit.bad-label", str(error), path)
        return None


class ShapeReader:
    """Read the shapes of zones and objectives: lists, painted blocks and expressions.

    The parts of all expressions are counted, since each costs a pass over the board.
    """

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self._parts = 0

    def read(self, text: str | list[str], path: PathInFile) -> Shape:
        """Return a shape; it is empty if it cannot be read."""
        if isinstance(text, list):
            return _listed(text, path, self._problems)
        if text.lstrip().startswith(("#", ".")):
            return _painted(text, path, self._problems)
        self._parts += 1 + sum(map(text.count, "|&-"))
        if self._parts > MAX_PARTS:
            message = (
                f"the expressions of all zones and objectives together have more than {MAX_PARTS:,} parts"
            )
            self._problems.add("zone.parts", message, path, fix="Paint the larger zones as blocks.")
            return Listed(())
        try:
            return parse_shape(text)
        except FairgroundError as error:
            fix = "Write, for example, 'rows 1-2', 'within 3 of B7' or a list such as [C4, C5]."
            meant = _RANGE.sub(r"\1-\2", text)
            if meant != text:
                fix = f"Write '{shorten(meant)}'."
            character = _CHARACTER.search(str(error))
            shift = matched_whole(character[1]) - 1 if character else 0
            self._problems.add("zone.shape", str(error), (*path, 0, shift), fix=fix)
            return Listed(())


def _listed(labels: list[str], path: PathInFile, problems: Problems) -> Listed:
    valid = []
    for place, name in enumerate(labels):
        try:
            parse_label(shorten(name))
        except GridError as error:
            problems.add("zone.bad-label", str(error), (*path, place))
        else:
            valid.append(name)
    return Listed(tuple(valid))


def _painted(text: str, path: PathInFile, problems: Problems) -> Painted:
    if text.count("\n") > MAX_SIDE:
        message = f"a painted block must have at most {MAX_SIDE:,} lines, not {text.count(chr(10)):,}"
        problems.add("zone.painted", message, path)
        return Painted(())
    rows = tuple(line.rstrip(" ") for line in text.removesuffix("\n").split("\n"))
    for row, line in enumerate(rows):
        wrong = line.strip("#.")
        if wrong:
            column = line.index(wrong)
            message = f"{wrong[0]!r} is not a valid character in a painted block"
            fix = "Write '#' for each hex of the zone and '.' for all others."
            problems.add("zone.painted", message, (*path, row, column), fix=fix)
    return Painted(rows)

"""Sides, zones, objectives, units, victory and what counts as fair, as a scenario file has them."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

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
)
from fairground.core.scenario.parts import MAX_TITLE

#: A set of hexes: an expression, a painted block, or labels.
Hexes = str | Annotated[list[str], Field(max_length=MAX_LISTED)]
_HEXES = (
    "Which hexes: a list such as [C4, C5], an expression such as 'rows 1-2 & columns 3-5', "
    "or a block with a line for each row, '#' for a hex of it and '.' for any other."
)


class SideFile(FileModel):
    """A side."""

    id: Id = Field(description="Name that zones and units refer to.", examples=["p1"])
    name: Title = Field("", description="Name to show.")
    team: Title = Field("", description="Sides with the same team are allies.")
    role: Title = Field("", description="Part of the side in an asymmetric mission, such as attacker.")


class ZoneFile(FileModel):
    """A zone."""

    id: Id = Field(description="Name of the zone.", examples=["p1-start"])
    side: Title = Field("", description="Id of the side that it belongs to; absent: nobody's.")
    kind: Literal["deployment", "reinforcement", "exit", "area"] = Field(
        "deployment", description="What the zone is for."
    )
    name: Title = Field("", description="Name to show.")
    hexes: Hexes = Field(description=_HEXES, examples=["rows 1-2"])


class ObjectiveFile(FileModel):
    """An objective."""

    id: Id = Field(description="Name of the objective.", examples=["centre"])
    name: Title = Field("", description="Name to show.")
    side: Title = Field("", description="Id of the only side that can win it; absent: every side can.")
    kind: Literal["control", "exit"] = Field(
        "control", description="Whether its hexes are to be controlled or left by."
    )
    hexes: Hexes = Field(description=_HEXES, examples=["[D4]"])
    points: Points = Field(0, description="What it is worth.")
    hold: Annotated[int, Field(ge=0, le=MAX_TURNS)] = Field(
        0, description="At the ends of how many turns in a row it must be controlled; 0 counts as 1."
    )


class UnitPartFile(FileModel):
    """A part of a unit that is seen by itself."""

    name: Annotated[str, Field(min_length=1, max_length=MAX_TITLE)] = Field(
        description="Name to show.", examples=["head"]
    )
    at: Place = Field(
        default_factory=lambda: [0.0, 0.0],
        description="Inches right and down from the centre of the unit's base.",
        examples=[[0.5, 0]],
    )
    base: Diameter = Field(0.0, description="Its diameter in inches; 0: a point.")


class UnitFile(FileModel):
    """A unit."""

    id: Id = Field(description="Name of the unit.", examples=["scout-1"])
    side: Title = Field(description="Id of its side.", examples=["p1"])
    unit_class: Kind = Field(alias="class", description="Class of the ruleset.", examples=["scout"])
    hex: str = Field(description="Where it starts.", examples=["A1"])
    facing: Annotated[int, Field(ge=1, le=6)] = Field(
        1, description="Where it looks: 1 to 6, clockwise from N (flat-top) or NE (pointy-top)."
    )
    shield: Literal["left", "right", "none"] = Field("none", description="Where it carries its shield.")
    name: Title = Field("", description="Name to show.")
    allowance: Annotated[int, Field(ge=0, le=MAX_ALLOWANCE)] | None = Field(
        None, description="Its own movement points a turn; absent: those of its class."
    )
    at: TablePlace | None = Field(
        None,
        description="Inches right and down from the centre of A1, on tables that are measured so; absent: the centre of its hex.",
        examples=[[3.5, 1.25]],
    )
    base: Diameter | None = Field(
        None, description="Diameter of its base in inches; absent: that of its class."
    )
    parts: Annotated[list[UnitPartFile], Field(max_length=MAX_UNIT_PARTS)] = Field(
        default_factory=list, description="Parts that a large unit is seen by, such as head and legs."
    )
    traits: Annotated[list[Kind], Field(max_length=MAX_UNIT_PARTS)] = Field(
        default_factory=list, description="Unit traits of the ruleset.", examples=[["recon"]]
    )


#: A measure, or one with what of it is judged, and bounds: whether they make sense is not for the reader.
_Measure = Annotated[str, Field(max_length=100)]
_Bounds = Annotated[str, Field(max_length=100)]


class FairnessFile(FileModel):
    """What this scenario calls fair, where that is not the usual."""

    bands: Annotated[dict[_Measure, _Bounds], BeforeValidator(AtMost(MAX_BANDS))] = Field(
        default_factory=dict,
        description="Bounds of green and amber by measure, or by measure and what of it is judged.",
        examples=[{"territory": "1/10:1/5", "contact.lowest": "3:2"}],
    )
    gates: Annotated[list[_Measure], Field(max_length=MAX_BANDS)] = Field(
        default_factory=list,
        description="Measures that the verdict rests on; none: the usual ones.",
        examples=[["territory", "contact"]],
    )


class VictoryFile(FileModel):
    """How the game is won; conditions hold side by side."""

    points: Points | None = Field(
        None, description="The first side with so many points wins; absent: no such end."
    )
    last_standing: bool = Field(default=False, description="Whether the last team with units wins.")
    kill: Points = Field(0, description="Points for destroying a unit.")
    component: Points = Field(0, description="Points for destroying a component.")

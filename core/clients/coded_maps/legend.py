"""Legends: what the codes of a foreign map stand for, as a YAML file of their own."""

from typing import Annotated, Any, Final, Literal, Self

from pydantic import Field, field_validator, model_validator

from fairground.core.files.board_file import Stack
from fairground.core.files.file_model import MAX_SIDES, MAX_TURNS, FileModel, Id, Kind, Points, Title
from fairground.core.scenario.board import MAX_LEVEL, MIN_LEVEL

#: What a legend says under ``format``.
FORMAT: Final = "fairground-legend/1"
#: Most codes of a legend.
MAX_CODES: Final = 1_000
#: The longest code, in characters.
MAX_CODE: Final = 100
#: Ground that a code says nothing of; every ruleset has it.
CLEAR: Final = "clear"


class CodeEntry(FileModel):
    """What a code stands for.

    A code without terrain says nothing of the ground. Codes of one zone or objective add their hexes to it; what it
    is called and worth is said with one of them, or the same with each.
    """

    terrain: Kind | Stack | None = Field(
        None,
        description="A terrain of the ruleset, or a list of them, bottom first; absent: not told.",
        examples=["forest"],
    )
    effects: Kind | Annotated[list[Kind], Field(max_length=32)] = Field(
        default_factory=list, description="An effect of the ruleset, or a list of them.", examples=["smoke"]
    )
    level: Annotated[int, Field(ge=MIN_LEVEL, le=MAX_LEVEL)] = Field(0, description="Level of the hex.")
    objective: Id | None = Field(None, description="Id of the objective that the hex belongs to.")
    points: Points = Field(0, description="What the objective is worth.")
    hold: Annotated[int, Field(ge=0, le=MAX_TURNS)] = Field(
        0,
        description="At the ends of how many turns in a row the objective must be controlled; 0 counts as 1.",
    )
    zone: Id | None = Field(None, description="Id of the zone that the hex belongs to.")
    side: Id | None = Field(None, description="Id of the side that the zone belongs to; absent: nobody's.")
    kind: Literal["deployment", "reinforcement", "exit", "area"] = Field(
        "deployment", description="What the zone is for."
    )
    name: Title = Field("", description="Name to show of the zone and its side, or of the objective.")

    @model_validator(mode="after")
    def _belongs(self) -> Self:
        given = self.model_fields_set
        faults = []
        if self.zone is not None and self.objective is not None:
            faults.append("a code is of a zone or of an objective, not of both")
        if self.zone is None and given & {"side", "kind"}:
            faults.append("side and kind are those of a zone, and no zone is named")
        if self.objective is None and given & {"points", "hold"}:
            faults.append("points and hold are those of an objective, and no objective is named")
        if self.zone is None and self.objective is None and "name" in given:
            faults.append("the name is that of a zone or objective, and neither is named")
        if faults:
            raise ValueError("; ".join(faults))
        return self

    @property
    def terrain_kinds(self) -> tuple[str, ...]:
        """The terrain stack, bottom first; empty where the code does not tell it."""
        return () if self.terrain is None else _kinds(self.terrain)

    @property
    def effect_kinds(self) -> tuple[str, ...]:
        """The effects; empty for none."""
        return _kinds(self.effects)


class Legend(FileModel):
    """What the codes of a map stand for.

    Codes are matched as they are written, capitals and all; the empty code is that of a hex with nothing in it.
    """

    format: Literal["fairground-legend/1"] = Field(
        description="Name and version of the format.", examples=[FORMAT]
    )
    title: Title = Field(description="What maps it is for.", examples=["Arenas of our club"])
    ruleset: Annotated[str, Field(min_length=1, max_length=500)] = Field(
        description="Ruleset of maps read with it where none is asked for: the id of a shipped one, or a .yaml file.",
        examples=["penance-2.0"],
    )
    layout: Literal["odd-q", "even-q", "odd-r", "even-r"] = Field(
        "odd-r", description="Layout of maps read with it, where neither the file nor the user tells."
    )
    codes: dict[Annotated[str, Field(max_length=MAX_CODE)], Kind | Stack | CodeEntry] = Field(
        description="What each code stands for: a terrain, a list of terrains (bottom first), or a mapping.",
        examples=["{F: forest}"],
        min_length=1,
        max_length=MAX_CODES,
    )

    @field_validator("codes")
    @classmethod
    def _not_too_many_sides(
        cls, codes: dict[str, str | list[str] | CodeEntry]
    ) -> dict[str, str | list[str] | CodeEntry]:
        sides = {entry.side for entry in codes.values() if isinstance(entry, CodeEntry)} - {None}
        if len(sides) > MAX_SIDES:
            raise ValueError(f"a scenario has at most {MAX_SIDES} sides, and these codes have {len(sides)}")
        return codes

    def entry(self, code: str) -> CodeEntry | None:
        """Return what a code stands for; None when the legend does not have it."""
        found = self.codes.get(code)
        return found if found is None or isinstance(found, CodeEntry) else CodeEntry(terrain=found)


def legend_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of legends, with a description on every key."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "fairground/legend/1",
        **Legend.model_json_schema(),
    }


def _kinds(value: str | list[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)

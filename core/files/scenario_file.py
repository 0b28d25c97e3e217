"""The scenario file as a strict model, and the JSON Schema made from it."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field

from fairground.core.files.file_model import (
    MAX_LISTED,
    MAX_SIDES,
    MAX_TURNS,
    MAX_UNITS,
    MAX_ZONES,
    FileModel,
    Title,
)
from fairground.core.files.read_board import BoardFile
from fairground.core.files.read_parts import (
    FairnessFile,
    ObjectiveFile,
    SideFile,
    UnitFile,
    VictoryFile,
    ZoneFile,
)

#: The family of formats, and the version that is written.
FORMAT_NAME: Final = "fairground"
FORMAT_VERSION: Final = 1
FORMAT: Final = f"{FORMAT_NAME}/{FORMAT_VERSION}"
#: Longest notes of a scenario, in characters.
MAX_NOTES: Final = 100_000


class ScenarioFile(FileModel):
    """A Fairground scenario."""

    format: Literal["fairground/1"] = Field(description="Name and version of the format.", examples=[FORMAT])
    name: Title = Field(description="Name of the scenario.", examples=["Standard Arena"])
    author: Title = Field("", description="Who made it.")
    notes: Annotated[str, Field(max_length=MAX_NOTES)] = Field("", description="What players should know.")
    ruleset: Annotated[str, Field(min_length=1, max_length=500)] = Field(
        description="Id of a shipped ruleset, or path of a .yaml file beside or below this one.",
        examples=["penance-2.0"],
    )
    ruleset_hash: Annotated[str, Field(max_length=64)] = Field(
        "", description="Content hash of the ruleset when the scenario was last saved with it."
    )
    rules: Annotated[dict[Annotated[str, Field(max_length=100)], Any], Field(max_length=1_000)] = Field(
        default_factory=dict,
        description="Single keys of the ruleset with other values, by dotted path, such as cover.reach.",
    )
    weather: Title = Field("none", description="Weather of the ruleset.")
    turns: Annotated[int, Field(ge=1, le=MAX_TURNS)] | None = Field(
        None, description="Length of the game in turns; absent: no limit."
    )
    board: BoardFile = Field(description="The board.")
    sides: Annotated[list[SideFile], Field(max_length=MAX_SIDES)] = Field(
        default_factory=list, description="Who plays."
    )
    zones: Annotated[list[ZoneFile], Field(max_length=MAX_ZONES)] = Field(
        default_factory=list, description="Where units start, enter and leave."
    )
    objectives: Annotated[list[ObjectiveFile], Field(max_length=MAX_ZONES)] = Field(
        default_factory=list, description="What is worth points."
    )
    units: Annotated[list[UnitFile], Field(max_length=MAX_UNITS)] = Field(
        default_factory=list, description="Who starts where."
    )
    victory: VictoryFile = Field(default_factory=VictoryFile, description="How the game is won.")
    locked: Annotated[list[Title], Field(max_length=MAX_LISTED)] = Field(
        default_factory=list, description="Hexes and ids of zones that suggestions may not touch."
    )
    fairness: FairnessFile = Field(
        default_factory=FairnessFile, description="What counts as fair here, where that is not the usual."
    )


def scenario_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of scenario files, with a description on every key."""
    schema = ScenarioFile.model_json_schema(by_alias=True)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{FORMAT_NAME}/scenario/{FORMAT_VERSION}",
        **schema,
    }

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
    Id,
    Title,
    empty_list,
)
from fairground.core.files.read_board import BoardFile
from fairground.core.files.read_decorations import DecorationFile, ImageText, UnderlayFile
from fairground.core.files.read_parts import (
    FairnessFile,
    ObjectiveFile,
    SideFile,
    UnitFile,
    VictoryFile,
    ZoneFile,
)
from fairground.core.scenario.decorations import MAX_DECORATIONS, MAX_IMAGES

#: The family of formats, and the newest version. Version 2 adds missions, label styles and decorations; a scenario without
#: them is written as version 1, so that older programs can read it.
FORMAT_NAME: Final = "fairground"
FORMAT_VERSION: Final = 2
OLDEST_FORMAT: Final = f"{FORMAT_NAME}/1"
FORMAT: Final = f"{FORMAT_NAME}/{FORMAT_VERSION}"
#: Longest notes of a scenario, in characters.
MAX_NOTES: Final = 100_000


class ScenarioFile(FileModel):
    """A Fairground scenario."""

    format: Literal["fairground/1", "fairground/2"] = Field(
        description="Name and version of the format.", examples=[OLDEST_FORMAT]
    )
    name: Title = Field(description="Name of the scenario.", examples=["Standard Arena"])
    author: Title = Field("", description="Author of the scenario.")
    notes: Annotated[str, Field(max_length=MAX_NOTES)] = Field("", description="Notes for players.")
    ruleset: Annotated[str, Field(min_length=1, max_length=500)] = Field(
        description="Id of a shipped ruleset, or path of a .yaml file beside or below the scenario.",
        examples=["penance-2.0"],
    )
    ruleset_hash: Annotated[str, Field(max_length=64)] = Field(
        "", description="Content hash of the ruleset when the scenario was saved."
    )
    rules: Annotated[dict[Annotated[str, Field(max_length=100)], Any], Field(max_length=1_000)] = Field(
        default_factory=dict,
        description="Overrides of individual ruleset keys, by dotted path such as cover.reach.",
    )
    weather: Title = Field("none", description="Id of the weather, from the ruleset.")
    turns: Annotated[int, Field(ge=1, le=MAX_TURNS)] | None = Field(
        None, description="Length of the game in turns. Default: no limit."
    )
    board: BoardFile = Field(description="The board.")
    sides: Annotated[list[SideFile], Field(max_length=MAX_SIDES)] = Field(
        default_factory=empty_list, description="The sides."
    )
    zones: Annotated[list[ZoneFile], Field(max_length=MAX_ZONES)] = Field(
        default_factory=empty_list,
        description="Zones where units start, enter or leave the board, and other areas.",
    )
    objectives: Annotated[list[ObjectiveFile], Field(max_length=MAX_ZONES)] = Field(
        default_factory=empty_list, description="Objectives worth points."
    )
    units: Annotated[list[UnitFile], Field(max_length=MAX_UNITS)] = Field(
        default_factory=empty_list, description="Units with their starting hexes."
    )
    victory: VictoryFile = Field(default_factory=VictoryFile, description="Victory conditions.")
    house_rules: Annotated[list[Title], Field(max_length=MAX_LISTED)] = Field(
        default_factory=empty_list,
        description=(
            "House rules of the scenario, one phrase each. Self-play ignores them, and fairness claims "
            "mention them."
        ),
        examples=[["hidden movement"]],
    )
    images: Annotated[dict[Id, ImageText], Field(max_length=MAX_IMAGES)] = Field(
        default_factory=dict,
        description="The scenario's own images by name: the path of a PNG, JPEG or SVG file in the scenario's folder or "
        "below it, or the file itself as a data: URL.",
        examples=["{logo: logo.svg}"],
    )
    decorations: Annotated[list[DecorationFile], Field(max_length=MAX_DECORATIONS)] = Field(
        default_factory=empty_list, description="Images on the board, which the rules ignore."
    )
    underlay: UnderlayFile | None = Field(
        None, description="Tracing image (optional): a scan or sketch shown below the map in the editor."
    )
    locked: Annotated[list[Title], Field(max_length=MAX_LISTED)] = Field(
        default_factory=empty_list, description="Hexes and zones that suggestions may not change."
    )
    fairness: FairnessFile = Field(
        default_factory=FairnessFile, description="The scenario's own fairness limits."
    )


def scenario_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of scenario files, with a description on every key."""
    schema = ScenarioFile.model_json_schema(by_alias=True)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{FORMAT_NAME}/scenario/{FORMAT_VERSION}",
        **schema,
    }

"""The text of a clip as a strict model, and the JSON Schema made from it."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field

from fairground.core.files.board_file import (
    MAX_PALETTE,
    MAX_STACK,
    EffectsEntry,
    Key,
    Note,
    Stack,
    TerrainEntry,
)
from fairground.core.files.file_model import FileModel, Kind, Title
from fairground.core.scenario.board import MAX_TEXTS

#: What a clip's text says under ``format``.
FORMAT: Final = "fairground-clip/1"


class TextFile(FileModel):
    """A place name or a note."""

    at: Annotated[list[int], Field(min_length=2, max_length=2)] = Field(description="q and r of its hex.")
    text: Note = Field(description="What it says.")


class NameFile(TextFile):
    """A place name."""

    text: Title = Field(description="What it says.")


class ClipFile(FileModel):
    """A clip as its text has it."""

    format: Literal["fairground-clip/1"] = Field(
        description="Name and version of the format.", examples=[FORMAT]
    )
    palette: dict[Key, Kind | Stack | TerrainEntry] = Field(
        description="What the keys of terrain stand for.", min_length=1, max_length=MAX_PALETTE
    )
    effects_palette: dict[Key, Kind | Annotated[list[Kind], Field(max_length=MAX_STACK)] | EffectsEntry] = (
        Field(
            description="What the keys of effects stand for; an empty list is none.",
            min_length=1,
            max_length=MAX_PALETTE,
        )
    )
    hexes: str = Field(description="A line for each hex: q, r, terrain, level, effects.")
    hexsides: str = Field("", description="A line for each hexside between two hexes of the clip.")
    rim: str = Field("", description="A line for each hexside with one hex in the clip.")
    names: list[NameFile] = Field(default_factory=list, description="Place names.", max_length=MAX_TEXTS)
    notes: list[TextFile] = Field(default_factory=list, description="Notes.", max_length=MAX_TEXTS)


def clip_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of the text of clips, with a description on every key."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "fairground/clip/1",
        **ClipFile.model_json_schema(),
    }

"""Images, decorations and the tracing image of a scenario file: models, and reading and writing them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

from pydantic import AfterValidator, Field

from fairground.core.errors import GridError
from fairground.core.files.emitter import Block, decimal
from fairground.core.files.file_model import FileModel, Id
from fairground.core.grid.labels import label, parse_label
from fairground.core.scenario.decorations import (
    DATA,
    DECIMALS,
    MAX_OFFSET,
    MAX_SCALE,
    MIN_SCALE,
    Decoration,
    DecorationLayer,
)
from fairground.core.scenario.tracing_image import (
    MAX_DISTANCE,
    MAX_TRACING_SCALE,
    MIN_TRACING_SCALE,
    TRACING_DECIMALS,
    TRACING_OPACITY,
    TracingImage,
)
from fairground.core.text.foreign import own_decimal
from fairground.core.text.wording import shorten

if TYPE_CHECKING:
    from fairground.core.files.read_result import Problems
    from fairground.core.grid.layout import Layout
    from fairground.core.text.source import PathInFile

#: Longest image in characters: 1 MB as base64 text in lines, and some room.
_LONGEST: Final = 1_500_000
#: The characters of a line of an embedded image.
_LINE: Final = 96


def _few_decimals(value: float) -> float:
    if round(value, DECIMALS) != value:
        raise ValueError(f"must have at most {DECIMALS} decimal places")
    return value


def _few_tracing_decimals(value: float) -> float:
    if round(value, TRACING_DECIMALS) != value:
        raise ValueError(f"must have at most {TRACING_DECIMALS} decimal places")
    return value


ImageText = Annotated[str, Field(min_length=1, max_length=_LONGEST)]
_Distance = Annotated[float, Field(ge=-MAX_DISTANCE, le=MAX_DISTANCE), AfterValidator(_few_tracing_decimals)]
_Shift = Annotated[float, Field(ge=-MAX_OFFSET, le=MAX_OFFSET), AfterValidator(_few_decimals)]


class DecorationFile(FileModel):
    """An image on the board, which the rules ignore."""

    image: Id = Field(
        description="Name of one of the scenario's images, or of a built-in image.",
        examples=["tree"],
    )
    hex: str = Field(description="Hex in which the decoration is placed.", examples=["C4"])
    side: Annotated[str, Field(max_length=2)] | None = Field(
        None,
        description="Direction of the hexside on which the decoration is centred. Default: centred on the hex.",
        examples=["NE"],
    )
    offset: Annotated[list[_Shift], Field(min_length=2, max_length=2)] = Field(
        default_factory=lambda: [0.0, 0.0],
        description="Offset, right and down, from the centre of the hex or hexside, in hex widths across the flats.",
        examples=[[0.25, -0.5]],
    )
    scale: Annotated[float, Field(ge=MIN_SCALE, le=MAX_SCALE), AfterValidator(_few_decimals)] = Field(
        1.0, description="Length of the image's longer side, in hex widths across the flats."
    )
    rotation: Annotated[int, Field(ge=0, le=359)] = Field(0, description="Rotation in degrees, clockwise.")
    layer: Literal["below", "above"] = Field(
        "above", description="Whether the image is drawn below or above the grid lines."
    )


class UnderlayFile(FileModel):
    """A scan or sketch to draw over, which only the editor shows."""

    image: Id = Field(description="Name of one of the scenario's images.", examples=["scan"])
    at: Annotated[list[_Distance], Field(min_length=2, max_length=2)] = Field(
        description=(
            "Position of the image's centre, measured right and down from the centre of A1, in hex widths "
            "across the flats."
        ),
        examples=[[6.5, 4.25]],
    )
    scale: Annotated[
        float, Field(ge=MIN_TRACING_SCALE, le=MAX_TRACING_SCALE), AfterValidator(_few_tracing_decimals)
    ] = Field(
        description="Length of the image's longer side, in hex widths across the flats.", examples=[14.2]
    )
    rotation: Annotated[float, Field(ge=0, lt=360), AfterValidator(_few_tracing_decimals)] = Field(
        0.0, description="Rotation in degrees, clockwise."
    )
    mirrored: bool = Field(
        default=False, description="Whether the image is flipped top to bottom before it is rotated."
    )
    opacity: Annotated[int, Field(ge=0, le=100)] = Field(
        TRACING_OPACITY, description="Opacity of the image in percent."
    )


def image_text(text: str) -> str:
    """Return the path or the ``data:`` URL of an image, the latter without the line breaks of the file."""
    return "".join(text.split()) if text.lstrip().startswith(DATA) else text


def image_block(text: str) -> object:
    """Return an image as in files: a path, or a ``data:`` URL in lines."""
    if not text.startswith(DATA):
        return text
    head, comma, content = text.partition(",")
    lines = [head + comma, *(content[at : at + _LINE] for at in range(0, len(content), _LINE))]
    return Block("\n".join(lines) + "\n")


def read_decoration(
    file: DecorationFile, path: PathInFile, layout: Layout, problems: Problems
) -> Decoration | None:
    """Return a decoration; None if its label or direction is invalid. The validator checks its image and its hex."""
    try:
        at = layout.from_offset(*parse_label(shorten(file.hex)))
    except GridError as error:
        problems.add("decoration.bad-label", str(error), (*path, "hex"))
        return None
    try:
        side = None if file.side is None else layout.direction(file.side)
    except GridError as error:
        problems.add("decoration.bad-side", str(error), (*path, "side"))
        return None
    across, down = map(own_decimal, file.offset)
    return Decoration(
        file.image,
        at,
        side,
        (across, down),
        own_decimal(file.scale),
        file.rotation,
        DecorationLayer(file.layer),
    )


def decoration_data(decoration: Decoration, layout: Layout) -> dict[str, object]:
    """Return a decoration as the mapping of a file, without what is as usual; raise GridError left of or above the board."""
    data: dict[str, object] = {
        "image": decoration.image,
        "hex": label(*layout.to_offset(decoration.hex)),
    }
    if decoration.side is not None:
        data["side"] = layout.direction_name(decoration.side)
    if any(decoration.offset):
        data["offset"] = [decimal(it) for it in decoration.offset]
    if decoration.scale != 1:
        data["scale"] = decimal(decoration.scale)
    if decoration.rotation:
        data["rotation"] = decoration.rotation
    if decoration.layer is not DecorationLayer.ABOVE:
        data["layer"] = decoration.layer.value
    return data


def read_underlay(file: UnderlayFile) -> TracingImage:
    """Return the tracing image; the validator checks its image."""
    across, down = map(own_decimal, file.at)
    return TracingImage(
        file.image,
        (across, down),
        own_decimal(file.scale),
        own_decimal(file.rotation),
        file.mirrored,
        file.opacity,
    )


def underlay_data(underlay: TracingImage) -> dict[str, object]:
    """Return the tracing image as the mapping of a file, without what is as usual."""
    data: dict[str, object] = {
        "image": underlay.image,
        "at": [decimal(it) for it in underlay.at],
        "scale": decimal(underlay.scale),
    }
    if underlay.rotation:
        data["rotation"] = decimal(underlay.rotation)
    if underlay.mirrored:
        data["mirrored"] = True
    if underlay.opacity != TRACING_OPACITY:
        data["opacity"] = underlay.opacity
    return data

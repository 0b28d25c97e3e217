"""``fairground tracing-image``: show, add or remove the tracing image of a scenario."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click
from pydantic import Field

from fairground.core.answer import Answer, schema_field
from fairground.core.cli.options import (
    as_json,
    check_output,
    dropped_comments,
    output_file,
    overwrite,
    scenario_file,
    with_chosen_labels,
)
from fairground.core.cli.shared_answers import emit
from fairground.core.errors import ScenarioError, UsageError

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.tracing_image import TracingImage

_POINT = re.compile(r"([0-9]+(?:\.[0-9]+)?),([0-9]+(?:\.[0-9]+)?)=(\S+)")


class TracingImageAnswer(Answer):
    """Answer of ``fairground tracing-image --json``."""

    schema_name: Literal["fairground/tracing-image/1"] = schema_field("fairground/tracing-image/1")
    file: str = Field(description="path of the scenario, as given")
    output: str | None = Field(
        description="path of the scenario that was written; null if no scenario was written"
    )
    image: str | None = Field(
        description="name of the tracing image in 'images'; null if there is no tracing image"
    )
    path: str | None = Field(
        description=(
            "path of the image, relative to the scenario's folder; null if it is embedded or there is "
            "no image"
        )
    )
    bytes: int | None = Field(
        description="size of the image file in bytes; null if there is no image or it cannot be drawn"
    )
    pixels: tuple[int, int] | None = Field(
        description="width and height of the image in pixels; null if there is no image or it cannot be drawn"
    )
    converted: bool = Field(
        description="whether the image was scaled down, turned upright or converted to RGB when it was added"
    )
    at: tuple[float, float] | None = Field(
        description=(
            "position of the centre of the image, in hex widths right of and below the centre of A1; "
            "null if there is no image"
        )
    )
    scale: float | None = Field(
        description="length of the longer side of the image, in hex widths; null if there is no image"
    )
    rotation: float | None = Field(
        description="rotation of the image in degrees, clockwise; null if there is no image"
    )
    mirrored: bool | None = Field(
        description="whether the image is flipped top to bottom before it is rotated; null if there is no image"
    )
    opacity: int | None = Field(description="opacity of the image in percent; null if there is no image")
    problem: str | None = Field(
        description="why the image cannot be drawn; null if it can be drawn or there is no image"
    )


@click.command("tracing-image")
@scenario_file
@click.option(
    "--add",
    "image",
    metavar="IMAGE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="PNG or JPEG to draw over. It covers the board unless you place it with --point.",
)
@click.option(
    "--embed", is_flag=True, help="Store the image in the scenario file. Default: copy it beside that file."
)
@click.option(
    "--point",
    "points",
    metavar="X,Y=HEX",
    multiple=True,
    help=(
        "Pixel of the image, measured from its top left corner, and the hex whose centre it shows. "
        "Give this option twice."
    ),
)
@click.option("--remove", is_flag=True, help="Remove the tracing image.")
@output_file("Scenario to write, with --add or --remove.")
@overwrite
@as_json
def COMMAND(  # noqa: N802, PLR0913  # one parameter an option
    file: Path,
    image: Path | None,
    output: Path | None,
    *,
    embed: bool,
    points: tuple[str, ...],
    remove: bool,
    overwrite: bool,
    as_json: bool,
) -> int:
    """Show, add or remove the tracing image of a scenario.

    The editor shows a tracing image below the map, to draw over. Nothing else uses it: pictures, exports and players' copies
    leave it out. An image over 1 MB or 2,048 pixels a side is stored at a lower resolution.

    \b
    Exit status: 0 success, 1 the tracing image cannot be drawn, 2 unusable input.

    \b
    Examples:
      fairground tracing-image scenarios/standard-arena.yaml
      fairground tracing-image arena.yaml --add scan.jpg -o traced.yaml
      fairground tracing-image arena.yaml --add scan.jpg --embed --point 120,80=A1 --point 1500,1100=L10 -o traced.yaml
      fairground tracing-image traced.yaml --remove -o to-share.yaml
    """
    from fairground.core.files import carry_images, load_reading, save
    from fairground.core.files.image_copies import fitted_image, with_tracing_image
    from fairground.core.scenario.tracing_image import without_tracing_image

    _check_options(image, output, embed=embed, points=points, remove=remove)
    if output is not None:
        check_output(output, overwrite=overwrite)
    scenario, comments = load_reading(file)
    with_chosen_labels(scenario)
    is_converted = False
    if remove:
        scenario = without_tracing_image(scenario)
    if output is not None:
        carry_images(scenario, output.parent)
        scenario = replace(scenario, folder=output.parent).with_rules_unread()
    if image is not None and output is not None:
        fitted = fitted_image(image)
        is_converted = fitted.is_converted
        scenario = with_tracing_image(
            scenario, image, folder=None if embed else output.parent, image=fitted.image
        )
        if points:
            underlay = _matching(scenario, fitted.source_size, points)
            scenario = replace(scenario, underlay=underlay)
    if output is not None:
        save(scenario, output)
        if comments:
            click.echo(f"{dropped_comments(comments)} dropped", err=True)
    answer = _answer(file, output, scenario, is_converted=is_converted)
    if as_json:
        emit(answer)
    else:
        click.echo(_text(answer))
    return int(answer.problem is not None)


def _check_options(
    image: Path | None, output: Path | None, *, embed: bool, points: tuple[str, ...], remove: bool
) -> None:
    if image is not None and remove:
        raise UsageError("use either --add or --remove, not both")
    if (embed or points) and image is None:
        raise UsageError("--embed and --point need --add")
    if points and len(points) != 2:
        raise UsageError("give --point twice, for two hexes far apart")
    if (image is not None or remove) and output is None:
        raise UsageError("use -o to name the scenario to write")
    if output is not None and image is None and not remove:
        raise UsageError("-o needs --add or --remove")


def _matching(scenario: Scenario, size: tuple[float, float], points: tuple[str, ...]) -> TracingImage:
    """Return the tracing image of a scenario, placed by two points as in ``120,80=A1``."""
    from fairground.core.scenario.tracing_image import TracingImage

    assert scenario.underlay is not None  # noqa: S101  # it was just added
    board = scenario.board
    pixels, places = [], []
    for text in points:
        match = _POINT.fullmatch(text)
        if match is None:
            raise UsageError(f"--point {text}: write a pixel and its hex, such as 120,80=A1")
        pixels.append(complex(float(match[1]), float(match[2])))
        places.append(complex(*board.layout.centre(board.find(match[3]))))
    try:
        return TracingImage.matching(
            scenario.underlay.image, size, (pixels[0], pixels[1]), (places[0], places[1])
        )
    except ScenarioError as error:
        raise UsageError(f"--point: {error}") from error


def _answer(file: Path, output: Path | None, scenario: Scenario, *, is_converted: bool) -> TracingImageAnswer:
    from fairground.core.files.images import ImageFault, find_image
    from fairground.core.scenario.decorations import DATA

    underlay = scenario.underlay
    found = None if underlay is None else find_image(scenario, underlay.image)
    image = None if isinstance(found, ImageFault) else found
    text = None if underlay is None else scenario.images.get(underlay.image)
    return TracingImageAnswer(
        file=str(file),
        output=None if output is None else str(output),
        image=underlay and underlay.image,
        path=None if text is None or text.startswith(DATA) else text,
        bytes=image and len(image.content),
        pixels=image and (round(image.width), round(image.height)),
        converted=is_converted,
        at=underlay and underlay.at,
        scale=underlay and underlay.scale,
        rotation=underlay and underlay.rotation,
        mirrored=underlay and underlay.mirrored,
        opacity=underlay and underlay.opacity,
        problem=found.message if isinstance(found, ImageFault) else None,
    )


def _text(answer: TracingImageAnswer) -> str:
    head = f"{answer.output or answer.file}: "
    if answer.image is None:
        return f"{head}no tracing image"
    if answer.problem is not None:
        return f"{head}the tracing image {answer.image!r} cannot be drawn: {answer.problem}"
    assert answer.pixels is not None and answer.bytes is not None  # noqa: PT018, S101  # it can be drawn
    where = "embedded" if answer.path is None else answer.path
    width, height = answer.pixels
    converted = ", converted to a smaller JPEG" if answer.converted else ""
    return (
        f"{head}tracing image {answer.image} ({where}, {-(-answer.bytes // 1024):,} KB, "
        f"{width:,}x{height:,} pixels{converted}), its longer side {answer.scale:g} hexes long"
    )

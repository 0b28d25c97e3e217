"""``fairground formats``: the formats of other programs, their contents and options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click
from pydantic import Field

from fairground.core.answer import Answer, Part, schema_field
from fairground.core.cli.completion import complete_format
from fairground.core.cli.options import as_json
from fairground.core.cli.shared_answers import emit

if TYPE_CHECKING:
    from fairground.core.clients import Format


class OptionAnswer(Part, extra="ignore"):
    """An option of a format."""

    name: str = Field(description="name of the option, as used in -O NAME=VALUE")
    help: str = Field(description="what the option does")
    default: str = Field(description="default value")
    allowed: str = Field(description="description of the accepted values")


class PresetAnswer(Part, extra="ignore"):
    """A preset of a format."""

    id: str = Field(description="id of the preset, as used in --preset NAME")
    title: str = Field(description="title shown to users")
    options: dict[str, str] = Field(description="options that the preset changes from their defaults")


class FormatAnswer(Part, extra="ignore"):
    """A format."""

    name: str = Field(description="name of the format, as used in --to NAME")
    title: str = Field(description="title shown to users")
    ending: str = Field(description="extension of the format's files")
    written: bool = Field(description="whether scenarios can be exported to the format")
    read: bool = Field(description="whether files in the format can be imported")
    carries: tuple[str, ...] = Field(description="parts of a scenario that an export includes")
    options: tuple[OptionAnswer, ...] = Field(description="export options")
    presets: tuple[PresetAnswer, ...] = Field(description="built-in presets")


class FormatsAnswer(Answer):
    """Answer of ``fairground formats --json``."""

    schema_name: Literal["fairground/formats/1"] = schema_field("fairground/formats/1")
    formats: tuple[FormatAnswer, ...] = Field(description="formats, sorted by name")


@click.command("formats")
@click.argument("name", required=False, shell_complete=complete_format)
@as_json
def COMMAND(name: str | None, *, as_json: bool) -> int:  # noqa: N802  # every command is called so
    """List the formats of other programs, or describe one.

    \b
    Examples:
      fairground formats
      fairground formats pdf
    """
    from fairground.core.clients import export_formats, import_formats, load_format

    names = (name,) if name is not None else sorted({*export_formats(), *import_formats()})
    formats = tuple(_answer(load_format(it)) for it in names)
    if as_json:
        emit(FormatsAnswer(formats=formats))
        return 0
    wide = max(len(it.name) for it in formats)
    for found in formats:
        ways = " and ".join(
            way for way, is_so in (("import", found.read), ("export", found.written)) if is_so
        )
        click.echo(f"{found.name:{wide}} {found.ending:8} {ways:17} {found.title}")
        if name is not None:
            _print_all(found)
    return 0


def _print_all(found: FormatAnswer) -> None:
    if found.written:
        click.echo(f"  carries {', '.join(found.carries)}")
    for option in found.options:
        default = f"; default {option.default}" if option.default else ""
        click.echo(f"  -O {option.name}=…  {option.help} ({option.allowed}{default})")
    for preset in found.presets:
        click.echo(f"  --preset {preset.id}  {preset.title}")


def _answer(found: Format) -> FormatAnswer:
    from fairground.core.clients import export_presets
    from fairground.core.clients.scenario_parts import ScenarioPart

    return FormatAnswer(
        name=found.name,
        title=found.title,
        ending=found.ending,
        written=found.write is not None,
        read=found.read is not None,
        carries=tuple(part.name.lower() for part in ScenarioPart if part in found.carries),
        options=tuple(map(OptionAnswer.from_result, found.options)),
        presets=tuple(
            PresetAnswer(id=it.id, title=it.title, options=dict(it.options))
            for it in export_presets()
            if it.format_name == found.name
        ),
    )

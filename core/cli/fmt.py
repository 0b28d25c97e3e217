"""``fairground fmt``: write scenario files the way the program writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click
from pydantic import BaseModel, ConfigDict, Field

from fairground.core.cli.answers import Answer
from fairground.core.cli.options import as_json, scenario_files

if TYPE_CHECKING:
    from pathlib import Path


class FormattedAnswer(BaseModel):
    """What became of one file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    file: str = Field(description="path of the file as it was given")
    changed: bool = Field(description="whether its text differs from how the program writes it")
    dropped_comments: int = Field(description="comments that have no place in the new text")


class FmtAnswer(Answer):
    """Answer of ``fairground fmt --json``."""

    schema_name: Literal["fairground/fmt/1"] = Field(
        default="fairground/fmt/1", alias="schema", description="name and version of this shape"
    )
    written: bool = Field(description="false with --check: no file was touched")
    files: tuple[FormattedAnswer, ...] = Field(description="the files, in the order given")


@click.command("fmt")
@scenario_files
@click.option("--check", is_flag=True, help="Touch nothing; exit with 1 when a file would change.")
@as_json
def COMMAND(files: tuple[Path, ...], *, check: bool, as_json: bool) -> int:  # noqa: N802
    """Rewrite files in the program's own form.

    What they say stays the same.

    \b
    Comments at the head, above keys and above list items stay; the number of others, which are dropped, is said.

    \b
    Examples:
      fairground fmt arena.yaml
      fairground fmt maps/*.yaml --check
    """
    from fairground.core.files import load_reading, to_bytes, write_bytes  # noqa: PLC0415  # loads the models

    # All are read before the first is written: a fault in one leaves all as they are.
    readings = [(path, load_reading(path)) for path in files]
    answers = []
    for path, (scenario, dropped) in readings:
        text = to_bytes(scenario)
        changed = text != path.read_bytes()
        answers.append(
            FormattedAnswer(file=str(path), changed=changed, dropped_comments=dropped if changed else 0)
        )
        if changed and not check:
            write_bytes(path, text)
    if as_json:
        FmtAnswer(written=not check, files=tuple(answers)).emit()
    else:
        for answer in answers:
            _print(answer, check=check)
    return int(check and any(answer.changed for answer in answers))


def _print(answer: FormattedAnswer, *, check: bool) -> None:
    if not answer.changed:
        click.echo(f"{answer.file}: as it should be")
        return
    comments = answer.dropped_comments
    lost = f"; {comments} comment{'s' * (comments != 1)} {'would be ' * check}dropped" if comments else ""
    click.echo(f"{answer.file}: {'would be ' * check}rewritten{lost}")

"""``fairground upgrade``: bring scenario files to the newest format and record their ruleset's hash."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import click
from pydantic import BaseModel, ConfigDict, Field

from fairground.core.cli.answers import Answer
from fairground.core.cli.options import as_json, scenario_files

if TYPE_CHECKING:
    from pathlib import Path


class UpgradedAnswer(BaseModel):
    """What became of one file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    file: str = Field(description="path of the file as it was given")
    changed: bool = Field(description="whether the file was rewritten")
    ruleset_hash: str = Field(description="hash of the ruleset that the file now carries")


class UpgradeAnswer(Answer):
    """Answer of ``fairground upgrade --json``."""

    schema_name: Literal["fairground/upgrade/1"] = Field(
        default="fairground/upgrade/1", alias="schema", description="name and version of this shape"
    )
    files: tuple[UpgradedAnswer, ...] = Field(description="the files, in the order given")


@click.command("upgrade")
@scenario_files
@as_json
def COMMAND(files: tuple[Path, ...], *, as_json: bool) -> int:  # noqa: N802
    """Bring files to the newest format.

    The hash of the ruleset as it is now is recorded.

    \b
    Examples:
      fairground upgrade arena.yaml
      fairground upgrade maps/*.yaml --json
    """
    from fairground.core.files import load, to_bytes, write_bytes  # noqa: PLC0415  # loads the models

    # All are read before the first is written: a fault in one leaves all as they are.
    scenarios = [(path, load(path)) for path in files]
    hashes = [scenario.rules.content_hash for _, scenario in scenarios]
    answers = []
    for (path, scenario), found in zip(scenarios, hashes, strict=True):
        scenario.ruleset = replace(scenario.ruleset, content_hash=found)
        text = to_bytes(scenario)
        changed = text != path.read_bytes()
        if changed:
            write_bytes(path, text)
        answers.append(UpgradedAnswer(file=str(path), changed=changed, ruleset_hash=found))
    if as_json:
        UpgradeAnswer(files=tuple(answers)).emit()
    else:
        for answer in answers:
            click.echo(f"{answer.file}: {'upgraded' if answer.changed else 'is up to date'}")
    return 0

"""``fairground upgrade``: bring scenario files to the newest format and record their ruleset's hash."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import click
from pydantic import Field

from fairground.core.answer import Answer, Part, schema_field
from fairground.core.cli.options import as_json, drop_comments, refuse_to_drop, scenario_files
from fairground.core.cli.shared_answers import emit

if TYPE_CHECKING:
    from pathlib import Path


class UpgradedAnswer(Part):
    """The result for one file."""

    file: str = Field(description="path of the file, as given")
    changed: bool = Field(description="whether the file was rewritten")
    ruleset_hash: str = Field(description="hash of the ruleset, as now stored in the file")


class UpgradeAnswer(Answer):
    """Answer of ``fairground upgrade --json``."""

    schema_name: Literal["fairground/upgrade/1"] = schema_field("fairground/upgrade/1")
    files: tuple[UpgradedAnswer, ...] = Field(description="the files, in the order given")


@click.command("upgrade")
@scenario_files
@drop_comments
@as_json
def COMMAND(files: tuple[Path, ...], *, may_drop: bool, as_json: bool) -> int:  # noqa: N802
    """Upgrade files to the newest format.

    The file records the hash of the current ruleset. Comments are kept as in fairground fmt.

    \b
    Examples:
      fairground upgrade scenarios/standard-arena.yaml
      fairground upgrade maps/*.yaml --json
    """
    from fairground.core.files import load_reading, to_bytes, write_bytes

    # Read all files before writing any: an error leaves all unchanged.
    readings = [(path, *load_reading(path)) for path in files]
    hashes = {path: scenario.rules.content_hash for path, scenario, _ in readings}
    texts = {}
    for path, scenario, _ in readings:
        scenario.ruleset = replace(scenario.ruleset, content_hash=hashes[path])
        texts[path] = to_bytes(scenario)
    changed = {path for path, text in texts.items() if text != path.read_bytes()}
    if not may_drop:
        refuse_to_drop({path: lines for path, _, lines in readings if path in changed})
    for path, text in texts.items():
        if path in changed:
            write_bytes(path, text)
    answers = [
        UpgradedAnswer(file=str(path), changed=path in changed, ruleset_hash=hashes[path]) for path in files
    ]
    if as_json:
        emit(UpgradeAnswer(files=tuple(answers)))
    else:
        for answer in answers:
            click.echo(f"{answer.file}: {'upgraded' if answer.changed else 'up to date'}")
    return 0

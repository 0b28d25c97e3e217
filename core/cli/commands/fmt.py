"""``fairground fmt``: reformat scenario files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import click
from pydantic import Field

from fairground.core.answer import Answer, Part, schema_field
from fairground.core.cli.options import (
    as_json,
    drop_comments,
    dropped_comments,
    refuse_to_drop,
    scenario_files,
)
from fairground.core.cli.shared_answers import emit

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Standard input and output.
_STANDARD: Final = Path("-")


class FormattedAnswer(Part):
    """The result for one file."""

    file: str = Field(description="path of the file, as given")
    changed: bool = Field(description="whether reformatting changes the text of the file")
    dropped_comments: int = Field(description="number of comments that cannot be kept in the new text")
    dropped_lines: tuple[int, ...] = Field(
        description="line numbers in the old text, starting at 1, of the comments that cannot be kept"
    )


class FmtAnswer(Answer):
    """Answer of ``fairground fmt --json``."""

    schema_name: Literal["fairground/fmt/1"] = schema_field("fairground/fmt/1")
    written: bool = Field(description="whether changed files were rewritten; false with --check")
    files: tuple[FormattedAnswer, ...] = Field(description="the files, in the order given")


@click.command("fmt")
@scenario_files
@click.option("--check", is_flag=True, help="Change nothing. Exit with status 1 if a file would change.")
@click.option("--diff", is_flag=True, help="Change nothing. Print the changes line by line.")
@drop_comments
@as_json
def COMMAND(  # noqa: N802  # one parameter an option
    files: tuple[Path, ...], *, check: bool, diff: bool, may_drop: bool, as_json: bool
) -> int:
    """Reformat scenario files without changing their content.

    \b
    Comments at the top of the file, above keys and above list items stay. A comment at the end of a line moves above it.
    If any other comment would be deleted, no file is changed unless you add --drop-comments.
    With -, standard input is reformatted to standard output.

    \b
    Examples:
      fairground fmt scenarios/standard-arena.yaml --check
      fairground fmt scenarios/standard-arena.yaml --diff
      fairground fmt maps/*.yaml
    """
    from fairground.core.files import load_reading, to_bytes
    from fairground.core.files.untrusted_files import read_regular_file
    from fairground.core.text.guarded_yaml import Limits

    # Read all files before writing any: an error leaves all unchanged.
    readings = [(path, load_reading(path)) for path in files]
    texts = {path: to_bytes(scenario) for path, (scenario, _) in readings}
    before = {path: read_regular_file(path, most_bytes=Limits().bytes) for path in files}
    changed = {path for path, text in texts.items() if text != before[path]}
    dropped = {path: lines if path in changed else () for path, (_, lines) in readings}
    only_shows = check or diff
    if not only_shows and not may_drop:
        refuse_to_drop(dropped)
    answers = [
        FormattedAnswer(
            file=str(path),
            changed=path in changed,
            dropped_comments=len(dropped[path]),
            dropped_lines=dropped[path],
        )
        for path in files
    ]
    if not only_shows:
        _write({path: text for path, text in texts.items() if path in changed or path == _STANDARD})
    if as_json:
        emit(FmtAnswer(written=not only_shows, files=tuple(answers)))
    elif diff:
        click.echo("".join(_difference(it, before[it], texts[it]) for it in files if it in changed), nl=False)
    else:
        for answer in answers:
            if answer.file != str(_STANDARD) or check:
                _print(answer, check=check)
    return int(check and any(answer.changed for answer in answers))


def _write(texts: Mapping[Path, bytes]) -> None:
    from fairground.core.files import write_bytes

    for path, text in texts.items():
        if path == _STANDARD:
            click.echo(text, nl=False)
        else:
            write_bytes(path, text)


def _difference(path: Path, before: bytes, after: bytes) -> str:
    """Return the changes as a unified diff."""
    from difflib import unified_diff

    old, new = (text.decode(errors="replace").splitlines(keepends=True) for text in (before, after))
    found = unified_diff(old, new, f"{path} (as it is)", f"{path} (reformatted)")
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in found)


def _print(answer: FormattedAnswer, *, check: bool) -> None:
    if not answer.changed:
        click.echo(f"{answer.file}: unchanged")
        return
    lines = answer.dropped_lines
    lost = f"; {dropped_comments(lines)} {'would be ' * check}dropped" if lines else ""
    click.echo(f"{answer.file}: {'would be ' * check}rewritten{lost}")

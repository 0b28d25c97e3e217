"""Options and arguments that several commands share."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from fairground.core.errors import UsageError
from fairground.core.scenario.board import MAX_SIDE

if TYPE_CHECKING:
    from collections.abc import Callable

Noted = TypeVar("Noted")

overwrite = click.option("--overwrite", is_flag=True, help="Replace an output file that exists.")
despite_errors = click.option(
    "--despite-errors", is_flag=True, help="Go on although the scenario has errors; every output says so."
)
#: Where the context of a command has the path of its scenario, and whether it answers with JSON.
SCENARIO, AS_JSON = "fairground.scenario", "fairground.as-json"


def _note(key: str) -> Callable[[click.Context, click.Parameter, Noted], Noted]:
    """Return a callback that leaves the value of a parameter in the context."""

    def note(ctx: click.Context, _param: click.Parameter, value: Noted) -> Noted:
        ctx.meta[key] = value
        return value

    return note


as_json = click.option(
    "--json", "as_json", is_flag=True, help="Answer with one JSON object.", callback=_note(AS_JSON)
)
scenario_file = click.argument("file", type=click.Path(path_type=Path), callback=_note(SCENARIO))
scenario_files = click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))

_SIZE = re.compile(r"([0-9]{1,6})[xX\u00d7]([0-9]{1,6})")


class SizeType(click.ParamType[tuple[int, int]]):
    """Columns by rows, such as ``16x17``."""

    name = "COLUMNSxROWS"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Return ``(columns, rows)``; fail with the limits when a board cannot have that size."""
        match = _SIZE.fullmatch(str(value))
        if not match:
            self.fail(f"{value!r} is not a size; write columns and rows, like 16x17", param, ctx)
        columns, rows = int(match[1]), int(match[2])
        if not (1 <= columns <= MAX_SIDE and 1 <= rows <= MAX_SIDE):
            self.fail(f"a board has 1 to {MAX_SIDE:,} columns and rows, not {columns:,}x{rows:,}", param, ctx)
        return columns, rows


def check_output(path: Path, *, overwrite: bool, source: Path | None = None) -> None:
    """Make sure that writing to ``path`` would lose nothing.

    ``source`` is what is written in another format, which is not to be replaced by that in any case.

    Raises
    ------
    UsageError
        When it exists and ``overwrite`` is not set, its folder does not exist, or it is the source.
    """
    from fairground.core.files.path_checks import is_folder, is_there  # noqa: PLC0415  # loads the models

    if is_there(path) and not overwrite:
        raise UsageError(f"{path} exists; name another file or add --overwrite")
    if not is_folder(path.parent):
        raise UsageError(f"the folder {path.parent} does not exist")
    if source is not None and is_there(source) and is_there(path) and path.samefile(source):
        raise UsageError(f"{path} is what is read; name another file for what is made of it")

"""``fairground edit``: the editor's window, as a command of the command line."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("edit")
@click.argument("file", required=False, type=click.Path(path_type=Path))
def COMMAND(file: Path | None) -> int:
    """Open the editor, with a scenario or with its welcome page.

    \b
    Examples:
      fairground edit
      fairground edit arena.yaml
    """
    from fairground.editor.app import run  # noqa: PLC0415  # loads Qt

    return run(file)

"""``fairground edit``: the editor's window, as a command of the command line."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import click


@click.command("edit")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option(
    "--reset-settings",
    is_flag=True,
    help="Forget settings, layout, recent files and changed keys before the editor opens; unsaved work stays.",
)
@click.option(
    "--language",
    help="The language of the editor's texts, such as de, where there is a catalogue; else the environment tells (LANGUAGE, LANG).",
)
def COMMAND(file: Path | None, *, reset_settings: bool, language: str | None) -> int:
    """Open the editor, with a scenario or with its welcome page.

    \b
    Examples:
      fairground edit
      fairground edit arena.yaml
      fairground edit --reset-settings
    """
    if language:
        os.environ["LANGUAGE"] = language
    # Nothing that is loaded now is ever given back, and the editor collects in its own time (collector.py).
    gc.disable()
    from fairground.editor.app import run  # noqa: PLC0415  # loads Qt

    return run(file, reset_settings=reset_settings)

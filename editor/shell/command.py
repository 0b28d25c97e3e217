"""``fairground edit``: the editor's window, as a command of the command line."""

from __future__ import annotations

import gc
import os
import sys
from importlib.metadata import requires
from importlib.util import find_spec
from pathlib import Path

import click

from fairground.core.errors import UsageError

#: Environment variables that name a screen or its replacement.
_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


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
    """Open the editor with a scenario or the welcome page.

    \b
    Examples:
      fairground edit
      fairground edit arena.yaml
      fairground edit --reset-settings
    """
    if find_spec("PySide6") is None:
        wanted = (it.partition(";") for it in requires("fairground") or ())
        words = " ".join(f"'{name.strip()}'" for name, _, when in wanted if "editor" in when)
        raise UsageError(
            f"the editor needs PySide6, which is not installed. Install it with: pip install {words}. Every other command "
            "works without it"
        )
    # Qt ends the process where it finds none.
    if sys.platform.startswith("linux") and not any(map(os.environ.get, _SCREENS)):
        raise UsageError(
            "there is no screen to open the editor on: neither DISPLAY nor WAYLAND_DISPLAY is set; all but the editor "
            "works without one, see fairground --help"
        )
    if language:
        os.environ["LANGUAGE"] = language
    # Modules are never unloaded, and the editor collects garbage itself (Collector in app/deferred.py).
    gc.disable()
    from fairground.editor.app.qt_imports import restore_import

    restore_import()
    from fairground.editor.shell.application import run

    return run(file, reset_settings=reset_settings)

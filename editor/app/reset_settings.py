"""Forgetting the settings: for who has got lost in a layout, or cannot start with the keys there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.errors import FileError
from fairground.editor.app.paths import keys_file, settings_file, state_folder
from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from pathlib import Path


def forget_settings() -> str:
    """Delete settings, layout, recent files and keys, and return a sentence that says so; journals stay.

    Raises
    ------
    FileError
        When one of the files cannot be deleted.
    """
    found = [file for file in (settings_file(), keys_file()) if file.exists()]
    for file in found:
        _delete(file)
    if not found:
        return tr("There are no settings to forget in {state_folder}.").format(state_folder=state_folder())
    names = tr(" and ").join(file.name for file in found)
    return tr(
        "Settings, layout, recent files and keys are forgotten: {names} in {state_folder} deleted."
    ).format(names=names, state_folder=state_folder())


def _delete(file: Path) -> None:
    try:
        file.unlink()
    except OSError as error:
        raise FileError(
            tr("{file} cannot be deleted: {reason}").format(file=file, reason=error.strerror)
        ) from error

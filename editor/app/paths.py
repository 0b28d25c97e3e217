"""The folders and files of the editor itself: settings, journals, thumbnails."""

from __future__ import annotations

import os
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QStandardPaths

#: Set to a folder to keep everything of the editor there (portable use, tests).
HOME_VARIABLE = "FAIRGROUND_HOME"
#: The program's name for the system, and the name of its folder.
PROGRAM = "fairground"


def state_folder() -> Path:
    """Return the folder of the editor's files; create it if possible."""
    chosen = os.environ.get(HOME_VARIABLE)
    if chosen:
        folder = Path(chosen)
    else:
        base = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)
        folder = Path(base)
    _make(folder)
    return folder


def journal_folder() -> Path:
    """Return the folder of the journals."""
    return _inside("journals")


def stamp_folder() -> Path:
    """Return the folder of the stamps that the user keeps."""
    return _inside("stamps")


def text_folders() -> tuple[Path, Path]:
    """Return the folders of catalogues of texts, the user's own first; also before there is an application."""
    QCoreApplication.setApplicationName(PROGRAM)
    return _inside("texts"), Path(str(files("fairground.resources") / "texts"))


def thumbnail_folder() -> Path:
    """Return the folder of cached pictures; it can be deleted at any time."""
    return _inside("thumbnails")


def settings_file() -> Path:
    """Return the file of the settings (INI)."""
    return state_folder() / "settings.ini"


def keys_file() -> Path:
    """Return the file of the keys that the user has changed (YAML)."""
    return state_folder() / "keys.yaml"


def export_presets_file() -> Path:
    """Return the file of the presets of exports that the user keeps (YAML)."""
    return state_folder() / "exports.yaml"


def log_file() -> Path:
    """Return the file that unhandled errors are written to."""
    return state_folder() / "errors.log"


def _inside(name: str) -> Path:
    folder = state_folder() / name
    _make(folder)
    return folder


def _make(folder: Path) -> None:
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)

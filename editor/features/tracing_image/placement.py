"""Which picture lies under which file's grid, and where: kept in the settings, never in the file."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from fairground.editor.canvas.underlay import Placement
from fairground.editor.document.file_settings import FileMemory

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings

_KEY = "underlays"
_NUMBERS = ("across", "down", "scale", "turn", "opacity")
_SIGNS = {"visible": True, "mirrored": False}


class UnderlayMemory:
    """A picture's path and placement for each file."""

    def __init__(self, settings: QSettings) -> None:
        self._files = FileMemory(settings, _KEY)

    def recall(self, file: Path) -> tuple[Path, Placement] | None:
        """Return the picture of a file and its placement; None when there is none, or it is not legible."""
        data = self._files.recall(file)
        try:
            placed = data["placement"]
            across, down, scale, turn, opacity = (float(placed[name]) for name in _NUMBERS)
            if scale <= 0:
                return None
            # Mirrored ones have come later: older settings do not say.
            signs = {name: bool(placed.get(name, usual)) for name, usual in _SIGNS.items()}
            placement = Placement(across, down, scale, turn, opacity, **signs)
            return Path(data["picture"]), placement
        except (TypeError, KeyError, ValueError):
            return None

    def keep(self, file: Path, picture: Path, placement: Placement) -> None:
        """Remember a file's picture, as the last one seen."""
        self._files.keep(file, {"picture": str(picture), "placement": asdict(placement)})

    def forget(self, file: Path) -> None:
        """Remember no picture of a file."""
        self._files.forget(file)

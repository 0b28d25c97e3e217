"""Which picture lies under which file's grid, and where: kept in the settings, never in the file."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairground.editor.canvas.underlay import Placement

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings

_KEY = "underlays"
_NUMBERS = ("across", "down", "scale", "turn", "opacity")
_SIGNS = {"visible": True, "mirrored": False}
#: So many files are remembered; the one that was seen longest ago is forgotten first.
_MOST = 50


class UnderlayMemory:
    """A picture's path and placement for each file."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings

    def recall(self, file: Path) -> tuple[Path, Placement] | None:
        """Return the picture of a file and its placement; None when there is none, or it is not legible."""
        data = self._all().get(str(file), {})
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
        known = self._all()
        known.pop(str(file), None)
        known[str(file)] = {"picture": str(picture), "placement": asdict(placement)}
        self._write(dict(list(known.items())[-_MOST:]))

    def forget(self, file: Path) -> None:
        """Remember no picture of a file."""
        known = self._all()
        if known.pop(str(file), None) is not None:
            self._write(known)

    def _all(self) -> dict[str, Any]:
        try:
            found = json.loads(str(self._settings.value(_KEY, "{}")))
        except (ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def _write(self, known: dict[str, Any]) -> None:
        self._settings.setValue(_KEY, json.dumps(known))

"""Where the picture under the grid lay before: steps of its own, for it is no part of the document.

Which picture lies under which file's grid, and where: kept in the settings, never in the file.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fairground.editor.canvas.underlay import Placement
from fairground.editor.document.file_settings import FileMemory

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings

    from fairground.editor.canvas.underlay import Underlay
    from fairground.editor.document.board_patch import Motion

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


#: So many steps are kept; the oldest is forgotten first.
_MOST = 100


@dataclass(frozen=True, slots=True)
class Laid:
    """A picture in its place, and the file that it was read from."""

    file: Path
    underlay: Underlay

    def carried(self, motion: Motion) -> Laid:
        """Return it where it lies when the board has moved."""
        placement = self.underlay.placement.carried(motion)
        return replace(self, underlay=replace(self.underlay, placement=placement))


class UnderlayHistory:
    """What lay under the grid before and after; None is no picture."""

    def __init__(self) -> None:
        self._past: list[Laid | None] = []
        self._future: list[Laid | None] = []
        self._kind: object = None

    def keep(self, now: Laid | None, kind: object = None) -> None:
        """Keep what lies there before that is changed; changes in a row of one ``kind`` other than None are one step."""
        if kind is None or kind != self._kind:
            self._past.append(now)
            del self._past[:-_MOST]
        self._future.clear()
        self._kind = kind

    def can_step(self, by: int) -> bool:
        """Whether there is a state before (-1) or after (1)."""
        return bool(self._past if by < 0 else self._future)

    def step(self, by: int, now: Laid | None) -> Laid | None:
        """Return the state before (-1) or after (1); there is one."""
        source, other = (self._past, self._future) if by < 0 else (self._future, self._past)
        self._kind = None
        other.append(now)
        return source.pop()

    def give_up(self, kind: object) -> Laid | None:
        """Return the state before the last step, and forget the step; None where that is of another kind."""
        if kind is None or kind != self._kind:
            return None
        self._kind = None
        return self._past.pop()

    def carry(self, motion: Motion) -> None:
        """Have all states go with the board when it grows, turns or is mirrored."""
        for states in (self._past, self._future):
            states[:] = [it.carried(motion) if it is not None else None for it in states]

    def clear(self) -> None:
        """Forget everything."""
        self._past.clear()
        self._future.clear()
        self._kind = None

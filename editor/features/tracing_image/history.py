"""The history of the tracing image, and its file and placement for each document, stored in the settings."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fairground.core.text.foreign import finite_number
from fairground.editor.app.settings import FileMemory
from fairground.editor.canvas.tracing_image import Placement

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings

    from fairground.editor.canvas.tracing_image import Underlay
    from fairground.editor.document.board_patch import Motion

_KEY = "underlays"
_NUMBERS = ("across", "down", "scale", "turn", "opacity")
_FLAGS = {"visible": True, "mirrored": False}


class UnderlayMemory:
    """Image and placement for each file."""

    def __init__(self, settings: QSettings) -> None:
        self._files = FileMemory(settings, _KEY)

    def recall(self, file: Path) -> tuple[Path, Placement] | None:
        """Return image and placement of a file; None without a valid entry."""
        data = self._files.recall(file)
        try:
            placed = data["placement"]
            numbers = [finite_number(placed[name]) for name in _NUMBERS]
            across, down, scale, turn, opacity = (it for it in numbers if it is not None)
            if scale <= 0:
                return None
            # Older settings lack some of them.
            flags = {name: bool(placed.get(name, default)) for name, default in _FLAGS.items()}
            placement = Placement(across, down, scale, turn, opacity, **flags)
            return Path(data["picture"]), placement
        except (TypeError, KeyError, ValueError):
            return None

    def keep(self, file: Path, picture: Path, placement: Placement) -> None:
        """Remember the image of a file."""
        self._files.keep(file, {"picture": str(picture), "placement": asdict(placement)})

    def forget(self, file: Path) -> None:
        """Forget the image of a file."""
        self._files.forget(file)


#: The most steps in the history.
_MOST = 100


@dataclass(frozen=True, slots=True)
class Laid:
    """An image with its placement and its file; None for an image that was stored in a scenario."""

    file: Path | None
    underlay: Underlay

    def carried(self, motion: Motion) -> Laid:
        """Return the image moved with the board."""
        return self.placed(self.underlay.placement.carried(motion))

    def placed(self, placement: Placement) -> Laid:
        """Return the image at another placement."""
        return replace(self, underlay=replace(self.underlay, placement=placement))


class UnderlayHistory:
    """The earlier and later states of the image; None for no image."""

    def __init__(self) -> None:
        self._past: list[Laid | None] = []
        self._future: list[Laid | None] = []
        self._kind: object = None

    def keep(self, now: Laid | None, kind: object = None) -> None:
        """Store the state before a change; consecutive changes of one ``kind`` other than None are one step."""
        if kind is None or kind != self._kind:
            self._past.append(now)
            del self._past[:-_MOST]
        self._future.clear()
        self._kind = kind

    def can_step(self, by: int) -> bool:
        """Whether there is an earlier (-1) or later (1) state."""
        return bool(self._past if by < 0 else self._future)

    def step(self, by: int, now: Laid | None) -> Laid | None:
        """Return the earlier (-1) or later (1) state, which must exist."""
        source, other = (self._past, self._future) if by < 0 else (self._future, self._past)
        self._kind = None
        other.append(now)
        return source.pop()

    def give_up(self, kind: object) -> Laid | None:
        """Return the state before the last step, and drop the step; None if that is of another kind."""
        if kind is None or kind != self._kind:
            return None
        self._kind = None
        return self._past.pop()

    def carry(self, motion: Motion) -> None:
        """Move all states with the board when it is resized, turned or mirrored."""
        for states in (self._past, self._future):
            states[:] = [it.carried(motion) if it is not None else None for it in states]

    def clear(self) -> None:
        """Forget everything."""
        self._past.clear()
        self._future.clear()
        self._kind = None

"""Where the picture under the grid lay before: steps of its own, for it is no part of the document."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.editor.canvas.underlay import Underlay
    from fairground.editor.document.board_motion import Motion

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

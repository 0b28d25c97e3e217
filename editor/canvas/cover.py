"""A cover: something that is drawn over the board and is no part of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from fairground.editor.canvas.frame import Frame


class CanvasCover(Protocol):
    """Draws itself into frames, which may be parts of the view."""

    def paint(self, frame: Frame) -> None:
        """Draw it."""
        ...


class FloatingCover(CanvasCover, Protocol):
    """A cover that may take several paints to be drawn as it should be."""

    @property
    def is_whole(self) -> bool:
        """Whether the last paint drew all of it."""
        ...

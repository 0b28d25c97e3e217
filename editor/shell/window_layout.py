"""The layout of the main window: its size and the places of its panels, remembered between sessions."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMainWindow

    from fairground.editor.app.settings import Settings

_SIZE = (1280, 800)
#: What the title bar around the window may take of the screen's height.
_FRAME = 32
#: The keys in the settings.
_GEOMETRY, _STATE = "window/geometry", "window/state"
#: The object name of every renamed panel, by the name that saved layouts may still have.
OLD_PANELS = {"gallery": "variants", "mend": "repair", "play": "simulation"}


class WindowLayout:
    """Restores the size of a window when it is created, and the places of its panels when they are shown.

    It must be created when the window has all its panels: their places then are the default.
    """

    def __init__(self, window: QMainWindow, settings: Settings) -> None:
        self._window, self._settings = window, settings
        room = window.screen().availableGeometry()
        window.resize(min(_SIZE[0], room.width()), min(_SIZE[1], room.height() - _FRAME))
        default = window.saveState()
        if (geometry := settings.layout(_GEOMETRY)) is not None:
            window.restoreGeometry(geometry)
        saved = settings.layout(_STATE)
        self._panels = default if saved is None else with_current_panels(saved)

    def restore_panels(self) -> None:
        """Put the panels where they were when ``remember_panels`` was last called."""
        self._window.restoreState(self._panels)

    def remember_panels(self) -> None:
        """Remember where the panels are now."""
        self._panels = self._window.saveState()

    def save(self) -> None:
        """Write the window's size and the remembered places of the panels to the settings."""
        self._settings.keep_layout(_GEOMETRY, self._window.saveGeometry())
        self._settings.keep_layout(_STATE, self._panels)


def with_current_panels(layout: QByteArray) -> QByteArray:
    """Return a layout that ``QMainWindow.saveState`` gave, with the current names of panels."""
    state = bytes(layout.data())
    for old, new in OLD_PANELS.items():
        state = state.replace(_streamed(old), _streamed(new))
    return QByteArray(state)


def _streamed(name: str) -> bytes:
    """Return a text as ``QDataStream`` writes it: its length in bytes, then UTF-16."""
    data = name.encode("utf-16-be")
    return struct.pack(">I", len(data)) + data

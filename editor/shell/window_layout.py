"""The layout of the main window: its size and the places of its panels, remembered between sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.app.old_names import with_current_panels

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMainWindow

    from fairground.editor.app.settings import Settings

_SIZE = (1280, 800)
#: What the title bar around the window may take of the screen's height.
_FRAME = 32
#: The keys in the settings.
_GEOMETRY, _STATE = "window/geometry", "window/state"


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

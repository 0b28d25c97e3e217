"""The theme of the main window: light or dark, remembered between sessions, and switched at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from fairground.editor.app.deferred import in_one_picture, next_turn
from fairground.editor.app.theme import WindowTheme, apply_theme
from fairground.editor.widgets.labels_and_buttons import redraw_icons

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from fairground.editor.shell.main_window import MainWindow

#: The key of the theme in the settings.
_THEME = "window/theme"


class ThemeSwitch(QObject):
    """Applies the remembered theme when it is created, and redraws the window when the theme changes."""

    def __init__(self, window: MainWindow, application: QApplication) -> None:
        super().__init__(window)
        self._window, self._application = window, application
        self._settings = window.session.settings
        stored = self._settings.value(_THEME)
        self.theme = WindowTheme.DARK if stored == WindowTheme.DARK.value else WindowTheme.LIGHT
        apply_theme(application, self.theme)

    @property
    def is_dark(self) -> bool:
        """Whether the dark theme is on."""
        return self.theme is WindowTheme.DARK

    def switch(self) -> None:
        """Switch from light to dark, or back, and remember the choice."""
        self.theme = WindowTheme.LIGHT if self.is_dark else WindowTheme.DARK
        self._settings.setValue(_THEME, self.theme.value)
        apply_theme(self._application, self.theme)
        next_turn(self._window, self._redraw_icons)
        next_turn(self._window, self._redraw)
        in_one_picture(self._window)

    def _redraw_icons(self) -> None:
        window = self._window
        window.actions_by_id.redraw_icons()
        window.recent.setIcon(window.actions_by_id["file.recent"].icon())
        redraw_icons(window)

    def _redraw(self) -> None:
        """Redraw everything that uses the theme's colours."""
        window = self._window
        window.options.refresh()
        window.welcome.redraw()
        window.tabs.redraw()
        window.docks.tabs.redraw()
        window.docks.hex.refresh()
        window.docks.scenario.refresh()
        window.navigator.redraw(dark=self.is_dark)
        window.features.refresh()
        if window.page is not None:
            window.page.canvas.set_dark(self.is_dark)

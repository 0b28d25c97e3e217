"""Comfort: the size of the window's text, and reduced motion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication, QWidget

_SIZE, _STILL = "comfort/text-size", "comfort/reduced-motion"
#: Sizes of the text in hundredths of what the system has.
SIZES = (100, 125, 150)
#: The bit of a font's mask that says that its size was set (``QFont::SizeResolved``, which has no name in Python).
_SIZE_RESOLVED = 0x0002
#: Widgets with a font of their own on some systems.
_OWN_FONTS = ("QDockWidgetTitle", "QTipLabel", "QMenu")
_FIRST_SIZE, _FIRST_FLASH = "fairground-text", "fairground-flash"


class Comfort:
    """Applies both to the whole application, and saves them."""

    def __init__(self, application: QApplication, settings: QSettings) -> None:
        self._application, self._settings = application, settings
        # The system's values, before a window of the application changed them.
        if application.property(_FIRST_SIZE) is None:
            application.setProperty(_FIRST_SIZE, application.font().pointSizeF())
            application.setProperty(_FIRST_FLASH, application.cursorFlashTime())
        stored = str(settings.value(_SIZE, SIZES[0]))
        self.size = int(stored) if stored.isdecimal() and int(stored) in SIZES else SIZES[0]
        self.is_still = str(settings.value(_STILL, "false")).lower() == "true"
        self._apply()

    def next_size(self) -> int:
        """Switch to the next size of text, and return it."""
        self.size = SIZES[(SIZES.index(self.size) + 1) % len(SIZES)]
        self._settings.setValue(_SIZE, self.size)
        self._apply()
        return self.size

    def set_still(self, still: bool) -> None:  # noqa: FBT001  # slot of a check box
        """Stop or allow the blinking of text cursors, the only motion; the editor has no animations."""
        self.is_still = still
        self._settings.setValue(_STILL, still)
        self._apply()

    def _apply(self) -> None:
        application = self._application
        application.setCursorFlashTime(0 if self.is_still else application.property(_FIRST_FLASH))
        font, before = application.font(), application.font().pointSizeF()
        after = application.property(_FIRST_SIZE) * self.size / 100
        if before <= 0 or abs(before - after) < 0.01:
            return
        font.setPointSizeF(after)
        # Texts with a size of their own are scaled with the rest.
        own = [(it, it.font().pointSizeF()) for it in application.allWidgets() if _has_own_size(it)]
        application.setFont(font)
        for kind in _OWN_FONTS:
            application.setFont(font, kind)  # type: ignore[arg-type]  # a text, whatever the stub says
        for widget, size in own:
            scaled = widget.font()
            scaled.setPointSizeF(size * after / before)
            widget.setFont(scaled)


def _has_own_size(widget: QWidget) -> bool:
    font = widget.font()
    has_size = bool(font.resolveMask() & _SIZE_RESOLVED) and font.pointSizeF() > 0
    return has_size and widget.testAttribute(Qt.WidgetAttribute.WA_SetFont)

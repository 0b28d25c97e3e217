"""The font that Fairground brings: for the map everywhere, and for the window where the system has none."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo
from PySide6.QtWidgets import QApplication

#: Widgets that a system may give a font of their own.
_WITH_OWN_FONT = ("QMenuBar", "QMenu", "QToolTip", "QMessageBox")
_FILES = ("FairgroundSans.ttf", "FairgroundSans-Bold.ttf")


@cache
def shipped_family() -> str:
    """Return the family of the shipped font; Qt's default if it does not load. A QApplication must exist."""
    families = []
    for name in _FILES:
        data = (files("fairground.resources") / "fonts" / name).read_bytes()
        families += QFontDatabase.applicationFontFamilies(
            QFontDatabase.addApplicationFontFromData(QByteArray(data))
        )
    return families[0] if families else ""


def use_shipped_font_if_alone(application: QApplication) -> None:
    """Show the window's texts in the shipped font if the system has no font; letters would be boxes otherwise."""
    if not QFontInfo(application.font()).family():
        font = QFont(application.font())
        font.setFamily(shipped_family())
        for kind in (None, *_WITH_OWN_FONT):
            # PySide takes text here, although its stub says bytes.
            QApplication.setFont(font, kind)  # type: ignore[arg-type]

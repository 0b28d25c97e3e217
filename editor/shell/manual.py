"""Help > Manual: opens the built manual at the page about the panel that has the focus, or the tool on the map."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from fairground.editor.shell.main_window import MainWindow

#: The folder that ``make docs`` builds the manual into.
SITE = Path(__file__).resolve().parents[2] / "site"
#: The page about a part of the window, without its ending. The part is the object name of a dock, or a widget's class.
PAGES = {
    "WelcomePage": "tutorial/first-arena",
    "Canvas": "reference/editor",
    "ToolStrip": "reference/editor#tools",
    "ToolOptions": "reference/editor#tools",
    "dock-palette": "reference/editor#painting",
    "dock-layers": "reference/editor#other-panels",
    "dock-history": "reference/editor#other-panels",
    "dock-minimap": "reference/editor#other-panels",
    "dock-hex": "reference/editor#other-panels",
    "dock-scenario": "reference/editor#zones-objectives-units",
    "StampsPanel": "reference/editor#selecting-and-stamps",
    "KeyboardHelp": "reference/keys",
    "ChangeKeysDialog": "reference/editor#change-keys",
    "dock-findings": "reference/findings",
    "dock-analysis": "reference/editor#overlays",
    "OverlayPanel": "reference/editor#overlays",
    "SightPanel": "explanation/sight",
    "AttackPanel": "reference/attacks",
    "PathPanel": "reference/movement",
    "dock-fairness": "explanation/fairness",
    "dock-repair": "how-to/repair",
    "dock-variants": "how-to/variants",
    "dock-simulation": "explanation/self-play",
    "dock-watch": "how-to/watch-games",
    "WhatIfBar": "how-to/what-if",
    "ExportDialog": "reference/formats",
    "ImportDialog": "how-to/import-megamek",
    "BoardChangeDialog": "how-to/change-a-board",
    "NewMapDialog": "tutorial/first-arena",
    "CalibrateDialog": "how-to/trace-a-scan",
}
#: The parts of the window that are about the tool in hand, and the pages of tools that have one.
TOOL_PARTS = ("Canvas", "ToolStrip", "ToolOptions")
TOOL_PAGES = {
    **dict.fromkeys(("brush", "fill", "eraser", "eyedropper", "effects"), "reference/editor#painting"),
    **dict.fromkeys(("elevation", "hexsides"), "how-to/hills-and-hedges"),
    **dict.fromkeys(("select", "paste"), "reference/editor#selecting-and-stamps"),
    **dict.fromkeys(("zones", "objectives", "units"), "reference/editor#zones-objectives-units"),
    "sight": "explanation/sight",
    "path": "reference/movement#paths",
    "underlay": "how-to/trace-a-scan",
    "decorations": "how-to/decorate",
    "what-if": "how-to/what-if",
}


def manual_page(widget: QWidget | None, tool: str = "") -> str:
    """Return the page about the innermost part of the window around a widget; the start page where there is none.

    For the map, the tool strip and the options, it is the page about the tool in hand.
    """
    while widget is not None:
        names = (widget.objectName(), *(kind.__name__ for kind in type(widget).__mro__))
        if tool in TOOL_PAGES and any(name in TOOL_PARTS for name in names):
            return TOOL_PAGES[tool]
        for name in names:
            if name in PAGES:
                return PAGES[name]
        widget = widget.parentWidget()
    return "index"


class Manual(QObject):
    """Opens the manual in the browser, from the window and from its dialogs."""

    def __init__(self, window: MainWindow, application: QApplication) -> None:
        super().__init__(window)
        self._window = window
        self._action = window.actions_by_id["help.manual"]
        self._action.triggered.connect(self.open)
        application.focusChanged.connect(self._follow)

    def open(self) -> None:
        """Show the page about the part that has the focus; say how to build the manual where that is missing."""
        part = QApplication.focusWidget() or self._window.pages.currentWidget()
        path, _, anchor = manual_page(part, self._window.workbench.tool.id).partition("#")
        file = SITE / f"{path}.html"
        if not file.is_file():
            self._window.notify(tr("The manual is not built yet. Run `make docs` in the Fairground folder."))
            return
        url = QUrl.fromLocalFile(str(file))
        if anchor:
            url.setFragment(anchor)
        if not QDesktopServices.openUrl(url):
            self._window.notify(tr("Cannot open a browser. The manual is at {path}.").format(path=file))

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Give the key to a dialog that gets the focus: a modal one blocks the keys of the window."""
        dialog = now.window() if now is not None else None
        if isinstance(dialog, QDialog) and self._action not in dialog.actions():
            dialog.addAction(self._action)

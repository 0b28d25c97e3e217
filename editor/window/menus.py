"""The menus: which actions stand in which, in what order."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu, QMenuBar

    from fairground.editor.window.actions import Actions

#: Separators are written ``-``; what is called ``overlay.`` stands in a submenu.
MENUS: dict[str, tuple[str, ...]] = {
    "&File": (
        "file.new",
        "file.open",
        "file.recent",
        "-",
        "file.save",
        "file.save-as",
        "-",
        "file.import",
        "file.export",
        "-",
        "file.close",
        "file.quit",
    ),
    "&Edit": (
        "edit.undo",
        "edit.redo",
        "edit.undo-all",
        "edit.redo-all",
        "-",
        "edit.fill",
        "edit.clear",
        "edit.raise",
        "edit.lower",
        "edit.deselect",
        "-",
        "finding.next",
        "finding.previous",
        "finding.fix",
    ),
    "&Tools": (
        "tool.select",
        "-",
        "tool.brush",
        "tool.fill",
        "tool.eraser",
        "tool.eyedropper",
        "-",
        "tool.elevation",
        "tool.hexsides",
        "tool.effects",
        "tool.zones",
        "tool.sight",
        "-",
        "brush.smaller",
        "brush.larger",
        "brush.on-top",
        "symmetry.next",
        "terrain.swap",
        "elevation.next-mode",
        "hexside.next",
        "effect.next",
        "zone.new",
        "sight.swap",
        "sight.clear",
        "sight.pin",
        "palette.search",
    ),
    "&View": (
        "view.fit",
        "view.zoom-in",
        "view.zoom-out",
        "-",
        "view.labels",
        "view.label-style",
        "view.legend",
        "-",
        "overlay.fan",
        "overlay.exposure",
        "overlay.none",
        "-",
        "view.palette",
        "view.hex",
        "view.scenario",
        "view.sight",
        "view.layers",
        "view.findings",
        "view.history",
        "view.reset",
        "-",
        "view.dark",
    ),
    "&Help": ("help.keys",),
}


def build_menus(bar: QMenuBar, actions: Actions, recent: QMenu) -> None:
    """Fill the menu bar; ``recent`` stands where the action ``file.recent`` is."""
    for title, names in MENUS.items():
        menu = bar.addMenu(title)
        menu.setToolTipsVisible(True)
        overlays: QMenu | None = None
        for name in names:
            if name == "-":
                menu.addSeparator()
            elif name.startswith("overlay."):
                if overlays is None:
                    overlays = menu.addMenu("&Overlays")
                    overlays.setToolTipsVisible(True)
                overlays.addAction(actions[name])
            elif name == "file.recent":
                recent.setTitle(f"{actions[name].text()}\t{actions.keymap.actions[name].shown_key}")
                recent.setIcon(actions[name].icon())
                menu.addMenu(recent)
            else:
                menu.addAction(actions[name])

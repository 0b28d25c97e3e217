"""The menus: which actions stand in which, in what order."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from fairground.editor.texts import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu, QMenuBar

    from fairground.editor.window.actions import Actions

#: Separators are written ``-``; what is called ``overlay.`` or ``compare.`` stands in a submenu.
MENUS: dict[str, tuple[str, ...]] = {
    tr("&File"): (
        "file.new",
        "file.open",
        "file.recent",
        "-",
        "file.save",
        "file.save-as",
        "-",
        "file.import",
        "file.export",
        "file.export-again",
        "-",
        "file.close",
        "file.quit",
    ),
    tr("&Edit"): (
        "edit.undo",
        "edit.redo",
        "edit.undo-all",
        "edit.redo-all",
        "-",
        "edit.cut",
        "edit.copy",
        "edit.paste",
        "edit.duplicate",
        "turn.right",
        "turn.left",
        "paste.mirror",
        "stamp.choose",
        "stamp.save",
        "-",
        "edit.fill",
        "edit.clear",
        "edit.raise",
        "edit.lower",
        "edit.lock",
        "edit.make-symmetric",
        "-",
        "finding.next",
        "finding.previous",
        "finding.fix",
        "finding.filter",
    ),
    tr("&Board"): (
        "board.resize",
        "board.layout",
        "board.turn",
        "board.ruleset",
        "-",
        "underlay.choose",
        "underlay.calibrate",
        "underlay.show",
        "underlay.remove",
    ),
    tr("&Selection"): (
        "select.all",
        "select.invert",
        "edit.deselect",
        "select.grow",
        "select.shrink",
        "-",
        "select.area",
        "select.zone",
        "-",
        "select.next-shape",
        "select.next-mode",
    ),
    tr("&Tools"): (
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
        "tool.objectives",
        "tool.units",
        "tool.sight",
        "tool.path",
        "tool.measure",
        "tool.names",
        "tool.underlay",
        "-",
        "brush.smaller",
        "brush.larger",
        "brush.on-top",
        "symmetry.next",
        "symmetry.centre",
        "shape.next",
        "shape.filled",
        "brush.bar",
        "terrain.swap",
        "elevation.next-mode",
        "elevation.flood",
        "hexside.next",
        "effect.next",
        "zone.new",
        "zone.next-way",
        "objective.new",
        "sight.swap",
        "sight.clear",
        "attack.show",
        "attack.reset",
        "path.swap",
        "path.clear",
        "measure.clear",
        "note.edit",
        "hex.pin",
        "palette.search",
    ),
    tr("&View"): (
        "view.fit",
        "view.zoom-in",
        "view.zoom-out",
        "go.hex",
        "go.map",
        "-",
        "view.labels",
        "view.label-style",
        "view.legend",
        "view.arcs",
        "-",
        "overlay.fan",
        "overlay.exposure",
        "overlay.reach",
        "overlay.territory",
        "overlay.chokepoints",
        "overlay.fairness",
        "overlay.none",
        "compare.keep",
        "compare.flip",
        "compare.drop",
        "fairness.only-bad",
        "fairness.explain",
        "fairness.mend",
        "mend.start",
        "mend.stop",
        "mend.apply",
        "play.start",
        "play.stop",
        "gallery.make",
        "gallery.stop",
        "gallery.apply",
        "-",
        "what-if.open",
        "what-if.next",
        "what-if.weather",
        "what-if.round",
        "what-if.apply",
        "what-if.leave",
        "-",
        "view.palette",
        "view.hex",
        "view.scenario",
        "view.analysis",
        "view.fairness",
        "view.play",
        "view.mend",
        "view.gallery",
        "view.layers",
        "view.findings",
        "view.history",
        "view.minimap",
        "view.reset",
        "-",
        "view.dark",
        "view.text-size",
        "view.still",
    ),
    tr("&Help"): ("go.command", "help.keys", "help.change-keys"),
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
            elif name.startswith(("overlay.", "compare.")):
                if overlays is None:
                    overlays = menu.addMenu(tr("&Overlays"))
                    overlays.setToolTipsVisible(True)
                overlays.addAction(actions[name])
            elif name == "file.recent":
                _name_recent(recent, actions)
                actions[name].changed.connect(partial(_name_recent, recent, actions))
                recent.setIcon(actions[name].icon())
                menu.addMenu(recent)
            else:
                menu.addAction(actions[name])


def _name_recent(recent: QMenu, actions: Actions) -> None:
    """Write the key of the action beside the title of its menu."""
    entry = actions.keymap.actions["file.recent"]
    recent.setTitle(f"{entry.text}\t{entry.shown_key}")

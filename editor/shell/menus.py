"""The menus: which actions stand in which, in what order.

The menu of the files that were open last.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu

from fairground.editor.app.texts import tr
from fairground.editor.tools.toolbox import tool_groups

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenuBar, QWidget

    from fairground.editor.app.actions import Actions, Keymap
    from fairground.editor.session.session import Session


class RecentMenu(QMenu):
    """Lists the files when it is about to be shown, the last one first."""

    #: The path of the file that is to be opened.
    chosen = Signal(object)

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self.aboutToShow.connect(self._fill)

    def _fill(self) -> None:
        self.clear()
        for path in self._session.recent:
            action = self.addAction(path.name)
            action.setToolTip(str(path))
            action.triggered.connect(lambda _on=False, path=path: self.chosen.emit(path))
        if self.isEmpty():
            self.addAction(tr("No recent files")).setEnabled(False)  # Qt's signature


#: What stands in a menu: names of actions, ``-`` for a separator, and submenus, each with its title.
Entries = tuple["str | tuple[str, Entries]", ...]

#: Stands for the tools of the tool strip, a line between groups.
TOOLS = "tools"
#: Stands for the overlays, in the order of the keymap.
OVERLAYS = "overlays"
#: No menu is higher than the lowest screens are at the largest text.
MENUS: dict[str, Entries] = {
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
        "edit.level",
        "edit.lock",
        "edit.make-symmetric",
        "-",
        (tr("Fi&ndings"), ("finding.next", "finding.previous", "finding.fix", "finding.filter")),
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
        "underlay.back",
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
        "edit.zone-add",
        "edit.zone-remove",
        "-",
        "select.next-shape",
        "select.next-mode",
    ),
    tr("&Tools"): (
        TOOLS,
        (
            tr("Brush &and shapes"),
            (
                "brush.smaller",
                "brush.larger",
                "brush.bar",
                "brush.on-top",
                "terrain.swap",
                "-",
                "shape.next",
                "shape.filled",
            ),
        ),
        (tr("S&ymmetry"), ("symmetry.next", "symmetry.centre")),
        (
            tr("&Kinds and levels"),
            (
                "palette.search",
                "hexside.next",
                "effect.next",
                "-",
                "elevation.next-mode",
                "elevation.flood",
            ),
        ),
        (tr("Zones and &objectives"), ("zone.new", "zone.next-way", "-", "objective.new")),
        (
            tr("L&ines and paths"),
            (
                "sight.swap",
                "sight.clear",
                "attack.show",
                "attack.reset",
                "-",
                "path.swap",
                "path.clear",
                "-",
                "measure.clear",
            ),
        ),
        "note.edit",
    ),
    tr("A&nalysis"): (
        OVERLAYS,
        "overlay.none",
        "hex.pin",
        "-",
        "compare.keep",
        "compare.flip",
        "compare.drop",
        "-",
        (tr("Fairness &by measure"), ("fairness.only-bad", "fairness.explain", "fairness.repair")),
        "analysis.despite-errors",
        (tr("Rep&air"), ("repair.start", "repair.stop", "repair.apply")),
        (tr("Self-pla&y"), ("simulation.start", "simulation.stop")),
        (tr("&Variants"), ("variants.make", "variants.stop", "variants.apply")),
        (
            tr("What-&if"),
            (
                "what-if.open",
                "-",
                "what-if.next",
                "what-if.weather",
                "what-if.round",
                "-",
                "what-if.apply",
                "what-if.leave",
            ),
        ),
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
        (
            tr("Pa&nels"),
            (
                "view.palette",
                "view.layers",
                "view.hex",
                "view.scenario",
                "view.findings",
                "view.history",
                "view.minimap",
                "-",
                "view.analysis",
                "view.fairness",
                "view.simulation",
                "view.repair",
                "view.variants",
            ),
        ),
        "view.reset",
        "-",
        "view.dark",
        "view.text-size",
        "view.still",
    ),
    tr("&Help"): ("help.manual", "-", "go.command", "help.keys", "help.change-keys", "-", "help.about"),
}


def build_menus(bar: QMenuBar, actions: Actions, recent: QMenu) -> None:
    """Fill the menu bar; ``recent`` stands where the action ``file.recent`` is."""
    for title, entries in MENUS.items():
        _fill(bar.addMenu(title), entries, actions, recent)


def expanded(entries: Entries, keymap: Keymap) -> Entries:
    """Return the entries of a menu with the tools in the place of ``TOOLS``, and the overlays in that of ``OVERLAYS``."""
    tools = [entry for group in tool_groups() for entry in (*(f"tool.{tool}" for tool in group), "-")]
    overlays = [name for name in keymap.actions if name.startswith("overlay.") and name != "overlay.none"]
    stand_for = {TOOLS: tools, OVERLAYS: overlays}
    return tuple(
        each
        for entry in entries
        for each in (stand_for.get(entry, [entry]) if isinstance(entry, str) else (entry,))
    )


def _fill(menu: QMenu, entries: Entries, actions: Actions, recent: QMenu) -> None:
    menu.setToolTipsVisible(True)
    for entry in expanded(entries, actions.keymap):
        if not isinstance(entry, str):
            title, within = entry
            _fill(menu.addMenu(title), within, actions, recent)
        elif entry == "-":
            menu.addSeparator()
        elif entry == "file.recent":
            _name_recent(recent, actions)
            actions[entry].changed.connect(partial(_name_recent, recent, actions))
            recent.setIcon(actions[entry].icon())
            menu.addMenu(recent)
        else:
            menu.addAction(actions[entry])


def _name_recent(recent: QMenu, actions: Actions) -> None:
    """Write the key of the action beside the title of its menu."""
    entry = actions.keymap.actions["file.recent"]
    recent.setTitle(f"{entry.text}\t{entry.shown_key}")

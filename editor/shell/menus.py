"""The menu bar: the table of its menus, and the menu of recent files."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QProxyStyle, QStyle

from fairground.core.pictures.overlay_list import OVERLAY_PLUGINS
from fairground.editor.app.actions import ActionEntry, with_actions
from fairground.editor.app.texts import tr
from fairground.editor.shell.welcome_page import picture_icon, short_folder
from fairground.editor.tools.tool_list import TOOL_PLUGINS, tool_groups

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QMenuBar, QStyleOption, QWidget

    from fairground.editor.app.actions import Actions, Keymap
    from fairground.editor.session.session import Session
    from fairground.editor.shell.thumbnails import Thumbnails


#: The width of the pictures beside the recent files, in pixels.
_PICTURE = 56


class _LargeIcons(QProxyStyle):
    """Leaves room for pictures instead of icons."""

    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        """Return a size of the style, that of small icons being the one of pictures."""
        if metric is QStyle.PixelMetric.PM_SmallIconSize:
            return _PICTURE
        return super().pixelMetric(metric, option, widget)


class RecentMenu(QMenu):
    """Lists the recent files, the latest first, with their pictures and folders."""

    #: The path of the chosen file.
    chosen = Signal(object)

    def __init__(self, session: Session, thumbnails: Thumbnails, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._thumbnails = session, thumbnails
        self._style = _LargeIcons()
        self.setStyle(self._style)
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self._fill)
        thumbnails.ready.connect(self._show_picture)

    def _fill(self) -> None:
        self.clear()
        for path in self._session.recent:
            # A tab puts the folder where keys stand.
            action = self.addAction(f"{_escaped(path.name)}\t{_escaped(short_folder(path))}")
            action.setToolTip(str(path))
            action.setData(path)
            picture = self._thumbnails.picture(path)
            action.setIcon(picture_icon(picture, self.devicePixelRatioF()))
            action.triggered.connect(lambda _on=False, path=path: self.chosen.emit(path))
        if self.isEmpty():
            self.addAction(tr("No recent files")).setEnabled(False)  # Qt's signature

    def _show_picture(self, file: Path, picture: Path) -> None:
        for action in self.actions():
            if action.data() == file:
                action.setIcon(picture_icon(picture, self.devicePixelRatioF()))


def _escaped(text: str) -> str:
    """Return a text in which an ampersand marks no key, and a tab no column."""
    return text.replace("&", "&&").replace("\t", " ")


#: Actions and submenus between two separators. A submenu is its title and its groups.
Group = tuple["str | tuple[str, Groups]", ...]
Groups = tuple[Group, ...]

#: Stands for the tools of the tool strip, in their groups.
TOOLS = "tools"
#: Stands for the overlays, in the order of the keymap.
OVERLAYS = "overlays"
#: Every menu with its groups. None is taller than a small screen with the largest text.
MENUS: dict[str, Groups] = {
    tr("&File"): (
        ("file.new", "file.open", "file.recent"),
        ("file.save", "file.save-as"),
        ("file.import", "file.export", "file.export-again"),
        ("map.next", "map.previous", "file.close"),
        ("file.reopen", "file.quit"),
    ),
    tr("&Edit"): (
        ("edit.undo", "edit.redo", "edit.undo-all", "edit.redo-all"),
        (
            *("edit.cut", "edit.copy", "edit.paste", "edit.duplicate"),
            *("turn.right", "turn.left", "paste.mirror", "stamp.choose", "stamp.save"),
        ),
        (
            *("edit.fill", "edit.clear", "edit.raise", "edit.lower", "edit.level"),
            *("edit.lock", "edit.make-symmetric"),
        ),
        ((tr("Fi&ndings"), (("finding.next", "finding.previous", "finding.fix", "finding.filter"),)),),
    ),
    tr("&Board"): (
        ("board.resize", "board.layout", "board.turn", "board.ruleset"),
        ("terrain.own", "terrain.edit"),
        (
            "underlay.choose",
            "underlay.calibrate",
            "underlay.show",
            "underlay.keep",
            "underlay.remove",
            "underlay.back",
        ),
        ("decoration.add", "decoration.below", "decoration.larger", "decoration.smaller"),
    ),
    tr("&Selection"): (
        ("select.all", "select.invert", "edit.deselect", "select.grow", "select.shrink"),
        ("select.area", "select.zone", "edit.zone-add", "edit.zone-remove"),
        ("select.next-shape", "select.next-mode"),
    ),
    tr("&Tools"): (
        (TOOLS,),
        (
            (
                tr("Brush &and shapes"),
                (
                    ("brush.smaller", "brush.larger", "brush.bar", "brush.on-top", "terrain.swap"),
                    ("shape.next", "shape.filled"),
                ),
            ),
            (tr("S&ymmetry"), (("symmetry.next", "symmetry.centre"),)),
            (
                tr("&Kinds and levels"),
                (
                    ("palette.search", "hexside.next", "effect.next"),
                    ("elevation.next-mode", "elevation.flood"),
                ),
            ),
            (
                tr("Zones, &objectives and notes"),
                (("zone.new", "zone.next-way"), ("objective.new", "note.edit")),
            ),
            (
                tr("L&ines and paths"),
                (
                    ("sight.swap", "sight.clear", "attack.show", "attack.reset"),
                    ("path.swap", "path.clear"),
                    ("measure.clear",),
                ),
            ),
        ),
    ),
    tr("A&nalysis"): (
        (OVERLAYS, "overlay.none", "hex.pin"),
        ("compare.keep", "compare.flip", "compare.drop", "map.compare"),
        (
            (tr("Fairness &by measure"), (("fairness.only-bad", "fairness.explain", "fairness.repair"),)),
            "analysis.despite-errors",
            (tr("Rep&air"), (("repair.start", "repair.stop", "repair.apply"),)),
            (
                tr("Self-pla&y"),
                (("simulation.start", "simulation.table", "simulation.fixes", "simulation.stop"),),
            ),
            (
                tr("Watch &games"),
                (
                    ("watch.record", "watch.stop"),
                    ("watch.play", "watch.forward", "watch.back", "watch.next-turn", "watch.previous-turn"),
                    ("watch.next-loss",),
                ),
            ),
            (tr("&Variants"), (("variants.make", "variants.stop", "variants.apply"),)),
            (
                tr("What-&if"),
                (
                    ("what-if.open",),
                    ("what-if.next", "what-if.weather", "what-if.round"),
                    ("what-if.apply", "what-if.leave"),
                ),
            ),
        ),
    ),
    tr("&View"): (
        ("view.fit", "view.zoom-in", "view.zoom-out", "go.hex", "go.map"),
        ("view.labels", "view.label-style", "view.legend", "view.arcs"),
        (
            (
                tr("Pa&nels"),
                (
                    (
                        *("view.palette", "view.layers", "view.hex", "view.scenario"),
                        *("view.findings", "view.history", "view.minimap"),
                    ),
                    (
                        *("view.analysis", "view.fairness", "view.simulation"),
                        *("view.watch", "view.repair", "view.variants"),
                    ),
                ),
            ),
            "view.tool-names",
            "view.hide-panels",
            "view.collapse",
            "view.reset",
        ),
        ("view.dark", "view.text-size", "view.still"),
    ),
    tr("&Help"): (
        ("help.manual",),
        ("go.command", "help.keys", "help.change-keys"),
        ("help.plugins", "help.about"),
    ),
}


def build_menus(bar: QMenuBar, actions: Actions, recent: QMenu) -> None:
    """Fill the menu bar; ``recent`` takes the place of the action ``file.recent``."""
    for title, groups in MENUS.items():
        _fill(bar.addMenu(title), groups, actions, recent)


def with_plugins(keymap: Keymap) -> Keymap:
    """Return a keymap with an action for each tool and overlay of a plugin, without keys."""
    tools = {
        f"tool.{it.id}": ActionEntry(_escaped(it.title), it.hint, (), it.icon)
        for it in TOOL_PLUGINS.members().values()
    }
    overlays = {
        f"overlay.{it.id}": ActionEntry(
            _escaped(it.title), tr("Show or hide the {title} overlay").format(title=it.title), (), "plugin"
        )
        for it in OVERLAY_PLUGINS.members().values()
    }
    return with_actions(with_actions(keymap, "overlay.none", overlays), "tool.sight", tools)


def expanded(groups: Groups, keymap: Keymap) -> Groups:
    """Return the groups of a menu with the tools in place of ``TOOLS`` and the overlays in place of ``OVERLAYS``."""
    if groups[0] == (TOOLS,):
        groups = (*(tuple(f"tool.{tool}" for tool in group) for group in tool_groups()), *groups[1:])
    overlays = [name for name in keymap.actions if name.startswith("overlay.") and name != "overlay.none"]
    return tuple(
        tuple(entry for it in group for entry in (overlays if it == OVERLAYS else (it,))) for group in groups
    )


def _fill(menu: QMenu, groups: Groups, actions: Actions, recent: QMenu) -> None:
    menu.setToolTipsVisible(True)
    for group in expanded(groups, actions.keymap):
        if not menu.isEmpty():
            menu.addSeparator()
        for entry in group:
            if not isinstance(entry, str):
                title, submenu = entry
                _fill(menu.addMenu(title), submenu, actions, recent)
            elif entry == "file.recent":
                _name_recent(recent, actions)
                actions[entry].changed.connect(partial(_name_recent, recent, actions))
                recent.setIcon(actions[entry].icon())
                menu.addMenu(recent)
            else:
                menu.addAction(actions[entry])


def _name_recent(recent: QMenu, actions: Actions) -> None:
    """Show the key of the action beside the title of its menu."""
    entry = actions.keymap.actions["file.recent"]
    recent.setTitle(f"{entry.text}\t{entry.shown_key}")

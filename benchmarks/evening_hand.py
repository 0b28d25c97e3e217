"""The hand of somebody who works with the editor: every tool, every action, every dialog, at random but the same again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from shiboken6 import isValid

from benchmarks.evening_actions import WORDS, ActionHand
from benchmarks.evening_mouse import LEFT, PLAIN, RIGHT, WHEEL

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from benchmarks.evening_mouse import Doing
    from fairground.editor.shell.main_window import MainWindow

_HELD = (PLAIN,) * 6 + (Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier)
#: What the hand leaves alone: the end, and dialogs that the toolkit draws and that are of its own making.
LEFT_ALONE = frozenset(
    {
        *("file.quit", "file.close", "file.open", "file.save-as", "file.import", "file.export"),
        *("underlay.choose", "map.next", "map.previous", "map.compare"),
    }
)
_KEYS = (
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
)


#: How long the hand waits for what the editor suggests, in milliseconds, and how often at most.
_ASKED, _PATIENCE = 500, 120


class Hand(ActionHand):
    """Does one thing after another, each of a kind that chance takes."""

    def __init__(self, window: MainWindow, rng: random.Random) -> None:
        super().__init__(window, rng)
        self._kinds: dict[str, tuple[int, Callable[[], Doing]]] = {
            "stroke": (30, self._stroke),
            "hover": (12, self.hover),
            "view": (12, self._view),
            "action": (22, self._any_action),
            "overlays": (8, self._overlays),
            "history": (8, self._history),
            "piece": (7, self._piece),
            "whole board": (3, self._whole_board),
            "keys": (6, self._keys),
            "find": (3, self._find),
            "dialog": (5, self._dialog),
            "panel": (5, self._panel),
            "save": (2, self._save),
        }

    def next_work(self) -> Doing:
        """Return the next thing to do."""
        names = list(self._kinds)
        weights = [self._kinds[name][0] for name in names]
        name = self.rng.choices(names, weights)[0]
        self.what = name
        return self._kinds[name][1]()

    def one_of_each(self) -> Doing:
        """Do a thing of every kind."""
        for name, (_, work) in self._kinds.items():
            self.what = name
            yield from work()

    def not_done(self) -> list[str]:
        """Return the actions that were never triggered, but for those that are left alone."""
        known = [f"action {name}" for name in self.window.actions_by_id if name not in LEFT_ALONE]
        return [name.removeprefix("action ") for name in known if not self.done[name]]

    def _stroke(self) -> Doing:
        """Take some tool, set it up anyhow, and use it."""
        workbench, rng = self.window.workbench, self.rng
        names = [
            f"tool.{name}" for name in workbench.tools if f"tool.{name}" in set(self.window.actions_by_id)
        ]
        yield from self.trigger(rng.choice(names))
        for setting in (
            "brush.larger",
            "brush.smaller",
            "symmetry.next",
            "shape.next",
            "shape.filled",
            "brush.bar",
            "zone.next-way",
            "hexside.next",
            "effect.next",
            "elevation.next-mode",
            f"palette.pick-{rng.randrange(1, 10)}",
            "select.next-shape",
            "select.next-mode",
        ):
            if rng.random() < 0.12:
                yield from self.trigger(setting)
        tool = workbench.tool.id
        for _ in range(rng.choice((1, 1, 2))):
            yield from self.drag(
                f"stroke {tool}",
                rng.choice((LEFT, LEFT, LEFT, RIGHT)),
                rng.choice(_HELD),
                steps=rng.choice((0, 6, 24)),
            )
        yield from self.write()

    def _view(self) -> Doing:
        """Turn the wheel, move the view, click into the small map."""
        rng = self.rng
        kind = rng.choice(("wheel", "wheel", "pan", "minimap", "action"))
        self.done[f"view, {kind}"] += 1
        if kind == "wheel":
            at, way = self.place(), rng.choice((120, 120, -120))
            for _ in range(rng.randrange(2, 9)):
                self.what = "wheel"
                self.wheel(at, way)
                yield 40
        elif kind == "pan":
            yield from self.drag("pan", WHEEL, steps=25)
        elif kind == "minimap":
            self.what = "minimap"
            minimap = self.window.docks.minimap
            if minimap.isVisible():
                at = QPoint(rng.randrange(minimap.width()), rng.randrange(minimap.height()))
                QTest.mouseClick(minimap, LEFT, pos=at)
            yield 60
        else:
            yield from self.trigger(rng.choice(("view.fit", "view.zoom-in", "view.zoom-out")))
        yield 100

    def _any_action(self) -> Doing:
        """Trigger one of the actions that were used least."""
        actions = self.window.actions_by_id
        names = [name for name in actions if name not in LEFT_ALONE and actions[name].isEnabled()]
        self.rng.shuffle(names)
        yield from self.trigger(min(names, key=lambda name: self.done[f"action {name}"]), 150)

    def _overlays(self) -> Doing:
        names = [
            name
            for name in self.window.actions_by_id
            if name.startswith("overlay.") and name != "overlay.none"
        ]
        yield from self.trigger(self.rng.choice(names), 300)
        yield from self.hover()
        if self.rng.random() < 0.4:
            yield from self.trigger("overlay.none")

    def _history(self) -> Doing:
        for _ in range(self.rng.randrange(1, 6)):
            yield from self.trigger(self.rng.choice(("edit.undo", "edit.undo", "edit.redo")), 80)
        if self.rng.random() < 0.1:
            yield from self.trigger("edit.undo-all", 300)
            yield from self.trigger("edit.redo-all", 300)

    def _piece(self) -> Doing:
        """Select hexes, change the selection, copy it, and paste it turned."""
        rng = self.rng
        yield from self.trigger("tool.select")
        yield from self.drag("stroke select", LEFT, steps=10)
        for name in ("select.grow", "select.shrink", "edit.raise", "edit.lower", "edit.fill"):
            if rng.random() < 0.35:
                yield from self.trigger(name)
        yield from self.trigger(rng.choice(("edit.copy", "edit.copy", "edit.cut", "edit.duplicate")))
        yield from self.trigger("edit.paste")
        for at in self.way(8):
            self.what = "paste, move"
            QTest.mouseMove(self.canvas, at)
            yield 25
        yield from self.trigger(rng.choice(("turn.right", "turn.left", "paste.mirror")))
        yield from self.drag("stroke paste", LEFT, steps=0)
        self.what = "paste, Escape"
        QTest.keyClick(self.canvas, Qt.Key.Key_Escape)
        yield 60
        yield from self.trigger("edit.deselect")

    def _whole_board(self) -> Doing:
        """Do something to all hexes, and take it back."""
        rng = self.rng
        yield from self.trigger("select.all", 150)
        name = rng.choice(
            ("edit.fill", "edit.raise", "edit.clear", "edit.copy", "select.invert", "edit.lock")
        )
        yield from self.trigger(name, 300)
        yield from self.trigger("edit.undo", 200)
        yield from self.trigger("edit.deselect")
        yield from self.trigger("symmetry.next")
        yield from self.trigger("edit.make-symmetric", 300)
        yield from self.trigger("edit.undo", 200)
        yield from self.trigger("view.fit")
        yield from self.trigger(rng.choice(("tool.brush", "tool.elevation", "tool.effects", "tool.eraser")))
        for _ in range(2):
            yield from self.trigger("shape.next")
        yield from self.drag("stroke whole board", LEFT, steps=6)
        yield from self.trigger("edit.undo", 200)
        for _ in range(2):
            yield from self.trigger("shape.next")

    def suggestions(self) -> Doing:
        """Search for repair edits and apply them; make variants and apply the first one."""
        self.what = "suggestions"
        while self.window.features.repair is None or self.window.features.variants is None:
            yield _ASKED
        repair, variant_set = self.window.features.repair, self.window.features.variants
        repair.panel.options.most.setValue(1)
        yield from self.trigger("repair.start")
        yield from self._wait(lambda: not repair.requests.is_busy)
        yield from self.trigger("repair.apply", 300)
        yield from self.trigger("edit.undo", 300)
        yield from self.trigger("variants.make")
        yield from self._wait(lambda: variant_set.panel.list.count() > 0 or not variant_set.requests.is_busy)
        for row in range(min(variant_set.panel.list.count(), 2)):
            variant_set.panel.list.setCurrentRow(row)
            yield _ASKED
        yield from self.trigger("variants.apply", 300)
        yield from self.trigger("variants.stop")

    def _wait(self, is_there: Callable[[], bool]) -> Doing:
        """Wait until something is there, or patience ends."""
        for _ in range(_PATIENCE):
            if is_there():
                return
            self.what = "waiting"
            yield _ASKED

    # -- keys, fields and dialogs ---------------------------------------------------------------------------

    def _keys(self) -> Doing:
        """Lead the cursor by keys, and use the tool there."""
        yield from self.trigger("go.map")
        for _ in range(self.rng.randrange(4, 20)):
            self.what = "cursor keys"
            key = self.rng.choice((*_KEYS, Qt.Key.Key_Space, Qt.Key.Key_Return))
            QTest.keyClick(self.canvas, key, self.rng.choice(_HELD[:7]))
            yield 40
        self.what = "cursor keys, Escape"
        QTest.keyClick(self.canvas, Qt.Key.Key_Escape)
        self.done["cursor keys"] += 1
        yield 60
        yield from self.write()

    def _find(self) -> Doing:
        """Look for an action or a place."""
        self.what = "find"
        self.window.actions_by_id[self.rng.choice(("go.command", "go.hex"))].trigger()
        yield 100
        field = QApplication.focusWidget()
        if field is None:
            return
        for letter in self.rng.choice(WORDS):
            if not isValid(field):
                return
            self.what = "find, type"
            QTest.keyClicks(field, letter)
            yield 50
        for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.what = "find, go through the list"
            QTest.keyClick(field, key)
            yield 40
        self.what = "find, Escape"
        QTest.keyClick(field, Qt.Key.Key_Escape)
        self.done["find"] += 1
        yield 80

    def _dialog(self) -> Doing:
        names = (
            "board.resize",
            "board.layout",
            "board.turn",
            "board.ruleset",
            "file.new",
            "help.keys",
            "help.change-keys",
            "stamp.choose",
            "select.area",
        )
        yield from self.trigger(self.rng.choice(names), 400)

    def _panel(self) -> Doing:
        """Show, hide and change what stands around the map, and go through its fields."""
        rng = self.rng
        names = [
            "view.palette",
            "view.hex",
            "view.scenario",
            "view.analysis",
            "view.layers",
            "view.findings",
            "view.history",
            "view.minimap",
            "view.reset",
            "view.dark",
            "view.legend",
            "view.labels",
            "view.text-size",
            "finding.next",
        ]
        name = rng.choice(names)
        yield from self.trigger(name, 250)
        if name not in ("view.reset", "finding.next"):
            yield from self.trigger(name, 100)
        fields = [
            it
            for it in self.window.docks.scenario.findChildren(QLineEdit)
            if it.isVisible() and it.isEnabled() and not it.isReadOnly()
        ]
        if fields and rng.random() < 0.3:
            field = rng.choice(fields)
            self.what = "field of the scenario"
            field.setFocus()
            QTest.keyClicks(field, rng.choice("abc12"))
            yield 60
            QTest.keyClick(field, Qt.Key.Key_Return)
            self.done[self.what] += 1
            yield 100
        self.canvas.setFocus()
        yield 20

    def _save(self) -> Doing:
        self.what = "save"
        self.done["save"] += 1
        self.window.flow.save()
        yield 200

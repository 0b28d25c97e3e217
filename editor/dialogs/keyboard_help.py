"""A sheet of all keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from fairground.editor.window.keymap import native

if TYPE_CHECKING:
    from fairground.editor.window.keymap import Keymap

_TITLES = {
    "file": "File",
    "edit": "Edit",
    "board": "Board",
    "underlay": "Board",
    "paste": "Selection and stamps",
    "turn": "Selection and stamps",
    "stamp": "Selection and stamps",
    "select": "Selection and stamps",
    "tool": "Tools",
    "brush": "Brush",
    "shape": "Brush",
    "symmetry": "Brush",
    "terrain": "Brush",
    "elevation": "Brush",
    "hexside": "Brush",
    "effect": "Brush",
    "zone": "Zones, objectives and notes",
    "objective": "Zones, objectives and notes",
    "note": "Zones, objectives and notes",
    "sight": "Sight and movement",
    "path": "Sight and movement",
    "measure": "Sight and movement",
    "hex": "Sight and movement",
    "overlay": "Overlays",
    "compare": "Overlays",
    "palette": "Palette",
    "finding": "Findings",
    "view": "View",
    "fairness": "Fairness",
    "go": "Finding the way",
    "help": "Help",
}
#: What the mouse does on the map, which no keymap can change.
_MOUSE = (
    ("Left button", "Paint with the first terrain, raise, lay the feature or effect, add to the zone"),
    ("Right button", "Paint with the second terrain, lower, clear features or effects, take from the zone"),
    ("Left button, painting on top", "Add the first terrain to what the hex has"),
    ("Right button, painting on top", "Take the first terrain away, and leave the rest"),
    ("Shift with left or right button", "Add or remove one feature or effect, and leave the others"),
    ("Drag with the hexside tool", "Lay a chain along the borders of hexes; going back takes it up again"),
    (
        "Drag with the sight or path tool",
        "Ask about the line or the way between two hexes; clicks on both do too",
    ),
    ("Right button with them", "Pin what is seen, or where one gets, to the hex"),
    ("Shift, Alt, both, selecting", "Add to the selection, take away from it, keep what is in both"),
    ("Left button, pasting", "Put it down; with Shift, or the right button, and go on"),
    ("Ctrl+click", "Pick what lies on the hex or hexside"),
    ("Wheel", "Zoom at the pointer"),
    ("Space and drag, middle button", "Move the map"),
    ("Esc", "Take back the stroke that is being drawn"),
)
#: What keys do on the map, which no keymap can change either.
_MAP = (
    ("Arrows", "Move the cursor along columns and rows"),
    ("Home, Page Up, End, Page Down", "Move the cursor aslant: up left, up right, down left, down right"),
    ("Shift with these", "Move the cursor five hexes"),
    ("Space", "Use the tool at the cursor as the left button does; held, it goes on with the arrows"),
    ("Shift+Space, Ctrl+Space", "Use the tool as the right button does; pick what lies there"),
    ("Return", "Begin a drag at the cursor, and end it"),
    ("Ctrl+Left, Ctrl+Right", "Turn to another side of the cursor's hex, for the hexside tool"),
)


class KeyboardHelp(QDialog):
    """All actions with their keys, in groups, to search through; it stays open beside the work."""

    #: Other keys are wanted.
    change_wanted = Signal()

    def __init__(self, keymap: Keymap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keyboard")
        self.resize(760, 640)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText("Find a key or an action")
        self.search.setAccessibleName("Find a key or an action")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.tree = QTreeWidget(self)
        self.tree.setAccessibleName("Keys")
        self.tree.setColumnCount(2)
        self.tree.setHeaderHidden(True)
        self.tree.setRootIsDecorated(False)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self._tops: dict[str, QTreeWidgetItem] = {}
        self._items: dict[str, list[QTreeWidgetItem]] = {}
        self._keymap = keymap
        self.refresh()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.close)
        self.change = QPushButton("Change keys…", self)
        self.change.setAutoDefault(False)
        self.change.setToolTip("Give actions other keys")
        self.change.clicked.connect(self.change_wanted)
        buttons.addButton(self.change, QDialogButtonBox.ButtonRole.ActionRole)
        layout = QVBoxLayout(self)
        layout.addWidget(self.search)
        layout.addWidget(self.tree, 1)
        layout.addWidget(buttons)
        self.tree.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def refresh(self) -> None:
        """Write the keys as they are now."""
        self.tree.clear()
        self._tops.clear()
        self._items.clear()
        groups: dict[str, list[tuple[str, str]]] = {}
        for name, entry in self._keymap.actions.items():
            keys = ", ".join(map(native, entry.keys))
            groups.setdefault(_TITLES.get(name.split(".")[0], "Other"), []).append((keys, entry.tip))
        groups["Mouse on the map"] = list(_MOUSE)
        groups["Keys on the map"] = list(_MAP)
        for title, rows in groups.items():
            top = QTreeWidgetItem(self.tree, [title])
            font = top.font(0)
            font.setBold(True)
            top.setFont(0, font)
            top.setFirstColumnSpanned(True)  # Qt's signature
            self._tops[title] = top
            self._items[title] = [QTreeWidgetItem(top, [keys, tip]) for keys, tip in rows]
            for item in self._items[title]:
                item.setToolTip(1, item.text(1))
        self.tree.expandAll()
        self._filter(self.search.text())

    def shown(self) -> list[tuple[str, str]]:
        """Return the keys and tips that the search has left."""
        items = [item for items in self._items.values() for item in items]
        return [(item.text(0), item.text(1)) for item in items if not item.isHidden()]

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        for title, items in self._items.items():
            for item in items:
                own = f"{item.text(0)} {item.text(1)}".casefold()
                item.setHidden(not all(word in own for word in words))
            self._tops[title].setHidden(all(item.isHidden() for item in items))

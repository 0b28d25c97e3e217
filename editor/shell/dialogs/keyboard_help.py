"""A searchable list of all keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from fairground.editor.app.actions import native
from fairground.editor.app.texts import tr
from fairground.editor.widgets.labels_and_buttons import open_at

if TYPE_CHECKING:
    from fairground.editor.app.actions import Keymap

#: The title of each group of actions, and what the ids of its actions begin with.
_GROUPS = {
    tr("File"): ("file", "map"),
    tr("Edit"): ("edit",),
    tr("Board"): ("board", "underlay"),
    tr("Selection and stamps"): ("paste", "turn", "stamp", "select"),
    tr("Tools"): ("tool",),
    tr("Brush"): ("brush", "shape", "symmetry", "terrain", "elevation", "hexside", "effect"),
    tr("Zones, objectives and notes"): ("zone", "objective", "note"),
    tr("Decorations"): ("decoration",),
    tr("Sight and movement"): ("sight", "attack", "path", "measure", "hex"),
    tr("Overlays"): ("overlay", "compare"),
    tr("What-if"): ("what-if",),
    tr("Palette"): ("palette",),
    tr("Findings"): ("finding",),
    tr("View"): ("view",),
    tr("Fairness"): ("analysis", "fairness"),
    tr("Repair"): ("repair",),
    tr("Variants"): ("variants",),
    tr("Self-play"): ("simulation",),
    tr("Watch games"): ("watch",),
    tr("Navigation"): ("go",),
    tr("Help"): ("help",),
}
_TITLES = {start: title for title, starts in _GROUPS.items() for start in starts}
#: Fixed actions of the mouse on the map.
_MOUSE = (
    (
        tr("Left button"),
        tr("Paint the first terrain, raise the level, add the feature or effect, or add the hex to the zone"),
    ),
    (
        tr("Right button"),
        tr(
            "Paint the second terrain, lower the level, clear features or effects, or remove the hex from the zone"
        ),
    ),
    (tr("Left button, with On top switched on"), tr("Add the first terrain to the hex")),
    (tr("Right button while painting on top"), tr("Remove the first terrain and leave the rest")),
    (tr("Shift with left or right button"), tr("Add or remove one feature or effect and leave the others")),
    (
        tr("Drag with the hexside tool"),
        tr("Lay the feature along a chain of hexsides; drag back to remove it"),
    ),
    (
        tr("Drag with the sight or path tool"),
        tr("Check the line or find the path between two hexes; clicking both works too"),
    ),
    (tr("Right button with the sight or path tool"), tr("Pin the sight or reach overlay to this hex")),
    (
        tr("Shift, Alt or both while selecting"),
        tr("Add to the selection, remove from it, or keep the overlap"),
    ),
    (tr("Left button while pasting"), tr("Paste; Shift or the right button pastes and continues")),
    ("Ctrl+click", tr("Pick up the contents of the hex or hexside to paint with")),
    (tr("Wheel"), tr("Zoom at the pointer")),
    (tr("Space and drag, or middle button"), tr("Move the map")),
    ("Esc", tr("Cancel the current stroke")),
)
#: Fixed keys of the map.
_MAP = (
    (tr("Arrows"), tr("Move the cursor along columns and rows")),
    (
        tr("Home, Page Up, End, Page Down"),
        tr("Move the cursor diagonally: up left, up right, down left, down right"),
    ),
    (tr("Shift with an arrow key"), tr("Move the cursor five hexes")),
    (
        "Space",
        tr("Use the tool at the cursor like the left button; hold Space while moving the cursor to paint"),
    ),
    (
        "Shift+Space, Ctrl+Space",
        tr("Use the tool like the right button; with Ctrl, pick the contents of the hex"),
    ),
    ("Return", tr("Start and end a drag at the cursor")),
    ("Ctrl+Left, Ctrl+Right", tr("Move to another side of the cursor's hex, for the hexside tool")),
)


class KeyboardHelp(QDialog):
    """Lists all actions with their keys in groups, with a search; it does not block the window."""

    #: The user wants to change keys.
    change_wanted = Signal()

    def __init__(self, keymap: Keymap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keyboard"))
        open_at(self, 760, 640)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(tr("Find a key or an action"))
        self.search.setAccessibleName(tr("Find a key or an action"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.tree = QTreeWidget(self)
        self.tree.setAccessibleName(tr("Keys"))
        self.tree.setColumnCount(2)
        self.tree.setHeaderHidden(True)
        self.tree.setRootIsDecorated(False)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.setWordWrap(True)
        self.tree.setItemDelegateForColumn(1, _Wrapped(self.tree))
        # The height of a row follows the width of its description.
        self.tree.header().sectionResized.connect(self.tree.scheduleDelayedItemsLayout)
        self._tops: dict[str, QTreeWidgetItem] = {}
        self._items: dict[str, list[QTreeWidgetItem]] = {}
        self._keymap = keymap
        self.refresh()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.close)
        self.change = QPushButton(tr("Change keys…"), self)
        self.change.setAutoDefault(False)
        self.change.setToolTip(tr("Change the keys for actions"))
        self.change.clicked.connect(self.change_wanted)
        buttons.addButton(self.change, QDialogButtonBox.ButtonRole.ActionRole)
        layout = QVBoxLayout(self)
        layout.addWidget(self.search)
        layout.addWidget(self.tree, 1)
        layout.addWidget(buttons)
        self.tree.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def refresh(self) -> None:
        """List the current keys."""
        self.tree.clear()
        self._tops.clear()
        self._items.clear()
        groups: dict[str, list[tuple[str, str]]] = {}
        for name, entry in self._keymap.actions.items():
            keys = ", ".join(map(native, entry.keys))
            groups.setdefault(_TITLES.get(name.split(".")[0], tr("Other")), []).append((keys, entry.tip))
        groups[tr("Mouse on the map")] = list(_MOUSE)
        groups[tr("Keys on the map")] = list(_MAP)
        for title, rows in groups.items():
            top = QTreeWidgetItem(self.tree, [title])
            font = top.font(0)
            font.setBold(True)
            top.setFont(0, font)
            top.setFirstColumnSpanned(True)  # Qt's signature
            self._tops[title] = top
            self._items[title] = [QTreeWidgetItem(top, [keys, tip]) for keys, tip in rows]
            for item in self._items[title]:
                item.setTextAlignment(0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.tree.expandAll()
        self._filter(self.search.text())

    def shown(self) -> list[tuple[str, str]]:
        """Return the keys and tips that match the search."""
        items = [item for items in self._items.values() for item in items]
        return [(item.text(0), item.text(1)) for item in items if not item.isHidden()]

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        for title, items in self._items.items():
            for item in items:
                own = f"{item.text(0)} {item.text(1)}".casefold()
                item.setHidden(not all(word in own for word in words))
            self._tops[title].setHidden(all(item.isHidden() for item in items))


class _Wrapped(QStyledItemDelegate):
    """Gives descriptions as many lines as they need."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the size within the width of the column, which Qt leaves out."""
        tree = option.widget
        if isinstance(tree, QTreeWidget):
            # Qt ignores a rectangle without a height.
            option.rect = QRect(0, 0, tree.columnWidth(index.column()), 1)
        return super().sizeHint(option, index)

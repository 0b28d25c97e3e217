"""The dialog that changes the keys of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from fairground.core.errors import FileError
from fairground.editor.app.actions import native, portable
from fairground.editor.app.texts import tr
from fairground.editor.widgets.labels_and_buttons import heading, open_at, soft_label

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.editor.app.actions import Actions
    from fairground.editor.shell.user_keys import OwnKeys

_NAME = Qt.ItemDataRole.UserRole
_PRESS = tr("Press the new key.")
_FORMAT = QKeySequence.SequenceFormat.PortableText


class ChangeKeysDialog(QDialog):
    """Lists all actions and changes the keys of the chosen one; names the action that already has a key."""

    def __init__(self, actions: Actions, own_keys: OwnKeys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Change keys"))
        open_at(self, 640, 640)
        self._actions, self._own = actions, own_keys
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(tr("Find an action or a key"))
        self.search.setAccessibleName(tr("Find an action or a key"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._find)
        self.tree = QTreeWidget(self)
        self.tree.setAccessibleName(tr("Actions"))
        self.tree.setHeaderLabels([tr("Action"), tr("Keys"), ""])
        self.tree.setRootIsDecorated(False)
        self.tree.setUniformRowHeights(True)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.header().setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.header().setStretchLastSection(False)
        self._items: dict[str, QTreeWidgetItem] = {}
        for name in actions:
            item = self._items[name] = QTreeWidgetItem(self.tree)
            item.setData(0, _NAME, name)
        self.tree.currentItemChanged.connect(self._chosen)
        self.tree.itemActivated.connect(lambda _item, _column: self.key.setFocus())
        self._make_card()
        self.reset_all = QPushButton(tr("Reset all keys"), self)
        self.reset_all.setAutoDefault(False)
        self.reset_all.setToolTip(tr("Restore the default keys for every action"))
        self.reset_all.clicked.connect(
            lambda: self._do(self._own.reset_all, tr("All keys are at their defaults."))
        )
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        buttons.addButton(self.reset_all, QDialogButtonBox.ButtonRole.ResetRole)
        buttons.rejected.connect(self.close)
        layout = QVBoxLayout(self)
        layout.addWidget(self.search)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self._card)
        layout.addWidget(buttons)
        own_keys.changed.connect(self._show)
        self._show()
        self.tree.setCurrentItem(next(iter(self._items.values())))
        self.search.setFocus()

    def _make_card(self) -> None:
        self._card = QFrame(self)
        self._card.setObjectName("card")
        self.title = heading("", self._card)
        self.tip = soft_label("", self._card)
        self.key = QKeySequenceEdit(self._card)
        self.key.setMaximumSequenceLength(1)
        self.key.setAccessibleName(tr("New key"))
        self.key.keySequenceChanged.connect(self._pressed)
        self.message = QLabel("", self._card)
        self.message.setWordWrap(True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.use = self._button(tr("Replace keys"), tr("Use only this key for the action"), self._use)
        self.add = self._button(tr("Add key"), tr("Use this key as well as the existing ones"), self._add)
        self.none = self._button(tr("Remove key"), tr("Leave the action without a key"), self._clear)
        self.reset = self._button(tr("Reset"), tr("Restore the default keys for this action"), self._reset)
        row = QHBoxLayout()
        for button in (self.use, self.add):
            row.addWidget(button)
        row.addStretch(1)
        for button in (self.none, self.reset):
            row.addWidget(button)
        grid = QGridLayout(self._card)
        grid.setContentsMargins(12, 10, 12, 10)
        grid.addWidget(self.title, 0, 0)
        grid.addWidget(self.tip, 1, 0)
        grid.addWidget(self.key, 2, 0)
        grid.addWidget(self.message, 3, 0)
        grid.addLayout(row, 4, 0)

    def _button(self, text: str, tip: str, slot: Callable[[], object]) -> QPushButton:
        button = QPushButton(text, self._card)
        button.setToolTip(tip)
        button.setAutoDefault(False)
        button.clicked.connect(lambda _checked=False: slot())
        return button

    # -- display --------------------------------------------------------------------------------------------

    @property
    def action(self) -> str:
        """The id of the chosen action."""
        item = self.tree.currentItem()
        return str(item.data(0, _NAME)) if item is not None else ""

    def choose(self, name: str) -> None:
        """Choose an action by its id."""
        self.tree.setCurrentItem(self._items[name])

    def shown(self) -> dict[str, str]:
        """Return the actions that match the search, by id, with their keys as shown."""
        return {name: item.text(1) for name, item in self._items.items() if not item.isHidden()}

    def _show(self) -> None:
        for name, item in self._items.items():
            entry = self._actions.keymap.actions[name]
            item.setText(0, entry.title)
            item.setIcon(0, self._actions[name].icon())
            item.setText(1, ", ".join(map(native, entry.keys)) or tr("none"))
            item.setText(2, tr("changed") if self._own.is_own(name) else "")
            item.setToolTip(0, entry.tip)
        self._filter(self.search.text())
        self._chosen()

    def _find(self, text: str) -> None:
        """Show the actions with these words, and keep one of them chosen."""
        self._filter(text)
        shown = self.shown()
        self._card.setEnabled(bool(shown))
        if shown and self.action not in shown:
            self.choose(next(iter(shown)))

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        for name, item in self._items.items():
            entry = self._actions.keymap.actions[name]
            own = f"{entry.title} {entry.tip} {item.text(1)} {item.text(2)}".casefold()
            item.setHidden(not all(word in own for word in words))

    def _chosen(self, *_items: object) -> None:
        name = self.action
        if not name:
            return
        entry = self._actions.keymap.actions[name]
        self.title.setText(entry.title)
        self.tip.setText(entry.tip)
        self.key.clear()
        self._pressed()
        self.none.setEnabled(bool(entry.keys))
        self.reset.setEnabled(self._own.is_own(name))

    def _pressed(self, *_sequence: object) -> None:
        """Show which action has the pressed key, and enable the buttons accordingly."""
        key, name = self.key.keySequence().toString(_FORMAT), self.action
        owner = self._own.owner(key, ignored=name) if key else None
        has_it = key in map(portable, self._own.keys(name))
        refusal = self._own.why_not(key) if key else _PRESS
        if not refusal and has_it:
            refusal = tr("This action already has {key}.").format(key=native(key))
        if refusal:
            text = refusal
        elif owner:
            text = tr("{key} is used by {title}.").format(key=native(key), title=self._title(owner))
        else:
            text = tr("{key} is free.").format(key=native(key))
        self.message.setText(text)
        self.use.setText(
            tr("Take key from {title}").format(title=self._title(owner)) if owner else tr("Replace keys")
        )
        self.use.setEnabled(not refusal)
        self.add.setEnabled(not refusal and owner is None)

    def _title(self, name: str | None) -> str:
        return self._actions.keymap.actions[name].title if name else ""

    # -- changing -------------------------------------------------------------------------------------------

    def _use(self) -> None:
        self._give((self.key.keySequence().toString(_FORMAT),))

    def _add(self) -> None:
        self._give((*self._own.keys(self.action), self.key.keySequence().toString(_FORMAT)))

    def _give(self, keys: tuple[str, ...]) -> None:
        name = self.action
        self._do(
            lambda: self._own.assign(name, keys),
            tr("{title} now has {key}.").format(title=self._title(name), key=native(keys[-1])),
        )

    def _clear(self) -> None:
        name = self.action
        self._do(
            lambda: self._own.assign(name, ()), tr("{title} now has no key.").format(title=self._title(name))
        )

    def _reset(self) -> None:
        """Restore the default keys of the chosen action, unless another action has them."""
        name = self.action
        taken = self._own.conflicts_of_reset(name)
        if taken:
            conflicts = tr(" and ").join(
                tr("{key} is used by {title}").format(key=native(key), title=self._title(owner))
                for key, owner in taken.items()
            )
            self.message.setText(tr("{conflicts}; change that first.").format(conflicts=conflicts))
            return
        self._do(
            lambda: self._own.reset(name),
            tr("{title} has its default keys again.").format(title=self._title(name)),
        )

    def _do(self, change: Callable[[], None], message: str) -> None:
        try:
            change()
        except FileError as error:
            message = tr("This change lasts only until the editor closes: {error}.").format(error=error)
        self.message.setText(message)

"""The stamps, in a small window that stays open beside the work: choose one to paste, delete one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from fairground.core.errors import FairgroundError
from fairground.editor.document.clip_kinds import became_words, fitted, unknown_words
from fairground.editor.next_turn import next_turn
from fairground.editor.texts import hex_count, tr
from fairground.editor.window.stamp_pictures import stamp_picture
from fairground.editor.window.widgets import soft_label, with_key

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairground.core.scenario.clip import Clip
    from fairground.editor.document.stamps import Stamp, Stamps
    from fairground.editor.tools.state import ToolState
    from fairground.editor.window.actions import Actions

_WIDE, _HIGH = 112, 84
_STAMP = Qt.ItemDataRole.UserRole


class StampsPanel(QDialog):
    """A list with a picture of each stamp, and what can be done with it."""

    #: A ``Stamp`` and its ``Clip``, to be pasted.
    chosen = Signal(object, object)

    def __init__(self, stamps: Stamps, state: ToolState, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Stamps"))
        self.resize(420, 460)
        self._stamps, self._state, self._actions = stamps, state, actions
        self._known: dict[Path, tuple[int, Clip | str]] = {}
        #: What was deleted last, to be put back.
        self._deleted: tuple[Stamp, bytes] | None = None
        #: How many of the stamps in the list have their pictures.
        self._drawn = 0
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Stamps"))
        self.list.setViewMode(QListView.ViewMode.IconMode)
        self.list.setIconSize(QSize(_WIDE, _HIGH))
        self.list.setGridSize(QSize(_WIDE + 14, _HIGH + 34))
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setMovement(QListView.Movement.Static)
        self.list.setWordWrap(True)
        self.list.itemActivated.connect(lambda _item: self.paste())
        self.list.currentItemChanged.connect(lambda _now, _before: self._judge())
        self.about = soft_label("", self)
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        self.about.setMinimumHeight(2 * self.about.fontMetrics().height())
        self.paste_button = _button(tr("Paste"), tr("Put this stamp on the map (Return)"), self, self.paste)
        self.keep_button = QPushButton(tr("Save selection…"), self)
        keep = actions["stamp.save"]
        self.keep_button.setToolTip(actions.keymap.actions["stamp.save"].tooltip)
        self.keep_button.setAccessibleName(keep.iconText())
        self.keep_button.setAutoDefault(False)
        self.keep_button.setEnabled(keep.isEnabled())
        self.keep_button.clicked.connect(keep.trigger)
        keep.changed.connect(lambda: self.keep_button.setEnabled(keep.isEnabled()))
        self.delete_button = _button(tr("Delete"), tr("Delete this stamp"), self, self.delete)
        self.back_button = _button(tr("Put it back"), tr("Put the deleted stamp back"), self, self.put_back)
        row = QHBoxLayout()
        for button in (self.paste_button, self.keep_button, self.delete_button, self.back_button):
            row.addWidget(button)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.about)
        layout.addLayout(row)
        #: What has the keys that it has in the window, too.
        self._keyed: dict[str, QAction] = {}
        for name, slot in (("edit.clear", self.delete), ("edit.undo", self.put_back)):
            action = self._keyed[name] = QAction(self)
            action.triggered.connect(lambda _on=False, slot=slot: slot())
            self.addAction(action)
            actions[name].changed.connect(self._take_keys)
        self._take_keys()

    @property
    def stamp(self) -> Stamp | None:
        """The stamp that is marked; None when none is."""
        item = self.list.currentItem()
        found: Stamp | None = item.data(_STAMP) if item is not None else None
        return found

    def refresh(self, name: str = "") -> None:
        """List the stamps there are now, and mark the one of that name, else the one that was.

        Where there is neither, that is the first that can be pasted.
        """
        before = self.stamp
        wanted = name or (before.name if before else "")
        self.list.clear()
        stamps = self._stamps.all()
        there = {it.path for it in stamps}
        self._known = {path: known for path, known in self._known.items() if path in there}
        for stamp in stamps:
            item = QListWidgetItem(stamp.name, self.list)
            item.setData(_STAMP, stamp)
            item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter)
            # As large as its place from the first: those without a picture yet would stand elsewhere.
            item.setSizeHint(self.list.gridSize())
            if stamp.name == wanted:
                self.list.setCurrentItem(item)
        self._drawn = 0
        next_turn(self, self._draw_next)
        if self.list.currentItem() is None and self.list.count():
            items = (self.list.item(row) for row in range(self.list.count()))
            self.list.setCurrentRow(next((row for row, it in enumerate(items) if self._fits(it)), 0))
        self._judge()

    def paste(self) -> None:
        """Take the marked stamp in hand."""
        stamp = self.stamp
        clip = self._clip(stamp) if stamp else None
        if stamp is not None and clip is not None and not isinstance(clip, str) and not self._why_not(clip):
            self.chosen.emit(stamp, clip)

    def delete(self) -> None:
        """Delete the marked stamp, if it is the user's."""
        stamp = self.stamp
        if stamp is None or stamp.shipped:
            return
        try:
            self._deleted = stamp, self._stamps.delete(stamp)
        except FairgroundError as error:
            self.about.setText(f"{error}.")
            return
        self.refresh()
        self.about.setText(tr("{name} is deleted.").format(name=stamp.name))
        self.list.setFocus()

    def put_back(self) -> None:
        """Put back the stamp that was deleted last."""
        if self._deleted is None:
            return
        stamp, data = self._deleted
        try:
            self._stamps.put_back(stamp, data)
        except FairgroundError as error:
            self.about.setText(f"{error}.")
            return
        self._deleted = None
        self.refresh(stamp.name)

    def _take_keys(self) -> None:
        """Have the keys of the window, and name them."""
        for name, action in self._keyed.items():
            action.setShortcuts(self._actions[name].shortcuts())
        self.back_button.setToolTip(with_key(tr("Put the deleted stamp back"), self._key("edit.undo")))
        self._allow_delete()

    def _key(self, name: str) -> str:
        return self._actions.keymap.actions[name].shown_key

    def _allow_delete(self) -> None:
        stamp = self.stamp
        self.delete_button.setEnabled(stamp is not None and not stamp.shipped)
        self.delete_button.setToolTip(
            tr("It comes with the program and stays")
            if stamp and stamp.shipped
            else with_key(tr("Delete this stamp"), self._key("edit.clear"))
        )

    # -- what is known of stamps ----------------------------------------------------------------------------

    def _clip(self, stamp: Stamp) -> Clip | str:
        """Return the clip of a stamp, read once; a sentence where it cannot be read."""
        try:
            written = stamp.path.stat().st_mtime_ns
        except OSError as error:
            return tr("It cannot be read: {reason}.").format(reason=error.strerror or error)
        known, found = self._known.get(stamp.path, (None, ""))
        if known != written:
            try:
                found = self._stamps.load(stamp)
            except FairgroundError as error:
                found = tr("It cannot be read: {error}.").format(error=error)
            self._known[stamp.path] = written, found
        return found

    def _why_not(self, clip: Clip) -> str:
        document = self._state.document
        if document is None:
            return tr("Open a map to paste it.")
        return unknown_words(fitted(clip, document.scenario).unknown, document.scenario)

    def _fits(self, item: QListWidgetItem) -> bool:
        """Whether a stamp can be pasted into the map."""
        clip = self._clip(item.data(_STAMP))
        return not isinstance(clip, str) and not self._why_not(clip)

    def _draw_next(self) -> None:
        """Draw one more stamp: drawing them all at once would hold up the window."""
        item = self.list.item(self._drawn)
        if item is not None:
            self._drawn += 1
            self._picture(item, item.data(_STAMP))
            next_turn(self, self._draw_next)

    def _picture(self, item: QListWidgetItem, stamp: Stamp) -> None:
        clip, document = self._clip(stamp), self._state.document
        why_not = clip if isinstance(clip, str) else self._why_not(clip)
        if not isinstance(clip, str) and document is not None:
            shown = fitted(clip, document.scenario).clip
            picture = stamp_picture(document.scenario, shown, _WIDE, _HIGH, self.devicePixelRatioF())
            mode = QIcon.Mode.Disabled if why_not else QIcon.Mode.Normal
            item.setIcon(QIcon(QIcon(picture).pixmap(QSize(_WIDE, _HIGH), self.devicePixelRatioF(), mode)))
        item.setToolTip(why_not or stamp.name)

    def _judge(self) -> None:
        stamp = self.stamp
        clip = self._clip(stamp) if stamp else ""
        if stamp is None:
            told = tr("There are no stamps yet: select hexes of a map and keep them as one.")
        elif isinstance(clip, str):
            told = clip
        else:
            told = f"{hex_count(len(clip))}. {self._why_not(clip)}"
            if self._state.document is not None:
                told += became_words(fitted(clip, self._state.document.scenario).became)
        self.about.setText(told.strip())
        is_good = not isinstance(clip, str) and not self._why_not(clip)
        self.paste_button.setEnabled(is_good)
        self._allow_delete()
        self.back_button.setVisible(self._deleted is not None)


def _button(text: str, tip: str, parent: StampsPanel, slot: Callable[[], None]) -> QPushButton:
    button = QPushButton(text, parent)
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    button.setAutoDefault(False)
    button.clicked.connect(lambda _on=False: slot())
    return button

"""The stamps, in a small window that stays open beside the work: choose one to paste, delete one.

Small pictures of stamps, drawn as the map draws them.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QIcon, QPainter, QPixmap
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
from fairground.core.grid.hexes import Hex
from fairground.core.grid.layout import SQRT3
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.texts import hex_count, tr
from fairground.editor.canvas.board_painter import BoardPainter
from fairground.editor.canvas.camera import Camera
from fairground.editor.canvas.facts import Facts
from fairground.editor.canvas.layers import LayerModel, MapLayer
from fairground.editor.document.clip_boards import clip_board
from fairground.editor.document.clip_patches import (
    Fitted,
    describe_conversions,
    describe_unknown_kinds,
    fitted,
)
from fairground.editor.widgets.basics import soft_label, with_key

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.transform.clip import Clip
    from fairground.editor.app.actions import Actions
    from fairground.editor.features.clipboard.stamps import Stamp, Stamps
    from fairground.editor.tools.state import ToolState

#: From the centres of the outermost hexes to the edges, in sizes of a hex, both sides together.
_AROUND = 2.4
#: Hexes of small stamps are no larger than this from hex to hex, in logical pixels.
_LARGEST = 26.0


def stamp_picture(scenario: Scenario, clip: Clip, width: int, height: int, ratio: float = 1.0) -> QPixmap:
    """Return the picture of a clip under the rules of a scenario, in logical pixels."""
    board = clip_board(scenario, clip, Hex(0, 0)).scenario
    found = QPixmap(round(width * ratio), round(height * ratio))
    layers = LayerModel()
    for layer in (MapLayer.LABELS, MapLayer.NAMES):
        layers.set_visible(layer, False)  # as Qt's setters
    painter = QPainter(found)
    BoardPainter(Facts(board), layers).paint(painter, _camera(board.board, found, ratio), found.rect())
    painter.end()
    found.setDevicePixelRatio(ratio)
    return found


def _camera(board: Board, picture: QPixmap, ratio: float) -> Camera:
    """Return the camera that shows all hexes of a board which are not void, as large as there is room for."""
    width, height = picture.width(), picture.height()
    rows, columns = np.nonzero(~board.void)
    q, r = board.layout.from_offset_arrays(columns, rows)
    x, y = (board.layout.corner_points(3 * q, 3 * r)).T
    room = min(width / (np.ptp(x) + _AROUND), height / (np.ptp(y) + _AROUND))
    wanted = min(float(room) * SQRT3, _LARGEST * ratio)
    camera = Camera(board.layout, board.columns, board.rows, width, height, ratio, wanted)
    return camera.centred((float(x.min()) + float(x.max())) / 2, (float(y.min()) + float(y.max())) / 2)


_WIDE, _HIGH = 112, 84
_STAMP = Qt.ItemDataRole.UserRole
#: Files of more bytes are read in turns of their own: a piece of a large board takes as long as a few pictures.
_LONG = 1 << 14
_BEING_READ = tr("Reading…")


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
        self.paste_button = _button(tr("Paste"), tr("Paste this stamp (Return)"), self, self.paste)
        self.keep_button = QPushButton(tr("Save selection…"), self)
        keep = actions["stamp.save"]
        self.keep_button.setToolTip(actions.keymap.actions["stamp.save"].tooltip)
        self.keep_button.setAccessibleName(keep.iconText())
        self.keep_button.setAutoDefault(False)
        self.keep_button.setEnabled(keep.isEnabled())
        self.keep_button.clicked.connect(keep.trigger)
        keep.changed.connect(lambda: self.keep_button.setEnabled(keep.isEnabled()))
        self.delete_button = _button(tr("Delete"), tr("Delete this stamp"), self, self.delete)
        self.back_button = _button(tr("Undo delete"), tr("Restore the deleted stamp"), self, self.put_back)
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
        self._mark_first()
        self._judge()

    def take_kept(self, stamp: Stamp, clip: Clip) -> None:
        """List and mark a stamp that has just been kept, whose file need not be read for that."""
        with suppress(OSError):
            self._known[stamp.path] = stamp.path.stat().st_mtime_ns, clip
        self.refresh(stamp.name)

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
        self.about.setText(tr("Deleted {name}.").format(name=stamp.name))
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
        self.back_button.setToolTip(with_key(tr("Restore the deleted stamp"), self._key("edit.undo")))
        self._allow_delete()

    def _key(self, name: str) -> str:
        return self._actions.keymap.actions[name].shown_key

    def _allow_delete(self) -> None:
        stamp = self.stamp
        self.delete_button.setEnabled(stamp is not None and not stamp.shipped)
        self.delete_button.setToolTip(
            tr("Built in; cannot be deleted")
            if stamp and stamp.shipped
            else with_key(tr("Delete this stamp"), self._key("edit.clear"))
        )

    # -- what is known of stamps ----------------------------------------------------------------------------

    def _clip(self, stamp: Stamp) -> Clip | str:
        """Return the clip of a stamp, read once; a sentence where it cannot be read."""
        try:
            written = stamp.path.stat().st_mtime_ns
        except OSError as error:
            return tr("Cannot read it: {reason}.").format(reason=error.strerror or error)
        known, found = self._known.get(stamp.path, (None, ""))
        if known != written:
            try:
                found = self._stamps.load(stamp)
            except FairgroundError as error:
                found = tr("Cannot read it: {error}.").format(error=error)
            self._known[stamp.path] = written, found
        return found

    def _why_not(self, clip: Clip) -> str:
        return self._fitted(clip)[1]

    def _fitted(self, clip: Clip) -> tuple[Fitted, str]:
        """Return what becomes of a clip in the open map, and why it cannot be pasted; empty when it can."""
        document = self._state.document
        if document is None:
            return Fitted(clip, {}, ()), tr("Open a map to paste this stamp.")
        found = fitted(clip, document.scenario)
        return found, describe_unknown_kinds(found.unknown, document.scenario)

    def _is_long(self, stamp: Stamp) -> bool:
        """Whether it would hold the window up to learn what a stamp is: its file is long, and not read yet."""
        try:
            state = stamp.path.stat()
        except OSError:
            return False
        return state.st_size > _LONG and self._known.get(stamp.path, (None, ""))[0] != state.st_mtime_ns

    def _mark_first(self) -> None:
        """Mark the first stamp that can be pasted, where none is marked; it may take some turns to find out."""
        items = [self.list.item(row) for row in range(self.list.count())]
        if not items or self.list.currentItem() is not None:
            return
        for item in items:
            stamp: Stamp = item.data(_STAMP)
            if self._is_long(stamp):
                next_turn(self, partial(self._read_and_mark, stamp))
                return
            clip = self._clip(stamp)
            if not isinstance(clip, str) and not self._why_not(clip):
                self.list.setCurrentItem(item)
                return
        self.list.setCurrentItem(items[0])

    def _read_and_mark(self, stamp: Stamp) -> None:
        self._clip(stamp)
        self._mark_first()

    def _read_marked(self) -> None:
        """Judge the marked stamp once it has been read."""
        if (stamp := self.stamp) is not None:
            self._clip(stamp)
            next_turn(self, self._judge_marked)

    def _judge_marked(self) -> None:
        said = self.about.text()
        self._judge()
        if said != _BEING_READ:
            # What was deleted is told longer than a turn.
            self.about.setText(said)

    def _draw_next(self) -> None:
        """Draw one more stamp: drawing them all at once would hold up the window."""
        item = self.list.item(self._drawn)
        if item is not None:
            self._drawn += 1
            self._picture(item, item.data(_STAMP))
            next_turn(self, self._draw_next)

    def _picture(self, item: QListWidgetItem, stamp: Stamp) -> None:
        clip, document = self._clip(stamp), self._state.document
        found, why_not = (None, clip) if isinstance(clip, str) else self._fitted(clip)
        if found is not None and document is not None:
            picture = stamp_picture(document.scenario, found.clip, _WIDE, _HIGH, self.devicePixelRatioF())
            mode = QIcon.Mode.Disabled if why_not else QIcon.Mode.Normal
            item.setIcon(QIcon(QIcon(picture).pixmap(QSize(_WIDE, _HIGH), self.devicePixelRatioF(), mode)))
        item.setToolTip(why_not or stamp.name)

    def _judge(self) -> None:
        stamp, is_good = self.stamp, False
        if stamp is None and self.list.count():
            told = _BEING_READ
        elif stamp is None:
            told = tr("No stamps yet. Select hexes on a map and save them as a stamp.")
        elif self._is_long(stamp):
            told = _BEING_READ
            next_turn(self, self._read_marked)
        elif isinstance(clip := self._clip(stamp), str):
            told = clip
        else:
            found, why_not = self._fitted(clip)
            is_good = not why_not
            told = f"{hex_count(len(clip))}. {why_not}{describe_conversions(found.became)}"
        self.about.setText(told.strip())
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

"""A window with the stamps, drawn as on the map, to paste or delete one of them."""

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
from fairground.editor.app.texts import hex_count, sentence, tr
from fairground.editor.canvas.board_painter import BoardPainter
from fairground.editor.canvas.camera import Camera
from fairground.editor.canvas.facts import Facts
from fairground.editor.canvas.layers import LayerModel, MapLayer
from fairground.editor.document.clip_patches import (
    Fitted,
    clip_board,
    describe_conversions,
    describe_unknown_kinds,
    fitted,
)
from fairground.editor.widgets.labels_and_buttons import fill, soft_label, with_key

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.transform.clip import Clip
    from fairground.editor.app.actions import Actions
    from fairground.editor.features.clipboard.stamps import Stamp, Stamps
    from fairground.editor.tools.tool_state import ToolState

#: The sum of both margins around the centres of the outermost hexes, in sizes of a hex.
_AROUND = 2.4
#: The maximum distance between neighbouring hexes, in logical pixels.
_LARGEST = 26.0


def stamp_picture(scenario: Scenario, clip: Clip, width: int, height: int, ratio: float = 1.0) -> QPixmap:
    """Draw a clip under the ruleset of a scenario; ``width`` and ``height`` are logical pixels."""
    board = clip_board(scenario, clip, Hex(0, 0)).scenario
    picture = QPixmap(round(width * ratio), round(height * ratio))
    layers = LayerModel()
    for layer in (MapLayer.LABELS, MapLayer.NAMES):
        layers.set_visible(layer, False)
    painter = QPainter(picture)
    BoardPainter(Facts(board), layers).paint(painter, _camera(board.board, picture, ratio), picture.rect())
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture


def _camera(board: Board, picture: QPixmap, ratio: float) -> Camera:
    """Return the camera that shows all hexes of a board but void ones, as large as fits."""
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
#: Files of more bytes are read in turns of their own, since that takes as long as drawing several stamps.
_LONG = 1 << 14
_BEING_READ = tr("Reading…")


class StampsPanel(QDialog):
    """A list of stamps with pictures, and buttons to paste, save, delete and restore."""

    #: A ``Stamp`` and its ``Clip``, to be pasted.
    chosen = Signal(object, object)

    def __init__(self, stamps: Stamps, state: ToolState, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Stamps"))
        self.resize(420, 460)
        self._stamps, self._state, self._actions = stamps, state, actions
        #: By file: when it was changed, and its clip or why it cannot be read.
        self._cached: dict[Path, tuple[int, Clip | str]] = {}
        #: The last deleted stamp and the content of its file.
        self._deleted: tuple[Stamp, bytes] | None = None
        #: How many of the stamps have pictures.
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
        buttons = (self.paste_button, self.keep_button, self.delete_button, self.back_button)
        row = fill(QHBoxLayout(), *buttons, None)
        layout = QVBoxLayout(self)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.about)
        layout.addLayout(row)
        #: Actions with the keys that they have in the main window.
        self._keyed: dict[str, QAction] = {}
        for name, slot in (("edit.clear", self.delete), ("edit.undo", self.put_back)):
            action = self._keyed[name] = QAction(self)
            action.triggered.connect(lambda _on=False, slot=slot: slot())
            self.addAction(action)
            actions[name].changed.connect(self._take_keys)
        self._take_keys()

    @property
    def stamp(self) -> Stamp | None:
        """The marked stamp; None when none is."""
        item = self.list.currentItem()
        stamp: Stamp | None = item.data(_STAMP) if item is not None else None
        return stamp

    def refresh(self, name: str = "") -> None:
        """List the stamps and mark the one of a name, else the one marked before, else the first that can be pasted."""
        before = self.stamp
        wanted = name or (before.name if before else "")
        self.list.clear()
        stamps = self._stamps.all()
        paths = {stamp.path for stamp in stamps}
        self._cached = {path: entry for path, entry in self._cached.items() if path in paths}
        for stamp in stamps:
            item = QListWidgetItem(stamp.name, self.list)
            item.setData(_STAMP, stamp)
            item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter)
            # The size with a picture, to keep the items in place while pictures are added.
            item.setSizeHint(self.list.gridSize())
            if stamp.name == wanted:
                self.list.setCurrentItem(item)
        self._drawn = 0
        next_turn(self, self._draw_next)
        self._mark_first()
        self._judge()

    def add_saved(self, stamp: Stamp, clip: Clip) -> None:
        """List and mark a stamp that was just saved, without reading its file."""
        with suppress(OSError):
            self._cached[stamp.path] = stamp.path.stat().st_mtime_ns, clip
        self.refresh(stamp.name)

    def paste(self) -> None:
        """Choose the marked stamp, if it can be pasted."""
        stamp = self.stamp
        if stamp is None:
            return
        clip = self._clip(stamp)
        if not isinstance(clip, str) and not self._fitted(clip)[1]:
            self.chosen.emit(stamp, clip)

    def delete(self) -> None:
        """Delete the marked stamp, if it is the user's."""
        stamp = self.stamp
        if stamp is None or stamp.shipped:
            return
        try:
            self._deleted = stamp, self._stamps.delete(stamp)
        except FairgroundError as error:
            self.about.setText(sentence(str(error)))
            return
        self.refresh()
        self.about.setText(tr("Deleted {name}.").format(name=stamp.name))
        self.list.setFocus()

    def put_back(self) -> None:
        """Restore the stamp that was deleted last."""
        if self._deleted is None:
            return
        stamp, data = self._deleted
        try:
            self._stamps.put_back(stamp, data)
        except FairgroundError as error:
            self.about.setText(sentence(str(error)))
            return
        self._deleted = None
        self.refresh(stamp.name)

    def _take_keys(self) -> None:
        """Adopt the keys of the main window, and show them in tooltips."""
        for name, action in self._keyed.items():
            action.setShortcuts(self._actions[name].shortcuts())
        self.back_button.setToolTip(with_key(tr("Restore the deleted stamp"), self._actions.key("edit.undo")))
        self._allow_delete()

    def _allow_delete(self) -> None:
        stamp = self.stamp
        self.delete_button.setEnabled(stamp is not None and not stamp.shipped)
        self.delete_button.setToolTip(
            tr("Built in; cannot be deleted")
            if stamp and stamp.shipped
            else with_key(tr("Delete this stamp"), self._actions.key("edit.clear"))
        )

    # -- reading and judging stamps -------------------------------------------------------------------------

    def _clip(self, stamp: Stamp) -> Clip | str:
        """Return the clip of a stamp, read once per change of its file; a sentence if it cannot be read."""
        try:
            changed = stamp.path.stat().st_mtime_ns
        except OSError as error:
            return tr("Cannot read this stamp: {reason}.").format(reason=error.strerror or error)
        cached, clip = self._cached.get(stamp.path, (None, ""))
        if cached != changed:
            try:
                clip = self._stamps.load(stamp)
            except FairgroundError as error:
                clip = tr("Cannot read this stamp: {error}.").format(error=error)
            self._cached[stamp.path] = changed, clip
        return clip

    def _fitted(self, clip: Clip) -> tuple[Fitted, str]:
        """Return a clip fitted to the open map, and why it cannot be pasted; empty when it can."""
        document = self._state.document
        if document is None:
            return Fitted(clip, {}, ()), tr("Open a map to paste this stamp.")
        result = fitted(clip, document.scenario)
        return result, describe_unknown_kinds(result.unknown, document.scenario)

    def _is_long(self, stamp: Stamp) -> bool:
        """Whether reading a stamp would block the window: its file is long and not cached."""
        try:
            state = stamp.path.stat()
        except OSError:
            return False
        return state.st_size > _LONG and self._cached.get(stamp.path, (None, ""))[0] != state.st_mtime_ns

    def _mark_first(self) -> None:
        """Mark the first stamp that can be pasted if none is marked; long files are read in turns of their own."""
        items = [self.list.item(row) for row in range(self.list.count())]
        if not items or self.list.currentItem() is not None:
            return
        for item in items:
            stamp: Stamp = item.data(_STAMP)
            if self._is_long(stamp):
                next_turn(self, partial(self._read_and_mark, stamp))
                return
            clip = self._clip(stamp)
            if not isinstance(clip, str) and not self._fitted(clip)[1]:
                self.list.setCurrentItem(item)
                return
        self.list.setCurrentItem(items[0])

    def _read_and_mark(self, stamp: Stamp) -> None:
        self._clip(stamp)
        self._mark_first()

    def _read_marked(self) -> None:
        """Read the marked stamp, then judge it."""
        if (stamp := self.stamp) is not None:
            self._clip(stamp)
            next_turn(self, self._judge_marked)

    def _judge_marked(self) -> None:
        text = self.about.text()
        self._judge()
        if text != _BEING_READ:
            # The message about a deleted stamp stays.
            self.about.setText(text)

    def _draw_next(self) -> None:
        """Draw one more stamp; drawing all at once would block the window."""
        item = self.list.item(self._drawn)
        if item is not None:
            self._drawn += 1
            self._picture(item, item.data(_STAMP))
            next_turn(self, self._draw_next)

    def _picture(self, item: QListWidgetItem, stamp: Stamp) -> None:
        clip, document = self._clip(stamp), self._state.document
        result, refusal = (None, clip) if isinstance(clip, str) else self._fitted(clip)
        if result is not None and document is not None:
            picture = stamp_picture(document.scenario, result.clip, _WIDE, _HIGH, self.devicePixelRatioF())
            mode = QIcon.Mode.Disabled if refusal else QIcon.Mode.Normal
            item.setIcon(QIcon(QIcon(picture).pixmap(QSize(_WIDE, _HIGH), self.devicePixelRatioF(), mode)))
        item.setToolTip(refusal or stamp.name)

    def _judge(self) -> None:
        stamp, is_good = self.stamp, False
        if stamp is None and self.list.count():
            text = _BEING_READ
        elif stamp is None:
            text = tr("No stamps yet. Select hexes on a map and save them as a stamp.")
        elif self._is_long(stamp):
            text = _BEING_READ
            next_turn(self, self._read_marked)
        elif isinstance(clip := self._clip(stamp), str):
            text = clip
        else:
            result, refusal = self._fitted(clip)
            is_good = not refusal
            sentences = f"{hex_count(len(clip))}.", refusal, describe_conversions(result.became)
            text = " ".join(filter(None, sentences))
        self.about.setText(text)
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

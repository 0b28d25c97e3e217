"""The welcome page: new, open, recent files, and the arenas that ship with the program."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from fairground.editor.app.deferred import after_paint
from fairground.editor.app.icons import icon, pixmap
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.shell.thumbnails import HEIGHT, WIDTH
from fairground.editor.widgets.labels_and_buttons import NoticeBar, heading, soft_label

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from fairground.editor.app.actions import Actions
    from fairground.editor.shell.thumbnails import Thumbnails

_CARD = QSize(WIDTH // 2, HEIGHT // 2)
#: The size of the pictures of recent files.
_RECENT = QSize(52, 36)
#: The largest icon that shows a picture: that of the menu of recent files.
_LARGEST_ICON = QSize(56, 39)
_COLUMNS = 3
#: How many characters of a folder are shown beside the name of a file.
_FOLDER = 44


@dataclass(frozen=True, slots=True)
class ArenaCard:
    """A scenario that ships with the program."""

    file: Path
    name: str
    summary: str


@cache
def shipped_arenas() -> tuple[ArenaCard, ...]:
    """Return the scenarios that ship with the program, by name, from the list that ``make generate`` writes."""
    listed = json.loads(files("fairground.resources").joinpath("example-arenas.json").read_text("utf-8"))
    folder = files("fairground.scenarios")
    size = tr("{columns} by {rows}")
    arenas = [
        ArenaCard(Path(str(folder.joinpath(file))), it["name"], f"{size.format_map(it)}, {it['layout']}")
        for file, it in listed.items()
    ]
    return tuple(sorted(arenas, key=lambda it: it.name))


class WelcomePage(QWidget):
    """Shown while no document is open."""

    #: The file of a shipped arena, to open as a copy.
    arena_chosen = Signal(Path)
    #: A recent file.
    file_chosen = Signal(Path)

    def __init__(self, actions: Actions, thumbnails: Thumbnails, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._thumbnails = thumbnails
        self._recent: list[Path] = []
        self.cards: dict[Path, QToolButton] = {}
        self._sign = QLabel(self)
        self.new = self._button(actions, "file.new")
        self.new.setDefault(True)
        self.open = self._button(actions, "file.open")
        self.take_in = self._button(actions, "file.import")
        self.recent = QListWidget(self)
        self.recent.setAccessibleName(tr("Recent files"))
        self.recent.setFrameShape(QListWidget.Shape.NoFrame)
        self.recent.setObjectName("plain")
        self.recent.setIconSize(_RECENT)
        self.recent.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.recent.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.recent.itemClicked.connect(self._open_recent)
        self.recent.itemActivated.connect(self._open_recent)
        self._none = soft_label(tr("None yet."), self)
        self._grid = QGridLayout()
        self._grid_home = QWidget(self)
        self.notice = NoticeBar(self)
        halves = QHBoxLayout()
        halves.setContentsMargins(56, 44, 40, 24)
        halves.setSpacing(48)
        halves.addLayout(self._left(), 3)
        halves.addLayout(self._right(), 8)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.notice)
        layout.addLayout(halves, 1)
        thumbnails.ready.connect(self._show_picture)
        self.redraw()
        after_paint(self, self._make_cards)

    def _left(self) -> QVBoxLayout:
        title = QLabel("Fairground", self)
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 2.4)
        font.setBold(True)
        title.setFont(font)
        left = QVBoxLayout()
        left.setSpacing(8)
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self._sign)
        head.addWidget(title)
        head.addStretch(1)
        left.addLayout(head)
        left.addWidget(soft_label(tr("Design arenas and check their balance as you draw."), self))
        left.addSpacing(22)
        left.addWidget(self.new)
        left.addWidget(self.open)
        left.addWidget(self.take_in)
        left.addSpacing(18)
        left.addWidget(heading(tr("Recent files"), self))
        left.addWidget(self._none)
        left.addWidget(self.recent, 1)
        left.addStretch(0)
        return left

    def _right(self) -> QVBoxLayout:
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(14)
        self._grid.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._grid_home.setLayout(self._grid)
        scroll = QScrollArea(self)
        scroll.setWidget(self._grid_home)
        scroll.setWidgetResizable(True)
        scroll.setAccessibleName(tr("Example arenas"))
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        right = QVBoxLayout()
        right.setSpacing(4)
        right.addWidget(heading(tr("Example arenas"), self))
        right.addWidget(soft_label(tr("Click one to open a copy. The original stays unchanged."), self))
        right.addSpacing(6)
        right.addWidget(scroll, 1)
        return right

    def set_recent(self, recent: list[Path]) -> None:
        """List other recent files."""
        self._recent = recent
        self.recent.clear()
        for path in recent:
            text = f"{path.name}\n{short_folder(path)}"
            item = QListWidgetItem(picture_icon(None), text, self.recent)
            item.setToolTip(str(path))
        self._none.setVisible(not recent)
        self.recent.setVisible(bool(recent))
        if self.isVisible():
            self._ask_for_pictures()

    def showEvent(self, event: QShowEvent) -> None:
        """Show the pictures of the recent files, which may have changed meanwhile."""
        super().showEvent(event)
        if self.cards:
            QTimer.singleShot(0, self, self._ask_for_pictures)

    def redraw(self) -> None:
        """Draw again in the colours of the theme."""
        self._sign.setPixmap(pixmap("zones", 40, colour=colours().accent, ratio=self.devicePixelRatioF()))
        self.new.setIcon(icon("new", colours().on_accent))
        self.open.setIcon(icon("open"))
        self.take_in.setIcon(icon("import"))
        self.set_recent(self._recent)

    def _make_cards(self) -> None:
        """Create the cards, once the page is visible; their files are read and drawn."""
        if not self.isVisible():
            after_paint(self, self._make_cards)
            return
        for place, arena in enumerate(shipped_arenas()):
            card = self._card(arena)
            self.cards[arena.file] = card
            self._grid.addWidget(card, place // _COLUMNS, place % _COLUMNS)
        # After the cards, since drawing starts a process.
        QTimer.singleShot(0, self, self._ask_for_pictures)

    def _ask_for_pictures(self) -> None:
        for file in (*self.cards, *self._recent):
            picture = self._thumbnails.picture(file)
            if picture is not None:
                self._show_picture(file, picture)

    def _button(self, actions: Actions, name: str) -> QPushButton:
        action = actions[name]
        button = QPushButton(f"{action.iconText()}…", self)
        button.setToolTip(action.toolTip())
        button.setAccessibleName(action.iconText())
        button.setMinimumHeight(36)
        button.clicked.connect(action.trigger)
        return button

    def _card(self, arena: ArenaCard) -> QToolButton:
        card = QToolButton(self._grid_home)
        card.setObjectName("card")
        card.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        card.setIconSize(_CARD)
        card.setText(f"{arena.name}\n{arena.summary}")
        card.setAccessibleName(f"{arena.name}, {arena.summary}")
        card.setToolTip(tr("Open a copy of {name}").format(name=arena.name))
        empty = QPixmap(_CARD)
        empty.fill(Qt.GlobalColor.transparent)
        card.setIcon(QIcon(empty))
        card.clicked.connect(lambda: self.arena_chosen.emit(arena.file))
        return card

    def _show_picture(self, file: Path, picture: Path) -> None:
        if file in self.cards:
            self.cards[file].setIcon(QIcon(filled_up(QPixmap(str(picture)), _CARD, self.devicePixelRatioF())))
        for row, path in enumerate(self._recent):
            if path == file:
                self.recent.item(row).setIcon(picture_icon(picture, self.devicePixelRatioF()))

    def _open_recent(self, item: QListWidgetItem) -> None:
        self.file_chosen.emit(self._recent[self.recent.row(item)])


def picture_icon(picture: Path | None, ratio: float = 1.0) -> QIcon:
    """Return the icon of a file with its picture, or without one until that is drawn."""
    if picture is None:
        return icon("file")
    return QIcon(filled_up(QPixmap(str(picture)), _LARGEST_ICON, ratio))


def short_folder(path: Path) -> str:
    """Return the folder of a file, its home shortened to ``~`` and a long one to its end."""
    folder = str(path.parent)
    home = str(Path.home())
    if folder == home or folder.startswith(f"{home}{os.sep}"):
        folder = f"~{folder[len(home) :]}"
    return folder if len(folder) <= _FOLDER else f"…{folder[-_FOLDER:]}"


def filled_up(picture: QPixmap, size: QSize, ratio: float = 1.0) -> QPixmap:
    """Centre a thumbnail in a card of a size, so that the names below are aligned; only as many pixels as it shows are kept."""
    whole = QPixmap(size * ratio)
    whole.fill(Qt.GlobalColor.transparent)
    room = min(whole.width() / WIDTH, whole.height() / HEIGHT)
    shown = (picture.size() * room).boundedTo(whole.size())
    smooth = Qt.TransformationMode.SmoothTransformation
    picture = picture.scaled(shown, Qt.AspectRatioMode.KeepAspectRatio, smooth)
    painter = QPainter(whole)
    painter.drawPixmap(
        (whole.width() - picture.width()) // 2, (whole.height() - picture.height()) // 2, picture
    )
    painter.end()
    whole.setDevicePixelRatio(ratio)
    return whole

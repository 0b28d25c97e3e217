"""The tabs of the open maps, and what the window showed of each map when another was chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QTabBar

from fairground.core.pictures.lettering import clean
from fairground.editor.app.icons import icon
from fairground.editor.app.texts import tr
from fairground.editor.widgets.labels_and_buttons import tool_button

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QWidget

    from fairground.editor.canvas.camera import Camera
    from fairground.editor.document.document import Document
    from fairground.editor.session.feature_context import FeatureController
    from fairground.editor.session.open_map import OpenMap
    from fairground.editor.session.session import Session
    from fairground.editor.shell.main_window import MainWindow
    from fairground.editor.widgets.labels_and_buttons import NoticeText

#: Stands before the title of a map with unsaved changes.
_UNSAVED = "● "


class MapTabs(QTabBar):
    """A tab for each open map, hidden while there is only one."""

    #: The ``OpenMap`` of a tab that is to be closed.
    close_wanted = Signal(object)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._pressed = -1
        self.setObjectName("map-tabs")
        self.setAccessibleName(tr("Open maps"))
        self.setDrawBase(False)
        self.setMovable(True)
        self.setExpanding(False)
        self.setUsesScrollButtons(True)
        self.setElideMode(Qt.TextElideMode.ElideMiddle)
        self.setIconSize(QSize(14, 14))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.currentChanged.connect(self._choose)
        self.tabMoved.connect(session.move)
        session.maps_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the maps that are open now."""
        maps = self._session.maps
        with QSignalBlocker(self):
            while self.count() > len(maps):
                self.removeTab(self.count() - 1)
            for at, it in enumerate(maps):
                document = it.document
                # An ampersand would mark a key.
                title = clean(document.title).replace("&", "&&")
                text = f"{_UNSAVED if document.is_dirty else ''}{title}"
                if at == self.count():
                    self.addTab(icon("file"), text)
                    self._add_close_button(at)
                elif self.tabText(at) != text:
                    self.setTabText(at, text)
                self.setTabToolTip(at, _tip(it))
                state = tr("{title}, unsaved changes") if document.is_dirty else "{title}"
                self.setAccessibleTabName(at, state.format(title=document.title))
            if self._session.shown in maps:
                self.setCurrentIndex(maps.index(self._session.shown))
        self.setVisible(len(maps) > 1)

    def _add_close_button(self, at: int) -> None:
        button = tool_button("close", tr("Close map"), self)
        button.setIconSize(QSize(14, 14))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        side = QTabBar.ButtonPosition.RightSide
        self.setTabButton(at, side, button)
        button.clicked.connect(
            lambda: self._want_closed(
                next(it for it in range(self.count()) if self.tabButton(it, side) is button)
            )
        )

    def redraw(self) -> None:
        """Draw the icons in the colours of the theme."""
        for at in range(self.count()):
            self.setTabIcon(at, icon("file"))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt's name
        """Take note of the tab that the middle button is pressed on."""
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pressed = self.tabAt(event.position().toPoint())
            return
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # Qt's name
        """Close the tab that the middle button was pressed on."""
        if event.button() == Qt.MouseButton.MiddleButton:
            at, self._pressed = self._pressed, -1
            if at >= 0 and at == self.tabAt(event.position().toPoint()):
                self._want_closed(at)
            return
        super().mouseReleaseEvent(event)

    def _choose(self, at: int) -> None:
        if 0 <= at < len(self._session.maps):
            self._session.activate(self._session.maps[at])

    def _want_closed(self, at: int) -> None:
        self.close_wanted.emit(self._session.maps[at])


def _tip(it: OpenMap) -> str:
    """Return the path of a map, and whether it has unsaved changes."""
    document = it.document
    path = str(document.path) if document.path is not None else tr("Not saved to a file yet")
    return tr("{path}\nUnsaved changes").format(path=path) if document.is_dirty else path


@dataclass(frozen=True, slots=True)
class _MapView:
    """What the window showed of a map; ``features`` has what each feature remembers."""

    camera: Camera | None
    is_fitted: bool
    tool: str
    options: Mapping[str, object]
    notice: NoticeText | None
    features: Mapping[FeatureController, Any]


class MapViews:
    """Remembers what the window shows of each map, and shows it again when the map is chosen again."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        # Weak, so that closed documents are freed.
        self._views: WeakKeyDictionary[Document, _MapView] = WeakKeyDictionary()

    def keep(self, document: Document) -> None:
        """Remember what the window shows of a document, before it shows another one."""
        window, page = self._window, self._window.page
        if page is None:
            return
        workbench, canvas = window.workbench, page.canvas
        tool = workbench.tool.id
        features = window.features.remember()
        self._views[document] = _MapView(
            canvas.camera,
            canvas.is_fitted,
            tool,
            workbench.state.options_of_map(),
            page.notice.shown,
            features,
        )

    def restore(self, document: Document) -> bool:
        """Show a document as it was shown last; return whether it was."""
        window, page, view = self._window, self._window.page, self._views.pop(document, None)
        if page is None or view is None:
            return False
        workbench, canvas = window.workbench, page.canvas
        if view.camera is None or view.is_fitted:
            canvas.fit()
        else:
            canvas.return_to(view.camera)
        workbench.take_tool(view.tool)
        workbench.state.take_options(view.options)
        window.features.recall(view.features)
        if view.notice is not None:
            page.notice.say_again(view.notice)
        return True

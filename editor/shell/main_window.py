"""The main window: menus, tools, panels and the map, connected to the session."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QStackedWidget

from fairground.core.pictures.lettering import clean
from fairground.editor.app.actions import Actions, load_keymap
from fairground.editor.app.deferred import in_one_picture, next_turn
from fairground.editor.app.paths import thumbnail_folder
from fairground.editor.app.texts import tr
from fairground.editor.canvas.workbench import Workbench
from fairground.editor.shell.docks import Docks
from fairground.editor.shell.features import Features
from fairground.editor.shell.file_banners import Notices, Recovery
from fairground.editor.shell.file_flow import FileFlow
from fairground.editor.shell.manual import Manual
from fairground.editor.shell.map_tabs import MapTabs, MapViews
from fairground.editor.shell.menus import RecentMenu, build_menus, with_plugins
from fairground.editor.shell.navigator import Navigator
from fairground.editor.shell.options_bar.options_bar import ToolOptions
from fairground.editor.shell.panel_wiring import PanelWiring, connect_actions
from fairground.editor.shell.status_bar import Status
from fairground.editor.shell.theme_switch import ThemeSwitch
from fairground.editor.shell.thumbnails import Thumbnails
from fairground.editor.shell.tool_strip import ToolStrip
from fairground.editor.shell.welcome_page import WelcomePage
from fairground.editor.shell.window_layout import PanelRoom, PanelWindow, WindowLayout
from fairground.editor.tools.option_defaults import Stacking
from fairground.editor.widgets.field_form import FieldKeys

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtCore import QMimeData
    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QShowEvent

    from fairground.core.errors import FairgroundError
    from fairground.editor.app.theme import WindowTheme
    from fairground.editor.document.document import Document
    from fairground.editor.session.open_map import OpenMap
    from fairground.editor.session.session import Session
    from fairground.editor.shell.dialogs.about import CrashDialog
    from fairground.editor.shell.dialogs.keyboard_help import KeyboardHelp
    from fairground.editor.shell.map_page import MapPage

#: Actions that need no document.
_ALWAYS = (
    "file.new",
    "file.open",
    "file.recent",
    "file.import",
    "file.reopen",
    "file.quit",
    "view.dark",
    "view.text-size",
    "view.still",
    "go.command",
    "help.manual",
    "help.keys",
    "help.change-keys",
    "help.about",
)
#: The keys of the brush's stacking and of the names in the tool strip in the settings.
_STACKING, _NAMES = "tools/stacking", "tools/names"


class MainWindow(PanelWindow):
    """Shows the welcome page without a document, and the map with its panels with one."""

    def __init__(self, session: Session) -> None:
        super().__init__(_application())
        self.setAcceptDrops(True)
        self.session = session
        self._theme_switch = ThemeSwitch(self, _application())
        self.workbench = Workbench(self)
        # After the tools: one of a plugin that cannot be created has no action.
        self.actions_by_id = Actions(self, with_plugins(load_keymap()))
        if session.settings.value(_STACKING) == Stacking.ON_TOP.value:
            self.workbench.state.stacking = Stacking.ON_TOP
        self.thumbnails = Thumbnails(thumbnail_folder(), self)
        self.welcome = WelcomePage(self.actions_by_id, self.thumbnails, self)
        self.page: MapPage | None = None
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self.welcome)
        self.setCentralWidget(self.pages)
        self.strip = ToolStrip(self.actions_by_id, self)
        self.options = ToolOptions(self.workbench.state, self.actions_by_id, self)
        self.strip.show_names(str(session.settings.value(_NAMES, "true")).lower() == "true")
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, self.options)
        self.addToolBar(Qt.ToolBarArea.LeftToolBarArea, self.strip)
        self.status = Status(self)
        self.setStatusBar(self.status)
        self.recent = RecentMenu(session, self.thumbnails, self)
        build_menus(self.menuBar(), self.actions_by_id, self.recent)
        self.setAnimated(False)
        self.docks = Docks(self, self.workbench.layers, self.actions_by_id)
        self.flow = FileFlow(session, self, before_save=self.commit, before_show=self._make_page)
        self.panels = PanelWiring(self.workbench, self.docks, self.strip, self.options, self.status)
        self.navigator = Navigator(self, _application())
        self.manual = Manual(self, _application())
        self.features = Features(self)
        self.clips, self.underlays = self.features.clipboard, self.features.tracing_image
        self.exports = self.features.exporting
        self.views = MapViews(self)
        self.tabs = MapTabs(session, self)
        self.recovery = Recovery(session, self.flow, self.notify, self.actions_by_id["file.reopen"])
        self.notices = Notices(session, self.flow, self.status)
        self._keys: KeyboardHelp | None = None
        self._crash: CrashDialog | None = None
        self._leaving = self._seen = False
        #: The map whose document the window shows.
        self._shown: OpenMap | None = None
        connect_actions(self)
        self._connect_session()
        self.panel_room = PanelRoom(self, self.docks.docks.values(), self.actions_by_id, session.settings)
        self._layout = WindowLayout(self, self.docks, self.panel_room, session.settings)
        self._show_chrome(shown=False)
        self._show_document(session.document)

    # -- wiring ---------------------------------------------------------------------------------------------

    def _connect_session(self) -> None:
        session = self.session
        session.document_changed.connect(self._show_document)
        session.maps_changed.connect(self._title)
        self.tabs.close_wanted.connect(self.flow.close)
        session.recent_changed.connect(lambda: self.welcome.set_recent(session.recent))
        self.welcome.arena_chosen.connect(self.flow.open_copy)
        self.welcome.file_chosen.connect(self.flow.open)
        self.recent.chosen.connect(self.flow.open)
        self.workbench.steps_changed.connect(self._show_steps)
        self.flow.imported.connect(self.docks.findings.show_remarks)
        self.welcome.set_recent(session.recent)

    # -- the document ---------------------------------------------------------------------------------------

    def _show_document(self, document: Document | None) -> None:
        """Show the map and its panels for a document, or the welcome page unless another document follows at once."""
        if document is not None:
            self._make_page()
        self._leave_map()
        if self.page is not None:
            self.page.notice.hide()
        about_maps = set(self.actions_by_id) - set(_ALWAYS)
        if document is not None:
            # Before the views, which disable what the map has no use for.
            self.actions_by_id.enable(about_maps, True)
        self._look_at(document)
        self._title()
        if document is None or self.page is None:
            self.actions_by_id.enable(about_maps, False)
            # Later, so that the panels do not flicker when another document is opened at once.
            QTimer.singleShot(0, self, self._show_welcome)
            return
        document.undo_stack.indexChanged.connect(self._show_steps)
        is_on_map = self.pages.currentWidget() is self.page
        if not is_on_map:
            self._show_chrome(shown=True)
            self.pages.setCurrentWidget(self.page)
            self._layout.restore_panels()
        self._show_steps()
        # After the panels, which decide the size of the map.
        if self.views.restore(document):
            in_one_picture(self)
        elif is_on_map:
            next_turn(self.page.canvas, self.page.canvas.fit)
            in_one_picture(self)
        else:
            QTimer.singleShot(0, self.page.canvas, self.page.canvas.fit)
        self.page.canvas.setFocus()

    def _leave_map(self) -> None:
        """Remember what the window shows of its map before it shows another one."""
        before, self._shown = self._shown, self.session.shown
        if before is not None:
            before.document.undo_stack.indexChanged.disconnect(self._show_steps)
            if before in self.session.maps:
                self.commit()
                self.views.keep(before.document)
        self.features.leave_document()

    def _show_welcome(self) -> None:
        if self.session.document is None and self.pages.currentWidget() is not self.welcome:
            self._layout.remember_panels()
            self.pages.setCurrentWidget(self.welcome)
            self._show_chrome(shown=False)

    def _make_page(self) -> None:
        """Create the page of the map with the first document."""
        if self.page is not None:
            return
        from fairground.editor.canvas.canvas import Canvas
        from fairground.editor.shell.map_page import MapPage

        canvas = Canvas(None, self.workbench.layers)
        canvas.set_dark(self._theme_switch.is_dark)
        self.page = MapPage(canvas, self.tabs, self)
        FieldKeys(_application(), canvas)
        self.notices.bar = self.page.notice
        self.pages.addWidget(self.page)
        self.workbench.connect_canvas(canvas)
        self.navigator.connect_page(self.page)
        self.features.install_for_map()

    def _look_at(self, document: Document | None) -> None:
        """Show a document, or another state of it, in all views."""
        self.panels.set_document(document)
        self.features.set_document(document)
        if self.page is not None:
            self.page.canvas.set_document(document)
            self.page.legend.set_document(document)
        self.navigator.set_document(document)

    def show_state(self, document: Document) -> None:
        """Show another state of the open document: a copy for a what-if, or itself again."""
        self._look_at(document)
        self.session.validation_watch.watch(document)
        if document.is_what_if:
            document.undo_stack.indexChanged.connect(self._show_steps)
        self._show_steps()
        self._title()
        in_one_picture(self)

    def _show_chrome(self, *, shown: bool) -> None:
        for bar in (self.strip, self.options, self.status):
            bar.setVisible(shown)
        if not shown:
            self.docks.hide()

    def _show_steps(self, _index: int = 0) -> None:
        document = self.workbench.document
        if document is None:
            return
        stack = document.undo_stack
        self.actions_by_id.enable(("edit.undo",), self.workbench.can_step(-1))
        self.actions_by_id.enable(("edit.redo",), self.workbench.can_step(1))
        self.actions_by_id.enable(("edit.undo-all",), stack.index() > document.earliest)
        self.actions_by_id.enable(("edit.redo-all",), stack.canRedo())

    def _title(self, _news: object = None) -> None:
        document = self.session.document
        # Qt replaces [*] by its star, and [*][*] by the literal text.
        title = f"{clean(document.title).replace('[*]', '[*][*]')}[*]" if document else tr("Welcome")
        is_what_if = self.workbench.document is not None and self.workbench.document.is_what_if
        self.setWindowTitle(tr("{title} (what-if)").format(title=title) if is_what_if else title)
        self.setWindowModified(document is not None and document.is_dirty)

    # -- the window -----------------------------------------------------------------------------------------

    @property
    def theme(self) -> WindowTheme:
        """The theme that is on."""
        return self._theme_switch.theme

    def switch_theme(self) -> None:
        """Switch from light to dark, or back, and remember the choice."""
        self._theme_switch.switch()

    def commit(self) -> None:
        """Write what is being typed into the document."""
        field = _application().focusWidget()
        if isinstance(field, QAbstractSpinBox):
            field.interpretText()
        self.features.commit()
        self.docks.hex.note.commit()

    def reset_layout(self) -> None:
        """Reset the panels to their default places."""
        self.panel_room.bring_back()
        self.docks.arrange()
        in_one_picture(self)

    def toggle_tool_names(self) -> None:
        """Show or hide the names in the tool strip, and remember the choice."""
        shown = self.actions_by_id["view.tool-names"].isChecked()
        self.strip.show_names(shown)
        self.session.settings.setValue(_NAMES, shown)

    def show_keys(self) -> None:
        """Show the list of all keys, without blocking the window."""
        from fairground.editor.shell.dialogs.keyboard_help import KeyboardHelp

        if self._keys is None:
            self._keys = KeyboardHelp(self.actions_by_id.keymap, self)
            self._keys.change_wanted.connect(self.navigator.change_keys)
            self.navigator.own_keys.changed.connect(self._keys.refresh)
        self._keys.show()
        self._keys.raise_()
        self._keys.activateWindow()

    def show_about(self) -> None:
        """Show the version and the licences."""
        from fairground.editor.shell.dialogs.about import AboutDialog

        dialog = AboutDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def notify(
        self, text: str, choices: Mapping[str, Callable[[], object]] | None = None, *, sign: str = "advice"
    ) -> None:
        """Show a notice on the page that is in front: the welcome page or the map."""
        page = (
            self.page if self.page is not None and self.pages.currentWidget() is self.page else self.welcome
        )
        page.notice.say(text, dict(choices) if choices else None, sign=sign)

    def tell_of_file(self, error: FairgroundError, path: Path | None = None) -> None:
        """Show the problems of a file that could not be opened."""
        self.flow.tell(error, path)

    def tell_of_error(self, log: str) -> None:
        """Show the log of an internal error; further ones are added to the same dialog."""
        from fairground.editor.shell.dialogs.about import CrashDialog

        if self._crash is not None:
            self._crash.add(log)
            return
        self._crash = CrashDialog(log, self)
        self._crash.finished.connect(self._crash_seen)
        self._crash.open()

    def _crash_seen(self, _result: int) -> None:
        self._crash = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the focus to the map on an Escape that no panel handles; say why the action of a key is disabled."""
        if event.key() == Qt.Key.Key_Escape and self.page is not None:
            self.page.canvas.setFocus()
        elif self.page is not None and (
            refusal := self.actions_by_id.refusal_of(QKeySequence(event.keyCombination()))
        ):
            self.workbench.say(refusal)
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Offer unsaved work when the window is first shown."""
        super().showEvent(event)
        if not self._seen:
            self._seen = True
            QTimer.singleShot(0, self, self.recovery.offer)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept a file that is dragged onto the window."""
        if _dragged_file(event.mimeData()) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open or import a dropped file, or add it as a tracing image, after the other program has its answer."""
        path = _dragged_file(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            QTimer.singleShot(0, self, lambda: self._take_dropped(path))

    def _take_dropped(self, path: Path) -> None:
        if not self.features.take_file(path):
            self.flow.open_or_import(path)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved changes first, then save the layout and close."""
        if not self._leaving and not self.flow.is_safe():
            event.ignore()
            # Later: close() does nothing while the window is already closing.
            QTimer.singleShot(0, self, lambda: self.flow.leave_all(self._leave))
            return
        if self.pages.currentWidget() is not self.welcome:
            self._layout.remember_panels()
        self._layout.save()
        self.session.settings.setValue(_STACKING, self.workbench.state.stacking.value)
        self.thumbnails.close()
        self.recovery.end_reopening()
        self.session.close_all()
        event.accept()

    def _leave(self) -> None:
        self._leaving = True
        self.close()


def _application() -> QApplication:
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        raise TypeError("a window needs a QApplication")
    return application


def _dragged_file(data: QMimeData) -> Path | None:
    """Return the file that is dragged; None for several, and for anything that is not a file."""
    urls = data.urls()
    path = Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None
    return path if path is not None and path.is_file() else None

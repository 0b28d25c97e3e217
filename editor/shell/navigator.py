"""Navigation and comfort: command palette, go to hex, minimap, screen reader, keys, hints and text size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer

from fairground.core.grid.labels import LabelStyle
from fairground.core.text.foreign import parse_whole
from fairground.editor.app.deferred import in_one_picture
from fairground.editor.app.paths import keys_file
from fairground.editor.app.texts import faults, tr
from fairground.editor.app.theme import is_dark
from fairground.editor.document.hex_facts import LABEL_STYLES, HexReader
from fairground.editor.shell.finder_sources import CommandPalette, GoToHex
from fairground.editor.shell.user_keys import OwnKeys
from fairground.editor.widgets.finder import Finder

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication, QWidget

    from fairground.core.grid.hexes import Hex
    from fairground.editor.canvas.canvas import Canvas
    from fairground.editor.document.document import Document
    from fairground.editor.document.hex_facts import HexFacts
    from fairground.editor.shell.dialogs.change_keys import ChangeKeysDialog
    from fairground.editor.shell.finder_sources import Target
    from fairground.editor.shell.first_map_hints import Hints
    from fairground.editor.shell.main_window import MainWindow
    from fairground.editor.shell.map_page import MapPage

_NAME = tr("Map")


def hex_words(facts: HexFacts) -> str:
    """Describe a hex: label, terrain, level, and everything in it."""
    if facts.is_void:
        return f"{facts.label}: {facts.line}"
    parts = [facts.terrain, tr("level {level}").format(level=facts.level)]
    if facts.name:
        parts.append(facts.name)
    for kind, text in (
        (tr("effects"), facts.effects),
        ("", facts.zones),  # their titles and kinds say what they are
        (tr("objective"), facts.objectives),
        (tr("unit"), facts.units),
        (tr("hexsides"), facts.hexsides),
    ):
        if text:
            parts.append(f"{kind} {text}".strip())
    return f"{facts.label}: {', '.join(parts)}"


class Voice(QObject):
    """Keeps the accessible name of the canvas up to date with the hex under the cursor."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._description = canvas.accessibleDescription()
        self._document: Document | None = None
        self._reader: HexReader | None = None
        # A stroke changes a hex many times.
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(0)
        self._again.timeout.connect(self._say)
        canvas.cursor_moved.connect(self._moved)

    def set_document(self, document: Document | None) -> None:
        """Describe another document."""
        if self._document is not None:
            self._document.changed.disconnect(self._changed)
        self._document = document
        self._reader = HexReader(document) if document else None
        if document is not None:
            document.changed.connect(self._changed)
        self._say()

    def _changed(self, _event: object) -> None:
        if self._canvas.cursor_hex is not None:
            self._again.start()

    def _moved(self, _at: Hex | None) -> None:
        self._say()

    def _say(self) -> None:
        at = self._canvas.cursor_hex
        facts = self._reader.facts(at) if self._reader is not None and at is not None else None
        text = hex_words(facts) if facts is not None else ""
        # Screen readers speak the name when it changes, and the description on request.
        is_what_if = self._document is not None and self._document.is_what_if
        self._canvas.setAccessibleName(text or (tr("What-if map") if is_what_if else _NAME))
        sentences = (tr("What-if on a copy of the map") if is_what_if else "", text, self._description)
        self._canvas.setAccessibleDescription(". ".join(filter(None, sentences)))


_SIZE, _STILL = "comfort/text-size", "comfort/reduced-motion"
#: Sizes of the text in hundredths of what the system has.
SIZES = (100, 125, 150)
#: The bit of a font's mask that says that its size was set (``QFont::SizeResolved``, which has no name in Python).
_SIZE_RESOLVED = 0x0002
#: Widgets with a font of their own on some systems.
_OWN_FONTS = ("QDockWidgetTitle", "QTipLabel", "QMenu")
_FIRST_SIZE, _FIRST_FLASH = "fairground-text", "fairground-flash"


class Comfort:
    """Applies both to the whole application, and saves them."""

    def __init__(self, application: QApplication, settings: QSettings) -> None:
        self._application, self._settings = application, settings
        # The system's values, before a window of the application changed them.
        if application.property(_FIRST_SIZE) is None:
            application.setProperty(_FIRST_SIZE, application.font().pointSizeF())
            application.setProperty(_FIRST_FLASH, application.cursorFlashTime())
        stored = str(settings.value(_SIZE, SIZES[0]))
        size = parse_whole(stored)
        self.size = size if size in SIZES else SIZES[0]
        self.is_still = str(settings.value(_STILL, "false")).lower() == "true"
        self._apply()

    def next_size(self) -> int:
        """Switch to the next size of text, and return it."""
        self.size = SIZES[(SIZES.index(self.size) + 1) % len(SIZES)]
        self._settings.setValue(_SIZE, self.size)
        self._apply()
        return self.size

    def set_still(self, still: bool) -> None:  # noqa: FBT001  # slot of a check box
        """Stop or allow the blinking of text cursors, the only motion; the editor has no animations."""
        self.is_still = still
        self._settings.setValue(_STILL, still)
        self._apply()

    def _apply(self) -> None:
        application = self._application
        application.setCursorFlashTime(0 if self.is_still else application.property(_FIRST_FLASH))
        font, before = application.font(), application.font().pointSizeF()
        after = application.property(_FIRST_SIZE) * self.size / 100
        if before <= 0 or abs(before - after) < 0.01:
            return
        font.setPointSizeF(after)
        # Texts with a size of their own are scaled with the rest.
        own = [(it, it.font().pointSizeF()) for it in application.allWidgets() if _has_own_size(it)]
        application.setFont(font)
        for kind in _OWN_FONTS:
            application.setFont(font, kind)  # type: ignore[arg-type]  # a text, whatever the stub says
        for widget, size in own:
            scaled = widget.font()
            scaled.setPointSizeF(size * after / before)
            widget.setFont(scaled)


def _has_own_size(widget: QWidget) -> bool:
    font = widget.font()
    has_size = bool(font.resolveMask() & _SIZE_RESOLVED) and font.pointSizeF() > 0
    return has_size and widget.testAttribute(Qt.WidgetAttribute.WA_SetFont)


#: The setting for the style of hex labels; empty for that of each scenario.
_LABELS = "labels"
#: How long a note stays in the status bar, in milliseconds.
_NOTE = 8000
#: Below this many pixels from hex to hex, going to a hex zooms in to this zoom.
_SMALL, _SEEN = 12.0, 0.4


class Navigator(QObject):
    """Connects these parts to the window."""

    #: The hints, which are created with the page of the map.
    hints: Hints

    def __init__(self, window: MainWindow, application: QApplication) -> None:
        super().__init__(window)
        self._window, self._workbench, self._docks = window, window.workbench, window.docks
        actions, settings = window.actions_by_id, window.session.settings
        self.comfort = Comfort(application, settings)
        self._docks.set_text_size(self.comfort.size)
        self.own_keys = OwnKeys(actions, keys_file(), self)
        self.faults = self.own_keys.read()
        self._text_faults = faults()
        self.finder = Finder(window)
        self.commands = CommandPalette(actions, settings)
        self.places = GoToHex(self.go_to, self._say)
        self.voice: Voice | None = None
        self._canvas: Canvas | None = None
        self._change_keys: ChangeKeysDialog | None = None
        actions.on("go.command", lambda: self.finder.ask(self.commands))
        actions.on("go.hex", self._ask_for_hex)
        actions.on("go.map", self._go_to_map)
        actions.on("view.text-size", self._next_text_size)
        actions.on("help.change-keys", self.change_keys)
        still = actions["view.still"]
        still.setCheckable(True)
        still.setChecked(self.comfort.is_still)
        still.toggled.connect(self.comfort.set_still)
        self.own_keys.changed.connect(self._name_keys)
        self._name_keys()
        stored = str(settings.value(_LABELS, ""))
        self._workbench.preferred_labels = next((it for it in LabelStyle if it.value == stored), None)
        self._workbench.labels_preferred.connect(self._store_labels)

    def connect_page(self, page: MapPage) -> None:
        """Connect the page of the map; call this once."""
        from fairground.editor.shell.first_map_hints import Hints

        self._canvas = page.canvas
        self.voice = Voice(page.canvas)
        self._docks.minimap.follow(page.canvas)
        self.redraw(dark=is_dark())
        self.hints = Hints(self._window.actions_by_id.keymap, self._window.session.settings, page)
        page.add_below(self.hints)
        self.hints.take_tool(self._workbench.tool.id)
        self.hints.follow(self._window.actions_by_id, self._workbench.state)
        self._workbench.tool_taken.connect(self.hints.take_tool)
        page.canvas.tabbed.connect(self._window.actions_by_id["view.hide-panels"].trigger)
        self.own_keys.changed.connect(self.hints.refresh)

    def set_document(self, document: Document | None) -> None:
        """Search in another document; call this once the map shows it."""
        self.finder.close_finder()
        # The next search looks up its rows; the previous document is released.
        self.places.look(None)
        self.commands.has_document = document is not None
        if self._canvas is not None:
            self.hints.set_document(document)
        if self.voice is not None:
            self.voice.set_document(document)
        page = self._window.page
        if page is not None and (self.faults or self._text_faults):
            text = " ".join((*self.faults, *self._text_faults))
            page.notice.say(
                text, {tr("Change keys…"): self.change_keys} if self.faults else None, sign="warning"
            )
            self.faults, self._text_faults = [], []
        self._docks.minimap.set_document(document)

    def redraw(self, *, dark: bool) -> None:
        """Follow the theme."""
        self._docks.minimap.set_dark(dark)
        self._docks.findings.filter.redraw()

    def next_label_style(self) -> None:
        """Switch to the next label style, and say which."""
        workbench = self._workbench
        workbench.next_label_style()
        preferred = workbench.preferred_labels
        if preferred is not None:
            self._say(tr("Hex labels on all maps are now {style}").format(style=LABEL_STYLES[preferred]))
        elif workbench.document is not None:
            own = workbench.document.scenario.board.label_style
            self._say(tr("Hex labels follow the scenario again: {style}").format(style=LABEL_STYLES[own]))

    def _store_labels(self) -> None:
        preferred = self._workbench.preferred_labels
        self._window.session.settings.setValue(_LABELS, preferred.value if preferred else "")

    # -- going ----------------------------------------------------------------------------------------------

    def go_to(self, target: Target) -> None:
        """Centre the map on hexes, put the cursor there, and mark them."""
        canvas = self._canvas
        if canvas is None or canvas.camera is None:
            return
        if canvas.camera.pitch < _SMALL:
            canvas.set_zoom(_SEEN)
        self._workbench.go_to(target.middle)
        canvas.put_cursor(target.middle)
        canvas.set_preview(target.hexes)
        canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _ask_for_hex(self) -> None:
        document = self._workbench.document
        self.places.look(document.scenario if document else None)
        self.finder.ask(self.places)

    def _go_to_map(self) -> None:
        """Move the focus to the map; put a missing cursor into the middle of the view."""
        canvas = self._canvas
        if canvas is None or canvas.document is None:
            return
        canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if canvas.cursor_hex is None:
            canvas.begin_cursor()

    # -- keys and comfort -----------------------------------------------------------------------------------

    def change_keys(self) -> None:
        """Show the dialog that changes keys, without blocking the window."""
        from fairground.editor.shell.dialogs.change_keys import ChangeKeysDialog

        if self._change_keys is None:
            self._change_keys = ChangeKeysDialog(self._window.actions_by_id, self.own_keys, self._window)
        self._change_keys.show()
        self._change_keys.raise_()
        self._change_keys.activateWindow()

    def _name_keys(self) -> None:
        """Update the texts that name keys."""
        fix = self._window.actions_by_id.keymap.actions["finding.fix"]
        self._docks.findings.model.fix_key = fix.shown_key
        self._window.options.refresh()

    def _next_text_size(self) -> None:
        size = self.comfort.next_size()
        self._docks.set_text_size(size)
        in_one_picture(self._window)
        self._say(tr("Text size {next_size}%").format(next_size=size))

    def _say(self, text: str) -> None:
        self._window.status.showMessage(text, _NOTE)

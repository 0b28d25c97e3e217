"""The page of locked hexes and zones, which suggestions don't change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from fairground.core.errors import FairgroundError
from fairground.core.finding import Severity
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.icons import icon
from fairground.editor.app.texts import tr
from fairground.editor.document.events import LABEL_FIELDS, FieldChanged, watch
from fairground.editor.document.part_patches import lock_patches
from fairground.editor.widgets.field_form import Note
from fairground.editor.widgets.labels_and_buttons import soft_label, tool_button, with_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.finding import Finding
    from fairground.editor.document.document import Document

_NOTHING = tr(
    "Nothing is locked. Select hexes and press {} to protect them from suggestions. Zones are locked on "
    "the Zones page."
)
#: The most entries listed; a locked board may have hundreds of thousands.
_MOST = 1000
_LOCK = tr("Lock or unlock the selected hexes")


class LockedPage(QWidget):
    """Lists locked hexes and zones; selected ones can be unlocked."""

    #: A locked ``Hex`` to show on the map.
    hex_wanted = Signal(object)
    #: Locking or unlocking of the selected hexes, or of the selected zone, is requested.
    lock_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document: Document | None = None
        self.parts = QListWidget(self)
        self.parts.setAccessibleName(tr("Locked hexes and zones"))
        self.parts.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        self.parts.itemSelectionChanged.connect(self._allow)
        self.parts.itemDoubleClicked.connect(self._show_on_map)
        self.parts.itemActivated.connect(self._show_on_map)
        self.lock = tool_button("locked", _LOCK, self)
        self.lock.clicked.connect(self.lock_wanted)
        self.unlock = tool_button("unlocked", tr("Unlock the entries selected in the list"), self)
        self.unlock.clicked.connect(self._unlock)
        self._more = soft_label("", self)
        self._nothing = soft_label("", self)
        self.name_key("")
        self._note = Note(self)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.lock)
        row.addWidget(self.unlock)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 10, 8)
        column.addLayout(row)
        column.addWidget(self.parts, 1)
        column.addWidget(self._more)
        column.addWidget(self._nothing)
        column.addWidget(self._note)
        column.addStretch(0)

    def name_key(self, key: str) -> None:
        """Show the key that locks; empty for none."""
        self._nothing.setText(_NOTHING.format(key or tr("the button above")))
        self.lock.setToolTip(with_key(_LOCK, key))

    def set_document(self, document: Document | None) -> None:
        """Show another document."""
        watch(self.document, document, self._changed)
        self.document = document
        self.show_findings(())
        self.refresh()

    def show_findings(self, findings: Iterable[Finding]) -> None:
        """Show findings about entries that are neither a hex nor a zone."""
        own = [it for it in findings if it.place.path[:1] == ("locked",)]
        severity = own[0].severity if own else Severity.ADVICE
        self._note.say(" ".join(f"{it.message}." for it in own), severity)

    def refresh(self) -> None:
        """Show everything again."""
        scenario = self.document.scenario if self.document else None
        zones = {zone.id: scenario.zone_title(zone.id) for zone in scenario.zones} if scenario else {}
        locked = scenario.locked if scenario else []
        of_label = scenario.board.hex_names.of_label if scenario else str
        signs = {True: icon("zones"), False: icon("locked")}
        self.parts.clear()
        for name in locked[:_MOST]:
            item = QListWidgetItem(signs[name in zones], zones.get(name) or of_label(name), self.parts)
            item.setData(Qt.ItemDataRole.UserRole, name)
            item.setToolTip(
                tr("Zone {name}").format(name=zones[name])
                if name in zones
                else tr("Hex {name}").format(name=of_label(name))
            )
        rest = len(locked) - self.parts.count()
        self._more.setText(
            tr("and {rest:,} more. Select them on the map to unlock them").format(rest=rest) if rest else ""
        )
        self._more.setVisible(rest > 0)
        self.parts.setVisible(self.parts.count() > 0)
        self._nothing.setVisible(not self.parts.count())
        self._allow()

    def _changed(self, event: object) -> None:
        if isinstance(event, FieldChanged) and event.field in (
            *("locked", "zones", "board"),
            *LABEL_FIELDS,
        ):
            # Update once, in the next turn of the event loop.
            next_turn(self, self.refresh)

    def _allow(self) -> None:
        self.unlock.setEnabled(bool(self.parts.selectedItems()))

    def _unlock(self) -> None:
        names = [item.data(Qt.ItemDataRole.UserRole) for item in self.parts.selectedItems()]
        if self.document is not None and names:
            title = self.parts.selectedItems()[0].text()
            text = tr("Unlock {names}").format(names=title) if len(names) == 1 else tr("Unlock")
            self.document.edit(text, lock_patches(self.document.scenario, names, locked=False))

    def _show_on_map(self, item: QListWidgetItem) -> None:
        if self.document is None:
            return
        scenario, name = self.document.scenario, item.data(Qt.ItemDataRole.UserRole)
        board = scenario.board
        try:
            zone = next((it for it in scenario.zones if it.id == name), None)
            hexes = board.hexes_of(zone.shape.mask(board)) if zone else {board.parse(name)}
        except FairgroundError:  # neither a hex nor a zone, reported by a finding
            return
        if hexes:
            self.hex_wanted.emit(min(hexes, key=board.cell))

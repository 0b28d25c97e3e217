"""The options of the zone tool besides the zone: what is added to it, and its hexes in the words of files.

Which zone is painted: the box with all of them, and the menu for a new one.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QButtonGroup, QComboBox, QHBoxLayout, QMenu, QToolButton, QWidget

from fairground.core.scenario.shapes import Listed
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.document.events import FieldChanged
from fairground.editor.document.part_patches import part_index, replaced
from fairground.editor.tools.obstacles import locked
from fairground.editor.tools.state import ZoneWay
from fairground.editor.widgets.basics import tool_button, with_key
from fairground.editor.widgets.option_rows import OptionRow, action_button
from fairground.editor.widgets.zone_text_field import ShapeEdit

if TYPE_CHECKING:
    from fairground.core.scenario.shapes import Shape
    from fairground.editor.app.actions import Actions
    from fairground.editor.document.document import Document
    from fairground.editor.tools.state import ToolState


class ZoneChoice(OptionRow):
    """A box with the zones, a button that offers new ones, and one that selects the hexes of one."""

    #: A side's id, empty for nobody's: a new zone for it is wanted.
    wanted = Signal(str)

    def __init__(self, state: ToolState, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent=parent)
        self._state = state
        self.box = QComboBox(self)
        self.box.setAccessibleName(tr("Zone"))
        self.box.setMinimumWidth(170)
        self.box.activated.connect(lambda _at: setattr(state, "zone_id", self.box.currentData()))
        self.new = action_button(actions, "zone.new", self, text=tr("New zone"))
        self.new.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu = QMenu(self.new)
        self.menu.aboutToShow.connect(self._offer)
        self.new.setMenu(self.menu)
        for widget in (self.box, self.new, action_button(actions, "select.zone", self)):
            self.row.addWidget(widget)

    def pop_up(self) -> None:
        """Offer new zones."""
        self.menu.popup(self.new.mapToGlobal(self.new.rect().bottomLeft()))

    def refresh(self) -> None:
        """List the zones."""
        document = self._state.document
        scenario = document.scenario if document else None
        self.box.clear()
        for zone in scenario.zones if scenario else ():
            side = scenario.side(zone.side) if scenario else None
            text = f"{zone.name or zone.id}" + (f" · {side.title}" if side else "")
            colour = _side_colour(scenario.side_index(zone.side)) if scenario and side else colours().soft
            self.box.addItem(_square(colour), text, zone.id)
        self.box.setCurrentIndex(self.box.findData(self._state.zone_id))
        self.box.setEnabled(self.box.count() > 0)
        self.box.setToolTip(tr("The zone to paint") if self.box.count() else tr("There are no zones yet"))

    def _offer(self) -> None:
        self.menu.clear()
        document = self._state.document
        if document is None:
            return
        for index, side in enumerate(document.scenario.sides):
            action = self.menu.addAction(
                _square(_side_colour(index)), tr("For {title}").format(title=side.title)
            )
            action.triggered.connect(partial(self._want, side.id))
        action = self.menu.addAction(_square(colours().soft), tr("For nobody: an area"))
        action.triggered.connect(partial(self._want, ""))

    def _want(self, side: str, _on: object = None) -> None:
        self.wanted.emit(side)


def _side_colour(index: int) -> str:
    from fairground.core.pictures.colours import SIDE_COLOURS

    return SIDE_COLOURS[index % len(SIDE_COLOURS)]


def _square(colour: str) -> QIcon:
    found = QPixmap(14, 14)
    found.fill(QColor(colour))
    return QIcon(found)


_TIPS = {
    ZoneWay.HEXES: tr("Add or remove single hexes"),
    ZoneWay.ROWS: tr("Drag to add or remove whole rows"),
    ZoneWay.COLUMNS: tr("Drag to add or remove whole columns"),
    ZoneWay.DISC: tr("Drag from the centre to add or remove a disc"),
}
_WIDE = 190


class ZoneOptions(QWidget):
    """Buttons for the ways, and the field with the text of the chosen zone."""

    #: A sentence: what is wrong with the text; empty when nothing is.
    faulty = Signal(str)

    def __init__(self, state: ToolState, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self._state, self._keymap = state, actions.keymap
        self._document: Document | None = None
        self.ways: dict[ZoneWay, QToolButton] = {}
        group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(1)
        for way, tip in _TIPS.items():
            button = tool_button(f"zone-{way.value}", tip, self, checkable=True)
            button.clicked.connect(lambda _on=False, way=way: setattr(state, "zone_way", way))
            group.addButton(button)
            self.ways[way] = button
            row.addWidget(button)
        self.ways[state.zone_way].setChecked(True)
        self.hexes = ShapeEdit(self)
        self.hexes.setMinimumWidth(_WIDE)
        self.hexes.entered.connect(self._enter)
        self.hexes.faulty.connect(self.faulty)
        row.addSpacing(8)
        row.addWidget(self.hexes, 1)
        state.changed.connect(self._option_changed)

    def set_document(self, document: Document | None) -> None:
        """Show the zones of another document."""
        if self._document is not None:
            self._document.changed.disconnect(self._changed)
        self._document = document
        if document is not None:
            document.changed.connect(self._changed)
        self._show()

    def refresh(self) -> None:
        """Name the key as it is."""
        key = self._keymap.actions["zone.next-way"].shown_key
        for way, tip in _TIPS.items():
            self.ways[way].setToolTip(with_key(tip, key, tr(" for the next one")))

    def next_way(self) -> None:
        """Go on to the next way."""
        ways = list(ZoneWay)
        self._state.zone_way = ways[(ways.index(self._state.zone_way) + 1) % len(ways)]

    def _enter(self, shape: Shape) -> None:
        index, refusal = self._index(), locked(self._state, ("zones",))
        if refusal:
            self._show()
            self.faulty.emit(refusal)
        elif self._document is not None and index is not None:
            scenario = self._document.scenario
            after = replace(scenario.zones[index], shape=shape)
            self._document.edit(
                tr("Change hexes of {id}").format(id=after.id), replaced(scenario, "zones", index, after)
            )

    def _index(self) -> int | None:
        return part_index(self._document.scenario, "zones", self._state.zone_id) if self._document else None

    def _changed(self, event: object) -> None:
        if isinstance(event, FieldChanged) and event.field in ("zones", "board"):
            self._show()

    def _option_changed(self, what: str) -> None:
        if what == "zone_way":
            self.ways[self._state.zone_way].setChecked(True)
        elif what == "zone_id":
            self._show()

    def _show(self) -> None:
        index = self._index()
        self.hexes.setEnabled(index is not None)
        if self._document is not None and index is not None:
            self.hexes.show_shape(self._document.scenario.zones[index].shape)
        else:
            self.hexes.show_shape(Listed(()))

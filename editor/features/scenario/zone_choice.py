"""Which zone is painted: the box with all of them, and the menu for a new one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QComboBox, QMenu, QToolButton, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.widgets.option_rows import OptionRow, action_button

if TYPE_CHECKING:
    from fairground.editor.app.actions import Actions
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
    from fairground.core.pictures.colours import SIDE_COLOURS  # noqa: PLC0415  # the pictures are loaded when used

    return SIDE_COLOURS[index % len(SIDE_COLOURS)]


def _square(colour: str) -> QIcon:
    found = QPixmap(14, 14)
    found.fill(QColor(colour))
    return QIcon(found)

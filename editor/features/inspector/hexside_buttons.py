"""The six sides of the selected hex as buttons, each with a menu of the features that it can have."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QMenu, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from fairground.core.grid.hexsides import hexside
from fairground.core.grid.labels import LabelStyle, label
from fairground.editor.app.texts import tr
from fairground.editor.document.hex_facts import features_title
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.widgets.basics import heading

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario


class SideButtons(QWidget):
    """A button for each side, clockwise; it is there for hexes of rulesets that have hexside features."""

    #: A canonical hexside, the id of a feature, and whether the side is to have it.
    feature_wanted = Signal(object, str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scenario: Scenario | None = None
        self._at: Hex | None = None
        self._heading = heading("", self)
        self.buttons = [self._button(direction) for direction in range(6)]
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(3)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._heading)
        layout.addLayout(self._grid)
        self.hide()

    def show_hex(
        self, scenario: Scenario | None, at: Hex | None, style: LabelStyle = LabelStyle.COLUMN_LETTER
    ) -> None:
        """Show the sides of a hex; nothing for None, and nothing where the ruleset has no features."""
        rules = known_rules(scenario) if scenario else None
        self._scenario, self._at = scenario, at
        if scenario is None or at is None or rules is None or not rules.hexsides:
            self.hide()
            return
        board = scenario.board
        name = label(*board.layout.to_offset(at), style)
        self._heading.setText(tr("Hexsides of {name}").format(name=name))
        for facing in range(1, 7):
            direction = board.layout.facing_direction(facing)
            button = self.buttons[direction]
            features = board.hexsides.get(hexside(at, direction), ())
            side, title = board.layout.direction_name(direction), features_title(rules, features)
            button.setText(f"{side}  {title or '·'}")
            told = title.lower() or tr("nothing")
            button.setAccessibleName(
                tr("Hexside {side} of {name}: {told}").format(side=side, name=name, told=told)
            )
            button.setToolTip(
                tr("{name} {side}: {told}. Click to choose features").format(name=name, side=side, told=told)
            )
            self._grid.addWidget(button, (facing - 1) // 2, (facing - 1) % 2)
        before: QWidget = self
        for facing in range(1, 7):
            button = self.buttons[board.layout.facing_direction(facing)]
            self.setTabOrder(before, button)
            before = button
        self.show()

    def _button(self, direction: int) -> QPushButton:
        button = QPushButton(self)
        button.setAccessibleName(tr("Hexside {direction}").format(direction=direction + 1))
        # Room for two features.
        button.setStyleSheet("text-align: left; padding: 3px 2px 3px 7px;")
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        menu = QMenu(button)
        menu.aboutToShow.connect(partial(self._fill, direction, menu))
        button.setMenu(menu)
        return button

    def _fill(self, direction: int, menu: QMenu) -> None:
        menu.clear()
        scenario, at = self._scenario, self._at
        rules = known_rules(scenario) if scenario else None
        if scenario is None or at is None or rules is None:
            return
        side = hexside(at, direction)
        present = scenario.board.hexsides.get(side, ())
        # Unknown ones can be taken away, too.
        for feature in dict.fromkeys((*rules.hexsides, *present)):
            action = menu.addAction(features_title(rules, (feature,)))
            action.setCheckable(True)
            action.setChecked(feature in present)
            action.triggered.connect(
                lambda on, side=side, feature=feature: self.feature_wanted.emit(side, feature, on)
            )

"""The options for painting: terrain of both buttons, replace or stack, and the hexside feature or effect."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QButtonGroup, QComboBox, QToolButton, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.document.readable_ruleset import known_rules, terrain_title
from fairground.editor.tools.effects import no_effects
from fairground.editor.tools.hexsides import no_features
from fairground.editor.tools.option_defaults import Stacking
from fairground.editor.widgets.labels_and_buttons import tool_button, with_key
from fairground.editor.widgets.option_rows import OptionRow, action_button, write_beside
from fairground.editor.widgets.terrain_pictures import PaletteSection, kind_picture, kinds, tile_picture

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStyleOptionToolButton

    from fairground.core.scenario.document import Scenario
    from fairground.editor.app.actions import Actions
    from fairground.editor.tools.tool_state import ToolState
    from fairground.editor.widgets.terrain_pictures import PaletteKind

#: The tool of a section, and the actions that need one of its kinds.
TOOLS = {PaletteSection.HEXSIDE: "hexsides", PaletteSection.EFFECT: "effects"}
_NEEDING = {
    PaletteSection.HEXSIDE: ("tool.hexsides", "hexside.next"),
    PaletteSection.EFFECT: ("tool.effects", "effect.next"),
}
_PICTURE = 22


class KindOptions(OptionRow):
    """A box with the kinds of one section; if there are none, their actions are disabled and say why."""

    def __init__(self, section: PaletteSection, state: ToolState, actions: Actions, parent: QWidget) -> None:
        self.box = QComboBox()
        #: The kinds in the box.
        self._listed: list[PaletteKind] = []
        super().__init__(self.box, parent=parent)
        self._section, self._state, self._actions = section, state, actions
        self.box.setAccessibleName(section.noun.capitalize())
        self.box.setIconSize(QSize(_PICTURE, _PICTURE))
        self.box.setMinimumWidth(190)
        self.box.activated.connect(lambda _at: self._choose(self.box.currentData()))

    @property
    def nothing(self) -> str:
        """Why there is no kind to paint; empty when there is one."""
        document = self._state.document
        if document is None:
            return ""
        return (no_features if self._section is PaletteSection.HEXSIDE else no_effects)(document.scenario)

    def next(self) -> None:
        """Choose the next kind."""
        if self.box.count():
            self._choose(self.box.itemData((self.box.currentIndex() + 1) % self.box.count()))

    def refresh(self) -> None:
        """List the kinds of the ruleset, and enable or disable the actions that need them."""
        document = self._state.document
        rules = known_rules(document.scenario) if document else None
        listed = [it for it in kinds(rules) if it.section is self._section] if rules else []
        if listed != self._listed:
            self._listed = listed
            self.box.clear()
            if document is not None:
                self._list(document.scenario, listed)
        refusal = self.nothing
        # The bar says why the box is empty.
        self.box.setVisible(self.box.count() > 0)
        self.box.setToolTip(refusal or tr("The {noun} to paint").format(noun=self._section.noun))
        for name in _NEEDING[self._section]:
            self._actions.allow(name, refusal)
            if document is None:
                self._actions[name].setEnabled(False)
        self.show_chosen()

    def _list(self, scenario: Scenario, listed: list[PaletteKind]) -> None:
        for kind in listed:
            picture = kind_picture(scenario, kind, _PICTURE, self.devicePixelRatioF())
            self.box.addItem(QIcon(picture), kind.name, kind.id)
            self.box.setItemData(self.box.count() - 1, kind.tooltip, Qt.ItemDataRole.ToolTipRole)

    def show_chosen(self) -> None:
        """Show the chosen kind."""
        chosen = self._state.feature if self._section is PaletteSection.HEXSIDE else self._state.effect
        self.box.setCurrentIndex(self.box.findData(chosen))

    def _choose(self, kind: str) -> None:
        if self._section is PaletteSection.HEXSIDE:
            self._state.feature = kind
        else:
            self._state.effect = kind


_MODES = {
    Stacking.REPLACE: ("replace", tr("Replace"), tr("Replace the existing terrain")),
    Stacking.ON_TOP: (
        "on-top",
        tr("On top"),
        tr("Add on top of the existing terrain; the right button removes it again"),
    ),
}
_BRIEF, _FULL = Qt.ToolButtonStyle.ToolButtonIconOnly, Qt.ToolButtonStyle.ToolButtonTextBesideIcon
#: The width of a terrain's name on a swatch, in letters.
_NAME_WIDTH = 14
#: Tools with many options, which show swatches without names.
_CROWDED = ("select",)


class TerrainOptions(OptionRow):
    """A swatch for each mouse button, and a button that swaps them."""

    def __init__(self, state: ToolState, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent=parent)
        self._state, self._actions = state, actions
        #: The tool in hand.
        self._tool = ""
        self.swatches = [self._swatch(tr("First terrain")), self._swatch(tr("Second terrain"))]
        for widget in (*self.swatches, action_button(actions, "terrain.swap", self)):
            self.row.addWidget(widget)

    def show_tool(self, tool: str) -> None:
        """Show the use of both terrains with a tool."""
        self._tool = tool
        for button in self.swatches:
            button.setToolButtonStyle(_BRIEF if tool in _CROWDED else _FULL)
        self.refresh()

    def refresh(self) -> None:
        """Show the chosen terrain."""
        document = self._state.document
        if document is None:
            return
        from fairground.core.pictures.looks import Looks

        scenario = document.scenario
        looks = Looks(rules=known_rules(scenario))
        stacks = (self._state.stack_first, self._state.stack_second)
        for button, stack, which, hand in zip(
            self.swatches, stacks, (tr("First terrain"), tr("Second terrain")), ("left", "right"), strict=True
        ):
            tile = looks.terrain(stack[-1]).name
            title = terrain_title(scenario, stack)
            button.setIcon(QIcon(tile_picture(tile, 24, self.devicePixelRatioF())))
            button.setText(title)
            use = tr("left button") if hand == "left" else tr("right button")
            if self._state.stacking is Stacking.ON_TOP and self._tool == "brush":
                use = tr("added by the left button, removed by the right") if hand == "left" else tr("unused")
            button.setToolTip(f"{which} ({use}): {title}")

    def _swatch(self, name: str) -> _Swatch:
        button = _Swatch(self)
        button.setAutoRaise(True)
        button.setToolButtonStyle(_FULL)
        button.setIconSize(QSize(24, 24))
        button.setAccessibleName(name)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(self._actions["palette.search"].trigger)
        return button


class _Swatch(QToolButton):
    """A button with the picture and the name of a terrain, as wide for a long name as for a short one."""

    def initStyleOption(self, option: QStyleOptionToolButton) -> None:
        """Draw the name elided to fit."""
        super().initStyleOption(option)
        option.text = self._elided

    def sizeHint(self) -> QSize:
        """Return the size with the longest name."""
        hint = super().sizeHint()
        if self.toolButtonStyle() is not _FULL:
            return hint
        return QSize(
            hint.width() + self._room - self.fontMetrics().horizontalAdvance(self.text()), hint.height()
        )

    @property
    def _room(self) -> int:
        return _NAME_WIDTH * self.fontMetrics().averageCharWidth()

    @property
    def _elided(self) -> str:
        """The text as far as there is room; Qt's size hint is that of the whole text."""
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self._room)

    def minimumSizeHint(self) -> QSize:
        """Return the same size: it must not depend on the name."""
        return self.sizeHint()


class StackingOptions(OptionRow):
    """A button for replacing the existing terrain, and one for painting on top of it."""

    def __init__(self, state: ToolState, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent=parent)
        self._state = state
        self._actions, self._on_top = actions, actions["brush.on-top"]
        self._on_top.setCheckable(True)
        self.modes: dict[Stacking, QToolButton] = {}
        group = QButtonGroup(self)
        for mode, (sign, text, tip) in _MODES.items():
            button = tool_button(sign, tip, self, checkable=True)
            button.setAccessibleName(text)
            write_beside(button, text)
            button.clicked.connect(partial(self._choose, mode))
            group.addButton(button)
            self.row.addWidget(button)
            self.modes[mode] = button

    def refresh(self) -> None:
        """Show the chosen mode, and the key in the tooltips."""
        key = self._actions.key("brush.on-top")
        for mode, (_sign, _text, tip) in _MODES.items():
            self.modes[mode].setToolTip(with_key(tip, key))
        self.modes[self._state.stacking].setChecked(True)
        self._on_top.setChecked(self._state.stacking is Stacking.ON_TOP)

    def _choose(self, mode: Stacking, _on: object = None) -> None:
        self._state.stacking = mode

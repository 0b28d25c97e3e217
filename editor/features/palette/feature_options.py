"""The hexside feature or the effect to paint, of those that the ruleset has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QComboBox, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.tools.effects import no_effects
from fairground.editor.tools.hexsides import no_features
from fairground.editor.widgets.option_rows import OptionRow
from fairground.editor.widgets.terrain_pictures import kind_picture
from fairground.editor.widgets.terrain_text import PaletteSection, kinds

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.editor.app.actions import Actions
    from fairground.editor.tools.state import ToolState
    from fairground.editor.widgets.terrain_text import PaletteKind

#: The tool of a section, and the actions that need what it paints.
TOOLS = {PaletteSection.HEXSIDE: "hexsides", PaletteSection.EFFECT: "effects"}
_NEEDING = {
    PaletteSection.HEXSIDE: ("tool.hexsides", "hexside.next"),
    PaletteSection.EFFECT: ("tool.effects", "effect.next"),
}
_PICTURE = 22


class KindOptions(OptionRow):
    """A box with the kinds of one section; where there are none, the actions for them are forbidden, and say why."""

    def __init__(self, section: PaletteSection, state: ToolState, actions: Actions, parent: QWidget) -> None:
        self.box = QComboBox()
        #: The kinds that stand in the box.
        self._listed: list[PaletteKind] = []
        super().__init__(self.box, parent=parent)
        self._section, self._state, self._actions = section, state, actions
        self.box.setAccessibleName(section.noun.capitalize())
        self.box.setIconSize(QSize(_PICTURE, _PICTURE))
        self.box.setMinimumWidth(190)
        self.box.activated.connect(lambda _at: self._choose(self.box.currentData()))

    @property
    def nothing(self) -> str:
        """Why there is nothing to paint; empty when there is."""
        document = self._state.document
        if document is None:
            return ""
        return (no_features if self._section is PaletteSection.HEXSIDE else no_effects)(document.scenario)

    def next(self) -> None:
        """Go on to the next kind."""
        if self.box.count():
            self._choose(self.box.itemData((self.box.currentIndex() + 1) % self.box.count()))

    def refresh(self) -> None:
        """List the kinds of the ruleset, and allow or forbid what needs them."""
        document = self._state.document
        rules = known_rules(document.scenario) if document else None
        listed = [it for it in kinds(rules) if it.section is self._section] if rules else []
        if listed != self._listed:
            self._listed = listed
            self.box.clear()
            if document is not None:
                self._list(document.scenario, listed)
        why_not = self.nothing
        self.box.setEnabled(self.box.count() > 0)
        self.box.setToolTip(why_not or tr("The {noun} to paint").format(noun=self._section.noun))
        for name in _NEEDING[self._section]:
            action = self._actions[name]
            action.setEnabled(document is not None and not why_not)
            action.setToolTip(why_not or self._actions.keymap.actions[name].tooltip)
        self.show_chosen()

    def _list(self, scenario: Scenario, listed: list[PaletteKind]) -> None:
        for kind in listed:
            picture = kind_picture(scenario, kind, _PICTURE, self.devicePixelRatioF())
            self.box.addItem(QIcon(picture), kind.name, kind.id)
            self.box.setItemData(self.box.count() - 1, kind.tooltip, Qt.ItemDataRole.ToolTipRole)

    def show_chosen(self) -> None:
        """Show which kind is painted."""
        chosen = self._state.feature if self._section is PaletteSection.HEXSIDE else self._state.effect
        self.box.setCurrentIndex(self.box.findData(chosen))

    def _choose(self, kind: str) -> None:
        if self._section is PaletteSection.HEXSIDE:
            self._state.feature = kind
        else:
            self._state.effect = kind

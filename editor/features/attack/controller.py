"""The attack in the window: its card beside the line of sight, and the actions for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from fairground.editor.document.attack_choice import AttackChoice
from fairground.editor.features.attack.panel import AttackPanel
from fairground.editor.features.attack.preview import AttackPreview

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings

    from fairground.editor.app.actions import Actions
    from fairground.editor.document.document import Document
    from fairground.editor.shell.workbench import Workbench

_SHOW, _RESET, _SETTING = "attack.show", "attack.reset", "view/attack"


class AttackController(QObject):
    """Wires the preview to its card and its menu; that it is wanted is remembered, what is attacked with is not."""

    #: The card has come or gone; no panel is brought to the front for it.
    shown = Signal(bool)

    def __init__(self, workbench: Workbench, settings: QSettings, actions: Actions, parent: QObject) -> None:
        super().__init__(parent)
        self._settings, self._actions, self._state = settings, actions, workbench.state
        self._document: Document | None = None
        self.preview = AttackPreview(workbench.state, self)
        self.panel = AttackPanel(workbench.state, actions)
        wanted = str(settings.value(_SETTING, "true")).lower() == "true"
        self.preview.set_on(wanted)  # as Qt's setters
        action = actions[_SHOW]
        action.setCheckable(True)
        action.setChecked(wanted)
        action.toggled.connect(self._set_on)
        actions.on(_RESET, self.reset)
        self.preview.changed.connect(self.refresh)
        workbench.state.changed.connect(self._option_changed)

    def set_document(self, document: Document | None) -> None:
        """Be about another document."""
        self._document = document
        self.preview.set_document(document)

    def refresh(self) -> None:
        """Show the card in the colours of the theme."""
        was_hidden = self.panel.isHidden()
        self.panel.show_attacks(self.preview)
        if was_hidden != self.panel.isHidden():
            self.shown.emit(False)  # Qt's signature

    def refresh_actions(self) -> None:
        """Allow to go back to the usual attack when another one is chosen."""
        if self._document is not None:
            self._actions[_RESET].setEnabled(self._state.attack != AttackChoice())

    def reset(self) -> None:
        """Go back to the usual attack: ranged, of units as they stand."""
        self._state.attack = AttackChoice()

    def _set_on(self, on: bool) -> None:  # noqa: FBT001  # slot of an action
        self._settings.setValue(_SETTING, on)
        self.preview.set_on(on)

    def _option_changed(self, what: str) -> None:
        if what == "attack":
            self.refresh_actions()

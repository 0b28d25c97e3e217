"""The attack in the window: its card beside the line of sight, and the actions for it.

The attacks along the line of sight, there and back: previewed, and anew whenever something they hang on changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from fairground.core.errors import FairgroundError
from fairground.editor.document.attack_choice import AttackChoice
from fairground.editor.document.rule_answers import attack_of, previews_of
from fairground.editor.features.attack.panel import AttackPanel
from fairground.editor.overlays.analysis_part import AnalysisPart
from fairground.editor.tools.sight import no_sight_lines

if TYPE_CHECKING:
    from fairground.core.attacks.preview import Attack, Previews
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.session.feature_context import FeatureContext
    from fairground.editor.tools.state import ToolState

#: The options that attacks hang on.
_OPTIONS = ("sight_line", "sight_units", "sight_heights", "unit_id", "attack")


class AttackPreview(QObject):
    """What comes of ``ToolState.attack`` along ``ToolState.sight_line``.

    ``attacks`` are that from the start and that from the end; None without a line, without a target, while it is off, and
    where it cannot be told: then ``failure`` says why. Rulesets without lines of sight have none.
    """

    #: There are others.
    changed = Signal()

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self.is_on = True
        self.attacks: tuple[Attack, Attack] | None = None
        self.failure = ""
        self._document: Document | None = None
        self._previews: Previews | None = None
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(0)
        self._again.timeout.connect(self.look)
        state.changed.connect(self._option_changed)

    def set_document(self, document: Document | None) -> None:
        """Preview attacks in another document."""
        if self._document is not None:
            self._document.changed.disconnect(self._changed)
        self._document, self._previews = document, None
        if document is not None:
            document.changed.connect(self._changed)
        self.look()

    def set_on(self, on: bool) -> None:  # noqa: FBT001  # slot of an action
        """Preview attacks from now on, or none."""
        self.is_on = on
        self.look()

    def look(self) -> None:
        """Preview them now."""
        self._again.stop()
        had_some = self.attacks is not None or bool(self.failure)
        self.attacks, self.failure = None, ""
        ends, document = self._state.sight_line, self._document
        if self.is_on and ends is not None and document is not None:
            scenario = document.scenario
            board = scenario.board
            on_board = all(board.contains(at) and not board.void[board.cell(at)] for at in ends)
            who = self._state.sight_ends
            if on_board and who is not None and who[0] != who[1] and not no_sight_lines(scenario):
                self._ask(scenario, (self._chosen(scenario, who[0]), self._chosen(scenario, who[1])))
        if had_some or self.attacks is not None or self.failure:
            self.changed.emit()

    def _chosen(self, scenario: Scenario, end: Hex | str) -> Hex | str:
        """Return who stands at an end: of several units in its hex, the chosen one."""
        name = self._state.unit_id
        is_there = any(unit.id == name and unit.hex == end for unit in scenario.units)
        return name if is_there else end

    def _ask(self, scenario: Scenario, ends: tuple[Hex | str, Hex | str]) -> None:
        choice, heights = self._state.attack, self._state.sight_heights
        if self._previews is None:
            self._previews = previews_of(scenario)
        try:
            self.attacks = (
                attack_of(self._previews, ends, heights, choice),
                attack_of(self._previews, (ends[1], ends[0]), heights[::-1], choice.swapped),
            )
        except FairgroundError as error:
            self.failure = f"{error}."

    def _changed(self, _event: object) -> None:
        self._previews = None
        if self._state.sight_line is not None:
            # One edit may tell of several changes.
            self._again.start()

    def _option_changed(self, what: str) -> None:
        if what in _OPTIONS:
            self.look()


_SHOW, _RESET, _SETTING = "attack.show", "attack.reset", "view/attack"


def install(context: FeatureContext) -> AttackController:
    """Install the preview of attacks along the line of sight."""
    controller = AttackController(context)
    context.analysis_parts.append(controller)
    return controller


class AttackController(AnalysisPart):
    """Wires the preview to its card and its menu; that it is wanted is remembered, what is attacked with is not."""

    panel: AttackPanel

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context.window)
        workbench, settings, actions = context.workbench, context.session.settings, context.actions
        self._settings, self._actions, self._state = settings, actions, workbench.state
        self._document: Document | None = None
        self.preview = AttackPreview(workbench.state, self)
        self.panel = AttackPanel(workbench.state, actions)
        self.panel.place_chosen.connect(self.place_chosen)
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

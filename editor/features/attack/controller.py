"""The preview of the attack along the line of sight and the return attack: its state, its card and its actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from fairground.core.errors import FairgroundError
from fairground.editor.app.deferred import delayed
from fairground.editor.document.attack_choice import AttackChoice
from fairground.editor.document.events import watch
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
    from fairground.editor.tools.tool_state import ToolState

#: The options that attacks depend on.
_OPTIONS = ("sight_line", "sight_units", "sight_heights", "unit_id", "attack")


class AttackPreview(QObject):
    """The results of ``ToolState.attack`` along ``ToolState.sight_line``, computed again after each change.

    ``attacks`` are the one from the start and the one from the end. None without a line or a target, while the preview
    is off, for rulesets without lines of sight, and when it fails: then ``failure`` says why.
    """

    #: ``attacks`` or ``failure`` changed.
    changed = Signal()

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self.is_on = True
        self.attacks: tuple[Attack, Attack] | None = None
        self.failure = ""
        self._document: Document | None = None
        self._previews: Previews | None = None
        self._again = delayed(self, self.look)
        state.changed.connect(self._option_changed)

    def set_document(self, document: Document | None) -> None:
        """Preview attacks in another document."""
        self._document, self._previews = watch(self._document, document, self._changed), None
        self.look()

    def set_on(self, on: bool) -> None:  # noqa: FBT001  # slot of an action
        """Turn the preview on or off."""
        self.is_on = on
        self.look()

    def look(self) -> None:
        """Compute the preview now."""
        self._again.stop()
        was_shown = self.attacks is not None or bool(self.failure)
        self.attacks, self.failure = None, ""
        ends, document = self._state.sight_line, self._document
        if self.is_on and ends is not None and document is not None:
            scenario = document.scenario
            board = scenario.board
            on_board = all(board.contains(at) and not board.void[board.cell(at)] for at in ends)
            fighters = self._state.sight_ends
            if on_board and fighters and fighters[0] != fighters[1] and not no_sight_lines(scenario):
                start, end = (self._fighter(scenario, it) for it in fighters)
                self._compute(scenario, (start, end))
        if was_shown or self.attacks is not None or self.failure:
            self.changed.emit()

    def _fighter(self, scenario: Scenario, end: Hex | str) -> Hex | str:
        """Return the chosen unit if it stands at this end of the line, else the end itself."""
        name = self._state.unit_id
        is_there = any(unit.id == name and unit.hex == end for unit in scenario.units)
        return name if is_there else end

    def _compute(self, scenario: Scenario, ends: tuple[Hex | str, Hex | str]) -> None:
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
            # One edit may report several changes.
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
    """Connects the preview with its card and its menu; whether it is on is remembered, the weapon is not."""

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
        self.preview.set_on(wanted)
        action = actions[_SHOW]
        action.setCheckable(True)
        action.setChecked(wanted)
        action.toggled.connect(self._set_on)
        actions.on(_RESET, self.reset)
        self.preview.changed.connect(self.refresh)
        workbench.state.changed.connect(self._option_changed)

    def set_document(self, document: Document | None) -> None:
        """Preview attacks in another document."""
        self._document = document
        self.preview.set_document(document)

    def refresh(self) -> None:
        """Show the card in the colours of the theme."""
        was_hidden = self.panel.isHidden()
        self.panel.show_attacks(self.preview)
        if was_hidden != self.panel.isHidden():
            self.shown.emit(False)

    def refresh_actions(self) -> None:
        """Enable the reset when the attack is not the default one."""
        if self._document is not None:
            self._actions[_RESET].setEnabled(self._state.attack != AttackChoice())

    def reset(self) -> None:
        """Restore the default attack: ranged, with the units as they are on the map."""
        self._state.attack = AttackChoice()

    def _set_on(self, on: bool) -> None:  # noqa: FBT001  # slot of an action
        self._settings.setValue(_SETTING, on)
        self.preview.set_on(on)

    def _option_changed(self, what: str) -> None:
        if what == "attack":
            self.refresh_actions()

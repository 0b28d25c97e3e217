"""The what-if in the window: switches the views to the copy and back, and connects tool, bar, history and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from fairground.editor.app.deferred import next_turn
from fairground.editor.app.texts import tr
from fairground.editor.features.whatif.bar import MOST_SEED, WhatIfBar
from fairground.editor.features.whatif.change_list import WhatIf
from fairground.editor.overlays.what_if_frame import WhatIfBefore
from fairground.editor.session.feature_context import FeatureController
from fairground.editor.tools.what_if import WhatIfTool

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.grid.hexes import Hex
    from fairground.core.whatif.changes import Change
    from fairground.editor.document.document import Document
    from fairground.editor.document.what_if_copy import WhatIfCopy
    from fairground.editor.overlays.earlier_state import Moment
    from fairground.editor.session.feature_context import FeatureContext

#: The tools that can be used in a what-if, since they don't edit the map.
LOOKING = frozenset(("what-if", "sight", "path", "measure", "select", "eyedropper"))
#: The actions that still apply to the map.
_OF_THE_MAP = ("file.save", "file.save-as", "file.export", "file.export-again")
#: The actions of an open what-if.
_INSIDE = ("what-if.next", "what-if.weather", "what-if.round", "what-if.apply", "what-if.leave")


def install(context: FeatureContext) -> WhatIfController:
    """Install the what-if."""
    return WhatIfController(context)


class WhatIfController(FeatureController):
    """Opens what-ifs of the open document.

    While one is open, the whole window shows the copy, and undo and redo apply to its changes. Overlays show the copy compared
    with the map.
    """

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context)
        self._context, self._session, self._canvas = context, context.session, context.canvas
        self._analysis = analysis = context.analysis
        self._earlier = analysis.overlays.earlier
        self._workbench, self._actions = context.workbench, context.actions
        self._state = self._workbench.state
        self.model = WhatIf(self._session.worker, self)
        self.bar = WhatIfBar(self._actions)
        context.add_above_map(self.bar)
        self._tool_before = ""
        self._moment_before: Moment | None = None
        #: Opens a what-if that was requested in this turn of the event loop.
        self._opening: Callable[[], None] | None = None
        self._before = WhatIfBefore(analysis.overlays, self._state, self._session.worker, self)
        self._is_flipped = False
        tool = self._workbench.tools["what-if"]
        assert isinstance(tool, WhatIfTool)  # noqa: S101  # the toolbox says so
        tool.wanted.connect(self._act)
        model = self.model
        model.copy_changed.connect(self._follow)
        model.changed.connect(self._refresh)
        model.refused.connect(self._say)
        model.edit_refused.connect(self._refuse_edit)
        self.bar.act_chosen.connect(self._choose_act)
        self.bar.weather_chosen.connect(model.set_weather)
        self.bar.hex_chosen.connect(self._workbench.go_to)
        self._workbench.tool_taken.connect(self._tool_taken)
        self._state.changed.connect(self._option_changed)
        for name, slot in {
            "what-if.open": self.toggle,
            "what-if.next": self.next_act,
            "what-if.weather": self.next_weather,
            "what-if.round": self.end_round,
            "what-if.apply": self.apply,
            "what-if.leave": self.leave,
        }.items():
            self._actions.on(name, slot)
        for name in _OF_THE_MAP:
            self._actions[name].triggered.connect(self._report_map_action)
        self._actions["what-if.open"].setCheckable(True)
        self._earlier.changed.connect(self._flip)
        self._canvas.escaped.disconnect(analysis.escape)
        self._canvas.escaped.connect(self.escape)
        self._allow_actions()

    # -- opening and leaving --------------------------------------------------------------------------------

    @property
    def is_on(self) -> bool:
        """Whether a what-if is open."""
        return self.model.is_on

    def toggle(self) -> None:
        """Open a what-if of the document, or close the open one."""
        if self.is_on or self._opening is not None:
            self.leave()
        else:
            self.begin()

    def begin(self, changes: tuple[Change, ...] = ()) -> None:
        """Open a what-if of the document, with some changes to begin with."""
        document = self._session.document
        if document is None:
            return
        self._context.commit()
        # Show the bar first: on a large board, drawing both at once would be slow.
        self.bar.show_changes("", 0, is_waiting=False, is_flipped=False)
        self.bar.show_replies(())
        self.bar.show()
        self._opening = lambda: self._open(document, changes)
        next_turn(self, self._open_soon)

    def _open_soon(self) -> None:
        if self._opening is not None:
            self._opening()
            self._opening = None

    def _open(self, document: Document, changes: tuple[Change, ...]) -> None:
        self._tool_before = self._workbench.tool.id
        self._moment_before = self._earlier.moment
        self._analysis.overlays.keep_earlier(tr("the current map"))
        self._before.begin(document)
        self._workbench.take_tool("what-if")
        self._canvas.setFocus()
        self.model.begin(document, changes)

    def leave(self) -> None:
        """Close the what-if, and offer to reopen it."""
        changes, description = self.model.changes, self.model.description
        self._opening = None
        self._hide_bar()
        if not self.is_on:
            return
        self.model.leave()
        if changes:
            self._context.notify(
                tr("What-if closed; the map is unchanged. Its changes were: {words}.").format(
                    words=description
                ),
                {tr("Reopen it"): lambda: self.begin(changes)},
            )

    def apply(self) -> None:
        """Apply the what-if to the map."""
        if self.model.apply_to_map():
            self._workbench.say(tr("What-if applied to the map. Undo reverts it in one step."))

    def remember(self) -> object:
        """Return the changes of the open what-if, and what it replaced."""
        return (self.model.changes, self._tool_before, self._moment_before) if self.is_on else None

    def recall(self, remembered: tuple[tuple[Change, ...], str, Moment | None]) -> None:
        """Open the what-if again."""
        changes, tool, self._earlier.moment = remembered
        self._workbench.take_tool(tool)
        self.begin(changes)

    def leave_document(self) -> None:
        """Close the what-if of a document that is closed."""
        self._opening = None
        self._hide_bar()
        if self.is_on:
            self.model.close()
            self._before.end()
            self._moment_before = None
            self._analysis.frame.copy = None
            self._put_tool_back()
            self._show_bar(None)

    def escape(self) -> None:
        """Go back one step: remove a line, then return to the what-if tool, then close the what-if."""
        if not self.is_on:
            self._analysis.escape()
        elif self._workbench.tool.id == "what-if":
            self.leave()
        elif not self._analysis.take_away_lines():
            self._workbench.take_tool("what-if")

    # -- the views ------------------------------------------------------------------------------------------

    def _follow(self, copy: WhatIfCopy | None) -> None:
        """Show the copy everywhere, or the document again."""
        document = self._session.document
        if document is None:
            return
        self._is_flipped = False
        self._analysis.frame.copy = copy
        self._context.show_state(copy or document)
        self._show_bar(copy)
        if copy is not None:
            return
        self._before.end()
        self._earlier.moment = self._moment_before
        self._moment_before = None
        self._put_tool_back()

    def _put_tool_back(self) -> None:
        if self._workbench.tool.id == "what-if":
            self._workbench.take_tool(self._tool_before)

    def _show_bar(self, copy: WhatIfCopy | None) -> None:
        # Draw the map first, as above.
        QTimer.singleShot(0, self, self._hide_bar)
        if copy is not None:
            self.bar.show_scenario(copy.scenario, self._state.what_if)
        self._allow_actions()
        self._refresh()

    def _hide_bar(self) -> None:
        if not self.is_on and self._opening is None:
            self.bar.hide()

    def _flip(self) -> None:
        """Show the map itself on the canvas while the overlays show its earlier state."""
        copy, document = self.model.copy, self._session.document
        moment = self._earlier.moment
        is_of_map = moment is not None and moment.document() is document
        flipped = self._earlier.is_shown and is_of_map
        if flipped == self._is_flipped or copy is None or document is None:
            return
        self._is_flipped = flipped
        self._analysis.frame.copy = None if flipped else copy
        state = document if flipped else copy
        self._analysis.judge(state)
        self._context.look_at(state)
        self._refresh()

    def set_document(self, document: Document | None) -> None:  # noqa: ARG002  # the window has enabled all actions
        """Enable the actions of a what-if while one is open."""
        self._allow_actions()

    def _allow_actions(self) -> None:
        self._actions.enable(_INSIDE, self.is_on)
        self._actions["what-if.open"].setChecked(self.is_on)

    def refresh(self) -> None:
        """Redraw the bar in the colours of the theme."""
        self.bar.redraw()
        self._refresh()

    def _refresh(self) -> None:
        model, copy = self.model, self.model.copy
        if copy is None:
            self._analysis.say_state("")
            return
        self.bar.weather.show_value(copy.scenario.weather)
        self.bar.show_changes(
            model.description, model.rounds, is_waiting=model.is_waiting, is_flipped=self._is_flipped
        )
        self.bar.show_replies(model.replies)
        self._analysis.say_state(
            tr("Findings for the current map, for comparison.")
            if self._is_flipped
            else tr("Findings for the what-if: {changes}.").format(
                changes=model.description or tr("no changes yet")
            )
        )

    # -- changes --------------------------------------------------------------------------------------------

    def next_act(self) -> None:
        """Switch to the next action of clicks; with another tool, switch to the what-if tool first."""
        if not self.is_on:
            return
        if self._workbench.tool.id == "what-if":
            acts = self.bar.act.values
            self._state.what_if = acts[(acts.index(self._state.what_if) + 1) % len(acts)]
        self._workbench.take_tool("what-if")

    def next_weather(self) -> None:
        """Try the next weather of the ruleset."""
        values, copy = self.bar.weather.values, self.model.copy
        if copy is None:
            return
        if len(values) < 2:
            self._say(tr("This ruleset has no weather."))
            return
        now = values.index(copy.scenario.weather) if copy.scenario.weather in values else -1
        self.model.set_weather(values[(now + 1) % len(values)])

    def end_round(self) -> None:
        """End the round, with the dice of the seed; the next round gets another seed."""
        if self.is_on:
            seed = self.bar.seed.value()
            self.model.pass_round(seed)
            self.bar.seed.setValue((seed + 1) % (MOST_SEED + 1))

    def _choose_act(self, act: str) -> None:
        self._state.what_if = act
        self._workbench.take_tool("what-if")
        self._canvas.setFocus()

    def _act(self, hexes: tuple[Hex, ...], is_right: bool) -> None:  # noqa: FBT001  # slot of a signal
        """Apply the action of a click; if the first hex has the change already, undo it."""
        copy, model, effect = self.model.copy, self.model, self._state.what_if
        if copy is None:
            return
        if self._is_flipped:
            self._earlier.flip()
        if effect:
            has_it = effect in copy.scenario.board.effects_at(hexes[0])
            (model.take_effect if has_it or is_right else model.put_effect)(effect, hexes)
        elif model.is_destroyed(hexes[0]) or is_right:
            model.restore(hexes)
        else:
            model.destroy(hexes)

    # -- refusals -------------------------------------------------------------------------------------------

    def _tool_taken(self, name: str) -> None:
        """Refuse tools that edit the map."""
        if self.is_on and name not in LOOKING:
            title = self._workbench.tools[name].title
            self._workbench.take_tool("what-if")
            self._say(tr("{title} cannot be used in a what-if. {how}").format(title=title, how=self._how_out))

    def _report_map_action(self) -> None:
        if self.is_on:
            self._say(tr("This command works on the current map, not on the what-if."))

    def _refuse_edit(self) -> None:
        self._say(tr("You cannot edit inside a what-if. {how}").format(how=self._how_out))

    @property
    def _how_out(self) -> str:
        keys = self._actions.keymap.actions
        return tr("{leave} closes it, {apply} applies it to the map.").format(
            leave=keys["what-if.leave"].shown_key, apply=keys["what-if.apply"].shown_key
        )

    def _say(self, sentence: str) -> None:
        # After the messages of the caller.
        QTimer.singleShot(0, self, lambda: self._workbench.say(sentence))

    def _option_changed(self, option: str) -> None:
        if option == "what_if":
            self.bar.show_act(self._state.what_if)

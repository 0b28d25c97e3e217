"""The base of controllers that run long work on request and show its result in a panel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from fairground.editor.document.events import watch
from fairground.editor.session.feature_context import FeatureController
from fairground.editor.widgets.progress_parts import waiting_words
from fairground.editor.widgets.result_panel import ResultPanel, ResultTexts

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.long_work import KeptWork, LongWork
    from fairground.editor.session.feature_context import FeatureContext

Requests = TypeVar("Requests", bound="LongWork[Any]")
Panel = TypeVar("Panel", bound=ResultPanel)


class RequestController(FeatureController, Generic[Requests, Panel]):
    """Starts and stops the work by its actions; the result stays, marked as stale, when the map changes."""

    #: The text without a result, with the ``{key}`` that starts the work, and the one after a stop.
    invitation: str
    stopped: str
    #: The text that describes the state of the map for a result that is current, of a what-if, and stale.
    states: tuple[str, str, str]
    #: Whether the panel is visible; one behind another tab counts as visible for Qt.
    _is_seen: bool

    def __init__(self, context: FeatureContext, name: str, requests: Requests, panel: Panel) -> None:
        super().__init__(context)
        self._context, self._workbench, self._docks = context, context.workbench, context.docks
        self._actions, self._name = context.actions, name
        self._document: Document | None = None
        self.requests, self.panel = requests, panel
        requests.changed.connect(self._show)
        dock = context.docks.put(name, panel, panel.title)
        self._is_seen = not dock.visibleRegion().isEmpty()
        dock.visibilityChanged.connect(self._see)
        self._actions.on(panel.action_names[0], self.start)
        self._actions.on(panel.action_names[1], requests.stop)

    def set_document(self, document: Document | None) -> None:
        """Switch to another document, or to another state of the same one."""
        watch(self._document, document, self._changed)
        self._document = document
        self.requests.set_document(document)

    def remember(self) -> object:
        """Return the result."""
        return self.requests.remember()

    def recall(self, remembered: KeptWork[Any]) -> None:
        """Show the result again."""
        self.requests.recall(remembered)

    def refresh(self) -> None:
        """Redraw in the colours of the theme."""
        self.panel.redraw()

    def refresh_actions(self) -> None:
        """Enable the actions that are possible now."""
        self._actions[self.panel.action_names[0]].setEnabled(self._can_start)
        self._actions[self.panel.action_names[1]].setEnabled(self.requests.is_busy)

    def start(self) -> None:
        """Start the work on the current state of the map."""
        raise NotImplementedError

    @property
    def _can_start(self) -> bool:
        """Whether the work can start: there is a map, and no work under way on its current state."""
        return self._document is not None and (self.requests.is_old or not self.requests.is_busy)

    def _open(self) -> None:
        """Open the panel with its settings folded."""
        self._docks.open(self._name)
        self.panel.fold.setChecked(False)

    def _texts(self, notice: str) -> ResultTexts:
        key = self._key(self.panel.action_names[0])
        return ResultTexts(
            self.requests.describe_nothing(self.invitation.format(key=key), self.stopped),
            self.requests.describe_state(*self.states),
            notice,
            waiting_words(self.requests.waits_for),
        )

    def _show(self) -> None:
        """Show the result, or why there is none."""
        raise NotImplementedError

    def _see(self, seen: bool) -> None:  # noqa: FBT001  # slot of a signal
        self._is_seen = seen

    def _changed(self, event: object) -> None:
        """Follow a change of the document."""

    def _key(self, name: str) -> str:
        return self._actions.keymap.actions[name].shown_key

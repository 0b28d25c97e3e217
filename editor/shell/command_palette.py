"""The command palette: finds an action by letters of its name, its synonyms, its tip or its key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from fairground.editor.app.actions import ON_SELECTION
from fairground.editor.app.texts import tr
from fairground.editor.widgets.finder import FinderRow, fit

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings

    from fairground.editor.app.actions import Actions

_RECENT = "commands/recent"
_MOST_RECENT = 8
#: The action that opens the palette itself.
OWN = "go.command"
#: What a recent action gains in score, and what a disabled one loses.
_USED, _MISSING = 8.0, 15.0
_LEAST = 0.35
#: The weight of a synonym beside that of a name, which is 1.
_SYNONYM = 0.9
_NOTHING = {
    "edit.undo": tr("Nothing to undo"),
    "edit.undo-all": tr("Nothing to undo"),
    "edit.redo": tr("Nothing to redo"),
    "edit.redo-all": tr("Nothing to redo"),
    "brush.smaller": tr("The brush is already at its smallest"),
    "brush.larger": tr("The brush is already at its largest"),
    **dict.fromkeys(
        ("underlay.calibrate", "underlay.show", "underlay.remove"), tr("Add a tracing image first")
    ),
    "underlay.back": tr("No change to the tracing image to undo"),
}


class CommandPalette:
    """Lists the actions for a finder, recent ones first."""

    title = tr("Command palette")
    hint = tr("Type a command, a few letters of it, or a key")

    def __init__(self, actions: Actions, settings: QSettings) -> None:
        self._actions, self._settings = actions, settings
        #: Whether a document is open.
        self.has_document = False

    @property
    def recent(self) -> list[str]:
        """The actions chosen here, the latest first."""
        stored = self._settings.value(_RECENT, [])
        names = stored if isinstance(stored, list) else [stored]
        return [name for name in map(str, names) if name in set(self._actions)]

    def rows(self, query: str) -> list[FinderRow]:
        """Return the matching actions, the best first; all of them, recent ones first, for an empty query."""
        recent = self.recent
        names = [name for name in self._actions if name != OWN]
        if not query:
            names.sort(key=lambda name: recent.index(name) if name in recent else len(recent))
            return [self._row(name) for name in names]
        scored = []
        for place, name in enumerate(names):
            entry = self._actions.keymap.actions[name]
            score = fit(
                query,
                (entry.title, 1.0),
                (entry.shown_key, 1.1),
                (entry.synonyms, _SYNONYM),
                (entry.tip, 0.55),
            )
            if score:
                score += _USED * (name in recent) - _MISSING * (not self._actions[name].isEnabled())
                scored.append((-score, place, name))
        # Poor matches are left out beside a very good one.
        least = _LEAST * max((-score for score, _, _ in scored), default=0.0)
        return [self._row(name) for score, _, name in sorted(scored) if -score >= least]

    def why_none(self, query: str) -> str:
        """Return the sentence for a query without matches."""
        return tr("No command matches {query!r}. Press Escape to clear the search.").format(query=query)

    def choose(self, row: FinderRow) -> None:
        """Trigger an action once the finder is closed, and remember it as recent."""
        name = str(row.value)
        self._settings.setValue(_RECENT, [name, *(it for it in self.recent if it != name)][:_MOST_RECENT])
        QTimer.singleShot(0, self._actions[name], self._actions[name].trigger)

    def why_not(self, name: str) -> str:
        """Return why an action is disabled, if known; empty when it is enabled."""
        action, entry = self._actions[name], self._actions.keymap.actions[name]
        if action.isEnabled():
            return ""
        if not self.has_document:
            return tr("Open or create a scenario first")
        if action.toolTip() != entry.tooltip:
            return action.toolTip()
        return _NOTHING.get(name, tr("Select hexes first") if name in ON_SELECTION else "")

    def _row(self, name: str) -> FinderRow:
        action, entry = self._actions[name], self._actions.keymap.actions[name]
        is_on = " ✓" if action.isCheckable() and action.isChecked() else ""
        return FinderRow(
            f"{entry.title}{is_on}",
            self.why_not(name) or entry.tip,
            entry.shown_key,
            action.icon(),
            action.isEnabled(),
            name,
        )

"""The command palette: every action, found by a few letters of its name, of what it does, or of its key."""

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
_KEPT = 8
#: The action that opens the palette itself.
OWN = "go.command"
#: What was used lately goes before what fits about as well; what cannot be had goes after it.
_USED, _MISSING = 8.0, 15.0
_LEAST = 0.35
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
    "underlay.back": tr("No change of the tracing image to undo"),
}


class CommandPalette:
    """Lists the actions for a finder, those used last first, and remembers which were used."""

    title = tr("Command palette")
    hint = tr("Type a command, a few letters of it, or a key")

    def __init__(self, actions: Actions, settings: QSettings) -> None:
        self._actions, self._settings = actions, settings
        #: Whether a document is open, without which much cannot be done.
        self.has_document = False

    @property
    def recent(self) -> list[str]:
        """The actions that were chosen here last, the last one first."""
        stored = self._settings.value(_RECENT, [])
        names = stored if isinstance(stored, list) else [stored]
        return [name for name in map(str, names) if name in set(self._actions)]

    def rows(self, query: str) -> list[FinderRow]:
        """Return the actions that fit, the best first; all of them, those used last first, for nothing."""
        recent = self.recent
        names = [name for name in self._actions if name != OWN]
        if not query:
            names.sort(key=lambda name: recent.index(name) if name in recent else len(recent))
            return [self._row(name) for name in names]
        scored = []
        for place, name in enumerate(names):
            entry = self._actions.keymap.actions[name]
            score = fit(query, (entry.title, 1.0), (entry.shown_key, 1.1), (entry.tip, 0.55))
            if score:
                score += _USED * (name in recent) - _MISSING * (not self._actions[name].isEnabled())
                scored.append((-score, place, name))
        # What fits by far the best leaves out what hardly does.
        least = _LEAST * max((-score for score, _, _ in scored), default=0.0)
        return [self._row(name) for score, _, name in sorted(scored) if -score >= least]

    def why_none(self, query: str) -> str:
        """Return a sentence for when no action fits."""
        return tr("No command matches {query!r}.").format(query=query)

    def choose(self, row: FinderRow) -> None:
        """Remember an action, and trigger it once the finder is gone."""
        name = str(row.value)
        self._settings.setValue(_RECENT, [name, *(it for it in self.recent if it != name)][:_KEPT])
        QTimer.singleShot(0, self._actions[name], self._actions[name].trigger)

    def why_not(self, name: str) -> str:
        """Return why an action cannot be had now, as far as that is known; empty when it can."""
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

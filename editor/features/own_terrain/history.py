"""The states of the dialog for own terrain, with undo; no file is written and no map is changed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fairground.core.errors import RulesetError
from fairground.core.files.own_rules import (
    RuleSection,
    entries,
    entry_data,
    entry_like,
    free_symbol,
    new_id,
)
from fairground.core.pictures.tiles import tile_names
from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.core.files.own_rules import EntryData, OwnRules
    from fairground.core.finding import Finding

Section = RuleSection
#: The names of new entries.
_NEW = {
    Section.TERRAIN: tr("New terrain"),
    Section.CLASSES: tr("New class"),
    Section.HEXSIDES: tr("New feature"),
}


@dataclass(frozen=True)
class EditedEntry:
    """An entry of a ruleset as the dialog shows it; ``is_new`` until it is applied, ``is_named`` once it has a name."""

    section: Section
    id: str
    data: EntryData
    is_new: bool = False
    is_named: bool = False
    #: Whether its symbol was chosen, so that it does not follow the name.
    has_look: bool = False


@dataclass(frozen=True)
class EditState:
    """A state of the dialog: the ruleset, the shown entry, and the terrain that replaces removed terrain."""

    own: OwnRules
    entry: EditedEntry | None
    replaced: tuple[tuple[str, str], ...] = ()

    @property
    def problems(self) -> tuple[Finding, ...]:
        """The errors of the ruleset."""
        try:
            _ = self.own.rules
        except RulesetError as error:
            return tuple(error.problems)
        return ()


class EditHistory:
    """All states of the dialog, and which one is shown."""

    def __init__(self, own: OwnRules) -> None:
        #: The ruleset as it was when the dialog opened.
        self.start = own
        self._states = [EditState(own, None)]
        self._at = 0
        #: What the latest state changed; the same again replaces it.
        self._topic = ""

    @property
    def state(self) -> EditState:
        """The shown state."""
        return self._states[self._at]

    @property
    def can_undo(self) -> bool:
        """Whether there is an earlier state."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a later state."""
        return self._at + 1 < len(self._states)

    @property
    def has_changes(self) -> bool:
        """Whether anything was changed, other than a new entry that has no name yet."""
        return self.without_unnamed().own.text != self.start.text

    def undo(self) -> None:
        """Show the earlier state."""
        self._at, self._topic = max(self._at - 1, 0), ""

    def redo(self) -> None:
        """Show the later state again."""
        self._at, self._topic = min(self._at + 1, len(self._states) - 1), ""

    def without_unnamed(self) -> EditState:
        """Return the shown state without a new entry that has no name yet."""
        state = self.state
        entry = state.entry
        if entry is None or not entry.is_new or entry.is_named:
            return state
        return replace(state, own=self._before_entry(entry), entry=None)

    def _before_entry(self, entry: EditedEntry) -> OwnRules:
        """Return the latest ruleset without a new entry."""
        for state in reversed(self._states[: self._at]):
            if state.entry is None or (state.entry.section, state.entry.id) != (entry.section, entry.id):
                return state.own
        return self.start

    # -- steps ----------------------------------------------------------------------------------------------

    def show(self, section: Section, entry_id: str | None) -> None:
        """Show another entry; this is no step."""
        kept = self.without_unnamed()
        entry = None
        if entry_id is not None and entry_id in entries(kept.own.rules, section):
            data = entry_data(kept.own.rules, section, entry_id)
            entry = EditedEntry(section, entry_id, data, is_named=True, has_look=True)
        self._states[self._at] = replace(kept, entry=entry)
        self._topic = ""

    def add(self, section: Section, like: str) -> None:
        """Add a copy of an entry and show it."""
        kept = self.without_unnamed()
        rules = kept.own.rules
        name = _NEW[section]
        data = entry_like(rules, section, like, name=name)
        entry_id = new_id(name, entries(rules, section))
        if section is Section.TERRAIN:
            data["symbol"] = free_symbol(rules, "")
        own = kept.own.with_entry(section, entry_id, data)
        added = replace(kept, own=own, entry=EditedEntry(section, entry_id, data, is_new=True))
        if len(self._states) == 1 and self.state.entry is None:
            # The dialog begins with it.
            self._states = [added]
        else:
            self._push(added, "add")

    def change(self, data: EntryData, topic: str) -> None:
        """Change the shown entry; consecutive changes of one topic are one step."""
        state, entry = self.state, self.state.entry
        if entry is None or data == entry.data:
            return
        entry = replace(entry, data=data, has_look=entry.has_look or topic in ("tile", "image"))
        own = state.own
        if topic == "name" and entry.is_new and not state.problems:
            entry, own = self._renamed(state.own, entry)
        own = own.with_entry(entry.section, entry.id, entry.data)
        self._push(replace(state, own=own, entry=entry), topic)

    def _renamed(self, own: OwnRules, entry: EditedEntry) -> tuple[EditedEntry, OwnRules]:
        """Return a new entry under an id, a symbol and a tile that fit its name, and the ruleset with that id."""
        rules, name = own.rules, str(entry.data["name"])
        taken = [it for it in entries(rules, entry.section) if it != entry.id]
        entry_id, data = new_id(name, taken), dict(entry.data)
        without = own.without_entry(entry.section, entry.id)
        if entry.section is Section.TERRAIN:
            data["symbol"] = free_symbol(rules, name, besides=str(data.get("symbol", "")))
            if not entry.has_look and entry_id in tile_names():
                data["tile"] = entry_id
            for class_id in rules.classes:
                known = entry_data(rules, Section.CLASSES, class_id)
                renamed = _with_terrain_renamed(known, entry.id, entry_id)
                if renamed != known:
                    without = without.with_entry(Section.CLASSES, class_id, renamed)
        return replace(entry, id=entry_id, data=data, is_named=bool(name.strip())), without

    def change_classes(self, changes: Mapping[str, EntryData], topic: str) -> None:
        """Change unit classes while a terrain is shown."""
        own = self.state.own
        for class_id, data in changes.items():
            own = own.with_entry(Section.CLASSES, class_id, data)
        self._push(replace(self.state, own=own), topic)

    def remove(self, replacement: str | None = None) -> None:
        """Remove the shown entry, or have it as in the base ruleset again; maps get ``replacement`` in its place."""
        state, entry = self.state, self.state.entry
        if entry is None:
            return
        own = state.own.without_entry(entry.section, entry.id)
        replaced = state.replaced
        if replacement is not None:
            replaced = (*replaced, (entry.id, replacement))
        self._push(EditState(own, None, replaced), "remove")

    def _push(self, state: EditState, topic: str) -> None:
        del self._states[self._at + 1 :]
        if topic == self._topic and topic not in ("add", "remove"):
            self._states[self._at] = state
        else:
            self._states.append(state)
            self._at += 1
        self._topic = topic


def _with_terrain_renamed(unit_class: EntryData, old: str, new: str) -> EntryData:
    """Return a unit class that names a terrain by another id."""
    changed = dict(unit_class)
    if "forbidden" in changed:
        changed["forbidden"] = [new if it == old else it for it in changed["forbidden"]]
    if "costs" in changed:
        changed["costs"] = {new if it == old else it: cost for it, cost in changed["costs"].items()}
    return changed

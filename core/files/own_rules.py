"""A ruleset of one's own: a file beside the scenario that extends another ruleset, and changes to its entries."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fairground.core.errors import FileError, RulesetError
from fairground.core.files.atomic import write_bytes
from fairground.core.files.ruleset_text import new_ruleset_text, with_key, without_key
from fairground.core.rules import load_ruleset
from fairground.core.rules.attack import AttackStep, ModifierKind
from fairground.core.rules.base_model import is_default
from fairground.core.rules.loading import extended_by
from fairground.core.rules.ruleset_files import SUFFIXES
from fairground.core.text.foreign import parse_whole
from fairground.core.text.suggest import near_or_all

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from pydantic import BaseModel

    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario

#: Plain data of an entry of a ruleset, as in its file.
EntryData = dict[str, Any]
#: Keys that belong to one entry, which a copy does not take over.
_INDIVIDUAL: Final = ("symbol", "description", "source", "rules", "readings", "cost_rule")
_LONGEST_ID: Final = 60
#: Most files of a folder that are searched for a ruleset's name, and how much of each.
_MOST_FILES: Final = 200
_HEAD_BYTES: Final = 65_536


class RuleSection(StrEnum):
    """The sections of a ruleset whose entries can be added and changed."""

    TERRAIN = "terrain"
    CLASSES = "classes"
    HEXSIDES = "hexsides"


class SightEffect(StrEnum):
    """What terrain does to lines of sight through it."""

    CLEAR = "clear"
    HINDERS = "hinders"
    BLOCKS = "blocks"


@dataclass(frozen=True)
class OwnRules:
    """A ruleset file and the ruleset that it describes; changes return another one, and nothing is written.

    ``name`` is the path of the file from ``folder`` (None: that of a scenario not saved yet), ``text`` its content.
    """

    name: str
    text: str
    folder: Path | None = None

    @classmethod
    def extending(cls, base: str, *, name: str, title: str = "", folder: Path | None = None) -> OwnRules:
        """Return a new file that extends a ruleset and changes nothing yet.

        Raises
        ------
        RulesetError
            When there is no such ruleset, or it has faults.
        """
        rules = load_ruleset(base, folder=folder)
        title = title or f"{rules.title} with custom terrain"
        ruleset_id = new_id(Path(name).stem, ())
        return cls(name, new_ruleset_text(base, ruleset_id=ruleset_id, title=title), folder)

    @cached_property
    def rules(self) -> Ruleset:
        """The ruleset, with everything that it extends.

        Raises
        ------
        RulesetError
            When it has faults, each with its path.
        """
        return load_ruleset(self.name, folder=self.folder, text=self.text)

    @cached_property
    def base(self) -> Ruleset | None:
        """The ruleset that it extends; None if it extends none."""
        name = extended_by(self.text)
        folder = None if self.folder is None else (self.folder / self.name).parent
        return None if name is None else load_ruleset(name, folder=folder)

    def entry(self, section: RuleSection, entry_id: str) -> EntryData:
        """Return an entry as plain data, without keys at their default.

        Raises
        ------
        RulesetError
            When there is none.
        """
        return entry_data(self.rules, section, entry_id)

    def is_own(self, section: RuleSection, entry_id: str) -> bool:
        """Whether an entry is this file's, not one of the ruleset that it extends."""
        return self.base is None or entry_id not in entries(self.base, section)

    def is_changed(self, section: RuleSection, entry_id: str) -> bool:
        """Whether this file changes an entry of the ruleset that it extends."""
        base = None if self.is_own(section, entry_id) else self.base
        if base is None or entries(base, section)[entry_id] == entries(self.rules, section).get(entry_id):
            return False
        return entry_data(base, section, entry_id) != self.entry(section, entry_id)

    def with_entry(self, section: RuleSection, entry_id: str, data: Mapping[str, Any]) -> OwnRules:
        """Return the file with an entry added or changed; only what differs from the base ruleset is written.

        Terrain that hinders has its hindrance added to the modifiers of attacks, if the game has such modifiers.
        """
        wanted = dict(data)
        base = self.base
        if base is not None and entry_id in entries(base, section):
            wanted = _difference(entry_data(base, section, entry_id), wanted)
        if wanted or base is None or entry_id not in entries(base, section):
            text = with_key(self.text, section, entry_id, wanted)
        else:
            text = without_key(self.text, section, entry_id)
        changed = replace(self, text=text)
        return _counting_hindrance(changed) if data.get("hindrance") else changed

    def without_entry(self, section: RuleSection, entry_id: str) -> OwnRules:
        """Return the file without an entry of its own, or with an entry as in the base ruleset again.

        Unit classes no longer refer to terrain that is gone.
        """
        own = self
        if section is RuleSection.TERRAIN and self.is_own(section, entry_id):
            for class_id in self.rules.classes:
                known = self.entry(RuleSection.CLASSES, class_id)
                freed = with_class_cost(known, entry_id, None)
                if freed != known:
                    own = own.with_entry(RuleSection.CLASSES, class_id, freed)
        return replace(own, text=without_key(own.text, section, entry_id))


def entries(rules: Ruleset, section: RuleSection) -> Mapping[str, BaseModel]:
    """Return the entries of a section by id."""
    found: Mapping[str, BaseModel] = getattr(rules, section.value)
    return found


def entry_data(rules: Ruleset, section: RuleSection, entry_id: str) -> EntryData:
    """Return an entry as plain data, without keys at their default.

    Raises
    ------
    RulesetError
        When there is none; the message suggests a similar one.
    """
    known = entries(rules, section)
    if entry_id not in known:
        raise RulesetError(
            f"{rules.title} has no {_NOUNS[section]} {entry_id!r}{near_or_all(entry_id, known)}"
        )
    model = known[entry_id]
    plain: EntryData = model.model_dump(mode="json", exclude_none=True)
    fields = type(model).model_fields
    return {key: value for key, value in plain.items() if not is_default(getattr(model, key), fields[key])}


_NOUNS: Final = dict(zip(RuleSection, ("terrain", "unit class", "hexside feature"), strict=True))


def entry_like(rules: Ruleset, section: RuleSection, like: str, *, name: str) -> EntryData:
    """Return a copy of an entry under another name, without its description, its symbol and its sources.

    Raises
    ------
    RulesetError
        When there is no such entry.
    """
    copied = {k: v for k, v in entry_data(rules, section, like).items() if k not in _INDIVIDUAL}
    tile = {} if section is RuleSection.CLASSES else {"tile": copied.get("tile") or like}
    return {"name": name, **tile, **{k: v for k, v in copied.items() if k not in ("name", "tile")}}


def with_sight(data: EntryData, rules: Ruleset, effect: SightEffect, *, amount: int = 1) -> EntryData:
    """Return a terrain or hexside feature that does this to lines of sight.

    ``amount`` is the modifier to hit of terrain that hinders or, in games where opacity adds up until sight is lost, its
    opacity of the first kind.
    """
    cleared = {k: v for k, v in data.items() if k not in ("blocks_sight", "hindrance", "opacity")}
    if effect is SightEffect.BLOCKS:
        return {**cleared, "blocks_sight": True}
    if effect is SightEffect.CLEAR:
        return cleared
    opacity = next(iter(rules.sight.opacities), None)
    if opacity is not None and "opacity" in data:
        opacity = next(iter(data["opacity"]), opacity)
    return {**cleared, "hindrance": amount} if opacity is None else {**cleared, "opacity": {opacity: amount}}


def with_class_cost(
    unit_class: EntryData, terrain: str, cost: int | str | None, *, can_enter: bool = True
) -> EntryData:
    """Return a unit class that pays another cost for a terrain (None: the terrain's own), or cannot enter it."""
    forbidden = [it for it in unit_class.get("forbidden", ()) if it != terrain] + [terrain] * (not can_enter)
    costs = {key: value for key, value in unit_class.get("costs", {}).items() if key != terrain}
    if cost is not None and can_enter:
        costs[terrain] = cost
    rest = {key: value for key, value in unit_class.items() if key not in ("forbidden", "costs")}
    return rest | ({"forbidden": forbidden} if forbidden else {}) | ({"costs": costs} if costs else {})


def cost_value(text: str) -> int | str:
    """Return the text of a cost as a ruleset file has it: a whole number, else the text itself."""
    number = parse_whole(text.strip())
    return text.strip() if number is None else number


def sight_effect(data: Mapping[str, Any]) -> tuple[SightEffect, int]:
    """Return what an entry does to lines of sight, and how much it hinders them (0: not at all)."""
    amount = data.get("hindrance") or max(data.get("opacity", {}).values(), default=0)
    if data.get("blocks_sight"):
        return SightEffect.BLOCKS, 0
    return (SightEffect.HINDERS, int(amount)) if amount else (SightEffect.CLEAR, 0)


def with_passable(data: EntryData, *, passable: bool) -> EntryData:
    """Return a terrain that units can or cannot enter, with the tag that says so."""
    tags = [it for it in data.get("tags", ()) if it != "impassable"]
    changed = {k: v for k, v in data.items() if k not in ("passable", "tags")}
    if not passable:
        changed, tags = {**changed, "passable": False}, ["impassable", *tags]
    return {**changed, "tags": tags} if tags else changed


def hindrance_can_count(rules: Ruleset) -> bool:
    """Whether attacks of a game have a modifier to hit, to which hindrance can be added."""
    return AttackStep.TO_HIT in rules.attack.steps


def new_id(title: str, taken: Collection[str]) -> str:
    """Return an id made from a title, such as ``deep-mud``, that is not taken.

    Examples
    --------
    >>> new_id("Deep mud", ()), new_id("Mud", {"mud"}), new_id("Лес", ())
    ('deep-mud', 'mud-2', 'own')
    """
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[: _LONGEST_ID - 4].strip("-") or "own"
    choices = (stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 3)))
    return next(it for it in choices if it not in taken)


def free_symbol(rules: Ruleset, title: str, *, besides: str = "") -> str:
    """Return a character for new palettes that no terrain has, preferably from the title; empty if all are taken.

    The character ``besides`` counts as free.
    """
    taken = {it.symbol for it in rules.terrain.values()} - {besides}
    letters = [it for it in title if it.isascii() and it.isalnum()]
    rest = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    candidates = (*(it.lower() for it in letters), *(it.upper() for it in letters), *rest)
    return next((it for it in candidates if it not in taken), "")


def save_draft(scenario: Scenario, folder: Path, *, known: Collection[bytes] = ()) -> bytes | None:
    """Write the draft of a scenario's ruleset to its file in ``folder``; return its content, None without a draft.

    A file is overwritten if it has the content of the draft, or what the draft was made from, or is among ``known``. A
    scenario that moves to another folder takes a free name there instead.

    Raises
    ------
    FileError
        When it cannot be written, or another program has changed the file.
    """
    reference = scenario.ruleset
    if reference.draft is None:
        return None
    content = reference.draft.encode()
    path = folder / reference.name
    fine = {content, *known}
    moves = scenario.folder is None or scenario.folder.absolute() != folder.absolute()
    if moves:
        path = next(it for it in _names_like(path) if _content(it) in (None, content))
    elif (
        (present := _content(path)) is not None
        and present not in fine
        and digest_of(present) != reference.drafted_from
    ):
        raise FileError(
            f"{path.name} was changed from another map or by another program after you changed it here. Undo "
            "your change here, or rename that file"
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{path.parent} cannot be created: {error.strerror}") from error
    write_bytes(path, content)
    name = path.relative_to(folder).as_posix()
    scenario.use_saved_rules(replace(reference, name=name, draft=None, drafted_from=""))
    return content


def adopt_saved_draft(scenario: Scenario) -> bytes | None:
    """Refer to the ruleset's file if another map has written the scenario's draft to it; return its content then."""
    reference, folder = scenario.ruleset, scenario.folder
    if reference.draft is None or folder is None:
        return None
    content = reference.draft.encode()
    try:
        is_saved = _content(folder / reference.name) == content
    except FileError:
        return None
    if not is_saved:
        return None
    scenario.use_saved_rules(replace(reference, draft=None, drafted_from=""))
    return content


def digest_of(content: bytes) -> str:
    """Return what tells the content of a ruleset file from another one."""
    return hashlib.sha256(content).hexdigest()


def _names_like(path: Path) -> Iterator[Path]:
    """Yield a path, then those with a number added to its name."""
    yield path
    yield from (path.with_stem(f"{path.stem}-{number}") for number in count(2))


def _content(path: Path) -> bytes | None:
    """Return the content of a file; None if there is none."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror}") from error


def maps_using(folder: Path, ruleset: str) -> tuple[Path, ...]:
    """Return the scenario files in a folder that name a ruleset file beside them; only the first 200 files are read."""
    named = re.compile(
        rb"""^ruleset: *["']?""" + re.escape(ruleset.encode()) + rb"""["']?\s*$""", re.MULTILINE
    )
    found = []
    for path in sorted(it for suffix in SUFFIXES for it in folder.glob(f"*{suffix}"))[:_MOST_FILES]:
        with suppress(OSError):
            with path.open("rb") as stream:
                head = stream.read(_HEAD_BYTES)
            if b"fairground/" in head and named.search(head):
                found.append(path)
    return tuple(found)


def is_own_file(name: str) -> bool:
    """Whether the name of a ruleset is that of a file, not the id of a shipped one."""
    return name.endswith(SUFFIXES)


def _counting_hindrance(own: OwnRules) -> OwnRules:
    """Return a file with hindrance among the modifiers that attacks add up, where that makes sense."""
    try:
        rules = own.rules
    except RulesetError:
        return own
    summed = rules.attack.to_hit_sum
    if not hindrance_can_count(rules) or ModifierKind.HINDRANCE in summed:
        return own
    kinds = [it.value for it in (*summed, ModifierKind.HINDRANCE)]
    return replace(own, text=with_key(own.text, "attack", "to_hit_sum", kinds))


def _difference(base: EntryData, wanted: EntryData) -> EntryData:
    """Return what a file must say to turn one entry into another; None removes a key."""
    changes: EntryData = {}
    for key, value in wanted.items():
        old = base.get(key)
        if isinstance(value, dict) and isinstance(old, dict):
            inner = _difference(old, value)
            if inner:
                changes[key] = inner
        elif old != value:
            changes[key] = value
    return changes | {key: None for key in base if key not in wanted}

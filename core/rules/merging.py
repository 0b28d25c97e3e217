"""Merge rulesets: mappings merge, lists replace, ``null`` removes; overrides replace single keys by dotted paths."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from fairground.core.finding import Finding, Place, Severity
from fairground.core.rules.references import children, value_at
from fairground.core.text.suggest import did_you_mean, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fairground.core.rules.ruleset import Ruleset
    from fairground.core.text.source import Source

#: Most keys that a scenario overrides; more need a ruleset of their own.
MAX_OVERRIDES: Final = 100
#: Keys that identify a ruleset, which cannot be overridden.
_FIXED = ("format", "id")


@dataclass(frozen=True)
class OverrideLayer:
    """One override of a scenario."""

    name: str

    def place(self, path: Path, *, key: bool) -> Place:  # noqa: ARG002  # the scenario has one line for all of it
        """Return the place of the override in the scenario."""
        return Place(path=("rules", self.name))


def lay_overrides(
    merged: Merged, ruleset: Ruleset, overrides: Mapping[str, object]
) -> tuple[Merged, list[Finding]]:
    """Apply overrides to merged data; return it with a problem for each unknown key.

    ``ruleset`` is the ruleset of ``merged``. None removes a key, so that its default applies. Values are not checked.
    """
    if len(overrides) > MAX_OVERRIDES:
        message = f"'rules' must have at most {MAX_OVERRIDES} keys, not {len(overrides)}"
        return merged, [Finding(Severity.ERROR, "ruleset.override", message, Place(path=("rules",)))]
    data, origin, layers = merged.data, merged.origin, merged.layers
    problems: list[Finding] = []
    for name, value in overrides.items():
        parts = tuple(str(name).split("."))
        if parts[0] in _FIXED or not _exists(ruleset, parts):
            problems.append(_unknown(ruleset, str(name)))
            continue
        data = _put(data, parts, value)
        layer: RulesetLayer = OverrideLayer(str(name))
        origin = origin.with_part(parts, KeyOrigin(layer))
        layers = (*layers, layer)
    return Merged(data, origin, layers), problems


def _exists(ruleset: Ruleset, parts: tuple[str, ...]) -> bool:
    try:
        value_at(ruleset, parts)
    except LookupError:
        return False
    return True


def _put(data: dict[str, Any], parts: tuple[str, ...], value: object) -> dict[str, Any]:
    """Return ``data`` with the value at a path replaced; None removes it."""
    key, rest = parts[0], parts[1:]
    if rest:
        return {**data, key: _put(data.get(key, {}), rest, value)}
    if value is None:
        return {name: old for name, old in data.items() if name != key}
    return {**data, key: value}


def _unknown(ruleset: Ruleset, name: str) -> Finding:
    message = f"the ruleset {ruleset.id!r} has no key {name[:100]!r}{did_you_mean(name, _paths(ruleset, ()))}"
    near = nearest(name, _paths(ruleset, ()))
    fix = f"Write {near!r}." if near else f"List all keys with: fairground rulesets {ruleset.id}"
    return Finding(Severity.ERROR, "ruleset.override", message, Place(path=("rules", name)), fix)


def _paths(value: object, path: tuple[str, ...]) -> Iterator[str]:
    """Yield the dotted path of every key."""
    for key, part in children(value).items():
        if path or key not in _FIXED:
            yield ".".join((*path, str(key)))
            yield from _paths(part, (*path, str(key)))


#: Most problems of one kind that are reported.
MAX_PROBLEMS: Final = 100

Path: TypeAlias = tuple[str | int, ...]


class RulesetLayer(Protocol):
    """The origin of values: a file, or an override of a scenario."""

    def place(self, path: Path, *, key: bool) -> Place:
        """Return the place of the value at ``path``, or of its key."""


@dataclass(frozen=True, eq=False)
class FileLayer:
    """A ruleset file."""

    file: str
    source: Source

    def place(self, path: Path, *, key: bool) -> Place:
        """Return file, line and column of the value at ``path``, or of its key."""
        line, column = self.source.key_mark(path) if key else self.source.mark(path)
        return Place(path=path, line=line, column=column, file=self.file)


@dataclass(frozen=True, eq=False, slots=True)
class KeyOrigin:
    """The layer that set or removed a value; for a mapping, also the layers of parts set elsewhere.

    A ``layer`` of None stands for that of the enclosing mapping.
    """

    layer: RulesetLayer | None
    parts: Mapping[str | int, KeyOrigin] = field(default_factory=dict)

    def with_part(self, path: Path, origin: KeyOrigin) -> KeyOrigin:
        """Return this origin with another one at a path below it."""
        if not path:
            return origin
        part = self.parts.get(path[0], KeyOrigin(None)).with_part(path[1:], origin)
        return KeyOrigin(self.layer, {**self.parts, path[0]: part})


@dataclass(frozen=True, eq=False)
class Merged:
    """Data of a ruleset with all layers merged, the origin of each value, and the layers, lowest first."""

    data: dict[str, Any]
    origin: KeyOrigin
    layers: tuple[RulesetLayer, ...]

    def place(self, path: Path, *, also: Iterable[Path] = (), key: bool = False) -> Place:
        """Return the place of the value at ``path``, or of its key; if missing, the place for it.

        For a conflict between several values, ``also`` has the others; the one set last counts.
        """
        at = max((path, *also), key=lambda it: self.layers.index(self._layer(it)))
        return self._layer(at).place(at, key=key)

    def removed(self, path: Path) -> Iterator[Path]:
        """Yield the keys directly under ``path`` that a layer removed."""
        data: Any = self.data
        origin = self.origin
        for part in path:
            if part not in origin.parts or not isinstance(data, dict):
                return
            origin, data = origin.parts[part], data.get(part)
        if isinstance(data, dict):
            yield from ((*path, key) for key in origin.parts if key not in data)

    def _layer(self, path: Path) -> RulesetLayer:
        """Return the layer that set or removed the value at a path."""
        layer, origin = self.layers[0], self.origin
        for part in path:
            layer = origin.layer or layer
            if part not in origin.parts:
                return layer
            origin = origin.parts[part]
        return origin.layer or layer


@dataclass(eq=False)
class Merging:
    """Merges one layer into a merged ruleset; neither is changed."""

    layer: RulesetLayer
    #: Removals of missing keys.
    problems: list[Finding] = field(default_factory=list)

    def merge(self, base: Merged, own: dict[str, Any]) -> Merged:
        """Return the base with ``own`` on top."""
        data, origin = self._mapping(base.data, own, base.origin, ())
        return Merged(data, origin, (*base.layers, self.layer))

    def _mapping(
        self, base: dict[str, Any], own: dict[str, Any], origin: KeyOrigin, path: Path
    ) -> tuple[dict[str, Any], KeyOrigin]:
        merged, parts = dict(base), dict(origin.parts)
        for key, value in own.items():
            old = base.get(key)
            if isinstance(value, dict) and isinstance(old, dict):
                part = parts.get(key, KeyOrigin(None))
                merged[key], parts[key] = self._mapping(old, value, part, (*path, key))
                continue
            if value is not None:
                merged[key] = value
            elif key in base:
                del merged[key]
            elif len(self.problems) < MAX_PROBLEMS:
                self._nothing_to_remove(base, (*path, key))
            parts[key] = KeyOrigin(self.layer)
        return merged, KeyOrigin(origin.layer, parts)

    def _nothing_to_remove(self, base: dict[str, Any], at: Path) -> None:
        key = str(at[-1])
        self.problems.append(
            Finding(
                Severity.ERROR,
                "ruleset.nothing-to-remove",
                f"null removes {key!r}, but the base ruleset has no such key here{did_you_mean(key, base)}",
                self.layer.place(at, key=True),
                "Remove the line.",
            )
        )

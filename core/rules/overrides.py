"""Overrides: single keys of a resolved ruleset that a scenario replaces, named by dotted paths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from fairground.core.finding import Finding, Place, Severity
from fairground.core.rules.merging import KeyOrigin, Merged
from fairground.core.rules.references import children, value_at
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fairground.core.rules.merging import Path, RulesetLayer
    from fairground.core.rules.ruleset import Ruleset

#: The most keys that a scenario overrides; who needs more writes a ruleset.
MAX_OVERRIDES: Final = 100
#: What a scenario's ruleset is, not what it says.
_FIXED = ("format", "id")


@dataclass(frozen=True)
class OverrideLayer:
    """One override; everything it lays stands at its key in the scenario."""

    name: str

    def place(self, path: Path, *, key: bool) -> Place:  # noqa: ARG002  # the scenario has one line for all of it
        """Return the place of the override in the scenario."""
        return Place(path=("rules", self.name))


def lay_overrides(
    merged: Merged, ruleset: Ruleset, overrides: Mapping[str, object]
) -> tuple[Merged, list[Finding]]:
    """Return the merged data with ``overrides`` in place, and a problem for each that names no key.

    ``ruleset`` is what ``merged`` makes. A value of None takes the key away, so that its default holds. Values
    are not checked here.
    """
    if len(overrides) > MAX_OVERRIDES:
        message = f"a scenario overrides at most {MAX_OVERRIDES} keys, not {len(overrides)}"
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
    return Finding(Severity.ERROR, "ruleset.override", message, Place(path=("rules", name)))


def _paths(value: object, path: tuple[str, ...]) -> Iterator[str]:
    """Yield the dotted path of every key."""
    for key, part in children(value).items():
        if path or key not in _FIXED:
            yield ".".join((*path, str(key)))
            yield from _paths(part, (*path, str(key)))

"""The ruleset's reading of the points on which its sources disagree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairground.core.rules.references import value_at

if TYPE_CHECKING:
    from fairground.core.rules import Ruleset
    from fairground.core.rules.advisory import Conflict


@dataclass(frozen=True, slots=True)
class ConflictChoice:
    """A point on which the sources disagree, and what holds in the scenario.

    ``key`` is the dotted path of what carries it, ``value`` what stands there and ``others`` what could; all are empty
    where there is nothing to choose. ``usual`` is whether the value is the ruleset's own.
    """

    id: str
    conflict: str
    taken: str
    key: str
    value: str
    others: tuple[str, ...]
    usual: bool


def choices(rules: Ruleset) -> tuple[ConflictChoice, ...]:
    """Return what a ruleset, the scenario's changes to it applied, says of each conflict, in its order."""
    return tuple(_choice(rules, name, it) for name, it in rules.conflicts.items())


def _choice(rules: Ruleset, name: str, it: Conflict) -> ConflictChoice:
    if it.key is None:
        return ConflictChoice(name, it.conflict, it.taken, "", "", (), usual=True)
    value = _word(value_at(rules, it.key.split(".")))
    words = [_word(each) for each in it.choices]
    return ConflictChoice(
        id=name,
        conflict=it.conflict,
        taken=it.taken,
        key=it.key,
        value=value,
        others=tuple(each for each in words if each != value),
        usual=it.default is None or value == _word(it.default),
    )


def _word(value: object) -> str:
    """Return a value as a ruleset file writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(getattr(value, "value", value))

"""Suggest the most similar kinds of another ruleset, by id, name and traits."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.rules.terrain import Effect, HexsideFeature, InTheWay, Tag, Terrain
from fairground.core.rules.unit_classes import UnitClass
from fairground.core.rules.weather_and_advice import Weather
from fairground.core.scenario.ruleset_kinds import NO_WEATHER, Topic, used_kinds
from fairground.core.text.suggest import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.core.rules import Ruleset
    from fairground.core.rules.base_model import NamedEntry
    from fairground.core.scenario.document import Scenario

#: Confidence in percent of a suggestion with the same id, and the most by similarity.
SAME: Final = 100
_MOST_BY_LIKENESS: Final = 90
#: Confidence from which two entries are called similar, and somewhat similar.
ALIKE: Final = 75
_LIKE: Final = 50
#: Added for a similar name.
_NAME: Final = 20
_NOTHING: Final = Fraction(0)


class _Trait(NamedTuple):
    """A trait of an entry as an amount; a difference of ``scale`` or more counts ``weight``."""

    amount: Fraction | int | bool
    weight: int
    scale: int = 1


@dataclass(frozen=True, slots=True)
class MappingSuggestion:
    """The suggested counterpart of a kind (None: nothing fits), its confidence in percent, and the reason."""

    topic: Topic
    old: str
    new: str | None
    sure: int
    why: str


def suggest_mapping(scenario: Scenario, rules: Ruleset) -> tuple[MappingSuggestion, ...]:
    """Return a suggestion for every kind that a scenario uses, by topic, then id.

    Kinds that the scenario's own ruleset does not have are compared only by id.

    Raises
    ------
    RulesetError
        When the scenario's own ruleset cannot be read.
    """
    own = scenario.rules
    return tuple(
        _suggestion(topic, kind, own, rules)
        for topic, kinds in used_kinds(scenario).items()
        for kind in kinds
    )


def _suggestion(topic: Topic, kind: str, own: Ruleset, rules: Ruleset) -> MappingSuggestion:
    before, after = topic.entries(own).get(kind), topic.entries(rules)
    if kind in after:
        return MappingSuggestion(
            topic, kind, kind, SAME, "in both rulesets" if before else "in the new ruleset"
        )
    if not after:
        new = NO_WEATHER if topic is Topic.WEATHER else None
        return MappingSuggestion(topic, kind, new, 0, "the ruleset has nothing of this kind")
    by_name = _by_name(kind, before, after)
    if before is None:
        why = "a similar name" if by_name else "not in the scenario's own ruleset"
        return MappingSuggestion(topic, kind, by_name, _NAME if by_name else 0, why)
    # Never suggest void.
    others = {key: entry for key, entry in after.items() if key != "void"}
    scores = {
        key: _likeness(_traits(before, own), _traits(entry, rules)) + _NAME * (key == by_name)
        for key, entry in others.items()
    }
    best = max(scores, key=lambda key: scores[key])  # of equals, the first in the ruleset
    sure = min(scores[best], _MOST_BY_LIKENESS)
    if isinstance(before, Terrain) and before.detail and (best == "clear" or sure < _LIKE):
        return MappingSuggestion(
            topic, kind, None, sure, "only a detail on other terrain, and nothing is similar"
        )
    same_name = "a similar name, and " if best == by_name else ""
    return MappingSuggestion(topic, kind, best, sure, f"{same_name}{_in_words(sure)} in play")


def _in_words(sure: int) -> str:
    return "similar" if sure >= ALIKE else "somewhat similar" if sure >= _LIKE else "the closest match"


def _by_name(kind: str, before: NamedEntry | None, after: Mapping[str, NamedEntry]) -> str | None:
    """Return the entry with a similar id or name, or None."""
    near = nearest(kind, after)
    if near is None and before is not None:
        names = {entry.name: key for key, entry in reversed(list(after.items()))}
        near = names.get(nearest(before.name, names) or "")
    return near


def _likeness(one: Mapping[str, _Trait], other: Mapping[str, _Trait]) -> int:
    """Return the similarity of two entries, from 0 to 100, rounded down."""
    total, off = 0, _NOTHING
    for name in {**one, **other}:
        a, b = one.get(name), other.get(name)
        weight, scale = (a or b)[1:]  # type: ignore[index]  # one of the two has it
        difference = abs(Fraction(a.amount if a else 0) - Fraction(b.amount if b else 0))
        # Traits that neither has are ignored.
        if difference or (a and a.amount) or (b and b.amount):
            total += weight
            off += weight * min(difference / scale, Fraction(1))
    return int(100 - 100 * off / total) if total else 100


def _traits(entry: NamedEntry, rules: Ruleset) -> dict[str, _Trait]:
    """Return the traits of an entry; only entries of one topic can be compared."""
    traits: dict[str, _Trait] = {}
    if isinstance(entry, InTheWay):
        traits |= _in_the_way(entry, rules)
    if isinstance(entry, Terrain):
        traits |= _terrain(entry, rules)
    elif isinstance(entry, Effect):
        traits |= {
            "to hit": _Trait(entry.to_hit, 2, 2),
            "harm": _Trait(entry.damage > 0, 3),
            "heat": _Trait(entry.heat > 0, 2),
            "ends": _Trait(entry.lasts is not None or entry.clears is not None, 1),
        }
    elif isinstance(entry, HexsideFeature):
        traits |= {
            "closed": _Trait(not entry.passable, 6),
            "cost": _Trait(entry.cost, 3, 2),
            "blocks sight": _Trait(entry.blocks_sight, 6),
            "hindrance": _Trait(entry.hindrance, 3, 2),
        }
    elif isinstance(entry, UnitClass):
        traits |= {
            "allowance": _Trait(entry.allowance, 6, max(entry.allowance, 1)),
            "initiative": _Trait(entry.initiative, 1, 2),
            "height": _Trait(entry.height, 1, 2),
            "barred": _Trait(len(entry.forbidden), 2, 4),
        }
    elif isinstance(entry, Weather):
        traits |= {
            "to hit": _Trait(entry.to_hit, 3, 2),
            "heat": _Trait(entry.starting_heat, 2, 2),
            "no cooling": _Trait(not entry.cooling, 1),
            "puts out": _Trait(bool(entry.puts_out), 1),
        }
    return traits


def _in_the_way(entry: InTheWay, rules: Ruleset) -> dict[str, _Trait]:
    opacities = rules.sight.opacities
    known = [(name, amount) for name, amount in entry.opacity.items() if name in opacities]
    hidden = sum((Fraction(amount, opacities[name].limit) for name, amount in known), _NOTHING)
    return {
        "blocks sight": _Trait(entry.blocks_sight, 6),
        "hides": _Trait(hidden, 5),
        "hindrance": _Trait(entry.hindrance, 3, 2),
        "height": _Trait(entry.height or 0, 1, 2),
        # A hazard stays one, even where a ruleset doesn't say what harm it does.
        **{f"tag {it.value}": _Trait(amount=True, weight=4 if it is Tag.HAZARD else 2) for it in entry.tags},
    }


def _terrain(entry: Terrain, rules: Ruleset) -> dict[str, _Trait]:
    dearer = entry.cost - rules.movement.base_cost if entry.passable else _NOTHING
    return {
        "closed": _Trait(not entry.passable, 8),
        "cost": _Trait(dearer, 4, 2),
        "cover": _Trait(entry.cover is not None or entry.visibility is not None, 3),
        "carries": _Trait(entry.carries, 6),
        "above": _Trait(entry.above, 3),
        "depth": _Trait(entry.depth, 4),
        "harm": _Trait(entry.damage > 0, 4),
        "heat": _Trait(entry.heat > 0, 2),
        "cools": _Trait(entry.heat < 0, 2),
    }

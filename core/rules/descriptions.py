"""Short facts about terrain, effects and hexside features, for legends, tables and palettes, and one sentence about each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.rules.attack import ModifierKind
from fairground.core.rules.sight import CoverEffect
from fairground.core.rules.terrain import HardCover, Spread
from fairground.core.text.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from fairground.core.rules import Ruleset
    from fairground.core.rules.ground import Ground
    from fairground.core.rules.terrain import Effect, HexsideFeature, InTheWay, Terrain

_HARD_COVER = {
    HardCover.CONTACT: "hard cover for units that are behind it and touching it",
    HardCover.BEHIND: "hard cover for units behind it",
}


def terrain_facts(it: Terrain, rules: Ruleset) -> tuple[str, ...]:
    """Return facts about a terrain (``cost 2``, ``blocks sight``); none for open ground."""
    return tuple(_terrain_facts(it, rules))


def effect_facts(it: Effect, rules: Ruleset) -> tuple[str, ...]:
    """Return facts about an effect (``+2 to hit``, ``lasts 1 round``)."""
    return tuple(_effect_facts(it, rules))


def feature_facts(it: HexsideFeature) -> tuple[str, ...]:
    """Return facts about a hexside feature (``+1 to cross``, ``blocks sight``)."""
    return tuple(_feature_facts(it))


def terrain_sentence(name: str, rules: Ruleset) -> str:
    """Return one sentence that says what a terrain does to units and lines of sight."""
    it = rules.terrain[name]
    clauses = [
        _entering(it),
        *_classes_apart(name, it, rules),
        _in_sight(it, rules),
        *_shelter(it, rules, verb="gives "),
    ]
    clauses += [f"does {it.damage} damage"] * bool(it.damage)
    clauses += [f"heats units by {it.heat}" if it.heat > 0 else f"cools units by {-it.heat}"] * bool(it.heat)
    return f"{it.name} {listed(clauses)}."


def class_sentence(name: str, rules: Ruleset) -> str:
    """Return one sentence that says how a class of units moves."""
    it = rules.classes[name]
    clauses = [f"{it.name} units have {counted(it.allowance, 'movement point')} a turn"]
    closed = [rules.terrain[kind].name.lower() for kind in it.forbidden if kind in rules.terrain]
    clauses += [f"cannot enter {listed(closed)}"] * bool(closed)
    costs = [f"{cost} for {rules.terrain[kind].name.lower()}" for kind, cost in it.costs.items()]
    clauses += [f"pay {listed(costs)}"] * bool(costs)
    clauses += [f"are {_levels(it.height)} high"] * bool(it.height)
    return f"{listed(clauses)}."


def feature_sentence(name: str, rules: Ruleset) -> str:
    """Return one sentence that says what a hexside feature does to units and lines of sight."""
    it = rules.hexsides[name]
    if not it.passable:
        crossing = "can't be crossed"
    elif it.cost:
        crossing = f"costs {_more_points(it.cost)} to cross"
    else:
        crossing = "costs nothing to cross"
    sight = "blocks lines of sight" if it.blocks_sight else "doesn't affect lines of sight"
    if it.hindrance and not it.blocks_sight:
        sight = f"hinders lines of sight ({_hindering(it.hindrance, rules)})"
    return f"{it.name} {crossing} and {sight}."


def _entering(it: Terrain) -> str:
    return f"costs {counted(it.cost, 'movement point')} to enter" if it.passable else "can't be entered"


def _more_points(cost: Fraction) -> str:
    return f"{cost} more movement point{'' if cost == 1 else 's'}"


def _classes_apart(name: str, it: Terrain, rules: Ruleset) -> Iterator[str]:
    """Yield what is different for some classes, which only matters if the others can enter."""
    if not it.passable:
        return
    for unit_class in rules.classes.values():
        if name in unit_class.forbidden:
            yield f"can't be entered by {unit_class.name} units"
        elif name in unit_class.costs:
            yield f"costs {unit_class.name} units {unit_class.costs[name]}"


def _in_sight(it: Terrain, rules: Ruleset) -> str:
    tall = f" up to {_levels(it.height)} high" if it.height is not None else ""
    if it.blocks_sight:
        return f"blocks lines of sight{tall}"
    for kind, amount in it.opacity.items():
        if kind in rules.sight.opacities:
            limit = rules.sight.opacities[kind].limit
            return f"hinders lines of sight{tall} (each hex adds {amount} of the {limit} points that block sight)"
    if it.hindrance:
        return f"hinders lines of sight{tall} ({_hindering(it.hindrance, rules)})"
    return "doesn't affect lines of sight"


def _hindering(amount: int, rules: Ruleset) -> str:
    counts = ModifierKind.HINDRANCE in rules.attack.to_hit_sum
    return f"{rules.attack.hindered(amount):+d} to hit" if counts else f"by {amount}, but attacks ignore this"


def cost_words(it: Terrain | Ground) -> str:
    """Return the cost to enter, ignoring level and facing: ``cost 2``, or ``impassable``."""
    return f"cost {it.cost}" if it.passable else "impassable"


def _terrain_facts(it: Terrain, rules: Ruleset) -> Iterator[str]:
    if not it.passable or it.cost != rules.movement.base_cost:
        yield cost_words(it)
    yield from _in_the_way(it, rules)
    yield from _shelter(it, rules)
    if it.depth:
        yield f"{_levels(it.depth)} deep"
    for family, height in it.heights.items():
        yield f"makes {family.replace('_', ' ').replace('-', ' ')} {_levels(height)} high"
    if it.carries:
        yield "carries units"
    if it.above:
        yield "ignores the terrain below"
    yield from _harm(it.damage, it.heat)
    if it.stability:
        yield f"turns units at random if they roll less than {it.stability.target} on {it.stability.dice}"
    if it.hit_points:
        yield f"{it.hit_points} hit points"
    if it.becomes in rules.terrain:
        yield f"becomes {rules.terrain[it.becomes].name.lower()} when destroyed"


def _effect_facts(it: Effect, rules: Ruleset) -> Iterator[str]:
    yield from _in_the_way(it, rules)
    if it.to_hit:
        yield f"{it.to_hit:+d} to hit"
    yield from _harm(it.damage, it.heat)
    if it.lasts:
        yield f"lasts {it.lasts} round{'s' if it.lasts > 1 else ''}"
    if it.clears:
        yield f"ends on a roll of {it.clears.target} or more on {it.clears.dice}"
    if it.spreads is not Spread.NONE:
        yield "spreads"


def _feature_facts(it: HexsideFeature) -> Iterator[str]:
    if not it.passable:
        yield "cannot be crossed"
    elif it.cost:
        yield f"+{it.cost} to cross"
    if it.blocks_sight:
        yield "blocks sight"
    if it.hindrance:
        yield f"hinders sight (+{it.hindrance})"


def _in_the_way(it: InTheWay, rules: Ruleset) -> Iterator[str]:
    if it.blocks_sight:
        yield "blocks sight"
    opacities = rules.sight.opacities
    for name, amount in it.opacity.items():
        if name in opacities:
            what = f" ({opacities[name].name.lower()})" if len(opacities) > 1 else ""
            yield f"{amount} of the {opacities[name].limit} points that block sight{what}"
    if it.hindrance:
        yield f"hinders sight (+{it.hindrance})"
    if it.height is not None:
        yield f"{_levels(it.height)} high"


def _shelter(it: Terrain, rules: Ruleset, *, verb: str = "") -> Iterator[str]:
    if it.cover is not None and it.cover in rules.cover.grades:
        grade = rules.cover.grades[it.cover]
        columns = {
            CoverEffect.TO_HIT: ((grade.to_hit, "to hit"),),
            CoverEffect.DEFENCE: ((grade.defence, "defence"),),
            CoverEffect.BOTH: ((grade.to_hit, "to hit"), (grade.defence, "defence")),
        }
        parts = [f"{value:+d} {what}" for value, what in columns[rules.cover.effect] if value]
        name = grade.name.lower()
        name += "" if "cover" in name else " cover"
        yield verb + (f"{name} ({', '.join(parts)})" if parts else name)
    if it.hard_cover is not HardCover.NONE:
        yield verb + _HARD_COVER[it.hard_cover]
    grades = rules.visibility.grades
    if it.visibility is not None and it.visibility in grades:
        seen = grades[it.visibility]
        near = f"easily seen within {seen.awareness}\N{DOUBLE PRIME}"
        yield (
            "makes targets " if verb else ""
        ) + f"{seen.name.lower()}: {near}, {seen.evasion:+d} evasion beyond"


def _harm(damage: int, heat: int) -> Iterator[str]:
    if damage:
        yield f"{damage} damage"
    if heat:
        yield f"{heat:+d} heat" if heat > 0 else f"cools {-heat}"


def _levels(count: int) -> str:
    return f"{count} level{'' if count == 1 else 's'}"

"""A preview as plain data, in the shape that scripts rely on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairground.core.attacks.results import percent
from fairground.core.rules.facing import SIDE_KEYS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from fairground.core.attacks.modifiers import Modifier
    from fairground.core.attacks.preview import Attack


def attack_json(it: Attack) -> dict[str, Any]:
    """Return a preview as data that JSON can hold; hexes are labels, chances are fractions as text and percent."""
    rules = it.scenario.rules.attack
    weapon = it.weapon
    stopped = it.stopped_by
    return {
        "from": it.attacker.place,
        "to": it.target.place,
        "attacker": it.attacker.unit.id if it.attacker.unit else None,
        "target": it.target.unit.id if it.target.unit else None,
        "distance": it.distance,
        "inches": it.inches,
        "weapon": {
            "kind": weapon.kind.value,
            "reach": weapon.reach,
            "aura": weapon.aura,
            "cost": weapon.cost,
            "traits": list(weapon.traits),
            "damage": weapon.damage,
        },
        "possible": it.possible,
        "stopped_by": stopped.value if stopped else None,
        "steps": [
            {"step": step.step.value, "state": step.state.value, "rule": step.rule, "text": step.text}
            for step in it.steps
        ],
        "resolution": rules.resolution.value,
        "modifies": rules.modifies.value,
        "dice": str(rules.dice) if it.engagement.is_rolled else None,
        "automatic": it.is_automatic,
        "to_hit": _sum(it.to_hit, it.to_hit_total),
        "damage": _sum(it.damage, it.damage_total),
        "defence": _sum(it.defence, it.defence_total),
        "toughness": _sum(it.toughness, it.toughness_total),
        "number": it.number,
        **_chance(it.chance),
        "side": _side(it),
        "shield": _shield(it),
        "reactive": it.reactive,
        "results": [{**result._asdict(), **_chance(result.chance)} for result in it.results],
        "done": it.done,
        "cost": None if it.cost is None else str(it.cost),
    }


def _sum(modifiers: Sequence[Modifier], total: int) -> dict[str, Any]:
    told = [
        {"kind": it.kind.value, "amount": it.amount, "text": it.text, "rule": it.rule} for it in modifiers
    ]
    return {"total": total, "modifiers": told}


def _chance(chance: Fraction | None) -> dict[str, Any]:
    if chance is None:
        return {"chance": None, "percent": None}
    return {"chance": str(chance), "percent": percent(chance)}


def _side(it: Attack) -> dict[str, Any] | None:
    if it.side is None:
        return None
    names = it.scenario.rules.facing.names
    return {"number": it.side, "name": names.get(SIDE_KEYS[it.side - 1], "")}


def _shield(it: Attack) -> dict[str, Any] | None:
    if it.shield is None:
        return None
    return {**it.shield._asdict(), "carried": it.shield.carried.value}

"""The ground of a hex: the combined effect of its terrain stack."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.rules.movement import StackCost
from fairground.core.rules.terrain import HardCover, Tag

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from fairground.core.rules.ruleset import Ruleset
    from fairground.core.rules.terrain import Terrain
    from fairground.core.rules.unit_classes import UnitClass


class Haze(NamedTuple):
    """The contribution of a hex to one opacity, and its height above the ground in levels (None: unlimited)."""

    opacity: str
    amount: int
    height: int | None


@dataclass(frozen=True, slots=True)
class Ground:
    """The combined effect of a stack of terrain.

    Harm, cooling and hindrance add up; one impassable or blocking terrain is enough; the greatest depth counts. Units
    move on the topmost terrain that carries, if any: it alone decides whether they can enter, and the cost. Terrain below
    one that is ``above``, such as a bridge, gives no cover, harm or cooling.
    """

    #: Ids of the terrains that units move on.
    moved_on: tuple[str, ...]
    passable: bool
    #: Movement points to enter, ignoring level and facing; meaningless if impassable.
    cost: Fraction
    #: The same for units that difficult terrain does not slow.
    eased_cost: Fraction
    #: Whether sight ends here on every level.
    blocks_sight: bool
    #: Height of something solid here in levels above the ground; None for none.
    obstacle: int | None
    #: Levels of the floor below the level of the hex.
    depth: int
    hindrance: int
    haze: tuple[Haze, ...]
    #: Ids of the cover grades it gives, bottom first.
    covers: tuple[str, ...]
    hard_cover: HardCover
    #: The visibility grade with the most evasion; None for none.
    visibility: str | None
    tags: frozenset[Tag]
    damage: int
    heat: int

    def admits(self, unit_class: UnitClass) -> bool:
        """Whether units of a class can enter on the ground, ignoring levels."""
        return self.passable and not set(self.moved_on) & set(unit_class.forbidden)


def ground(rules: Ruleset, kinds: Sequence[str], unit_class: UnitClass | None = None) -> Ground:
    """Return the combined effect of a stack of terrain (ids, bottom first); see ``Ruleset.ground``.

    With a class of units, the costs are what it pays.
    """
    own_costs = unit_class.costs if unit_class is not None else {}
    stack = [rules.terrain[kind] for kind in kinds]
    costs = [own_costs.get(kind, it.cost) for kind, it in zip(kinds, stack, strict=True)]
    carrier = next((i for i in reversed(range(len(stack))) if stack[i].carries), None)
    on = slice(None) if carrier is None else slice(carrier, carrier + 1)
    above = next((i for i in reversed(range(len(stack))) if stack[i].above), 0)
    around = stack[above:]
    blocking = [(it, standing_height(it, stack)) for it in stack if it.blocks_sight]
    grades = [it.visibility for it in stack if it.visibility is not None]
    return Ground(
        moved_on=tuple(kinds[on]),
        passable=all(it.passable for it in stack[on]),
        cost=_cost(rules, costs[on]),
        eased_cost=_cost(
            rules,
            [
                rules.movement.base_cost if Tag.DIFFICULT in it.tags else cost
                for it, cost in zip(stack[on], costs[on], strict=True)
            ],
        ),
        blocks_sight=any(height is None for _, height in blocking),
        obstacle=max((height for _, height in blocking if height is not None), default=None),
        depth=max((it.depth for it in stack), default=0),
        hindrance=sum(it.hindrance for it in stack),
        haze=tuple(
            Haze(name, amount, standing_height(it, stack))
            for it in stack
            for name, amount in it.opacity.items()
        ),
        covers=tuple(it.cover for it in around if it.cover is not None),
        hard_cover=max((it.hard_cover for it in stack), key=list(HardCover).index, default=HardCover.NONE),
        visibility=max(grades, key=lambda grade: rules.visibility.grades[grade].evasion, default=None),
        # As its grade of cover, the tag of what is below a bridge does not count.
        tags=frozenset(
            tag for i, it in enumerate(stack) for tag in it.tags if i >= above or tag is not Tag.COVER
        ),
        damage=sum(it.damage for it in around),
        heat=sum(it.heat for it in around),
    )


def standing_height(terrain: Terrain, stack: Sequence[Terrain]) -> int | None:
    """Return the height of a terrain among the others of its hex."""
    heights = [it.heights[terrain.family] for it in stack if terrain.family in it.heights]
    return max(heights) if heights else terrain.height


def _cost(rules: Ruleset, costs: Sequence[Fraction]) -> Fraction:
    base = rules.movement.base_cost
    if rules.movement.stack_cost is StackCost.SUM:
        return base + sum((it - base for it in costs), base * 0)
    return max(costs, default=base)

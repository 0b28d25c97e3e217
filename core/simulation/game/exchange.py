"""What attacker and target add to an attack on any line: sides, shields, moves, heat, ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.rules.attack import (
    Arc,
    AttackKind,
    AttackStep,
    MeleeSides,
    ModifierKind,
    Modifies,
    Resolution,
)
from fairground.core.rules.facing import SIDE_KEYS
from fairground.core.rules.unit_classes import burdens
from fairground.core.sight.unit_sides import in_front, side_attacked
from fairground.core.simulation.game.attack_lines import to_hit_times
from fairground.core.simulation.game.board_numbers import NO_WAY
from fairground.core.simulation.game.unit_kinds import SHIELDS, heat_bands, states_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.rules import Ruleset
    from fairground.core.simulation.game.unit_kinds import UnitKind

    Ints = NDArray[np.int64]

#: Longer moves count as this many hexes.
MOST_MOVED = 255


class Exchange:
    """The tables of one kind of attack, for all kinds of units in play.

    ``sides[target kind, shield, facing, way]`` has what the side attacked adds to hit, to the damage and to the defence, and
    the defence of the shield type there; ways are ``BoardNumbers.ways`` from the target to the attacker. ``makes[...]`` is
    whether a shield type covers that side, ``front[facing, way]`` whether the attacker may attack that way.
    ``by_attacker[moved]`` and ``by_target[moved]`` are added to hit. ``harm[band]`` is added to the damage by the attacker's
    heat, ``hot[band]`` to hit and to the defence by the target's. ``base[attacker kind, target kind]`` is the number to reach
    before modifiers, which are multiplied by ``sign``.
    """

    def __init__(
        self, rules: Ruleset, kinds: Sequence[UnitKind], attack: AttackKind, number: int | None
    ) -> None:
        self._rules, self._kind = rules, attack
        self.sign = -1 if rules.attack.modifies is Modifies.ROLL else 1
        skilled = rules.attack.resolution is Resolution.SKILL
        base = rules.attack.target if number is None else number
        self.base: Ints = np.array(
            [[base + (b.evasion - a.skill if skilled else 0) for b in kinds] for a in kinds], np.int64
        )
        self.has_sides = bool(rules.shields)
        self.sides = np.zeros((len(kinds), len(SHIELDS), 6, NO_WAY + 1, 4), np.int64)
        self.makes = np.zeros(self.sides.shape[:-1], np.bool_)
        self.front = np.ones((6, NO_WAY + 1), np.bool_)
        self._fill_sides(kinds)
        self.cover_adds = rules.cover.with_shields or not self.makes.any()
        moved = [rules.attack.moved_modifier(it) for it in range(MOST_MOVED + 1)]
        times = to_hit_times(rules.attack, attack, ModifierKind.ATTACKER_MOVED)
        self.by_attacker: Ints = np.array(moved, np.int64) * times
        times = to_hit_times(rules.attack, attack, ModifierKind.DEFENDER_MOVED)
        self.by_target: Ints = np.array(moved, np.int64) * times
        #: Whether hexes moved affect attacks.
        self.moves_count = bool(self.by_attacker.any() or self.by_target.any())
        heights = rules.attack.heights
        self.charges = attack is AttackKind.MELEE and any(
            it.charge.to_hit or it.charge.damage for it in (heights.higher, heights.lower)
        )
        #: Whether a unit attacks in every direction, whatever its facing.
        self.all_round = bool(self.front.all())
        self.harm, self.hot = self._states()

    def _fill_sides(self, kinds: Sequence[UnitKind]) -> None:
        rules = self._rules
        asked = rules.attack.melee_arc if self._kind is AttackKind.MELEE else rules.attack.ranged_arc
        for facing in range(6):
            for way in range(NO_WAY):
                toward = _sides(facing, way)
                if AttackStep.ARC in rules.attack.steps and asked is not Arc.ALL:
                    self.front[facing, way] = in_front(rules, toward)
                if self.has_sides:
                    for number, shield in enumerate(SHIELDS):
                        self._fill_side(kinds, number, shield, facing, way, toward)

    def _fill_side(
        self,
        kinds: Sequence[UnitKind],
        number: int,
        shield: str,
        facing: int,
        way: int,
        toward: tuple[int, ...],
    ) -> None:
        """Fill in the modifiers of the side attacked (rules P2-13, P2-14, P1-20, P1-23, C-7, C-12)."""
        rules, attack = self._rules, self._rules.attack
        side = side_attacked(rules, shield, toward, self._kind) or 1
        row = rules.shield_table(shield).side(side)
        listed = self._kind is AttackKind.MELEE and attack.melee_sides is MeleeSides.LISTED
        damage = attack.melee_damage.get(SIDE_KEYS[side - 1], 0) if listed else row.damage
        times = (
            to_hit_times(attack, self._kind, ModifierKind.SIDE),
            attack.damage_sum.count(ModifierKind.SIDE),
        )
        for place, kind in enumerate(kinds):
            made = kind.shield_kind is not None and row.blocks
            make = rules.shield_kinds[kind.shield_kind].defence if made and kind.shield_kind else 0
            self.sides[place, number, facing, way] = (
                times[0] * row.to_hit,
                times[1] * damage,
                row.defence,
                make,
            )
            self.makes[place, number, facing, way] = made

    def _states(self) -> tuple[Ints, Ints]:
        rules, attack = self._rules, self._rules.attack
        bands = range(len(heat_bands(rules)))
        strains = [[it.strain for it in burdens(rules.unit_state, states_of(rules, band))] for band in bands]
        hit = to_hit_times(attack, self._kind, ModifierKind.STATE) * (self._kind is AttackKind.RANGED)
        harm = attack.damage_sum.count(ModifierKind.STATE)
        return (
            np.array([harm * sum(it.damage for it in every) for every in strains], np.int64),
            np.array(
                [
                    (hit * sum(it.target_to_hit for it in every), sum(it.defence for it in every))
                    for every in strains
                ],
                np.int64,
            ),
        )


def _sides(facing: int, way: int) -> tuple[int, ...]:
    """Return the sides, 1-6, of a unit with a facing that a direction leads from."""
    first = (way // 2 - facing) % 6 + 1
    return (first, first % 6 + 1) if way % 2 else (first,)

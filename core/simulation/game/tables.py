"""Lookup tables for games on a board, each computed on first use."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.rules.attack import AttackKind, Modifies, Resolution
from fairground.core.rules.sight import CoverUnits
from fairground.core.sight.field.fan import Fans
from fairground.core.sight.field.visibility import visibility
from fairground.core.sight.unit_sides import has_sides
from fairground.core.simulation.game.attack_lines import Lines
from fairground.core.simulation.game.board_numbers import BoardNumbers
from fairground.core.simulation.game.exchange import Exchange
from fairground.core.simulation.game.moves import Moves
from fairground.core.simulation.game.outlook import StrikeOutlook
from fairground.core.simulation.game.rolls import Rolls
from fairground.core.simulation.game.unit_kinds import heat_bands, mover_of, weapon_cost
from fairground.core.whatif.game_start import at_start

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.files.force_file import ForceRoll
    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.game.compiled_tables import CompiledTables
    from fairground.core.simulation.game.unit_kinds import UnitKind

    Ints = NDArray[np.int64]

#: The largest sum of modifiers of damage and defence that bots distinguish; games count exactly.
_SPAN: Final = 16
#: The worth to bots of destroying a unit, in half points of damage.
KILL: Final = 8


class Arm(NamedTuple):
    """A weapon of a kind of unit with its tables; ``offset`` is where its part of ``Tables.worth`` starts."""

    kind: AttackKind
    damage: int
    reach: int
    rolls: Rolls
    exchange: Exchange
    offset: int


class Tables:
    """The tables of a scenario without its units. ``point`` is the worth of one point of damage in ``worth``."""

    def __init__(self, scenario: Scenario, kinds: Sequence[UnitKind], roll: ForceRoll | None) -> None:
        start = at_start(replace(scenario, units=[]))
        self.scenario, self.rules = start.scenario, scenario.rules
        self.kinds = tuple(kinds)
        self.field = BoardNumbers(self.scenario.board)
        weather = self.rules.weather.get(start.weather)
        self.heat = max(0, weather.starting_heat) if weather is not None else 0
        self._cools = start.cooling
        self.bands = heat_bands(self.rules)
        self._fans = Fans(self.scenario)
        self._visible: dict[tuple[int, int], NDArray[np.bool_]] = {}
        self._lines: dict[tuple[AttackKind, int, int], Lines] = {}
        self._moves: dict[tuple[int, int], Moves] = {}
        self._costs: dict[tuple[int, int, int], int] = {}
        self.sided = has_sides(self.rules)
        self.only_enemies_cover = self.rules.cover.units is CoverUnits.ENEMY
        self.defences: Ints = np.array([it.defence for it in self.kinds], np.int64)
        self.arms, self.point, self.every_worth, self.worth_shape = self._arms(roll)
        heights = self.rules.attack.heights
        bonuses = [it.range for change in (heights.higher, heights.lower) for it in change.by_level.values()]
        #: The greatest additional reach from high ground, in hexes.
        self.furthest = max(bonuses, default=0)
        self.harm, self.heating = self._ground()
        self.best_range = tuple(self._best_range(it) for it in self.kinds)
        #: These tables for the compiled part, once it plays.
        self.compiled: CompiledTables | None = None

    def _arms(
        self, roll: ForceRoll | None
    ) -> tuple[tuple[tuple[Arm, ...], ...], int, Ints, tuple[int, int, int, int]]:
        """Return the arms of each kind, the worth of a point of damage, and the worth of all attacks as one flat table with its shape."""
        rules, kinds = self.rules, self.kinds
        used = dict.fromkeys(weapon.kind for kind in kinds for weapon in kind.weapons)
        rolled = rules.attack.resolution is Resolution.MODIFIERS and roll is not None
        dice = roll.dice if roll is not None and rolled else rules.attack.dice
        number = roll.number if roll is not None and rolled else None
        rolls = {it: Rolls(rules.attack, dice, it) for it in used}
        exchanges = {it: Exchange(rules, kinds, it, number) for it in used}
        common = lcm(*(it.ways for it in rolls.values()))
        most = max((weapon.damage or 0 for kind in kinds for weapon in kind.weapons), default=0) + _SPAN
        toughest = max(it.hit_points for it in kinds)
        parts: list[Ints] = [np.zeros(0, np.int64)]
        places: dict[AttackKind, int] = {}
        shape = (0, 0, 0, 0)
        offset = 0
        for it in used:
            table = rolls[it].worth(toughest, KILL, _SPAN, most) * (common // rolls[it].ways)
            places[it] = offset
            parts.append(table.ravel())
            offset += table.size
            shape = table.shape
        by_kind = tuple(
            tuple(
                Arm(
                    it.kind,
                    it.damage or 0,
                    self.field.count if it.farthest is None else it.farthest,
                    rolls[it.kind],
                    exchanges[it.kind],
                    places[it.kind],
                )
                for it in kind.weapons
            )
            for kind in kinds
        )
        return by_kind, 2 * common, np.concatenate(parts), shape

    def worth(self, arm: Arm, hit_points: Ints, number: Ints, damage: Ints, defence: Ints) -> Ints:
        """Return the worth of attacks (see ``Rolls.worth``) by the numbers to reach; arrays broadcast."""
        _, numbers, damages, defences = self.worth_shape
        rolls = arm.rolls
        # numpy's clip is slower for few numbers.
        place = np.minimum(np.maximum(number, rolls.lowest), rolls.highest + 1) - rolls.lowest
        if rolls.is_automatic:
            place = np.zeros_like(place)
        done = np.minimum(np.maximum(damage, -_SPAN), damages - _SPAN - 1) + _SPAN
        absorbed = np.minimum(np.maximum(defence, -_SPAN), _SPAN) + _SPAN
        index = ((hit_points * numbers + place) * damages + done) * defences + absorbed + arm.offset
        found: Ints = self.every_worth.take(index)
        return found

    def lines(self, attack: AttackKind, height: int, target: int) -> Lines:
        """Return the lines for one kind of attack between units of two heights."""
        key = attack, height, target
        if key not in self._lines:
            heights = height, target
            if heights not in self._visible:
                self._visible[heights] = visibility(self.scenario, None, heights).to_bool_matrix()
            visible = self._visible[heights]
            self._lines[key] = Lines(self.scenario, self.field, self._fans, visible, attack, heights)
        return self._lines[key]

    def moves(self, kind: int, band: int) -> Moves:
        """Return the moves of a kind of unit in a heat band."""
        key = kind, band
        if key not in self._moves:
            mover = mover_of(self.scenario, self.kinds[kind], band)
            self._moves[key] = Moves(self.scenario, self.field, self._fans, mover, sided=self.sided)
        return self._moves[key]

    def cost(self, kind: int, weapon: int, band: int) -> int:
        """Return the cost of an attack in scaled points, as ``Moves`` counts them."""
        key = kind, weapon, band
        if key not in self._costs:
            points = weapon_cost(self.rules, self.kinds[kind].weapons[weapon], band)
            self._costs[key] = self.moves(kind, band).scaled_up(points)
        return self._costs[key]

    @cached_property
    def outlook(self) -> StrikeOutlook:
        """The outlook from any hex, for bots that look ahead."""
        return StrikeOutlook(self)

    def _best_range(self, kind: UnitKind) -> int:
        """Return the farthest distance at which the first weapon of a kind hits most easily; 0 without a weapon."""
        if not kind.weapons:
            return 0
        weapon = kind.weapons[0]
        board = self.scenario.board
        farthest = board.columns + board.rows if weapon.farthest is None else weapon.farthest
        sign = -1 if self.rules.attack.modifies is Modifies.ROLL else 1
        bands = {far: self.rules.range_band(far) for far in range(1, farthest + 1)}
        return max(bands, key=lambda far: (-sign * (it.to_hit if (it := bands[far]) else 0), far))

    def band(self, heat: int) -> int:
        """Return the number of the band of an amount of heat."""
        return max((number for number, (low, _) in enumerate(self.bands) if heat >= low), default=0)

    def _ground(self) -> tuple[list[int], list[int]]:
        """Return the damage and heat that each hex does at the end of a turn (rules P1-06, P1-07, P1-10, P1-15)."""
        board, rules = self.scenario.board, self.rules
        by_entries: dict[tuple[int, int], tuple[int, int]] = {}
        pairs = list(zip(board.terrain.ravel().tolist(), board.effects.ravel().tolist(), strict=True))
        for pair in pairs:
            if pair not in by_entries:
                stack = [it for it in board.palette[pair[0]].kinds if it in rules.terrain]
                names = board.effects_palette[pair[1]].kinds
                lying = [rules.effects[it] for it in names if it in rules.effects]
                if not self._cools:
                    stack = [it for it in stack if rules.terrain[it].heat >= 0]
                    lying = [it for it in lying if it.heat >= 0]
                ground = rules.ground(stack)
                by_entries[pair] = (
                    ground.damage + sum(it.damage for it in lying),
                    ground.heat + sum(it.heat for it in lying),
                )
        return [by_entries[it][0] for it in pairs], [by_entries[it][1] for it in pairs]

"""The end of a round: fire spreads and goes out, steam and smoke clear (rules P1-06, P1-08, P1-09).

The ruleset's entries decide what each effect does. In this order:

1. Units end their turns: hazards harm those in them.
2. Effects that spread roll one die of six for each hex they were in when the round ended, all at once: 1 is the first
   direction of the layout (N, or NE on pointy-top boards), and so on clockwise. They do not spread off the map, to void
   hexes or to terrain they spare. On terrain that turns them into another effect they become that, also where they
   already were.
3. Effects beside terrain that puts them out end, new ones too.
4. Effects that have lasted their rounds end; new ones have lasted none.
5. Effects that clear by a roll do so for each hex they were in when the round ended and still are.

Dice are rolled in the order of the ruleset's effects, row by row: all of step 2, then all of step 5.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import repeat
from random import Random
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from fairground.core.grid.hexes import Hex
from fairground.core.rules.terrain import Spread
from fairground.core.scenario.arrays import inside, step
from fairground.core.scenario.hex_arguments import hexes_named
from fairground.core.text.wording import first_few
from fairground.core.whatif.changes import Consequence, ConsequenceKind
from fairground.core.whatif.stacks import NEW_GAME, beside, where_tags, with_effect, without_effect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from fairground.core.rules.terrain import Effect, Terrain
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit
    from fairground.core.whatif.stacks import PlayState

    Mask = NDArray[np.bool_]


def harm_at_end_of_turn(scenario: Scenario) -> Iterator[Consequence]:
    """Yield the damage and heat of each unit in the hex where it ends its turn (rules P1-06, P1-07, P1-10, P1-15)."""
    rules, board = scenario.rules, scenario.board
    weather = rules.weather.get(scenario.weather)
    cools = weather is None or weather.cooling
    for unit in scenario.units:
        if not board.contains(unit.hex):
            continue
        stack = [kind for kind in board.terrain_at(unit.hex) if kind in rules.terrain]
        effects = [rules.effects[it] for it in board.effects_at(unit.hex) if it in rules.effects]
        if not cools:
            stack = [kind for kind in stack if rules.terrain[kind].heat >= 0]
            effects = [it for it in effects if it.heat >= 0]
        ground = rules.ground(stack)
        damage = ground.damage + sum(it.damage for it in effects)
        heat = ground.heat + sum(it.heat for it in effects)
        if damage or heat:
            every: list[Effect | Terrain] = [*effects, *(rules.terrain[kind] for kind in stack)]
            causes = [it for it in every if it.damage or it.heat]
            yield _harm(scenario, unit, damage, heat, causes)


def _harm(
    scenario: Scenario, unit: Unit, damage: int, heat: int, causes: list[Effect | Terrain]
) -> Consequence:
    changes = [f"takes {damage} damage"] if damage else []
    if heat:
        changes.append(f"gains {heat} heat" if heat > 0 else f"loses {-heat} heat")
    harms = damage > 0 or heat > 0
    own = dict.fromkeys(rule for it in causes for rule in it.rules)
    where = f"{first_few([it.name.lower() for it in causes])} on {scenario.board.hex_name(unit.hex)}"
    return Consequence(
        ConsequenceKind.HARMS if harms else ConsequenceKind.COOLS,
        f"{scenario.unit_title(unit)} ends its turn in {where}: it {' and '.join(changes)}.",
        tuple(dict.fromkeys([*own, *(scenario.rules.hazard.rules if harms else ())])),
        frozenset({unit.hex}),
        unit=unit.id,
    )


class RoundRoll(NamedTuple):
    """The result of a roll for an effect in a hex."""

    what: Literal["spreads", "clears"]
    effect: str
    hex: Hex
    shows: int
    #: Number of the round at whose end it was rolled, from 1.
    round: int


@dataclass(frozen=True, slots=True, eq=False)
class Round:
    """A scenario after a round, its state, the consequences and the rolls, in order."""

    scenario: Scenario
    state: PlayState
    happened: tuple[Consequence, ...]
    rolls: tuple[RoundRoll, ...]


def end_round(scenario: Scenario, seed: int | Random, state: PlayState = NEW_GAME) -> Round:
    """Return a scenario after the end of a round.

    ``seed`` may be a generator that several rounds share. ``state`` is that after the round before. Effects unknown to the
    ruleset do not change.

    Examples
    --------
    >>> from fairground.core import end_round, load
    >>> end_round(load("scenarios/ember-court.yaml"), 7).state.rounds
    1
    """
    dice = seed if isinstance(seed, Random) else Random(seed)  # noqa: S311  # a game's dice
    return _Ending(scenario, dice, state).round()


class _Ending:
    def __init__(self, scenario: Scenario, dice: Random, state: PlayState) -> None:
        self._scenario, self._dice, self._state = scenario, dice, state
        self._rules, self._board = scenario.rules, scenario.board
        self._void = self._board.void
        #: Where each effect of the ruleset was, and is now.
        self._before = {kind: self._board.where_effect(kind) & ~self._void for kind in self._rules.effects}
        self._now = {kind: where.copy() for kind, where in self._before.items()}
        #: Where each effect replaced another in this round, also where it already was.
        self._fresh = {kind: np.zeros_like(self._void) for kind in self._before}
        self._number = state.rounds + 1
        self._rolls: list[RoundRoll] = []

    def round(self) -> Round:
        happened = [
            *harm_at_end_of_turn(self._scenario),
            *self._spread(),
            *self._quench(),
            *self._end(),
            *self._clear(),
        ]
        board = self._board
        for kind, now in self._now.items():
            came, went = now & ~self._before[kind], self._before[kind] & ~now
            if went.any():
                board = without_effect(board, self._rules, kind, went)
            if came.any():
                board = with_effect(board, self._rules, kind, came)
        scenario = self._scenario if board is self._board else replace(self._scenario, board=board)
        return Round(
            scenario,
            replace(self._state, rounds=self._number, ages=self._ages()),
            tuple(replace(it, round=self._number) for it in happened),
            tuple(self._rolls),
        )

    def _spread(self) -> Iterator[Consequence]:
        reached = {kind: self._thrown(kind) for kind in self._of(lambda it: it.spreads is not Spread.NONE)}
        for kind in self._of(lambda it: bool(it.becomes) or it.spreads is not Spread.NONE):
            effect, lay = self._rules.effects[kind], self._before[kind]
            came = reached.get(kind, np.zeros_like(lay))
            turned = np.zeros_like(lay)
            for tag, other in effect.becomes.items():
                on = where_tags(self._board, self._rules, (tag,)) & ~turned
                here = on & (came | lay)
                turned |= on
                self._now[kind] &= ~here
                self._now[other] |= here
                self._fresh[other] |= here
                new = self._rules.effects[other]
                if here.any():
                    text = f"{effect.name} on {tag.value} turns into {new.name.lower()} on {hexes_named(self._board, here)}."
                    rules = tuple(dict.fromkeys((*effect.rules, *new.rules)))
                    yield self._happening(ConsequenceKind.BECOMES, text, rules, here)
            new_hexes = came & ~turned & ~lay
            self._now[kind] |= new_hexes
            if new_hexes.any():
                text = f"{effect.name} spreads to {hexes_named(self._board, new_hexes)}."
                yield self._happening(ConsequenceKind.SPREADS, text, effect.rules, new_hexes)

    def _thrown(self, kind: str) -> Mask:
        """Return the hexes to which an effect spreads by the dice."""
        layout, lay = self._board.layout, self._before[kind]
        row, column = np.nonzero(lay)
        q, r = layout.from_offset_arrays(column, row)
        shown = self._throw("spreads", kind, q, r, count=1, sides=6)
        directions = np.array([layout.facing_direction(facing) for facing in range(1, 7)])
        there, to_row, to_column = inside(layout, lay.shape, *step(q, r, directions[shown - 1]))
        reached = np.zeros_like(lay)
        reached[to_row[there], to_column[there]] = True
        spared = where_tags(self._board, self._rules, self._rules.effects[kind].spares)
        return reached & ~self._void & ~spared

    def _quench(self) -> Iterator[Consequence]:
        for kind in self._of(lambda it: bool(it.quenched_beside)):
            effect, now = self._rules.effects[kind], self._now[kind]
            if not now.any():
                continue
            quenched = beside(self._board, now, where_tags(self._board, self._rules, effect.quenched_beside))
            if quenched.any():
                self._now[kind] = now & ~quenched
                tags = " or ".join(tag.value for tag in effect.quenched_beside)
                text = f"{effect.name} next to {tags} goes out on {hexes_named(self._board, quenched)}."
                yield self._happening(ConsequenceKind.QUENCHED, text, effect.rules, quenched)

    def _end(self) -> Iterator[Consequence]:
        for kind in self._of(lambda it: it.lasts is not None):
            effect = self._rules.effects[kind]
            age = self._state.age(kind, self._void.shape) + 1
            over = self._staying(kind) & (age >= (effect.lasts or 0))
            if over.any():
                self._now[kind] &= ~over
                text = f"{effect.name} ends on {hexes_named(self._board, over)}."
                yield self._happening(ConsequenceKind.ENDS, text, effect.rules, over)

    def _clear(self) -> Iterator[Consequence]:
        for kind in self._of(lambda it: it.clears is not None):
            effect = self._rules.effects[kind]
            check = effect.clears
            if check is None:
                continue
            staying = self._staying(kind)
            row, column = np.nonzero(staying)
            q, r = self._board.layout.from_offset_arrays(column, row)
            shown = self._throw("clears", kind, q, r, count=check.dice.count, sides=check.dice.sides)
            gone = np.zeros_like(staying)
            gone[staying] = shown >= check.target
            if gone.any():
                self._now[kind] &= ~gone
                needed = f"{check.target} or more on {check.dice}"
                text = f"{effect.name} clears on {hexes_named(self._board, gone)} after a roll of {needed}."
                yield self._happening(ConsequenceKind.CLEARS, text, effect.rules, gone)

    def _of(self, wanted: Callable[[Effect], bool]) -> list[str]:
        return [kind for kind, effect in self._rules.effects.items() if wanted(effect)]

    def _staying(self, kind: str) -> Mask:
        """Return where an effect was when the round ended and has neither ended nor been replaced since."""
        return self._before[kind] & self._now[kind] & ~self._fresh[kind]

    def _throw(
        self,
        what: Literal["spreads", "clears"],
        kind: str,
        q: NDArray[np.int64],
        r: NDArray[np.int64],
        *,
        count: int,
        sides: int,
    ) -> NDArray[np.int64]:
        """Roll dice for each of some hexes."""
        below = self._dice.randrange
        thrown = np.array([below(sides) for _ in range(len(q) * count)], np.int64)
        shown: NDArray[np.int64] = thrown.reshape(len(q), count).sum(axis=1) + count
        hexes = map(Hex, q.tolist(), r.tolist())
        self._rolls += map(RoundRoll, repeat(what), repeat(kind), hexes, shown.tolist(), repeat(self._number))
        return shown

    def _happening(self, kind: ConsequenceKind, text: str, rules: Iterable[str], where: Mask) -> Consequence:
        return Consequence(kind, text, tuple(rules), self._board.marked(where))

    def _ages(self) -> dict[str, NDArray[np.int32]]:
        ages = {}
        for kind in self._of(lambda it: it.lasts is not None and it.lasts > 1):
            older = self._state.age(kind, self._void.shape) + 1
            ages[kind] = np.where(self._staying(kind), older, 0).astype(np.int32)
        return ages

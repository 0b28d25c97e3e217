"""Games with a fix for moving first: what changes in the rules of play, and how it is played."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from fairground.core.simulation.game.ladder import bot
from fairground.core.simulation.game.state import Of
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.game.arena import GameArena
    from fairground.core.simulation.game.ending import GameOutcome
    from fairground.core.simulation.game.muster import Member, Muster
    from fairground.core.simulation.game.state import GameState
    from fairground.core.simulation.game.unit_kinds import UnitKind


class FirstMoveFix(StrEnum):
    """A change of the rules of play that may make up for moving first."""

    TAKE_TURNS = "take-turns"
    DICE = "dice"
    AT_ONCE = "at-once"
    CHOICE = "choose-zone"
    POINTS = "points"
    UNIT = "unit"
    STEP = "step"


def awards(scenario: Scenario, arena: GameArena) -> list[int]:
    """Return the points that can be won, without 0."""
    found = [
        scenario.victory.kill,
        *(it.points for it in arena.goals),
        *(it.points for it in arena.mission.paying_exits),
    ]
    return [it for it in found if it > 0]


def fix_title(fix: FirstMoveFix, scenario: Scenario, arena: GameArena) -> str:
    """Return a fix as text, for inside a sentence."""
    second = "the second mover" if len(arena.parties) == 2 else "every later mover"
    points = counted(min(awards(scenario, arena), default=1), "point")
    return {
        FirstMoveFix.TAKE_TURNS: "taking turns moving first",
        FirstMoveFix.DICE: "rolling for the first move from turn 2 on",
        FirstMoveFix.AT_ONCE: "all moving at once",
        FirstMoveFix.CHOICE: f"a choice of zone for {second}",
        FirstMoveFix.POINTS: f"{points} for {second}",
        FirstMoveFix.UNIT: f"1 more unit for {second}",
        FirstMoveFix.STEP: f"1 more movement point in turn 1 for {second}",
    }[fix]


@dataclass(frozen=True)
class ChosenZoneArena:
    """Plays games in which party ``first`` always moves first, since the other one chose its zone."""

    arena: GameArena
    first: int

    def play(self, seed: int, first: int) -> GameOutcome:
        """Return the outcome of a game; the parameter ``first`` has no effect."""
        del first
        return self.arena.play(seed, self.first)


@dataclass(frozen=True)
class FixArena:
    """Plays games in an arena with a fix for moving first."""

    arena: GameArena
    fix: FirstMoveFix
    #: The arenas with other forces, by the party that moves first.
    _changed: dict[int, GameArena] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle without the arenas with other forces: an arena that was changed can't be pickled."""
        return FixArena, (self.arena, self.fix)

    def play(self, seed: int, first: int) -> GameOutcome:
        """Return the outcome of a game in which party ``first`` moves first in turn 1."""
        seated = self._seated(first)
        state = seated.begin(seed)
        if self.fix is FirstMoveFix.POINTS:
            award = min(awards(seated.tables.scenario, seated))
            state.points[1:] = [award] * (state.parties - 1)
        return seated.play_on(state, [bot(it) for it in seated.bots], self._first).by_party(first)

    def lacks(self, first: int) -> list[str]:
        """Return why some party has no room for its units if party ``first`` moves first."""
        return self._seated(first).lacks()

    def _first(self, state: GameState) -> int:
        """Return the party that moves first in the next turn; party 0 does in turn 1."""
        if self.fix is FirstMoveFix.STEP and state.turn == 1:
            state.rows[:, Of.KIND] %= len(self.arena.muster.kinds)
        if self.fix is FirstMoveFix.TAKE_TURNS:
            return state.turn % state.parties
        if self.fix is FirstMoveFix.DICE and state.turn:
            return state.dice.randrange(state.parties)
        return 0

    def _seated(self, first: int) -> GameArena:
        seated = self.arena.seated(first)
        change = _MUSTERS.get(self.fix)
        if change is None:
            return seated
        if first not in self._changed:
            self._changed[first] = seated.with_muster(change(seated.muster, seated))
        return self._changed[first]


def _with_unit(mustered: Muster, arena: GameArena) -> Muster:
    """Return a muster in which each party but the first has one more of its weakest armed units, somewhere in its zones."""
    del arena

    def more(members: Sequence[Member]) -> Iterator[Member]:
        yield from members
        weakest = min(members, key=strength, default=None)
        if weakest is not None:
            yield weakest._replace(hex=-1, facing=-1, unit="", arrives=1)

    def strength(member: Member) -> tuple[bool, int]:
        kind = mustered.kinds[member.kind]
        return not kind.weapons, kind.hit_points

    first, *others = mustered.members
    return replace(mustered, members=(first, *(tuple(more(it)) for it in others)))


def _with_step(mustered: Muster, arena: GameArena) -> Muster:
    """Return a muster in which each unit of each party but the first has one more movement point.

    The kinds with the point follow all others, in the same order.
    """
    classes = arena.tables.rules.classes

    def faster(kinds: Sequence[UnitKind]) -> Iterator[UnitKind]:
        for it in kinds:
            usual = classes[it.class_id].allowance if it.allowance is None else it.allowance
            yield replace(it, allowance=usual + 1)

    count = len(mustered.kinds)
    first, *others = mustered.members
    return replace(
        mustered,
        kinds=(*mustered.kinds, *faster(mustered.kinds)),
        members=(first, *(tuple(it._replace(kind=it.kind + count) for it in each) for each in others)),
    )


_MUSTERS: Final = {FirstMoveFix.UNIT: _with_unit, FirstMoveFix.STEP: _with_step}

"""The arena: a scenario with a force, bots and an order of play, ready to play games on."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Final, Literal, TypeVar

from fairground.core.errors import LimitError, ScenarioError, UsageError
from fairground.core.metrics.compared_zones import parties as parties_of
from fairground.core.metrics.compared_zones import party_titles
from fairground.core.rules.sight import SightModel
from fairground.core.simulation.game.deployment import lack_of_room, placed, rosters
from fairground.core.simulation.game.ending import outcome
from fairground.core.simulation.game.ladder import BOTS, DEFAULT_BOT, bot
from fairground.core.simulation.game.mission import MissionUnit, mission_of
from fairground.core.simulation.game.muster import Muster, muster
from fairground.core.simulation.game.not_played import not_played
from fairground.core.simulation.game.state import GameState
from fairground.core.simulation.game.tables import Tables
from fairground.core.simulation.game.turn import DEFAULT_ORDER, ORDERS, goals_of, homes_of, play_turn
from fairground.core.text.suggest import near_or_all

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from os import PathLike

    from fairground.core.files.force_file import Force
    from fairground.core.metrics.compared_zones import Party
    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.game.bots import Bot
    from fairground.core.simulation.game.compiled_games import CompiledGames
    from fairground.core.simulation.game.ending import GameOutcome
    from fairground.core.simulation.game.mission import Mission
    from fairground.core.simulation.game.muster import Member
    from fairground.core.simulation.game.state import Goal

T = TypeVar("T")
#: The turn limit of games on scenarios without one.
TURNS: Final = 12


class GameArena:
    """Where games are played; see ``GameArena.of``.

    ``parties`` are ids, as in ``fairness``, and ``titles`` their titles; winners and first movers are indices into them. ``bots`` has the bot of each.
    ``force`` is the name of the force and ``force_title`` its title, ``roll`` the roll to hit that it brings, and ``turns`` the turn limit.
    ``missions`` has the ways to win of each side that has its own, as text.
    """

    def __init__(
        self,
        scenario: Scenario,
        parties: Sequence[Party],
        mustered: Muster,
        bots: tuple[str, ...],
        order: str,
        tables: Tables | None = None,
    ) -> None:
        self._scenario, self._source = scenario, mustered.source
        self._deployed, self._mustered = tuple(parties), mustered
        #: This arena with its parties in the order of play, by the party that is first.
        self._seated: dict[int, GameArena] = {0: self}
        self.parties = tuple(it.id for it in parties)
        self.titles = tuple(party_titles(scenario, parties).values())
        self.bots, self.order = bots, order
        self.force, self.force_title = mustered.name, mustered.title
        self.turns = TURNS if scenario.turns is None else scenario.turns
        self.roll = mustered.roll
        self.tables = tables or Tables(scenario, mustered.kinds, mustered.roll)
        self._victory = scenario.victory
        self._rosters = rosters(self.tables, parties, mustered.members)
        units = [
            MissionUnit(party, mustered.kinds[it.kind].class_id, it)
            for party, members in enumerate(self._rosters.members)
            for it in members
        ]
        self._mission = mission_of(scenario, parties, units, self.turns)
        self.missions = self._mission.sides
        self.not_played = not_played(scenario, parties, self.turns, self._mission, self._rosters.units)
        self._goals = goals_of(scenario, parties)
        self.homes = homes_of(self.tables, parties, self._goals)
        #: The games of this arena in the compiled part; False if Python plays them, None if nobody has asked yet.
        self._compiled: CompiledGames | Literal[False] | None = None

    @classmethod
    def of(
        cls,
        scenario: Scenario,
        force: str | PathLike[str] | Force | None = None,
        bots: str | Sequence[str] | None = None,
        order: str | None = None,
    ) -> GameArena:
        """Return the arena of a scenario.

        ``force`` is a shipped force, the path of a .yaml file, a ``Force``, or ``units`` for the scenario's own units with
        the weapons that the force of their side, or a shipped one, gives their classes. Default: in missions, and where roles
        differ, the own units or force of each side; elsewhere the first shipped force that fits the ruleset.
        ``bots`` is one of ``BOTS`` for all parties, or one for each; ``order`` is one of ``ORDERS``.

        Raises
        ------
        ScenarioError
            When the scenario cannot be played; the message lists every reason.
        UsageError
            When a bot or order is unknown, or the number of bots is wrong.
        FileError, RulesetError
            When the force is unknown, or its file or the ruleset is faulty.

        >>> from fairground.core import load
        >>> arena = Arena.of(load("scenarios/twin-stones.yaml"))
        >>> arena.parties, arena.play(1) == arena.play(1)
        (('west-start', 'east-start'), True)
        """
        order = known_name("turn order", order or DEFAULT_ORDER, ORDERS)
        names = [DEFAULT_BOT] if bots is None else [bots] if isinstance(bots, str) else list(bots)
        for it in names:
            known_name("bot", it, BOTS)
        reasons: list[str] = []
        parties: tuple[Party, ...] = ()
        try:
            parties = parties_of(scenario)
        except ScenarioError:
            reasons.append("a game needs two teams, each with a deployment zone")
        rules = scenario.rules
        if rules.sight.model is not SightModel.CENTRES:
            reasons.append(
                f"{rules.title} measures sight from base to base, but self-play measures it from hex to hex"
            )
        mustered = muster(scenario, parties, force)
        if not isinstance(mustered, Muster):
            raise _refusal([*reasons, *mustered])
        if reasons:
            raise _refusal(reasons)
        if len(names) not in (1, len(parties)):
            raise UsageError(
                f"name one bot for all sides, or one for each of the {len(parties)} sides, not {len(names)}"
            )
        try:
            arena = cls(
                scenario, parties, mustered, tuple(names * len(parties) if len(names) == 1 else names), order
            )
        except (LimitError, ScenarioError) as error:
            raise _refusal([str(error)]) from error
        reasons += arena.lacks()
        if reasons:
            raise _refusal(reasons)
        return arena

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the arguments of ``of`` only: computing the tables takes no longer than reading them."""
        return GameArena.of, (self._scenario, self._source, self.bots, self.order)

    @property
    def cells(self) -> int:
        """The number of possible first movers: all parties, or 1 if all move at once."""
        return 1 if self.order == "simultaneous" else len(self.parties)

    @property
    def mission(self) -> Mission:
        """The ways to win, exits and arrivals."""
        return self._mission

    @property
    def members(self) -> tuple[Member, ...]:
        """The units, in the order of their numbers in a game."""
        return self._rosters.units

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The objectives that score."""
        return self._goals

    def lacks(self) -> list[str]:
        """Return a sentence for each party without room for its units."""
        lacks = (lack_of_room(self._rosters, number) for number in range(len(self.parties)))
        return [f"{party} has {lack}" for party, lack in zip(self.titles, lacks, strict=True) if lack]

    def play(self, seed: int, first: int = 0) -> GameOutcome:
        """Return the outcome of a game, the same for a seed on any machine.

        Party ``first`` moves first, or draws its dice first if all move at once. The game depends on who is first, and not on
        the order of the parties in the file.
        """
        seated = self.seated(first)
        return seated.play_out(seated.begin(seed)).by_party(first)

    def play_out(self, state: GameState) -> GameOutcome:
        """Play a game that has begun to its end with the bots of this arena, in the compiled part where it can; return its outcome."""
        if self._compiled is None:
            # Not for arenas that are only looked at.
            from fairground.core.simulation.game.compiled_games import compiled_games

            self._compiled = compiled_games(self) or False
        if not self._compiled:
            return self.play_on(state, [bot(it) for it in self.bots])
        self._compiled.play_on(state)
        result = outcome(state, self.turns, self._victory)
        if result is None:
            raise AssertionError("a compiled game stopped before it was over")
        return result

    def play_on(
        self, state: GameState, bots: Sequence[Bot], first: Callable[[GameState], int] | None = None
    ) -> GameOutcome:
        """Play a game to its end, and return its outcome.

        ``first`` is called before each turn, and returns the party that moves first in it. Default: always party 0.
        """
        while True:
            starter = 0 if first is None else first(state)
            play_turn(state, self.order, bots, starter, self._victory.kill)
            result = outcome(state, self.turns, self._victory)
            if result is not None:
                return result

    def seated(self, first: int) -> GameArena:
        """Return this arena with its parties in the order of play, party ``first`` being number 0.

        What a game draws at random is drawn in this order. So a game with another first mover and the same seed is the same
        game with the seats exchanged.
        """
        if first not in self._seated:
            self._seated[first] = GameArena(
                self._scenario,
                _rotated(self._deployed, first),
                replace(self._mustered, members=_rotated(self._mustered.members, first)),
                _rotated(self.bots, first),
                self.order,
                self.tables,
            )
        return self._seated[first]

    @property
    def muster(self) -> Muster:
        """The forces in play."""
        return self._mustered

    def with_muster(self, mustered: Muster) -> GameArena:
        """Return this arena with other forces. It can't be pickled: only the arguments of ``of`` are."""
        tables = self.tables if mustered.kinds == self._mustered.kinds else None
        return GameArena(self._scenario, self._deployed, mustered, self.bots, self.order, tables)

    def begin(self, seed: int, kind: type[GameState] = GameState) -> GameState:
        """Return a game before its first turn; recordings pass a ``kind`` of their own."""
        dice = Random(seed)  # noqa: S311  # not cryptographic
        state = kind(self.tables, self._goals, self.homes, self._mission, dice)
        state.deploy(placed(self.tables, self._rosters, dice))
        return state


def _rotated(by_party: Sequence[T], first: int) -> tuple[T, ...]:
    return (*by_party[first:], *by_party[:first])


def known_name(what: str, name: str, known: Collection[str]) -> str:
    """Return a name, or raise a ``UsageError`` that suggests a similar one if it is unknown."""
    if name not in known:
        raise UsageError(f"there is no {what} {name!r}{near_or_all(name, known)}")
    return name


def _refusal(reasons: Sequence[str]) -> ScenarioError:
    return ScenarioError("this scenario cannot be played:" + "".join(f"\n- {it}" for it in reasons))

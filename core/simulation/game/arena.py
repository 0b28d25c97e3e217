"""The arena: a scenario with a force, bots and an order of play, ready for any number of games."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from fairground.core.errors import LimitError, ScenarioError, UsageError
from fairground.core.metrics.fairness.parties import parties as parties_of
from fairground.core.rules.sight import SightModel
from fairground.core.simulation.game.bots import BOTS, DEFAULT_BOT, bot
from fairground.core.simulation.game.deployment import (
    OWN_UNITS,
    Muster,
    lack_of_room,
    muster,
    placed,
    rosters,
)
from fairground.core.simulation.game.not_played import not_played
from fairground.core.simulation.game.outcome import goals_of, homes_of, outcome
from fairground.core.simulation.game.state import GameState
from fairground.core.simulation.game.tables import Tables
from fairground.core.simulation.game.turn import DEFAULT_ORDER, ORDERS, play_turn
from fairground.core.text.suggest import near_or_all

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from fairground.core.metrics.fairness.parties import Party
    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.game.force import Force
    from fairground.core.simulation.game.outcome import GameOutcome

#: The turns of games on scenarios that have no limit.
TURNS: Final = 12


class GameArena:
    """What games are played on; see ``GameArena.of``.

    ``parties`` are ids, as in ``fairness``; a winner is an index into them, and so is who moves first. ``bots`` has one for
    each. ``force`` is the name of the force. ``turns`` is how many turns a game goes on at most, ``left_out`` what games
    leave out, in sentences.
    """

    def __init__(
        self,
        scenario: Scenario,
        parties: Sequence[Party],
        mustered: Muster,
        bots: tuple[str, ...],
        order: str,
    ) -> None:
        self._scenario, self._force = scenario, mustered.force
        self.parties = tuple(it.id for it in parties)
        self.bots, self.order = bots, order
        self.force = mustered.name
        self.turns = TURNS if scenario.turns is None else scenario.turns
        self.tables = Tables(scenario, mustered.kinds, mustered.force.roll)
        self.not_played = not_played(scenario, parties, self.turns, own_units=mustered.name == OWN_UNITS)
        self._victory = scenario.victory
        self._rosters = rosters(self.tables, parties, mustered.members)
        self._goals = goals_of(scenario, parties)
        self._homes = homes_of(self.tables, parties, self._goals)

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
        the weapons that a shipped force gives their classes; None is the first shipped one that fits the ruleset. ``bots``
        is a name out of ``BOTS`` for everybody, or one for each party; ``order`` one out of ``ORDERS``.

        Raises
        ------
        ScenarioError
            When the scenario cannot be played; the message has all reasons, a line each.
        UsageError
            When there is no such bot or order, or their number is wrong.
        FileError
            When there is no such force, or its file has faults.
        RulesetError
            When the ruleset has faults.

        >>> from fairground.core import load
        >>> arena = Arena.of(load("scenarios/twin-stones.yaml"))
        >>> arena.parties, arena.play(1) == arena.play(1)
        (('west-start', 'east-start'), True)
        """
        chosen = _known("turn order", order or DEFAULT_ORDER, ORDERS)
        named = [DEFAULT_BOT] if bots is None else [bots] if isinstance(bots, str) else list(bots)
        for it in named:
            _known("bot", it, BOTS)
        reasons: list[str] = []
        parties: tuple[Party, ...] = ()
        try:
            parties = parties_of(scenario)
        except ScenarioError:
            reasons.append("a game needs two teams with a deployment zone")
        rules = scenario.rules
        if rules.sight.model is not SightModel.CENTRES:
            reasons.append(
                f"{rules.title} measures sight from base to base, but games are played from hex to hex"
            )
        mustered = muster(scenario, parties, force)
        if not isinstance(mustered, Muster):
            raise _refusal([*reasons, *mustered])
        if reasons:
            raise _refusal(reasons)
        if len(named) not in (1, len(parties)):
            raise UsageError(
                f"name one bot for all, or one for each of {len(parties)} sides, not {len(named)}"
            )
        each = tuple(named) if len(named) > 1 else tuple(named * len(parties))
        try:
            arena = cls(scenario, parties, mustered, each, chosen)
        except (LimitError, ScenarioError) as error:
            raise _refusal([str(error)]) from error
        reasons += arena.lacks()
        if reasons:
            raise _refusal(reasons)
        return arena

    def __reduce__(self) -> tuple[object, ...]:
        """Return what the arena was made of: to work its tables out anew takes no longer than to read them."""
        force = OWN_UNITS if self.force == OWN_UNITS else self._force
        return GameArena.of, (self._scenario, force, self.bots, self.order)

    @property
    def cells(self) -> int:
        """How many parties can be the first to move: all, or 1 where all move at once."""
        return 1 if self.order == "simultaneous" else len(self.parties)

    def lacks(self) -> list[str]:
        """Return which parties have no room for their units, a sentence each."""
        lacks = (lack_of_room(self._rosters, number) for number in range(len(self.parties)))
        return [f"{party} has {lack}" for party, lack in zip(self.parties, lacks, strict=True) if lack]

    def play(self, seed: int, first: int = 0) -> GameOutcome:
        """Return the outcome of a game, the same for a seed everywhere; ``first`` begins each turn where parties alternate."""
        state = self.begin(seed)
        bots = [bot(it) for it in self.bots]
        while True:
            play_turn(state, self.order, bots, first, self._victory.kill)
            found = outcome(state, self.turns, self._victory)
            if found is not None:
                return found

    def begin(self, seed: int) -> GameState:
        """Return a game before its first turn."""
        dice = Random(seed)  # noqa: S311  # a game's dice
        state = GameState(self.tables, self._goals, self._homes, dice)
        state.deploy(placed(self.tables, self._rosters, dice))
        return state


def _known(what: str, name: str, known: Sequence[str]) -> str:
    if name not in known:
        raise UsageError(f"there is no {what} {name!r}{near_or_all(name, known)}")
    return name


def _refusal(reasons: Sequence[str]) -> ScenarioError:
    return ScenarioError("this scenario cannot be played:" + "".join(f"\n- {it}" for it in reasons))

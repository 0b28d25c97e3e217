"""Whole games in the compiled part: the same games, dice and results as Python's, many times as fast."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.native import library
from fairground.core.simulation.game.bots import Plain, Straying
from fairground.core.simulation.game.compiled_structures import (
    MOST_PARTIES,
    PLAIN_BOT,
    PLANNING_BOT,
    RANDOM_BOT,
    SEARCHING_BOT,
    HeldArrays,
    PlayBot,
    PlayGame,
    PlayGoal,
    PlayWeights,
)
from fairground.core.simulation.game.compiled_tables import CompiledTables
from fairground.core.simulation.game.ladder import bot
from fairground.core.simulation.game.planning import Planning, force_hit_points, point_worth, points_needed
from fairground.core.simulation.game.searching import Searching
from fairground.core.simulation.game.weights import Weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.simulation.game.arena import GameArena
    from fairground.core.simulation.game.bots import Bot
    from fairground.core.simulation.game.state import GameState
    from fairground.core.simulation.game.tables import Tables

#: The bots that the compiled part plays, by class: a bot of another package, or a class derived from these, is none of them.
_KINDS: Final[dict[type[Bot], int]] = {
    Straying: RANDOM_BOT,
    Plain: PLAIN_BOT,
    Planning: PLANNING_BOT,
    Searching: SEARCHING_BOT,
}
#: Whether all move at once, by the order of play.
_AT_ONCE: Final = {"alternate": False, "simultaneous": True}
#: The most kinds of units, and hexes of all kinds in all heat bands, that fit the keys of what the compiled part keeps.
_MOST_KINDS: Final = 256
_MOST_ROWS: Final = 1 << 24
#: The most states of a unit on its way, so that the searches for its paths fit the memory that games have.
_MOST_STATES: Final = 1 << 17
#: The most objectives: the compiled part has a bit for each.
_MOST_GOALS: Final = 64


class CompiledGames:
    """Plays the games of an arena whose parties are in the order of play."""

    def __init__(self, arena: GameArena, tables: CompiledTables, kinds: Sequence[int]) -> None:
        self._tables, self._held = tables, HeldArrays()
        self._play = tables.functions.play_game
        victory = arena.tables.scenario.victory
        held, game = self._held, PlayGame()
        self._game = game
        parties = len(arena.parties)
        game.tables = ctypes.pointer(tables.filled)
        game.parties, game.turns, game.kill = parties, arena.turns, victory.kill
        game.last_standing, game.at_once = victory.last_standing, _AT_ONCE[arena.order]
        game.points_win = -1 if victory.points is None else victory.points
        game.goals = len(arena.goals)
        count = arena.tables.field.count
        goals = []
        for it in arena.goals:
            inside = np.zeros(count, np.uint8)
            inside[list(it.hexes)] = 1
            able = [party in it.parties for party in range(parties)]
            hexes = held.array(sorted(it.hexes))
            goals.append(
                PlayGoal(
                    len(it.hexes), it.points, it.hold, hexes, held.place(inside), held.array(able, np.uint8)
                )
            )
        game.goal = held.structures(PlayGoal, goals)
        weights = (getattr(bot(name), "weights", Weights()) for name in arena.bots)
        game.bots = held.structures(
            PlayBot, (PlayBot(kind, PlayWeights(*it)) for kind, it in zip(kinds, weights, strict=True))
        )
        homes = arena.homes
        game.home_counts = held.array([len(it) for it in homes])
        game.homes = held.array([held.array(it) for it in homes], np.uint64)

    def play_on(self, state: GameState) -> None:
        """Play a game that has not begun to its end: the state and the dice become as they do in Python.

        Raises what went wrong when a table was filled, such as ``LimitError``.
        """
        game, tables = self._game, state.tables
        units, parties = len(state.rows), state.parties
        game.units, game.turn = units, state.turn
        game.force, game.points_needed = force_hit_points(state), points_needed(state)
        game.point_worth = point_worth(state)
        alive = np.zeros((parties, units), np.int64)
        for party, listed in enumerate(state.alive):
            alive[party, : len(listed)] = listed
        by_party = np.zeros((parties, tables.field.count), np.int64)
        for unit, (party, _, at, *_) in enumerate(state.rows.tolist()):
            if unit in state.alive[party]:
                by_party[party, at] += 1
        version, words, gauss = state.dice.getstate()
        arrays: dict[str, NDArray[np.generic]] = {
            "rows": state.rows,
            "spent": np.array(state.spent, np.int64),
            "heat": np.array(state.heat, np.int64),
            "alive": alive,
            "alive_counts": np.array([len(it) for it in state.alive], np.int64),
            "points": np.array(state.points, np.int64),
            "losses": np.array(state.losses, np.int64),
            "held": np.array(state.held, np.int64).reshape(-1, parties),
            "scored": np.array(state.scored, np.int64).reshape(-1, parties),
            "acted": np.zeros(units, np.uint8),
            "lost": np.zeros(units, np.uint8),
            "there": state.there,
            "by_party": by_party,
            "dice": np.array(words, np.uint32),
        }
        for name, it in arrays.items():
            setattr(game, name, it.ctypes.data)
        problem = self._play(ctypes.byref(game))
        if problem:
            error, self._tables.error = self._tables.error, None
            raise error or MemoryError("not enough memory for a game")
        state.dice.setstate((version, tuple(arrays["dice"].tolist()), gauss))
        self._read(state, arrays)

    def _read(self, state: GameState, arrays: dict[str, NDArray[np.generic]]) -> None:
        """Write the end of a game into its state."""
        state.turn = int(self._game.turn)
        counts = arrays["alive_counts"].tolist()
        state.alive = [it[:count] for it, count in zip(arrays["alive"].tolist(), counts, strict=True)]
        state.spent, state.heat = arrays["spent"].tolist(), arrays["heat"].tolist()
        state.points, state.losses = arrays["points"].tolist(), arrays["losses"].tolist()
        state.held = arrays["held"].tolist()
        state.scored = [[bool(it) for it in row] for row in arrays["scored"].tolist()]
        state.acted = set(np.flatnonzero(arrays["acted"]).tolist())
        state.lost = set(np.flatnonzero(arrays["lost"]).tolist())
        state.party_hexes = [
            sum(1 << at for at in np.flatnonzero(row).tolist()) for row in arrays["by_party"]
        ]


def compiled_games(arena: GameArena) -> CompiledGames | None:
    """Return the compiled games of an arena whose parties are in the order of play; None if Python has to play them.

    Python plays missions, arrivals and exits that pay, bots of other packages, and all games where there is no compiled part.
    """
    compiled = library()
    mission, tables = arena.mission, arena.tables
    kinds = [_KINDS.get(type(bot(it))) for it in arena.bots]
    known = [it for it in kinds if it is not None]
    is_plain = not (mission.has_wins or mission.paying_exits or any(it.arrives > 1 for it in arena.members))
    if (
        compiled is None
        or not is_plain
        or len(known) < len(kinds)
        or len(kinds) > MOST_PARTIES
        or len(arena.goals) > _MOST_GOALS
        or len(tables.kinds) > _MOST_KINDS
        or len(tables.kinds) * len(tables.bands) * tables.field.count > _MOST_ROWS
        or _most_states(tables) > _MOST_STATES
    ):
        return None
    filled = tables.compiled = tables.compiled or CompiledTables(tables, compiled)
    if any(it >= PLANNING_BOT for it in known):
        filled.look_ahead()
    return CompiledGames(arena, filled, known)


def _most_states(tables: Tables) -> int:
    """Return the most states of any unit on its way: hexes by stances."""
    kinds, bands = range(len(tables.kinds)), range(len(tables.bands))
    return tables.field.count * max(tables.moves(kind, band).size for kind in kinds for band in bands)

"""How a game ended, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.simulation.game.state import Of

if TYPE_CHECKING:
    from fairground.core.simulation.game.arena import GameArena
    from fairground.core.simulation.game.state import GameState
    from fairground.core.simulation.game.turn import GameOutcome


def how_it_ended(result: GameOutcome, state: GameState, arena: GameArena) -> str:
    """Return what ended a game and, at the turn limit, what decided it."""
    victory = arena.tables.scenario.victory
    standing = [party for party, units in enumerate(state.alive) if units]
    if victory.last_standing and result.winner is not None and standing == [result.winner]:
        return "last side standing"
    if victory.points is not None and max(result.points) >= victory.points:
        return (
            "points target reached" if result.winner is not None else "points target reached by several sides"
        )
    when = "no units left" if not standing else "turn limit"
    if result.winner is None:
        return f"{when}: nobody ahead"
    merits: tuple[tuple[str, list[int]], ...] = (
        ("more points", list(result.points)),
        ("more units left", [len(units) for units in state.alive]),
        (
            "more hit points left",
            [sum(int(state.rows[it, Of.HIT_POINTS]) for it in units) for units in state.alive],
        ),
    )
    level = list(range(len(state.alive)))
    for name, values in merits:
        most = max(values[party] for party in level)
        level = [party for party in level if values[party] == most]
        if len(level) == 1:
            return f"{when}: {name}"
    return f"{when}: nobody ahead"

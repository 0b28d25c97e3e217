"""Positions out of games by random bots, as the state of the game and as a scenario with these units."""

from dataclasses import replace

from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import Shield, Unit
from fairground.core.simulation.game.arena import GameArena
from fairground.core.simulation.game.ladder import bot
from fairground.core.simulation.game.state import GameState, Of
from fairground.core.simulation.game.turn import play_turn
from fairground.core.simulation.game.unit_kinds import SHIELDS


def position(arena: GameArena, seed: int, turns: int) -> GameState:
    """Return a game after some turns, in the middle of the next: the first units have moved."""
    state = arena.begin(seed)
    straying = [bot("random")] * len(arena.parties)
    for _ in range(turns):
        if all(state.alive):
            play_turn(state, "alternate", straying, 0, 0)
    state.begin_turn()
    for units in state.alive:
        for unit in units[: len(units) // 2]:
            choice = straying[0].choose(state, unit)
            state.move(unit, choice.hex, choice.facing, choice.spent, choice.moved)
    return state


def as_scenario(state: GameState, sides: list[str]) -> Scenario:
    """Return the scenario with the units of a game where they stand; ids are their numbers."""
    tables = state.tables
    layout = tables.scenario.board.layout
    facings = {layout.facing_direction(it): it for it in range(1, 7)}
    units = []
    for party, listed in enumerate(state.alive):
        for unit in listed:
            row = state.rows[unit].tolist()
            units.append(
                Unit(
                    id=f"u{unit}",
                    side=sides[party],
                    unit_class=tables.kinds[row[Of.KIND]].class_id,
                    hex=tables.field.hexes[row[Of.HEX]],
                    facing=facings[row[Of.FACING]],
                    shield=Shield(SHIELDS[row[Of.SHIELD]]),
                )
            )
    return replace(tables.scenario, units=units)

"""The moment of a recorded game as marks for the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.pictures.looks import class_codes
from fairground.core.scenario.parts import Shield, Unit
from fairground.editor.app.texts import tr
from fairground.editor.overlays.game_marks import GameView, MarkedAttack, MarkedUnit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.recording.game_record import GameRecord, RecordedGames
    from fairground.core.simulation.recording.steps import Step


def game_view(scenario: Scenario, games: RecordedGames, game: GameRecord, step: Step) -> GameView:
    """Return a step of a game for the map: units after it, and what leads there.

    A unit that is destroyed in the step is still shown, crossed out, and one that leaves the board for the last time.
    """
    layout = scenario.board.layout

    def place(hex_: int) -> Hex:
        row, column = divmod(hex_, games.columns)
        return layout.from_offset(column, row)

    codes = class_codes(it.unit_class for it in games.kinds)
    units, losses = [], []
    for number, (unit, before, after) in enumerate(
        zip(game.units, step.before.units, step.after.units, strict=True)
    ):
        if not (before.is_on_board or after.is_on_board):
            continue
        kind, sides = games.kinds[unit.kind], games.parties[unit.party].sides
        if number in step.losses:
            losses.append(place(after.hex))
        shown = Unit(
            str(number),
            sides[0] if sides else "",
            kind.unit_class,
            place(after.hex),
            layout.facing(after.facing),
            Shield(unit.shield),
        )
        units.append(MarkedUnit(shown, codes[kind.unit_class], max(0, after.hit_points), number == step.unit))
    return GameView(
        (games.rows, games.columns),
        tuple(units),
        _move(step, place),
        _attack(step, place),
        tuple(losses),
        tuple(_held(scenario, games, step)),
        tr("Game {number}, turn {turn}").format(number=game.number, turn=step.turn)
        if step.turn
        else tr("Game {number}, start").format(number=game.number),
    )


def _move(step: Step, place: Callable[[int], Hex]) -> tuple[Hex, Hex] | None:
    if step.moved is None:
        return None
    before = step.before.units[step.moved.unit].hex
    return (place(before), place(step.moved.hex)) if before != step.moved.hex else None


def _attack(step: Step, place: Callable[[int], Hex]) -> MarkedAttack | None:
    it = step.attacked
    if it is None:
        return None
    text = f"\N{MINUS SIGN}{it.damage}" if it.damage else tr("miss") if it.is_possible else tr("not possible")
    start, end = step.after.units[it.unit].hex, step.before.units[it.target].hex
    return MarkedAttack(place(start), place(end), bool(it.damage), text)


def _held(scenario: Scenario, games: RecordedGames, step: Step) -> Iterator[tuple[NDArray[np.bool_], int]]:
    """Yield the hexes of each goal that a party holds, and the index of its side."""
    for goal, party in zip(games.goals, step.after.holders(), strict=True):
        if party is not None:
            mask = np.zeros(games.rows * games.columns, np.bool_)
            mask[list(goal.hexes)] = True
            sides = games.parties[party].sides
            yield mask.reshape(games.rows, games.columns), scenario.side_index(sides[0]) if sides else -1

"""A witness: writes down what bots decide, move by move, and the position that they decide on."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.simulation.game.bots import Bot
from fairground.core.simulation.game.ladder import bot
from fairground.core.simulation.game.state import Of
from fairground.core.simulation.game.unit_kinds import SHIELDS

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.simulation.game.bots import BotChoice
    from fairground.core.simulation.game.state import GameState
    from fairground.core.simulation.game.unit_choices import ShotOption


@dataclass(frozen=True)
class Piece:
    """A unit as the referee keeps it; ``spent`` is of this turn's points, ``moved`` how many hexes it entered."""

    party: int
    kind: int
    hex: Hex
    facing: int
    shield: str
    hit_points: int
    heat: int
    moved: int = 0
    spent: Fraction = Fraction(0)
    is_lost: bool = False


class Position(NamedTuple):
    """All that there is to see of a game: its units by number, and the points and losses of each party."""

    pieces: tuple[Piece, ...]
    points: tuple[int, ...]
    losses: tuple[int, ...]


class Seen(NamedTuple):
    """A decision of a bot, and the position that it decided on."""

    unit: int
    before: Position
    choice: BotChoice | None
    shot: ShotOption | None


class Witness(Bot):
    """Plays as another bot does, and writes down what it decides on which position."""

    def __init__(self, name: str, seen: list[Seen]) -> None:
        self._bot, self._seen = bot(name), seen

    def choose(self, state: GameState, unit: int) -> BotChoice:
        before = position_of(state)
        found = self._bot.choose(state, unit)
        self._seen.append(Seen(unit, before, found, None))
        return found

    def aim(self, state: GameState, unit: int) -> ShotOption | None:
        before = position_of(state)
        found = self._bot.aim(state, unit)
        self._seen.append(Seen(unit, before, None, found))
        return found


def position_of(state: GameState) -> Position:
    """Return a game as it stands."""
    left = {unit for units in state.alive for unit in units}
    pieces = []
    for unit, row in enumerate(state.rows.tolist()):
        scale = state.tables.moves(row[Of.KIND], row[Of.BAND]).scale
        pieces.append(
            Piece(
                party=row[Of.PARTY],
                kind=row[Of.KIND],
                hex=state.tables.field.hexes[row[Of.HEX]],
                facing=row[Of.FACING],
                shield=SHIELDS[row[Of.SHIELD]],
                hit_points=row[Of.HIT_POINTS],
                heat=state.heat[unit],
                moved=row[Of.MOVED],
                spent=Fraction(state.spent[unit], scale),
                is_lost=unit not in left,
            )
        )
    return Position(tuple(pieces), tuple(state.points), tuple(state.losses))

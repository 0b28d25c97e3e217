"""The weights of the bots, in one table; docs/reference/games.md gives the reason for each."""

from __future__ import annotations

from typing import Final, NamedTuple

#: The parts of a point of damage in which weights count.
PER_DAMAGE: Final = 20


class Weights(NamedTuple):
    """The weights of a bot, in twentieths of a point of damage.

    ``strike`` and ``threat`` are for each point of damage expected to be dealt and taken now, ``later`` for each that may be
    dealt after the next move. ``danger`` is for each point that an enemy who has yet to act this turn may deal in addition,
    ``danger_later`` for those of one who has acted. ``contact``, ``home`` and ``prize`` are for each movement point to its best
    range of an enemy, to the ground it holds, and to an objective. ``stake`` is for each point of damage that the objectives
    here are worth. ``focus`` is the percentage of a unit's worth that counts, in addition, for the share of its hit points that
    an attack takes.
    """

    strike: int = 0
    threat: int = 0
    contact: int = 0
    home: int = 0
    prize: int = 0
    danger: int = 0
    danger_later: int = 0
    later: int = 0
    stake: int = 0
    focus: int = 0


_ONE_STEP: Final = Weights(strike=80, threat=20, contact=3, prize=40)
_PLANNING: Final = Weights(
    strike=80, threat=10, contact=3, prize=40, danger=80, danger_later=40, later=24, stake=20, focus=100
)
#: The weights by the name of the bot; ``random`` has none.
WEIGHTS: Final[dict[str, Weights]] = {
    "one-step": _ONE_STEP,
    "planning": _PLANNING,
    "searching": _PLANNING,
    "advance": Weights(strike=80, threat=20, contact=10),
    "hold": Weights(strike=80, threat=40, contact=1, home=20),
}

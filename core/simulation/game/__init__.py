"""Self-play: games by bots on a scenario, by the ruleset's movement, sight, cover, facing and attacks."""

from fairground.core.files.force_file import load_force, shipped_forces
from fairground.core.simulation.game.arena import GameArena
from fairground.core.simulation.game.ending import GameOutcome
from fairground.core.simulation.game.ladder import BOTS, DEFAULT_BOT, LADDER, SAME_BOTS, distinct_bots
from fairground.core.simulation.game.not_played import LEFT_OUT
from fairground.core.simulation.game.turn import DEFAULT_ORDER, ORDERS

__all__ = [
    "BOTS",
    "DEFAULT_BOT",
    "DEFAULT_ORDER",
    "LADDER",
    "LEFT_OUT",
    "ORDERS",
    "SAME_BOTS",
    "GameArena",
    "GameOutcome",
    "distinct_bots",
    "load_force",
    "shipped_forces",
]

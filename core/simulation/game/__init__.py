"""Self-play: games by bots on a scenario, by the ruleset's movement, sight, cover, facing and attacks."""

from fairground.core.files.force_file import load_force, shipped_forces
from fairground.core.simulation.game.arena import GameArena
from fairground.core.simulation.game.ending import GameOutcome
from fairground.core.simulation.game.ladder import BOTS, DEFAULT_BOT, DISTINCT_BOTS, LADDER, SAME_BOTS
from fairground.core.simulation.game.not_played import LEFT_OUT
from fairground.core.simulation.game.turn import DEFAULT_ORDER, ORDERS

__all__ = [
    "BOTS",
    "DEFAULT_BOT",
    "DEFAULT_ORDER",
    "DISTINCT_BOTS",
    "LADDER",
    "LEFT_OUT",
    "ORDERS",
    "SAME_BOTS",
    "GameArena",
    "GameOutcome",
    "load_force",
    "shipped_forces",
]

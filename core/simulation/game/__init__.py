"""Self-play: games by bots on a scenario, by the ruleset's movement, sight, cover, facing and attacks."""

from fairground.core.files.force_file import load_force, shipped_forces
from fairground.core.simulation.game.arena import GameArena
from fairground.core.simulation.game.bots import BOTS, DEFAULT_BOT
from fairground.core.simulation.game.ending import GameOutcome
from fairground.core.simulation.game.not_played import LEFT_OUT
from fairground.core.simulation.game.turn import DEFAULT_ORDER, ORDERS

__all__ = [
    "BOTS",
    "DEFAULT_BOT",
    "DEFAULT_ORDER",
    "LEFT_OUT",
    "ORDERS",
    "GameArena",
    "GameOutcome",
    "load_force",
    "shipped_forces",
]

"""Self-play: games by bots on a scenario, by the ruleset's movement, sight, cover, facing and attacks, with equal forces."""

from fairground.core.analysis.play.arena import Arena
from fairground.core.analysis.play.bots import BOTS, DEFAULT_BOT
from fairground.core.analysis.play.force_loading import load_force, shipped_forces
from fairground.core.analysis.play.left_out import LEFT_OUT
from fairground.core.analysis.play.outcome import Outcome
from fairground.core.analysis.play.turn import DEFAULT_ORDER, ORDERS

__all__ = [
    "BOTS",
    "DEFAULT_BOT",
    "DEFAULT_ORDER",
    "LEFT_OUT",
    "ORDERS",
    "Arena",
    "Outcome",
    "load_force",
    "shipped_forces",
]

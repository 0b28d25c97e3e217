"""The bots by name: those on the ladder, and bots with other goals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fairground.core.simulation.game.bots import Plain, Straying
from fairground.core.simulation.game.planning import Planning
from fairground.core.simulation.game.searching import Searching
from fairground.core.simulation.game.weights import WEIGHTS

if TYPE_CHECKING:
    from fairground.core.simulation.game.bots import Bot

#: The bots on the ladder, meant to grow stronger from first to last; docs/reference/games.md has what was measured.
LADDER: Final = ("random", "one-step", "planning", "searching")
#: Other names of bots.
SAME_BOTS: Final = {"objectives": "one-step", "search": "searching"}
_BOTS: Final[dict[str, Bot]] = {
    "random": Straying(),
    "one-step": Plain(WEIGHTS["one-step"]),
    "planning": Planning(WEIGHTS["planning"]),
    "searching": Searching(WEIGHTS["searching"]),
    "advance": Plain(WEIGHTS["advance"]),
    "hold": Plain(WEIGHTS["hold"]),
}
#: All names of bots.
BOTS: Final = (*_BOTS, *SAME_BOTS)
DEFAULT_BOT: Final = "objectives"
#: One name for each bot, to choose from.
DISTINCT_BOTS: Final = tuple(DEFAULT_BOT if it == SAME_BOTS[DEFAULT_BOT] else it for it in _BOTS)


def bot(name: str) -> Bot:
    """Return the bot with a name from ``BOTS``."""
    return _BOTS[SAME_BOTS.get(name, name)]

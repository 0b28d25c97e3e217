"""The bots by name: those on the ladder, and bots with other goals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from fairground.core.plugin_groups import PluginGroup, WithPlugins, guarded, require
from fairground.core.simulation.game.bots import Bot, Plain, Straying
from fairground.core.simulation.game.planning import Planning
from fairground.core.simulation.game.searching import Searching
from fairground.core.simulation.game.weights import WEIGHTS

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.simulation.game.bots import BotChoice
    from fairground.core.simulation.game.state import GameState
    from fairground.core.simulation.game.unit_choices import Options, ShotOption

#: The bots on the ladder, meant to grow stronger from first to last; docs/reference/games.md has what was measured.
LADDER: Final = ("random", "one-step", "planning", "searching")
#: Other names of bots.
SAME_BOTS: Final = {"objectives": "one-step", "search": "searching"}
_SHIPPED: Final[dict[str, Bot]] = {
    "random": Straying(),
    "one-step": Plain(WEIGHTS["one-step"]),
    "planning": Planning(WEIGHTS["planning"]),
    "searching": Searching(WEIGHTS["searching"]),
    "advance": Plain(WEIGHTS["advance"]),
    "hold": Plain(WEIGHTS["hold"]),
}
_TITLES: Final = {
    "random": "Random moves",
    "one-step": "Take objectives",
    "planning": "Plan ahead",
    "searching": "Search replies",
    "advance": "Advance to contact",
    "hold": "Hold cover",
}


@dataclass(frozen=True)
class BotPlugin:
    """A bot of another package; ``summary`` says in a sentence what it does."""

    title: str
    summary: str
    bot: Bot


class _Guarded(Bot):
    """A bot of a plugin whose errors are raised as ``PluginError``."""

    def __init__(self, name: str, bot: Bot) -> None:
        what = f"the bot {name!r}"
        self._choose, self._leaves = guarded(what, bot.choose), guarded(what, bot.leaves)
        self._weigh, self._score_unit = guarded(what, bot.weigh), guarded(what, bot.score_unit)
        self._focus, self._aim = guarded(what, bot.focus), guarded(what, bot.aim)

    def choose(self, state: GameState, unit: int) -> BotChoice:
        return self._choose(state, unit)

    def leaves(self, state: GameState, unit: int) -> bool:
        return self._leaves(state, unit)

    def weigh(self, state: GameState, found: Options) -> dict[str, NDArray[np.int64]]:
        return self._weigh(state, found)

    def score_unit(self, state: GameState) -> int:
        return self._score_unit(state)

    def focus(self, state: GameState, unit: int) -> Mapping[int, int]:
        return self._focus(state, unit)

    def aim(self, state: GameState, unit: int) -> ShotOption | None:
        return self._aim(state, unit)


def _register(name: str, declared: object) -> BotPlugin:
    plugin = require(declared, BotPlugin)
    require(plugin.bot, Bot)  # type: ignore[type-abstract]  # it is only compared
    return replace(plugin, bot=_Guarded(name, plugin.bot))


#: The bots of other packages.
BOT_PLUGINS: Final = PluginGroup(
    "bots", _register, title=lambda it: it.title, taken=lambda: {*_SHIPPED, *SAME_BOTS}
)


def _of_plugins() -> dict[str, Bot]:
    return {name: it.bot for name, it in BOT_PLUGINS.members().items()}


#: The bots by all their names; those of plugins last.
BOTS: Final = WithPlugins(
    {**_SHIPPED, **{name: _SHIPPED[same] for name, same in SAME_BOTS.items()}}, _of_plugins
)
DEFAULT_BOT: Final = "objectives"


def distinct_bots() -> tuple[str, ...]:
    """Return one name for each bot, to choose from; those of plugins last."""
    shipped = (DEFAULT_BOT if it == SAME_BOTS[DEFAULT_BOT] else it for it in _SHIPPED)
    return *shipped, *BOT_PLUGINS.members()


def bot_title(name: str) -> str:
    """Return the title of a bot; the name itself if no bot has it, as in games recorded with another plugin."""
    title = _TITLES.get(SAME_BOTS.get(name, name))
    if title is not None:
        return title
    plugin = BOT_PLUGINS.members().get(name)
    return plugin.title if plugin else name


def bot(name: str) -> Bot:
    """Return the bot with a name from ``BOTS``."""
    return BOTS[name]

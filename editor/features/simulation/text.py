"""Self-play in words: shares, effects, numbers of games, and how long the rest takes."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final

from fairground.editor.app.texts import tr, trn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.editor.features.simulation.job import EffectFigures

#: What bots are called, and orders in which the sides move; others are called by their ids.
_BOTS: Final[Mapping[str, str]] = {
    "advance": tr("Advance to contact"),
    "hold": tr("Hold cover"),
    "objectives": tr("Take objectives"),
    "search": tr("Look ahead"),
    "random": tr("Random moves"),
}
_ORDERS: Final[Mapping[str, str]] = {"alternate": tr("In turn"), "simultaneous": tr("All at once")}
#: From so many seconds on, what is left is told in minutes.
_MINUTES = 100


def bot_name(bot: str) -> str:
    """Return what a bot is called."""
    return _BOTS.get(bot, bot)


def order_name(order: str) -> str:
    """Return what an order of moves is called."""
    return _ORDERS.get(order, order)


def share_words(share: float) -> str:
    """Return a share in percent with one decimal."""
    return f"{100 * share:.1f}%"


def points_words(change: float) -> str:
    """Return a change of a share in points, with one decimal and its sign: ``+3.5``."""
    return f"{100 * change:+z.1f}".replace("-", "\N{MINUS SIGN}")


def tick_words(value: float, *, is_change: bool) -> str:
    """Return what stands at a tick of an axis: a share, or a change in points, with a decimal only where it has one."""
    if not is_change:
        return share_words(value).replace(".0%", "%")
    return points_words(value).removesuffix(".0") if value else "0"


def game_count(count: int) -> str:
    """Return a number of games in words."""
    return trn("{n} game", "{n} games", count).format(n=f"{count:,}")


def played_words(played: int, planned: int) -> str:
    """Return how many of the games are played."""
    return tr("{played} of {planned}").format(played=f"{played:,}", planned=game_count(planned))


def time_words(seconds: float | None) -> str:
    """Return how long the games that are left take; empty while that is not known."""
    if seconds is None:
        return ""
    if seconds < _MINUTES:
        return tr("{n} s left").format(n=ceil(seconds))
    return tr("{n} min left").format(n=ceil(seconds / 60))


def effect_words(effect: EffectFigures) -> str:
    """Return an effect in points with its interval."""
    return tr("{points} points ({low} to {high})").format(
        points=points_words(effect.estimate),
        low=points_words(effect.span.low),
        high=points_words(effect.span.high),
    )

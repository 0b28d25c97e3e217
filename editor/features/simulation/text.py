"""Texts of self-play: names, shares, effects, numbers of games, and the time left."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final

from fairground.editor.app.texts import tr, trn
from fairground.editor.document.rule_answers import bot_plugin

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.editor.features.simulation.job import EffectFigures, EndFigures

#: Names of bots and orders of play by id; others are shown by their id.
_BOTS: Final[Mapping[str, str]] = {
    "advance": tr("Advance to contact"),
    "hold": tr("Hold cover"),
    "objectives": tr("Take objectives"),
    "planning": tr("Plan ahead"),
    "searching": tr("Search replies"),
    "random": tr("Random moves"),
}
#: What each bot does, in a sentence.
_SUMMARIES: Final[Mapping[str, str]] = {
    "advance": tr("Goes to the best range for its first weapon."),
    "hold": tr("Stays on its own objectives or in its zone, where danger is lowest."),
    "objectives": tr("Makes the best immediate move: attacks and goes for objectives."),
    "planning": tr(
        "Like Take objectives, but also considers what each side can do next turn, contests objectives and focuses its fire."
    ),
    "searching": tr(
        "Like Plan ahead, but also plays out this turn and the next after each of its best moves."
    ),
    "random": tr("Moves and attacks at random. A baseline for the others."),
}
_ORDERS: Final[Mapping[str, str]] = {"alternate": tr("Alternating"), "simultaneous": tr("Simultaneous")}
#: From this many seconds on, the time left is shown in minutes.
_MINUTES = 100


def bot_name(bot: str) -> str:
    """Return the name of a bot."""
    plugin = None if bot in _BOTS else bot_plugin(bot)
    return plugin.title if plugin else _BOTS.get(bot, bot)


def bot_summary(bot: str) -> str:
    """Return what a bot does, in a sentence; empty for unknown bots."""
    plugin = None if bot in _SUMMARIES else bot_plugin(bot)
    return plugin.summary if plugin else _SUMMARIES.get(bot, "")


def order_name(order: str) -> str:
    """Return the name of an order of play."""
    return _ORDERS.get(order, order)


def format_share(share: float) -> str:
    """Return a share in percent with one decimal."""
    return f"{100 * share:.1f}%"


def format_points(change: float) -> str:
    """Return a change of a share in points, with one decimal and its sign: ``+3.5``."""
    return f"{100 * change:+z.1f}".replace("-", "\N{MINUS SIGN}")


def format_tick(value: float, *, is_change: bool) -> str:
    """Return the text at a tick: a share, or a change in points, with a decimal only if it isn't 0."""
    if not is_change:
        return format_share(value).replace(".0%", "%")
    return format_points(value).removesuffix(".0") if value else "0"


def game_count(count: int) -> str:
    """Return a number of games as text."""
    return trn("{n} game", "{n} games", count).format(n=f"{count:,}")


def format_progress(played: int, planned: int) -> str:
    """Return the progress: ``120 of 1,110 games``."""
    return tr("{played} of {planned}").format(played=f"{played:,}", planned=game_count(planned))


def format_time_left(seconds: float | None) -> str:
    """Return the time left as text; empty for None."""
    if seconds is None:
        return ""
    if seconds < _MINUTES:
        return tr("{n} s left").format(n=ceil(seconds))
    return tr("{n} min left").format(n=ceil(seconds / 60))


def format_effect(effect: EffectFigures) -> str:
    """Return an effect in points with its interval."""
    return tr("{points} points ({low} to {high})").format(
        points=format_points(effect.estimate),
        low=format_points(effect.span.low),
        high=format_points(effect.span.high),
    )


def format_end(end: EndFigures) -> str:
    """Return how many games ended in a way: ``61 games: Guard, leave through Gate``."""
    who = end.party or tr("draw")
    return tr("{games}: {who}, {way}").format(games=game_count(end.games), who=who, way=end.way)


def split_claim(claim: str, ends: tuple[str, ...]) -> tuple[str, str]:
    """Return a claim in two parts, the headline and the rest, at the first of some ends of a clause.

    >>> split_claim("Unfair, for these bots: west wins. Others may not.", (": ",))
    ('Unfair, for these bots:', 'West wins. Others may not.')
    """
    end = min((it for it in ends if it in claim), key=claim.index, default="")
    lead, mark, rest = claim.partition(end) if end else (claim, "", "")
    return lead + mark.rstrip(), f"{rest[:1].upper()}{rest[1:]}"

"""The verdict on moving first, by the same kind of test as the claim about the zones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairground.core.simulation.statistics.effects import ZoneEffect, mean_effect
from fairground.core.simulation.statistics.equivalence import FEWEST, FirstMoveVerdict
from fairground.core.simulation.statistics.interim_looks import squares

if TYPE_CHECKING:
    from fairground.core.simulation.simulation import Simulation


@dataclass(frozen=True, slots=True)
class FirstMove:
    """The verdict on moving first, and the effect with the 90% interval behind it, widened for interim checks."""

    verdict: FirstMoveVerdict
    effect: ZoneEffect


def first_move(found: Simulation) -> FirstMove | None:
    """Return the verdict on moving first; None if all move at once, or some zone won no game as first mover or lost none.

    It doesn't stop the games, and is not decided while they are being played.
    """
    effect = _effect(found)
    return None if effect is None else FirstMove(first_move_verdict(found, effect), effect)


def _effect(found: Simulation) -> ZoneEffect | None:
    setting, tally = found.setting, found.tally
    if not setting.first:
        return None
    rates = [(cell[first], sum(cell)) for first, cell in enumerate(tally.wins)]
    if not setting.has_pairs:
        return mean_effect(rates, setting.middle, setting.square(found.played))
    mean = mean_effect(rates, setting.middle)
    if mean is None:
        return None
    # Games end by the zones' wins, which say nothing about the first move, so its interval needs no widening.
    interval, middle = tally.pairs.by_first().interval(squares((setting.games,))[0]), float(setting.middle)
    return ZoneEffect(mean.estimate, interval.low - middle, interval.high - middle)


def first_move_verdict(found: Simulation, effect: ZoneEffect) -> FirstMoveVerdict:
    """Return the verdict on an effect of moving first in some games."""
    setting = found.setting
    if setting.deciding:
        return FirstMoveVerdict.NOT_JUDGED
    if not found.finished or found.mostly_draws or found.decided < FEWEST:
        return FirstMoveVerdict.NOT_DECIDED
    most = float(setting.margin)
    if effect.low >= most or effect.high <= -most:
        return FirstMoveVerdict.DECIDES
    if -most <= effect.low and effect.high <= most:
        return FirstMoveVerdict.EVEN
    return FirstMoveVerdict.NOT_DECIDED

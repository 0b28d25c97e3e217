"""The claim of a simulation as text, always with its interval, margin, bots and force."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING

from fairground.core.simulation.game.muster import OWN_UNITS
from fairground.core.simulation.statistics.equivalence import FEWEST, Claim, ClaimState
from fairground.core.text.wording import counted, listed

if TYPE_CHECKING:
    from fractions import Fraction

    from fairground.core.simulation.settings import Setting
    from fairground.core.simulation.simulation import Simulation, ZoneRate
    from fairground.core.simulation.statistics.wilson import Interval


def sentence(found: Simulation) -> str:
    """Return the claim with its figures and limits, as one paragraph; what is not played comes first."""
    holds = _holds_for(found)
    match found.claim:
        case Claim.FAIR:
            claim = f"Fair to within {margin_of(found)}, {holds}: {_inside(found)}."
        case Claim.UNFAIR:
            claim = f"Unfair, {holds}: {_outside(found)}."
        case Claim.NOT_JUDGED:
            rates = "; ".join(
                f"{it.id} wins {_rate(it)} of the games, {between(it.tested)}" for it in found.zones
            )
            missing = listed(found.setting.deciding)
            return f"Not judged: games leave out {missing}. {_without(found, f'F{holds[1:]}')}, {rates} ({confidence(found)}).{_limits(found)}"
        case _:
            claim = f"Not decided, {holds}: {_open(found)}."
    claim = _without(found, claim)
    return claim + _limits(found) if found.finished else claim


def _without(found: Simulation, claim: str) -> str:
    """Return a claim that begins with what is not played but can't decide who wins."""
    missing = found.setting.without
    return f"Without {listed(missing)}, {claim[0].lower()}{claim[1:]}" if missing else claim


def _holds_for(found: Simulation) -> str:
    """Return what the claim is limited to: bots, force, mission, and the errors ignored."""
    setting = found.setting
    if len(set(setting.bots)) == 1:
        bots = setting.bots[0]
    else:
        bots = ", ".join(f"{party} {bot}" for party, bot in zip(setting.parties, setting.bots, strict=True))
    return f"for {listed([f'these bots ({bots})', *force_and_mission(setting)])}{despite_errors(setting)}"


def force_and_mission(setting: Setting) -> tuple[str, ...]:
    """Return what a claim is limited to besides the bots: the force, and the mission if there is one."""
    force = "the scenario's own units" if setting.force == OWN_UNITS else f"this force ({setting.force})"
    return (force, f"its mission ({'; '.join(setting.missions)})") if setting.missions else (force,)


def despite_errors(setting: Setting) -> str:
    """Return the errors ignored as a clause; empty for none."""
    return f", despite {counted(len(setting.errors), 'error')} in the scenario" if setting.errors else ""


def _limits(found: Simulation) -> str:
    text = " Other bots may give a different verdict."
    first = found.turn_order
    if first is not None:
        low, high = (f"{100 * it:+.1f}" for it in (first.low, first.high))
        text += f" Moving first is worth {100 * first.estimate:+.1f} points ({low} to {high}, 95%)."
    return text


def margin_of(found: Simulation) -> str:
    """Return the margin as text: ``5 points``."""
    points = _digits(float(100 * found.setting.margin))
    return f"{points} point{'' if points == '1' else 's'}"


def between(it: Interval) -> str:
    """Return an interval as text, rounded outward to a tenth of a percent: ``47.6% to 52.5%``."""
    return f"{floor(1000 * it.low) / 10:.1f}% to {min(100.0, ceil(1000 * it.high) / 10):.1f}%"


def band(found: Simulation) -> str:
    """Return the win rates that count as even: ``45% to 55%``."""
    low, high = (_digits(float(100 * it)) for it in found.setting.band)
    return f"{low}% to {high}%"


def confidence(found: Simulation) -> str:
    """Return the confidence of the tested intervals, and the reasons why they are widened."""
    of = [
        *([f"{len(found.parties)} zones"] if found.setting.tests > 1 else []),
        *([f"{len(found.setting.looks)} interim checks"] if len(found.setting.looks) > 1 else []),
    ]
    return "90%" + (f", widened for {' and '.join(of)}" if of else "")


def _inside(found: Simulation) -> str:
    if len(found.parties) == 2:
        one = found.zones[0]
        return (
            f"the win rate of {one.id}, {between(one.tested)} ({confidence(found)}), is within {band(found)}"
        )
    return f"all win rates are within {band(found)} ({confidence(found)})"


def _outside(found: Simulation) -> str:
    """Return the parties that win too often or too seldom; of two, the one that wins too often."""
    out = [it for it in found.zones if it.standing in (ClaimState.ABOVE, ClaimState.BELOW)]
    if len(found.parties) == 2:
        out = [it for it in out if it.standing is ClaimState.ABOVE]
    rates = "; ".join(f"{it.id} wins {_rate(it)} of the games, {between(it.tested)}" for it in out)
    sides = {ClaimState.ABOVE: "above", ClaimState.BELOW: "below"}
    where = " or ".join(dict.fromkeys(sides[it.standing] for it in out))
    return f"{rates} ({confidence(found)}), {where} {band(found)}"


def _open(found: Simulation) -> str:
    """Return why nothing is decided, and how many games would decide."""
    if not found.finished:
        return f"{found.played:,} of {found.setting.games:,} games played"
    if found.mostly_draws:
        return f"{found.draws:,} of {found.played:,} games ended in a draw"
    needed = found.games_needed
    more = (
        f"if the rates stay the same, about {needed:,} games in total would decide"
        if needed
        else "at these rates, no practical number of games would decide"
    )
    if found.decided < FEWEST:
        return f"too few games had a winner: {found.decided:,}, but at least {FEWEST} are needed; {more}"
    over = next(it for it in found.zones if it.standing is ClaimState.OPEN)
    return (
        f"the win rate of {over.id}, {between(over.tested)} ({confidence(found)}), is neither clearly "
        f"within nor clearly outside {band(found)}; {more}"
    )


def _rate(it: ZoneRate) -> str:
    return percent(it.rate) if it.rate is not None else "none"


def percent(rate: Fraction) -> str:
    """Return a win rate with one decimal: ``71.0%``."""
    return f"{float(100 * rate):.1f}%"


def _digits(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")

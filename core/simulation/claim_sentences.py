"""The claim of a simulation as text, always with its interval, margin, bots and force."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING, Final

from fairground.core.simulation.game.muster import OWN_UNITS
from fairground.core.simulation.settings import StoppingRule, expected_games
from fairground.core.simulation.statistics.equivalence import FEWEST, Claim, ClaimState, FirstMoveVerdict
from fairground.core.text.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from fairground.core.simulation.settings import Setting
    from fairground.core.simulation.simulation import Simulation, ZoneRate
    from fairground.core.simulation.statistics.effects import ZoneEffect
    from fairground.core.simulation.statistics.wilson import Interval


#: How the name of a force begins that joins the scenario's own units.
_UNITS_AND: Final = f"{OWN_UNITS} and "
_OTHER_BOTS: Final = "Other bots may give a different verdict."


def sentence(found: Simulation) -> str:
    """Return the claim and the verdict on moving first, with their figures and limits; what is not played comes first."""
    parts = (claim_sentence(found), describe_first_move(found) if found.finished else "")
    return " ".join(filter(None, parts))


def claim_sentence(found: Simulation) -> str:
    """Return the claim about the zones with its figures and limits; it says if moving first decides too much, or may."""
    holds = bots_and_force(found)
    match found.claim:
        case Claim.FAIR:
            claim = f"Fair to within {margin_of(found)}{_but(found)}, {holds}: {_inside(found)}."
        case Claim.UNFAIR:
            claim = f"Unfair, {holds}: {_outside(found)}."
        case Claim.NOT_JUDGED:
            rates = "; ".join(wins_of(found, it) for it in found.zones)
            missing = listed(found.setting.deciding)
            return (
                f"Not judged: the games leave out {missing}. {_without(found, f'F{holds[1:]}')}, {rates} "
                f"({confidence(found)}). {_OTHER_BOTS}"
            )
        case _:
            claim = f"Not decided, {holds}: {_open(found)}."
    claim = _without(found, claim)
    return f"{claim} {_OTHER_BOTS}" if found.finished else claim


def describe_first_move(found: Simulation) -> str:
    """Return the verdict on moving first with its figures, as a sentence; empty if all move at once."""
    first = found.first_move
    if first is None:
        return ""
    verdicts = {
        FirstMoveVerdict.DECIDES: "it decides too much",
        FirstMoveVerdict.EVEN: f"it does not matter by more than {margin_of(found)}",
        FirstMoveVerdict.NOT_DECIDED: f"not decided whether that is more than {margin_of(found)}",
        FirstMoveVerdict.NOT_JUDGED: "not judged",
    }
    return f"Moving first is worth {describe_effect(first.effect, ', 90%')}: {verdicts[first.verdict]}."


def describe_effect(effect: ZoneEffect, note: str = "") -> str:
    """Return an effect with its interval, and a note inside the brackets: ``+3.5 points (-0.2 to +7.1)``."""
    low, high = (f"{100 * it:+.1f}" for it in (effect.low, effect.high))
    return f"{100 * effect.estimate:+.1f} points ({low} to {high}{note})"


def describe_cost(setting: Setting) -> str:
    """Return the expected number of games as a sentence, for before the first one."""
    expected = expected_games(setting)
    if setting.rule is StoppingRule.FIXED:
        return f"{setting.games:,} games."
    if expected is None:
        return f"At most {setting.games:,} games ({setting.rule})."
    off = _digits(float(200 * setting.margin))
    return (
        f"About {expected.even:,} games if the map is even, about {expected.off:,} if it is off by {off} points, at most "
        f"{expected.most:,} ({setting.rule})."
    )


def describe_rule(found: Simulation) -> str:
    """Return when play stopped, as a sentence."""
    setting = found.setting
    if setting.rule is StoppingRule.FIXED:
        return f"All {setting.games:,} games were played."
    return f"Stopped after {found.played:,} of at most {setting.games:,} games ({setting.rule})."


def label(found: Simulation) -> str:
    """Return the claim in a few words: ``fair``, or ``fair, but moving first decides too much``."""
    first = found.first_move
    if found.claim is not Claim.FAIR and first is not None and first.verdict is FirstMoveVerdict.DECIDES:
        return f"{found.claim}; moving first decides too much"
    return f"{found.claim}{_but(found) if found.claim is Claim.FAIR else ''}"


def _but(found: Simulation) -> str:
    """Return what qualifies a fair map: a first move that decides too much, or may; empty for nothing."""
    match found.first_move and found.first_move.verdict:
        case FirstMoveVerdict.DECIDES:
            return ", but moving first decides too much"
        case FirstMoveVerdict.NOT_DECIDED:
            return " between the zones, but the effect of moving first is not decided"
        case _:
            return ""


def _without(found: Simulation, claim: str) -> str:
    """Return a claim that begins with what is not played but can't decide who wins."""
    missing = found.setting.without
    return f"Without {listed(missing)}, {claim[0].lower()}{claim[1:]}" if missing else claim


def bots_and_force(found: Simulation) -> str:
    """Return what the claim is limited to: bots, force, mission, and the errors ignored."""
    setting = found.setting
    bots = describe_bots(setting.titles or setting.parties, setting.bots)
    return f"for {listed([f'these bots ({bots})', *force_and_mission(setting)])}{despite_errors(setting)}"


def describe_bots(parties: Sequence[str], bots: Sequence[str]) -> str:
    """Return the titles of the bots of some parties as text: ``Plan ahead``, or ``Plan ahead for North, Hold cover for South``."""
    from fairground.core.simulation.game.ladder import bot_title

    if len(set(bots)) == 1:
        return bot_title(bots[0])
    return ", ".join(f"{bot_title(bot)} for {party}" for party, bot in zip(parties, bots, strict=True))


def force_and_mission(setting: Setting) -> tuple[str, ...]:
    """Return what a claim is limited to besides the bots: the force, and the mission if there is one."""
    title = setting.force_title or setting.force.removeprefix(_UNITS_AND)
    force = describe_force(setting.force, f"this force ({title})")
    return (force, f"its mission ({'; '.join(setting.missions)})") if setting.missions else (force,)


def describe_force(name: str, title: str) -> str:
    """Return a force as text by its name and the title of what isn't the scenario's own units."""
    own = "the scenario's own units"
    if name == OWN_UNITS:
        return own
    return f"{own} with {title}" if name.startswith(_UNITS_AND) else title


def despite_errors(setting: Setting) -> str:
    """Return the errors ignored as a clause; empty for none."""
    return f", despite {counted(len(setting.errors), 'error')} in the scenario" if setting.errors else ""


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
    setting = found.setting
    outside = {ClaimState.ABOVE, ClaimState.BELOW} & {it.standing for it in found.zones}
    if setting.has_pairs and outside:
        return "90%, widened for a check after every pair of games"
    of = [
        *([f"{len(found.parties)} zones"] if setting.tests > 1 else []),
        *([f"{len(setting.looks)} interim checks"] if len(setting.looks) > 1 else []),
    ]
    return "90%" + (f", widened for {' and '.join(of)}" if of else "")


def _inside(found: Simulation) -> str:
    if len(found.parties) == 2:
        one = found.zones[0]
        return f"the win rate of {one.title}, {between(one.tested)} ({confidence(found)}), is within {band(found)}"
    return f"all win rates are within {band(found)} ({confidence(found)})"


def _outside(found: Simulation) -> str:
    """Return the parties that win too often or too seldom; of two, the one that wins too often."""
    out = [it for it in found.zones if it.standing in (ClaimState.ABOVE, ClaimState.BELOW)]
    if len(found.parties) == 2:
        out = [it for it in out if it.standing is ClaimState.ABOVE]
    rates = "; ".join(wins_of(found, it) for it in out)
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
        f"if the rates stay the same, about {needed:,} games in total would be enough to decide"
        if needed
        else "at these rates, no practical number of games would be enough to decide"
    )
    if found.decided < FEWEST:
        return f"too few games had a winner: {found.decided:,}, but at least {FEWEST} are needed; {more}"
    over = next(it for it in found.zones if it.standing is ClaimState.OPEN)
    return (
        f"the win rate of {over.title}, {between(over.tested)} ({confidence(found)}), is neither clearly "
        f"within nor clearly outside {band(found)}; {more}"
    )


def wins_of(found: Simulation, zone: ZoneRate) -> str:
    """Return the win rate of a zone with its interval: ``the win rate of West is 61.2%, 53.0% to 68.9%``."""
    games = f" in the {found.decided:,} games with a winner" if found.draws else ""
    rate = percent(zone.rate) if zone.rate is not None else "unknown"
    return f"the win rate of {zone.title}{games} is {rate}, {between(zone.tested)}"


def percent(rate: Fraction) -> str:
    """Return a win rate with one decimal: ``71.0%``."""
    return f"{float(100 * rate):.1f}%"


def _digits(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")

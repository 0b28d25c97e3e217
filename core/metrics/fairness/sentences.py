"""The sentences of fairness reports: the verdict, the values of each measure, why it is rated so, and what is not judged.

A measure's title and meaning are in ``core.scenario.fairness_titles_and_limits``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from fairground.core.metrics.fairness.measured_values import (
    highest,
    imbalance,
    lowest,
    percent,
    percentages,
    plain,
    uneven,
)
from fairground.core.metrics.fairness.measured_values import listed as value_list
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, By, MeasureUnit, Verdict
from fairground.core.text.wording import counted, hex_count, listed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from fairground.core.metrics.fairness.measured_values import Values
    from fairground.core.metrics.fairness.ratings import RatedValues
    from fairground.core.metrics.fairness.symmetry import SymmetryReport


#: Why measures are not compared.
NO_FOOTING: Final = "No unit can stand in any of the zones."
NO_COVER: Final = "There is no cover on the board."
NO_ROOM: Final = "No hex of any zone is usable."
NO_OBJECTIVES: Final = "There are no objectives."
NO_OBJECTIVE_IN_REACH: Final = "No side can win or reach any objective."
NO_HARM: Final = "Nothing on the board causes damage or heat."
NO_COOLING: Final = "Nothing on the board cools units."
CANNOT_SHOOT: Final = "no unit can shoot"
#: Why there are no suggestions.
NO_VALUES: Final = "There is nothing to compare."
ALREADY_EVEN: Final = "Nothing to improve."
NO_EDIT: Final = "Found no single edit nearby that helps."

#: Why a symmetric board may not be fair.
NO_EXCHANGE: Final = "no symmetry maps {} to {}"
MIRRORED_SHIELDS: Final = "a mirror swaps left and right, but shields stay on the same arm"
DIFFERENT_ROLES: Final = "the roles differ ({})"
UNEVEN_OBJECTIVES: Final = "the objectives are not symmetric"
UNEVEN_UNITS: Final = "the units are not the same, or do not start in symmetric hexes"
TURN_ORDER: Final = "the side that moves first keeps that advantage, unless all move at once"

#: The values of measures, with the ``gap`` in percent, the ``lead`` in turns, how much ``more`` or the ``worst`` party.
_VALUES: Final[Mapping[str, str]] = {
    "contact": "Turns until units can reach an enemy zone: {values}.{lead}",
    "first-shot": "First turn with a shot into an enemy zone{at}: {values}.{lead}",
    "objectives": "Movement points to the objectives, on average: {values}.",
    "nearest-objective": "Movement points to the nearest objective: {values}.",
    "territory": "Hexes that units reach first: {values}; {tied} tied.{gap}",
    "safe-area": "Hexes that are much nearer to a side than to its enemies: {values}.{gap}",
    "exploration": "Share of the board that a side can enter before it meets the enemy: {values}.{gap}",
    "exposure": "Share of pairs of hexes, one in each zone, that see each other{at}: {values}.",
    "exposure-after-move": "Deployment hexes under fire{at} once the enemy has moved: {values}.{worst}",
    "cover": "Share of the fighting ground with cover against fire from the enemy's zone: {values}.",
    "high-ground": "Levels above the enemy's ground, on average: {values}.{more}",
    "high-ground-view": "Hexes seen from the nearest hilltops: {values}.{gap}",
    "traffic": "Largest share of the cheapest routes that lead through a single hex: {values}.",
    "hazard": "Damage and heat on the way out of the side's zone: {values}.{more}",
    "cooling": "Turns to the nearest hex that cools: {values}.{lead}",
    "capacity": "Usable deployment hexes{each}: {values}.{gap}",
}
#: The same where no party has a value.
_NOBODY: Final[Mapping[str, str]] = {
    "contact": "No unit can reach an enemy zone, so the time to contact is not judged.",
    "first-shot": "No unit can ever shoot into an enemy zone{at}.",
    "objectives": "No side can reach all its objectives, so the average is not judged.",
    "choke-width": "Nothing can block the way between the zones because they touch. The width is not judged.",
    "routes": "Routes cannot be counted because the zones touch. They are not judged.",
    "hazard": "No unit can reach an enemy zone, so damage and heat on the way are not judged.",
    "cooling": "No unit can reach a hex that cools, so the distance is not judged.",
}
#: The same where all values are 0.
_NOTHING: Final[Mapping[str, str]] = {
    "exposure": "No unit is in sight of an enemy{at} at the start.",
    "exposure-after-move": "No unit is under fire{at} once the enemy has moved.",
    "high-ground": "No side's own ground is higher than the enemy's.",
    "high-ground-view": "No side can reach ground higher than its own zone.",
    "hazard": "No way out of a zone leads through damage or heat.",
}


def describe_values(measure: str, values: Values, **details: object) -> str:
    """Return the sentence with a measure's values, or that there are none; ``details`` fill its other fields."""
    found = set(values.values())
    texts = _NOBODY if found == {None} else _NOTHING if found == {0} else _VALUES
    text = values_text(measure, values)
    template = texts.get(measure, _VALUES[measure])
    after = {name: compare(values) for name, compare in _COMPARISONS.items() if f"{{{name}}}" in template}
    return template.format(values=text, **after, **details)


def _gap(values: Values) -> str:
    """Return a sentence with the lag of the party with the least behind the one with the most; empty if all are equal."""
    known = [it for it in values.values() if it is not None]
    if not uneven(values) or len(known) < len(values):
        return ""
    return f" {lowest(values)[0]}: {percent(imbalance(known))} less than {highest(values)[0]}."


def _lead(values: Values) -> str:
    """Return a sentence with the first party and its lead over the last in turns; empty if all are equal."""
    known = [it for it in values.values() if it is not None]
    if not uneven(values) or not known:
        return ""
    if len(known) < len(values):
        return f" Never: {listed([party for party, it in values.items() if it is None])}."
    return f" {listed(lowest(values))}: {counted(max(known) - min(known), 'turn')} earlier."


def _more(values: Values) -> str:
    """Return a sentence with the lead of the party with the most over the one with the least; empty if all are equal."""
    known = [it for it in values.values() if it is not None]
    if not uneven(values) or len(known) < len(values):
        return ""
    return f" {highest(values)[0]}: {plain(max(known) - min(known))} more than {lowest(values)[0]}."


def _worst(values: Values) -> str:
    most = highest(values)
    return f" Most exposed: {most[0]}." if uneven(values) and most else ""


#: What follows the values, by the name of its field.
_COMPARISONS: Final[Mapping[str, Callable[[Values], str]]] = {
    "gap": _gap,
    "lead": _lead,
    "more": _more,
    "worst": _worst,
}


def describe_capacity(values: Values, wasted: Mapping[str, int], *, by_unit: bool) -> str:
    """Return the sentences with the room in the zones and the useless hexes of each party."""
    text = describe_values("capacity", values, each=" per unit" if by_unit else "")
    useless = ", ".join(f"{hex_count(count)} of {party}" for party, count in wasted.items() if count)
    return f"{text} Unusable: {useless}." if useless else text


def describe_cuts(measure: str, values: Values) -> str:
    """Return the sentence with the choke width or the number of routes."""
    few, many = lowest(values), highest(values)
    if not few:
        return _NOBODY[measure]
    least, most = int(values[few[0]] or 0), int(values[many[0]] or 0)
    text = "There is no route between some zones"
    if least and measure == "routes":
        text = f"{counted(least, 'separate route')} between zones {'is' if least == 1 else 'are'} about as short as the shortest"
    elif least:
        text = f"{hex_count(least)} can block the way between zones"
    if least != most:
        text += f", for {' and '.join(few)}; for {' and '.join(many)} it is {most}"
    return f"{text}."


def describe_nearer(objective: str, far: Values) -> str:
    """Return a sentence with the party nearest to an objective and its lead, or those that can't get there."""
    if beyond := [party for party, it in far.items() if it is None]:
        return f" {objective} is out of reach of {listed(beyond)}."
    first, last = lowest(far), highest(far)[0]
    lead = (far[last] or Fraction(0)) - (far[first[0]] or Fraction(0))
    points = counted(lead, "point") if lead.denominator == 1 else f"{plain(lead)} movement points"
    return f" {objective} is {points} nearer to {' and '.join(first)} than to {last}."


def describe_symmetry(report: SymmetryReport) -> str:
    """Return the symmetry report in a sentence or two."""
    if report.symmetry is None:
        return "No turn or mirror of the board swaps the zones."
    if count := int(report.deviating.sum()):
        differ = "differs from its partner" if count == 1 else "differ from their partners"
        share = percent(report.share)
        return f"The board is {share} symmetric under a {report.name}; {hex_count(count)} {differ}."
    reservations = "; ".join(report.but)
    if report.fair:
        return f"Symmetric under a {report.name}, so fair by construction; but {reservations}."
    return f"The board is symmetric under a {report.name}, which does not make it fair: {reservations}."


def describe_uncompared(roles: Mapping[str, str], by_itself: str = "") -> str:
    """Return a sentence with parties that aren't compared because no other has their role; empty for none.

    ``by_itself`` is the figure that is rated all the same, such as ``lowest``: the sentence then names it.
    """
    alone = [f"{party} ({role or 'no role'})" for party, role in roles.items()]
    if not alone:
        return ""
    only = len(alone) == 1
    why = (
        f"no other side has the role of {alone[0]}" if only else f"{' and '.join(alone)} have different roles"
    )
    return f"Only the {by_itself} value is rated: {why}." if by_itself else f"Not compared: {why}."


def verdict_sentence(  # noqa: PLR0913  # the parts of a verdict
    verdict: Verdict | None,
    *,
    decide: int,
    because: Sequence[str],
    not_judged: Sequence[str],
    reasons: Mapping[str, str] | None = None,
    roles: Mapping[str, str] | None = None,
    errors: int = 0,
    doubt: str = "",
) -> str:
    """Return a sentence with the verdict and what it does not cover.

    ``decide`` is the number of measures that gate. ``because`` has the titles of those that the verdict comes from, and
    ``not_judged`` the titles of those that aren't rated, for the ``reasons`` by title. ``roles`` has the role of each party. ``errors`` is the number of errors of
    the scenario that were ignored, and ``doubt`` a clause on why the verdict isn't the worst rating; empty if it is.

    >>> verdict_sentence(Verdict.GREEN, decide=3, because=(), not_judged=("exposure",))
    'Green in 2 of the 3 deciding measures; not judged: exposure.'
    """
    despite = f"Despite {counted(errors, 'error')}: " if errors else ""
    if verdict is None:
        why = (
            _different_roles(roles or {})
            or _with_reasons(not_judged, reasons or {})
            or "no measure decides the verdict"
        )
        text = f"not judged: {why}"
        return despite + (text if despite else text[:1].upper() + text[1:]) + "."
    word = verdict.value if despite else verdict.value.capitalize()
    if verdict is not Verdict.GREEN:
        text = f"{word} because of {listed(because)}" if because else word
        if doubt:
            text += f"{';' if because else ':'} {doubt}"
    elif not_judged:
        text = f"{word} in {decide - len(not_judged)} of the {decide} deciding measures"
    elif decide == 1:
        text = f"{word} in the one deciding measure"
    else:
        text = f"{word} in all {decide} deciding measures"
    left_out = f"; not judged: {listed(not_judged)}" if not_judged else ""
    return f"{despite}{text}{left_out}."


def _different_roles(roles: Mapping[str, str]) -> str:
    if len(set(roles.values())) < 2:
        return ""
    parties = listed([f"{party} ({role or 'no role'})" for party, role in roles.items()])
    return (
        f"{parties} have different roles, so equal ground does not mean equal chances; run self-play to "
        "see who wins"
    )


def _with_reasons(titles: Sequence[str], reasons: Mapping[str, str]) -> str:
    """Return titles as text, those with the same reason together: ``cover, because there is no cover on the board``."""
    grouped: dict[str, list[str]] = {}
    for title in titles:
        grouped.setdefault(reasons.get(title, ""), []).append(title)
    return "; ".join(listed(them) + (f", because {why}" if why else "") for why, them in grouped.items())


def values_text(measure: str, values: Values) -> str:
    """Return the values of parties by their titles: ``40% for North, 37.5% for South``."""
    return percentages(values) if MEASURES[measure].is_share else value_list(values)


def value_text(measure: str, value: Fraction | None) -> str:
    """Return the value of a party: a share as a percentage, anything else as a number, ``never`` for None."""
    if value is None:
        return "never"
    return percent(value) if MEASURES[measure].is_share else plain(value)


#: One of each unit, and several; shares are percentages.
_UNITS: Final[Mapping[MeasureUnit, tuple[str, str]]] = {
    MeasureUnit.TURNS: ("turn", "turns"),
    MeasureUnit.POINTS: ("movement point", "movement points"),
    MeasureUnit.HEXES: ("hex", "hexes"),
    MeasureUnit.LEVELS: ("level", "levels"),
    MeasureUnit.WIDTH: ("hex", "hexes"),
    MeasureUnit.ROUTES: ("route", "routes"),
    MeasureUnit.HARM: ("point of damage and heat", "points of damage and heat"),
    MeasureUnit.ROOM: ("hex per unit", "hexes per unit"),
}


def value_with_unit(measure: str, value: Fraction | None) -> str:
    """Return the value of a party with its unit: ``1 turn``, ``7.43 movement points``, ``54.3%``, ``never`` for None."""
    return "never" if value is None else amount_text(MEASURES[measure].unit, value)


def amount_text(unit: MeasureUnit, amount: Fraction, *, more: int = 0) -> str:
    """Return an amount with its unit; a share as a percentage. ``more`` decimals than usual tell it from another."""
    if unit is MeasureUnit.SHARE:
        return percent(amount, decimals=1 + more)
    return f"{plain(amount, decimals=2 + more)} {_UNITS[unit][amount != 1]}"


#: Decimals beyond the usual ones that a figure has at most, to be told from its limit.
_MOST_DECIMALS: Final = 9

_FIGURES: Final[Mapping[By, str]] = {
    By.IMBALANCE: "the imbalance",
    By.DIFFERENCE: "the difference",
    By.LOWEST: "the lowest value",
    By.HIGHEST: "the highest value",
}


_SHORT_FIGURES: Final[Mapping[By, str]] = {
    By.IMBALANCE: "{}",
    By.DIFFERENCE: "{} apart",
    By.LOWEST: "at least {}",
    By.HIGHEST: "at most {}",
}


def judgement_text(measure: str, found: Sequence[RatedValues]) -> str:
    """Return a sentence with the rating of a measure and the limit of the next better band; empty without a rating."""
    if not found:
        return ""
    worst = max(found, key=lambda it: it.verdict.severity)
    if worst.verdict is Verdict.GREEN:
        return "That is green."
    if worst.amount is None:
        return "That is red: one side can do this, but another never can."
    figure, limit = _figure_and_limit(measure, worst, worst.amount)
    return f"That is {worst.verdict.value}: {_FIGURES[worst.by]} is {figure}, and {limit}."


def reason_text(measure: str, worst: RatedValues) -> str:
    """Return why a measure isn't green, to follow its values: ``22.5% apart, amber goes up to 12.5%``; empty if it is.

    The lowest and the highest value are among the values, so they are not repeated. Empty too if one side never can.
    """
    if worst.verdict is Verdict.GREEN or worst.amount is None:
        return ""
    figure, limit = _figure_and_limit(measure, worst, worst.amount)
    return f"{figure} apart, {limit}" if worst.by.compares else limit


def figure_text(measure: str, rated: RatedValues) -> str:
    """Return the figure that is rated, in a few words: ``at least 1 turn``, ``0.04 levels apart``; an imbalance is ``6.2%``."""
    if rated.amount is None:
        return "never for one side"
    figure, _ = _figure_and_limit(measure, rated, rated.amount)
    return _SHORT_FIGURES[rated.by].format(figure)


def _figure_and_limit(measure: str, worst: RatedValues, amount: Fraction) -> tuple[str, str]:
    """Return a figure and the limit of the next better band as a clause, ``green starts at 2 turns``.

    Both have as many decimals as it takes to tell them apart.
    """
    better = Verdict.GREEN if worst.verdict is Verdict.AMBER else Verdict.AMBER
    bound = worst.band.green if better is Verdict.GREEN else worst.band.amber
    unit = MeasureUnit.SHARE if worst.by is By.IMBALANCE else MEASURES[measure].unit
    figure, limit = next(
        (
            texts
            for more in range(_MOST_DECIMALS)
            if (texts := _texts(unit, amount, bound, more))[0] != texts[1]
        ),
        _texts(unit, amount, bound, _MOST_DECIMALS),
    )
    end = "starts at" if worst.by is By.LOWEST else "goes up to"
    return figure, f"{better.value} {end} {limit}"


def _texts(unit: MeasureUnit, amount: Fraction, bound: Fraction, more: int) -> tuple[str, str]:
    return amount_text(unit, amount, more=more), amount_text(unit, bound, more=more)

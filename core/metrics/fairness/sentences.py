"""Texts about measures: the verdict, a value, and why a measure is rated as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fairground.core.metrics.fairness.measured_values import percent, plain
from fairground.core.scenario.fairness_titles_and_limits import MEASURES
from fairground.core.scenario.fairness_verdicts import By, Verdict
from fairground.core.text.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from fairground.core.metrics.fairness.ratings import RatedValues


def verdict_sentence(
    verdict: Verdict | None,
    *,
    decide: int,
    because: Sequence[str],
    not_judged: Sequence[str],
    reasons: Mapping[str, str] | None = None,
    roles: Mapping[str, str] | None = None,
    errors: int = 0,
) -> str:
    """Return a sentence with the verdict and what it does not cover.

    ``decide`` is the number of measures that gate. ``because`` has the titles of those that the verdict comes from, and
    ``not_judged`` the titles of those that aren't rated, for the ``reasons`` by title. ``roles`` has the role of each party. ``errors`` is the number of errors of
    the scenario that were ignored.

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
        text = f"{word} because of {listed(because)}"
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
    return f"{parties} have different roles, so equal ground does not mean equal chances; play games to see who wins"


def _with_reasons(titles: Sequence[str], reasons: Mapping[str, str]) -> str:
    """Return titles as text, those with the same reason together: ``cover, because there is no cover on the board``."""
    grouped: dict[str, list[str]] = {}
    for title in titles:
        grouped.setdefault(reasons.get(title, ""), []).append(title)
    return "; ".join(listed(them) + (f", because {why}" if why else "") for why, them in grouped.items())


def value_text(measure: str, value: Fraction | None) -> str:
    """Return the value of a party: a share as a percentage, anything else as a number, ``never`` for None."""
    if value is None:
        return "never"
    return percent(value) if MEASURES[measure].is_share else plain(value)


_FIGURES: Final[Mapping[By, str]] = {
    By.IMBALANCE: "the imbalance",
    By.DIFFERENCE: "the difference",
    By.LOWEST: "the lowest value",
    By.HIGHEST: "the highest value",
}


def judgement_text(measure: str, found: Sequence[RatedValues]) -> str:
    """Return a sentence with the rating of a measure and the limit of the next better band; empty without a rating."""
    if not found:
        return ""
    worst = max(found, key=lambda it: it.verdict.severity)
    if worst.verdict is Verdict.GREEN:
        return "That is green."
    if worst.amount is None:
        return "That is red: one side can do this, and another never can."
    bound, better = (
        (worst.band.green, Verdict.GREEN)
        if worst.verdict is Verdict.AMBER
        else (worst.band.amber, Verdict.AMBER)
    )

    def describe(amount: Fraction) -> str:
        return percent(amount) if worst.by is By.IMBALANCE else value_text(measure, amount)

    end = "from" if worst.by is By.LOWEST else "up to"
    return (
        f"That is {worst.verdict.value}: {_FIGURES[worst.by]} is {describe(worst.amount)}, and {better.value} is "
        f"{end} {describe(bound)}."
    )

"""Sentences about measures for designers, and the verdict that claims no more than was judged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fairground.core.metrics.fairness.measured_values import SHARES, percent, plain
from fairground.core.scenario.fairness_bands import By, Verdict
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
    errors: int = 0,
) -> str:
    """Return a verdict in words, with what it does not cover in the same sentence.

    ``decide`` is how many measures gate the verdict, ``because`` the titles of those that it comes from and ``not_judged``
    the titles of those that could not be judged. ``errors`` is how many errors of the scenario it was given despite.

    >>> verdict_sentence(Verdict.GREEN, decide=3, because=(), not_judged=("exposure",))
    'Green in 2 of the 3 measures that decide; not judged: exposure.'
    """
    despite = f"Despite {counted(errors, 'error')}: " if errors else ""
    if verdict is None:
        told = f"not judged: {listed(not_judged)}" if not_judged else "not judged: no measure decides"
        return despite + (told if despite else told[:1].upper() + told[1:]) + "."
    word = verdict.value if despite else verdict.value.capitalize()
    if verdict is not Verdict.GREEN:
        told = f"{word} because of {listed(because)}"
    elif not_judged:
        told = f"{word} in {decide - len(not_judged)} of the {decide} measures that decide"
    else:
        told = (
            f"{word} in the one measure that decides"
            if decide == 1
            else f"{word} in all {decide} measures that decide"
        )
    left_out = f"; not judged: {listed(not_judged)}" if not_judged else ""
    return f"{despite}{told}{left_out}."


#: What a measure is about, by its id.
MEANINGS: Final[Mapping[str, str]] = {
    "contact": "How soon the sides can be at each other: who is there first chooses where the fight is.",
    "first-shot": "How soon a side can shoot into the other's deployment zone, once it has moved.",
    "objectives": "How far it is to what is worth points: the nearer side scores first.",
    "nearest-objective": "How far it is to the first thing worth points.",
    "territory": "How much of the board a side gets to before the other: room to move in and to fall back to.",
    "safe-area": "How much ground is much nearer to a side than to its enemy: where it can gather undisturbed.",
    "exploration": "How much of the board a side passes before it meets the enemy: its freedom to choose a way.",
    "exposure": "How much of a deployment zone the enemy has in sight before anybody has moved.",
    "exposure-after-move": "How much of a deployment zone comes under fire once the enemy has moved: who begins, shoots.",
    "cover": "How much of where a side starts and goes has something to hide behind within a move.",
    "high-ground": "How much ground above its own zone a side gets to early.",
    "high-ground-view": "How much of the board is seen from the nearest hill of a side.",
    "choke-width": "How wide the narrowest place between the sides is: a narrow one is closed by few units.",
    "routes": "How many ways apart from each other there are between the sides, about as short as the shortest.",
    "traffic": "How much of the movement between the sides runs through a single hex.",
    "hazard": "How much harm the shortest way to the enemy does.",
    "cooling": "How far it is to where units cool.",
    "capacity": "How much room a deployment zone has for the units that start in it.",
    "symmetry": "How far a turn or mirror makes one side's half of the other's.",
}
_THINGS: Final[Mapping[By, str]] = {
    By.IMBALANCE: "the imbalance",
    By.DIFFERENCE: "the difference",
    By.LOWEST: "the least",
    By.HIGHEST: "the most",
}


def judgement_text(measure: str, found: Sequence[RatedValues]) -> str:
    """Return in a sentence how a measure is judged and where the next better band begins; empty where it is not."""
    if not found:
        return ""
    worst = max(found, key=lambda it: it.verdict.severity)
    if worst.verdict is Verdict.GREEN:
        return "That is green."
    if worst.amount is None:
        return "That is red: what one side can do, another never can."
    bound, better = (
        (worst.band.green, Verdict.GREEN)
        if worst.verdict is Verdict.AMBER
        else (worst.band.amber, Verdict.AMBER)
    )

    def told(amount: Fraction) -> str:
        share = worst.by is By.IMBALANCE or measure in SHARES
        return percent(amount) if share else plain(amount)

    end = "from" if worst.by is By.LOWEST else "up to"
    return (
        f"That is {worst.verdict.value}: {_THINGS[worst.by]} is {told(worst.amount)}, and {better.value} is "
        f"{end} {told(bound)}."
    )

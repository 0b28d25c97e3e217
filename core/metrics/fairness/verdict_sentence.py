"""The verdict in a sentence that claims no more than was judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.scenario.fairness_bands import Verdict
from fairground.core.text.counts import counted
from fairground.core.text.joined_lists import listed

if TYPE_CHECKING:
    from collections.abc import Sequence


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

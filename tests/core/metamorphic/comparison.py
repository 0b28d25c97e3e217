"""Compare the answers about a scenario with those about its image."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.core.metamorphic.answers import Questions, answers
from tests.core.metamorphic.changes import CHANGES, changes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.scenario.document import Scenario

#: From one of a board's changes to the next; has no factor in common with how many there are.
_STRIDE = 7


def differences(scenario: Scenario, seed: int, *, most: int) -> Iterator[str]:
    """Yield what is shown otherwise after a change that must not matter; ``most`` is how many of the changes are made."""
    questions = Questions(scenario, seed)
    before = answers(scenario, questions)
    numbers = ((seed + i * _STRIDE) % CHANGES for i in range(most))
    for change in changes(scenario, seed, numbers):
        after = answers(
            change.scenario, questions, at=change.way.hex, facing=change.way.facing, name=change.name
        )
        for title, answer in before.items():
            # Which turns and mirrors a board is compared with depends on its rectangle, void hexes included.
            if title == "symmetry" and not change.keeps_rectangle:
                continue
            for place, expected, found in differing(change.image(answer), after[title], title):
                yield f"{change.title}: {place}: {expected} expected, {found} found"


def differing(expected: Any, found: Any, place: str) -> Iterator[tuple[str, Any, Any]]:  # plain data
    """Yield the places where two answers differ, as deep down as they go, with what stands there."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in {**expected, **found}:
            yield from differing(expected.get(key), found.get(key), f"{place}, {key}")
    elif isinstance(expected, frozenset) and isinstance(found, frozenset):
        if expected != found:
            yield place, sorted(expected - found, key=str), sorted(found - expected, key=str)
    elif expected != found:
        yield place, expected, found

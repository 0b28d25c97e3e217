"""Keep ways to win consistent when parts that they name are removed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fairground.core.scenario.mission_references import fitted_missions
from fairground.editor.document.patches import FieldPatch, ListPatch, list_patch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.patches import Patch

_NAMED = frozenset(("sides", "zones", "objectives", "units"))


def fit_missions(scenario: Scenario, patches: Sequence[Patch]) -> tuple[ListPatch | None, tuple[str, ...]]:
    """Return the patch to follow others so that ways to win name only what is left, None if they do.

    Also return the ways to win that it drops, such as ``Raiders: destroy Wagon``.
    """
    lists = [it for it in patches if isinstance(it, FieldPatch | ListPatch) and it.field in _NAMED]
    if not lists or not any(side.wins for side in scenario.sides):
        return None, ()
    after = replace(scenario)
    for patch in lists:
        patch.apply(after, forward=True)
    missions = fitted_missions(scenario, after)
    return list_patch("sides", after.sides, missions.sides), missions.gone

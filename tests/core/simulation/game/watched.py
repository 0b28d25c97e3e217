"""Games to watch: one shipped scenario of each ruleset that can be played, and one of three parties."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fairground.core.files import load
from fairground.core.scenario.parts import ObjectiveKind
from fairground.core.simulation.game.arena import GameArena
from tests.core.simulation.game.referee import Referee

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.scenario.document import Scenario

SCENARIOS: Final = Path(__file__).parents[4] / "scenarios"
#: Penance 1.0, 2.0 and arena, hexside-ww2, megamek, and three parties.
WATCHED: Final = ("ember-court", "twin-stones", "ring-of-tors", "powder-mill", "last-convoy", "three-crowns")


def without_mission(scenario: Scenario) -> Scenario:
    """Return a scenario with the same board, but without ways to win of the sides, roles, exits and units of its own."""
    return replace(
        scenario,
        sides=[replace(it, role="", force="", wins=()) for it in scenario.sides],
        objectives=[it for it in scenario.objectives if it.kind is ObjectiveKind.CONTROL],
        units=[],
    )


def referee(name: str, order: str, bots: Sequence[str], turns: int | None = None) -> Referee:
    """Return a referee of games on a shipped scenario; the bots go round, ``turns`` cuts the games short."""
    scenario = without_mission(load(SCENARIOS / f"{name}.yaml"))
    if turns is not None:
        scenario = replace(scenario, turns=turns)
    parties = GameArena.of(scenario).parties
    arena = GameArena.of(scenario, bots=list(islice(cycle(bots), len(parties))), order=order)
    return Referee(arena, arena.roll)

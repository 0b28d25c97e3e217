"""Games to watch: one shipped scenario of each ruleset that can be played, and one of three parties."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fairground.core.files import load
from fairground.core.simulation.game.arena import GameArena
from fairground.core.simulation.game.force import load_force
from tests.core.simulation.game.referee import Referee

if TYPE_CHECKING:
    from collections.abc import Sequence

SCENARIOS: Final = Path(__file__).parents[4] / "scenarios"
#: Penance 1.0, 2.0 and arena, hexside-ww2, megamek, and three parties.
WATCHED: Final = ("ember-court", "twin-stones", "ring-of-tors", "powder-mill", "last-convoy", "three-crowns")


def referee(name: str, order: str, bots: Sequence[str], turns: int | None = None) -> Referee:
    """Return a referee of games on a shipped scenario; the bots go round, ``turns`` cuts the games short."""
    scenario = load(SCENARIOS / f"{name}.yaml")
    if turns is not None:
        scenario = replace(scenario, turns=turns)
    parties = GameArena.of(scenario).parties
    arena = GameArena.of(scenario, bots=list(islice(cycle(bots), len(parties))), order=order)
    return Referee(arena, load_force(arena.force).roll)

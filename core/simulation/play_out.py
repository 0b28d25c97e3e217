"""Playing out: all games of a setting, or as many as decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.metrics.fairness.progress import ProgressWatch
from fairground.core.simulation.game_workers import GameWorkers
from fairground.core.simulation.simulation import Simulation
from fairground.core.simulation.statistics.equivalence import Claim
from fairground.core.simulation.statistics.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.simulation.games import Plays
    from fairground.core.simulation.settings import Setting


def play_out(
    arena: Plays,
    setting: Setting,
    *,
    jobs: int = 1,
    progress: Callable[[float], None] | None = None,
    running: Callable[[Simulation], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Simulation:
    """Play the games of a setting, until a look decides or all are played; see ``simulate``."""
    watch = ProgressWatch(progress, cancelled, parts=-(-setting.games // setting.cells))
    watch.look()
    tally = Tally.empty(setting.cells, len(setting.parties))
    with GameWorkers(arena, setting, jobs) as players:
        for look in setting.looks:
            for chunk in players.play(tally.played, look, watch.look):
                tally += chunk
                watch.step()
                if running is not None:
                    running(Simulation(setting, tally, finished=False))
            if Simulation(setting, tally).claim is not Claim.NOT_DECIDED:
                break
    return Simulation(setting, tally)

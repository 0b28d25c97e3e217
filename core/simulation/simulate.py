"""Self-play: games between the zones of a scenario, played by bots, and what they say of the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.errors import UsageError
from fairground.core.simulation.game import GameArena
from fairground.core.simulation.game_workers import play_out
from fairground.core.simulation.settings import GAMES, MARGIN, Setting, check_plan, looks_of
from fairground.core.validation.validator import require_no_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.game.force import Force
    from fairground.core.simulation.simulation import Simulation


def simulate(  # noqa: PLR0913  # what to play, how often, and how it goes
    scenario: Scenario,
    games: int = GAMES,
    *,
    seed: int = 1,
    bots: str | Sequence[str] | None = None,
    force: str | Force | None = None,
    order: str | None = None,
    jobs: int = 1,
    margin: Fraction = MARGIN,
    stop_early: bool = False,
    despite_errors: bool = False,
    progress: Callable[[float], None] | None = None,
    running: Callable[[Simulation], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Simulation:
    """Return how often each zone wins when bots play, and whether that shows the map to be fair for these bots and this force.

    Each party moves first in as many of the games, which are rounded up for that. ``bots``, ``force`` and ``order`` are as
    ``GameArena.of`` takes them; None is the usual. A map is fair where the win rates are shown to be even to within
    ``margin``, which is a share: 1/20 is five points to either side. With ``stop_early`` the games end once a fifth, two
    fifths and so on of them decide; intervals are wider then by as much as makes up for looking several times.

    The same ``seed`` gives the same games on every machine, whatever the number of ``jobs``: the processes that play side
    by side. One job plays in this process. A script that asks for more is to be guarded by
    ``if __name__ == "__main__"``, as always where processes begin others.

    A scenario in which ``validate`` finds errors is not played, unless ``despite_errors`` is set: the claim says so then.
    ``progress`` is told the share that is done, from 0 to 1; ``running`` the games so far, which claim nothing yet; and
    ``cancelled`` is asked now and then whether to stop.

    Raises
    ------
    InvalidScenarioError
        When the scenario has errors.
    ScenarioError
        When the scenario cannot be played, with all reasons.
    UsageError
        When there is no such bot or order, or so many games, jobs or such a margin make no sense.
    FileError, RulesetError
        When a file of a force or a ruleset cannot be read.
    CancelledError
        When ``cancelled`` says so.
    """
    if jobs < 1:
        raise UsageError(f"the number of jobs is 1 or more, not {jobs}")
    errors = require_no_errors(scenario, "played", despite_errors=despite_errors)
    arena = GameArena.of(scenario, force, bots, order)
    check_plan(games, margin, len(arena.parties))
    looks = looks_of(games, arena.cells, early=stop_early)
    setting = Setting(
        parties=arena.parties,
        seed=seed,
        games=looks[-1],
        looks=looks,
        margin=margin,
        bots=arena.bots,
        force=arena.force,
        order=arena.order,
        first=arena.cells > 1,
        **arena.not_played._asdict(),
        errors=errors,
    )
    return play_out(arena, setting, jobs=jobs, progress=progress, running=running, cancelled=cancelled)

"""Self-play: bots play games between the zones of a scenario, to test whether the map is fair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.errors import UsageError
from fairground.core.simulation.game import GameArena
from fairground.core.simulation.game_workers import play_out
from fairground.core.simulation.settings import (
    GAMES,
    MARGIN,
    Setting,
    StoppingRule,
    check_plan,
    early_rule,
    looks_of,
)
from fairground.core.validation.validator import require_no_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    from fairground.core.files.force_file import Force
    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario
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
    """Return how often each zone wins when bots play, and whether the map is fair for these bots and this force.

    The number of ``games`` is rounded up so that each party moves first equally often. ``bots``, ``force`` and ``order`` are
    as for ``GameArena.of``. A map is fair if the win rates are shown to be even to within ``margin``, a share: 1/20 is five
    points either way. With ``stop_early`` play stops as soon as the games decide, by the cheaper of two rules (``StoppingRule``);
    intervals are widened to allow for the looks. ``games`` is the maximum then.

    The same ``seed`` gives the same games on every machine, whatever the number of ``jobs`` (processes). One job plays in
    this process; a script that uses more needs the guard ``if __name__ == "__main__"``.

    A scenario with errors is not played unless ``despite_errors`` is set; then the claim mentions them. ``progress`` is called
    with the share done, from 0 to 1, ``running`` with the games so far, at first with none, which claim nothing yet, and
    ``cancelled`` now and then; it returns true to stop.

    Raises
    ------
    InvalidScenarioError
        When the scenario has errors.
    ScenarioError
        When the scenario cannot be played, with all reasons.
    UsageError
        When a bot or order is unknown, or the number of games, jobs or the margin is out of range.
    FileError, RulesetError
        When the file of a force or ruleset cannot be read.
    CancelledError
        When ``cancelled`` returns true.
    """
    if jobs < 1:
        raise UsageError(f"the number of jobs must be 1 or more, not {jobs}")
    errors = require_no_errors(scenario, "played", despite_errors=despite_errors)
    arena = GameArena.of(scenario, force, bots, order)
    check_plan(games, margin, len(arena.parties))
    rule, looks = StoppingRule.FIXED, looks_of(games, arena.cells, early=False)
    if stop_early:
        rule, looks = early_rule(games, arena.cells, len(arena.parties), margin)
    setting = setting_of(arena, looks, rule, seed=seed, margin=margin, errors=errors)
    return play_out(arena, setting, jobs=jobs, progress=progress, running=running, cancelled=cancelled)


def setting_of(  # the parts of a setting that an arena doesn't know
    arena: GameArena,
    looks: tuple[int, ...],
    rule: StoppingRule,
    *,
    seed: int,
    margin: Fraction,
    errors: Sequence[Finding],
) -> Setting:
    """Return the setting of games in an arena; see ``Setting``."""
    return Setting(
        parties=arena.parties,
        seed=seed,
        games=looks[-1],
        looks=looks,
        margin=margin,
        bots=arena.bots,
        force=arena.force,
        order=arena.order,
        first=arena.cells > 1,
        missions=arena.missions,
        **arena.not_played._asdict(),
        errors=tuple(errors),
        rule=rule,
        titles=arena.titles,
        force_title=arena.force_title,
    )

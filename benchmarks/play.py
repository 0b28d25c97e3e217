"""Games of self-play on 16x17, by bot, by ruleset and by the number of processes."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.boards import random_board
from benchmarks.measure import Figure, Peer
from fairground.core import load, simulate
from fairground.core.errors import ScenarioError
from fairground.core.grid.layout import Layout
from fairground.core.rules import shipped_rulesets
from fairground.core.scenario.parts import Objective
from fairground.core.scenario.zone_text import parse_shape
from fairground.core.simulation.game import GameArena
from fairground.core.simulation.game.ladder import bot as find_bot
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.simulation import Simulation

SIZE = (16, 17)
VALLEY = Path(__file__).parents[1] / "scenarios" / "millwater-valley.yaml"
#: The budgets on two cores, in milliseconds a game: 200 games a second with a plain bot, 40 with the one that searches.
BUDGET_MS = {2: 5}
SEARCH_BUDGET_MS = {2: 25}
PLAIN = ("advance", "hold", "objectives")
#: Games that are measured with a plain bot, and with the one that searches; games fill the tables that later ones share.
GAMES, FEW = 1_000, 60
#: Games that Python alone plays of each.
PURE_GAMES, PURE_FEW = 40, 4


def figures() -> Iterator[Figure]:
    """Yield the time that a game takes once the processes have begun and the first games are played."""
    valley = load(VALLEY)
    for bot in PLAIN:
        for jobs in (1, 2):
            yield _figure("millwater-valley", valley, bot, jobs)
    for jobs in (1, 2):
        yield _figure("millwater-valley", valley, "search", jobs)
    yield _figure("millwater-valley at once", valley, "objectives", 2, order="simultaneous")
    for ruleset in shipped_rulesets():
        try:
            yield _figure(f"{ruleset} made up", _made_up(ruleset), "objectives", 2)
        except ScenarioError:
            # Not for self-play, such as sight from base to base.
            continue


def _figure(name: str, scenario: Scenario, bot: str, jobs: int, order: str | None = None) -> Figure:
    plain = bot in PLAIN
    games = GAMES if plain else FEW
    seen: list[tuple[float, int]] = []

    def look(found: Simulation) -> None:
        seen.append((time.perf_counter(), found.played))

    warm = 2 * jobs
    simulate(scenario, games + 2 * warm, bots=bot, order=order, jobs=jobs, running=look)
    (begin, before), (end, played) = seen[warm - 1], seen[-1]
    return Figure(
        f"play {SIZE[0]}x{SIZE[1]} {name}, {bot}, on {counted(jobs, 'core')}: a game",
        1000 * (end - begin) / (played - before),
        (BUDGET_MS if plain else SEARCH_BUDGET_MS).get(jobs),
        peers=(_in_python(scenario, bot, PURE_GAMES if plain else PURE_FEW),) if jobs == 1 else (),
        runs=played - before,
    )


def _in_python(scenario: Scenario, bot: str, games: int) -> Peer:
    """Return the time of a game that Python plays alone, in this process."""
    arena = GameArena.of(scenario, bots=bot)
    every = [arena.seated(first) for first in range(len(arena.parties))]
    bots = [find_bot(bot) for _ in every]
    times = []
    for number in range(2 * games):
        seated = every[number % len(every)]
        begin = time.process_time()
        seated.play_on(seated.begin(number), bots)
        times.append(time.process_time() - begin)
    return Peer("Python alone, once its tables are filled", 1000 * sum(times[games:]) / games)


def _made_up(ruleset: str) -> Scenario:
    scenario = random_board(ruleset, Layout.ODD_Q, SIZE, seed=1, density=0.2)
    scenario.objectives = [Objective("middle", parse_shape("within 1 of H9"), points=2)]
    return scenario

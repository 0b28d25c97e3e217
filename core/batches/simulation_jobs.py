"""The games of a map as jobs, in parts that spread a large simulation over all workers."""

from __future__ import annotations

import gc
import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from fairground.core.batches.questions import Answer, AskedQuestion, readable
from fairground.core.errors import FairgroundError, UsageError
from fairground.core.files.writer import content_hash
from fairground.core.finding import Finding
from fairground.core.simulation.game_workers import play
from fairground.core.simulation.settings import MARGIN, Setting, cells_of, check_plan
from fairground.core.simulation.simulation import Simulation
from fairground.core.simulation.statistics.effects import EndCount, Tally
from fairground.core.validation.validator import require_no_errors

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from fairground.core.files import ReadResult
    from fairground.core.files.force_file import Force
    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.game import GameArena

#: The most games in a job: about 15 seconds. Fewer would lose less with a worker, but fill the tables more often.
GAMES_A_PART: Final = 400


@dataclass(frozen=True, slots=True)
class SimulationQuestion:
    """How to play a map; the arguments and defaults are those of ``simulate``.

    ``force`` is a name, or a force that is sent with the jobs. Raises a ``UsageError`` when a bot or order is unknown, or the
    number of games or the margin is out of range for any map.
    """

    games: int
    seed: int = 1
    bots: tuple[str, ...] | None = None
    force: str | Force | None = None
    order: str | None = None
    margin: Fraction = MARGIN
    despite_errors: bool = False

    def __post_init__(self) -> None:
        from fairground.core.simulation.game import BOTS, ORDERS
        from fairground.core.simulation.game.arena import known_name

        check_plan(self.games, self.margin, 2)
        for name in self.bots or ():
            known_name("bot", name, BOTS)
        if self.order is not None:
            known_name("turn order", self.order, ORDERS)

    @property
    def parts(self) -> tuple[GamesShare, ...]:
        """The games in parts of about equal size."""
        count = -(-self.games // GAMES_A_PART)
        force, own = None, ""
        if isinstance(self.force, str):
            force = self.force
        elif self.force is not None:
            own = self.force.model_dump_json(by_alias=True)
        return tuple(
            GamesShare(
                self.games, self.seed, self.bots, force, own, self.order, part, count, self.despite_errors
            )
            for part in range(count)
        )


@dataclass(frozen=True, slots=True)
class GamesShare(AskedQuestion):
    """The results of a part of the games; ``own_force`` is a force as JSON, instead of the name of one."""

    kind: ClassVar[str] = "play"
    games: int
    seed: int
    bots: tuple[str, ...] | None
    force: str | None
    own_force: str
    order: str | None
    part: int
    parts: int
    despite_errors: bool = False

    def answer(self, reading: ReadResult) -> Answer:
        """Return the setting that was played, and the tally."""
        try:
            scenario = readable(reading)
            errors = require_no_errors(scenario, "played", despite_errors=self.despite_errors)
            arena = _arena(scenario, self)
        except FairgroundError as error:
            return {"reason": str(error)}
        parties, cells = len(arena.parties), arena.cells
        tally = play(arena, parties, cells, self.seed, games_of_part(self, cells))
        return {
            "parties": list(arena.parties),
            "titles": list(arena.titles),
            "bots": list(arena.bots),
            "force": arena.force,
            "force_title": arena.force_title,
            "order": arena.order,
            "first": cells > 1,
            "missions": list(arena.missions),
            **{name: list(parts) for name, parts in arena.not_played._asdict().items()},
            "errors": [it.to_json() for it in errors],
            "tally": {
                "wins": tally.wins,
                "draws": tally.draws,
                "turns": tally.turns,
                "ends": [it._asdict() for it in tally.ends],
            },
        }


def games_of_part(part: GamesShare, cells: int) -> range:
    """Return the numbers of the games of a part, for ``cells`` first movers."""
    whole = cells_of(part.games, cells)
    return range(whole * part.part // part.parts, whole * (part.part + 1) // part.parts)


def simulation_of(plan: SimulationQuestion, parts: Iterable[Answer]) -> Simulation:
    """Return the simulation of all parts of a plan, equal to that of ``simulate`` for the same games.

    Raises a ``UsageError`` when the margin is out of range for the number of parties, or the parts have different
    settings.
    """
    first, *others = parts
    # Stores of earlier versions have no titles.
    varying = {"tally": None, "titles": None, "force_title": None}
    if any({**it, **varying} != {**first, **varying} for it in others):
        raise UsageError(
            "the saved games of this map were played with different settings; play them again with --again"
        )
    parties = tuple(first["parties"])
    check_plan(plan.games, plan.margin, len(parties))
    whole = cells_of(plan.games, len(parties) if first["first"] else 1)
    tally = _tally(first["tally"])
    for it in others:
        tally += _tally(it["tally"])
    setting = Setting(
        parties=parties,
        seed=plan.seed,
        games=whole,
        looks=(whole,),
        margin=plan.margin,
        force=first["force"],
        order=first["order"],
        first=first["first"],
        errors=tuple(map(Finding.from_json, first["errors"])),
        bots=tuple(first["bots"]),
        missions=tuple(first["missions"]),
        left_out=tuple(first["left_out"]),
        without=tuple(first["without"]),
        deciding=tuple(first["deciding"]),
        titles=tuple(first.get("titles", ())),
        force_title=first.get("force_title", ""),
    )
    return Simulation(setting, tally)


def _tally(found: dict[str, Any]) -> Tally:
    ends = tuple(EndCount(**it) for it in found["ends"])
    return Tally(tuple(map(tuple, found["wins"])), tuple(found["draws"]), found["turns"], ends)


#: The last arena of each thread: parts of a map often follow each other.
_last = threading.local()


def _arena(scenario: Scenario, part: GamesShare) -> GameArena:
    from fairground.core.files.force_file import Force
    from fairground.core.simulation.game import GameArena

    key = content_hash(scenario), scenario.rules.content_hash, replace(part, part=0)
    if getattr(_last, "key", None) != key:
        # Arenas refer to themselves, and the garbage collector doesn't know how much memory their tables take.
        _last.key = _last.arena = None
        gc.collect()
        force = Force.model_validate_json(part.own_force) if part.own_force else part.force
        _last.arena = GameArena.of(scenario, force, part.bots, part.order)
        _last.key = key
    arena: GameArena = _last.arena
    return arena

"""Games of a map, as jobs: so many at a time, so that a large simulation is spread over all workers."""

from __future__ import annotations

import threading
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from fairground.core.batches.questions import Answer, AskedQuestion, readable
from fairground.core.errors import FairgroundError, UsageError
from fairground.core.finding import Finding
from fairground.core.report.contents import content_hash
from fairground.core.simulation.game_workers import play
from fairground.core.simulation.settings import MARGIN, Setting, cells_of, check_plan
from fairground.core.simulation.simulation import Simulation
from fairground.core.simulation.statistics.effects import Tally
from fairground.core.validation.validator import require_no_errors

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from fairground.core.files import ReadResult
    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.game import GameArena
    from fairground.core.simulation.game.force import Force

#: Games in a job, at most: about a quarter of a minute. Fewer would lose less with a worker, and warm up more often.
GAMES_A_PART: Final = 400


@dataclass(frozen=True, slots=True)
class SimulationQuestion:
    """How a map is to be played; ``None`` is what ``simulate`` takes by itself.

    ``force`` is a name, or the force itself, which goes along with the jobs then.

    Raises
    ------
    UsageError
        When there is no such bot or order, or so many games or such a margin make no sense for any map.
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
        """The games in parts that are about as large as each other."""
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
    """Who wins how many of a part of the games; ``own_force`` is a force as JSON, in place of the name of one."""

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
        """Return what was played, and the counts."""
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
            "bots": list(arena.bots),
            "force": arena.force,
            "order": arena.order,
            "first": cells > 1,
            **{name: list(parts) for name, parts in arena.not_played._asdict().items()},
            "errors": [it.to_json() for it in errors],
            "tally": asdict(tally),
        }


def games_of_part(part: GamesShare, cells: int) -> range:
    """Return the numbers of the games of a part, where so many parties can be the first to move."""
    whole = cells_of(part.games, cells)
    return range(whole * part.part // part.parts, whole * (part.part + 1) // part.parts)


def simulation_of(plan: SimulationQuestion, parts: Iterable[Answer]) -> Simulation:
    """Return what all parts of a plan come to, which is what ``simulate`` says of the same games.

    Raises
    ------
    UsageError
        When the margin of the plan makes no sense for so many parties, or the parts are not of the same games.
    """
    them = list(parts)
    about = them[0]
    if any({**it, "tally": None} != {**about, "tally": None} for it in them):
        raise UsageError("the parts of its games do not match; play them again with --again")
    parties = tuple(about["parties"])
    check_plan(plan.games, plan.margin, len(parties))
    whole = cells_of(plan.games, len(parties) if about["first"] else 1)
    tally = _tally(about["tally"])
    for it in them[1:]:
        tally += _tally(it["tally"])
    setting = Setting(
        parties=parties,
        seed=plan.seed,
        games=whole,
        looks=(whole,),
        margin=plan.margin,
        bots=tuple(about["bots"]),
        force=about["force"],
        order=about["order"],
        first=about["first"],
        left_out=tuple(about["left_out"]),
        without=tuple(about["without"]),
        deciding=tuple(about["deciding"]),
        errors=tuple(map(Finding.from_json, about["errors"])),
    )
    return Simulation(setting, tally)


def _tally(found: dict[str, Any]) -> Tally:
    return Tally(tuple(map(tuple, found["wins"])), tuple(found["draws"]), found["turns"])


#: The arena that a thread played in last: parts of a map often come one after another.
_last = threading.local()


def _arena(scenario: Scenario, part: GamesShare) -> GameArena:
    from fairground.core.simulation.game import GameArena
    from fairground.core.simulation.game.force import Force

    key = content_hash(scenario), scenario.rules.content_hash, replace(part, part=0)
    if getattr(_last, "key", None) != key:
        force = Force.model_validate_json(part.own_force) if part.own_force else part.force
        _last.arena = GameArena.of(scenario, force, part.bots, part.order)
        _last.key = key
    arena: GameArena = _last.arena
    return arena

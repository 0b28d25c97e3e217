"""Record games on a scenario: the first ones of a simulation, or the most interesting among them."""

from __future__ import annotations

from statistics import median_low
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.errors import UsageError
from fairground.core.files.writer import content_hash
from fairground.core.metrics.compared_zones import parties as parties_of
from fairground.core.metrics.fairness.progress import ProgressWatch
from fairground.core.simulation.game.arena import GameArena
from fairground.core.simulation.game_workers import seed_of
from fairground.core.simulation.recording.game_record import (
    RecordedGames,
    RecordedGoal,
    RecordedKind,
    RecordedParty,
)
from fairground.core.simulation.recording.recorder import charge_places, record_game
from fairground.core.simulation.settings import StoppingRule, early_rule
from fairground.core.validation.validator import require_no_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    from fairground.core.files.force_file import Force
    from fairground.core.metrics.compared_zones import Party
    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.game.unit_kinds import UnitKind
    from fairground.core.simulation.recording.game_record import GameRecord

#: The most games in a recording.
MOST_RECORDED: Final = 2_000
#: The number of games among which the interesting ones are looked for.
AMONG: Final = 100


def record_games(  # noqa: PLR0913  # what to play, as for simulate
    scenario: Scenario,
    games: int | None = None,
    *,
    among: int = AMONG,
    seed: int = 1,
    bots: str | Sequence[str] | None = None,
    force: str | Force | None = None,
    order: str | None = None,
    despite_errors: bool = False,
    early: tuple[int, Fraction] | None = None,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> RecordedGames:
    """Return games of the simulation with a seed, move by move.

    ``games`` is how many to record, from the first. Default: the interesting ones ``among`` the first hundred, which are a typical
    win of each side, the closest, the shortest and a drawn game. They are the games that ``simulate`` counts with the same ``seed``,
    ``bots``, ``force`` and ``order``, since a game depends on nothing but its seed. ``early`` is the most games and the margin of a
    simulation that stops early, whose games may come in pairs; None for a fixed number of games.

    Raises
    ------
    InvalidScenarioError
        When the scenario has errors, unless ``despite_errors`` is set.
    ScenarioError, UsageError, FileError, RulesetError
        As for ``simulate``.
    CancelledError
        When ``cancelled`` returns true.
    """
    for number in (among, *(() if games is None else (games,))):
        if not 1 <= number <= MOST_RECORDED:
            raise UsageError(f"the number of games to record must be 1 to {MOST_RECORDED:,}, not {number:,}")
    require_no_errors(scenario, "played", despite_errors=despite_errors)
    arena = GameArena.of(scenario, force, bots, order)
    watch = ProgressWatch(progress, cancelled, parts=among if games is None else games)
    watch.look()
    in_pairs = early is not None and _in_pairs(arena, *early)
    if games is None:
        chosen = interesting_games(
            _play(arena, seed, among, watch, in_pairs=in_pairs), [it.title for it in titled_parties(scenario)]
        )
    else:
        chosen = [(number, "") for number in range(games)]
    titles = {it.id: it.name for it in scenario.units}
    recorded = []
    for number, note in chosen:
        own_seed, first = _seed_and_first(arena, seed, number, in_pairs=in_pairs)
        names = [titles.get(it.unit, "") for it in arena.seated(first).members]
        recorded.append(record_game(arena, own_seed, first, number=number + 1, note=note, names=names))
        if games is not None:
            watch.step()
    return described(scenario, arena, seed, recorded)


def _in_pairs(arena: GameArena, games: int, margin: Fraction) -> bool:
    """Return whether the games of a simulation that stops early come in pairs."""
    return early_rule(games, arena.cells, len(arena.parties), margin)[0] is StoppingRule.SEQUENTIAL


def _play(
    arena: GameArena, seed: int, games: int, watch: ProgressWatch, *, in_pairs: bool
) -> list[PlayedGame]:
    played = []
    for number in range(games):
        result = arena.play(*_seed_and_first(arena, seed, number, in_pairs=in_pairs))
        played.append(PlayedGame(number, result.winner, result.turns, result.points, result.losses))
        watch.step()
    return played


def _seed_and_first(arena: GameArena, seed: int, number: int, *, in_pairs: bool) -> tuple[int, int]:
    """Return the seed and the first seat of a game of a simulation, numbered from 0."""
    if in_pairs:
        pair, first = divmod(number, 2)
        return seed_of(seed, 0, pair), first
    of_cell, cell = divmod(number, arena.cells)
    return seed_of(seed, cell, of_cell), number % len(arena.parties)


def described(scenario: Scenario, arena: GameArena, seed: int, games: Sequence[GameRecord]) -> RecordedGames:
    """Return recorded games with the titles of what is in them."""
    board = scenario.board
    parties = zip(titled_parties(scenario), arena.bots, strict=True)
    return RecordedGames(
        scenario=scenario.name,
        content_hash=content_hash(scenario),
        layout=board.layout,
        columns=board.columns,
        rows=board.rows,
        parties=tuple(it._replace(bot=bot) for it, bot in parties),
        kinds=tuple(recorded_kind(scenario, it) for it in arena.tables.kinds),
        goals=_places(scenario, [tuple(sorted(it.hexes)) for it in arena.goals]),
        charges=_places(scenario, charge_places(arena.mission)),
        force=arena.force,
        order=arena.order,
        seed=seed,
        turns=arena.turns,
        games=tuple(games),
        label_style=board.hex_names.style,
    )


def titled_parties(scenario: Scenario) -> tuple[RecordedParty, ...]:
    """Return the parties of a scenario, with the titles of their sides; bots are left empty."""
    return tuple(RecordedParty(it.id, _title(scenario, it), it.sides, "") for it in parties_of(scenario))


def _title(scenario: Scenario, party: Party) -> str:
    titles = [side.title for it in party.sides if (side := scenario.side(it)) is not None]
    return " and ".join(titles) or party.id


def recorded_kind(scenario: Scenario, kind: UnitKind) -> RecordedKind:
    """Return a kind of unit as a recording describes it."""
    weapons = []
    for it in kind.weapons:
        reach = "" if it.reach is None else f", reach {it.reach}"
        weapons.append(f"{it.kind.value} attack, damage {it.damage}{reach}")
    own = scenario.rules.classes[kind.class_id]
    return RecordedKind(kind.class_id, own.name, kind.hit_points, tuple(weapons))


def _places(scenario: Scenario, places: Sequence[tuple[int, ...]]) -> tuple[RecordedGoal, ...]:
    """Return places with the titles of the objectives that have the same hexes."""
    titles: dict[tuple[int, ...], str] = {}
    for it in scenario.objectives:
        mask = it.shape.mask(scenario.board) & ~scenario.board.void
        titles.setdefault(tuple(mask.ravel().nonzero()[0].tolist()), it.title)
    return tuple(RecordedGoal(titles[it], it) for it in places)


class PlayedGame(NamedTuple):
    """The outcome of a numbered game; ``winner`` is None for a draw."""

    number: int
    winner: int | None
    turns: int
    points: tuple[int, ...]
    losses: tuple[int, ...]

    @property
    def margin(self) -> tuple[int, int]:
        """How far the winner is ahead of the next party: in points, and in losses."""
        if self.winner is None:
            return 0, 0
        others = [party for party in range(len(self.points)) if party != self.winner]
        points = self.points[self.winner] - max(self.points[it] for it in others)
        return points, min(self.losses[it] for it in others) - self.losses[self.winner]


def interesting_games(games: Sequence[PlayedGame], titles: Sequence[str]) -> list[tuple[int, str]]:
    """Return the numbers of interesting games with the reasons, in the order of their numbers.

    They are a typical win of each party (of the median number of turns, by the most usual margin), the closest and the shortest
    game with a winner, and the first draw. A game that is interesting for several reasons is listed once. ``titles`` are those of
    the parties.
    """
    found: dict[int, list[str]] = {}
    for party, title in enumerate(titles):
        if wins := [it for it in games if it.winner == party]:
            found.setdefault(_typical(wins).number, []).append(f"typical win of {title}")
    decided = [it for it in games if it.winner is not None]
    if decided:
        found.setdefault(min(decided, key=lambda it: it.margin).number, []).append("closest game")
        found.setdefault(min(decided, key=lambda it: it.turns).number, []).append("shortest game")
    if draw := next((it for it in games if it.winner is None), None):
        found.setdefault(draw.number, []).append("draw")
    return [(number, ", ".join(reasons)) for number, reasons in sorted(found.items())]


def _typical(wins: Sequence[PlayedGame]) -> PlayedGame:
    turns = median_low(it.turns for it in wins)
    margin = median_low(it.margin[0] for it in wins)
    return min(wins, key=lambda it: (abs(it.turns - turns), abs(it.margin[0] - margin), it.number))

"""Record a game while it is played: a state that notes every change, and bots that give their reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from fairground.core.scenario.mission import TaskKind
from fairground.core.simulation.game.ladder import bot
from fairground.core.simulation.game.mission import hexes_of
from fairground.core.simulation.game.state import GameState, Of
from fairground.core.simulation.game.unit_choices import options, shots
from fairground.core.simulation.game.unit_kinds import SHIELDS
from fairground.core.simulation.recording.events import (
    ActionsEnded,
    Arrived,
    Attacked,
    ChargeRemoved,
    Damaged,
    Destroyed,
    Heated,
    Held,
    LeftBoard,
    OtherAttack,
    Planted,
    Scored,
    Took,
    TurnBegan,
    UnitMoved,
    WeighedPart,
    WentOff,
    Why,
)
from fairground.core.simulation.recording.game_record import GameRecord, RecordedUnit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from fairground.core.simulation.game.arena import GameArena
    from fairground.core.simulation.game.bots import Bot, BotChoice
    from fairground.core.simulation.game.mission import Mission
    from fairground.core.simulation.game.mission_progress import TaskProgress
    from fairground.core.simulation.game.rolls import Blow
    from fairground.core.simulation.game.unit_choices import Options, ShotOption
    from fairground.core.simulation.recording.events import Event

    Ints = NDArray[np.int64]

#: Decimals of scores and movement points; they are to be read, and nothing is computed from them.
_DECIMALS = 2


def record_game(
    arena: GameArena,
    seed: int,
    first: int = 0,
    *,
    number: int = 1,
    note: str = "",
    names: Sequence[str] = (),
) -> GameRecord:
    """Play a game as ``GameArena.play`` does, and return its record.

    ``names`` are those of its units, in the order of ``arena.seated(first).members``.
    """
    seated = arena.seated(first)
    state = cast("RecordedState", seated.begin(seed, RecordedState))
    parties = len(arena.parties)
    units = tuple(
        RecordedUnit(
            (row[Of.PARTY] + first) % parties,
            row[Of.KIND],
            row[Of.HEX],
            row[Of.FACING],
            SHIELDS[row[Of.SHIELD]],
            row[Of.HIT_POINTS],
            heat,
            arrives,
            name,
        )
        for row, heat, arrives, name in zip(
            state.rows.tolist(), state.heat, state.arrives, names or [""] * len(state.rows), strict=True
        )
    )
    # Whatever else a bot can do, it does itself.
    bots = [cast("Bot", WatchedBot(bot(it), state)) for it in seated.bots]
    result = seated.play_on(state, bots).by_party(first)
    state.note_scores()
    return GameRecord(
        number=number,
        seed=seed,
        first=first if arena.cells > 1 else None,
        note=note,
        units=units,
        events=tuple(_by_party(it, first, parties) for it in state.events),
        winner=result.winner,
        turns=result.turns,
        points=result.points,
        losses=result.losses,
        end=result.end,
    )


def _by_party(event: Event, first: int, parties: int) -> Event:
    """Return an event with the number of its party in the file, not in the order of play."""
    if isinstance(event, Held | Took | Scored):
        return event._replace(party=(event.party + first) % parties)
    return event


class RecordedState(GameState):
    """The state of a game that notes its changes as ``events``.

    Points and goals held change without a method of their own; they are noted before the next event.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401  # as GameState
        super().__init__(*args, **kwargs)
        self.events: list[Event] = []
        #: Whether a bot is trying out moves, which are not noted.
        self.is_thinking = False
        #: The reasons for the next move and attack of each unit.
        self.whys: dict[int, Why] = {}
        self.worths: dict[int, tuple[float, OtherAttack | None]] = {}
        self._struck: set[int] = set()
        self._points = list(self.points)
        self._held = [list(it) for it in self.held]
        self._scored = [list(it) for it in self.scored]

    def note(self, event: Event) -> None:
        """Note an event, after what has changed before it."""
        if not self.is_thinking:
            self.note_scores()
            self.events.append(event)

    def note_scores(self) -> None:
        """Note what has changed in points and goals held."""
        for goal, (held, scored) in enumerate(zip(self.held, self.scored, strict=True)):
            for party in range(self.parties):
                if held[party] != self._held[goal][party]:
                    self._held[goal][party] = held[party]
                    self.events.append(Held(goal, party, held[party]))
                if scored[party] != self._scored[goal][party]:
                    self._scored[goal][party] = scored[party]
                    self.events.append(Took(goal, party))
        for party, points in enumerate(self.points):
            if points != self._points[party]:
                self.events.append(Scored(party, points - self._points[party]))
                self._points[party] = points

    def begin_turn(self) -> None:
        """Begin a turn."""
        super().begin_turn()
        self.note(TurnBegan(self.turn))

    def note_end_of_actions(self) -> None:
        """Note that all units have acted."""
        self.note(ActionsEnded())

    def move(self, unit: int, at: int, facing: int, spent: int, moved: int) -> None:
        """Move a unit."""
        super().move(unit, at, facing, spent, moved)
        if not self.is_thinking:
            row = self.rows[unit]
            scale = self.tables.moves(int(row[Of.KIND]), int(row[Of.BAND])).scale
            points = round(spent / scale, _DECIMALS)
            self.note(UnitMoved(unit, at, facing, points, moved, self.whys.pop(unit, None)))

    def note_attack(self, blow: Blow) -> None:
        """Note an attack."""
        it, fall = blow.attempt, blow.fall
        automatic = it.rolls.is_automatic
        worth, other = self.worths.pop(blow.unit, (0.0, None))
        self._struck.add(blow.target)
        self.note(
            Attacked(
                blow.unit,
                blow.weapon,
                blow.target,
                it.possible,
                None if automatic else it.number,
                None if automatic or fall is None else fall.total,
                fall.result.name if fall is not None and fall.result is not None and blow.damage else "",
                blow.damage,
                worth,
                other,
            )
        )

    def hurt(self, unit: int, damage: int) -> None:
        """Take hit points from a unit."""
        super().hurt(unit, damage)
        by_ground = unit not in self._struck
        self._struck.discard(unit)
        if damage > 0:
            self.note(Damaged(unit, damage, by_ground))

    def remove(self, unit: int) -> None:
        """Take a destroyed unit off the board."""
        super().remove(unit)
        self.note(Destroyed(unit))

    def arrive(self, unit: int, at: int) -> None:
        """Put a unit on the board."""
        super().arrive(unit, at)
        self.note(Arrived(unit, at))

    def leave(self, unit: int) -> None:
        """Let a unit leave the board; its points are noted after it."""
        if not self.is_thinking:
            self.note_scores()
        super().leave(unit)
        if not self.is_thinking:
            self.events.append(LeftBoard(unit))
            self.note_scores()

    def plant(self, unit: int) -> None:
        """Plant charges where a unit stands."""
        before = self.charges
        super().plant(unit)
        for charge, (one, other) in enumerate(zip(before, self.charges, strict=True)):
            if one != other:
                self.note(Planted(unit, charge, other))

    def remove_charge(self, task: TaskProgress, place: int) -> None:
        """Remove a charge."""
        super().remove_charge(task, place)
        self.note(ChargeRemoved(self._charge(task, place)))

    def go_off(self, task: TaskProgress, place: int) -> None:
        """Let a charge go off."""
        super().go_off(task, place)
        self.note(WentOff(self._charge(task, place)))

    @property
    def charges(self) -> tuple[int, ...]:
        """The charges of all tasks, in the order of ``charge_places``."""
        return tuple(it for task in self._planting for it in task.charges)

    @property
    def _planting(self) -> list[TaskProgress]:
        tasks = (task for win in self.wins for task in win.tasks)
        return [it for it in tasks if it.task.kind is TaskKind.PLANT]

    def _charge(self, task: TaskProgress, place: int) -> int:
        before = 0
        for it in self._planting:
            if it is task:
                break
            before += len(it.charges)
        return before + place

    def warm(self, unit: int, heat: int) -> None:
        """Add heat to a unit or remove it."""
        before = self.heat[unit]
        super().warm(unit, heat)
        if self.heat[unit] != before:
            self.note(Heated(unit, self.heat[unit] - before))


def charge_places(mission: Mission) -> list[tuple[int, ...]]:
    """Return the hexes of each place where a charge can be planted, task by task."""
    tasks = (task for win in mission.wins for task in win.tasks if task.kind is TaskKind.PLANT)
    return [hexes_of(it) for task in tasks for it in task.places]


class WatchedBot:
    """A bot whose reasons are noted; it decides as it does unwatched, with the same dice."""

    def __init__(self, bot: Bot, state: RecordedState) -> None:
        self._bot, self._state = bot, state

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # any attribute of the bot
        return getattr(self._bot, name)

    def choose(self, state: RecordedState, unit: int) -> BotChoice:
        """Return the bot's choice, and note its reasons."""
        state.is_thinking = True
        choice = self._bot.choose(state, unit)
        why = reasons(self._bot, state, unit, choice)
        if why is not None:
            state.whys[unit] = why
        state.is_thinking = False
        return choice

    def leaves(self, state: RecordedState, unit: int) -> bool:
        """Return whether a unit leaves the board."""
        state.is_thinking = True
        leaves = self._bot.leaves(state, unit)
        state.is_thinking = False
        return leaves

    def aim(self, state: RecordedState, unit: int) -> ShotOption | None:
        """Return the bot's attack, and note what it is worth."""
        state.is_thinking = True
        aimed = self._bot.aim(state, unit)
        if aimed is not None:
            others = [it for it in shots(state, unit) if it[:2] != aimed[:2]]
            best = max(others, key=lambda it: it.worth, default=None)
            point = state.tables.point
            other = best and OtherAttack(best.weapon, best.target, round(best.worth / point, _DECIMALS))
            state.worths[unit] = round(aimed.worth / point, _DECIMALS), other
        state.is_thinking = False
        return aimed


def reasons(bot: Bot, state: GameState, unit: int, choice: BotChoice) -> Why | None:
    """Return the parts of a bot's score for its choice and for the best option in another hex; None for bots without scores."""
    found = options(state, unit)
    parts = bot.weigh(state, found)
    if not parts:
        return None
    total = np.zeros(found.cost.shape, np.int64)
    for it in parts.values():
        total += it
    total[~found.open] = np.iinfo(np.int64).min
    at = found.listed.index(choice.hex)
    total[:, at] = np.iinfo(np.int64).min
    facing, place = np.unravel_index(int(total.argmax()), total.shape)
    is_other = bool(total[facing, place] > np.iinfo(np.int64).min)
    chosen = _of(parts, found, state, bot, (choice.facing if found.moves.facings > 1 else 0, at))
    other = _of(parts, found, state, bot, (int(facing), int(place))) if is_other else {}
    return Why(
        tuple(
            WeighedPart(name, value, other.get(name))
            for name, value in chosen.items()
            if value or other.get(name)
        ),
        choice.hex,
        found.listed[int(place)] if is_other else -1,
    )


def _of(
    parts: Mapping[str, Ints], found: Options, state: GameState, bot: Bot, option: tuple[int, int]
) -> dict[str, float]:
    """Return the parts of an option, in points."""
    unit = bot.score_unit(state)
    shape = found.cost.shape
    return {
        name: round(int(np.broadcast_to(it, shape)[option]) / unit, _DECIMALS) for name, it in parts.items()
    }

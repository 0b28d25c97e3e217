"""The steps of a recorded game: what one unit does, or what happens to all at the same time."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from fairground.core.simulation.recording.events import (
    ActionsEnded,
    Arrived,
    Attacked,
    Damaged,
    Destroyed,
    LeftBoard,
    Planted,
    TurnBegan,
    UnitMoved,
)
from fairground.core.simulation.recording.replay import position_after, start_position

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.simulation.recording.events import Event
    from fairground.core.simulation.recording.game_record import GameRecord
    from fairground.core.simulation.recording.replay import Position


class StepKind(StrEnum):
    """What happens in a step."""

    #: Units stand where they start.
    START = "start"
    #: A unit moves and attacks; if all act at once, it does one of the two.
    ACTION = "action"
    #: The damage of all attacks, if all act at once.
    DAMAGE = "damage"
    #: Units enter the board.
    ARRIVAL = "arrival"
    #: The end of a turn: the ground harms units, objectives score, and charges go off.
    END = "end"


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a game: what happens, the unit that acts (None: none), its events, and the positions around it."""

    kind: StepKind
    unit: int | None
    events: tuple[Event, ...]
    before: Position
    after: Position

    @property
    def turn(self) -> int:
        """The turn; 0 at the start."""
        return self.after.turn

    @property
    def moved(self) -> UnitMoved | None:
        """The move; None without one."""
        return next((it for it in self.events if isinstance(it, UnitMoved)), None)

    @property
    def losses(self) -> tuple[int, ...]:
        """The units destroyed."""
        return tuple(it.unit for it in self.events if isinstance(it, Destroyed))

    @property
    def attacked(self) -> Attacked | None:
        """The attack; None without one."""
        return next((it for it in self.events if isinstance(it, Attacked)), None)


def steps(game: GameRecord, parties: int, goals: int, charges: int) -> list[Step]:
    """Return the steps of a game, first the start; ``parties``, ``goals`` and ``charges`` are their numbers."""
    position = start_position(game, parties, goals, charges)
    found = [Step(StepKind.START, None, (), position, position)]
    for kind, unit, events in _groups(game):
        before = position
        for event in events:
            position = position_after(position, event)
        found.append(Step(kind, unit, tuple(events), before, position))
    return found


def _groups(game: GameRecord) -> Iterator[tuple[StepKind, int | None, list[Event]]]:
    """Yield kind, unit and events of each step."""
    at_once = game.first is None
    kind, unit = StepKind.ACTION, None
    events: list[Event] = []
    for event in game.events:
        begins = _begins(event, kind, unit, events, at_once=at_once)
        if begins is not None:
            if _tells(events):
                yield kind, unit, events
                events = []
            kind, unit = begins
        events.append(event)
    if _tells(events):
        yield kind, unit, events


def _tells(events: Sequence[Event]) -> bool:
    """Whether something happens in events: the beginning and the end of a turn are no steps by themselves."""
    return any(not isinstance(it, TurnBegan | ActionsEnded) for it in events)


def _begins(
    event: Event, kind: StepKind, unit: int | None, events: Sequence[Event], *, at_once: bool
) -> tuple[StepKind, int | None] | None:
    """Return kind and unit of the step that an event begins; None if it continues the one before."""
    found: tuple[StepKind, int | None] | None = None
    match event:
        case TurnBegan():
            found = StepKind.ACTION, None
        case ActionsEnded():
            found = StepKind.END, None
        case Arrived() if kind is not StepKind.ARRIVAL:
            found = StepKind.ARRIVAL, None
        case UnitMoved():
            found = StepKind.ACTION, event.unit
        case LeftBoard() | Planted() if unit != event.unit:
            found = StepKind.ACTION, event.unit
        case Attacked() if unit != event.unit or any(isinstance(it, Attacked) for it in events):
            found = StepKind.ACTION, event.unit
        case Damaged() if at_once and not event.is_by_ground and kind is StepKind.ACTION:
            found = StepKind.DAMAGE, None
    return found

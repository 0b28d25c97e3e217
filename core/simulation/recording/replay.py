"""Replay a recorded game: its positions and its steps."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from fairground.core.simulation.recording.events import (
    ActionsEnded,
    Attacked,
    Damaged,
    Destroyed,
    Heated,
    Held,
    Scored,
    Took,
    TurnBegan,
    UnitMoved,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.simulation.recording.events import Event
    from fairground.core.simulation.recording.game_record import GameRecord


Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class ReplayedUnit:
    """A unit at some moment of a game: hex by number, facing as a direction (0-5), hit points and heat."""

    hex: int
    facing: int
    hit_points: int
    heat: int
    is_on_board: bool = True


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of a game.

    ``held`` has for each goal the turns in a row that each party has held it, and ``took`` whether it got the points.
    """

    turn: int
    units: tuple[ReplayedUnit, ...]
    points: tuple[int, ...]
    held: tuple[tuple[int, ...], ...]
    took: tuple[tuple[bool, ...], ...]

    def holders(self) -> tuple[int | None, ...]:
        """Return the party that holds each goal; None for nobody."""
        return tuple(next((party for party, it in enumerate(held) if it), None) for held in self.held)


def start_position(game: GameRecord, parties: int, goals: int) -> Position:
    """Return the position before the first turn."""
    return Position(
        0,
        tuple(ReplayedUnit(it.hex, it.facing, it.hit_points, it.heat) for it in game.units),
        (0,) * parties,
        ((0,) * parties,) * goals,
        ((False,) * parties,) * goals,
    )


def position_after(position: Position, event: Event) -> Position:
    """Return the position after an event."""
    match event:
        case TurnBegan():
            position = replace(position, turn=event.turn)
        case UnitMoved():
            position = _with_unit(position, event.unit, hex=event.hex, facing=event.facing)
        case Damaged():
            left = position.units[event.unit].hit_points - event.damage
            position = _with_unit(position, event.unit, hit_points=left)
        case Destroyed():
            position = _with_unit(position, event.unit, is_on_board=False)
        case Heated():
            heat = position.units[event.unit].heat + event.heat
            position = _with_unit(position, event.unit, heat=heat)
        case Held():
            held = _put(position.held[event.goal], event.party, event.turns)
            position = replace(position, held=_put(position.held, event.goal, held))
        case Took():
            took = _put(position.took[event.goal], event.party, True)  # noqa: FBT003  # a value of a table
            position = replace(position, took=_put(position.took, event.goal, took))
        case Scored():
            points = position.points[event.party] + event.points
            position = replace(position, points=_put(position.points, event.party, points))
    # An attack changes nothing by itself: the damage is an event of its own.
    return position


def _with_unit(position: Position, unit: int, **changes: object) -> Position:
    changed = replace(position.units[unit], **changes)  # type: ignore[arg-type]  # fields of a unit
    return replace(position, units=_put(position.units, unit, changed))


def _put(values: tuple[Value, ...], at: int, value: Value) -> tuple[Value, ...]:
    return *values[:at], value, *values[at + 1 :]


class StepKind(StrEnum):
    """What happens in a step."""

    #: Units stand where they start.
    START = "start"
    #: A unit moves and attacks; if all act at once, it does one of the two.
    ACTION = "action"
    #: The damage of all attacks, if all act at once.
    DAMAGE = "damage"
    #: The end of a turn: the ground harms units, and objectives score.
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
    def attacked(self) -> Attacked | None:
        """The attack; None without one."""
        return next((it for it in self.events if isinstance(it, Attacked)), None)


def steps(game: GameRecord, parties: int, goals: int) -> list[Step]:
    """Return the steps of a game, first the start; ``parties`` and ``goals`` are their numbers."""
    position = start_position(game, parties, goals)
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
    event: Event, kind: StepKind, unit: int | None, events: list[Event], *, at_once: bool
) -> tuple[StepKind, int | None] | None:
    """Return kind and unit of the step that an event begins; None if it continues the one before."""
    match event:
        case TurnBegan():
            return StepKind.ACTION, None
        case ActionsEnded():
            return StepKind.END, None
        case UnitMoved():
            return StepKind.ACTION, event.unit
        case Attacked() if unit != event.unit or any(isinstance(it, Attacked) for it in events):
            return StepKind.ACTION, event.unit
        case Damaged() if at_once and not event.is_by_ground and kind is StepKind.ACTION:
            return StepKind.DAMAGE, None
    return None

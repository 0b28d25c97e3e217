"""The steps of a recorded game, what one unit does or what happens to all at the same time, and its positions, replayed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from fairground.core.simulation.game.mission_progress import GONE_OFF, NO_CHARGE
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
    Planted,
    Scored,
    Took,
    TurnBegan,
    UnitMoved,
    WentOff,
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

    ``held`` has for each goal the turns in a row that each party has held it, and ``took`` whether it got the points. ``charges``
    has for each place ``NO_CHARGE``, ``GONE_OFF``, or the turn at whose end the charge goes off.
    """

    turn: int
    units: tuple[ReplayedUnit, ...]
    points: tuple[int, ...]
    held: tuple[tuple[int, ...], ...]
    took: tuple[tuple[bool, ...], ...]
    charges: tuple[int, ...]

    def holders(self) -> tuple[int | None, ...]:
        """Return the party that holds each goal; None for nobody."""
        return tuple(next((party for party, it in enumerate(held) if it), None) for held in self.held)


def start_position(game: GameRecord, parties: int, goals: int, charges: int) -> Position:
    """Return the position before the first turn."""
    return Position(
        0,
        tuple(
            ReplayedUnit(it.hex, it.facing, it.hit_points, it.heat, is_on_board=it.arrives <= 1)
            for it in game.units
        ),
        (0,) * parties,
        ((0,) * parties,) * goals,
        ((False,) * parties,) * goals,
        (NO_CHARGE,) * charges,
    )


def position_after(position: Position, event: Event) -> Position:
    """Return the position after an event."""
    # An attack changes nothing by itself: the damage is an event of its own.
    match event:
        case TurnBegan():
            return replace(position, turn=event.turn)
        case Held() | Took() | Scored():
            return _with_score(position, event)
        case Planted():
            return _with_charge(position, event.charge, event.due)
        case ChargeRemoved():
            return _with_charge(position, event.charge, NO_CHARGE)
        case WentOff():
            return _with_charge(position, event.charge, GONE_OFF)
        case _:
            return _with_unit_event(position, event)


def _with_unit_event(position: Position, event: Event) -> Position:
    match event:
        case UnitMoved():
            return _with_unit(position, event.unit, hex=event.hex, facing=event.facing)
        case Damaged():
            left = position.units[event.unit].hit_points - event.damage
            return _with_unit(position, event.unit, hit_points=left)
        case Heated():
            heat = position.units[event.unit].heat + event.heat
            return _with_unit(position, event.unit, heat=heat)
        case Destroyed() | LeftBoard():
            return _with_unit(position, event.unit, is_on_board=False)
        case Arrived():
            return _with_unit(position, event.unit, hex=event.hex, is_on_board=True)
        case _:
            return position


def _with_score(position: Position, event: Held | Took | Scored) -> Position:
    match event:
        case Held():
            held = _put(position.held[event.goal], event.party, event.turns)
            return replace(position, held=_put(position.held, event.goal, held))
        case Took():
            took = _put(position.took[event.goal], event.party, True)  # noqa: FBT003  # a value of a table
            return replace(position, took=_put(position.took, event.goal, took))
        case Scored():
            points = position.points[event.party] + event.points
            return replace(position, points=_put(position.points, event.party, points))


def _with_charge(position: Position, charge: int, value: int) -> Position:
    return replace(position, charges=_put(position.charges, charge, value))


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

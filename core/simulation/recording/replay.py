"""Replay a recorded game: its positions and its steps."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from fairground.core.simulation.game.mission_progress import GONE_OFF, NO_CHARGE
from fairground.core.simulation.recording.events import (
    Arrived,
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

"""Measuring: every measure that is wanted, asked of everybody it is about."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.errors import LimitError, ScenarioError
from fairground.core.metrics.fairness.capacity import capacity
from fairground.core.metrics.fairness.cover import cover
from fairground.core.metrics.fairness.distances import Distances
from fairground.core.metrics.fairness.exposure import exposures, exposures_after_move
from fairground.core.metrics.fairness.first_shot import contact, first_shots
from fairground.core.metrics.fairness.ground import (
    exploration,
    high_ground,
    high_ground_view,
    safe_area,
    territory,
)
from fairground.core.metrics.fairness.hazards import cooling, hazard
from fairground.core.metrics.fairness.measured_values import MeasuredValues, not_compared
from fairground.core.metrics.fairness.narrow_places import choke_width, routes, traffic
from fairground.core.metrics.fairness.objectives import objectives

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from fairground.core.metrics.fairness.contest import Contest
    from fairground.core.metrics.fairness.progress import ProgressWatch
    from fairground.core.movement.mover import Mover

    #: The classes that something was measured for, and what was found.
    Measured = tuple[tuple[str, ...], MeasuredValues]


class _OfWays(NamedTuple):
    """Measures of the ways alone, which are the same for all who pay the same for every step."""

    ids: tuple[str, ...]
    ask: Callable[[Distances], MeasuredValues | Iterator[MeasuredValues]]


class _OfMover(NamedTuple):
    """Measures that look at the points of a turn, or at the height of a unit, besides."""

    ids: tuple[str, ...]
    ask: Callable[[Distances, Mover], MeasuredValues | Iterator[MeasuredValues]]


#: All measures but traffic and symmetry.
_OF_WAYS: Final = (
    _OfWays(("objectives", "nearest-objective"), objectives),
    _OfWays(("territory",), territory),
    _OfWays(("safe-area",), safe_area),
    _OfWays(("exploration",), exploration),
    _OfWays(("choke-width",), choke_width),
    _OfWays(("routes",), routes),
    _OfWays(("hazard",), hazard),
    _OfWays(("capacity",), capacity),
)
_OF_MOVERS: Final = (
    _OfMover(("contact",), contact),
    _OfMover(("first-shot",), first_shots),
    _OfMover(("exposure",), exposures),
    _OfMover(("exposure-after-move",), exposures_after_move),
    _OfMover(("cover",), cover),
    _OfMover(("high-ground",), high_ground),
    _OfMover(("high-ground-view",), high_ground_view),
    _OfMover(("cooling",), cooling),
)
TRAFFIC: Final = "traffic"
#: Measures that say something of zones in which a mover cannot stand, too.
_OF_ZONES: Final = frozenset(("exposure", "capacity"))


class _Question(NamedTuple):
    """Something to ask: for which classes, which measures it answers, and how."""

    classes: tuple[str, ...]
    ids: tuple[str, ...]
    ask: Callable[[], MeasuredValues | Iterator[MeasuredValues]]


def readings(
    contest: Contest, movers: Iterable[Mover], wanted: Collection[str], watch: ProgressWatch
) -> list[Measured]:
    """Return what the measures that are ``wanted``, by id, say of a contest; each for whom it holds.

    A measure that has no answer for the ruleset, or for a board of this size, is there and says so. The symmetry of the
    board is none of them. ``watch`` is told of every answer.

    Raises
    ------
    LimitError
        When the costs of the ruleset are too fine to be added up exactly on the board.
    CancelledError
        When the watch says so.
    """
    asked = list(_questions(_groups(contest, movers), wanted))
    watch.expect(len(asked))
    found: list[Measured] = []
    for classes, ids, ask in asked:
        found += [(classes, it) for it in _read(ids, ask) if it.id in wanted]
        watch.step()
    return _joined(found)


def _groups(contest: Contest, movers: Iterable[Mover]) -> list[tuple[Distances, list[Mover]]]:
    """Return the ways of a contest, each with those who go them: all who pay the same for every step."""
    groups: dict[tuple[bytes, bytes], tuple[Distances, list[Mover]]] = {}
    for who in movers:
        made = contest.steps(who)
        # The costs themselves would take as much memory again.
        key = sha256(made.cost.data).digest(), sha256(made.may_end.data).digest()
        if key not in groups:
            groups[key] = Distances(contest, made), []
        groups[key][1].append(who)
    return list(groups.values())


def _questions(groups: list[tuple[Distances, list[Mover]]], wanted: Collection[str]) -> Iterator[_Question]:
    if TRAFFIC in wanted:
        # It is looked at, not judged, and takes long: for those with the most points it is enough.
        ways, movers = max(groups, key=lambda it: max(who.allowance for who in it[1]))
        yield _Question(_classes(movers), (TRAFFIC,), partial(traffic, ways))
    for ways, movers in groups:
        starts = any(it.any() for it in ways.starts)
        for of_ways in _OF_WAYS:
            if any(it in wanted for it in of_ways.ids):
                ask = partial(of_ways.ask, ways) if _is_asked(starts, of_ways.ids) else _nobody(of_ways.ids)
                yield _Question(_classes(movers), of_ways.ids, ask)
        for who in movers:
            for of_mover in _OF_MOVERS:
                if any(it in wanted for it in of_mover.ids):
                    ask_of = (
                        partial(of_mover.ask, ways, who)
                        if _is_asked(starts, of_mover.ids)
                        else _nobody(of_mover.ids)
                    )
                    yield _Question((who.class_id,), of_mover.ids, ask_of)


def _is_asked(starts: bool, ids: tuple[str, ...]) -> bool:  # noqa: FBT001  # one of two
    return starts or any(it in _OF_ZONES for it in ids)


def _nobody(ids: tuple[str, ...]) -> Callable[[], Iterator[MeasuredValues]]:
    """Return the answer of measures where no unit can start, so that none of them has a value."""
    return lambda: (not_compared(it, "Nobody can stand in any of the zones.") for it in ids)


def _classes(movers: Iterable[Mover]) -> tuple[str, ...]:
    return tuple(it.class_id for it in movers)


def _read(
    ids: tuple[str, ...], ask: Callable[[], MeasuredValues | Iterator[MeasuredValues]]
) -> list[MeasuredValues]:
    """Return what a measure says, or that this ruleset or a board of this size has no answer."""
    try:
        found = ask()
        return [found] if isinstance(found, MeasuredValues) else list(found)
    except (LimitError, ScenarioError) as error:
        text = str(error)
        return [not_compared(it, f"{text[:1].upper()}{text[1:]}.") for it in ids]


def _joined(measured: Iterable[Measured]) -> list[Measured]:
    """Return what was measured, what says the same of several classes together; their hexes are joined."""
    found: dict[tuple[object, ...], Measured] = {}
    for classes, it in measured:
        key = it.id, it.range_band, it.text, tuple(it.values.items()), tuple(it.pairs.items())
        if key in found:
            before, other = found[key]
            hexes = it.hexes if it.hexes is None or other.hexes is None else it.hexes | other.hexes
            found[key] = (*before, *classes), replace(it, hexes=hexes)
        else:
            found[key] = classes, it
    return list(found.values())

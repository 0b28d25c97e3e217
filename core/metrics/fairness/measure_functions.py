"""Compute measures of fairness, each for every class of unit that can get another value."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from numbers import Rational
from typing import TYPE_CHECKING, Final, NamedTuple, cast

import numpy as np

from fairground.core.errors import CancelledError, LimitError, ScenarioError
from fairground.core.metrics.fairness import (
    contact_and_exposure,
    objectives_and_routes,
    own_ground,
    territory_and_cover,
)
from fairground.core.metrics.fairness.distances import Distances
from fairground.core.metrics.fairness.measured_values import MeasuredValues, not_compared
from fairground.core.metrics.fairness.sentences import NO_FOOTING
from fairground.core.plugin_groups import WithPlugins, describe_error
from fairground.core.scenario.fairness_titles_and_limits import MEASURE_PLUGINS, MEASURES, MeasureInput

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from fairground.core.metrics.fairness.contest import Contest
    from fairground.core.metrics.fairness.progress import ProgressWatch
    from fairground.core.movement.board_steps import Steps
    from fairground.core.movement.mover import Mover

    #: Values, and the classes that they hold for.
    Measured = tuple[tuple[str, ...], MeasuredValues]
    #: Movers that pay the same for every step, and the distances that they share.
    _Group = tuple[Distances, list[Mover]]
    #: Computes a measure, or several, for one class.
    Compute = Callable[[Distances, Mover], MeasuredValues | Iterator[MeasuredValues]]


_SHIPPED: Final[dict[str, Compute]] = {
    "contact": contact_and_exposure.contact,
    "first-shot": contact_and_exposure.first_shots,
    "objectives": objectives_and_routes.objectives,
    "nearest-objective": objectives_and_routes.objectives,
    "territory": territory_and_cover.territory,
    "safe-area": territory_and_cover.safe_area,
    "exploration": territory_and_cover.exploration,
    "exposure": contact_and_exposure.exposures,
    "exposure-after-move": contact_and_exposure.exposures_after_move,
    "cover": own_ground.cover,
    "high-ground": own_ground.high_ground,
    "high-ground-view": territory_and_cover.high_ground_view,
    "choke-width": objectives_and_routes.choke_width,
    "routes": objectives_and_routes.routes,
    "traffic": objectives_and_routes.traffic,
    "hazard": own_ground.hazard,
    "cooling": objectives_and_routes.cooling,
    "capacity": territory_and_cover.capacity,
}

#: The most hexes for which two things are computed at once: on larger boards they would take too much memory.
_MOST_HEXES_AHEAD: Final = 40_000


@cache
def _guarded(measure: str, compute: Compute) -> Compute:
    """Return the function of a plugin without its errors: they are the reason why there are no values."""

    def guarded(ways: Distances, mover: Mover) -> MeasuredValues:
        try:
            found = compute(ways, mover)
        except (CancelledError, LimitError, ScenarioError):
            raise
        except Exception as error:  # noqa: BLE001  # the code of another package may raise anything
            return not_compared(measure, f"Not measured: the plugin failed with {describe_error(error)}.")
        if problem := _problem(found, measure, ways):
            return not_compared(measure, f"Not measured: {problem}.")
        values = cast("MeasuredValues", found)
        # The quotient of two whole numbers would not be exact.
        return replace(values, values={party: _exact(it) for party, it in values.values.items()})

    return guarded


def _exact(value: Rational | None) -> Fraction | None:
    return None if value is None else Fraction(int(value.numerator), int(value.denominator))


def _problem(found: object, measure: str, ways: Distances) -> str:
    """Return what is wrong with the answer of a plugin, for a sentence; empty if nothing is."""
    if not isinstance(found, MeasuredValues):
        return f"the plugin returned {type(found).__name__} instead of MeasuredValues"
    if found.id != measure:
        return f"the plugin returned values of {found.id!r} instead of {measure!r}"
    parties = {it.id for it in ways.contest.parties}
    if found.values and set(found.values) != parties:
        known, returned = (", ".join(sorted(it)) for it in (parties, found.values))
        return f"the plugin returned values for {returned}, but the parties are {known}"
    for party, value in found.values.items():
        if value is not None and not isinstance(value, Rational):
            return f"the value for {party} is {type(value).__name__}; values must be Fraction, int or None"
    if found.hexes is not None and np.shape(found.hexes) != ways.contest.void.shape:
        return f"hexes has the shape {np.shape(found.hexes)} instead of {ways.contest.void.shape}"
    return ""


def _of_plugins() -> dict[str, Compute]:
    return {name: _guarded(name, it.compute) for name, it in MEASURE_PLUGINS.members().items()}


#: The function of each measure, by its id. Symmetry has none: it comes from the symmetry report.
COMPUTATIONS: Final = WithPlugins(_SHIPPED, _of_plugins)


class _Question(NamedTuple):
    """One call of a function: the classes that it is for, the measures that it answers, and whether it has to wait for a thread."""

    classes: tuple[str, ...]
    ids: tuple[str, ...]
    ask: Callable[[], MeasuredValues | Iterator[MeasuredValues]]
    waits: bool


def compute_measures(
    contest: Contest, movers: Iterable[Mover], wanted: Collection[str], watch: ProgressWatch
) -> list[Measured]:
    """Return the values of the ``wanted`` measures, each with the classes that it holds for.

    A measure that the ruleset has no answer for, or that takes too much memory on this board, has no values, and its
    text says why. Symmetry is not included. ``watch`` counts every answer. Raises a ``LimitError`` when the ruleset's
    costs are too fine to be added up exactly on the board. Raises a ``CancelledError`` when ``watch`` is cancelled.
    """
    groups = _groups(contest, movers)
    questions = sorted(_questions(groups, wanted), key=lambda it: it.waits)
    if contest.void.size <= _MOST_HEXES_AHEAD and len(wanted) > 1:
        _begin(contest, groups, wanted)
    watch.expect(len(questions))
    found: list[Measured] = []
    for question in questions:
        answers = _answers(question.ids, question.ask)
        found += [(question.classes, it) for it in answers if it.id in wanted]
        watch.step()
    return _joined(found)


def _begin(contest: Contest, groups: list[_Group], wanted: Collection[str]) -> None:
    """Begin in threads what takes the compiled part longest, so that it is done by the time that a measure needs it.

    Measures that wait for sight or traffic come last. Of the orders tried here, this one was the fastest.
    """
    inputs = frozenset[MeasureInput]().union(*(MEASURES[it].depends_on for it in wanted if it in MEASURES))
    heights = {who.unit_class.height for _, movers in groups for who in movers}
    # A measure that needs it raises the same error.
    with suppress(LimitError, ScenarioError):
        for height in sorted(heights) if MeasureInput.SIGHT in inputs else ():
            contest.sights(height).begin()
        if MeasureInput.TRAFFIC in inputs:
            _ = _with_most_points(groups)[0].traffic
        if MeasureInput.STEPS in inputs:
            for ways, _ in groups:
                ways.begin()


def _with_most_points(groups: list[_Group]) -> _Group:
    """Return the group with the class of the most movement points, for which traffic is computed."""
    return max(groups, key=lambda it: max(who.allowance for who in it[1]))


def _groups(contest: Contest, movers: Iterable[Mover]) -> list[_Group]:
    """Return the movers in groups that pay the same for every step, with the distances that they share."""
    groups: list[_Group] = []
    for who in movers:
        steps = contest.steps(who)
        same = next((members for ways, members in groups if _same_costs(ways.steps, steps)), None)
        if same is None:
            same = []
            groups.append((Distances(contest, steps), same))
        same.append(who)
    return groups


def _same_costs(one: Steps, other: Steps) -> bool:
    """Return whether movers pay the same for every step and can stand in the same hexes."""
    pairs = (one.cost, other.cost), (one.may_end, other.may_end)
    return all(a is b or np.array_equal(a, b) for a, b in pairs)


def _questions(groups: list[_Group], wanted: Collection[str]) -> Iterator[_Question]:
    by_function: dict[Compute, tuple[str, ...]] = {}
    for name, compute in COMPUTATIONS.items():
        if name in wanted:
            by_function[compute] = (*by_function.get(compute, ()), name)
    for compute, ids in by_function.items():
        inputs = frozenset().union(*(MEASURES[it].depends_on for it in ids))
        for ways, movers in [_with_most_points(groups)] if MeasureInput.TRAFFIC in inputs else groups:
            has_answer = MeasureInput.ZONES in inputs or any(it.any() for it in ways.starts)
            for of in [[it] for it in movers] if MeasureInput.MOVER in inputs else [movers]:
                ask = partial(compute, ways, of[0]) if has_answer else partial(_nobody, ids)
                waits = not inputs.isdisjoint((MeasureInput.SIGHT, MeasureInput.TRAFFIC))
                yield _Question(tuple(it.class_id for it in of), ids, ask, waits)


def _nobody(ids: tuple[str, ...]) -> Iterator[MeasuredValues]:
    """Yield the answer of measures where no unit can start, so that no party has a value."""
    return (not_compared(it, NO_FOOTING) for it in ids)


def _answers(
    ids: tuple[str, ...], ask: Callable[[], MeasuredValues | Iterator[MeasuredValues]]
) -> list[MeasuredValues]:
    """Return the values of measures, or why the ruleset has none or they take too much memory."""
    try:
        found = ask()
        return [found] if isinstance(found, MeasuredValues) else list(found)
    except (LimitError, ScenarioError) as error:
        text = str(error)
        return [not_compared(it, f"{text[:1].upper()}{text[1:]}.") for it in ids]


def _joined(measured: Iterable[Measured]) -> list[Measured]:
    """Return the values with the classes that have the same ones joined, and their hexes united."""
    found: dict[tuple[object, ...], Measured] = {}
    for classes, it in measured:
        # Hashing fractions takes long.
        ratios = [
            (name, None if value is None else value.as_integer_ratio())
            for name, value in (*it.values.items(), *it.pairs.items())
        ]
        key = it.id, it.range_band, it.text, tuple(ratios), len(it.values)
        if key in found:
            before, other = found[key]
            hexes = it.hexes if it.hexes is None or other.hexes is None else it.hexes | other.hexes
            found[key] = (*before, *classes), replace(it, hexes=hexes)
        else:
            found[key] = classes, it
    return list(found.values())

"""Axes: along what the variants of a sketch are spread out."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.errors import UsageError
from fairground.core.metrics.fairness.distances import Distances
from fairground.core.metrics.fairness.measured_values import percent, plain
from fairground.core.scenario.arrays import inside, step
from fairground.core.scenario.fairness_measures import MEASURES, MeasureUnit
from fairground.core.sight.field.visibility import visibility
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from fairground.core.metrics.fairness.contest import Contest
    from fairground.core.metrics.fairness.measured_values import MeasuredValues
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.fairness_measures import MeasureSpec


@dataclass(frozen=True)
class VariantAxis:
    """Something that differs between boards.

    ``step`` is how far apart two boards have to be to count as different; None is a ``FINENESS``-th of what the sketch has.
    ``share`` is whether values are shares of a whole. ``measure`` is whether it is one of the measures of fairness: then
    the value is the mean of the parties', over everybody and every weapon band that is measured for.
    """

    name: str
    title: str
    step: Fraction | None
    share: bool
    of: Callable[[Contest, Sequence[Mover]], Fraction | None] | None = None

    @property
    def measure(self) -> bool:
        """Whether it is a measure of fairness, rather than something that is asked of the board."""
        return self.of is None

    def value(
        self, contest: Contest, movers: Sequence[Mover], readings: Sequence[MeasuredValues]
    ) -> Fraction | None:
        """Return where a board lies on the axis; None where it has no value.

        Raises
        ------
        ScenarioError
            When the ruleset has no answer.
        """
        return (
            _mean(it for it in readings if it.id == self.name)
            if self.of is None
            else self.of(contest, movers)
        )

    def told(self, value: Fraction | None) -> str:
        """Return a value in words: ``41.5 %``, ``7.25``."""
        if value is None:
            return "none"
        return percent(value) if self.share else plain(value)


#: The steps of a sketch's value, where an axis has no step of its own.
FINENESS: Final = 20


def _mean(readings: Iterable[MeasuredValues]) -> Fraction | None:
    """Return the mean of all values of some readings; None where there are none."""
    known = [value for it in readings for value in it.values.values() if value is not None]
    return sum(known, Fraction(0)) / len(known) if known else None


def _openness(contest: Contest, _movers: Sequence[Mover]) -> Fraction | None:
    """Return the share of the hexes that are open ground: entered at the usual cost or less, and seen across."""
    rules, board = contest.rules, contest.board
    is_open = []
    for entry in board.palette:
        ground = rules.ground([kind for kind in entry.kinds if kind in rules.terrain])
        is_open.append(
            ground.passable and ground.cost <= rules.movement.base_cost and not ground.blocks_sight
        )
    solid = ~contest.void
    count = int(np.count_nonzero(solid))
    found = int(np.count_nonzero(np.array(is_open, np.bool_)[board.terrain] & solid))
    return Fraction(found, count) if count else None


def _sight(contest: Contest, _movers: Sequence[Mover]) -> Fraction | None:
    """Return the share of the other hexes that a hex sees, on average; from ground to ground."""
    count = int(np.count_nonzero(~contest.void))
    if count < 2:
        return None
    return Fraction(int(visibility(contest.scenario).exposure().sum()), count * (count - 1))


def _distance(contest: Contest, movers: Sequence[Mover]) -> Fraction | None:
    """Return how many points it is from one party to another, the mean over all pairs, for the class with most points."""
    ways = Distances(contest, contest.steps(max(movers, key=lambda it: it.allowance)))
    known = [ways.in_points(length) for i, j in contest.pairs() if (length := ways.length(i, j)) is not None]
    points = [it for it in known if it is not None]
    return sum(points, Fraction(0)) / len(points) if points else None


def _relief(contest: Contest, _movers: Sequence[Mover]) -> Fraction | None:
    """Return by how many levels neighbouring hexes differ, on average."""
    board = contest.board
    solid, level = ~contest.void, board.elevation.astype(np.int64)
    q, r = board.layout.axial_arrays(board.columns, board.rows)
    total = count = 0
    for direction in range(3):
        on_board, row, column = inside(board.layout, solid.shape, *step(q, r, direction))
        both = on_board & solid & solid[row, column]
        total += int(abs(level - level[row, column])[both].sum())
        count += int(np.count_nonzero(both))
    return Fraction(total, count) if count else None


_SHARE: Final = Fraction(1, 100)
_WHOLE: Final = Fraction(1)
#: The units of measures that count whole things, few of them.
_WHOLES: Final = (MeasureUnit.TURNS, MeasureUnit.WIDTH, MeasureUnit.ROUTES, MeasureUnit.HARM)


def _of_measure(it: MeasureSpec) -> VariantAxis:
    step = _WHOLE if it.unit in _WHOLES else _SHARE if it.is_share else None
    return VariantAxis(it.id, it.title, step, it.is_share)


#: Every axis by name: what is asked of the board, then the measures of fairness.
AXES: Final[Mapping[str, VariantAxis]] = {
    "openness": VariantAxis("openness", "open ground", _SHARE, share=True, of=_openness),
    "sight": VariantAxis("sight", "mean sight", _SHARE, share=True, of=_sight),
    "distance": VariantAxis("distance", "distance between zones", None, share=False, of=_distance),
    "relief": VariantAxis("relief", "relief", Fraction(1, 20), share=False, of=_relief),
    **{name: _of_measure(it) for name, it in MEASURES.items() if name != "symmetry"},
}


def axis_named(name: str) -> VariantAxis:
    """Return the axis of a name.

    Raises
    ------
    UsageError
        When there is none; the message names one that may be meant.
    """
    if name not in AXES:
        raise UsageError(
            f"there is no axis {name!r}{did_you_mean(name, AXES) or '; known: ' + ', '.join(AXES)}"
        )
    return AXES[name]

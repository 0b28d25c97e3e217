"""The axes along which the variants of a sketch are spread out."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.errors import UsageError
from fairground.core.metrics.fairness.distances import Distances
from fairground.core.metrics.fairness.measured_values import percent, plain
from fairground.core.plugin_groups import WithPlugins
from fairground.core.scenario.arrays import inside, step
from fairground.core.scenario.fairness_titles_and_limits import MEASURE_PLUGINS, MEASURES, MeasureUnit
from fairground.core.sight.field.visibility import visibility
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from fairground.core.metrics.fairness.contest import Contest
    from fairground.core.metrics.fairness.measured_values import MeasuredValues
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.fairness_titles_and_limits import MeasureSpec


@dataclass(frozen=True)
class VariantAxis:
    """A property that differs between boards.

    ``step`` is the least difference that counts; None: the sketch's value divided by ``FINENESS``. ``share`` is whether values
    are shares. ``of`` computes the value; without it the axis is a measure of fairness, and the value is the mean over
    parties, classes and weapon bands.
    """

    name: str
    title: str
    step: Fraction | None
    share: bool
    of: Callable[[Contest, Sequence[Mover]], Fraction | None] | None = None

    @property
    def measure(self) -> bool:
        """Whether it is a measure of fairness."""
        return self.of is None

    def value(
        self, contest: Contest, movers: Sequence[Mover], readings: Sequence[MeasuredValues]
    ) -> Fraction | None:
        """Return the value of a board; None if it has none. Raises a ``ScenarioError`` if the ruleset has no answer."""
        if self.of is None:
            return _mean(it for it in readings if it.id == self.name)
        return self.of(contest, movers)

    def text(self, value: Fraction | None) -> str:
        """Return a value as text: ``41.5%``, ``7.25``."""
        return "none" if value is None else percent(value) if self.share else plain(value)


#: The number of steps in the sketch's value on axes without a ``step``.
FINENESS: Final = 20


def _mean(readings: Iterable[MeasuredValues]) -> Fraction | None:
    """Return the mean of all values; None without any."""
    known = [value for it in readings for value in it.values.values() if value is not None]
    return sum(known, Fraction(0)) / len(known) if known else None


def _openness(contest: Contest, _movers: Sequence[Mover]) -> Fraction | None:
    """Return the share of open hexes: entered at the base cost or less, without blocking sight."""
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
    """Return the mean share of other hexes visible from a hex, from ground to ground."""
    count = int(np.count_nonzero(~contest.void))
    if count < 2:
        return None
    return Fraction(int(visibility(contest.scenario).exposure().sum()), count * (count - 1))


def _distance(contest: Contest, movers: Sequence[Mover]) -> Fraction | None:
    """Return the mean distance between parties in points, for the class with the most points."""
    ways = Distances(contest, contest.steps(max(movers, key=lambda it: it.allowance)))
    known = [ways.in_points(length) for i, j in contest.pairs() if (length := ways.length(i, j)) is not None]
    points = [it for it in known if it is not None]
    return sum(points, Fraction(0)) / len(points) if points else None


def _relief(contest: Contest, _movers: Sequence[Mover]) -> Fraction | None:
    """Return the mean difference in levels between neighbouring hexes."""
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
#: The units of measures with small integer values.
_WHOLES: Final = (MeasureUnit.TURNS, MeasureUnit.WIDTH, MeasureUnit.ROUTES, MeasureUnit.HARM)


def _of_measure(it: MeasureSpec) -> VariantAxis:
    step = _WHOLE if it.unit in _WHOLES else _SHARE if it.is_share else None
    return VariantAxis(it.id, it.title, step, it.is_share)


_SHIPPED: Final = {
    "openness": VariantAxis("openness", "open ground", _SHARE, share=True, of=_openness),
    "sight": VariantAxis("sight", "mean sight", _SHARE, share=True, of=_sight),
    "distance": VariantAxis("distance", "distance between zones", None, share=False, of=_distance),
    "relief": VariantAxis("relief", "relief", Fraction(1, 20), share=False, of=_relief),
    **{name: _of_measure(it) for name, it in MEASURES.shipped.items() if name != "symmetry"},
}


def _of_plugins() -> dict[str, VariantAxis]:
    return {name: _of_measure(it.spec) for name, it in MEASURE_PLUGINS.members().items()}


#: Every axis by name: properties of the board, then measures of fairness.
AXES: Final = WithPlugins(_SHIPPED, _of_plugins)


def axis_named(name: str) -> VariantAxis:
    """Return an axis by name, or raise a ``UsageError`` that suggests a similar name."""
    if name not in AXES:
        raise UsageError(
            f"there is no axis {name!r}{did_you_mean(name, AXES) or '; known: ' + ', '.join(AXES)}"
        )
    return AXES[name]

"""Fit the win rate to a few measures by ridge regression on the log-odds, and estimate the error on designs left out."""

from __future__ import annotations

from math import exp, log, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.metrics.fairness.advantage import NINE_IN_TEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tools.studying.results import StudyRow

    Floats = NDArray[np.float64]

#: The most terms, and the share by which a further term must lower the error.
MOST_TERMS: Final = 6
WORTH: Final = 0.01
#: Measures that may explain who wins: 1 if more of it should be an advantage, -1 if less should be. Those of the
#: width and number of ways are left out: they are as narrow for both.
SIGNS: Final = {
    "contact": -1,
    "first-shot": -1,
    "objectives": -1,
    "nearest-objective": -1,
    "territory": 1,
    "safe-area": 1,
    "exploration": 1,
    "exposure": -1,
    "exposure-after-move": -1,
    "cover": 1,
    "high-ground": 1,
    "high-ground-view": 1,
    "hazard": -1,
    "cooling": -1,
    "capacity": 1,
}
#: The strength of the ridge, for amounts of unit spread, as a share of the games' weight.
RIDGE: Final = 0.02
#: The same for how far the weights of a ruleset are from those of all.
RIDGE_OF_RULES: Final = 0.1
#: The standard deviation of log-odds between boards with the same measures, about 4 points.
BETWEEN: Final = 0.15


class Data(NamedTuple):
    """The log-odds of a win and their weights for each board, the amounts ``[boards, measures]``, its ruleset and design.

    ``rates`` are win rates, and ``rules`` and ``designs`` the numbers of the ruleset and of the design, from 0.
    """

    odds: Floats
    weights: Floats
    amounts: Floats
    rates: Floats
    games: Floats
    rules: NDArray[np.int64]
    designs: NDArray[np.int64]


class Fit(NamedTuple):
    """The weights of some measures, ``[rulesets, measures]``, and the mean over rulesets with its standard error."""

    weights: Floats
    mean: Floats
    errors: Floats


class Errors(NamedTuple):
    """Errors of predicted win rates in points: root mean squares, and the part that is not the luck of the games.

    ``without`` is that of always expecting one half, luck included.
    """

    raw: float
    luck: float
    without: float

    @property
    def model(self) -> float:
        """The error without the luck of the games."""
        return sqrt(max(self.raw**2 - self.luck**2, 0.0))


def data_of(rows: Sequence[StudyRow], names: Sequence[str]) -> Data:
    """Return the data of some boards, with these measures; rulesets are numbered in the order of their names."""
    games = np.array([it.games for it in rows], np.float64)
    # Half a win more for either side keeps the log-odds finite.
    rates = np.array([(it.wins + 0.5) / (it.games + 1) for it in rows])
    rulesets = sorted({it.ruleset for it in rows})
    designs = sorted({it.design for it in rows})
    return Data(
        np.log(rates / (1 - rates)),
        # Boards differ by more than the luck of the games, so that many games on one don't count as many boards.
        1 / (1 / (games * rates * (1 - rates)) + BETWEEN**2),
        np.array([[it.amounts[name] for name in names] for it in rows]),
        np.array([it.rate for it in rows]),
        games,
        np.array([rulesets.index(it.ruleset) for it in rows]),
        np.array([designs.index(it.design) for it in rows]),
    )


def fitted(data: Data, columns: Sequence[int]) -> Fit:
    """Return the weights of some measures: of all rulesets together, with a smaller deviation for each.

    There is no constant: equal amounts for both sides mean equal chances.
    """
    amounts = data.amounts[:, columns]
    count, rulesets = len(columns), int(data.rules.max()) + 1
    spread = np.sqrt((amounts**2).mean(axis=0))
    spread[spread == 0] = 1
    scaled = amounts / spread
    design = np.hstack([scaled, *(scaled * (data.rules == it)[:, None] for it in range(rulesets))])
    ridge = np.diag(np.repeat([RIDGE, *[RIDGE_OF_RULES] * rulesets], count)) * data.weights.sum()
    inner = np.linalg.inv(design.T @ (data.weights[:, None] * design) + ridge)
    solved = inner @ (design.T @ (data.weights * data.odds))
    shared, own = solved[:count], solved[count:].reshape(rulesets, count)
    # The mean over the rulesets, and its error. Boards differ by more than the luck of the games, which widens it.
    mix = np.hstack([np.eye(count), *[np.eye(count) / rulesets] * rulesets])
    left = data.odds - design @ solved
    excess = max(float((data.weights * left**2).sum()) / max(len(left) - count, 1), 1.0)
    errors = np.sqrt(np.diag(mix @ inner @ mix.T) * excess)
    return Fit((shared + own) / spread, (mix @ solved) / spread, errors / spread)


def predicted(data: Data, columns: Sequence[int], weights: Floats) -> Floats:
    """Return the win rates that the weights of each ruleset give."""
    found: Floats = 1 / (1 + np.exp(-(data.amounts[:, columns] * weights[data.rules]).sum(axis=1)))
    return found


def spread(data: Data, columns: Sequence[int], weights: Floats) -> Floats:
    """Return how much differs on each board, in points: what each measure alone is worth, whichever side it favours, in sum."""
    alone = np.abs(data.amounts[:, columns] * weights[data.rules])
    found: Floats = (100 / (1 + np.exp(-alone)) - 50).sum(axis=1)
    return found


def some_boards(data: Data, chosen: NDArray[np.bool_] | NDArray[np.int64]) -> Data:
    """Return the data of some boards, by a mask or by their numbers."""
    return Data(
        data.odds[chosen],
        data.weights[chosen],
        data.amounts[chosen],
        data.rates[chosen],
        data.games[chosen],
        data.rules[chosen],
        data.designs[chosen],
    )


def _loss(data: Data, columns: Sequence[int]) -> float:
    """Return the weighted mean square error of win rates on designs left out, in square points."""
    folds, total = data.designs, 0.0
    for fold in np.unique(folds):
        fit = fitted(some_boards(data, folds != fold), columns)
        rest = some_boards(data, folds == fold)
        error = 100 * (predicted(rest, columns, fit.weights) - rest.rates)
        total += float((rest.weights * error**2).sum())
    return total / float(data.weights.sum())


def chosen(data: Data, names: Sequence[str]) -> list[int]:
    """Return the columns that lower the error most, one after the other, as long as all weights make sense."""
    columns: list[int] = []
    best = float((data.weights * (100 * (data.rates - 0.5)) ** 2).sum() / data.weights.sum())
    while len(columns) < MOST_TERMS:
        losses = {
            it: _loss(data, [*columns, it])
            for it in range(len(names))
            if it not in columns
            and _is_sensible(fitted(data, [*columns, it]), [names[i] for i in (*columns, it)])
        }
        column = min(losses, key=losses.__getitem__, default=None)
        if column is None or losses[column] > best * (1 - WORTH):
            break
        columns.append(column)
        best = losses[column]
    return columns


def _is_sensible(fit: Fit, names: Sequence[str]) -> bool:
    """Whether more of a measure is good where it should be, and bad where it should be, in every ruleset."""
    signs = np.array([SIGNS[it] for it in names])
    return bool((fit.weights * signs > 0).all())


class CrossValidated(NamedTuple):
    """The errors on designs that neither choice nor weights of the terms have seen.

    ``rates`` are the predicted win rates, and ``spreads`` how much differs, see ``spread``. ``by_spread`` is the variance of
    the model's own error, in square points, for each point of spread.
    """

    errors: Errors
    rates: Floats
    spreads: Floats
    by_spread: float


def cross_validated(data: Data, names: Sequence[str]) -> CrossValidated:
    """Return the errors on each design by a model that is chosen and fitted on all the others."""
    rates, spreads = np.zeros((2, len(data.odds)))
    for fold in np.unique(data.designs):
        seen, rest = some_boards(data, data.designs != fold), data.designs == fold
        columns = chosen(seen, names)
        weights = fitted(seen, columns).weights
        rates[rest] = predicted(some_boards(data, rest), columns, weights)
        spreads[rest] = spread(some_boards(data, rest), columns, weights)
    own = (100 * (rates - data.rates)) ** 2 - 1e4 * _luck(data)
    by_spread = max(float(own.sum() / spreads.sum()), 0.0) if spreads.any() else 0.0
    return CrossValidated(errors_of(data, rates), rates, spreads, by_spread)


def coverage(data: Data, found: CrossValidated) -> float:
    """Return the share of boards whose games lie within the error given for them, widened by the luck of the games."""
    most = NINE_IN_TEN * np.sqrt(found.by_spread * found.spreads + 1e4 * _luck(data))
    return float((100 * np.abs(found.rates - data.rates) <= most).mean())


def _luck(data: Data) -> Floats:
    """Return the variance of the win rate of each board by the luck of its games; half a win more keeps it above 0."""
    rates = (data.rates * data.games + 0.5) / (data.games + 1)
    found: Floats = rates * (1 - rates) / data.games
    return found


def errors_of(data: Data, rates: Floats) -> Errors:
    """Return the errors of predicted win rates."""
    return Errors(
        100 * sqrt(float(((rates - data.rates) ** 2).mean())),
        100 * sqrt(float(_luck(data).mean())),
        100 * sqrt(float(((data.rates - 0.5) ** 2).mean())),
    )


def points(odds: float) -> float:
    """Return log-odds as points of the win rate above one half."""
    return 100 / (1 + exp(-odds)) - 50


def odds(shift: float) -> float:
    """Return the log-odds of a win rate by its points above one half."""
    return log((50 + shift) / (50 - shift))

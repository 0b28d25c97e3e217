"""Fit the win rate to a few measures by ridge regression on the log-odds, and estimate the error by cross-validation."""

from __future__ import annotations

from math import exp, log, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tools.studying.results import StudyRow

    Floats = NDArray[np.float64]

#: Folds of the cross-validation, the most terms, and the share by which a further term must lower the error.
FOLDS: Final = 10
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
#: Of a normal distribution: nine of ten values are within so many standard deviations.
NINE_IN_TEN: Final = 1.645


class Data(NamedTuple):
    """The log-odds of a win and their weights for each board, the amounts ``[boards, measures]``, and the board's ruleset.

    ``rates`` are win rates, and ``rules`` the number of the ruleset, from 0.
    """

    odds: Floats
    weights: Floats
    amounts: Floats
    rates: Floats
    games: Floats
    rules: NDArray[np.int64]


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
    return Data(
        np.log(rates / (1 - rates)),
        games * rates * (1 - rates),
        np.array([[it.amounts[name] for name in names] for it in rows]),
        np.array([it.rate for it in rows]),
        games,
        np.array([rulesets.index(it.ruleset) for it in rows]),
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


def _some(data: Data, chosen: NDArray[np.bool_]) -> Data:
    return Data(
        data.odds[chosen],
        data.weights[chosen],
        data.amounts[chosen],
        data.rates[chosen],
        data.games[chosen],
        data.rules[chosen],
    )


def _folds(count: int) -> NDArray[np.int64]:
    """Return the fold of each board; neighbours, which have other designs, go to the same fold."""
    return np.arange(count) * min(FOLDS, count) // max(count, 1)


def _loss(data: Data, columns: Sequence[int]) -> float:
    """Return the weighted mean square error of win rates by cross-validation, in square points."""
    folds, total = _folds(len(data.odds)), 0.0
    for fold in np.unique(folds):
        fit = fitted(_some(data, folds != fold), columns)
        rest = _some(data, folds == fold)
        total += float((rest.games * (100 * (predicted(rest, columns, fit.weights) - rest.rates)) ** 2).sum())
    return total / float(data.games.sum())


def chosen(data: Data, names: Sequence[str]) -> list[int]:
    """Return the columns that lower the error most, one after the other, as long as all weights make sense."""
    columns: list[int] = []
    best = float((data.games * (100 * (data.rates - 0.5)) ** 2).sum() / data.games.sum())
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


def cross_validated(data: Data, names: Sequence[str]) -> tuple[Errors, Floats]:
    """Return the errors, and the predicted win rates, on boards that neither choice nor weights of the terms have seen."""
    folds = _folds(len(data.odds))
    rates = np.zeros(len(data.odds))
    for fold in np.unique(folds):
        seen, rest = _some(data, folds != fold), folds == fold
        columns = chosen(seen, names)
        rates[rest] = predicted(_some(data, rest), columns, fitted(seen, columns).weights)
    return errors_of(data, rates), rates


def errors_of(data: Data, rates: Floats) -> Errors:
    """Return the errors of predicted win rates."""
    return Errors(
        100 * sqrt(float(((rates - data.rates) ** 2).mean())),
        100 * sqrt(float((data.rates * (1 - data.rates) / data.games).mean())),
        100 * sqrt(float(((data.rates - 0.5) ** 2).mean())),
    )


def points(odds: float) -> float:
    """Return log-odds as points of the win rate above one half."""
    return 100 / (1 + exp(-odds)) - 50


def odds(shift: float) -> float:
    """Return the log-odds of a win rate by its points above one half."""
    return log((50 + shift) / (50 - shift))

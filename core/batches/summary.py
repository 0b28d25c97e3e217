"""The results of a batch: a row for each map, in any order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from fairground.core.errors import UsageError
from fairground.core.metrics.fairness.measured_values import percent
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, Verdict
from fairground.core.text.suggest import near_or_all

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fairground.core.simulation.simulation import Simulation, ZoneRate


@dataclass(frozen=True, slots=True)
class MapClaim:
    """The leading values of a measure, over all classes and ranges.

    ``imbalance`` is (max - min) / max of the zones' values, None if they aren't compared; ``band`` is None without a rating.
    ``figure`` is what is rated, in a few words: ``at least 1 turn``; empty without a rating.
    """

    title: str
    gate: bool
    band: Verdict | None
    imbalance: float | None
    text: str
    figure: str = ""

    @property
    def shown(self) -> str:
        """What is rated, or else the imbalance; empty if the zones aren't compared."""
        if self.figure or self.imbalance is None:
            return self.figure
        return percent(Fraction(self.imbalance))


@dataclass(frozen=True)
class MapRow:
    """The results of a map.

    ``problem`` says why there are none. ``findings`` are those of ``validate``, as in its JSON answer. ``sentence`` is the
    verdict with what it doesn't cover; without a verdict ``reason`` says why. ``not_played`` says why there is no
    ``simulation`` if one was requested. ``picture`` is a WebP thumbnail, empty for none. ``failures`` are the reasons why
    questions have no answer this time.
    """

    file: str
    problem: str = ""
    name: str = ""
    columns: int | None = None
    rows: int | None = None
    layout: str | None = None
    ruleset: str = ""
    findings: tuple[Mapping[str, Any], ...] = ()
    verdict: Verdict | None = None
    because: tuple[str, ...] = ()
    sentence: str = ""
    reason: str = ""
    measures: Mapping[str, MapClaim] = field(default_factory=dict)
    simulation: Simulation | None = None
    not_played: str = ""
    picture: bytes = b""
    failures: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The map's name; default: its file."""
        return self.name or self.file

    @property
    def errors(self) -> int:
        """The number of findings of severity error."""
        return self.count("error")

    def count(self, severity: str) -> int:
        """Return the number of findings of a severity."""
        return sum(it["severity"] == severity for it in self.findings)

    @property
    def broken(self) -> bool:
        """Whether the map can't be used."""
        return bool(self.problem or self.errors)

    @property
    def worst(self) -> MapClaim | None:
        """The measure that decides the verdict: the most unbalanced one with the worst rating."""
        judged = [it for it in self.measures.values() if it.gate and it.band is not None]
        return max(judged, key=lambda it: (_severity(it.band), it.imbalance or 0), default=None)

    @cached_property
    def rates(self) -> tuple[ZoneRate, ...]:
        """The win rate of each zone; none without games."""
        return self.simulation.zones if self.simulation else ()

    @property
    def leading(self) -> ZoneRate | None:
        """The zone that wins most often, the first of equals; None without decided games."""
        won = [it for it in self.rates if it.rate is not None]
        return max(won, key=lambda it: it.rate or Fraction(0), default=None)

    @property
    def one_sided(self) -> Fraction | None:
        """The largest difference of a win rate from an even one; None without decided games."""
        if self.simulation is None:
            return None
        middle = self.simulation.setting.middle
        return max((abs(it.rate - middle) for it in self.rates if it.rate is not None), default=None)


@dataclass(frozen=True)
class Library:
    """The maps of a folder, by path, with the numbers of answers ``stored`` before and ``computed`` now."""

    folder: str
    maps: tuple[MapRow, ...]
    stored: int
    computed: int

    @property
    def verdicts(self) -> dict[str, int]:
        """The number of maps with each verdict; ``none`` for those without."""
        found = Counter(it.verdict.value if it.verdict else "none" for it in self.maps)
        return {name: found[name] for name in (*Verdict, "none")}

    @property
    def broken(self) -> int:
        """The number of maps that can't be used."""
        return sum(it.broken for it in self.maps)

    @property
    def failures(self) -> int:
        """The number of questions without an answer this time."""
        return sum(len(it.failures) for it in self.maps)

    def by(self, key: str) -> list[MapRow]:
        """Return the maps sorted by a key, then by path; raise a ``UsageError`` if it is unknown.

        ``key`` is ``file``, ``name``, ``size`` (large first), ``findings`` (most errors first), ``verdict`` (red first),
        ``win-rate`` (most one-sided first) or a measure (most unbalanced first). Maps without a value come last.
        """
        order = _ORDERS[known_order(key)] if key in _ORDERS else _by_measure(known_order(key))
        return sorted(self.maps, key=order)


def known_order(key: str) -> str:
    """Return a sort key, or raise a ``UsageError`` that suggests a similar one if it is unknown."""
    if key not in sort_keys():
        raise UsageError(f"maps cannot be sorted by {key!r}{near_or_all(key, sort_keys())}")
    return key


def _severity(band: Verdict | None) -> int:
    return -1 if band is None else band.severity


def _by_verdict(it: MapRow) -> tuple[int, float]:
    worst = it.worst
    return -_severity(it.verdict), -((worst.imbalance or 0) if worst and it.verdict else 0)


def _by_rate(it: MapRow) -> tuple[bool, Fraction]:
    return it.one_sided is None, -(it.one_sided or Fraction(0))


def _by_measure(measure: str) -> Callable[[MapRow], tuple[bool, float]]:
    def order(it: MapRow) -> tuple[bool, float]:
        found = it.measures.get(measure)
        if found is None or found.imbalance is None:
            return True, 0.0
        return False, -found.imbalance

    return order


_ORDERS: Final[Mapping[str, Callable[[MapRow], Any]]] = {
    "file": lambda _: 0,
    "name": lambda it: it.title.casefold(),
    "size": lambda it: -((it.columns or 0) * (it.rows or 0)),
    "findings": lambda it: (not it.problem, -it.errors, -it.count("warning")),
    "verdict": _by_verdict,
    "win-rate": _by_rate,
}


def sort_keys() -> tuple[str, ...]:
    """Return all sort keys."""
    return (*_ORDERS, *MEASURES)

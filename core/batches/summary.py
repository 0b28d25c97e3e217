"""What is known of the maps of a folder: a row each, in the order that is asked for."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from fairground.core.errors import UsageError
from fairground.core.scenario.fairness_bands import Verdict
from fairground.core.scenario.fairness_measures import MEASURES
from fairground.core.text.suggest import near_or_all

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fairground.core.simulation.simulation import Simulation, ZoneRate


@dataclass(frozen=True, slots=True)
class MapClaim:
    """Where a map stands in a measure: the reading that tells most of all classes and ranges.

    ``imbalance`` is (max - min) / max of the zones' values, None where they are not compared; ``band`` is None where nothing
    is judged.
    """

    title: str
    gate: bool
    band: Verdict | None
    imbalance: float | None
    text: str


@dataclass(frozen=True)
class MapRow:
    """A map, and all that is known of it.

    ``problem`` says why nothing is known, and is empty otherwise. ``findings`` are those of ``validate``, as plain data in
    the shape of its JSON answer. ``verdict`` is None where nothing was judged: ``reason`` says why. ``sentence`` is the verdict
    with what it does not cover; empty without one. Why there is no simulation is in
    ``not_played`` where games were asked for and there is no ``simulation``. ``picture`` is a WebP thumbnail, empty for none.
    ``failures`` are questions that have no answer this time.
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
        """The map's name, or its file where it has none."""
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
        """Whether the map cannot be used as it is."""
        return bool(self.problem or self.errors)

    @property
    def worst(self) -> MapClaim | None:
        """The measure that decides the verdict: of those in the worst band the one that is furthest apart."""
        judged = [it for it in self.measures.values() if it.gate and it.band is not None]
        return max(judged, key=lambda it: (_severity(it.band), it.imbalance or 0), default=None)

    @cached_property
    def rates(self) -> tuple[ZoneRate, ...]:
        """How often each zone wins; none without games."""
        return self.simulation.zones if self.simulation else ()

    @property
    def leading(self) -> ZoneRate | None:
        """The zone that wins most often, the first of equals; None without games that somebody won."""
        won = [it for it in self.rates if it.rate is not None]
        return max(won, key=lambda it: it.rate or Fraction(0), default=None)

    @property
    def one_sided(self) -> Fraction | None:
        """How far the win rate that is furthest from an even one is from that; None without games that somebody won."""
        if self.simulation is None:
            return None
        middle = self.simulation.setting.middle
        return max((abs(it.rate - middle) for it in self.rates if it.rate is not None), default=None)


@dataclass(frozen=True)
class Library:
    """The maps of a folder, by path; ``kept`` answers were in the store already, ``worked`` were computed."""

    folder: str
    maps: tuple[MapRow, ...]
    kept: int
    worked: int

    @property
    def verdicts(self) -> dict[str, int]:
        """How many maps have each verdict; under ``none`` those that have none."""
        found = Counter(it.verdict.value if it.verdict else "none" for it in self.maps)
        return {name: found[name] for name in (*Verdict, "none")}

    @property
    def broken(self) -> int:
        """How many maps cannot be used as they are."""
        return sum(it.broken for it in self.maps)

    @property
    def failures(self) -> int:
        """How many questions have no answer this time."""
        return sum(len(it.failures) for it in self.maps)

    def by(self, key: str) -> list[MapRow]:
        """Return the maps in another order; equal ones stay in the order of their paths.

        ``key`` is ``file``, ``name``, ``size`` (large first), ``findings`` (most errors first), ``verdict`` (red first),
        ``win-rate`` (most one-sided first) or a measure (furthest apart first). Maps of which that is not known come last.

        Raises
        ------
        UsageError
            When there is no such order.
        """
        order = _ORDERS[known_order(key)] if key in _ORDERS else _by_measure(known_order(key))
        return sorted(self.maps, key=order)


def known_order(key: str) -> str:
    """Return the name of an order as it is.

    Raises
    ------
    UsageError
        When there is no such order; the message names one that may be meant.
    """
    if key not in SORT_KEYS:
        raise UsageError(f"maps are not sorted by {key!r}{near_or_all(key, SORT_KEYS)}")
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
#: What maps can be sorted by.
SORT_KEYS: Final = (*_ORDERS, *MEASURES)

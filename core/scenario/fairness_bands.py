"""Bands: how far apart the zones may be in each measure before it is no longer green, and which measures decide."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from fairground.core.errors import ScenarioError, UsageError
from fairground.core.text.shares import SHARE, parse_share
from fairground.core.text.suggest import did_you_mean, near_or_all, one_or_several

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from fairground.core.scenario.document import Scenario


class Verdict(StrEnum):
    """How fair something is, the best first."""

    GREEN = "green"
    AMBER = "amber"
    RED = "red"

    @property
    def severity(self) -> int:
        """0 for green, 1 for amber, 2 for red."""
        return list(Verdict).index(self)


class By(StrEnum):
    """What of the zones' values is judged."""

    #: (max - min) / max of the values; 0 where the greatest is 0.
    IMBALANCE = "imbalance"
    #: max - min of the values.
    DIFFERENCE = "difference"
    #: The least of the values, which should be large.
    LOWEST = "lowest"
    #: The greatest of the values, which should be small.
    HIGHEST = "highest"

    @property
    def compares(self) -> bool:
        """Whether zones are set against each other, rather than each judged by itself."""
        return self in (By.IMBALANCE, By.DIFFERENCE)


@dataclass(frozen=True, slots=True)
class Band:
    """Up to where something is green and up to where amber, both included; beyond it is red.

    Of what should be large the bounds are the least that is green and the least that is amber.
    """

    green: Fraction
    amber: Fraction

    def judge(self, by: By, value: Fraction) -> Verdict:
        """Return the band of a value."""
        sign = -1 if by is By.LOWEST else 1
        if sign * value <= sign * self.green:
            return Verdict.GREEN
        return Verdict.AMBER if sign * value <= sign * self.amber else Verdict.RED


@dataclass(frozen=True)
class Standard:
    """What is known of a measure before any board is looked at.

    ``gates`` is whether it takes part in the verdict. ``bands`` are empty for measures that are shown and not judged.
    ``dear`` measures take so much longer than the others that a program which shows them as a board is drawn asks for
    them when it has nothing else to do.
    """

    title: str
    bands: Mapping[By, Band] = field(default_factory=dict)
    gates: bool = False
    dear: bool = False


def _band(green: int | str, amber: int | str) -> Band:
    return Band(Fraction(green), Fraction(amber))


_USUAL: Final = {By.IMBALANCE: _band("1/20", "1/10")}
_WIDE: Final = {By.IMBALANCE: _band("1/10", "1/5")}
_SHARE: Final = {By.DIFFERENCE: _band("1/20", "1/10")}
_TURNS: Final = {By.DIFFERENCE: _band(0, 1)}

#: Every measure with its usual bands, by id, in the order of reports.
STANDARDS: Final[Mapping[str, Standard]] = {
    "contact": Standard("time to contact", {**_TURNS, By.LOWEST: _band(2, 1)}, gates=True),
    "first-shot": Standard("time to the first shot", _TURNS, gates=True, dear=True),
    "objectives": Standard("way to the objectives", _USUAL, gates=True),
    "nearest-objective": Standard("way to the nearest objective", _USUAL),
    "territory": Standard("territory", _USUAL, gates=True),
    "safe-area": Standard("safe area", _USUAL),
    "exploration": Standard("exploration", _WIDE),
    "exposure": Standard("exposure", {**_SHARE, By.HIGHEST: _band(0, "1/20")}, gates=True, dear=True),
    "exposure-after-move": Standard("exposure after a move", _SHARE, gates=True, dear=True),
    "cover": Standard("cover", _USUAL),
    "high-ground": Standard("high ground", _WIDE),
    "high-ground-view": Standard("view from the high ground", _WIDE, dear=True),
    "choke-width": Standard("choke width", {By.LOWEST: _band(3, 2)}, gates=True, dear=True),
    "routes": Standard("routes", {By.LOWEST: _band(2, 1)}, dear=True),
    "traffic": Standard("traffic", dear=True),
    "hazard": Standard("hazard burden", _USUAL),
    "cooling": Standard("way to cooling", _TURNS),
    "capacity": Standard("zone capacity", {**_USUAL, By.LOWEST: _band("3/2", 1)}, gates=True),
    "symmetry": Standard("symmetry"),
}

_TEXT = re.compile(rf"([a-z-]+)(?:\.([a-z]+))?=({SHARE}):({SHARE})")


def standards_of(scenario: Scenario) -> dict[str, Standard]:
    """Return the usual standards with what the scenario itself calls fair in their place.

    Raises
    ------
    ScenarioError
        When a band or a gate of the scenario makes no sense.
    """
    standards = dict(STANDARDS)
    try:
        for measure, bounds in scenario.fairness.bands.items():
            standards = with_band(standards, band_text(measure, bounds))
        if scenario.fairness.gates:
            standards = with_gates(standards, scenario.fairness.gates)
    except UsageError as error:
        raise ScenarioError(f"what the scenario calls fair cannot be used: {error}") from error
    return standards


def standards_asked(scenario: Scenario, bands: Iterable[str], gates: Collection[str]) -> dict[str, Standard]:
    """Return the scenario's own standards with some bands, as ``with_band`` takes them, and gates in their place.

    Without any gates those of the scenario stay.

    Raises
    ------
    ScenarioError, UsageError
        When a band or a gate makes no sense, of the scenario's or of those asked for.
    """
    standards = standards_of(scenario)
    for band in one_or_several(bands):
        standards = with_band(standards, band)
    return with_gates(standards, gates) if gates else standards


def band_text(measure: str, bounds: str) -> str:
    """Return a band of a scenario as ``with_band`` takes it."""
    return f"{measure}={bounds}"


def with_band(standards: Mapping[str, Standard], text: str) -> dict[str, Standard]:
    """Return standards with one band changed, as ``MEASURE=GREEN:AMBER`` says, such as ``territory=1/20:1/10``.

    Of measures that are judged by several things ``MEASURE.THING`` says which, such as ``contact.lowest=2:1``;
    otherwise the first is meant.

    Raises
    ------
    UsageError
        When the text is no band, there is no such measure, it is not judged so, or green lies beyond amber.
    """
    match = _TEXT.fullmatch(text.strip())
    if not match:
        raise UsageError(
            f"{text!r} is no band; write the bounds of green and amber, like territory=1/20:1/10 or territory=5%:10%"
        )
    name, thing = match[1], match[2]
    known = standards[known_measure(standards, name)].bands
    if not known:
        raise UsageError(f"{name} is shown and not judged, so it has no band")
    if thing is not None and thing not in known:
        raise UsageError(
            f"{name} is not judged by {thing!r}{did_you_mean(thing, [it.value for it in known]) or '; it is by ' + ' and '.join(known)}"
        )
    by = next(iter(known)) if thing is None else By(thing)
    band = Band(parse_share(match[3]), parse_share(match[4]))
    if band.judge(by, band.amber) is Verdict.GREEN and band.green != band.amber:
        larger = "smaller" if by is By.LOWEST else "larger"
        raise UsageError(f"in {text!r} amber is to reach further than green: to {larger} values")
    return {**standards, name: replace(standards[name], bands={**known, by: band})}


def with_gates(standards: Mapping[str, Standard], names: Iterable[str]) -> dict[str, Standard]:
    """Return standards in which these measures alone take part in the verdict.

    Raises
    ------
    UsageError
        When there is no such measure, or it is not judged at all.
    """
    wanted = {known_measure(standards, name) for name in one_or_several(names)}
    for name in sorted(wanted):
        if not standards[name].bands:
            raise UsageError(f"{name} is shown and not judged, so it cannot take part in the verdict")
    return {name: replace(it, gates=name in wanted) for name, it in standards.items()}


def known_measure(standards: Mapping[str, Standard], name: str) -> str:
    """Return the id of a measure as it is.

    Raises
    ------
    UsageError
        When there is no such measure; the message names one that may be meant.
    """
    if name not in standards:
        raise UsageError(f"there is no measure {name!r}{near_or_all(name, standards)}")
    return name

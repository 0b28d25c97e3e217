"""Standards: the measures with the bands and gates that a scenario or a caller sets in place of the defaults."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from fairground.core.errors import ScenarioError, UsageError
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, Band, By, Verdict
from fairground.core.text.scalars import SHARE, parse_share
from fairground.core.text.suggest import near_or_all, one_or_several

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_titles_and_limits import MeasureSpec

_TEXT = re.compile(rf"([a-z-]+)(?:\.([a-z]+))?=({SHARE}):({SHARE})")


def standards_of(scenario: Scenario) -> dict[str, MeasureSpec]:
    """Return the default standards with the scenario's own bands and gates.

    Raises
    ------
    ScenarioError
        When a band or a gate of the scenario is invalid.
    """
    standards = dict(MEASURES)
    try:
        for measure, bounds in scenario.fairness.bands.items():
            standards = with_band(standards, band_text(measure, bounds))
        if scenario.fairness.gates:
            standards = with_gates(standards, scenario.fairness.gates)
    except UsageError as error:
        raise ScenarioError(f"invalid fairness settings in the scenario: {error}") from error
    return standards


def standards_asked(
    scenario: Scenario, bands: Iterable[str], gates: Collection[str]
) -> dict[str, MeasureSpec]:
    """Return the scenario's standards with these bands, written as for ``with_band``, and these gates.

    Without ``gates`` the scenario's gates stay.

    Raises
    ------
    ScenarioError, UsageError
        When a band or a gate is invalid: the scenario's, or one of these.
    """
    standards = standards_of(scenario)
    for band in one_or_several(bands):
        standards = with_band(standards, band)
    return with_gates(standards, gates) if gates else standards


def band_text(measure: str, bounds: str) -> str:
    """Return a band of a scenario in the form that ``with_band`` parses."""
    return f"{measure}={bounds}"


def with_band(standards: Mapping[str, MeasureSpec], text: str) -> dict[str, MeasureSpec]:
    """Return standards with one band changed by a text ``MEASURE=GREEN:AMBER``, such as ``territory=1/20:1/10``.

    Where several figures of a measure are rated, ``MEASURE.FIGURE`` chooses one, such as ``contact.lowest=2:1``.
    Default: the main figure.

    Raises
    ------
    UsageError
        When the text can't be parsed, the measure is unknown, the figure isn't rated, or green reaches beyond amber.
    """
    match = _TEXT.fullmatch(text.strip())
    if not match:
        raise UsageError(
            f"{text!r} has no valid limits. Write the green and amber limits, for example "
            "territory=1/20:1/10 or territory=5%:10%"
        )
    name, figure = match[1], match[2]
    known = standards[known_measure(standards, name)].bands
    if not known:
        raise UsageError(f"{name} has no rating, so it cannot have limits")
    if figure is not None and figure not in known:
        raise UsageError(
            f"{name} is not rated by {figure!r}{near_or_all(figure, [it.value for it in known])}"
        )
    by = next(iter(known)) if figure is None else By(figure)
    band = Band(parse_share(match[3]), parse_share(match[4]))
    if band.judge(by, band.amber) is Verdict.GREEN and band.green != band.amber:
        larger = "smaller" if by is By.LOWEST else "larger"
        raise UsageError(f"in {text!r}, the amber limit must be {larger} than the green limit")
    return {**standards, name: replace(standards[name], bands={**known, by: band})}


def with_gates(standards: Mapping[str, MeasureSpec], names: Iterable[str]) -> dict[str, MeasureSpec]:
    """Return standards in which only these measures count towards the verdict.

    Raises
    ------
    UsageError
        When a measure is unknown or isn't rated.
    """
    wanted = {known_measure(standards, name) for name in one_or_several(names)}
    for name in sorted(wanted):
        if not standards[name].bands:
            raise UsageError(f"{name} has no rating, so it cannot decide the verdict")
    return {name: replace(it, gates=name in wanted) for name, it in standards.items()}


def known_measure(standards: Mapping[str, MeasureSpec], name: str) -> str:
    """Return the id of a measure unchanged.

    Raises
    ------
    UsageError
        When the measure is unknown; the message suggests a similar one.
    """
    if name not in standards:
        raise UsageError(f"there is no measure {name!r}{near_or_all(name, standards)}")
    return name

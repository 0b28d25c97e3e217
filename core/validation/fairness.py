"""Fairness: whether what the scenario calls fair names measures that there are, with bounds that make sense."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.errors import UsageError
from fairground.core.finding import Finding, Place
from fairground.core.scenario.fairness_measures import MEASURES
from fairground.core.scenario.fairness_standards import band_text, with_band, with_gates
from fairground.core.validation.codes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.validation.checked_scenario import CheckedScenario


def check_bands(subject: CheckedScenario) -> Iterator[Finding]:
    """Find bounds for what is no measure, and bounds that are none."""
    for measure, bounds in subject.scenario.fairness.bands.items():
        try:
            with_band(MEASURES, band_text(measure, bounds))
        except UsageError as error:
            yield make_finding("fairness.band", str(error), Place(("fairness", "bands", measure)))


def check_gates(subject: CheckedScenario) -> Iterator[Finding]:
    """Find gates that are no measure, or one that is not judged."""
    for index, measure in enumerate(subject.scenario.fairness.gates):
        try:
            with_gates(MEASURES, [measure])
        except UsageError as error:
            yield make_finding("fairness.gate", str(error), Place(("fairness", "gates", index)))

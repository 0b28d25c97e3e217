"""Options of the commands that rate fairness."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from fairground.core.cli.mover_options import zones
from fairground.core.cli.options import despite_errors, option_group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_titles_and_limits import MeasureSpec


@dataclass(frozen=True, slots=True)
class Comparing:
    """The options about what is measured, and by which bands."""

    between: tuple[str, ...] | None
    unit_class: str | None
    mode: str | None
    bands: tuple[str, ...]
    gates: tuple[str, ...]
    despite_errors: bool

    def standards(self, scenario: Scenario) -> dict[str, MeasureSpec]:
        """Return the scenario's standards with the bands and gates of the options; errors as ``standards_asked``."""
        from fairground.core.scenario.fairness_standards import standards_asked

        return standards_asked(scenario, self.bands, self.gates)

    def arguments(self) -> Iterator[str]:
        """Yield the options as arguments of a command line."""
        if self.between is not None:
            yield from ("--zones", ",".join(self.between))
        if self.unit_class is not None:
            yield from ("--class", self.unit_class)
        if self.mode is not None:
            yield from ("--mode", self.mode)
        for band in self.bands:
            yield from ("--band", band)
        for gate in self.gates:
            yield from ("--gate", gate)
        if self.despite_errors:
            yield "--despite-errors"


_COMPARING = (
    zones,
    click.option(
        "--class", "unit_class", metavar="ID", help="Unit class to measure. Default: all classes in play."
    ),
    click.option("--mode", metavar="ID", help="Movement mode. Default: walk."),
    click.option(
        "--band",
        "bands",
        metavar="MEASURE=GREEN:AMBER",
        multiple=True,
        help="Green limit : amber limit of a measure, such as territory=1/20:1/10 or territory=5%:10%. May be repeated.",
    ),
    click.option(
        "--gate",
        "gates",
        metavar="MEASURE",
        multiple=True,
        help="Measure that decides the verdict, instead of the default measures. May be repeated.",
    ),
    despite_errors,
)


comparing = option_group(Comparing, "asked", _COMPARING)

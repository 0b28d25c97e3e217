"""Options of the commands that judge fairness: what is measured, and by which bands."""

from __future__ import annotations

import functools
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fairground.core.cli.mover_options import zones
from fairground.core.cli.options import despite_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_measures import MeasureSpec

    Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Comparing:
    """What is measured, as the command line says."""

    between: tuple[str, ...] | None
    unit_class: str | None
    mode: str | None
    bands: tuple[str, ...]
    gates: tuple[str, ...]
    despite_errors: bool

    def standards(self, scenario: Scenario) -> dict[str, MeasureSpec]:
        """Return the scenario's own standards with the bands and gates that are asked for.

        Raises
        ------
        ScenarioError, UsageError
            When a band or a gate makes no sense, of the scenario's or of those asked for.
        """
        from fairground.core.scenario.fairness_standards import standards_asked

        return standards_asked(scenario, self.bands, self.gates)

    def words(self) -> tuple[str, ...]:
        """Return the options as words of a command line."""
        return tuple(self._words())

    def _words(self) -> Iterator[str]:
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
    click.option("--class", "unit_class", metavar="ID", help="Class to measure for; all in play otherwise."),
    click.option("--mode", metavar="ID", help="Mode of movement; walk otherwise."),
    click.option(
        "--band",
        "bands",
        metavar="MEASURE=GREEN:AMBER",
        multiple=True,
        help="Green limit : amber limit of a measure, such as territory=1/20:1/10 or territory=5%:10%; may be repeated.",
    ),
    click.option(
        "--gate",
        "gates",
        metavar="MEASURE",
        multiple=True,
        help="Measure that the verdict is to rest on, in place of the usual ones; may be repeated.",
    ),
    despite_errors,
)


def comparing(command: Command) -> Command:
    """Add the options for what is measured; the command takes them as one ``Comparing`` named ``asked``."""

    @functools.wraps(command)
    def with_comparing(**given: Any) -> object:  # noqa: ANN401  # whatever options the command has
        asked = Comparing(**{it.name: given.pop(it.name) for it in fields(Comparing)})
        return command(**given, asked=asked)

    for option in reversed(_COMPARING):
        with_comparing = option(with_comparing)
    return with_comparing  # type: ignore[return-value]  # as click's own options

"""Options of the commands about movement: who moves, and where it looks."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fairground.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.document import Scenario

    Command = TypeVar("Command", bound=Callable[..., Any])

_STATE = re.compile(r"([a-z][a-z0-9-]*)(?:=([0-9]{1,4}))?")


class StateType(click.ParamType[tuple[str, int | None]]):
    """A state of a unit: a track with its number, such as ``heat=6``, or a part, such as ``legs``."""

    name = "STATE"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int | None]:
        """Return the name of the state and its number, None when there is none."""
        match = _STATE.fullmatch(str(value))
        if not match:
            self.fail(f"{value!r} is no state; write a track like heat=6 or a part like legs", param, ctx)
        return match[1], None if match[2] is None else int(match[2])


class ZonesType(click.ParamType[tuple[str, ...]]):
    """Ids of zones with commas between."""

    name = "ID,ID"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        """Return the ids."""
        if isinstance(value, tuple):
            return value
        ids = tuple(it.strip() for it in str(value).split(","))
        if not all(ids):
            self.fail(
                f"{value!r} are no zones; write their ids with commas between, like north,south", param, ctx
            )
        return ids


class PathType(click.ParamType[tuple[str, str]]):
    """Two labels of hexes, such as ``A1:C4``."""

    name = "HEX:HEX"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """Return the two labels."""
        if isinstance(value, tuple):
            return value
        start, colon, end = str(value).partition(":")
        if not (start and colon and end):
            self.fail(f"{value!r} is no path; write where it starts and ends, like A1:C4", param, ctx)
        return start, end


@dataclass(frozen=True, slots=True)
class Moving:
    """Who moves, as the command line says."""

    unit_class: str | None
    mode: str | None
    unit: str | None
    danger: bool
    led: bool
    states: tuple[tuple[str, int | None], ...]

    def mover(self, scenario: Scenario) -> Mover:
        """Return it in a scenario; errors as ``core.movement.mover``."""
        from fairground.core.movement.mover import mover

        return mover(
            scenario,
            self.unit_class,
            self.mode,
            unit=self.unit,
            danger=self.danger,
            led=self.led,
            states=dict(self.states),
        )

    def start(self, scenario: Scenario, mover: Mover) -> str:
        """Return the label of the hex that the unit stands in.

        Raises
        ------
        UsageError
            When no unit is named.
        """
        stands = next((it.hex for it in scenario.units if it.id == mover.unit), None)
        if stands is None:
            raise UsageError("name the hex to start from, or a unit with --unit")
        return scenario.board.label(stands)


_WHO = (
    click.option(
        "--class", "unit_class", metavar="ID", help="Class of the unit. Default: the ruleset's first."
    ),
    click.option("--mode", metavar="ID", help="Mode of movement. Default: walk."),
    click.option(
        "--unit", metavar="ID", help="Unit of the scenario that moves. Gives class, side and start."
    ),
    click.option("--danger", is_flag=True, help="Add the points of the danger zone."),
    click.option("--led", is_flag=True, help="The unit moves with a leader."),
    click.option(
        "--state",
        "states",
        type=StateType(),
        multiple=True,
        help="State that slows it, such as heat=6 or legs. May be repeated.",
    ),
)


def who_moves(command: Command) -> Command:
    """Add the options for who moves; the command takes them as one ``Moving`` named ``who``."""

    @functools.wraps(command)
    def with_who(**given: Any) -> object:  # noqa: ANN401  # whatever options the command has
        who = Moving(**{it.name: given.pop(it.name) for it in fields(Moving)})
        return command(**given, who=who)

    for option in reversed(_WHO):
        with_who = option(with_who)
    return with_who  # type: ignore[return-value]  # as click's own options


facing = click.option(
    "--facing",
    type=click.IntRange(1, 6),
    help="Facing at the start. Default: the unit's own, or the best.",
)
end_facing = click.option("--end-facing", type=click.IntRange(1, 6), help="Facing at the end.")
avoid_danger = click.option("--avoid-danger", is_flag=True, help="Avoid damage before anything else.")
blind = click.option(
    "--blind/--in-sight",
    default=None,
    help="Whether it may enter hexes it cannot see at the start of its turn. Default: as in the ruleset.",
)
turns = click.option(
    "--turns", type=click.IntRange(1, 99), default=2, show_default=True, help="Number of turns."
)
in_turns = click.option("--in-turns", is_flag=True, help="Count turns instead of movement points.")
zones = click.option(
    "--zones",
    "between",
    type=ZonesType(),
    help="Zones to compare, by id. Default: all deployment zones.",
)

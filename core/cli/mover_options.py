"""Options of the commands about movement: who moves, and where it looks."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from fairground.core.cli.completion import complete_unit, complete_zone
from fairground.core.cli.options import ParsedType, option_group
from fairground.core.errors import UsageError

if TYPE_CHECKING:
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.document import Scenario

_STATE = re.compile(r"([a-z][a-z0-9-]*)(?:=([0-9]{1,4}))?")


def _parse_state(text: str) -> tuple[str, int | None]:
    match = _STATE.fullmatch(text)
    if not match:
        raise ValueError(f"{text!r} is not a state; write a track such as heat=6 or a component such as legs")
    return match[1], None if match[2] is None else int(match[2])


def _parse_zones(text: str) -> tuple[str, ...]:
    ids = tuple(it.strip() for it in text.split(","))
    if not all(ids):
        raise ValueError(
            f"{text!r} is not a list of zones; write their ids separated by commas, such as north,south"
        )
    return ids


def _parse_path(text: str) -> tuple[str, str]:
    start, _, end = text.partition(":")
    if not (start and end):
        raise ValueError(f"{text!r} is not a path; write start and end, such as A1:C4")
    return start, end


#: A state of a unit: a track with its number, such as ``heat=6``, or a part, such as ``legs``.
STATE = ParsedType("STATE", _parse_state)
#: Two labels of hexes, such as ``A1:C4``.
PATH = ParsedType("HEX:HEX", _parse_path)


@dataclass(frozen=True, slots=True)
class Moving:
    """The options about the unit that moves."""

    unit_class: str | None
    mode: str | None
    unit: str | None
    danger: bool
    led: bool
    states: tuple[tuple[str, int | None], ...]

    @property
    def is_given(self) -> bool:
        """Whether any of them is given."""
        return self != Moving(None, None, None, danger=False, led=False, states=())

    def starting_at(self, scenario: Scenario, start: str) -> Moving:
        """Return the options with the unit that the user gave as the start, by its id, unless they name a unit or class."""
        is_unit = any(it.id == start for it in scenario.units)
        return replace(self, unit=start) if is_unit and not (self.unit or self.unit_class) else self

    def mover(self, scenario: Scenario) -> Mover:
        """Return the mover in a scenario; errors as ``core.movement.mover``."""
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
        """Return the label of the unit's hex; raise UsageError when no unit is named."""
        hex_ = next((it.hex for it in scenario.units if it.id == mover.unit), None)
        if hex_ is None:
            raise UsageError("specify the hex to start from, or a unit with --unit")
        return scenario.board.label(hex_)


_WHO = (
    click.option(
        "--class",
        "unit_class",
        metavar="ID",
        help="Class of the unit. Default: the first class of the ruleset.",
    ),
    click.option("--mode", metavar="ID", help="Movement mode. Default: walk."),
    click.option(
        "--unit",
        metavar="ID",
        shell_complete=complete_unit,
        help="Unit that moves, by id. Sets its class, side and starting hex.",
    ),
    click.option("--danger", is_flag=True, help="Add the extra movement points for danger zones."),
    click.option("--led", is_flag=True, help="The unit moves with a leader."),
    click.option(
        "--state",
        "states",
        type=STATE,
        multiple=True,
        help="State that slows the unit, such as heat=6 or legs. May be repeated.",
    ),
)


who_moves = option_group(Moving, "who", _WHO)
facing = click.option(
    "--facing",
    type=click.IntRange(1, 6),
    help="Facing at the start. Default: the unit's own, or the best.",
)
end_facing = click.option("--end-facing", type=click.IntRange(1, 6), help="Facing at the end.")
avoid_danger = click.option(
    "--avoid-danger", is_flag=True, help="Avoid damage, even if the route takes longer."
)
blind = click.option(
    "--blind/--in-sight",
    default=None,
    help="Whether the unit may enter hexes that it cannot see at the start of its turn. Default: as in the ruleset.",
)
turns = click.option(
    "--turns", type=click.IntRange(1, 99), default=2, show_default=True, help="Number of turns."
)
in_turns = click.option("--in-turns", is_flag=True, help="Count turns instead of movement points.")
zones = click.option(
    "--zones",
    "between",
    type=ParsedType("ID,ID", _parse_zones),
    shell_complete=complete_zone,
    help="Zones to compare, by id. Default: all deployment zones.",
)

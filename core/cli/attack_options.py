"""Options of ``fairground attack``: with what, and how attacker and target stand."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fairground.core.cli.mover_options import StateType
from fairground.core.scenario.parts import Shield

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.attacks.fighter import Stance, Weapon

    Command = TypeVar("Command", bound=Callable[..., Any])

_REACH = re.compile(r"(?:(aura)[ :-]?)?([0-9]{1,4})", re.IGNORECASE)


class ReachType(click.ParamType[tuple[int, bool]]):
    """How far a weapon goes, as cards have it: ``8``, ``self``, ``aura:2``."""

    name = "REACH"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, bool]:
        """Return the reach, and whether it is an aura."""
        if isinstance(value, tuple):
            return value
        text = str(value)
        if text.casefold() == "self":
            return 0, False
        match = _REACH.fullmatch(text)
        if not match:
            self.fail(f"{value!r} is no reach; write a number like 8, or self, or aura:2", param, ctx)
        return int(match[2]), match[1] is not None


@dataclass(frozen=True, slots=True)
class Attacking:
    """An attack, as the command line says it."""

    kind: str
    reach: tuple[int, bool] | None
    cost: str | None
    weapon_traits: tuple[str, ...]
    weapon_damage: int | None
    situations: tuple[str, ...]
    observers: tuple[str, ...]
    moved: int
    facing: int | None
    shield: str | None
    shield_kind: str | None
    states: tuple[tuple[str, int | None], ...]
    unit_class: str | None
    defence: int | None
    grounded: bool
    target_moved: int
    target_facing: int | None
    target_shield: str | None
    target_shield_kind: str | None
    target_states: tuple[tuple[str, int | None], ...]
    target_class: str | None
    target_defence: int | None
    target_grounded: bool

    def weapon(self) -> Weapon:
        """Return what is attacked with."""
        from fairground.core.attacks.fighter import Weapon
        from fairground.core.rules.attack import AttackKind

        reach, aura = self.reach or (None, False)
        kind = AttackKind(self.kind)
        return Weapon(kind, reach, aura, self.cost, self.weapon_traits, self.weapon_damage)

    def stances(self) -> tuple[Stance, Stance]:
        """Return how attacker and target stand."""
        from fairground.core.attacks.fighter import Stance

        attacker = Stance(
            moved=self.moved,
            facing=self.facing,
            shield=self.shield,
            shield_kind=self.shield_kind,
            states=dict(self.states),
            unit_class=self.unit_class,
            defence=self.defence,
            grounded=self.grounded,
        )
        target = Stance(
            moved=self.target_moved,
            facing=self.target_facing,
            shield=self.target_shield,
            shield_kind=self.target_shield_kind,
            states=dict(self.target_states),
            unit_class=self.target_class,
            defence=self.target_defence,
            grounded=self.target_grounded,
        )
        return attacker, target


def _stance(who: str, flag: str, name: str) -> tuple[Callable[[Command], Command], ...]:
    """Return the options for how one of the two stands; ``flag`` and ``name`` begin those of the target."""
    of_unit = "Default: that of its unit"
    return (
        click.option(
            f"--{flag}moved",
            f"{name}moved",
            type=click.IntRange(min=0),
            default=0,
            help=f"Hexes that the {who} moved this turn.",
        ),
        click.option(
            f"--{flag}facing",
            f"{name}facing",
            type=click.IntRange(1, 6),
            help=f"Facing of the {who}. {of_unit}.",
        ),
        click.option(
            f"--{flag}shield",
            f"{name}shield",
            type=click.Choice([it.value for it in Shield]),
            help=f"Arm on which the {who} carries its shield. {of_unit}.",
        ),
        click.option(
            f"--{flag}shield-kind",
            f"{name}shield_kind",
            metavar="ID",
            help=f"Make of the {who}'s shield, such as tower.",
        ),
        click.option(
            f"--{flag}state",
            f"{name}states",
            type=StateType(),
            multiple=True,
            help=f"State of the {who}, such as heat=6 or arm. May be repeated.",
        ),
        click.option(
            f"--{flag}class",
            f"{name}class" if name else "unit_class",
            metavar="ID",
            help=f"Class of the {who}. {of_unit}.",
        ),
        click.option(
            f"--{flag}defence",
            f"{name}defence",
            type=int,
            help=f"The {who}'s own defence, for the damage done.",
        ),
        click.option(f"--{flag}grounded", f"{name}grounded", is_flag=True, help=f"The {who} went to ground."),
    )


_OPTIONS = (
    click.option(
        "--kind",
        type=click.Choice(["melee", "ranged", "magic"]),
        default="ranged",
        show_default=True,
        help="Kind of attack.",
    ),
    click.option(
        "--reach",
        type=ReachType(),
        help="Reach of the weapon: hexes such as 8, self, or an aura such as aura:2. Default: 1 for melee, otherwise unlimited.",
    ),
    click.option(
        "--cost",
        metavar="ID",
        help="Weight of the weapon, such as medium, which gives the cost of the attack.",
    ),
    click.option(
        "--weapon-trait",
        "weapon_traits",
        metavar="ID",
        multiple=True,
        help="Trait of the weapon, such as blast. May be repeated.",
    ),
    click.option(
        "--damage",
        "weapon_damage",
        type=click.IntRange(min=0),
        help="Damage of the weapon, which gives the damage done.",
    ),
    click.option(
        "--situation",
        "situations",
        metavar="ID",
        multiple=True,
        help="Declared situation, such as called-shot. May be repeated.",
    ),
    click.option(
        "--observer",
        "observers",
        metavar="UNIT",
        multiple=True,
        help="Unit that spots for an indirect weapon. May be repeated.",
    ),
    *_stance("attacker", "", ""),
    *_stance("target", "target-", "target_"),
)


def attacking(command: Command) -> Command:
    """Add the options of an attack; the command takes them as one ``Attacking`` named ``how``."""

    @functools.wraps(command)
    def with_attack(**given: Any) -> object:  # noqa: ANN401  # whatever options the command has
        how = Attacking(**{it.name: given.pop(it.name) for it in fields(Attacking)})
        return command(**given, how=how)

    for option in reversed(_OPTIONS):
        with_attack = option(with_attack)
    return with_attack  # type: ignore[return-value]  # as click's own options

"""``fairground attack``: what an attack needs, its modifiers, chances and results."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fairground.core.cli.completion import complete_hex
from fairground.core.cli.mover_options import STATE
from fairground.core.cli.options import (
    ParsedType,
    as_json,
    file_label,
    load_scenario,
    option_group,
    scenario_file,
)
from fairground.core.cli.shared_answers import print_result
from fairground.core.cli.terminal import printable
from fairground.core.scenario.parts import Shield
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from fairground.core.attacks.fighter import Fighter, Stance, Weapon
    from fairground.core.attacks.modifiers import Modifier
    from fairground.core.attacks.preview import Attack
    from fairground.core.rules.attack import AttackStep

    Command = TypeVar("Command", bound=Callable[..., Any])

_REACH = re.compile(r"(?:(aura)[ :-]?)?([0-9]{1,4})", re.IGNORECASE)


def _parse_reach(text: str) -> tuple[int, bool]:
    """Return the reach in hexes, and whether it is an aura."""
    if text.casefold() == "self":
        return 0, False
    match = _REACH.fullmatch(text)
    if not match:
        raise ValueError(
            f"{text!r} is not a reach; write a number of hexes such as 8, self, or an aura such as aura:2"
        )
    return int(match[2]), match[1] is not None


@dataclass(frozen=True, slots=True)
class Attacking:
    """The options of an attack."""

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
        """Return the weapon."""
        from fairground.core.attacks.fighter import Weapon
        from fairground.core.rules.attack import AttackKind

        reach, aura = self.reach or (None, False)
        kind = AttackKind(self.kind)
        return Weapon(kind, reach, aura, self.cost, self.weapon_traits, self.weapon_damage)

    def stances(self) -> tuple[Stance, Stance]:
        """Return the stances of attacker and target."""
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
    """Return the options for one unit's stance; ``flag`` and ``name`` are the prefixes of the target's."""
    of_unit = "Default: the unit's own"
    return (
        click.option(
            f"--{flag}moved",
            f"{name}moved",
            type=click.IntRange(min=0),
            default=0,
            help=f"Number of hexes that the {who} moved this turn.",
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
            help=f"Type of the {who}'s shield, such as tower.",
        ),
        click.option(
            f"--{flag}state",
            f"{name}states",
            type=STATE,
            multiple=True,
            help=f"State of the {who}: a track such as heat=6, or a degraded component such as arm. May be repeated.",
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
            help=f"Defence of the {who} before modifiers, used to work out the damage of a hit.",
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
        type=ParsedType("REACH", _parse_reach),
        help="Reach of the weapon: a number of hexes such as 8, self, or an aura such as aura:2. "
        "Default: 1 for melee, unlimited for other kinds.",
    ),
    click.option(
        "--cost",
        metavar="ID",
        help="Weight of the weapon, such as medium. Needed to show the cost of the attack.",
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
        help="Damage of the weapon before modifiers. Needed to show the damage of a hit.",
    ),
    click.option(
        "--situation",
        "situations",
        metavar="ID",
        multiple=True,
        help="Situation that a player declares, such as called-shot. May be repeated.",
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


@click.command("attack")
@scenario_file
@click.argument("attacker", metavar="ATTACKER", shell_complete=complete_hex)
@click.argument("target", metavar="TARGET", shell_complete=complete_hex)
@option_group(Attacking, "how", _OPTIONS)
@click.option("--both", is_flag=True, help="Also preview the attack in the other direction.")
@as_json
def COMMAND(  # noqa: N802  # one parameter an option
    file: Path, attacker: str, target: str, how: Attacking, *, both: bool, as_json: bool
) -> int:
    """Preview an attack: checklist, modifiers, chances and damage.

    Attacker and target are units, given by id, or hexes, given by label. The label of a hex with a single
    unit stands for that unit. Every step and modifier comes with the ID of its rule.

    \b
    Examples:
      fairground attack scenarios/standard-arena.yaml A1 C4 --damage 3
      fairground attack arena.yaml scout-1 heavy-2 --reach 8 --moved 2
      fairground attack arena.yaml A1 C4 --target-facing 4 --target-shield left --both
      fairground attack arena.yaml A1 B1 --kind melee --damage 3 --json
    """
    from fairground.core.attacks.preview import Previews

    scenario = load_scenario(file)
    previews = Previews(scenario)
    attacker, target = file_label(scenario, attacker), file_label(scenario, target)
    here, other = how.stances()
    weapon = how.weapon()

    def preview(start: str, end: str, *, by: Stance, on: Stance) -> Attack:
        return previews.attack(
            start,
            end,
            weapon=weapon,
            attacker_state=by,
            target_state=on,
            situations=how.situations,
            observers=how.observers,
        )

    there = preview(attacker, target, by=here, on=other)
    back = preview(target, attacker, by=other, on=here) if both else None
    print_result(there, _pages(there, back), as_json=as_json, back=back)
    return 0


#: Mark of a step, the mark where the terminal lacks it, a word, and the colour.
_MARKS = {
    "yes": ("\N{CHECK MARK}", "+", "holds", "green"),
    "no": ("\N{BALLOT X}", "-", "stops", "red"),
    "open": ("?", "?", "open", "yellow"),
}


def _pages(there: Attack, back: Attack | None) -> Iterator[str]:
    yield from _text(there)
    if back is not None:
        yield ""
        yield from _text(back)


def _text(it: Attack) -> Iterator[str]:
    head = f"{_who(it.attacker)} attacks {_who(it.target)}, {it.engagement.distance_text}: "
    stopped = it.stopped_by
    if stopped is None:
        yield head + click.style("possible", fg="green", bold=True)
    else:
        yield head + click.style("not possible", fg="red", bold=True) + f", stopped by {_title(stopped)}"
    width = max((len(part.rule) for parts in (it.steps, *it.sums, it.results) for part in parts), default=0)
    for step in it.steps:
        mark, plain, word, colour = _MARKS[step.state.value]
        state = click.style(f"{printable(mark, plain)} {word:5}", fg=colour)
        yield f"  {state}  {_title(step.step):8}  {step.rule:{width}}  {step.text}"
    added = "the roll" if it.scenario.rules.attack.modifies.value == "roll" else "the target number"
    yield from _sum(f"to hit, added to {added}", it.to_hit, it.to_hit_total, width)
    yield from _sum("damage", it.damage, it.damage_total, width)
    yield from _sum("defence", it.defence, it.defence_total, width)
    yield from _sum("toughness", it.toughness, it.toughness_total, width)
    yield from _results(it, width)
    if it.shield is not None:
        yield f"  shield     {it.shield.text}"
    if it.reactive is not None:
        ability = "may" if it.reactive else "cannot"
        yield f"  reactive   the defender {ability} play a reactive card"
    if it.cost is not None:
        yield f"  cost       {counted(it.cost, 'movement point')}"


def _who(it: Fighter) -> str:
    where = it.place
    return where if it.unit is None else f"{it.name} in {where}"


def _title(step: AttackStep) -> str:
    return step.value.replace("_", " ")


def _sum(title: str, modifiers: Sequence[Modifier], total: int, width: int) -> Iterator[str]:
    if modifiers:
        yield f"  {title}: {total:+d}"
        for it in modifiers:
            yield f"    {it.amount:+3d}  {it.rule:{width}}  {it.text}"


def _results(it: Attack, width: int) -> Iterator[str]:
    from fairground.core.attacks.results import format_chance

    if it.results:
        yield "  results of rolls that hit"
    for result in it.results:
        effects = [f"damage {result.damage:+d}"]
        if result.bypasses_all:
            effects.append("ignores all defence")
        elif result.bypasses:
            effects.append(f"ignores {counted(result.bypasses, 'point')} of defence")
        if result.destroys_component:
            effects.append("destroys the component")
        if not result.reactive:
            effects.append("no reactive card")
        if result.done is not None:
            effects.append(f"{result.done} in total")
        yield f"         {result.rule:{width}}  {result.name}: {format_chance(result.chance)}; {', '.join(effects)}"

"""``fairground attack``: what an attack needs, what adds up, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fairground.core.cli.attack_options import attacking
from fairground.core.cli.options import as_json, scenario_file
from fairground.core.cli.shared_answers import emit
from fairground.core.cli.terminal import printable
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from fairground.core.attacks.fighter import Fighter, Stance
    from fairground.core.attacks.modifiers import Modifier
    from fairground.core.attacks.preview import Attack
    from fairground.core.cli.attack_options import Attacking
    from fairground.core.rules.attack import AttackStep


@click.command("attack")
@scenario_file
@click.argument("attacker", metavar="ATTACKER")
@click.argument("target", metavar="TARGET")
@attacking
@click.option("--both", is_flag=True, help="Preview the attack in the other direction, too.")
@as_json
def COMMAND(  # noqa: N802  # one parameter an option
    file: Path, attacker: str, target: str, how: Attacking, *, both: bool, as_json: bool
) -> int:
    """Preview an attack: checklist, modifiers, chances and damage.

    Attacker and target are units, given by id, or hexes, given by label. A hex that holds a single unit stands for that
    unit. Every step and modifier comes with the ID of its rule.

    \b
    Examples:
      fairground attack scenarios/standard-arena.yaml A1 C4 --damage 3
      fairground attack arena.yaml scout-1 heavy-2 --reach 8 --moved 2
      fairground attack arena.yaml A1 C4 --target-facing 4 --target-shield left --both
      fairground attack arena.yaml A1 B1 --kind melee --damage 3 --json
    """
    from fairground.core.attacks.preview import Previews
    from fairground.core.files import load

    previews = Previews(load(file))
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
    if as_json:
        from fairground.core.attacks.answer import AttackAnswer

        emit(AttackAnswer.from_result(there, back=back))
    else:
        pages = ["\n".join(_text(it)) for it in (there, back) if it is not None]
        click.echo("\n\n".join(pages))
    return 0


#: Mark of a step, the mark where the terminal lacks it, a word, and the colour.
_MARKS = {
    "yes": ("\N{CHECK MARK}", "+", "holds", "green"),
    "no": ("\N{BALLOT X}", "-", "stops", "red"),
    "open": ("?", "?", "open", "yellow"),
}


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
    added = "the roll" if it.scenario.rules.attack.modifies.value == "roll" else "the number to reach"
    yield from _sum(f"to hit, added to {added}", it.to_hit, it.to_hit_total, width)
    yield from _sum("damage", it.damage, it.damage_total, width)
    yield from _sum("defence", it.defence, it.defence_total, width)
    yield from _sum("toughness", it.toughness, it.toughness_total, width)
    yield from _results(it, width)
    if it.shield is not None:
        yield f"  shield     {it.shield.text}"
    if it.reactive is not None:
        yield f"  reactive   {'a reactive card may answer' if it.reactive else 'no reactive card may answer'}"
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
        yield "  results of the roll, hits only"
    for result in it.results:
        told = [f"damage {result.damage:+d}"]
        if result.bypasses_all:
            told.append("no defence counts")
        elif result.bypasses:
            told.append(f"{counted(result.bypasses, 'point')} of defence bypassed")
        if result.destroys_component:
            told.append("the component is destroyed")
        if not result.reactive:
            told.append("no reactive card")
        if result.done is not None:
            told.append(f"{result.done} in total")
        yield f"         {result.rule:{width}}  {result.name}: {format_chance(result.chance)}; {', '.join(told)}"

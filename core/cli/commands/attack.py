"""``fairground attack``: what an attack needs, what adds up, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click
from pydantic import BaseModel, ConfigDict, Field

from fairground.core.cli.attack_options import attacking
from fairground.core.cli.options import as_json, scenario_file
from fairground.core.cli.shared_answers import Answer
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from fairground.core.attacks.fighter import Fighter, Stance
    from fairground.core.attacks.modifiers import Modifier
    from fairground.core.attacks.preview import Attack
    from fairground.core.cli.attack_options import Attacking
    from fairground.core.rules.attack import AttackStep


class _Part(BaseModel):
    """A part of the answer."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class WeaponAnswer(_Part):
    """What is attacked with."""

    kind: Literal["melee", "ranged", "magic"] = Field(description="kind of attack")
    reach: int | None = Field(description="how far it goes as given; null where it was not")
    aura: bool = Field(description="whether it takes everything within its reach")
    cost: str | None = Field(description="id of its weight in the ruleset")
    traits: tuple[str, ...] = Field(description="ids of its traits")
    damage: int | None = Field(description="its damage before modifiers")


class StepAnswer(_Part):
    """One step of the checklist."""

    step: Literal["range", "arc", "sight", "response", "to_hit", "roll", "damage"] = Field(
        description="which step"
    )
    state: Literal["yes", "no", "open"] = Field(
        description="whether it holds; open is what the answer's givens do not decide, and stops nothing"
    )
    rule: str = Field(description="ID of the rule it rests on; may be empty")
    text: str = Field(description="a sentence")


class ModifierAnswer(_Part):
    """One number that is added."""

    kind: str = Field(description="where it comes from, as the ruleset names it in its sums")
    amount: int = Field(description="how much it is")
    text: str = Field(description="what it is for")
    rule: str = Field(description="ID of the rule it rests on; may be empty")


class SumAnswer(_Part):
    """Numbers that add up."""

    total: int = Field(description="their sum")
    modifiers: tuple[ModifierAnswer, ...] = Field(description="the numbers, in the ruleset's order")


class SideAnswer(_Part):
    """A side of the target."""

    number: int = Field(description="1 is the front, the others follow clockwise")
    name: str = Field(description="the ruleset's name for it; may be empty")


class ShieldAnswer(_Part):
    """What the target's shield does."""

    carried: Literal["left", "right", "none"] = Field(description="where it is carried")
    make: str | None = Field(description="id of its make; null where none was given")
    blocks: bool = Field(description="whether it blocks on the side attacked")
    text: str = Field(description="a sentence")
    rule: str = Field(description="ID of the rule it rests on; may be empty")


class ResultAnswer(_Part):
    """A roll with a name."""

    id: str = Field(description="its id in the ruleset")
    name: str = Field(description="its name")
    chance: str = Field(
        description='chance that the attack hits and comes to it, as a fraction, such as "5/36"'
    )
    percent: float = Field(description="the same in percent, to one decimal")
    damage: int = Field(description="damage on top of the other modifiers")
    bypasses: int = Field(description="points of defence that do not count")
    bypasses_all: bool = Field(description="whether no defence counts")
    destroys_component: bool = Field(description="whether the component hit is destroyed")
    reactive: bool = Field(description="whether the defender may answer with a reactive card")
    done: int | None = Field(description="damage that it does in all; null where the weapon's is not given")
    text: str = Field(description="what it does, in the ruleset's words; may be empty")
    rule: str = Field(description="ID of the rule it rests on; may be empty")


class PreviewAnswer(_Part):
    """An attack in one direction."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, defer_build=True)

    start: str = Field(alias="from", description="label of the attacker's hex")
    end: str = Field(alias="to", description="label of the target's hex")
    attacker: str | None = Field(description="id of the unit that attacks; null for a bare hex")
    target: str | None = Field(description="id of the unit that is attacked; null for a bare hex")
    distance: int = Field(description="hexes from one to the other, the own hex not counted")
    inches: float | None = Field(
        description="from edge to edge of the bases; null where sight is between hexes"
    )
    weapon: WeaponAnswer = Field(description="what is attacked with")
    possible: bool = Field(description="whether no step of the checklist stops it")
    stopped_by: str | None = Field(description="first step that does; the rest is told all the same")
    steps: tuple[StepAnswer, ...] = Field(description="the ruleset's checklist, in order")
    resolution: Literal["target", "skill", "modifiers"] = Field(
        description="how the ruleset decides attacks: a number to reach, skill against evasion, or no roll in it"
    )
    modifies: Literal["roll", "target_number"] = Field(
        description="what modifiers to hit are added to: plus is easier for the roll, harder for the number"
    )
    dice: str | None = Field(description='what is rolled, such as "2d6"; null where nothing is')
    automatic: bool = Field(description="whether it hits without a roll")
    to_hit: SumAnswer = Field(description="modifiers to hit")
    damage: SumAnswer = Field(description="what changes the damage, named results aside")
    defence: SumAnswer = Field(description="what changes the target's defence")
    toughness: SumAnswer = Field(description="what changes the target's toughness")
    number: int | None = Field(description="what the dice must show at least; null where nothing is rolled")
    chance: str | None = Field(
        description='chance of the roll as a fraction, such as "13/18"; "1" where it hits by itself'
    )
    percent: float | None = Field(description="the same in percent, to one decimal")
    side: SideAnswer | None = Field(
        description="side of the target that is attacked; null where it is not known"
    )
    shield: ShieldAnswer | None = Field(description="what the target's shield does; null as side is")
    reactive: bool | None = Field(
        description="whether the defender may answer with a reactive card; null where it is not known"
    )
    results: tuple[ResultAnswer, ...] = Field(description="named results that the roll can have")
    done: int | None = Field(description="damage of a plain hit; null where the weapon's is not given")
    cost: str | None = Field(
        description="movement points of the attack; null where the weapon's weight is not given"
    )


class AttackAnswer(PreviewAnswer, Answer):
    """Answer of ``fairground attack --json``."""

    schema_name: Literal["fairground/attack/1"] = Field(
        default="fairground/attack/1", alias="schema", description="name and version of this shape"
    )
    back: PreviewAnswer | None = Field(description="the attack the other way; null without --both")


@click.command("attack")
@scenario_file
@click.argument("attacker", metavar="ATTACKER")
@click.argument("target", metavar="TARGET")
@attacking
@click.option("--both", is_flag=True, help="Say what the same attack back would be, too.")
@as_json
def COMMAND(  # noqa: N802  # one parameter an option
    file: Path, attacker: str, target: str, how: Attacking, *, both: bool, as_json: bool
) -> int:
    """Say what an attack needs, what adds up, and what comes of it.

    Attacker and target are units, by their ids, or hexes, by their labels; a hex with a single unit in it stands for that
    unit. Every step and every modifier is told with the ID of its rule.

    \b
    Examples:
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
        told = {**there.to_json(), "back": back.to_json() if back else None}
        AttackAnswer.model_validate(told).emit()
    else:
        pages = ["\n".join(_text(it)) for it in (there, back) if it is not None]
        click.echo("\n\n".join(pages))
    return 0


#: How a step is ticked, and its colour.
_TICKS = {"yes": ("[x]", "green"), "no": ("[ ]", "red"), "open": ("[?]", "yellow")}


def _text(it: Attack) -> Iterator[str]:
    head = f"{_who(it.attacker)} attacks {_who(it.target)}, {it.engagement.range_words}: "
    stopped = it.stopped_by
    if stopped is None:
        yield head + click.style("possible", fg="green", bold=True)
    else:
        yield head + click.style("not possible", fg="red", bold=True) + f", stopped by {_title(stopped)}"
    width = max((len(part.rule) for parts in (it.steps, *it.sums, it.results) for part in parts), default=0)
    for step in it.steps:
        tick, colour = _TICKS[step.state.value]
        yield f"  {click.style(tick, fg=colour)} {_title(step.step):8}  {step.rule:{width}}  {step.text}"
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
    from fairground.core.attacks.results import chance_words

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
            told.append(f"{result.done} in all")
        yield f"         {result.rule:{width}}  {result.name}: {chance_words(result.chance)}; {', '.join(told)}"

"""The modifiers of an attack: to hit, damage, defence and toughness, each with its source and rule."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.grid.hexes import Hex
from fairground.core.rules.attack import MeleeSides, ModifierKind
from fairground.core.rules.facing import SIDE_KEYS
from fairground.core.rules.sight import CoverEffect
from fairground.core.rules.visibility import TargetState
from fairground.core.sight.line.reasons import describe_place
from fairground.core.text.wording import hex_count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from fairground.core.attacks.engagement import Engagement
    from fairground.core.attacks.fighter import Fighter
    from fairground.core.grid.hexsides import Hexside

    Source = Callable[[Engagement], Iterator["Influence"]]


class Influence(NamedTuple):
    """One circumstance and its effects."""

    text: str
    rules: tuple[str, ...] = ()
    to_hit: int = 0
    damage: int = 0
    defence: int = 0
    toughness: int = 0
    place: Hex | Hexside | None = None
    #: Whether it is listed even when it changes nothing.
    always_listed: bool = False
    is_shield: bool = False


def _range(it: Engagement) -> Iterator[Influence]:
    """Yield the range band (rules P1-16, P2-01)."""
    band = it.rules.range_band(it.distance)
    if band is not None:
        text = f"{band.name} range, {hex_count(it.distance)}"
        yield Influence(text, band.rules, to_hit=band.to_hit, always_listed=True)


def _moved(it: Engagement, fighter: Fighter, name: str) -> Iterator[Influence]:
    """Yield the hexes that attacker or target moved (rule P2-17)."""
    if it.attack.moved:
        hexes = fighter.stance.moved
        text = f"{name} moved {hex_count(hexes)}" if hexes else f"{name} did not move"
        yield Influence(text, to_hit=it.rules.attack.moved_modifier(hexes), always_listed=True)


def _side(it: Engagement) -> Iterator[Influence]:
    """Yield the side attacked, and the shield that covers it (rules P2-13, P2-14, P1-20, P1-23, C-7, C-12)."""
    row, side = it.row, it.side
    if row is None or side is None:
        return
    table, key = it.rules.shield_table(it.target.shield.value), SIDE_KEYS[side - 1]
    listed = it.is_melee and it.attack.melee_sides is MeleeSides.LISTED
    text = f"from {side_name(it, side)}"
    damage = 0 if listed else row.damage
    yield Influence(text, table.rules, row.to_hit, damage, row.defence, always_listed=True)
    if listed:
        yield Influence(f"melee {text}", ("C-12",), damage=it.attack.melee_damage.get(key, 0))
    kind = it.target.shield_kind
    if kind is not None and row.blocks:
        yield Influence(f"{kind.name} covers that side", kind.rules, defence=kind.defence, is_shield=True)


def side_name(it: Engagement, side: int) -> str:
    """Describe a side of a unit: ``side 4 (rear)``."""
    name = it.rules.facing.names.get(SIDE_KEYS[side - 1], "")
    return f"side {side} ({name[:1].lower()}{name[1:]})" if name else f"side {side}"


def _cover(it: Engagement) -> Iterator[Influence]:
    """Yield the target's cover (rules P2-06, P2-07, P1-05, HS-10, C-10, C-16); an aura ignores it."""
    cover = it.rules.cover
    if it.sight is None or not it.weapon.is_aimed or (it.is_melee and cover.melee_ignores):
        return
    for shelter in it.sight.covered_by[0]:
        grade = cover.grades[shelter.grade]
        where = it.sight.board.hex_name(shelter.hex)
        yield Influence(
            f"{shelter.text} in {where}",
            (shelter.rule,),
            to_hit=0 if cover.effect is CoverEffect.DEFENCE else grade.to_hit,
            damage=grade.damage if cover.damage else 0,
            defence=0 if cover.effect is CoverEffect.TO_HIT else grade.defence,
            place=shelter.hex,
        )


def _hindrance(it: Engagement) -> Iterator[Influence]:
    """Yield the hindrances along the line (rules HS-05 to HS-08)."""
    if it.sight is not None and it.weapon.is_aimed:
        for hindrance in it.sight.hindered_by[0]:
            where = "in" if isinstance(hindrance.place, Hex) else "between"
            text = f"{hindrance.text} {where} {describe_place(it.sight.board.hex_name, hindrance.place)}"
            to_hit = it.attack.hindered(hindrance.amount)
            yield Influence(text, (hindrance.rule,), to_hit=to_hit, place=hindrance.place)


def _visibility(it: Engagement) -> Iterator[Influence]:
    """Yield the target's visibility from base to base, and its hard cover (rules BV-03, BV-06, BV-07)."""
    seen = it.base_sight
    if seen is not None:
        grade = it.rules.visibility.grades.get(seen.grade or "")
        if grade is not None:
            text = f"{seen.state.value} target, {grade.name.lower()}"
            if seen.state is TargetState.DIFFICULT and not seen.evasion:
                yield Influence(f"{text}; the weapon ignores soft cover", ("BV-07",), always_listed=True)
            else:
                yield Influence(text, ("BV-03",), to_hit=seen.evasion, always_listed=True)
        if seen.toughness:
            kinds = dict.fromkeys(it.rules.terrain[cover.kind].name.lower() for cover in seen.hard_cover)
            yield Influence(f"hard cover: {', '.join(kinds)}", ("BV-06",), toughness=seen.toughness)


def _elevation(it: Engagement) -> Iterator[Influence]:
    """Yield the difference of levels (rules P1-04, P2-08, AR-02)."""
    heights = it.heights
    if heights is None:
        return
    levels = it.attacker.level, it.target.level
    higher = levels[0] > levels[1]
    text = f"the attacker is {'higher' if higher else 'lower'}, level {levels[0]} against {levels[1]}"
    change = heights.melee if it.is_melee else heights.ranged
    yield Influence(text, heights.rules, to_hit=change.to_hit, damage=change.damage, defence=heights.defence)
    if it.is_melee and it.attacker.stance.moved:
        charge = heights.charge
        text = f"charge {'down' if higher else 'up'} from level {levels[0]}"
        yield Influence(text, heights.rules, to_hit=charge.to_hit, damage=charge.damage)
    bonus = it.level_bonus
    if bonus is not None:
        text = f"attack from level {levels[0]}"
        yield Influence(text, heights.rules, to_hit=bonus.to_hit, damage=bonus.damage)


def _effect(it: Engagement) -> Iterator[Influence]:
    """Yield the effects on either hex that change ranged attacks, such as smoke, each once (rule P1-09)."""
    weather = it.rules.weather.get(it.scenario.weather)
    if not it.is_ranged or (weather is not None and weather.obscuring):
        return
    board = it.scenario.board
    present = [(kind, end.hex) for end in (it.target, it.attacker) for kind in board.effects_at(end.hex)]
    for kind, at in dict(reversed(present)).items():
        effect = it.rules.effects.get(kind)
        if effect is not None:
            text = f"{effect.name} in {board.hex_name(at)}"
            yield Influence(text, effect.rules, to_hit=effect.to_hit, place=at)


def _weather(it: Engagement) -> Iterator[Influence]:
    """Yield the weather, for ranged attacks (rule P1-10)."""
    weather = it.rules.weather.get(it.scenario.weather)
    if weather is not None and it.is_ranged:
        yield Influence(weather.name, weather.rules, to_hit=weather.to_hit)


def _state(it: Engagement) -> Iterator[Influence]:
    """Yield the states of attacker and target (rules P1-17, P1-24)."""
    for title, strain, rules in it.attacker.burdens:
        yield Influence(f"the attacker: {title}", rules, damage=strain.damage)
    for title, strain, rules in it.target.burdens:
        to_hit = strain.target_to_hit if it.is_ranged else 0
        yield Influence(f"the target: {title}", rules, to_hit=to_hit, defence=strain.defence)


def _situation(it: Engagement) -> Iterator[Influence]:
    """Yield the situations that the players declare (rule P1-17)."""
    for declared in it.situations:
        if not declared.attacks or it.weapon.kind in declared.attacks:
            yield Influence(declared.name, declared.rules, declared.to_hit, declared.damage, declared.defence)


#: The sources of each kind of modifier; named results depend on the roll, see ``results``.
SOURCES: Final[dict[ModifierKind, Source]] = {
    ModifierKind.RANGE: _range,
    ModifierKind.ATTACKER_MOVED: lambda it: _moved(it, it.attacker, "the attacker"),
    ModifierKind.DEFENDER_MOVED: lambda it: _moved(it, it.target, "the target"),
    ModifierKind.SIDE: _side,
    ModifierKind.COVER: _cover,
    ModifierKind.HINDRANCE: _hindrance,
    ModifierKind.VISIBILITY: _visibility,
    ModifierKind.ELEVATION: _elevation,
    ModifierKind.EFFECT: _effect,
    ModifierKind.WEATHER: _weather,
    ModifierKind.STATE: _state,
    ModifierKind.SITUATION: _situation,
}


class Modifier(NamedTuple):
    """A modifier: its source, amount, text, rule, and place on the board."""

    kind: ModifierKind
    amount: int
    text: str
    rule: str
    place: Hex | Hexside | None


class Sums(NamedTuple):
    """All modifiers of an attack; those to hit are signed as the ruleset writes them."""

    to_hit: tuple[Modifier, ...]
    damage: tuple[Modifier, ...]
    defence: tuple[Modifier, ...]
    toughness: tuple[Modifier, ...]


def sums(it: Engagement) -> Sums:
    """Return the modifiers of an attack in the ruleset's order; range, movement and side are listed even when they are 0."""
    rules = it.attack
    influences = {kind: tuple(source(it)) for kind, source in SOURCES.items()}
    to_hit = [] if it.is_automatic else rules.to_hit_sum
    return Sums(
        tuple(_column(influences, to_hit, attrgetter("to_hit"), rules.to_hit_rules, zeros=True)),
        tuple(_column(influences, rules.damage_sum, attrgetter("damage"), rules.damage_rules)),
        tuple(_column(_with_shields(it, influences), SOURCES, attrgetter("defence"), rules.defence_rules)),
        tuple(_column(influences, SOURCES, attrgetter("toughness"), {})),
    )


def total(modifiers: Iterable[Modifier]) -> int:
    """Return the sum of modifiers."""
    return sum(it.amount for it in modifiers)


def _column(
    influences: Mapping[ModifierKind, tuple[Influence, ...]],
    kinds: Iterable[ModifierKind],
    amount_of: Callable[[Influence], int],
    rules: Mapping[ModifierKind, str],
    *,
    zeros: bool = False,
) -> Iterator[Modifier]:
    for kind in kinds:
        for it in influences.get(kind, ()):
            amount = amount_of(it)
            if amount or (zeros and it.always_listed):
                own = next(iter(it.rules), "")
                rule = own if it.is_shield else rules.get(kind, own)
                yield Modifier(kind, amount, it.text, rule, it.place)


def _with_shields(
    it: Engagement, influences: Mapping[ModifierKind, tuple[Influence, ...]]
) -> Mapping[ModifierKind, tuple[Influence, ...]]:
    """Return the influences on defence: only the better of cover and shield where they do not add up (rule P1-05)."""
    if it.rules.cover.with_shields:
        return influences
    covers, sides = influences[ModifierKind.COVER], influences[ModifierKind.SIDE]
    shields = tuple(side for side in sides if side.is_shield)
    if sum(cover.defence for cover in covers) > sum(shield.defence for shield in shields):
        return {**influences, ModifierKind.SIDE: tuple(side for side in sides if not side.is_shield)}
    return {**influences, ModifierKind.COVER: ()} if shields else influences

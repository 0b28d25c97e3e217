"""The rules of a scenario for its players, as headed tables: the arena, the mission, and the ruleset's own figures."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.attacks.results import format_chance
from fairground.core.errors import RulesetError
from fairground.core.grid.layout import Orientation
from fairground.core.rules.attack import Modifies, Resolution
from fairground.core.rules.descriptions import cost_words, effect_facts, feature_facts, terrain_facts
from fairground.core.rules.policies import POLICIES
from fairground.core.rules.sight import CoverEffect, SightModel
from fairground.core.scenario.mission import describe_victory, mission_texts
from fairground.core.scenario.parts import ObjectiveKind
from fairground.core.text.wording import counted, hex_count

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from fractions import Fraction

    from numpy.typing import NDArray

    from fairground.core.rules import Ruleset
    from fairground.core.rules.attack import RangeBand
    from fairground.core.scenario.board import PaletteEntry
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective

#: The largest sum of modifiers in the table of chances; beyond the dice it ends earlier.
_MOST_MODIFIER: Final = 6
_NO_WEATHER: Final = "none"


class RulesTable(NamedTuple):
    """A table of the rules: its heading, the headings of its columns (none for plain sentences), and its rows."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def player_rules(scenario: Scenario) -> tuple[RulesTable, ...]:
    """Return the tables of a scenario, without empty ones; those of the ruleset only if it can be read."""
    try:
        rules = scenario.rules
    except RulesetError:
        rules = None
    tables = [*_mission(scenario, rules), *(_figures(scenario, rules) if rules else ())]
    return tuple(it for it in tables if it.rows)


# -- the scenario -------------------------------------------------------------------------------------------


def _mission(scenario: Scenario, rules: Ruleset | None) -> Iterator[RulesTable]:
    yield RulesTable("This arena", ("", ""), tuple(_arena(scenario, rules)))
    yield RulesTable(
        "Objectives",
        ("Objective", "Where", "Worth"),
        tuple(_objective(scenario, it) for it in scenario.objectives),
    )
    texts = mission_texts(scenario)
    for _, title, wins in texts.sides:
        yield _sentences(f"{title} can win by {'any of these' if len(wins) > 1 else 'this'}", wins)
    yield _sentences(
        "Victory for any side", [it.removesuffix(".") for it in describe_victory(scenario.victory)]
    )
    yield _sentences("Arrivals", texts.arrivals)
    yield _sentences("House rules", texts.house_rules)
    yield _sentences("Notes", _paragraphs(scenario.notes))


def _sentences(heading: str, texts: Iterable[str]) -> RulesTable:
    return RulesTable(heading, (), tuple((it,) for it in texts))


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in text.split("\n\n"):
        if paragraph.strip():
            yield " ".join(paragraph.split())


def _arena(scenario: Scenario, rules: Ruleset | None) -> Iterator[tuple[str, str]]:
    board = scenario.board
    flat = board.layout.orientation is Orientation.FLAT
    yield "Rules", rules.title if rules else scenario.ruleset.name
    yield (
        "Board",
        f"{board.columns} \N{MULTIPLICATION SIGN} {board.rows} {'flat' if flat else 'pointy'}-top hexes",
    )
    yield "Rounds", str(scenario.turns) if scenario.turns is not None else "no limit"
    if scenario.weather != _NO_WEATHER:
        weather = rules.weather.get(scenario.weather) if rules else None
        yield "Weather", weather.name if weather else scenario.weather
    yield "Sides", ", ".join(f"{it.title} ({it.role})" if it.role else it.title for it in scenario.sides)
    if scenario.author:
        yield "Author", scenario.author


def _objective(scenario: Scenario, it: Objective) -> tuple[str, str, str]:
    board = scenario.board
    labels = board.labels(it.shape.mask(board))
    where = ", ".join(labels[:6]) + (f" … ({hex_count(len(labels))})" if len(labels) > 6 else "")
    worth = [counted(it.points, "point")]
    if it.kind is ObjectiveKind.EXIT:
        worth.append("leave the board here")
    elif it.hold:
        worth.append(f"hold {counted(it.hold, 'turn')}")
    if side := scenario.side(it.side):
        worth.append(f"{side.title} only")
    return it.title, where or "no hexes", ", ".join(worth)


# -- the ruleset --------------------------------------------------------------------------------------------


def _figures(scenario: Scenario, rules: Ruleset) -> Iterator[RulesTable]:
    board = scenario.board
    yield RulesTable(
        "Terrain",
        ("Terrain", "To enter", "Other effects"),
        tuple(_terrain(kind, rules) for kind in _used(board.palette, board.terrain[~board.void])),
    )
    yield RulesTable(
        "Effects",
        ("Effect", "What it does"),
        tuple(
            (rules.effects[kind].name, _joined(effect_facts(rules.effects[kind], rules)))
            for kind in _used(board.effects_palette, board.effects)
            if kind in rules.effects
        ),
    )
    features = sorted({it for them in board.hexsides.values() for it in them} & rules.hexsides.keys())
    yield RulesTable(
        "Hexsides",
        ("Hexside", "What it does"),
        tuple((rules.hexsides[it].name, _joined(feature_facts(rules.hexsides[it]))) for it in features),
    )
    if rules.sight.model is not SightModel.BASES:
        yield _sentences("Movement", _movement(rules))
        yield RulesTable(
            "Climbing", ("Into level", "From level", "Extra movement points"), tuple(_climbs(rules))
        )
    yield RulesTable(
        "Unit classes",
        ("Class", "Movement points", "Initiative"),
        tuple((it.name, str(it.allowance), f"{it.initiative:+d}") for it in rules.classes.values()),
    )
    yield _sentences("Line of sight", _sight(rules))
    yield from _attack(rules)


def _used(palette: list[PaletteEntry], cells: NDArray[np.uint16]) -> list[str]:
    """Return the kinds that cells use, in the palette's order, each once."""
    used = set(np.unique(cells).tolist())
    return list(dict.fromkeys(kind for i, entry in enumerate(palette) if i in used for kind in entry.kinds))


def _terrain(kind: str, rules: Ruleset) -> tuple[str, str, str]:
    it = rules.terrain.get(kind)
    if it is None:
        return kind, "unknown", "not in the ruleset"
    cost = cost_words(it)
    return (
        it.name,
        cost.removeprefix("cost "),
        _joined(fact for fact in terrain_facts(it, rules) if fact != cost),
    )


def _joined(facts: Iterable[str]) -> str:
    return ", ".join(facts) or "\N{EN DASH}"


def _movement(rules: Ruleset) -> Iterator[str]:
    movement = rules.movement
    climb, turn = movement.climb, movement.rotation
    if climb.up or climb.down:
        other = "Where the table of climbing has no cost, each" if climb.table else "Each"
        yield f"{other} level up costs +{climb.up}, each level down +{climb.down}"
    if climb.most is not None:
        yield f"A step can change the level by at most {climb.most}"
    if turn.cost:
        first = "hexside" if turn.free == 1 else f"{turn.free} hexsides"
        free = f"the first {first} of each {turn.each.value} free, then " if turn.free else ""
        yield f"Turning: {free}{turn.cost} for each hexside"
    if movement.sidesteps and movement.sidestep_cost:
        yield f"A sidestep costs +{movement.sidestep_cost}"
    if movement.reverse_factor != 1:
        yield f"Steps backwards cost {movement.reverse_factor} times as much"
    if movement.no_blind_movement:
        yield "Units enter only hexes that they can see at the start of the turn"
    if movement.minimum_move:
        yield "A unit can always move one hex"
    yield _occupied(rules)


def _climbs(rules: Ruleset) -> Iterator[tuple[str, str, str]]:
    """Yield the costs of changes of level that the ruleset lists one by one."""
    for entered, by_level in sorted(rules.movement.climb.table.items(), key=lambda it: int(it[0])):
        for left, cost in sorted(by_level.items(), key=lambda it: int(it[0])):
            yield entered, left, f"+{cost}"


def _occupied(rules: Ruleset) -> str:
    occupied = rules.movement.occupied
    allies = "may" if occupied.through_allies else "may not"
    enemies = "may" if occupied.through_enemies else "may not"
    ends = "may" if occupied.ends else "may not"
    return (
        f"Units {allies} pass through allies and {ends} end in their hex; they {enemies} pass through enemies"
    )


def _sight(rules: Ruleset) -> Iterator[str]:
    bases = rules.sight.model is SightModel.BASES
    yield f"Lines of sight run from {'base to base' if bases else 'hex centre to hex centre'}"
    if bases:
        return
    for policy in POLICIES:
        owner, _, key = policy.key.partition(".")
        if owner == "sight" and key in ("hexside", "corner", "elevation"):
            text = policy.meanings[getattr(rules.sight, key)]
            yield text[:1].upper() + text[1:]
    if rules.source.document:
        yield f"This is a summary. Source of the full rules: {rules.source.document}"


def _attack(rules: Ruleset) -> Iterator[RulesTable]:
    yield RulesTable("Chance to hit", (_sum(rules), "Roll", "Chance"), tuple(_chances(rules)))
    if rules.attack.resolution is Resolution.MODIFIERS:
        yield _sentences(
            "Chance to hit", ["The rules give modifiers but no roll, so chances to hit cannot be listed"]
        )
    yield RulesTable(
        "Range",
        ("Range", "Hexes", "To hit"),
        tuple((it.name, _span(it), f"{it.to_hit:+d}") for it in rules.range_bands.values()),
    )
    yield _cover(rules)
    yield RulesTable("Side attacked, without a shield", ("Side", "To hit", "Damage"), tuple(_sides(rules)))


def _chances(rules: Ruleset) -> Iterator[tuple[str, str, str]]:
    """Yield the sum of modifiers, the roll and the chance, for every roll that the dice can show."""
    attack = rules.attack
    if attack.resolution is Resolution.MODIFIERS:
        return
    sums = range(-_MOST_MODIFIER, _MOST_MODIFIER + 1)
    for modifier in sums if attack.modifies is Modifies.TARGET_NUMBER else reversed(sums):
        number = attack.number_to_reach(modifier)
        if attack.dice.lowest <= number <= attack.dice.highest:
            yield (
                f"{modifier:+d}",
                f"{number} or more on {attack.dice}",
                _chance(attack.hit_chance(modifier)),
            )


def _chance(chance: Fraction) -> str:
    return "always" if chance == 1 else format_chance(chance).replace(".0%", "%")


def _sum(rules: Ruleset) -> str:
    """Return the heading for the sum of modifiers, which skill and evasion are part of where the rules have them."""
    if rules.attack.resolution is not Resolution.SKILL:
        return "Modifiers"
    harder = rules.attack.modifies is Modifies.TARGET_NUMBER
    return (
        "Modifiers + evasion \N{MINUS SIGN} skill" if harder else "Modifiers \N{MINUS SIGN} evasion + skill"
    )


def _cover(rules: Ruleset) -> RulesTable:
    """Return the grades of cover with the values that cover changes in this ruleset."""
    effect = rules.cover.effect
    columns = {
        "To hit": None if effect is CoverEffect.DEFENCE else "to_hit",
        "Defence": None if effect is CoverEffect.TO_HIT else "defence",
    }
    shown = {heading: name for heading, name in columns.items() if name}
    rows = tuple(
        (it.name, *(f"{getattr(it, name):+d}" for name in shown.values()))
        for it in rules.cover.grades.values()
    )
    return RulesTable("Cover", ("Cover", *shown), rows)


def _span(band: RangeBand) -> str:
    return f"{band.min} or more" if band.max is None else f"{band.min}\N{EN DASH}{band.max}"


def _sides(rules: Ruleset) -> Iterator[tuple[str, str, str]]:
    """Yield the sides of a unit without a shield; none where no side differs from another."""
    table = rules.shields.get("none")
    if table is None or len({(it.to_hit, it.damage) for it in table.sides.values()}) == 1:
        return
    for side, row in table.sides.items():
        yield rules.facing.names.get(side, f"side {side}"), f"{row.to_hit:+d}", f"{row.damage:+d}"


# -- as a page ----------------------------------------------------------------------------------------------


def rules_page(name: str, tables: Sequence[RulesTable]) -> str:
    """Return tables of rules as a page in the plain HTML that old renderers can show."""
    body = [f"<h1>{html.escape(name)}</h1>"]
    for it in tables:
        body.append(f"<h2>{html.escape(it.heading)}</h2>")
        if not it.columns:
            body += ["<ul>", *(f"<li>{html.escape(text)}</li>" for (text,) in it.rows), "</ul>"]
            continue
        body.append('<table border="1" cellpadding="3" cellspacing="0">')
        if any(it.columns):
            body.append(_row(it.columns, "th"))
        body += [_row(row, "td") for row in it.rows]
        body.append("</table>")
    return "<html><body>\n" + "\n".join(body) + "\n</body></html>\n"


def _row(cells: Sequence[str], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{html.escape(it)}</{tag}>" for it in cells) + "</tr>"

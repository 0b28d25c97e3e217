"""The reasons why a line is clear or blocked, as sentences with rules and places."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fairground.core.grid.hexes import Hex
from fairground.core.rules.policies import POLICIES
from fairground.core.rules.sight import HexsidePolicy

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.rules import Ruleset
    from fairground.core.sight.line.features import Met
    from fairground.core.sight.line.modifiers import Hindrance, Shelter
    from fairground.core.sight.line.runs import Stop

    #: Returns the name of a hex for sentences.
    Name = Callable[[Hex], str]


#: The rules on levels, and the most hexes that a reason names.
_RULES_ON_LEVELS = next(it.rules for it in POLICIES if it.key == "sight.elevation")
_MOST_NAMED = 4


class Reason(NamedTuple):
    """A reason for a verdict: the ID of the rule, a sentence, and its place."""

    rule: str
    text: str
    place: Hex | Hexside | None = None


class Modifiers(NamedTuple):
    """What hinders and covers, for the attack along a line and for the opposite one."""

    hindering: tuple[Sequence[Hindrance], Sequence[Hindrance]]
    covering: tuple[Sequence[Shelter], Sequence[Shelter]]


class ReasonSides(NamedTuple):
    """What blocks a line on either side of the hexsides it runs along, and the hexes beside it."""

    left: Sequence[Stop]
    right: Sequence[Stop]
    left_hexes: Collection[Hex]
    right_hexes: Collection[Hex]

    def of(self, at: Hex) -> str:
        """Describe the side of the line that a hex is on."""
        if at in self.left_hexes:
            return "on the left of the line"
        return "on the right of the line" if at in self.right_hexes else "on the line"


def blocked_reasons(
    name: Name, rules: Ruleset, sides: ReasonSides, stopping: Sequence[Met], *, counting: bool
) -> Iterator[Reason]:
    """Yield why a line is blocked; ``counting`` is whether blocking hexes count."""
    if counting:
        yield from _of_hexes(name, rules, sides)
    for it in stopping:
        how = "runs along it" if it.along else "crosses it"
        text = f"{describe_place(name, it.side)}: {it.feature.name} blocks the line, which {how}"
        yield Reason("HS-05" if it.along else "HS-15", text, it.side)


def _of_hexes(name: Name, rules: Ruleset, sides: ReasonSides) -> Iterator[Reason]:
    if not sides.left_hexes and not sides.right_hexes:
        for at, text, rule in sides.left:
            yield Reason(rule, f"{name(at)}: {text}", at)
        return
    if rules.sight.hexside is HexsidePolicy.BOTH_SIDES:
        yield Reason("HS-02", "the line runs along hexsides and is blocked on both sides of them")
    else:
        yield Reason("MM-05", "the line runs along hexsides; the side that is worse for the attacker counts")
    for at, text, rule in dict.fromkeys([*sides.left, *sides.right]):
        yield Reason(rule, f"{name(at)}, {sides.of(at)}: {text}", at)


def clear_reasons(
    name: Name,
    rules: Ruleset,
    ends: tuple[Hex, Hex],
    sides: ReasonSides,
    opacities: Mapping[str, int],
    modifiers: Modifiers,
    ignored_levels: Sequence[Hex],
) -> Iterator[Reason]:
    """Yield why a line is clear, with hindrance and cover in both directions."""
    yield from [
        *_one_sided(name, sides),
        *_dimmed(rules, opacities),
        *_ignored(name, rules, ignored_levels),
    ] or [Reason("H-03", "nothing blocks the line")]
    start, end = map(name, ends)
    directions = f"for attacks on {end} from {start}", f"for attacks on {start} from {end}"
    hinders = [[(it.place, it.text, it.amount, it.rule) for it in one_way] for one_way in modifiers.hindering]
    yield from _modifiers(name, directions, "hindrance", hinders)
    shelters = [[(it.hex, it.text, it.value, it.rule) for it in one_way] for one_way in modifiers.covering]
    yield from _modifiers(name, directions, "cover", shelters)


def describe_place(name: Name, place: Hex | Hexside) -> str:
    """Describe a hex, or a hexside by its two hexes."""
    if isinstance(place, Hex):
        return name(place)
    return " and ".join(sorted(map(name, place.hexes)))


def _one_sided(name: Name, sides: ReasonSides) -> Iterator[Reason]:
    for at, text, _ in (*sides.left, *sides.right):
        yield Reason("HS-04", f"{name(at)}, {sides.of(at)}: {text}, but the other side is clear", at)


def _ignored(name: Name, rules: Ruleset, hexes: Sequence[Hex]) -> Iterator[Reason]:
    """Yield that levels do not count, if higher ground lies in between."""
    if hexes:
        names = ", ".join(map(name, hexes[:_MOST_NAMED]))
        names += f" and {len(hexes) - _MOST_NAMED} more" if len(hexes) > _MOST_NAMED else ""
        rule = next((it for it in _RULES_ON_LEVELS if it in rules.sight.rules), "H-03")
        text = f"{names}: higher than both ends, but levels do not count in this ruleset"
        yield Reason(rule, text, hexes[0])


def _dimmed(rules: Ruleset, opacities: Mapping[str, int]) -> Iterator[Reason]:
    for name, amount in opacities.items():
        if amount:
            it = rules.sight.opacities[name]
            text = f"{it.name} adds up to {amount}; the limit is {it.limit}"
            yield Reason(next(iter(it.rules), ""), text)


def _modifiers(
    name: Name,
    directions: tuple[str, str],
    kind: str,
    modifiers: Sequence[Sequence[tuple[Hex | Hexside, str, int, str]]],
) -> Iterator[Reason]:
    there, back = modifiers[0], list(modifiers[1])
    described = []
    for modifier in there:
        if modifier in back:
            back.remove(modifier)
            described.append((modifier, "in both directions"))
        else:
            described.append((modifier, directions[0]))
    described += [(modifier, directions[1]) for modifier in back]
    for (place, text, amount, rule), direction in described:
        yield Reason(rule, f"{describe_place(name, place)}: {text}, {kind} {amount:+d} {direction}", place)

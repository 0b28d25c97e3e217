"""The reasons why a line is clear or blocked, as sentences with rules and places.

All sentences about lines between hexes are in one place, for verdicts here and on shared web pages. A template's names in braces
are filled in: hexes by their names in texts, terrain, features, grades and units by their titles.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

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


class Sentence(NamedTuple):
    """A template, and the ID of the rule behind it; empty if the cause has its own."""

    text: str
    rule: str = ""

    def fill(self, **values: object) -> str:
        """Return the text with its values."""
        return self.text.format(**values)

    def fill_by_place(self, *names: str) -> Callable[[tuple[str, ...]], str]:
        """Return a quicker ``fill`` for texts needed by the thousand; ``names`` are in the order of the template."""
        fill: Callable[[tuple[str, ...]], str] = self.text.format(**dict.fromkeys(names, "%s")).__mod__
        return fill


class LineSentences(NamedTuple):
    """Every sentence about a line, and the words put into them."""

    # Why it is blocked.
    at_hex: Sentence = Sentence("{hex}: {text}")
    at_hex_beside: Sentence = Sentence("{hex}, {side}: {text}")
    both_sides: Sentence = Sentence(
        "the line runs along hexsides and is blocked on both sides of them", "HS-02"
    )
    worse_side: Sentence = Sentence(
        "the line runs along hexsides; the side that is worse for the attacker counts", "MM-05"
    )
    feature_along: Sentence = Sentence("{place}: {feature} blocks the line, which runs along it", "HS-05")
    feature_across: Sentence = Sentence("{place}: {feature} blocks the line, which crosses it", "HS-15")
    hill_above_both: Sentence = Sentence("the ground, at level {level}, is higher than both ends")
    hill_hides: Sentence = Sentence(
        "the ground, at level {level}, hides everything beyond it from the lower end"
    )
    slope_too_long: Sentence = Sentence(
        "the slope between level {low} and level {high} is longer than one hex"
    )
    opacity: Sentence = Sentence("{opacity} adds up to {amount}; the limit is {limit}")
    # Why it is clear.
    nothing_blocks: Sentence = Sentence("nothing blocks the line", "H-03")
    one_sided: Sentence = Sentence("{hex}, {side}: {text}, but the other side is clear", "HS-04")
    ignored_levels: Sentence = Sentence(
        "{hexes}: higher than both ends, but levels do not count in this ruleset", "H-03"
    )
    # What hinders and covers.
    modifier: Sentence = Sentence("{place}: {text}, {kind} {amount} {direction}")
    hindered_in: Sentence = Sentence("", "HS-07")
    hindered_beside: Sentence = Sentence("", "HS-06")
    hindered_along: Sentence = Sentence("{feature} along the line", "HS-05")
    hindered_across: Sentence = Sentence("{feature} crossed", "HS-08")
    unit_between: Sentence = Sentence("{unit} is in the way", "P2-06")
    # Words for places, sides and directions.
    hexside: Sentence = Sentence("{first} and {second}")
    more_hexes: Sentence = Sentence("{hexes} and {count} more")
    on_left: Sentence = Sentence("on the left of the line")
    on_right: Sentence = Sentence("on the right of the line")
    on_line: Sentence = Sentence("on the line")
    hindrance: Sentence = Sentence("hindrance")
    cover: Sentence = Sentence("cover")
    toward: Sentence = Sentence("for attacks on {target} from {firer}")
    both_directions: Sentence = Sentence("in both directions")


SENTENCES: Final = LineSentences()
#: The most hexes that a sentence names.
MOST_NAMED: Final = 4

#: The rules on levels.
_RULES_ON_LEVELS = next(it.rules for it in POLICIES if it.key == "sight.elevation")


class Reason(NamedTuple):
    """A reason for a verdict: the ID of the rule, a sentence, and its place."""

    rule: str
    text: str
    place: Hex | Hexside | None = None


# There may be a reason for each hex of a long line: these are quicker than calls with named arguments.
_fill_at_hex = SENTENCES.at_hex.fill_by_place("hex", "text")
_fill_beside = SENTENCES.at_hex_beside.fill_by_place("hex", "side", "text")
_reason = partial(tuple.__new__, Reason)


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
            return SENTENCES.on_left.text
        return (SENTENCES.on_right if at in self.right_hexes else SENTENCES.on_line).text


def blocked_reasons(
    name: Name, rules: Ruleset, sides: ReasonSides, stopping: Sequence[Met], *, counting: bool
) -> list[Reason]:
    """Return why a line is blocked; ``counting`` is whether blocking hexes count."""
    reasons = _of_hexes(name, rules, sides) if counting else []
    for it in stopping:
        sentence = SENTENCES.feature_along if it.along else SENTENCES.feature_across
        text = sentence.fill(place=describe_place(name, it.side), feature=it.feature.name)
        reasons.append(Reason(sentence.rule, text, it.side))
    return reasons


def _of_hexes(name: Name, rules: Ruleset, sides: ReasonSides) -> list[Reason]:
    if not sides.left_hexes and not sides.right_hexes:
        return [_reason((rule, _fill_at_hex((name(at), text)), at)) for at, text, rule in sides.left]
    both = rules.sight.hexside is HexsidePolicy.BOTH_SIDES
    sentence = SENTENCES.both_sides if both else SENTENCES.worse_side
    stops = dict.fromkeys([*sides.left, *sides.right])
    return [
        Reason(sentence.rule, sentence.text),
        *(_reason((rule, _fill_beside((name(at), sides.of(at), text)), at)) for at, text, rule in stops),
    ]


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
    ] or [Reason(SENTENCES.nothing_blocks.rule, SENTENCES.nothing_blocks.text)]
    start, end = map(name, ends)
    toward = SENTENCES.toward
    directions = toward.fill(target=end, firer=start), toward.fill(target=start, firer=end)
    hinders = [[(it.place, it.text, it.amount, it.rule) for it in one_way] for one_way in modifiers.hindering]
    yield from _modifiers(name, directions, SENTENCES.hindrance.text, hinders)
    shelters = [[(it.hex, it.text, it.value, it.rule) for it in one_way] for one_way in modifiers.covering]
    yield from _modifiers(name, directions, SENTENCES.cover.text, shelters)


def describe_place(name: Name, place: Hex | Hexside) -> str:
    """Describe a hex, or a hexside by its two hexes."""
    if isinstance(place, Hex):
        return name(place)
    first, second = sorted(map(name, place.hexes))
    return SENTENCES.hexside.fill(first=first, second=second)


def _one_sided(name: Name, sides: ReasonSides) -> Iterator[Reason]:
    for at, text, _ in (*sides.left, *sides.right):
        sentence = SENTENCES.one_sided
        yield Reason(sentence.rule, sentence.fill(hex=name(at), side=sides.of(at), text=text), at)


def _ignored(name: Name, rules: Ruleset, hexes: Sequence[Hex]) -> Iterator[Reason]:
    """Yield that levels do not count, if higher ground lies in between."""
    if hexes:
        names = ", ".join(map(name, hexes[:MOST_NAMED]))
        if len(hexes) > MOST_NAMED:
            names = SENTENCES.more_hexes.fill(hexes=names, count=len(hexes) - MOST_NAMED)
        yield Reason(rule_on_levels(rules), SENTENCES.ignored_levels.fill(hexes=names), hexes[0])


def rule_on_levels(rules: Ruleset) -> str:
    """Return the rule of a ruleset on whether levels count."""
    known = (it for it in _RULES_ON_LEVELS if it in rules.sight.rules)
    return next(known, SENTENCES.ignored_levels.rule)


def _dimmed(rules: Ruleset, opacities: Mapping[str, int]) -> Iterator[Reason]:
    for name, amount in opacities.items():
        if amount:
            it = rules.sight.opacities[name]
            text = SENTENCES.opacity.fill(opacity=it.name, amount=amount, limit=it.limit)
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
            described.append((modifier, SENTENCES.both_directions.text))
        else:
            described.append((modifier, directions[0]))
    described += [(modifier, directions[1]) for modifier in back]
    for (place, text, amount, rule), direction in described:
        words = {"text": text, "kind": kind, "amount": f"{amount:+d}", "direction": direction}
        yield Reason(rule, SENTENCES.modifier.fill(place=describe_place(name, place), **words), place)

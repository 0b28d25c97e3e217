"""Why a line is clear or not, in sentences for players and as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fairground.core.grid.hexes import Hex
from fairground.core.rules.sight import HexsidePolicy

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.rules import Ruleset
    from fairground.core.sight.line.features import Met
    from fairground.core.sight.line.modifiers import Hindrance, Shelter
    from fairground.core.sight.line.runs import Stop

    #: Says what sentences call a hex.
    Name = Callable[[Hex], str]


class Reason(NamedTuple):
    """One thing that made the verdict: the ID of the rule it rests on, a sentence, and where it is."""

    rule: str
    text: str
    place: Hex | Hexside | None = None


class ReasonSides(NamedTuple):
    """What stops a line on either side where it runs along hexsides, and which hexes are beside it."""

    left: Sequence[Stop]
    right: Sequence[Stop]
    left_hexes: Collection[Hex]
    right_hexes: Collection[Hex]

    def of(self, at: Hex) -> str:
        """Return where a hex is, in words."""
        if at in self.left_hexes:
            return "on the left of the line"
        return "on the right of the line" if at in self.right_hexes else "on the line"


def blocked_reasons(
    name: Name, rules: Ruleset, sides: ReasonSides, stopping: Sequence[Met], *, counting: bool
) -> Iterator[Reason]:
    """Yield why a line is blocked; ``counting`` is whether what stops it in hexes counts."""
    if counting:
        yield from _of_hexes(name, rules, sides)
    for it in stopping:
        how = "the line runs along it" if it.along else "the line crosses it"
        text = f"{describe_place(name, it.side)}: {it.feature.name} blocks, {how}"
        yield Reason("HS-05" if it.along else "HS-15", text, it.side)


def _of_hexes(name: Name, rules: Ruleset, sides: ReasonSides) -> Iterator[Reason]:
    if not sides.left_hexes and not sides.right_hexes:
        for at, text, rule in sides.left:
            yield Reason(rule, f"{name(at)}: {text}", at)
        return
    if rules.sight.hexside is HexsidePolicy.BOTH_SIDES:
        yield Reason("HS-02", "the line runs along hexsides and is blocked on both sides of them")
    else:
        yield Reason("MM-05", "the line runs along hexsides; the side worse for the attacker counts")
    for at, text, rule in dict.fromkeys([*sides.left, *sides.right]):
        yield Reason(rule, f"{name(at)}, {sides.of(at)}: {text}", at)


def clear_reasons(
    name: Name,
    rules: Ruleset,
    ends: tuple[Hex, Hex],
    sides: ReasonSides,
    opacities: Mapping[str, int],
    hindering: tuple[Sequence[Hindrance], Sequence[Hindrance]],
    covering: tuple[Sequence[Shelter], Sequence[Shelter]],
) -> Iterator[Reason]:
    """Yield why a line is clear, and what hinders and covers along it and back."""
    found = [*_one_sided(name, sides), *_dimmed(rules, opacities)]
    if not found:
        yield Reason("H-03", "nothing on the line blocks")
    yield from found
    ways = _ways(name, ends)
    hinders = [[(it.place, it.text, it.amount, it.rule) for it in found] for found in hindering]
    yield from _modifiers(name, ways, "hindrance", hinders)
    shelters = [[(it.hex, it.text, it.value, it.rule) for it in found] for found in covering]
    yield from _modifiers(name, ways, "cover", shelters)


def describe_place(name: Name, place: Hex | Hexside) -> str:
    """Return how a sentence names a hex, or a hexside by the hexes on either side of it."""
    if isinstance(place, Hex):
        return name(place)
    return " and ".join(sorted(map(name, place.hexes)))


def _one_sided(name: Name, sides: ReasonSides) -> Iterator[Reason]:
    for at, text, _ in (*sides.left, *sides.right):
        told = f"{name(at)}, {sides.of(at)}: {text}, but the other side is clear"
        yield Reason("HS-04", told, at)


def _dimmed(rules: Ruleset, opacities: Mapping[str, int]) -> Iterator[Reason]:
    for name, amount in opacities.items():
        if amount:
            it = rules.sight.opacities[name]
            text = f"{it.name} adds up to {amount}; the limit is {it.limit}"
            yield Reason(next(iter(it.rules), ""), text)


def _ways(name: Name, ends: tuple[Hex, Hex]) -> tuple[str, str]:
    start, end = map(name, ends)
    return f"against {end} from {start}", f"against {start} from {end}"


def _modifiers(
    name: Name,
    ways: tuple[str, str],
    kind: str,
    found: Sequence[Sequence[tuple[Hex | Hexside, str, int, str]]],
) -> Iterator[Reason]:
    there, back = found[0], list(found[1])
    told = []
    for item in there:
        if item in back:
            back.remove(item)
            told.append((item, "both ways"))
        else:
            told.append((item, ways[0]))
    told += [(item, ways[1]) for item in back]
    for (place, text, amount, rule), way in told:
        yield Reason(rule, f"{describe_place(name, place)}: {text}, {kind} {amount:+d} {way}", place)

"""How much a line of sight is hindered, in one direction of fire."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fairground.core.rules.sight import HexsidePolicy, HindranceReach, OwnHexsidePolicy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.rules.sight import Sight as SightRules
    from fairground.core.sight.board.facts import HexSightFacts, Hindering
    from fairground.core.sight.line.features import Met

    Run = Sequence[tuple[Hex, HexSightFacts]]


class Hindrance(NamedTuple):
    """One hindrance that counts: where, what, by how much, and the rule."""

    place: Hex | Hexside
    text: str
    amount: int
    rule: str


class HindranceSides(NamedTuple):
    """The hexes on either side of the hexsides that a line runs along, and whether one by itself stops the line."""

    left: Run
    right: Run
    left_stops: bool
    right_stops: bool


def hindrances(
    rules: SightRules,
    firer: int,
    target: tuple[Hex, HexSightFacts | None],
    crossed: Run,
    sides: HindranceSides,
    met: Sequence[Met],
) -> list[Hindrance]:
    """Return what hinders fire from the hex of the number ``firer`` at ``target``: hexes crossed, features, and hexes beside the line.

    The target's own hex counts where the ruleset says so, the firer's never (rule HS-07); a feature on the firer's
    own hex may be free (rule HS-08). Hexes beside the line count as rule HS-06 says, or those of the worse side.
    """
    found = [_of_hex(at, it, "HS-07") for at, facts in crossed for it in facts.hindrances]
    at, facts = target
    if facts is not None and rules.hindrance_reach is HindranceReach.TO_TARGET:
        found += [_of_hex(at, it, "HS-07") for it in facts.hindrances]
    own_free = rules.own_hexside is OwnHexsidePolicy.FREE
    for it in met:
        if it.feature.hindrance and (it.along or not (own_free and it.bounds(firer))):
            rule = "HS-05" if it.along else "HS-08"
            way = "along the line" if it.along else "crossed"
            found.append(Hindrance(it.side, f"{it.feature.name} {way}", it.feature.hindrance, rule))
    along = any(it.along and it.feature.hindrance for it in met)
    return found + _beside(rules, sides, along=along)


def _of_hex(at: Hex, it: Hindering, rule: str) -> Hindrance:
    return Hindrance(at, it.thing.name, it.amount, it.thing.rule or rule)


def _beside(rules: SightRules, sides: HindranceSides, *, along: bool) -> list[Hindrance]:
    left = [_of_hex(at, it, "HS-06") for at, facts in sides.left for it in facts.hindrances]
    right = [_of_hex(at, it, "HS-06") for at, facts in sides.right for it in facts.hindrances]
    if rules.hexside is HexsidePolicy.WORSE_SIDE:
        return max(right, left, key=lambda side: sum(it.amount for it in side))
    opposite = (bool(left) and sides.right_stops) or (bool(right) and sides.left_stops)
    if along or opposite:
        return left + right
    if left and right:
        return _all_but_one(left + right)
    return []


def _all_but_one(found: list[Hindrance]) -> list[Hindrance]:
    """Return hindrances whose sum is one less: that one only makes the line a hindered one (rule HS-06)."""
    first, *rest = sorted(found, key=lambda it: it.amount)
    return rest if first.amount == 1 else [first._replace(amount=first.amount - 1), *rest]

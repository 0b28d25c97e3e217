"""What stops sight in a run of hexes: obstacles, hills, and opacities that reach their limit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fairground.core.rules.sight import ElevationPolicy, InsidePolicy
from fairground.core.sight.elevation import ground_blocks, reaching, slope_is_too_long

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from fairground.core.grid.hexes import Hex
    from fairground.core.rules import Ruleset
    from fairground.core.rules.sight import Opacity
    from fairground.core.sight.elevation import Ends
    from fairground.core.sight.facts import HexFacts

    Run = Sequence[tuple[Hex, HexFacts]]

#: The rule by which ground blocks, of each policy that has one.
_HILL_RULES = {ElevationPolicy.SLOPE: "HS-11", ElevationPolicy.ADJACENT: "MM-01"}


class Stop(NamedTuple):
    """Why sight ends: where, what a player is told, and the rule."""

    hex: Hex
    text: str
    rule: str


def stops(rules: Ruleset, ends: Ends, run: Run, within: Collection[str] = ()) -> list[Stop]:
    """Return everything that stops a line in the hexes of a run, in their order.

    ``within`` holds ids of the terrains that the line stays inside of, as ``stays_within`` gives them.
    """
    policy = rules.sight.elevation
    reaches, ground = reaching(policy, ends), ground_blocks(policy)
    low, high = ends.low, ends.high
    too_long = slope_is_too_long(policy, ends, (facts.level for _, facts in run))
    sums = dict.fromkeys(rules.sight.opacities, 0)
    found = []
    for at, facts in run:
        level = facts.level
        if ground and reaches(at, level):
            found.append(Stop(at, _hill(level, high), _HILL_RULES.get(policy, "")))
        elif too_long and low < level < high:
            text = f"the slope between level {low} and level {high} is longer than one hex"
            found.append(Stop(at, text, _HILL_RULES.get(policy, "")))
        for it in facts.obstacles:
            if it.top is None:
                found.append(Stop(at, f"{it.thing.name} blocks", it.thing.rule))
            elif it.kind not in within and reaches(at, it.top):
                text = f"{it.thing.name} reaches level {it.top} there and blocks"
                found.append(Stop(at, text, it.thing.rule))
        for dim in facts.dimmings:
            if dim.top is None or reaches(at, dim.top):
                before, sums[dim.opacity] = sums[dim.opacity], sums[dim.opacity] + dim.amount
                opacity = rules.sight.opacities[dim.opacity]
                if before < opacity.limit <= sums[dim.opacity]:
                    found.append(Stop(at, _lost(opacity, sums[dim.opacity]), _first(opacity.rules)))
    return found


def stays_within(
    rules: Ruleset, ends: Ends, at_ends: tuple[HexFacts, HexFacts], crossed: Run
) -> frozenset[str]:
    """Return the ids of the solid terrains that a line never leaves, both eyes being below their tops.

    That is where a building does not hide those inside it from one another (rule MM-06); none where the ruleset
    knows no such thing.
    """
    if rules.sight.inside is InsidePolicy.BLOCKS:
        return frozenset()
    eyes = ends.start_eye, ends.end_eye
    around = [
        {it.kind for it in facts.obstacles if it.top is not None and eye < it.top}
        for facts, eye in zip(at_ends, eyes, strict=True)
    ]
    kinds = around[0] & around[1]
    for _, facts in crossed:
        kinds &= {it.kind for it in facts.obstacles}
    return frozenset(kinds - {""})


def opacities(rules: Ruleset, ends: Ends, run: Run) -> dict[str, int]:
    """Return how much of each opacity of the ruleset a run adds up to."""
    sums = dict.fromkeys(rules.sight.opacities, 0)
    if sums:
        reaches = reaching(rules.sight.elevation, ends)
        for at, facts in run:
            for it in facts.dimmings:
                if it.top is None or reaches(at, it.top):
                    sums[it.opacity] += it.amount
    return sums


def _hill(level: int, high: int) -> str:
    if level > high:
        return f"the ground there, level {level}, is higher than both ends"
    return f"the ground there, level {level}, hides what is beyond it from the lower end"


def _lost(opacity: Opacity, amount: int) -> str:
    return f"{opacity.name} adds up to {amount}, and sight is lost at {opacity.limit}"


def _first(rules: Sequence[str]) -> str:
    return rules[0] if rules else ""

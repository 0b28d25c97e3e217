"""What stops sight in a run of hexes: obstacles, hills, and opacities that reach their limit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fairground.core.rules.sight import ElevationPolicy, InsidePolicy
from fairground.core.sight.elevation import REACHES, hills

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from fairground.core.grid.hexes import Hex
    from fairground.core.rules import Ruleset
    from fairground.core.sight.elevation import Ends
    from fairground.core.sight.facts import Dimming, HexFacts

    Run = Sequence[tuple[Hex, HexFacts]]

#: The rule by which ground blocks, of each policy that has one.
_HILL_RULES = {ElevationPolicy.SLOPE: "HS-11", ElevationPolicy.ADJACENT: "MM-01"}


class Stop(NamedTuple):
    """Why sight ends: where, what a player is told, and the rule.

    ``alone`` is whether the hex would stop this line by itself; several hexes of forest, or of a slope, do so together.
    """

    hex: Hex
    text: str
    rule: str
    alone: bool = True


def stops(rules: Ruleset, ends: Ends, run: Run, within: Collection[str] = ()) -> list[Stop]:
    """Return everything that stops a line in the hexes of a run, in their order.

    ``within`` holds ids of the terrains that the line stays inside of, as ``stays_within`` gives them.
    """
    policy = rules.sight.elevation
    found = [*_hills(policy, ends, run), *_obstacles(policy, ends, run, within), *_lost(rules, ends, run)]
    order = {at: place for place, (at, _) in enumerate(run)}
    return sorted(found, key=lambda stop: order[stop.hex])


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


def dimmings(policy: ElevationPolicy, ends: Ends, run: Run) -> list[tuple[Hex, Dimming]]:
    """Return what dims a line in the hexes of a run, in their order."""
    reaches = REACHES[policy]
    return [
        (at, it) for at, facts in run for it in facts.dimmings if it.top is None or reaches(ends, at, it.top)
    ]


def opacities(rules: Ruleset, ends: Ends, run: Run) -> dict[str, int]:
    """Return how much of each opacity of the ruleset a run adds up to."""
    sums = dict.fromkeys(rules.sight.opacities, 0)
    for _, it in dimmings(rules.sight.elevation, ends, run):
        sums[it.opacity] += it.amount
    return sums


def _hills(policy: ElevationPolicy, ends: Ends, run: Run) -> list[Stop]:
    levels = [(at, facts.level) for at, facts in run]
    blocking = hills(policy, ends, levels)
    level_of = dict(levels)
    reaches = REACHES[policy]
    found = []
    for at in blocking:
        level, alone = level_of[at], reaches(ends, at, level_of[at])
        if not alone:
            text = f"the slope between level {ends.low} and level {ends.high} is longer than one hex"
        elif level > ends.high:
            text = f"the ground there, level {level}, is higher than both ends"
        else:
            text = f"the ground there, level {level}, hides what is beyond it from the lower end"
        found.append(Stop(at, text, _HILL_RULES.get(policy, ""), alone))
    return found


def _obstacles(policy: ElevationPolicy, ends: Ends, run: Run, within: Collection[str]) -> list[Stop]:
    reaches = REACHES[policy]
    found = []
    for at, facts in run:
        for it in facts.obstacles:
            if it.top is None:
                found.append(Stop(at, f"{it.thing.name} blocks", it.thing.rule))
            elif it.kind not in within and reaches(ends, at, it.top):
                found.append(
                    Stop(at, f"{it.thing.name} reaches level {it.top} there and blocks", it.thing.rule)
                )
    return found


def _lost(rules: Ruleset, ends: Ends, run: Run) -> list[Stop]:
    """Return the hexes at which an opacity reaches its limit."""
    sums = dict.fromkeys(rules.sight.opacities, 0)
    found = []
    for at, it in dimmings(rules.sight.elevation, ends, run):
        opacity = rules.sight.opacities[it.opacity]
        before, sums[it.opacity] = sums[it.opacity], sums[it.opacity] + it.amount
        if before < opacity.limit <= sums[it.opacity]:
            text = f"{opacity.name} adds up to {sums[it.opacity]}, and sight is lost at {opacity.limit}"
            found.append(Stop(at, text, _first(opacity.rules), alone=it.amount >= opacity.limit))
    return found


def _first(rules: Sequence[str]) -> str:
    return rules[0] if rules else ""

"""What blocks sight in a run of hexes: obstacles, hills, and opacities that reach their limit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fairground.core.rules.sight import ElevationPolicy, InsidePolicy
from fairground.core.sight.board.elevation import bar, ground_blocks, slope_is_too_long
from fairground.core.sight.line.reasons import SENTENCES

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from fairground.core.grid.hexes import Hex
    from fairground.core.rules import Ruleset
    from fairground.core.rules.sight import Opacity
    from fairground.core.sight.board.elevation import LineEnds
    from fairground.core.sight.board.facts import HexSightFacts

    Run = Sequence[tuple[Hex, HexSightFacts]]
    #: Why sight ends: hex, text and rule. Plain tuples for speed: long lines have hundreds.
    Stop = tuple[Hex, str, str]

#: The rule by which ground blocks, by policy.
_HILL_RULES = {ElevationPolicy.SLOPE: "HS-11", ElevationPolicy.ADJACENT: "MM-01"}


class LineObstacles(NamedTuple):
    """What a line meets in a run of hexes: everything that blocks it, in order, and the sum of each opacity."""

    stops: list[Stop]
    opacities: dict[str, int]


def rule_on_ground(policy: ElevationPolicy) -> str:
    """Return the rule by which ground blocks under a policy; empty for none."""
    return _HILL_RULES.get(policy, "")


def look_along(rules: Ruleset, ends: LineEnds, run: Run, within: Collection[str] = ()) -> LineObstacles:
    """Return what a line meets in a run of hexes; ``within`` are terrains from ``stays_within``."""
    policy, known = rules.sight.elevation, rules.sight.opacities
    bar_at, ground, ground_rule = bar(policy, ends), ground_blocks(policy), rule_on_ground(policy)
    low, high = ends.low, ends.high
    too_long = slope_is_too_long(policy, ends, (facts.level for _, facts in run))
    slope = SENTENCES.slope_too_long.fill(low=low, high=high) if too_long else ""
    hills: dict[int, str] = {}
    sums = dict.fromkeys(known, 0)
    stops: list[Stop] = []
    for at, facts in run:
        level, least = facts.level, bar_at(at)
        if ground and level >= least:
            text = hills.get(level) or hills.setdefault(level, _hill(level, high))
            stops.append((at, text, ground_rule))
        elif too_long and low < level < high:
            stops.append((at, slope, ground_rule))
        for kind, cause, top, text in facts.obstacles:
            if top is None or (top >= least and kind not in within):
                stops.append((at, text, cause.rule))
        for name, amount, _, top in facts.dimmings:
            if top is None or top >= least:
                before = sums[name]
                sums[name] = after = before + amount
                if before < known[name].limit <= after:
                    stops.append((at, _lost(known[name], after), next(iter(known[name].rules), "")))
    return LineObstacles(stops, sums)


def stays_within(
    rules: Ruleset, ends: LineEnds, at_ends: tuple[HexSightFacts, HexSightFacts], crossed: Run
) -> frozenset[str]:
    """Return the ids of the solid terrain that a line never leaves, with both eyes below its top.

    Units inside it see each other, if the ruleset says so (rule MM-06).
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
        if not kinds:
            break
        kinds &= {it.kind for it in facts.obstacles}
    return frozenset(kinds - {""})


def _hill(level: int, high: int) -> str:
    sentence = SENTENCES.hill_above_both if level > high else SENTENCES.hill_hides
    return sentence.fill(level=level)


def _lost(opacity: Opacity, amount: int) -> str:
    return SENTENCES.opacity.fill(opacity=opacity.name, amount=amount, limit=opacity.limit)

"""Policies of sight and cover with their rules and values, for the manual and the tests of all sight engines."""

from __future__ import annotations

from typing import Final, NamedTuple

from fairground.core.rules.sight import (
    CornerHexsidePolicy,
    CornerPolicy,
    CoverEffect,
    CoverReach,
    CoverUnits,
    ElevationPolicy,
    EndHexsidePolicy,
    HexsidePolicy,
    HindranceReach,
    InsidePolicy,
    OwnHexsidePolicy,
)


class SightPolicy(NamedTuple):
    """A policy: the dotted path of its key, the rules behind it, and the meaning of each value."""

    key: str
    rules: tuple[str, ...]
    meanings: dict[str | bool, str]


POLICIES: Final = (
    SightPolicy(
        "sight.hexside",
        ("H-09", "HS-02", "HS-06", "MM-05"),
        {
            HexsidePolicy.BOTH_SIDES: "a line along a hexside is blocked only when each side, with the hexes crossed, "
            "blocks; amounts come from the lesser side",
            HexsidePolicy.WORSE_SIDE: "the side worse for the attacker counts",
        },
    ),
    SightPolicy(
        "sight.corner",
        ("H-05",),
        {
            CornerPolicy.IGNORED: "a hex touched only at a corner is not crossed",
            CornerPolicy.CROSSED: "it counts as crossed",
        },
    ),
    SightPolicy(
        "sight.elevation",
        ("P2-09", "HS-11", "HS-12", "HS-14", "MM-01"),
        {
            ElevationPolicy.IGNORE: "levels do not block",
            ElevationPolicy.HIGHER: "a hex higher than both ends blocks",
            ElevationPolicy.SLOPE: "hills block, except one hex of a continuous slope",
            ElevationPolicy.ADJACENT: "a hex blocks when it is higher than both ends, or than the end next to it",
        },
    ),
    SightPolicy(
        "sight.inside",
        ("MM-06",),
        {
            InsidePolicy.BLOCKS: "something solid blocks any line, also one that stays within it",
            InsidePolicy.FREE: "it does not block if both ends are below its top, as inside a building",
        },
    ),
    SightPolicy(
        "sight.corner_hexside",
        ("HS-09",),
        {
            CornerHexsidePolicy.BOTH: "a line through the corner where two hexsides of a hex meet crosses a feature when "
            "both carry one: the weaker of the two",
            CornerHexsidePolicy.ANY: "it does when one of them does",
        },
    ),
    SightPolicy(
        "sight.own_hexside",
        ("HS-08",),
        {
            OwnHexsidePolicy.COUNTS: "a hindering feature crossed on the firer's own hex counts",
            OwnHexsidePolicy.FREE: "it does not count",
        },
    ),
    SightPolicy(
        "sight.end_hexside",
        ("HS-15",),
        {
            EndHexsidePolicy.BLOCKS: "a blocking feature crossed on the hex of either end blocks",
            EndHexsidePolicy.FREE: "sight goes over it",
        },
    ),
    SightPolicy(
        "sight.hindrance_reach",
        ("HS-07",),
        {
            HindranceReach.BETWEEN: "only the hexes between the ends hinder",
            HindranceReach.TO_TARGET: "the target's own hex hinders too",
        },
    ),
    SightPolicy(
        "cover.reach",
        ("P1-05", "P2-06", "HS-10"),
        {
            CoverReach.IN: "the terrain of the target's own hex gives cover",
            CoverReach.ADJACENT: "so does terrain next to the target that the line passes",
        },
    ),
    SightPolicy(
        "cover.effect",
        ("P2-06", "AR-07"),
        {
            CoverEffect.TO_HIT: "cover changes the roll to hit",
            CoverEffect.DEFENCE: "it changes the target's defence",
            CoverEffect.BOTH: "it changes both",
        },
    ),
    SightPolicy(
        "cover.units",
        ("P2-06",),
        {
            CoverUnits.NONE: "units between attacker and target give no cover",
            CoverUnits.ENEMY: "the attacker's enemies do",
            CoverUnits.ANY: "all units do",
        },
    ),
    SightPolicy(
        "cover.stacks",
        ("P2-07",),
        {False: "the best cover counts", True: "several covers add up"},
    ),
    SightPolicy(
        "attack.heights.higher.ignores_cover",
        ("P2-08",),
        {False: "cover counts against attacks from higher ground", True: "it does not"},
    ),
)

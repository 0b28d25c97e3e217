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
            HexsidePolicy.BOTH_SIDES: (
                "a line along a hexside is blocked only if the hexes on each side, together with the "
                "hexes crossed, block it; of the two sides, the smaller amounts count"
            ),
            HexsidePolicy.WORSE_SIDE: "along a hexside, the side that is worse for the attacker counts",
        },
    ),
    SightPolicy(
        "sight.corner",
        ("H-05",),
        {
            CornerPolicy.IGNORED: "a line does not cross a hex that it touches only at a corner",
            CornerPolicy.CROSSED: "a line crosses a hex even if it touches it only at a corner",
        },
    ),
    SightPolicy(
        "sight.elevation",
        ("P2-09", "HS-11", "HS-12", "HS-14", "MM-01"),
        {
            ElevationPolicy.IGNORE: "levels do not block sight",
            ElevationPolicy.HIGHER: "a hex higher than both ends blocks sight",
            ElevationPolicy.SLOPE: "hills block sight, except for one hex of a continuous slope",
            ElevationPolicy.ADJACENT: (
                "a hex blocks sight if it is higher than both ends, or higher than the end next to it"
            ),
        },
    ),
    SightPolicy(
        "sight.inside",
        ("MM-06",),
        {
            InsidePolicy.BLOCKS: "solid terrain blocks every line, even one that stays inside it",
            InsidePolicy.FREE: "solid terrain does not block if both ends are below its top, as inside a building",
        },
    ),
    SightPolicy(
        "sight.corner_hexside",
        ("HS-09",),
        {
            CornerHexsidePolicy.BOTH: "a line through the corner where two hexsides of a hex meet crosses a feature only if "
            "both hexsides have one; the weaker one counts",
            CornerHexsidePolicy.ANY: (
                "a line through the corner where two hexsides of a hex meet crosses a feature if "
                "either hexside has one"
            ),
        },
    ),
    SightPolicy(
        "sight.own_hexside",
        ("HS-08",),
        {
            OwnHexsidePolicy.COUNTS: (
                "a hindering feature that the line crosses on a side of the firer's own hex counts"
            ),
            OwnHexsidePolicy.FREE: (
                "a hindering feature that the line crosses on a side of the firer's own hex does not count"
            ),
        },
    ),
    SightPolicy(
        "sight.end_hexside",
        ("HS-15",),
        {
            EndHexsidePolicy.BLOCKS: (
                "a blocking feature on a side of either end hex blocks sight if the line crosses it"
            ),
            EndHexsidePolicy.FREE: "sight passes over a blocking feature on a side of either end hex",
        },
    ),
    SightPolicy(
        "sight.hindrance_reach",
        ("HS-07",),
        {
            HindranceReach.BETWEEN: "only the hexes between the ends hinder sight",
            HindranceReach.TO_TARGET: "the target's own hex hinders sight too",
        },
    ),
    SightPolicy(
        "cover.reach",
        ("P1-05", "P2-06", "HS-10"),
        {
            CoverReach.IN: "the terrain of the target's own hex gives cover",
            CoverReach.ADJACENT: "terrain next to the target that the line passes also gives cover",
        },
    ),
    SightPolicy(
        "cover.effect",
        ("P2-06", "AR-07"),
        {
            CoverEffect.TO_HIT: "cover changes the roll to hit",
            CoverEffect.DEFENCE: "cover changes the target's defence",
            CoverEffect.BOTH: "cover changes both",
        },
    ),
    SightPolicy(
        "cover.units",
        ("P2-06",),
        {
            CoverUnits.NONE: "units between attacker and target give no cover",
            CoverUnits.ENEMY: "the attacker's enemies in between give cover",
            CoverUnits.ANY: "all units in between give cover",
        },
    ),
    SightPolicy(
        "cover.stacks",
        ("P2-07",),
        {False: "only the best cover counts", True: "several kinds of cover add up"},
    ),
    SightPolicy(
        "attack.heights.higher.ignores_cover",
        ("P2-08",),
        {
            False: "cover counts against attacks from higher ground",
            True: "attacks from higher ground ignore cover",
        },
    ),
)

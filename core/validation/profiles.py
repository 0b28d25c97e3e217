"""Advice on the mix of terrain, by a profile (P1-13) or theme (P1-25)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.finding import Finding, Place
from fairground.core.scenario.hex_arguments import hexes_named
from fairground.core.text.wording import hex_count
from fairground.core.validation.severities_and_fixes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.rules import Ruleset
    from fairground.core.rules.weather_and_advice import Feature
    from fairground.core.validation.checked_scenario import CheckedScenario, Mask


def check_mix(subject: CheckedScenario) -> Iterator[Finding]:
    """Find features that the board has more or fewer of than recommended (P1-13, P1-25)."""
    rules, name = subject.ruleset, subject.profile
    if rules is None or name is None:
        return
    wanted, code = rules.profiles.get(name), "profile.mix"
    chosen = wanted or rules.themes.get(name)
    if chosen is None:
        return
    if wanted is None:
        code = "profile.theme"
    counted = np.zeros_like(subject.void)
    for feature in chosen.features.values():
        where = _where(subject, rules, feature)
        counted |= where
        count = int(np.count_nonzero(where))
        if feature.min <= count and (feature.max is None or count <= feature.max):
            continue
        bound = _bound(feature)
        message = f"{chosen.name} recommends {feature.name} on {bound}, but the board has {count or 'none'}"
        fix = f"Place {feature.name} on {bound}."
        yield make_finding(code, message, Place(("board", "terrain")), fix=fix)
    if wanted is not None and wanted.rest is not None:
        other = ~(counted | subject.void | subject.board.where_terrain(wanted.rest))
        if other.any():
            yield make_finding(
                code,
                f"{chosen.name} recommends {wanted.rest} on all other hexes, but "
                f"{hex_count(np.count_nonzero(other))} differ: {hexes_named(subject.board, other)}",
                subject.first(other),
                fix=f"Change these hexes to {wanted.rest}.",
            )


def _where(subject: CheckedScenario, rules: Ruleset, feature: Feature) -> Mask:
    """Return the hexes that count for a feature."""
    where = subject.where_tags(feature.tags)
    tagged = [kind for kind, effect in rules.effects.items() if not set(feature.tags).isdisjoint(effect.tags)]
    for kind in feature.terrain:
        where |= subject.board.where_terrain(kind)
    for kind in (*feature.effects, *tagged):
        where |= subject.board.where_effect(kind)
    if feature.level is not None:
        where |= subject.board.elevation >= feature.level
    return where & ~subject.void


def _bound(feature: Feature) -> str:
    if feature.max is None:
        return f"at least {hex_count(feature.min)}"
    least = "" if feature.min == feature.max else f"{feature.min} to "
    return least + hex_count(feature.max)

"""The hexside features that a line meets: those it runs along, and those it crosses, corners included."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fairground.core.rules.sight import CornerHexsidePolicy
from fairground.core.sight.line import Across, Along, AtCorner, meeting_at, trace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.rules.terrain import HexsideFeature
    from fairground.core.sight.facts import SightFacts
    from fairground.core.sight.line import Meeting


class Met(NamedTuple):
    """A feature that a line meets.

    ``hexes`` are those whose feature it is: both of a hexside, and of a corner those that the line leaves or enters
    there and that carry the feature. ``along`` is whether the line runs along it. ``place`` is the index of the
    meeting of the line at which it is met.
    """

    feature: HexsideFeature
    side: Hexside
    hexes: tuple[Hex, ...]
    along: bool
    place: int

    def bounds(self, at: Hex) -> bool:
        """Whether it is a feature of that hex."""
        return at in self.hexes


def features_met(facts: SightFacts, start: Hex, end: Hex) -> list[Met]:
    """Return the features that a line meets, in order (rules HS-05, HS-08, HS-09)."""
    if not facts.sides:
        return []
    sides = trace(end.q - start.q, end.r - start.r).sides
    places = dict.fromkeys(
        place for place, q, r, direction in sides if (start.q + q, start.r + r, direction) in facts.sides
    )
    return [met for place in places for met in _met(facts, meeting_at(start, end, place), place)]


def _met(facts: SightFacts, it: Meeting, place: int) -> Iterator[Met]:
    match it:
        case Along(side, left, right):
            hexes = (left, right)
            yield from (
                Met(feature, side, hexes, along=True, place=place) for feature in facts.features(side)
            )
        case Across(side, leaves, enters):
            hexes = (leaves, enters)
            yield from (
                Met(feature, side, hexes, along=False, place=place) for feature in facts.features(side)
            )
        case AtCorner():
            yield from _at_corner(facts, it, place)
        case _:
            pass


def _at_corner(facts: SightFacts, it: AtCorner, place: int) -> Iterator[Met]:
    """Yield the features crossed at a corner, each kind once however many hexsides meet there."""
    both = facts.rules.sight.corner_hexside is CornerHexsidePolicy.BOTH
    owners: dict[str, list[Hex]] = {}
    found: dict[str, tuple[HexsideFeature, Hexside]] = {}
    for at in (it.leaves, it.enters):
        if at is None:
            continue
        sides = it.sides_of(at)
        here = [{feature.name: feature for feature in facts.features(side)} for side in sides]
        for name in {**here[0], **here[1]}:
            on = [side for side, features in zip(sides, here, strict=True) if name in features]
            if len(on) == 2 or not both:
                owners.setdefault(name, []).append(at)
                found.setdefault(name, ((here[0].get(name) or here[1][name]), on[0]))
    for name, (feature, side) in found.items():
        yield Met(feature, side, tuple(owners[name]), along=False, place=place)

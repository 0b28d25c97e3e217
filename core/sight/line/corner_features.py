"""The features that a line crosses at a corner, out of a hex or into it: those of the two hexsides that meet there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.rules.sight import CornerHexsidePolicy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.core.rules.terrain import HexsideFeature

    Named = Mapping[str, HexsideFeature]


def crossed_at_corner(policy: CornerHexsidePolicy, first: Named, second: Named) -> Named:
    """Return the features crossed where two hexsides of a hex meet (rule HS-09), by their names.

    By the policy ``both`` they are those of the weaker hexside, which has none where it is open; so two different features
    that both block do block. Equally strong hexsides count as the first.
    """
    if policy is CornerHexsidePolicy.ANY:
        return {**first, **second}
    return min(first, second, key=_strength)


def in_one_order(first: Named, second: Named) -> tuple[Named, Named]:
    """Return two hexsides in an order that does not depend on where the line comes from."""
    one, other = sorted((first, second), key=sorted)
    return one, other


def _strength(features: Named) -> tuple[bool, int]:
    """Return what makes one hexside stronger than another: that it blocks, then by how much it hinders."""
    found = features.values()
    return any(it.blocks_sight for it in found), sum(it.hindrance for it in found)

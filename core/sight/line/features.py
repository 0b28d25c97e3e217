"""The hexside features that a line runs along or crosses, corners included."""

from __future__ import annotations

from itertools import islice
from operator import add
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.rules.sight import CornerHexsidePolicy
from fairground.core.sight.line.trace import step_place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.rules.terrain import HexsideFeature
    from fairground.core.sight.board.cells import Cells, LineBoard
    from fairground.core.sight.line.trace import Trace

    Named = Mapping[str, HexsideFeature]


def crossed_at_corner(policy: CornerHexsidePolicy, first: Named, second: Named) -> Named:
    """Return the features crossed where two hexsides of a hex meet (rule HS-09), by name.

    By the policy ``both`` they are those of the weaker hexside, or of the first if equally strong.
    """
    if policy is CornerHexsidePolicy.ANY:
        return {**first, **second}
    return min(first, second, key=_strength)


def in_one_order(first: Named, second: Named) -> tuple[Named, Named]:
    """Return two hexsides in an order independent of the direction of the line."""
    one, other = sorted((first, second), key=sorted)
    return one, other


def _strength(features: Named) -> tuple[bool, int]:
    """Return the strength of a hexside: whether it blocks, then how much it hinders."""
    return any(it.blocks_sight for it in features.values()), sum(it.hindrance for it in features.values())


class Met(NamedTuple):
    """A feature that a line meets.

    ``hexes`` are the numbers of its hexes: both of a hexside; at a corner, those that the line leaves or enters and that have
    the feature. ``along`` is whether the line runs along it. ``place`` is its place on the line; see ``step_place``.
    """

    feature: HexsideFeature
    side: Hexside
    hexes: tuple[int, ...]
    along: bool
    place: int

    def bounds(self, at: int) -> bool:
        """Whether it is a feature of the hex of that number."""
        return at in self.hexes


def features_met(board: LineBoard, line: Trace) -> list[Met]:
    """Return the features that a line meets, in order (rules HS-05, HS-08, HS-09)."""
    has_feature, path = board.has_feature, line.path
    if not has_feature:
        return []
    if line.left:
        return [met for step in range(len(line.left)) for met in _along_step(board, line, step)]
    between = map(add, path, islice(path, 1, None))
    crossed = [step for step, number in enumerate(between) if has_feature[number]]
    features: list[Met] = []
    for step in sorted({*crossed, *line.touched}) if line.touched else crossed:
        at, onward = path[step], path[step + 1]
        if step in line.touched:
            around = _clockwise(board.cells, at, onward, line.touched[step])
            features += _at_corner(board, around, (at, onward), step_place(step))
        else:
            features += _on_side(board, at, onward, step_place(step), along=False)
    return features


def _along_step(board: LineBoard, line: Trace, step: int) -> Iterator[Met]:
    """Yield the features met on a step along a hexside: at the corner, on the side itself, at the other corner."""
    at, onward, left, right = line.path[step], line.path[step + 1], line.left[step], line.right[step]
    place = step_place(step)
    yield from _at_corner(board, (at, left, right), (at,), place)
    yield from _on_side(board, left, right, place + 1, along=True)
    yield from _at_corner(board, (onward, right, left), (onward,), place + 2)


def _on_side(board: LineBoard, a: int, b: int, place: int, *, along: bool) -> list[Met]:
    """Return the features between two hexes."""
    if not board.has_feature[a + b]:
        return []
    side, features = board.features(a + b)
    return [Met(feature, side, (a, b), along, place) for feature in features]


def _at_corner(
    board: LineBoard, around: tuple[int, int, int], run_through: tuple[int, ...], place: int
) -> Iterator[Met]:
    """Yield the features crossed at the corner of three hexes, each kind once.

    ``around`` holds the hexes clockwise; ``run_through`` the one or two of them that the line leaves or enters there.
    """
    if not any(board.has_feature[around[k - 1] + around[k]] for k in range(3)):
        return
    policy = board.facts.rules.sight.corner_hexside
    owners: dict[str, list[int]] = {}
    crossed: dict[str, Met] = {}
    for at in run_through:
        # The hexside between the hex left and the one entered comes first.
        beside = sorted((it for it in around if it != at), key=lambda it: it not in run_through)
        met = [
            {it.feature.name: it for it in _on_side(board, at, other, place, along=False)} for other in beside
        ]
        first, second = ({name: it.feature for name, it in side.items()} for side in met)
        ordered = (first, second) if len(run_through) == 2 else in_one_order(first, second)
        for name in crossed_at_corner(policy, *ordered):
            owners.setdefault(name, []).append(at)
            crossed.setdefault(name, met[0].get(name) or met[1][name])
    for name, it in crossed.items():
        yield it._replace(hexes=tuple(owners[name]))


def _clockwise(cells: Cells, at: int, a: int, b: int) -> tuple[int, int, int]:
    """Return three hexes that share a corner, clockwise from the first."""
    turn = cells.steps.index(b - at) - cells.steps.index(a - at)
    return (at, a, b) if turn % 6 == 1 else (at, b, a)

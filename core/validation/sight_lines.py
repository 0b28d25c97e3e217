"""Sight between deployment zones that depends on lines along hexsides."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, islice
from typing import TYPE_CHECKING, Final

from fairground.core.finding import Finding, Place
from fairground.core.grid.hexes import DIRECTIONS, distance
from fairground.core.rules.sight import SightModel
from fairground.core.sight.line.verdict import Verdicts
from fairground.core.text.wording import NAMED, first_few
from fairground.core.validation.severities_and_fixes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fairground.core.grid.hexes import Hex
    from fairground.core.validation.checked_scenario import CheckedScenario

    Pairs = Iterator[tuple[Hex, Hex]]

#: Most hexes on lines between two zones, counted twice; larger zones are skipped.
MAX_HEXES: Final = 8_000
#: Most pairs of zones that are checked: all pairs of up to sixteen sides.
MAX_TWOS: Final = 120
#: The three axes of lines along hexsides.
_ALONG: Final = tuple(DIRECTIONS[k] + DIRECTIONS[k + 1] for k in range(3))


def check_hexside_lines(subject: CheckedScenario) -> Iterator[Finding]:
    """Find enemies' zones between which sight depends on lines along hexsides that are blocked on one side.

    Games differ in how they treat such lines, and few players expect it.
    """
    rules = subject.ruleset
    if rules is None or rules.sight.model is not SightModel.CENTRES:
        return
    verdicts = Verdicts(subject.scenario)
    board = subject.board
    hexes = {side: board.hexes_of(mask & subject.usable) for side, mask in subject.deployment.items() if side}
    twos = (
        (one, other)
        for one, other in combinations(sorted(hexes), 2)
        if any(side.id == other for side in subject.enemies(one))
    )
    for one, other in islice(twos, MAX_TWOS):
        decided = _decided(verdicts, hexes[one], hexes[other])
        if decided:
            names = [f"{board.hex_name(a)} to {board.hex_name(b)}" for a, b in decided[:NAMED]]
            sees = verdicts.sight(*decided[0]).clear
            depends = "see each other only" if sees else "would see each other under other rules,"
            yield make_finding(
                "sight.hexside-line",
                f"the deployment zones of {subject.side_title(one)!r} and {subject.side_title(other)!r} {depends} along hexsides that are blocked on one side: "
                f"{first_few(names, total=len(decided))}",
                Place(("zones",), hex=board.label(decided[0][0])),
            )


def _decided(verdicts: Verdicts, one: frozenset[Hex], other: frozenset[Hex]) -> list[tuple[Hex, Hex]]:
    """Return the one-sided pairs, if sight between two sets of hexes depends only on them."""
    if len(one) * len(other) > 2 * MAX_HEXES:
        return []  # at least one hex for each pair, so one of the two searches would exceed the limit
    one_sided, hexes = [], 0
    for a, b in _along(one, other):
        hexes += distance(a, b)
        if hexes > MAX_HEXES:
            break
        if verdicts.sight(a, b).is_one_sided:
            one_sided.append((a, b))
    if not one_sided:
        return []
    known = set(one_sided)
    rest = ((a, b) for a in sorted(one) for b in sorted(other) if a != b and (a, b) not in known)
    hexes = 0
    for a, b in rest:
        hexes += distance(a, b)
        if hexes > MAX_HEXES or verdicts.sight(a, b).clear:
            return []
    return one_sided


def _along(one: Iterable[Hex], other: Iterable[Hex]) -> Pairs:
    """Yield the pairs of hexes whose line runs along hexsides, the nearest first."""
    pairs = []
    for axis in _ALONG:
        # Hexes on one such line have the same cross product with the axis.
        lines: dict[int, list[Hex]] = defaultdict(list)
        for at in sorted(other):
            lines[axis.q * at.r - axis.r * at.q].append(at)
        for at in sorted(one):
            pairs += [(at, to) for to in lines.get(axis.q * at.r - axis.r * at.q, []) if to != at]
    pairs.sort(key=lambda pair: (abs(pair[1].q - pair[0].q) + abs(pair[1].r - pair[0].r), pair))
    yield from pairs

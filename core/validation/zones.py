"""Zones: empty ones, unusable hexes, overlaps, room for units, hexes of zones and objectives off the board, and sight that depends on lines along hexsides."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations, islice
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.finding import Finding, Place
from fairground.core.grid.hexes import DIRECTIONS, distance
from fairground.core.rules.sight import SightModel
from fairground.core.scenario.hex_arguments import has_label, hexes_named
from fairground.core.scenario.parts import ZoneKind
from fairground.core.scenario.shapes import (
    Columns,
    Difference,
    Intersection,
    Listed,
    Painted,
    Rows,
    Union,
    Within,
)
from fairground.core.sight.line.verdict import Verdicts
from fairground.core.text.wording import NAMED, counted, first_few, hex_count
from fairground.core.validation.severities_and_fixes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.parts import Objective, Zone
    from fairground.core.scenario.shapes import Shape
    from fairground.core.validation.checked_scenario import CheckedScenario

    Pairs = Iterator[tuple[Hex, Hex]]

#: Kinds of zones where units must be able to stand.
_STOOD_IN = (ZoneKind.DEPLOYMENT, ZoneKind.REINFORCEMENT, ZoneKind.EXIT)


def check_zone_hexes(subject: CheckedScenario) -> Iterator[Finding]:
    """Find zones without hexes, and hexes of zones where no unit can stand."""
    for index, zone in enumerate(subject.scenario.zones):
        mask, place = subject.zone_mask(index), Place(("zones", index, "hexes"))
        count = np.count_nonzero(mask)
        if not count:
            yield make_finding(
                "zone.empty",
                f"{subject.scenario.zone_title(zone.id)} has no hexes on the board",
                place,
            )
            continue
        if zone.kind not in _STOOD_IN:
            continue
        if zone.kind is ZoneKind.DEPLOYMENT and zone.side and not subject.has_room(zone.side):
            yield make_finding(
                "zone.unusable",
                f"all hexes of zone {subject.scenario.zone_title(zone.id)!r} are void or impassable: {hexes_named(subject.board, mask)}",
                Place(place.path, hex=subject.first(mask).hex),
            )
            continue
        for problem, where in (("void", mask & subject.void), ("impassable", mask & subject.impassable)):
            if where.any():
                lost = np.count_nonzero(where)
                yield make_finding(
                    f"zone.{problem}",
                    f"{lost} of {hex_count(count)} of zone {subject.scenario.zone_title(zone.id)!r} {'is' if lost == 1 else 'are'} {problem}: {hexes_named(subject.board, where)}",
                    Place(place.path, hex=subject.first(where).hex),
                    fix=None
                    if (mask & subject.usable).any()
                    else "Give the zone hexes that units can enter.",
                )


def check_overlap(subject: CheckedScenario) -> Iterator[Finding]:
    """Find hexes where two sides may deploy."""
    masks = {side: mask for side, mask in subject.deployment.items() if side in subject.side_ids}
    taken = np.zeros(subject.void.shape, np.int16)
    for mask in masks.values():
        taken += mask
    if not (taken > 1).any():
        return
    for one, other in combinations(masks, 2):
        both = masks[one] & masks[other]
        if not both.any():
            continue
        index = next(
            at
            for at, zone in enumerate(subject.scenario.zones)
            if zone.side == other and zone.kind is ZoneKind.DEPLOYMENT and subject.zone_has(at, both)
        )
        allied = not subject.are_enemies(one, other)
        yield make_finding(
            "zone.shared" if allied else "zone.overlap",
            f"sides {subject.side_title(one)!r} and {subject.side_title(other)!r} may both deploy in {hex_count(np.count_nonzero(both))}: "
            f"{hexes_named(subject.board, both)}",
            Place(("zones", index, "hexes"), hex=subject.first(both).hex),
        )


def check_capacity(subject: CheckedScenario) -> Iterator[Finding]:
    """Find sides with more units than usable hexes in their deployment zones (P1-12)."""
    # Those that arrive later enter at their own hex.
    units = Counter(unit.side for unit in subject.scenario.units if unit.arrives == 1)
    for side_id, mask in subject.deployment.items():
        room = np.count_nonzero(mask & subject.usable)
        if 0 < room < units[side_id]:
            index = next(at for at, zone in enumerate(subject.scenario.zones) if zone.side == side_id)
            yield make_finding(
                "zone.capacity",
                f"side {subject.side_title(side_id)!r} has {counted(units[side_id], 'unit')}, but only {room} of "
                f"{hex_count(np.count_nonzero(mask))} of its deployment zone {'is' if room == 1 else 'are'} passable",
                Place(("zones", index, "hexes")),
            )


def check_shapes(subject: CheckedScenario) -> Iterator[Finding]:
    """Find parts of zones and objectives that point off the board."""
    scenario = subject.scenario
    shaped: dict[str, Sequence[Zone | Objective]] = {
        "zone": scenario.zones,
        "objective": scenario.objectives,
    }
    for kind, parts in shaped.items():
        for index, part in enumerate(parts):
            path = (f"{kind}s", index, "hexes")
            for leaf in _leaves(part.shape):
                yield from _check_leaf(subject.board, leaf, f"{kind} {part.id!r}", path)


def _leaves(shape: Shape) -> Iterator[Shape]:
    """Yield the simple parts of a shape, left to right, iteratively, since chains may be long."""
    waiting = [shape]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Union | Difference | Intersection):
            waiting += (part.right, part.left)
        else:
            yield part


def _check_leaf(board: Board, leaf: Shape, owner: str, path: tuple[str | int, ...]) -> Iterator[Finding]:
    match leaf:
        case Rows():
            yield from _check_span(leaf.first, leaf.last, board.rows, "row", owner, path)
        case Columns():
            yield from _check_span(leaf.first, leaf.last, board.columns, "column", owner, path)
        case Listed() | Within():
            yield from _check_labels(board, leaf, owner, path)
        case Painted():
            yield from _check_painted(board, leaf, owner, path)
        case _:
            pass


def _check_span(
    first: int, last: int, bound: int, noun: str, owner: str, path: tuple[str | int, ...]
) -> Iterator[Finding]:
    span = f"{noun} {first}" if first == last else f"{noun}s {first}-{last}"
    if last > bound:
        yield make_finding(
            "shape.beyond",
            f"{owner} names {span}, but the board has {counted(bound, noun)}",
            Place(path),
            fix=f"End at {noun} {bound}." if first <= bound else f"Name {noun}s from 1 to {bound}.",
        )


def _check_labels(
    board: Board, leaf: Listed | Within, owner: str, path: tuple[str | int, ...]
) -> Iterator[Finding]:
    faulty = [(at, name) for at, name in enumerate(leaf.labels()) if not has_label(board, name)]
    if faulty:
        at, name = faulty[0]
        verb = "is" if len(faulty) == 1 else "are"
        yield make_finding(
            "shape.off-board",
            f"{first_few([board.hex_names.of_label(name) for _, name in faulty])} of {owner} {verb} off the board. {board.extent}",
            Place((*path, at) if isinstance(leaf, Listed) else path, hex=name),
        )


def _check_painted(board: Board, leaf: Painted, owner: str, path: tuple[str | int, ...]) -> Iterator[Finding]:
    widths = {len(row) for row in leaf.rows}
    if len(leaf.rows) != board.rows or widths != {board.columns}:
        least, most = min(widths, default=0), max(widths, default=0)
        shown = f"{least} to {most}" if least < most or not widths else str(most)
        yield make_finding(
            "shape.painted",
            f"the painted block of {owner} is {shown}x{len(leaf.rows)}, but the board is {board.columns}x{board.rows}",
            Place(path),
        )


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
    starts = {
        side: mask & subject.usable for side, mask in subject.deployment.items() if side in subject.side_ids
    }
    sizes = {side: int(np.count_nonzero(mask)) for side, mask in starts.items()}
    twos = ((one, other) for one, other in combinations(sorted(starts), 2) if subject.are_enemies(one, other))
    for one, other in islice(twos, MAX_TWOS):
        if sizes[one] * sizes[other] > 2 * MAX_HEXES:
            continue  # at least one hex for each pair, so one of the two searches would exceed the limit
        decided = _decided(verdicts, board.hexes_of(starts[one]), board.hexes_of(starts[other]))
        if decided:
            names = [f"{board.hex_name(a)} to {board.hex_name(b)}" for a, b in decided[:NAMED]]
            sees = verdicts.is_clear(*decided[0])
            depends = "see each other only" if sees else "would see each other under other rules,"
            yield make_finding(
                "sight.hexside-line",
                f"the deployment zones of {subject.side_title(one)!r} and {subject.side_title(other)!r} {depends} along hexsides that are blocked on one side: "
                f"{first_few(names, total=len(decided))}",
                Place(("zones",), hex=board.label(decided[0][0])),
            )


def _decided(verdicts: Verdicts, one: frozenset[Hex], other: frozenset[Hex]) -> list[tuple[Hex, Hex]]:
    """Return the one-sided pairs, if sight between two sets of hexes depends only on them."""
    one_sided, hexes = [], 0
    for a, b in _along(one, other):
        hexes += distance(a, b)
        if hexes > MAX_HEXES:
            break
        if verdicts.is_one_sided(a, b):
            one_sided.append((a, b))
    if not one_sided:
        return []
    known = set(one_sided)
    rest = ((a, b) for a in sorted(one) for b in sorted(other) if a != b and (a, b) not in known)
    hexes = 0
    for a, b in rest:
        hexes += distance(a, b)
        if hexes > MAX_HEXES or verdicts.is_clear(a, b):
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

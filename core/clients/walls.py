"""Walls for virtual tables: the outlines of blocking hexes and hexsides, over exact corners."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.grid.hexes import DIRECTIONS, Hex
from fairground.core.grid.hexsides import Hexside, hexside, hexside_chains
from fairground.core.movement.mover import climb_cost
from fairground.core.rules.sight import EndHexsidePolicy
from fairground.core.scenario.arrays import inside, look_up, step
from fairground.core.sight.board.elevation import LineEnds, ground_blocks
from fairground.core.sight.board.facts import HexKinds
from fairground.core.sight.line.runs import look_along
from fairground.core.text.wording import counted, hex_count

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Corner
    from fairground.core.grid.layout import Layout
    from fairground.core.rules import Ruleset
    from fairground.core.rules.ground import Ground
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.board.facts import HexSightFacts

#: Start, middle and end of a line that tests a hex in the middle.
_WAY: Final = Hex(0, 0), Hex(2, 0), Hex(4, 0)


class Stops(NamedTuple):
    """Whether a hexside itself stops sight and movement."""

    sight: bool
    movement: bool


@dataclass(frozen=True, slots=True, eq=False)
class Blockers:
    """The blocking hexes and hexsides of a board, by the ruleset.

    ``sight`` marks hexes that end a line of sight between units on their level, ``movement`` hexes that no class can enter
    on the ground, void included; both are bool arrays ``[rows, columns]``. ``hexsides`` block by a feature or a cliff.
    ``losses`` describe rules that walls cannot express.
    """

    sight: NDArray[np.bool_]
    movement: NDArray[np.bool_]
    hexsides: Mapping[Hexside, Stops]
    losses: tuple[str, ...] = field(default=())


def blockers(scenario: Scenario) -> Blockers:
    """Return the blockers of a board, ignoring unknown names; raise RulesetError if the ruleset cannot be read."""
    rules, board = scenario.rules, scenario.board
    kinds = HexKinds(scenario)
    sight = kinds.where(lambda it: _ends_sight(rules, it))
    grounds = [
        rules.ground([kind for kind in entry.kinds if kind in rules.terrain]) for entry in board.palette
    ]
    closed = np.array([not any(_admitted(rules, it)) for it in grounds], np.bool_)[board.terrain]
    movement = closed | board.void
    hexsides = _features(scenario)
    for side in _cliffs(scenario, ~movement):
        hexsides[side] = hexsides.get(side, Stops(sight=False, movement=False))._replace(movement=True)
    some = np.array([len(set(_admitted(rules, it))) == 2 for it in grounds], np.bool_)[board.terrain]
    losses = (
        *_sight_losses(scenario, kinds, sight),
        *_feature_losses(rules, hexsides),
        *_told(
            some & ~movement,
            "can only be entered by some unit classes, but no walls are added, so all can enter",
        ),
    )
    return Blockers(sight, movement, hexsides, losses)


def _ends_sight(rules: Ruleset, facts: HexSightFacts) -> bool:
    """Return whether a hex alone ends the line between two units on its level."""
    (start, between, end), level = _WAY, facts.level
    ends = LineEnds(start, end, level, level, level, level)
    return bool(look_along(rules, ends, [(between, facts)]).stops)


def _admitted(rules: Ruleset, ground: Ground) -> list[bool]:
    """Return whether units of each class can enter; without classes, whether anything can."""
    return [ground.admits(it) for it in rules.classes.values()] or [ground.passable]


# -- hexsides -------------------------------------------------------------------------------------------------


def _features(scenario: Scenario) -> dict[Hexside, Stops]:
    """Return the hexsides with features that stop something."""
    known = scenario.rules.hexsides
    found = {}
    for side, names in scenario.board.hexsides.items():
        features = [known[name] for name in names if name in known]
        stops = Stops(
            sight=any(it.blocks_sight for it in features),
            movement=any(not it.passable for it in features),
        )
        if any(stops):
            found[side] = stops
    return found


def _cliffs(scenario: Scenario, enterable: NDArray[np.bool_]) -> Iterator[Hexside]:
    """Yield the hexsides that no step crosses in either direction, because the levels differ too much."""
    board, rules = scenario.board, scenario.rules
    levels, place = np.unique(board.elevation, return_inverse=True)
    steps = levels.tolist()
    too_far = np.array(
        [[climb_cost(rules, a, b) is None and climb_cost(rules, b, a) is None for b in steps] for a in steps]
    )
    if not too_far.any():
        return
    place = place.reshape(board.elevation.shape)
    q, r = board.layout.axial_arrays(board.columns, board.rows)
    for direction in range(3):
        other = step(q, r, direction)
        _, row, column = inside(board.layout, place.shape, *other)
        barred = enterable & look_up(board.layout, enterable, *other) & too_far[place, place[row, column]]
        for at in zip(q[barred].tolist(), r[barred].tolist(), strict=True):
            yield Hexside(Hex(*at), direction)


# -- what is lost ---------------------------------------------------------------------------------------------


def _sight_losses(scenario: Scenario, kinds: HexKinds, sight: NDArray[np.bool_]) -> Iterator[str]:
    board, policy = scenario.board, scenario.rules.sight.elevation
    dimming = kinds.where(lambda it: bool(it.dimmings)) & ~sight
    yield from _told(dimming, "may block sight only in combination, which walls cannot represent")
    if not ground_blocks(policy):
        return
    passing = kinds.where(lambda it: all(o.top is not None for o in it.obstacles))
    yield from _told(
        sight & passing, "should block sight up to a certain level, but walls block it at every level"
    )
    there = ~board.void
    if there.any():
        higher = there & (board.elevation > board.elevation[there].min())
        yield from _told(higher, "may block sight by height, but no walls are added")


def _feature_losses(rules: Ruleset, hexsides: Mapping[Hexside, Stops]) -> Iterator[str]:
    blocking = sum(it.sight for it in hexsides.values())
    if blocking and rules.sight.end_hexside is EndHexsidePolicy.FREE:
        yield f"units beside {counted(blocking, 'hexside')} should see across, but walls block everyone"


def _told(hexes: NDArray[np.bool_], what: str) -> Iterator[str]:
    count = int(np.count_nonzero(hexes))
    if count:
        yield f"{hex_count(count)} {what}"


class SightStop(Enum):
    """Where a wall ends sight."""

    #: It stops only movement.
    NOWHERE = "nowhere"
    #: At the next such wall: the edge of hexes that are seen into but not through.
    BEYOND = "beyond"
    #: At the wall itself, on a hexside.
    HERE = "here"


class _Kind(NamedTuple):
    sight: SightStop
    movement: bool


@dataclass(frozen=True, slots=True)
class Wall:
    """A line along hexsides that all stop the same; ``corners`` are in order, the first repeated at the end if closed."""

    corners: tuple[Corner, ...]
    sight: SightStop
    movement: bool

    @property
    def pieces(self) -> Iterator[tuple[Corner, Corner]]:
        """Its hexsides by their two ends, in order."""
        return pairwise(self.corners)


def walls(found: Blockers, layout: Layout, *, movement: bool = True) -> tuple[Wall, ...]:
    """Return the walls of some blockers, each as long as possible.

    Groups of hexes that block sight or movement get outlines, also around holes; hexsides with features get walls of their
    own; overlapping walls are merged. Without ``movement`` only sight counts.
    """
    kinds = dict.fromkeys(_outline(found.sight, layout), _Kind(SightStop.BEYOND, movement=False))
    for side in _outline(found.movement, layout) if movement else ():
        kinds[side] = _Kind(kinds[side].sight if side in kinds else SightStop.NOWHERE, movement=True)
    for side, stops in found.hexsides.items():
        before = kinds.get(side, _Kind(SightStop.NOWHERE, movement=False))
        kind = _Kind(
            SightStop.HERE if stops.sight else before.sight,
            before.movement or (stops.movement and movement),
        )
        if kind.sight is not SightStop.NOWHERE or kind.movement:
            kinds[side] = kind
    alike: defaultdict[_Kind, list[Hexside]] = defaultdict(list)
    for side, kind in kinds.items():
        alike[kind].append(side)
    return tuple(
        Wall(chain, *kind)
        for kind, sides in sorted(alike.items(), key=lambda it: (it[0].sight.value, it[0].movement))
        for chain in hexside_chains(sides)
    )


def _outline(hexes: NDArray[np.bool_], layout: Layout) -> Iterator[Hexside]:
    """Yield the hexsides between marked and unmarked hexes."""
    rows, columns = np.nonzero(hexes)
    q, r = layout.from_offset_arrays(columns, rows)
    for direction in range(len(DIRECTIONS)):
        edge = ~look_up(layout, hexes, *step(q, r, direction))
        for at in zip(q[edge].tolist(), r[edge].tolist(), strict=True):
            yield hexside(Hex(*at), direction)

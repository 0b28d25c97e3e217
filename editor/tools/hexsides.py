"""The hexside tool: places hedges, walls and other features along hexsides, and along the borders of hexes during a drag."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from fairground.core.errors import GridError
from fairground.core.grid.hexes import DIRECTIONS, Hex
from fairground.core.grid.hexsides import Corner, Hexside
from fairground.editor.app.texts import tr
from fairground.editor.document.patches import hexside_patch
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.tools.mirroring import mirroring
from fairground.editor.tools.obstacles import locked, nothing_of
from fairground.editor.tools.stroke_tool import StrokeTool

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.tool import Pointer

    Features = tuple[str, ...]
    from collections.abc import Iterator

#: From a corner to the three beside it, in thirds of axial coordinates; from every second one, the other way.
_STEPS = ((-2, 1), (1, -2), (1, 1))


class HexsideChain:
    """The path of a drag from corner to corner, without gaps and spurs.

    It begins with one hexside. ``reach`` leads it on to another along the shortest way; where the way turns back on
    itself, it takes back what it goes over, so that a pointer which strays at a corner leaves nothing there, and a
    drag that goes back shortens the chain.
    """

    def __init__(self, first: Hexside) -> None:
        self._way: list[Corner] = list(first.corners)

    @property
    def sides(self) -> tuple[Hexside, ...]:
        """The hexsides in the order of the path, some of them twice where it crosses itself."""
        return tuple(map(hexside_of_corners, self._way, self._way[1:]))

    def reach(self, side: Hexside) -> list[tuple[Hexside, int]]:
        """Extend the chain to ``side``.

        Return the hexsides that were gone along, and how often more each is in the chain now: once (1), as often as
        before (0) or once less (-1).
        """
        if len(self._way) == 2 and self._off(side, self._way[0]) < self._off(side, self._way[1]):
            # Which way the first one is gone along, the second shows.
            self._way.reverse()
        near, far = sorted(side.corners, key=lambda it: (corner_distance(self._way[-1], it), it))
        if {near, far} == {*self._way[-2:]}:
            return []
        changes = [self._step(corner) for corner in _way_between(self._way[-1], near)]
        if self._way[-2] != far:
            changes.append(self._step(far))
        return changes

    def _step(self, corner: Corner) -> tuple[Hexside, int]:
        """Go to a corner beside the last one; return the hexside between, and how often more it is in the chain."""
        side = hexside_of_corners(self._way[-1], corner)
        if self._way[-2] != corner:
            self._way.append(corner)
            return side, 1
        if len(self._way) == 2:
            # The first hexside stays, gone along the other way.
            self._way.reverse()
            return side, 0
        self._way.pop()
        return side, -1

    def _off(self, side: Hexside, corner: Corner) -> int:
        return min(corner_distance(corner, it) for it in side.corners)


def corner_distance(one: Corner, other: Corner) -> int:
    """Return the number of hexsides on the shortest path between two corners along borders of hexes."""
    # Corners are the points of a cubic grid in two neighbouring layers along its diagonal, and a hexside is a step
    # along one of its axes: every shortest way in the cubic grid can be gone within the layers.
    return sum(abs(a - b) for a, b in zip(_cubic(one), _cubic(other), strict=True))


def hexside_of_corners(one: Corner, other: Corner) -> Hexside:
    """Return the canonical hexside between two corners.

    Raises
    ------
    GridError
        When no hexside joins them.
    """
    if corner_distance(one, other) != 1:
        raise GridError(f"{one} and {other} are not the ends of a hexside")
    # The corners of a hexside add up to the centres of its two hexes, three halves of them each.
    q, r = (one.q3 + other.q3) // 3, (one.r3 + other.r3) // 3
    for direction, step in enumerate(DIRECTIONS[:3]):
        if (q - step.q) % 2 == 0 and (r - step.r) % 2 == 0:
            return Hexside(Hex((q - step.q) // 2, (r - step.r) // 2), direction)
    raise GridError(f"{one} and {other} are not the ends of a hexside")


def _way_between(start: Corner, goal: Corner) -> Iterator[Corner]:
    """Yield the corners of the straightest shortest path, with the goal and without the start."""
    at = start
    while at != goal:
        left = corner_distance(at, goal)
        nearer = (it for it in _beside(at) if corner_distance(it, goal) < left)
        at = min(nearer, key=lambda it: (_off_line(start, goal, it), it))
        yield at


def _beside(at: Corner) -> Iterator[Corner]:
    """Yield the three corners beside one."""
    sign = 1 if at.q3 % 3 == 1 else -1
    for q, r in _STEPS:
        yield Corner(at.q3 + sign * q, at.r3 + sign * r)


def _off_line(start: Corner, goal: Corner, at: Corner) -> int:
    """Return the distance of a corner from the straight line between two others, in any unit."""
    across, down = goal.q3 - start.q3, goal.r3 - start.r3
    return abs(across * (at.r3 - start.r3) - down * (at.q3 - start.q3))


def _cubic(at: Corner) -> tuple[int, int, int]:
    return at.q3 // 3, at.r3 // 3, (-at.q3 - at.r3) // 3


class Hexsides(StrokeTool):
    """Replaces the features of hexsides by the chosen one with the left button, and clears them with the right one.

    With Shift it is the chosen feature alone that comes or goes, and others stay. A drag lays an unbroken chain along
    the borders of hexes; going back along it takes it up again.
    """

    id = "hexsides"
    title = tr("Hexsides")
    group = "features"
    options = ("feature", "symmetry")
    hint = tr(
        "Lay the chosen feature along hexsides; the right button clears. Shift leaves others alone. Ctrl+click picks."
    )
    edits = ("hexsides",)
    follows_sides = True

    _chain: HexsideChain | None = None
    #: How often each hexside is on the chain or an image of it, and its features before the stroke.
    _laid: Counter[Hexside]
    _before: dict[Hexside, Features]
    _has_told = False

    def obstacle(self, p: Pointer) -> str:
        """Refuse also where the ruleset has no features."""
        return no_features(self.document.scenario) or super().obstacle(p)

    def begin(self, p: Pointer) -> None:  # noqa: ARG002  # the first edit begins the chain
        """Forget the last chain."""
        self._chain = None
        self._laid = Counter()
        self._before = {}
        self._has_told = False

    def edit(self, p: Pointer) -> tuple[str, list[Patch | None]]:
        """Return the patch that extends the chain to the pointer, and restores the hexsides it has left."""
        if self._chain is None:
            self._chain = HexsideChain(p.side)
            steps = [(p.side, 1)]
        else:
            steps = self._chain.reach(p.side)
        touched: set[Hexside] = set()
        for side, more in steps:
            reached = self._reached((side,))
            if len(reached) < len(self._mirroring.orbit_of_sides((side,))) and hexes_beside(self.board, side):
                self.report_images()
            for it in reached:
                self._laid[it] += more
                self._before.setdefault(it, self.board.hexsides.get(it, ()))
                touched.add(it)
        if not p.is_right:
            self._tell_of_edge(touched)
        wanted = {
            it: self._changed(self._before[it], p) if self._laid[it] > 0 else self._before[it]
            for it in touched
        }
        return self._step_name(p), [hexside_patch(self.board, wanted)]

    def pick(self, p: Pointer) -> None:
        """Choose a feature of the hexside; of several, the next with every click."""
        there = self.board.hexsides.get(p.side, ())
        if there:
            at = there.index(self.state.feature) + 1 if self.state.feature in there else 0
            self.state.feature = there[at % len(there)]

    def reach(self, p: Pointer) -> frozenset[Hex]:  # noqa: ARG002  # hexsides only
        """Return no hexes: only hexsides are reached."""
        return frozenset()

    def reach_sides(self, p: Pointer) -> frozenset[Hexside]:
        """Return the hexside nearest to the pointer, with its images."""
        return self._reached((p.side,))

    def set_feature(self, side: Hexside, feature: str, *, present: bool) -> None:
        """Add a feature to a hexside and its images, or remove it, as one step; other features stay."""
        scenario = self.document.scenario
        self._mirroring = mirroring(self.state.symmetry, scenario.board, self.state.symmetry_centre)
        sentence = locked(self.state, self.edits) or self._mirroring.refusal
        if sentence:
            self.refused.emit(sentence)
            return
        wanted = {}
        for it in self._reached((side,)):
            names = {*scenario.board.hexsides.get(it, ())} - {feature}
            wanted[it] = tuple(sorted({*names, feature} if present else names))
        self._has_told = False
        if present:
            self._tell_of_edge(wanted)
        name = feature_title(scenario, feature).lower()
        self.document.edit(
            (tr("Add {name}") if present else tr("Remove {name}")).format(name=name),
            [hexside_patch(scenario.board, wanted)],
        )

    def _reached(self, sides: tuple[Hexside, ...]) -> frozenset[Hexside]:
        """Return those of the hexsides and their images that border a hex of the board."""
        board = self.board
        return frozenset(it for it in self._mirroring.orbit_of_sides(sides) if hexes_beside(board, it))

    def _changed(self, before: Features, p: Pointer) -> Features:
        """Return the features after the stroke of a hexside that had ``before``."""
        feature = self.state.feature
        if not p.holds(Qt.KeyboardModifier.ShiftModifier):
            return () if p.is_right else (feature,)
        others = {*before} - {feature}
        return tuple(sorted(others if p.is_right else {*others, feature}))

    def _step_name(self, p: Pointer) -> str:
        name = feature_title(self.document.scenario, self.state.feature).lower()
        if p.holds(Qt.KeyboardModifier.ShiftModifier):
            return (tr("Remove {name}") if p.is_right else tr("Add {name}")).format(name=name)
        return tr("Clear hexsides") if p.is_right else tr("Lay {name}").format(name=name)

    def _tell_of_edge(self, sides: Iterable[Hexside]) -> None:
        """Remark once a stroke that a feature at the edge of the board has no effect."""
        if not self._has_told and any(hexes_beside(self.board, side) == 1 for side in sides):
            self._has_told = True
            self.refused.emit(
                tr("This is the edge of the board: a feature is allowed here but has no effect.")
            )


def hexes_beside(board: Board, side: Hexside) -> int:
    """Return how many of the two hexes of a hexside are on the board and not void; features need one at least."""
    return sum(
        board.contains(at) and not board.palette[board.terrain[board.cell(at)]].is_void for at in side.hexes
    )


def no_features(scenario: Scenario) -> str:
    """Return why there are no features; empty when there are."""
    rules = known_rules(scenario)
    return nothing_of(tr("hexside features"), rules.hexsides if rules else None, scenario)


def feature_title(scenario: Scenario, feature: str) -> str:
    """Return the name of a feature; its id where the ruleset does not know it."""
    rules = known_rules(scenario)
    return rules.hexsides[feature].name if rules and feature in rules.hexsides else feature

"""A ruleset's verdict on the line between two hexes: sight or none, what hinders, what covers, and why."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from fairground.core.answer import JsonResult
from fairground.core.grid.hexes import Hex, distance
from fairground.core.rules.sight import CornerPolicy, EndHexsidePolicy, HexsidePolicy
from fairground.core.scenario.hex_arguments import hex_on_board
from fairground.core.sight.board.elevation import LineEnds
from fairground.core.sight.board.facts import HexSightFacts, SightFacts, refuse_bases
from fairground.core.sight.line.features import Met, features_met
from fairground.core.sight.line.line_board import LineBoard
from fairground.core.sight.line.modifiers import (
    CoveredShot,
    Hindrance,
    HindranceSides,
    Shelter,
    hindrances,
    shelters,
)
from fairground.core.sight.line.reasons import Reason, ReasonSides, blocked_reasons, clear_reasons
from fairground.core.sight.line.runs import look_along, stays_within
from fairground.core.sight.line.trace import trace
from fairground.core.sight.line.trace_line import Line, sight_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.line.runs import LineObstacles, Stop

    Run = list[tuple[Hex, HexSightFacts]]


class BothDirections(NamedTuple):
    """A number for the attack along the line, and for the one back."""

    to: int
    back: int


@dataclass(frozen=True)
class SightVerdict(JsonResult):
    """The verdict on the line between two hexes.

    ``clear`` is the answer, the same both ways (rule H-06). ``blocked_by`` holds the hexes and hexsides that block,
    in order along the line; it is empty when the line is clear. ``hindrance`` and ``cover`` are modifiers as the
    ruleset writes them, 0 when there is no sight; ``hindered_by`` and ``covered_by`` hold what they come from, for the
    attack along the line and for the one back. ``opacities`` holds the sum of each opacity of the ruleset.
    """

    answer_model: ClassVar = "sight.answer:SightAnswer"

    board: Board
    start: Hex
    end: Hex
    clear: bool
    blocked_by: tuple[Hex | Hexside, ...]
    hindrance: BothDirections
    cover: BothDirections
    opacities: dict[str, int]
    reasons: tuple[Reason, ...]
    #: Whether it runs along hexsides and is stopped on one side of them alone: the ruleset's policy decides then.
    is_one_sided: bool = False
    hindered_by: tuple[tuple[Hindrance, ...], tuple[Hindrance, ...]] = ((), ())
    covered_by: tuple[tuple[Shelter, ...], tuple[Shelter, ...]] = ((), ())

    @property
    def line(self) -> Line:
        """What the line meets, whatever the ruleset."""
        return sight_line(self.start, self.end)

    @property
    def distance(self) -> int:
        """The range in hexes; the own hex is not counted."""
        return distance(self.start, self.end)


class Verdicts:
    """Gives verdicts on the lines of a scenario as it is now; after a change make another one."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.facts = SightFacts(scenario)
        self._board: LineBoard | None = None

    def sight(self, start: Hex, end: Hex, heights: tuple[int, int] = (0, 0)) -> SightVerdict:
        """Return the verdict on the line from one hex to another, on the board or not far off it.

        ``heights`` are the units' own, in levels above their hex, where the ruleset uses them.
        """
        board = self._board
        if board is None or not (board.cells.holds(start) and board.cells.holds(end)):
            board = self._board = LineBoard(self.facts, (start, end))
        return _Judgement(self.scenario, board, start, end, heights).verdict()


def sight(
    scenario: Scenario, start: Hex | str, end: Hex | str, heights: tuple[int, int] = (0, 0)
) -> SightVerdict:
    """Return the ruleset's verdict on the line between two hexes, given as such or by their labels.

    ``heights`` are the units' own, in levels above their hex, where the ruleset uses them.

    Raises
    ------
    GridError
        When a text is no label.
    ScenarioError
        When the board has no such hex, or the ruleset draws lines of sight between bases rather than hexes.

    >>> from fairground.core import load, sight
    >>> sight(load("scenarios/standard-arena.yaml"), "A1", "C4").clear
    True
    """
    refuse_bases(scenario.rules)
    board = scenario.board
    return Verdicts(scenario).sight(hex_on_board(board, start), hex_on_board(board, end), heights)


class _Judgement:
    """One line being judged."""

    def __init__(
        self, scenario: Scenario, board: LineBoard, start: Hex, end: Hex, heights: tuple[int, int]
    ) -> None:
        self.scenario = scenario
        self.board = board
        self.facts = facts = board.facts
        self.rules = facts.rules
        self.start, self.end = start, end
        self.trace = trace(board.cells, start, end)
        self.ends_facts = facts.of_hex(start), facts.of_hex(end)
        self.ends = _ends(start, end, self.ends_facts, heights)
        self.met = features_met(board, self.trace)
        touched = self.rules.sight.corner is CornerPolicy.CROSSED
        self.passed = self.trace.crossed_or_touched if touched else self.trace.crossed
        self.crossed = self._run(self.passed)
        self.left = self._run(self.trace.left)
        self.right = self._run(self.trace.right)

    def _run(self, hexes: list[int]) -> Run:
        """Return those of some hexes that may bear on this line: there is something on them, or they are high."""
        if not hexes:
            return []
        low = min(self.ends.start_level, self.ends.end_level, self.ends.start_eye, self.ends.end_eye)
        return self.board.bearing(hexes, low)

    @cached_property
    def by_side(self) -> tuple[LineObstacles, LineObstacles]:
        """What the line meets in the hexes crossed and those on the left, and in those crossed and on the right."""
        if not self.left and not self.right:
            found = look_along(self.rules, self.ends, self.crossed, self.within)
            return found, found
        return (
            look_along(self.rules, self.ends, self.crossed + self.left, self.within),
            look_along(self.rules, self.ends, self.crossed + self.right, self.within),
        )

    @cached_property
    def within(self) -> frozenset[str]:
        """The solid terrains that the line never leaves."""
        start, end = self.ends_facts
        if start is None or end is None or len(self.crossed) < len(self.passed):
            return frozenset()
        return stays_within(self.rules, self.ends, (start, end), self.crossed)

    @cached_property
    def blocked_alone(self) -> tuple[bool, bool]:
        """Whether there is a hex on the left, and on the right, that would stop the line by itself (rule HS-06)."""
        left, right = (
            any(look_along(self.rules, self.ends, [it], self.within).stops for it in side)
            for side in (self.left, self.right)
        )
        return left, right

    @cached_property
    def hex_stops(self) -> list[Stop]:
        """The stops that count, by the policy for lines along hexsides (rules HS-02, MM-05)."""
        left, right = (it.stops for it in self.by_side)
        if left is right:
            return left
        both = self.rules.sight.hexside is HexsidePolicy.BOTH_SIDES
        if both and not (left and right):
            return []
        return list(dict.fromkeys([*left, *right]))

    @cached_property
    def feature_stops(self) -> list[Met]:
        """The hexside features that stop the line (rules HS-05, HS-15)."""
        free = self.rules.sight.end_hexside is EndHexsidePolicy.FREE
        ends = self.trace.path[0], self.trace.path[-1]
        return [
            it
            for it in self.met
            if it.feature.blocks_sight and (it.along or not (free and any(map(it.bounds, ends))))
        ]

    @cached_property
    def opacities(self) -> dict[str, int]:
        """The sum of each opacity, by the policy for lines along hexsides (rules H-09, MM-05)."""
        left, right = (it.opacities for it in self.by_side)
        if left is right:
            return left
        choose = min if self.rules.sight.hexside is HexsidePolicy.BOTH_SIDES else max
        return {name: choose(left[name], right[name]) for name in left}

    def verdict(self) -> SightVerdict:
        """Return the verdict."""
        clear = not self.hex_stops and not self.feature_stops
        start, end = self.start, self.end
        hindering: tuple[tuple[Hindrance, ...], tuple[Hindrance, ...]] = ((), ())
        covering: tuple[tuple[Shelter, ...], tuple[Shelter, ...]] = ((), ())
        if clear and start != end:
            hindering = self._hindrances(end, 1), self._hindrances(start, 0)
            covering = self._shelters(start, end, 0), self._shelters(end, start, 1)
        return SightVerdict(
            board=self.scenario.board,
            start=start,
            end=end,
            clear=clear,
            blocked_by=self._blocked_by(),
            hindrance=BothDirections(*(sum(it.amount for it in found) for found in hindering)),
            cover=BothDirections(*(sum(it.value for it in found) for found in covering)),
            opacities=self.opacities,
            reasons=tuple(self._reasons(hindering, covering, clear=clear)),
            is_one_sided=not self.feature_stops
            and bool(self.by_side[0].stops) != bool(self.by_side[1].stops),
            hindered_by=hindering,
            covered_by=covering,
        )

    def _reasons(
        self,
        hindering: tuple[tuple[Hindrance, ...], tuple[Hindrance, ...]],
        covering: tuple[tuple[Shelter, ...], tuple[Shelter, ...]],
        *,
        clear: bool,
    ) -> Iterator[Reason]:
        name = self.facts.name
        left, right = (it.stops for it in self.by_side)
        sides = ReasonSides(left, right, self._hexes(self.trace.left), self._hexes(self.trace.right))
        if clear:
            return clear_reasons(
                name, self.rules, (self.start, self.end), sides, self.opacities, hindering, covering
            )
        return blocked_reasons(name, self.rules, sides, self.feature_stops, counting=bool(self.hex_stops))

    def _hindrances(self, target: Hex, target_end: int) -> tuple[Hindrance, ...]:
        sides = HindranceSides(self.left, self.right, *self.blocked_alone)
        facts = self.ends_facts[target_end]
        firer = self.trace.path[target_end - 1]
        return tuple(hindrances(self.rules.sight, firer, (target, facts), self.crossed, sides, self.met))

    def _shelters(self, firer: Hex, target: Hex, firer_end: int) -> tuple[Shelter, ...]:
        facts = self.ends_facts[firer_end], self.ends_facts[1 - firer_end]
        return tuple(
            shelters(
                self.scenario,
                CoveredShot(firer, target, *facts, self.crossed, self.left, self.right, self.units_passed),
            )
        )

    @cached_property
    def units_passed(self) -> frozenset[Hex]:
        """The hexes crossed where units stand, which may be open ground and no part of ``crossed``."""
        cells, passed = self.board.cells, frozenset(self.passed)
        hexes = (unit.hex for unit in self.scenario.units)
        return frozenset(at for at in hexes if cells.holds(at) and cells.number(at) in passed)

    def _blocked_by(self) -> tuple[Hex | Hexside, ...]:
        """Return the hexes and hexsides that block, in the order in which the line meets them."""
        if not self.hex_stops:
            return tuple(dict.fromkeys(it.side for it in self.feature_stops))
        if not self.feature_stops and not self.trace.left:
            return tuple(dict.fromkeys(at for at, _, _ in self.hex_stops))
        places, number = self.trace.places(), self.board.cells.number
        found: list[tuple[int, Hex | Hexside]] = [(places[number(at)], at) for at, _, _ in self.hex_stops]
        found += [(it.place, it.side) for it in self.feature_stops]
        return tuple(dict.fromkeys(place for _, place in sorted(found, key=itemgetter(0))))

    def _hexes(self, numbers: list[int]) -> frozenset[Hex]:
        return frozenset(map(self.board.cells.hex, numbers))


def _ends(
    start: Hex, end: Hex, facts: tuple[HexSightFacts | None, HexSightFacts | None], heights: tuple[int, int]
) -> LineEnds:
    levels = [it.level if it else 0 for it in facts]
    floors = [it.floor if it else 0 for it in facts]
    return LineEnds(start, end, levels[0], levels[1], floors[0] + heights[0], floors[1] + heights[1])

"""The ruleset's verdict on the line between two hexes: sight, hindrance, cover, and reasons."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from fairground.core.answer import JsonResult
from fairground.core.drawable import Drawable, drawn_on_map
from fairground.core.grid.hexes import Hex, distance
from fairground.core.rules.sight import CornerPolicy, ElevationPolicy, EndHexsidePolicy, HexsidePolicy
from fairground.core.scenario.hex_arguments import hex_on_board
from fairground.core.sight.board.cells import LineBoard
from fairground.core.sight.board.elevation import LineEnds
from fairground.core.sight.board.facts import HexSightFacts, SightFacts, refuse_bases
from fairground.core.sight.line.features import Met, features_met
from fairground.core.sight.line.modifiers import (
    CoveredShot,
    Hindrance,
    HindranceSides,
    Shelter,
    hindrances,
    shelters,
)
from fairground.core.sight.line.reasons import Modifiers, Reason, ReasonSides, blocked_reasons, clear_reasons
from fairground.core.sight.line.runs import look_along, stays_within
from fairground.core.sight.line.trace import Line, sight_line, trace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.line.runs import LineObstacles, Stop

    Run = list[tuple[Hex, HexSightFacts]]


class BothDirections(NamedTuple):
    """A number for the attack along the line, and for the opposite one."""

    to: int
    back: int


@dataclass(frozen=True, repr=False)
class SightVerdict(Drawable, JsonResult):
    """The verdict on the line between two hexes.

    ``clear`` is the same both ways (rule H-06). ``blocked_by`` holds the blocking hexes and hexsides in order along the line,
    none if it is clear. ``hindrance`` and ``cover`` are modifiers as the ruleset writes them, 0 without sight;
    ``hindered_by`` and ``covered_by`` hold their sources, for the attack along the line and for the opposite one.
    ``opacities`` holds the sum of each opacity of the ruleset. ``ignored_levels`` are the hexes on a clear line that are higher
    than both ends, where levels do not count in the ruleset.
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
    #: Whether it runs along hexsides and is blocked on one side only, so that the ruleset's policy decides.
    is_one_sided: bool = False
    hindered_by: tuple[tuple[Hindrance, ...], tuple[Hindrance, ...]] = ((), ())
    covered_by: tuple[tuple[Shelter, ...], tuple[Shelter, ...]] = ((), ())
    ignored_levels: tuple[Hex, ...] = ()

    def __repr__(self) -> str:
        """Return what distinguishes one result from another at a prompt."""
        label = self.board.label
        outcome = "clear" if self.clear else "blocked"
        return f"<SightVerdict {label(self.start)} to {label(self.end)}: {outcome}>"

    @property
    def is_unobstructed(self) -> bool:
        """Whether nothing at all on a clear line blocks, hinders or covers, or would if levels counted."""
        modifiers = *self.hindered_by, *self.covered_by
        return (
            self.clear
            and not (any(modifiers) or any(self.opacities.values()) or self.ignored_levels)
            and not self.is_one_sided
        )

    @property
    def line(self) -> Line:
        """What the line meets, whatever the ruleset."""
        return sight_line(self.start, self.end)

    @property
    def distance(self) -> int:
        """The range in hexes; the own hex is not counted."""
        return distance(self.start, self.end)


class Verdicts:
    """Verdicts on the lines of one state of a scenario; create a new one after a change."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.facts = SightFacts(scenario)
        self._board: LineBoard | None = None

    def sight(self, start: Hex, end: Hex, heights: tuple[int, int] = (0, 0)) -> SightVerdict:
        """Return the verdict on the line between two hexes, on the board or near it; see ``sight`` for ``heights``."""
        return self._judgement(start, end, heights).verdict()

    def is_clear(self, start: Hex, end: Hex) -> bool:
        """Whether the line is clear, without reasons: quicker where only that is asked."""
        return self._judgement(start, end, (0, 0)).clear

    def is_one_sided(self, start: Hex, end: Hex) -> bool:
        """Whether the line runs along hexsides and is blocked on one side only, as ``SightVerdict.is_one_sided``."""
        return self._judgement(start, end, (0, 0)).is_one_sided

    def _judgement(self, start: Hex, end: Hex, heights: tuple[int, int]) -> _Judgement:
        board = self._board
        if board is None or not (board.cells.holds(start) and board.cells.holds(end)):
            board = self._board = LineBoard(self.facts, (start, end))
        return _Judgement(self.scenario, board, start, end, heights)


@drawn_on_map
def sight(
    scenario: Scenario, start: Hex | str, end: Hex | str, heights: tuple[int, int] = (0, 0)
) -> SightVerdict:
    """Return the ruleset's verdict on the line between two hexes or labels.

    ``heights`` are those of the units, in levels above their hexes, where the ruleset uses them.

    Raises
    ------
    GridError
        When a text is no label.
    ScenarioError
        When the board has no such hex, or the ruleset measures sight between bases.
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
        # All that every verdict needs, as plain attributes: cached properties take longer than some of it.
        self.within = self._within()
        self.by_side = self._by_side()
        self.hex_stops = self._hex_stops()
        self.feature_stops = self._feature_stops()
        self.opacities = self._opacities()

    def _run(self, hexes: list[int]) -> Run:
        """Return the hexes that may affect this line: more than ground, or high ground."""
        if not hexes:
            return []
        low = min(self.ends.start_level, self.ends.end_level, self.ends.start_eye, self.ends.end_eye)
        return self.board.bearing(hexes, low)

    def _by_side(self) -> tuple[LineObstacles, LineObstacles]:
        """Return what the line meets in the hexes crossed and on the left, and in those crossed and on the right."""
        left = look_along(self.rules, self.ends, self.crossed + self.left, self.within)
        if not self.left and not self.right:
            return left, left
        return left, look_along(self.rules, self.ends, self.crossed + self.right, self.within)

    def _within(self) -> frozenset[str]:
        """Return the solid terrain that the line never leaves."""
        start, end = self.ends_facts
        if start is None or end is None or len(self.crossed) < len(self.passed):
            return frozenset()
        return stays_within(self.rules, self.ends, (start, end), self.crossed)

    @cached_property
    def blocked_alone(self) -> tuple[bool, bool]:
        """Whether a single hex on the left, and on the right, would block the line (rule HS-06)."""
        left, right = (
            any(look_along(self.rules, self.ends, [it], self.within).stops for it in side)
            for side in (self.left, self.right)
        )
        return left, right

    def _hex_stops(self) -> list[Stop]:
        """Return the blocking hexes that count, by the policy for lines along hexsides (rules HS-02, MM-05)."""
        left, right = (it.stops for it in self.by_side)
        if left is right:
            return left
        both = self.rules.sight.hexside is HexsidePolicy.BOTH_SIDES
        if both and not (left and right):
            return []
        return list(dict.fromkeys([*left, *right]))

    def _feature_stops(self) -> list[Met]:
        """Return the hexside features that block the line (rules HS-05, HS-15)."""
        free = self.rules.sight.end_hexside is EndHexsidePolicy.FREE
        ends = self.trace.path[0], self.trace.path[-1]
        return [
            it
            for it in self.met
            if it.feature.blocks_sight and (it.along or not (free and any(map(it.bounds, ends))))
        ]

    def _opacities(self) -> dict[str, int]:
        """Return the sum of each opacity, by the policy for lines along hexsides (rules H-09, MM-05)."""
        left, right = (it.opacities for it in self.by_side)
        if left is right:
            return left
        choose = min if self.rules.sight.hexside is HexsidePolicy.BOTH_SIDES else max
        return {name: choose(left[name], right[name]) for name in left}

    @property
    def clear(self) -> bool:
        return not self.hex_stops and not self.feature_stops

    @property
    def is_one_sided(self) -> bool:
        return not self.feature_stops and bool(self.by_side[0].stops) != bool(self.by_side[1].stops)

    def verdict(self) -> SightVerdict:
        clear = self.clear
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
            hindrance=BothDirections(*(sum(it.amount for it in one_way) for one_way in hindering)),
            cover=BothDirections(*(sum(it.value for it in one_way) for one_way in covering)),
            opacities=self.opacities,
            reasons=tuple(self._reasons(hindering, covering, clear=clear)),
            is_one_sided=self.is_one_sided,
            hindered_by=hindering,
            covered_by=covering,
            ignored_levels=self.ignored_levels if clear else (),
        )

    def _reasons(
        self,
        hindering: tuple[tuple[Hindrance, ...], tuple[Hindrance, ...]],
        covering: tuple[tuple[Shelter, ...], tuple[Shelter, ...]],
        *,
        clear: bool,
    ) -> Iterable[Reason]:
        name = self.facts.name
        left, right = (it.stops for it in self.by_side)
        sides = ReasonSides(left, right, self._hexes(self.trace.left), self._hexes(self.trace.right))
        if clear:
            return clear_reasons(
                name,
                self.rules,
                (self.start, self.end),
                sides,
                self.opacities,
                Modifiers(hindering, covering),
                self.ignored_levels,
            )
        return blocked_reasons(name, self.rules, sides, self.feature_stops, counting=bool(self.hex_stops))

    @cached_property
    def ignored_levels(self) -> tuple[Hex, ...]:
        """The hexes higher than both ends, in order along the line, if levels do not count."""
        if self.rules.sight.elevation is not ElevationPolicy.IGNORE:
            return ()
        high = max(self.ends.start_level, self.ends.end_level)
        met = {at for at, facts in (*self.crossed, *self.left, *self.right) if facts.level > high}
        if not met:
            return ()
        places, number = self.trace.places(), self.board.cells.number
        return tuple(sorted(met, key=lambda at: (places[number(at)], at)))

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
        """The hexes crossed that have units; they may be open ground, which is not in ``crossed``."""
        cells, passed = self.board.cells, frozenset(self.passed)
        hexes = (unit.hex for unit in self.scenario.units)
        return frozenset(at for at in hexes if cells.holds(at) and cells.number(at) in passed)

    def _blocked_by(self) -> tuple[Hex | Hexside, ...]:
        """Return the blocking hexes and hexsides, in order along the line."""
        if not self.hex_stops:
            return tuple(dict.fromkeys(it.side for it in self.feature_stops))
        if not self.feature_stops and not self.trace.left:
            # What blocks in one hex follows one another, and the board keeps one object for each hex.
            last: Hex | None = None
            return tuple([last := at for at, _, _ in self.hex_stops if at is not last])
        places, number = self.trace.places(), self.board.cells.number
        blocking: list[tuple[int, Hex | Hexside]] = [(places[number(at)], at) for at, _, _ in self.hex_stops]
        blocking += [(it.place, it.side) for it in self.feature_stops]
        return tuple(dict.fromkeys(place for _, place in sorted(blocking, key=itemgetter(0))))

    def _hexes(self, numbers: list[int]) -> frozenset[Hex]:
        return frozenset(map(self.board.cells.hex, numbers))


def _ends(
    start: Hex, end: Hex, facts: tuple[HexSightFacts | None, HexSightFacts | None], heights: tuple[int, int]
) -> LineEnds:
    levels = [it.level if it else 0 for it in facts]
    floors = [it.floor if it else 0 for it in facts]
    return LineEnds(start, end, levels[0], levels[1], floors[0] + heights[0], floors[1] + heights[1])

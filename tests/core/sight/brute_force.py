"""A second judge of sight, written from the rules alone, to hold the program's verdicts against.

It shares nothing with what it judges: lines are looked at by brute force, and every policy is spelled out as its rule
has it. It is slow and has no reasons.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.grid.hexes import Hex
from tests.core.sight.brute_geometry import apart, geometry, plus

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fairground.core.rules.terrain import Effect, HexsideFeature, Terrain
    from fairground.core.scenario.document import Scenario
    from tests.core.sight.brute_geometry import At, Side


class Judged(NamedTuple):
    """What the rules say of a line; pairs of numbers are for the attack along it, and back."""

    clear: bool
    hindrance: tuple[int, int]
    cover: tuple[int, int]
    opacities: dict[str, int]


@dataclass(frozen=True)
class Ground:
    """A hex: its level, what stands on it as far as the rules of sight go."""

    level: int
    floor: int
    #: Kind and top of each solid thing; no top where levels do not matter. Effects have no kind.
    solid: tuple[tuple[str, int | None], ...]
    #: Opacity, amount and top.
    dim: tuple[tuple[str, int, int | None], ...]
    hindrance: int
    covers: tuple[str, ...]


class Judge:
    """Judges the lines of a scenario."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.rules = scenario.rules
        self.policies = scenario.rules.sight
        self._ground: dict[At, Ground | None] = {}
        features = self.rules.hexsides
        self._features = {
            frozenset((at.q, at.r) for at in side.hexes): {
                name: features[name] for name in names if name in features
            }
            for side, names in scenario.board.hexsides.items()
        }

    def judge(self, start: Hex, end: Hex, heights: tuple[int, int]) -> Judged:
        """Return what the rules say of the line between two hexes."""
        return _Line(self, (start.q, start.r), (end.q, end.r), heights).judged()

    def ground(self, at: At) -> Ground | None:
        """Return a hex; None off the board and where it is void (rule H-08)."""
        if at not in self._ground:
            self._ground[at] = self._look(Hex(*at))
        return self._ground[at]

    def features(self, side: Side) -> dict[str, HexsideFeature]:
        """Return the features of a hexside, by id."""
        return self._features.get(side, {})

    def _look(self, at: Hex) -> Ground | None:
        board, rules = self.scenario.board, self.rules
        if not board.contains(at) or "void" in board.terrain_at(at):
            return None
        level = board.level_at(at)
        stack = {kind: rules.terrain[kind] for kind in board.terrain_at(at) if kind in rules.terrain}
        effects = [rules.effects[kind] for kind in board.effects_at(at) if kind in rules.effects]
        things: list[tuple[str, Terrain | Effect, int | None]] = [("", it, it.height) for it in effects]
        for kind, it in stack.items():
            given = [other.heights[it.family] for other in stack.values() if it.family in other.heights]
            things.append((kind, it, max(given, default=it.height)))
        tops = [(kind, it, None if height is None else level + height) for kind, it, height in things]
        lifted = [place for place, it in enumerate(stack.values()) if it.above]
        return Ground(
            level,
            level - max((it.depth for it in stack.values()), default=0),
            tuple((kind, top) for kind, it, top in tops if it.blocks_sight),
            tuple((name, amount, top) for _, it, top in tops for name, amount in it.opacity.items()),
            sum(it.hindrance for _, it, _ in tops),
            tuple(it.cover for it in list(stack.values())[max(lifted, default=0) :] if it.cover is not None),
        )


class _Line:
    """One line, and what the rules make of it."""

    def __init__(self, judge: Judge, start: At, end: At, heights: tuple[int, int]) -> None:
        self.judge, self.policies = judge, judge.policies
        self.start, self.end = start, end
        self.met = geometry(end[0] - start[0], end[1] - start[1])
        grounds = [judge.ground(at) for at in (start, end)]
        self.levels = [0 if it is None else it.level for it in grounds]
        self.eyes = [
            (0 if it is None else it.floor) + height for it, height in zip(grounds, heights, strict=True)
        ]
        passed = self.met.crossed + (self.met.touched if self.policies.corner == "crossed" else ())
        self.passed = self._moved(passed)
        self.beside = self._moved(self.met.left), self._moved(self.met.right)
        self.within = self._within()

    def judged(self) -> Judged:
        clear = not (self._hexes_block() or self._features_block())
        hindrance = cover = 0, 0
        if clear and self.start != self.end:
            there, back = (self.start, self.end), (self.end, self.start)
            hindrance = self._hindrance(*there), self._hindrance(*back)
            cover = self._cover(*there), self._cover(*back)
        sums = [self._sums(self.passed + side) for side in self.beside]
        worst = max if self.policies.hexside == "worse_side" else min
        opacities = {name: worst(it[name] for it in sums) for name in self.policies.opacities}
        return Judged(clear, hindrance, cover, opacities)

    # -- sight ----------------------------------------------------------------------------------------------

    def _hexes_block(self) -> bool:
        """HS-02: two lines, each judged as a whole, blocked when both are; MM-05: the worse of the two."""
        blocked = [self._blocks(self.passed + side) for side in self.beside]
        return any(blocked) if self.policies.hexside == "worse_side" else all(blocked)

    def _blocks(self, hexes: Sequence[At]) -> bool:
        low, high = sorted(self.levels)
        grounds = [(at, it) for at in hexes if (it := self.judge.ground(at)) is not None]
        if self.policies.elevation == "slope" and sum(low < it.level < high for _, it in grounds) > 1:
            return True
        for at, it in grounds:
            if self.policies.elevation != "ignore" and self._in_the_way(at, it.level):
                return True
            for kind, top in it.solid:
                if top is None or (kind not in self.within and self._in_the_way(at, top)):
                    return True
        sums = self._sums(hexes)
        return any(sums[name] >= it.limit for name, it in self.policies.opacities.items())

    def _in_the_way(self, at: At, level: int) -> bool:
        """HS-11 and HS-14 for slopes, MM-01 for what is beside an end; above both ends for plain heights."""
        match self.policies.elevation:
            case "ignore":
                return True
            case "higher":
                return level > self.levels[0] and level > self.levels[1]
            case "slope":
                low, high = sorted(self.levels)
                return level > high or (level == high and high > low)
        over = [level > eye for eye in self.eyes]
        beside = [apart(at, end) == 1 for end in (self.start, self.end)]
        return all(over) or (over[0] and beside[0]) or (over[1] and beside[1])

    def _sums(self, hexes: Iterable[At]) -> dict[str, int]:
        """AR-01, MM-03: opacities add up over the hexes between the ends."""
        sums = dict.fromkeys(self.policies.opacities, 0)
        for at in hexes:
            ground = self.judge.ground(at)
            for name, amount, top in ground.dim if ground else ():
                if top is None or self._in_the_way(at, top):
                    sums[name] += amount
        return sums

    def _within(self) -> set[str]:
        """MM-06: solid terrain that holds both ends, below its top, and every hex that the line passes."""
        if self.policies.inside == "blocks":
            return set()
        kinds: set[str] | None = None
        for at, eye in zip((self.start, self.end), self.eyes, strict=True):
            ground = self.judge.ground(at)
            here = {
                kind
                for kind, top in (ground.solid if ground else ())
                if kind and top is not None and eye < top
            }
            kinds = here if kinds is None else kinds & here
        for at in self.passed:
            ground = self.judge.ground(at)
            kinds = (kinds or set()) & {kind for kind, _ in (ground.solid if ground else ())}
        return kinds or set()

    # -- features of hexsides -------------------------------------------------------------------------------

    def _along(self) -> Iterator[HexsideFeature]:
        for side in self.met.along:
            yield from self.judge.features(self._moved_side(side)).values()

    def _crossed(self) -> Iterator[tuple[HexsideFeature, set[At]]]:
        """Yield the features crossed, with the hexes whose features they are (HS-08, HS-09)."""
        for side in self.met.across:
            moved = self._moved_side(side)
            for feature in self.judge.features(moved).values():
                yield feature, set(moved)
        for corner in self.met.corners:
            owners: dict[str, set[At]] = {}
            kinds = {}
            for own in (corner.leaves, corner.enters):
                if own is None:
                    continue
                meeting = [
                    self.judge.features(self._moved_side(frozenset((own, other))))
                    for other in corner.around - {own}
                ]
                assert len(meeting) == 2
                if self.policies.corner_hexside == "both":
                    # The weaker of the two; of two that are as strong, that between the hexes run through.
                    through = {corner.leaves, corner.enters}
                    shared = [len(through & {own, other}) == 2 for other in corner.around - {own}]
                    strength = [
                        (
                            any(it.blocks_sight for it in side.values()),
                            sum(it.hindrance for it in side.values()),
                        )
                        for side in meeting
                    ]
                    k = 0 if (strength[0], not shared[0]) <= (strength[1], not shared[1]) else 1
                    names = set(meeting[k])
                else:
                    names = set(meeting[0]) | set(meeting[1])
                for name in names:
                    owners.setdefault(name, set()).add(plus(own, self.start))
                    kinds[name] = self.judge.rules.hexsides[name]
            for name, hexes in owners.items():
                yield kinds[name], hexes

    def _features_block(self) -> bool:
        """HS-05: a hedgerow along the line blocks; HS-15: one crossed does, but for those of the two end hexes."""
        if any(it.blocks_sight for it in self._along()):
            return True
        ends = {self.start, self.end} if self.policies.end_hexside == "free" else set()
        return any(it.blocks_sight and not owners & ends for it, owners in self._crossed())

    # -- modifiers ------------------------------------------------------------------------------------------

    def _hindrance(self, firer: At, target: At) -> int:
        """HS-06: crossed, along, and beside the line; HS-07: the target's own too; HS-08: not the firer's hexside."""
        total = self._hindering(self.passed)
        if self.policies.hindrance_reach == "to_target":
            total += self._hindering([target])
        own = {firer} if self.policies.own_hexside == "free" else set()
        total += sum(it.hindrance for it, owners in self._crossed() if not owners & own)
        along = sum(it.hindrance for it in self._along())
        left, right = (self._hindering(side) for side in self.beside)
        total += along
        if self.policies.hexside == "worse_side":
            return total + max(left, right)
        blocked = [any(self._blocks([at]) for at in side) for side in self.beside]
        if along or (left and blocked[1]) or (right and blocked[0]):
            return total + left + right
        return total + left + right - 1 if left and right else total

    def _hindering(self, hexes: Iterable[At]) -> int:
        return sum(it.hindrance for at in hexes if (it := self.judge.ground(at)) is not None)

    def _cover(self, firer: At, target: At) -> int:
        """P2-06: of the target's hex, of hexes beside it that the line passes, of units between; P2-07; P2-08."""
        rules = self.judge.rules
        shooter, shot_at = self.judge.ground(firer), self.judge.ground(target)
        higher = shooter is not None and shot_at is not None and shooter.level > shot_at.level
        if higher and rules.attack.heights.higher.ignores_cover:
            return 0
        found = self._of_ground(target)
        if rules.cover.reach == "adjacent":
            for at in self.passed:
                found += self._of_passed(at, firer, target)
            sides = [
                [value for at in side for value in self._of_passed(at, firer, target)] for side in self.beside
            ]
            choose = max if self.policies.hexside == "worse_side" else min
            found += choose(sides, key=lambda it: abs(self._together(it)))
        found += self._of_units(firer)
        return self._together(found)

    def _together(self, found: Iterable[int]) -> int:
        return sum(found) if self.judge.rules.cover.stacks else max(found, key=abs, default=0)

    def _of_passed(self, at: At, firer: At, target: At) -> list[int]:
        return self._of_ground(at) if apart(at, target) == 1 and at != firer else []

    def _of_ground(self, at: At) -> list[int]:
        ground = self.judge.ground(at)
        return [self._value(it) for it in (ground.covers if ground else ())]

    def _of_units(self, firer: At) -> list[int]:
        scenario, cover = self.judge.scenario, self.judge.rules.cover
        if cover.units == "none" or cover.unit_grade is None:
            return []
        teams = {side.id: side.team or side.id for side in scenario.sides}
        firing = {teams[it.side] for it in scenario.units if (it.hex.q, it.hex.r) == firer}
        between = [it for it in scenario.units if (it.hex.q, it.hex.r) in self.passed]
        if cover.units == "enemy":
            between = [it for it in between if teams[it.side] not in firing]
        return [self._value(cover.unit_grade)] * len(between)

    def _value(self, grade: str) -> int:
        cover = self.judge.rules.cover
        found = cover.grades[grade]
        return found.defence if cover.effect == "defence" else found.to_hit

    def _moved(self, hexes: Iterable[At]) -> tuple[At, ...]:
        return tuple(plus(at, self.start) for at in hexes)

    def _moved_side(self, side: Side) -> Side:
        return frozenset(plus(at, self.start) for at in side)

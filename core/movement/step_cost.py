"""The cost of one step and the reasons for it: terrain, hexsides, changes of level, units in the way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.grid.hexes import Hex, neighbour
from fairground.core.grid.hexsides import hexside
from fairground.core.movement.mover import climbing
from fairground.core.rules.movement import StackCost, TerrainCost
from fairground.core.rules.terrain import Tag
from fairground.core.scenario.board import Board

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.board_steps import Steps
    from fairground.core.movement.mover import Mover
    from fairground.core.rules.ground import Ground
    from fairground.core.rules.ruleset import Ruleset
    from fairground.core.rules.terrain import HexsideFeature, Terrain
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import RulesetReference, Side, Unit


class Occupants:
    """The units that block a mover (rule P1-14); none for movers without a side.

    Sides of one team are allies. Enemies also block flying and teleporting movers, unless the mode passes enemies.
    """

    def __init__(self, scenario: Scenario, mover: Mover) -> None:
        self._occupied = scenario.rules.movement.occupied
        self._passes_enemies = mover.mode.passes_enemies or self._occupied.through_enemies
        own = scenario.side(mover.side)
        allies = {it.id for it in scenario.sides if own and it.allegiance == own.allegiance} | {mover.side}
        self._allies: dict[Hex, list[Unit]] = {}
        self._enemies: dict[Hex, list[Unit]] = {}
        for unit in scenario.units if mover.side else ():
            if unit.id != mover.unit:
                among = self._allies if unit.side in allies else self._enemies
                among.setdefault(unit.hex, []).append(unit)

    def barring(self, at: Hex) -> list[Unit]:
        """Return the units that prevent the mover from entering a hex."""
        enemies = [] if self._passes_enemies else self._enemies.get(at, [])
        return enemies if self._occupied.through_allies else [*enemies, *self._allies.get(at, [])]

    def barred(self) -> list[Hex]:
        """Return all hexes that units prevent the mover from entering."""
        return [at for at in {**self._enemies, **self._allies} if self.barring(at)]

    def held(self) -> list[Hex]:
        """Return all hexes in which units prevent the mover from ending a turn."""
        return [*self._enemies, *(() if self._occupied.ends else self._allies)]


#: The side of a unit toward which a step goes backwards.
BACKWARDS = 4


class StepReason(NamedTuple):
    """A part of the cost of a step, or why it is impossible; ``rule`` is empty if the ruleset names none."""

    text: str
    amount: Fraction
    rule: str = ""


@dataclass(frozen=True, slots=True)
class StepCost:
    """The cost of a step, or None with the reasons; ``whole_turn`` steps start a turn and use all its points."""

    cost: Fraction | None
    reasons: tuple[StepReason, ...]
    whole_turn: bool = False

    @property
    def breakdown(self) -> str:
        """The reasons in one line: ``2 forest + 1 up one level``."""
        if self.cost is None:
            return "; ".join(it.text for it in self.reasons)
        return " + ".join(f"{it.amount} {it.text}" for it in self.reasons)


def side_toward(direction: int, facing: int) -> int:
    """Return the side of a unit, 1-6 clockwise from its front, toward a direction (0-5, as its facing)."""
    return (direction - facing) % 6 + 1


class StepCosts:
    """The costs of single steps for a mover in one state of a scenario; create a new one after a change."""

    def __init__(self, scenario: Scenario, mover: Mover) -> None:
        self.mover = mover
        self._board = scenario.board
        self._rules = scenario.rules
        self._movement = scenario.rules.movement
        self._unit_title = scenario.unit_title
        self._occupants = Occupants(scenario, mover)
        self._grounds: dict[int, Ground] = {}
        #: Possible steps, by the terrain and levels left and entered, the features crossed, and the side.
        self._known: dict[tuple[object, ...], StepCost] = {}

    def step(self, start: Hex, direction: int, facing: int | None = None) -> StepCost:
        """Return the cost of the step to the neighbour in a direction (0-5).

        ``facing`` is the unit's direction, 0-5; None ignores it. Rules P1-01 to P1-03, P1-14, P2-10, P2-19, HS-18, AR-02,
        AR-03 and MM-07 apply, and rule H-10 to steps that cost more than a turn's points. Raises ScenarioError if the start
        is off the board.
        """
        board = self._board
        here, target = board.cell(start), neighbour(start, direction)
        side = None if facing is None or not self.mover.faces else side_toward(direction, facing)
        if not board.contains(target):
            return self._compute(start, target, direction, side)
        there = board.cell(target)
        # Most steps are like many others.
        sort = (
            (board.terrain.item(here), board.terrain.item(there)),
            (board.elevation.item(here), board.elevation.item(there)),
            board.hexsides.get(hexside(start, direction), ()) if board.hexsides else (),
            side,
        )
        cost = self._known.get(sort)
        if cost is None or self._occupants.barring(target):
            cost = self._compute(start, target, direction, side)
            if cost.cost is not None:
                self._known[sort] = cost
        return cost

    def _compute(self, start: Hex, target: Hex, direction: int, side: int | None) -> StepCost:
        barred = list(self._barred(start, target, direction))
        if side is not None and side not in self._movement.step_sides:
            barred.append(StepReason(f"it cannot step toward its side {side}", Fraction(0), self._rule()))
        if barred:
            return StepCost(None, tuple(barred))
        levels = self._board.level_at(start), self._board.level_at(target)
        climb = climbing(self._rules, self.mover, *levels)
        if climb.whole_turn:
            points = Fraction(self.mover.allowance)
            text = f"{_levels(levels)}, which takes a whole turn"
            return StepCost(points, (StepReason(text, points, self._climb_rule()),), whole_turn=True)
        reasons = [*self._ground_reasons(target)]
        if climb.cost:
            reasons.append(StepReason(_levels(levels), climb.cost, self._climb_rule()))
        reasons += self._crossing(start, direction)
        if self.mover.surcharge:
            reasons.append(StepReason("for the unit's state", Fraction(self.mover.surcharge), "P1-19"))
        reasons += self._turned(side, sum((it.amount for it in reasons), Fraction(0)))
        return self._fitting(tuple(reasons))

    def _barred(self, start: Hex, target: Hex, direction: int) -> Iterator[StepReason]:
        none = Fraction(0)
        if not self._is_hex(target):
            yield StepReason("the board ends there", none, "H-08")
            return
        for at in (target,) if self._is_open(start) else (start, target):
            if not self._is_open(at):
                yield self._closed(at)
        for feature in self._features(start, direction):
            if not feature.passable and not self.mover.mode.passes_impassable:
                yield StepReason(f"{_lower(feature.name)} cannot be crossed", none, _cost_rule(feature))
        levels = self._board.level_at(start), self._board.level_at(target)
        if climbing(self._rules, self.mover, *levels).barred:
            text = f"{_levels(levels)} is more than one step can climb or descend"
            yield StepReason(text, none, self._climb_rule())
        for unit in self._occupants.barring(target):
            yield StepReason(f"{self._unit_title(unit)} is in the way", none, self._occupied_rule())
        if not self.mover.allowance:
            yield StepReason("it has no movement points", none, self._rule())

    def _is_hex(self, at: Hex) -> bool:
        return self._board.contains(at) and not self._board.palette[self._entry(at)].is_void

    def _is_open(self, at: Hex) -> bool:
        """Whether the mover can enter a hex, ignoring levels and other units."""
        return self.mover.mode.passes_impassable or self._ground(at).admits(self.mover.unit_class)

    def _closed(self, at: Hex) -> StepReason:
        stack = self._stack(at)
        forbidden = [it for kind, it in stack.items() if kind in self.mover.unit_class.forbidden]
        barring = [it for it in stack.values() if not it.passable] or forbidden or list(stack.values())
        rule = next((_cost_rule(it) for it in barring), "")
        units = f" by {self.mover.unit_class.name}" if barring == forbidden else ""
        where = f"{' and '.join(_lower(it.name) for it in barring)} at {self._board.hex_name(at)}"
        return StepReason(f"{where} cannot be entered{units}", Fraction(0), rule)

    def _ground_reasons(self, at: Hex) -> Iterator[StepReason]:
        base, terrain = self._movement.base_cost, self.mover.mode.terrain
        if terrain is TerrainCost.IGNORED:
            rule = next(iter(self.mover.mode.rules), "")
            yield StepReason(f"{_lower(self.mover.mode.name)}, regardless of terrain", base, rule)
            return
        eased = terrain is TerrainCost.DIFFICULT_IGNORED
        parts = []
        own_costs = self.mover.unit_class.costs
        for kind, it in self._stack(at).items():
            is_eased = eased and Tag.DIFFICULT in it.tags
            cost = own_costs.get(kind, it.cost)
            text = f"{_lower(it.name)}, not slowed" if is_eased and cost != base else _lower(it.name)
            parts.append(StepReason(text, base if is_eased else cost, _cost_rule(it)))
        if not parts:
            yield StepReason("ground", base)
        elif len(parts) == 1 or self._movement.stack_cost is StackCost.GREATEST:
            yield max(parts, key=lambda it: it.amount)
        else:
            yield StepReason("ground", base)
            for part in parts:
                if part.amount != base:
                    yield part._replace(amount=part.amount - base)

    def _crossing(self, start: Hex, direction: int) -> Iterator[StepReason]:
        if self.mover.mode.terrain is TerrainCost.IGNORED:
            return
        for feature in self._features(start, direction):
            if feature.cost:
                yield StepReason(f"across {_lower(feature.name)}", feature.cost, _cost_rule(feature))

    def _turned(self, side: int | None, so_far: Fraction) -> Iterator[StepReason]:
        """Yield the surcharge for the side toward which the step goes (rules P1-18, HS-18)."""
        if side is None:
            return
        sidestep = self._movement.sidestep_toward(side)
        if sidestep:
            yield StepReason("sidestep", sidestep, self._rule())
            so_far += sidestep
        if side == BACKWARDS and self._movement.reverse_factor != 1:
            yield StepReason("backwards", so_far * (self._movement.reverse_factor - 1), self._rule())

    def _fitting(self, reasons: tuple[StepReason, ...]) -> StepCost:
        """Return the total cost, if it fits into a turn's points (rule H-10)."""
        cost = sum((it.amount for it in reasons), Fraction(0))
        if cost <= self.mover.allowance:
            return StepCost(cost, reasons)
        if self._movement.minimum_move:
            return StepCost(cost, reasons, whole_turn=True)
        parts = StepCost(cost, reasons).breakdown
        text = f"it costs {cost} ({parts}), more than a whole turn's allowance of {self.mover.allowance}"
        return StepCost(None, (StepReason(text, Fraction(0), "H-10"),))

    def _entry(self, at: Hex) -> int:
        return int(self._board.terrain[self._board.cell(at)])

    def _ground(self, at: Hex) -> Ground:
        entry = self._entry(at)
        if entry not in self._grounds:
            kinds = [it for it in self._board.palette[entry].kinds if it in self._rules.terrain]
            self._grounds[entry] = self._rules.ground(kinds, self.mover.unit_class)
        return self._grounds[entry]

    def _stack(self, at: Hex) -> dict[str, Terrain]:
        """Return the terrain of a hex that units move on, bottom first, by id."""
        return {kind: self._rules.terrain[kind] for kind in self._ground(at).moved_on}

    def _features(self, start: Hex, direction: int) -> list[HexsideFeature]:
        names = self._board.hexsides.get(hexside(start, direction), ())
        return [self._rules.hexsides[it] for it in names if it in self._rules.hexsides]

    def _rule(self) -> str:
        return next(iter(self._movement.rules), "")

    def _climb_rule(self) -> str:
        return next(iter(self._movement.climb.rules), "") or self._rule()

    def _occupied_rule(self) -> str:
        return next(iter(self._movement.occupied.rules), "") or self._rule()


def _cost_rule(entry: Terrain | HexsideFeature) -> str:
    return entry.cost_rule or next(iter(entry.rules), "")


def _levels(levels: tuple[int, int]) -> str:
    left, entered = levels
    count = abs(entered - left)
    return f"{'up' if entered > left else 'down'} {'one level' if count == 1 else f'{count} levels'}"


def _lower(name: str) -> str:
    """Return a name for use within a sentence."""
    return name[:1].lower() + name[1:]


def describe_no_footing(scenario: Scenario, mover: Mover, steps: Steps, at: Hex) -> str:
    """Describe why a mover cannot begin or end a turn in a hex; empty if it can."""
    board = scenario.board
    if steps.may_end[board.cell(at)]:
        return ""
    if steps.open[board.cell(at)]:
        return f"{board.hex_name(at)} can be passed through, but no turn can start or end there"
    costs = StepCosts(scenario, mover)
    directions = (it for it in range(6) if board.contains(neighbour(at, it)))
    reasons = [
        why for it in directions for why in costs.step(at, it).reasons if board.hex_name(at) in why.text
    ]
    return reasons[0].text if reasons else f"{board.hex_name(at)} cannot be entered"


class ScenarioCopy(NamedTuple):
    """A scenario with copies of everything that the reasons for steps depend on and that may change."""

    original: Scenario
    board: Board
    ruleset: RulesetReference
    rules: Ruleset
    sides: list[Side]
    units: list[Unit]

    @staticmethod
    def of(scenario: Scenario) -> ScenarioCopy:
        """Return a copy of a scenario as it is now."""
        it = scenario.board
        # Names and notes of hexes have no effect.
        board = Board(
            it.layout, it.palette.copy(), it.terrain.copy(), it.elevation.copy(), it.effects_palette.copy(),
            it.effects.copy(), it.elevation_palette, it.hexsides.copy(), it.names, it.notes, it.source, it.inches,
            it.label_style, it.shown_style,
        )  # fmt: skip
        return ScenarioCopy(
            scenario, board, scenario.ruleset, scenario.rules, scenario.sides.copy(), scenario.units.copy()
        )

    def scenario(self) -> Scenario:
        """Return the scenario as it was."""
        rules = self.ruleset, self.rules
        return replace(
            self.original,
            board=self.board,
            ruleset=self.ruleset,
            sides=self.sides,
            units=self.units,
            _rules=rules,
        )

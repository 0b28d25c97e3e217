"""Paths from one hex to another, with the cost of each step and its reasons, and why each turn ends where it does."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from fairground.core.answer import JsonResult
from fairground.core.drawable import Drawable, drawn_on_map
from fairground.core.errors import UsageError
from fairground.core.grid.hexes import Hex, direction_between
from fairground.core.movement.board_steps import Danger
from fairground.core.movement.board_steps import steps as steps_of
from fairground.core.movement.mover import mover as mover_of
from fairground.core.movement.mover import start_direction
from fairground.core.movement.search import Least, best_route
from fairground.core.movement.stances import Route, Stances, turned_for_free
from fairground.core.movement.step_cost import ScenarioCopy, StepCosts, StepReason, describe_no_footing
from fairground.core.movement.turns import Turns
from fairground.core.scenario.hex_arguments import hex_on_board
from fairground.core.sight.unit_sides import facing_direction
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.movement.board_steps import Steps
    from fairground.core.movement.mover import Mover
    from fairground.core.movement.stances import Stay
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario


class TurnEndCause(StrEnum):
    """What ends a turn of a path."""

    #: The movement points left do not pay for the next move.
    POINTS = "points"
    #: The next hex was out of sight where the turn began, so the mover stops for a look (rule P2-18).
    LOOK = "look"
    #: The next move was possible in the same turn, but would not make the path better.
    NO_GAIN = "no-gain"


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The end of a turn of a path that goes on: its hex, and the movement points ``left`` over there.

    ``text`` continues "turn N ends in X": what the mover could not do. ``rule`` is the id of the rule behind it; may be
    empty.
    """

    turn: int
    hex: Hex
    left: Fraction
    cause: TurnEndCause
    text: str
    rule: str


class _Move(NamedTuple):
    """A move of the next turn, as if the turn before had gone on: the time spent by then, its own time, and the hex."""

    spent: int
    time: int
    at: int
    is_turning: bool


def turn_ends(board: Board, turns: Turns, stays: Sequence[Stay], no_gain: str) -> Iterator[TurnEnd]:
    """Yield the ends of all turns of a path but the last; ``no_gain`` says what a longer turn would not have saved."""
    for index, (last, first) in enumerate(pairwise(stays)):
        if first.turn != last.turn:
            left = Fraction(turns.stances.allowance - last.spent, turns.stances.scale)
            cause, reason, rule = _why(board, turns, stays, index) or (TurnEndCause.NO_GAIN, no_gain, "")
            text = (
                f"with {counted(left, 'point')} left: {reason}" if left else f"with no points left: {reason}"
            )
            if not left and cause is TurnEndCause.POINTS:
                text = "with no points left"
            yield TurnEnd(last.turn, _hex(board, last.hex), left, cause, text, rule)


def _why(
    board: Board, turns: Turns, stays: Sequence[Stay], index: int
) -> tuple[TurnEndCause, str, str] | None:
    """Return the cause, reason and rule why a turn could not go on; None if it could."""
    last, stances = stays[index], turns.stances
    may_end, has_passed = stances.steps.may_end.ravel(), False
    for move in _moves_ahead(turns, stays, index):
        if move.spent > stances.allowance:
            need = Fraction(move.spent - last.spent, stances.scale)
            is_whole = move.time == stances.allowance
            reason = _points_reason(board, move, need, is_whole=is_whole, has_passed=has_passed)
            return TurnEndCause.POINTS, reason, "H-10"
        if move.is_turning:
            continue
        if last.begun >= 0 and not turns.seen.sees(last.begun, move.at):
            hidden, begun = (board.hex_name(_hex(board, it)) for it in (move.at, last.begun))
            reason = f"{hidden} is out of sight from {begun}, where the turn began"
            return TurnEndCause.LOOK, reason, "P2-18"
        if may_end[move.at]:
            return None
        has_passed = True
    return None


def _points_reason(board: Board, move: _Move, need: Fraction, *, is_whole: bool, has_passed: bool) -> str:
    """Return what the points left do not pay for; ``need`` are those from the end of the turn up to the move."""
    if move.is_turning:
        return f"turning further needs {need}"
    name = board.hex_name(_hex(board, move.at))
    if has_passed:
        return f"the next hex where a turn can end is {name}, which needs {need}"
    return f"entering {name} takes a whole turn" if is_whole else f"entering {name} needs {need}"


def _moves_ahead(turns: Turns, stays: Sequence[Stay], index: int) -> Iterator[_Move]:
    """Yield the moves of the next turn, with their costs if the turn that ends at ``index`` had gone on."""
    stances, (turn, spent, _, stance, _) = turns.stances, stays[index]
    for before, stay in pairwise(stays[index + 1 :]):
        if stay.turn != turn + 1:
            return
        is_turning = stay.hex == before.hex
        if is_turning:
            facing = stances.all[stay.stance].facing
            turning = next(it for it in stances.turnings[stance] if stances.all[it.stance].facing == facing)
            time, stance = turning.cost, turning.stance
        else:
            direction = stances.steps.neighbours[:, before.hex].tolist().index(stay.hex)
            stepping = next(it for it in stances.steppings[stance] if it.direction == direction)
            time, stance = int(stances.costs[stepping.sort].time[direction, before.hex]), stepping.stance
        spent += time
        yield _Move(spent, time, stay.hex, is_turning=is_turning)


def _hex(board: Board, number: int) -> Hex:
    row, column = divmod(number, board.columns)
    return board.layout.from_offset(column, row)


@dataclass(frozen=True, slots=True)
class PathStep:
    """A step of a path; ``hex`` is unchanged if the mover turns in place.

    ``facing``, 1-6, is that after the step, None where it does not matter; ``cost`` is in movement points, the sum of the
    ``reasons``; ``turn`` counts from 1. The first step is the start, at no cost.
    """

    hex: Hex
    facing: int | None
    cost: Fraction
    turn: int
    reasons: tuple[StepReason, ...]


def facing_of(board: Board, stances: Stances, stance: int) -> int | None:
    """Return the facing, 1-6, of a stance; None where it does not matter."""
    direction = stances.all[stance].facing
    return None if direction is None else board.layout.facing(direction)


def path_steps(scenario: Scenario, mover: Mover, stances: Stances, stays: Sequence[Stay]) -> list[PathStep]:
    """Return the steps of a path; all turning in one hex and turn is one step."""
    board = scenario.board
    costs = StepCosts(scenario, mover)
    first = stays[0]
    steps = [PathStep(_hex(board, first.hex), facing_of(board, stances, first.stance), Fraction(0), 1, ())]
    turned: list[Fraction] = []
    for before, stay in pairwise(stays):
        if turned and (stay.hex != before.hex or stay.turn != before.turn):
            steps.append(_turning(scenario, stances, before, turned))
            turned = []
        if stay.hex == before.hex and stay.turn == before.turn:
            turned.append(Fraction(stay.spent - before.spent, stances.scale))
        elif stay.hex != before.hex:
            at = _hex(board, before.hex)
            direction = direction_between(at, _hex(board, stay.hex))
            step = costs.step(at, direction or 0, stances.all[before.stance].facing)
            facing, cost = facing_of(board, stances, stay.stance), step.cost or Fraction(0)
            steps.append(PathStep(_hex(board, stay.hex), facing, cost, stay.turn, step.reasons))
    if turned:
        steps.append(_turning(scenario, stances, stays[-1], turned))
    return steps


def _turning(scenario: Scenario, stances: Stances, stay: Stay, turned: list[Fraction]) -> PathStep:
    cost = sum(turned, Fraction(0))
    free = turned.count(Fraction(0)) if scenario.rules.movement.rotation.cost else 0
    text = "turning one hexside" if len(turned) == 1 else f"turning {len(turned)} hexsides"
    if free:
        text += ", free" if free == len(turned) else f", {free} of them free"
    movement = scenario.rules.movement
    rule = next(iter([*movement.rotation.rules, *movement.rules]), "")
    facing = facing_of(scenario.board, stances, stay.stance)
    return PathStep(_hex(scenario.board, stay.hex), facing, cost, stay.turn, (StepReason(text, cost, rule),))


class _Found(NamedTuple):
    """The route of a path, with the turns that it was found for."""

    copy: ScenarioCopy
    turns: Turns
    route: Route
    no_gain: str


@dataclass(frozen=True, eq=False, repr=False)
class Path(Drawable, JsonResult):
    """A path from one hex to another, or the reason why there is none.

    ``cost`` is in movement points, and ``turns`` is 0 without moving. Without a path there are no steps, both are None, and
    ``obstacle`` gives the reason in a sentence. Steps, their reasons and the ends of turns are worked out when they are first
    asked for.
    """

    answer_model: ClassVar = "movement.answer:PathAnswer"

    board: Board
    mover: Mover
    start: Hex
    end: Hex
    cost: Fraction | None = None
    turns: int | None = None
    obstacle: str = ""
    #: The facing of a mover that is there already.
    _at_once: int | None = None
    _found: _Found | None = None

    def __repr__(self) -> str:
        """Return what distinguishes one result from another at a prompt."""
        label = self.board.label
        way = (
            f"{len(self.hexes) - 1} steps, {self.cost} points, {self.turns} turns"
            if self.found
            else self.obstacle
        )
        return f"<Path {label(self.start)} to {label(self.end)}, {self.mover.title}: {way}>"

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields, and all answers instead of what they come from."""
        answers = {name: getattr(self, name) for name in ("hexes", "steps", "danger", "turn_ends")}
        return {**super().__getstate__(), **answers, "_found": None}

    @property
    def found(self) -> bool:
        """Whether there is a path."""
        return not self.obstacle

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """The hexes from start to end, without repeats for turning in place."""
        if self._found is None:
            return () if self.obstacle else (self.start,)
        hexes = self._found.turns.stances.steps.neighbour_table.hexes
        return tuple(map(hexes.__getitem__, self._found.route.hexes))

    @cached_property
    def steps(self) -> tuple[PathStep, ...]:
        """The start at no cost, then each step; nothing if there is no path."""
        if self._found is None:
            return () if self.obstacle else (PathStep(self.start, self._at_once, Fraction(0), 1, ()),)
        copy, turns, route, _ = self._found
        return tuple(path_steps(copy.scenario(), self.mover, turns.stances, route.stays))

    @cached_property
    def danger(self) -> int:
        """The damage taken on the path."""
        if self._found is None:
            return 0
        return Danger(self._found.copy.scenario()).on(self._found.copy.board, self.steps)

    @cached_property
    def turn_ends(self) -> tuple[TurnEnd, ...]:
        """The end of each turn but the last, with what the mover could not do in the rest of the turn."""
        if self._found is None:
            return ()
        copy, turns, route, no_gain = self._found
        return tuple(turn_ends(copy.board, turns, route.stays, no_gain))


@drawn_on_map
def path(  # noqa: PLR0913  # a question has many sides, all but four by keyword
    scenario: Scenario,
    start: Hex | str,
    end: Hex | str,
    unit_class: str | None = None,
    mode: str | None = None,
    *,
    mover: Mover | None = None,
    facing: int | None = None,
    end_facing: int | None = None,
    least: Least | str = Least.TURNS,
    avoid_danger: bool = False,
    blind: bool | None = None,
    steps: Steps | None = None,
) -> Path:
    """Return the best path between two hexes or labels.

    That is the path with the fewest turns, then the fewest movement points, or with ``least="points"`` the fewest points,
    then turns; then the one that enters fewer hexes, then a fixed order. With ``avoid_danger`` the damage on the path comes
    first: of the hexes where turns end, or of all hexes entered, as the ruleset's ``hazard.when`` says (rules P1-15, C-5).

    Points do not carry over to the next turn, a step must fit into the rest of a turn (rule H-10), and turns begin and end
    only where the mover can stand (rules P1-02, P1-14). Where the rules forbid blind movement, each hex entered must be in
    sight from the hex where that turn began (rule P2-18); ``blind`` overrides that rule, None follows the ruleset.

    ``facing``, 1-6, is the facing at the start (default: the unit's, or else the best); ``end_facing`` that required at the
    end. Turning costs points as ``movement.rotation`` says (rules P1-18, P2-16, HS-18). ``steps`` are those of the scenario
    and mover, if known already.

    Raises
    ------
    GridError
        When a text is no label.
    ScenarioError
        When the board has no such hex or it is void, or as for ``mover``.
    UsageError
        When a facing is not 1-6, or ``end_facing`` is set and the mover has no front.

    Examples
    --------
    >>> from fairground.core import load, path
    >>> best = path(load("scenarios/standard-arena.yaml"), "A1", "B1", "scout")
    >>> best.cost, best.turns
    (Fraction(1, 1), 1)
    """
    board = scenario.board
    a, b = hex_on_board(board, start), hex_on_board(board, end)
    who = mover or mover_of(scenario, unit_class, mode)
    if end_facing is not None and not who.has_front:
        raise UsageError(f"{who.title} has no front, so it cannot face {end_facing}")
    known = steps or steps_of(scenario, who)
    stances = Stances.of(known, scenario.rules.movement, facing=who.faces or end_facing is not None)
    begin = stances.starts_with_facing(start_direction(scenario, who, a, facing))
    last = stances.with_facing(None if end_facing is None else facing_direction(board.layout, end_facing))
    cells = board.cell(a), board.cell(b)
    for at, cell in zip((a, b), cells, strict=True):
        if not known.may_end[cell]:
            return Path(board, who, a, b, obstacle=describe_no_footing(scenario, who, known, at))
    if a == b and set(begin) & set(last):
        at_once = facing_of(board, stances, next(it for it in begin if it in last))
        return Path(board, who, a, b, Fraction(0), 0, _at_once=at_once)
    may_be_blind = not scenario.rules.movement.no_blind_movement if blind is None else blind
    wanted = least if isinstance(least, Least) else Least(least)
    danger = Danger(scenario) if avoid_danger else None
    columns = board.columns
    leave, arrive = cells[0][0] * columns + cells[0][1], cells[1][0] * columns + cells[1][1]
    # Reasons are worked out later, when the scenario may have changed.
    copy = ScenarioCopy.of(scenario)
    turns = Turns(scenario if may_be_blind else copy.scenario(), stances, blind=may_be_blind)

    # If facing changes no cost, search without it: enough free turning on that path gives the end facing.
    ignores_facing = end_facing is not None and not who.faces
    plain = None
    if ignores_facing:
        plain = best_route(turns.without_facing(), wanted, danger, leave, (0,), arrive, (0,))
    turned = turned_for_free(plain.stays, stances, begin, last) if plain else None
    route = Route(turned, plain.points) if plain and turned else None
    if route is None and (plain or not ignores_facing):
        route = best_route(turns, wanted, danger, leave, begin, arrive, last)
    if route is None:
        obstacle = f"there is no route from {board.hex_name(a)} to {board.hex_name(b)} for {who.title}"
        return Path(board, who, a, b, obstacle=obstacle)
    no_gain = (
        "moving on would be no less dangerous" if avoid_danger else f"moving on would save no {wanted.value}"
    )
    cost = Fraction(route.points, stances.scale)
    return Path(board, who, a, b, cost, route.turn, _found=_Found(copy, turns, route, no_gain))

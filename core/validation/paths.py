"""Paths: hexes that units cannot reach or leave, zones with one exit, steps too steep for every class."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.errors import LimitError
from fairground.core.finding import Finding, Place
from fairground.core.grid.labels import label
from fairground.core.movement.areas import describe_none_of, on_foot, travellers
from fairground.core.movement.board_steps import IMPOSSIBLE
from fairground.core.movement.mover import climbing
from fairground.core.scenario.hex_arguments import hexes_named
from fairground.core.scenario.mission import can_win, places_to_go, turns_to_hold
from fairground.core.scenario.parts import ZoneKind
from fairground.core.text.wording import NAMED, counted, first_few, hex_count
from fairground.core.validation.checked_scenario import MAX_WALKED
from fairground.core.validation.severities_and_fixes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from fairground.core.movement.board_steps import Steps
    from fairground.core.movement.mover import Mover
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.parts import Objective
    from fairground.core.validation.checked_scenario import CheckedScenario, Mask

    _Areas = list[frozenset[int]]
    from fairground.core.movement.areas import Travellers


def check_costs(subject: CheckedScenario) -> Iterator[Finding]:
    """Find costs too fine to add up along paths, so that other checks of paths are skipped."""
    if subject.ruleset is None or subject.travellers:
        return
    try:
        travellers(subject.scenario)
    except LimitError as error:
        yield make_finding("ruleset.too-fine", str(error), Place(("ruleset",)))


def check_sealed_areas(subject: CheckedScenario) -> Iterator[Finding]:
    """Find passable hexes that units cannot reach from the deployment zones, or else from most of the board."""
    starts = _any_of(subject.deployment.values(), subject)
    cut_off: dict[bytes, tuple[Mask, list[Mover]]] = {}
    for group in subject.travellers:
        start = starts & group.steps.may_end
        if not start.any():
            start = group.areas.labels == 0
        lost = group.steps.may_end & ~group.areas.reachable(start)
        if lost.any():
            cut_off.setdefault(lost.tobytes(), (lost, []))[1].extend(group.movers)
    for lost, movers in cut_off.values():
        yield make_finding(
            "area.sealed" if _all_on_foot(movers, subject) else "area.closed",
            f"{describe_none_of(movers, subject.everyone)} can reach {hex_count(np.count_nonzero(lost))}: {hexes_named(subject.board, lost)}",
            subject.first(lost),
        )


def check_zones_apart(subject: CheckedScenario) -> Iterator[Finding]:
    """Find deployment zones of enemies between which units cannot move."""
    zones = {side: mask for side, mask in subject.deployment.items() if side in subject.side_ids}
    access = _Access(subject)
    goals = {side: access.areas_in(mask) for side, mask in zones.items()}
    for one, other in combinations(zones, 2):
        if not subject.are_enemies(one, other):
            continue
        if not (subject.has_room(one) and subject.has_room(other)):
            continue  # which is reported already
        there = access.is_had(one, zones[one], goals[other])
        back = access.is_had(other, zones[other], goals[one])
        apart = [
            mover
            for group, *both in zip(subject.travellers, there, back, strict=True)
            if not all(both)
            for mover in group.movers
        ]
        if apart:
            index = next(at for at, zone in enumerate(subject.scenario.zones) if zone.side == other)
            yield make_finding(
                "zone.cut-off" if _all_on_foot(apart, subject) else "zone.closed",
                f"{describe_none_of(apart, subject.everyone)} can move between the deployment zones of {subject.side_title(one)!r} and {subject.side_title(other)!r}",
                Place(("zones", index, "hexes")),
            )


def check_objectives_apart(subject: CheckedScenario) -> Iterator[Finding]:
    """Find objectives that units cannot reach from the deployment zone of a side that may win them."""
    access = _Access(subject)
    for index, objective in enumerate(subject.scenario.objectives):
        goal = subject.objective_mask(index) & subject.usable
        areas = access.areas_in(goal)
        apart: dict[str, tuple[list[Mover], list[str]]] = {}
        for side, start in _starts(subject, objective) if goal.any() else ():
            had = access.is_had(side, start, areas)
            movers = [
                mover
                for group, gets in zip(subject.travellers, had, strict=True)
                if not gets
                for mover in group.movers
            ]
            if movers:
                apart.setdefault(describe_none_of(movers, subject.everyone), (movers, []))[1].append(
                    repr(subject.side_title(side))
                )
        for who, (movers, sides) in apart.items():
            zones = f"the deployment zone{'s' if len(sides) > 1 else ''} of {first_few(sides)}"
            yield make_finding(
                "objective.cut-off" if _all_on_foot(movers, subject) else "objective.closed",
                f"{who} can reach objective {objective.title!r} from {zones}",
                Place(("objectives", index, "hexes"), hex=subject.first(goal).hex),
            )


def check_objectives_in_time(subject: CheckedScenario) -> Iterator[Finding]:
    """Find objectives that a side's fastest unit, unhindered, cannot reach in time to hold before the game ends.

    Units that may only enter hexes in sight are assumed to see all of them. If there is too much to walk, a finding says so, and
    the rest is not checked.
    """
    turns = subject.scenario.turns
    if turns is None:
        return
    walks = _Walks(subject, turns)
    for index, objective in enumerate(subject.scenario.objectives):
        goal = subject.objective_mask(index) & subject.usable
        last = turns - max(turns_to_hold(objective) - 1, 0)
        areas, hexes = walks.access.areas_in(goal), np.flatnonzero(goal)
        late_sides = [
            repr(subject.side_title(side))
            for side, start in _starts(subject, objective)
            if last > 0 and hexes.size and not walks.in_time(side, start, areas, hexes, last)
        ]
        if walks.is_spent:
            named = f"objective {objective.title!r} and any after it"
            yield time_unchecked(named, Place(("objectives", index, "hexes")))
            return
        if late_sides:
            hold = turns_to_hold(objective)
            held = f", to be held for {counted(hold, 'turn')}," if hold > 1 else ""
            yield make_finding(
                "objective.too-late",
                f"objective {objective.title!r}{held} is too far for {first_few(late_sides)}: no unit can reach it by the end of turn {last}",
                Place(("objectives", index, "hexes"), hex=subject.first(goal).hex),
            )


def time_unchecked(goal: str, place: Place) -> Finding:
    """Return the finding that the time to a goal was not checked."""
    text = f"the time to {goal} was not checked: the board is too large for so many sides and units"
    return make_finding("time.unchecked", text, place)


#: Most hexes of objectives whose turns are looked up.
MAX_LOOKED_AT: Final = 100_000_000


class _Walks:
    """Turns that units need to reach hexes, cached for each side and mover."""

    def __init__(self, subject: CheckedScenario, turns: int) -> None:
        self.access = _Access(subject)
        self._subject = subject
        self._turns = turns
        self._walkers = sorted(on_foot(subject.everyone), key=lambda it: -it.allowance)
        self._turns_reached: dict[tuple[str, int], NDArray[np.uint16]] = {}
        self._looked_at = 0
        #: Whether too much has been walked to tell any more.
        self.is_spent = False

    def in_time(self, side: str, start: Mask, areas: _Areas, hexes: NDArray[np.intp], last: int) -> bool:
        """Whether a unit reaches hexes from a side's by the end of a turn, or never (a finding of its own)."""
        had = self.access.is_had(side, start, areas)
        groups = [it for it, gets in zip(self._subject.travellers, had, strict=True) if gets]
        able = [at for at, it in enumerate(self._walkers) if any(it in group.movers for group in groups)]
        return not able or any(self._arrives(side, start, at, hexes, last) for at in able)

    def _arrives(self, side: str, start: Mask, walker: int, hexes: NDArray[np.intp], last: int) -> bool:
        """Return whether a walker is on one of ``hexes`` by the end of a turn; also if too much has been walked to tell."""
        from fairground.core.movement.reach import reach

        if (side, walker) not in self._turns_reached:
            if (len(self._turns_reached) + 1) * start.size > MAX_WALKED and self._turns_reached:
                self.is_spent = True
                return True
            reached = reach(
                self._subject.scenario, start, self._turns, mover=self._walkers[walker], blind=True
            )
            # As the number of a turn, NEVER would be the first.
            self._turns_reached[side, walker] = reached.turns.ravel().view(np.uint16)
        turns = self._turns_reached[side, walker]
        self._looked_at += hexes.size
        self.is_spent |= self._looked_at > MAX_LOOKED_AT
        return self.is_spent or bool(turns[hexes].min() <= last)


class _Access:
    """Areas that each group of units reaches from a side's deployment zone, cached for each side."""

    def __init__(self, subject: CheckedScenario) -> None:
        self._groups = subject.travellers
        self._reached: dict[str, _Areas] = {}

    def areas_in(self, goal: Mask) -> _Areas:
        """Return, for each group, the areas with a hex of ``goal`` where the group can end a move."""
        return [it.areas.numbers_in(goal) for it in self._groups]

    def is_had(self, side: str, start: Mask, goal: _Areas) -> list[bool]:
        """Return, for each group, whether it reaches one of its areas in ``goal`` from a side's hexes."""
        if side not in self._reached:
            self._reached[side] = [it.areas.numbers_reached(start) for it in self._groups]
        return [not one.isdisjoint(other) for one, other in zip(self._reached[side], goal, strict=True)]


def check_exits_of_zones(subject: CheckedScenario) -> Iterator[Finding]:
    """Find deployment zones without a way out, or with a way out through one hex only."""
    for index, zone in enumerate(subject.scenario.zones):
        if zone.kind is not ZoneKind.DEPLOYMENT:
            continue
        exits: dict[tuple[int, ...], list[Mover]] = {}
        inside = subject.zone_mask(index)
        near = _beside_others(inside)
        for group in subject.travellers:
            entered = _first_entered(group.steps, inside.ravel(), near)
            if (
                len(entered) < 2
                and (inside & group.steps.may_end).any()
                and (group.steps.may_end & ~inside).any()
            ):
                exits.setdefault(tuple(entered), []).extend(group.movers)
        for out, movers in exits.items():
            who = describe_none_of(movers, subject.everyone)
            place = Place(("zones", index, "hexes"))
            if out:
                name = label(*divmod(out[0], subject.board.columns)[::-1])
                text = f"{who} can leave zone {subject.scenario.zone_title(zone.id)!r} except through {name}"
                yield make_finding("zone.single-exit", text, Place(place.path, hex=name))
            else:
                yield make_finding(
                    "zone.no-way-out", f"{who} can leave zone {subject.scenario.zone_title(zone.id)!r}", place
                )


def check_steep_steps(subject: CheckedScenario) -> Iterator[Finding]:
    """Find neighbouring hexes whose level difference is too great for every class."""
    walkers = on_foot(subject.everyone)
    stood_in = [it.steps for it in subject.travellers if any(mover in walkers for mover in it.movers)]
    if subject.ruleset is None or not stood_in:
        return
    levels, which = np.unique(subject.board.elevation, return_inverse=True)
    rules = subject.ruleset
    steep = np.array(
        [[all(_too_steep(rules, it, int(a), int(b)) for it in walkers) for b in levels] for a in levels],
        np.bool_,
    )
    steep &= steep.T
    if not steep.any():
        return
    level, target = which.ravel(), stood_in[0].neighbours
    stands = np.logical_or.reduce([it.may_end for it in stood_in]).ravel()
    # Three of the six directions visit each pair of neighbours once.
    between = [
        (int(at), int(target[direction][at]))
        for direction in range(3)
        for at in np.flatnonzero(
            (target[direction] >= 0)
            & steep[level, level[target[direction]]]
            & stands
            & stands[target[direction]]
        )
    ]
    if between:
        between = sorted((min(pair), max(pair)) for pair in between)
        columns, hex_names = subject.board.columns, subject.board.hex_names
        names = [
            "-".join(hex_names.cell(at % columns, at // columns) for at in pair) for pair in between[:NAMED]
        ]
        row, column = divmod(between[0][0], columns)
        yield make_finding(
            "elevation.steep",
            f"{counted(len(between), 'hexside is', 'hexsides are')} too steep for every class: {first_few(names, total=len(between))}",
            Place(("board", "elevation", row, column), hex=label(column, row)),
        )


def _too_steep(rules: Ruleset, mover: Mover, left: int, entered: int) -> bool:
    climb = climbing(rules, mover, left, entered)
    if climb.barred:
        return True
    is_dear = climb.cost + rules.movement.base_cost > mover.allowance
    return is_dear and not climb.whole_turn and not rules.movement.minimum_move


def _beside_others(inside: Mask) -> NDArray[np.intp]:
    """Return the numbers of the hexes of a mask that may have a neighbour outside it, of the eight cells around."""
    whole = np.pad(inside, 1, constant_values=True)
    whole = whole[:-2] & whole[1:-1] & whole[2:]
    whole = whole[:, :-2] & whole[:, 1:-1] & whole[:, 2:]
    return np.flatnonzero(inside & ~whole)


def _first_entered(steps: Steps, inside: NDArray[np.bool_], near: NDArray[np.intp]) -> list[int]:
    """Return up to two hexes outside a mask that steps from it enter; ``near`` are those beside its border."""
    cost, found = steps.cost.reshape(6, -1), set[int]()
    starts = near[steps.open.ravel()[near]]
    for direction in range(6):
        ends = steps.neighbours[direction][starts[cost[direction][starts] != IMPOSSIBLE]]
        found.update(np.unique(ends[~inside[ends]])[:2].tolist())
        if len(found) > 1:
            break
    return sorted(found)[:2]


def _starts(subject: CheckedScenario, objective: Objective) -> Iterator[tuple[str, Mask]]:
    """Yield the sides that may win an objective, with their deployment zones.

    Not those with a way to win by it, which ``mission_paths`` checks with their own units; and no side for an objective of a
    mission that gives no points.
    """
    hunters = subject.hunters.get(objective.id, frozenset())
    if subject.is_mission and objective.points <= 0:
        return
    for side, mask in subject.deployment.items():
        if side in subject.side_ids - hunters and can_win((side,), objective):
            yield side, mask


def _all_on_foot(movers: Sequence[Mover], subject: CheckedScenario) -> bool:
    return all(it in movers for it in on_foot(subject.everyone))


def check_stuck_hexes(subject: CheckedScenario) -> Iterator[Finding]:
    """Find hexes of deployment zones from which no unit on foot can go anywhere that matters.

    Goals are the deployment zones of enemies, the objectives that the side can win, and the zones and objectives of its tasks.
    """
    walkers = on_foot(subject.everyone)
    groups = [it for it in subject.travellers if any(mover in walkers for mover in it.movers)]
    for side in subject.scenario.sides:
        zone = subject.deployment.get(side.id)
        goals = _goals(subject, side.id)
        if zone is None or not groups or not goals.any():
            continue
        starts = zone & np.logical_or.reduce([it.steps.may_end for it in groups])
        stuck = starts & ~np.logical_or.reduce([_leading_to(it, starts, goals) for it in groups])
        if not stuck.any():
            continue
        # A zone that leads nowhere as a whole is cut off from enemies and objectives, which other checks report.
        if not np.array_equal(stuck, starts):
            yield make_finding(
                "zone.stuck",
                f"no unit on foot can get from {hex_count(np.count_nonzero(stuck))} of the deployment zone of {side.title!r} "
                f"to an enemy's zone or an objective: {hexes_named(subject.board, stuck)}",
                Place(subject.first(stuck).path, hex=subject.first(stuck).hex),
            )


def _goals(subject: CheckedScenario, side: str) -> Mask:
    """Return the hexes of enemies' deployment zones, and of the places that a side has to go to."""
    zones = [subject.deployment[it.id] for it in subject.enemies(side) if it.id in subject.deployment]
    wanted = {id(it) for it in places_to_go(subject.scenario, (side,))}
    own = subject.any_mask(
        zones=(at for at, it in enumerate(subject.scenario.zones) if id(it) in wanted),
        objectives=(at for at, it in enumerate(subject.scenario.objectives) if id(it) in wanted),
    )
    return _any_of([*zones, own], subject)


def _any_of(masks: Iterable[Mask], subject: CheckedScenario) -> Mask:
    """Return the hexes of any mask, one after the other: together, those of a thousand zones would take half a gigabyte."""
    found = np.zeros_like(subject.void)
    for mask in masks:
        found |= mask
    return found


def _leading_to(group: Travellers, starts: Mask, goals: Mask) -> Mask:
    """Return the starts from which a group of units can go to a goal."""
    labels = group.areas.labels
    inside = starts & group.steps.may_end
    ends = group.areas.numbers_in(goals)
    found = np.zeros_like(inside)
    for number in sorted(set(labels[inside].tolist())):
        area = inside & (labels == number)
        if not ends.isdisjoint(group.areas.numbers_reached(area)):
            found |= area
    return found

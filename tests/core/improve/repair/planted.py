"""Unfair boards made of fair ones: symmetric boards at random, in which a few hexes of one side were changed."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from benchmarks.boards import random_board
from fairground.core import fairness
from fairground.core.grid.hexes import disc
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import BoardSymmetry, Symmetry, board_symmetry
from fairground.core.metrics.fairness.contest import Contest
from fairground.core.metrics.fairness.report import movers_for, report_of
from fairground.core.scenario.board import PaletteEntry, entry_index
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, Verdict
from fairground.core.scenario.hex_edits import Edit, edited
from fairground.core.scenario.parts import Objective, Side, Zone
from fairground.core.scenario.shapes import listed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from fairground.core.grid.hexes import Hex
    from fairground.core.metrics.fairness.report import Fairness
    from fairground.core.scenario.document import Scenario

#: How many boards are made until one is fair and edits are found, and how many edits are tried on each, at most.
_BOARDS, _TRIES = 60, 60
#: The share of the hexes that is locked, and how often one of those that were changed is.
_LOCKED, _CHANGED_LOCKED = 0.03, 0.3


@dataclass(frozen=True)
class Kind:
    """What kind of board is made unfair.

    ``count`` edits are made, of ``changes``. With a ``wall`` two rows of it lie between the zones, with few gaps. ``measures``
    are those that are to be made unfair: none of them, those that gate.
    """

    ruleset: str
    size: int
    count: int
    seed: int
    changes: tuple[str, ...] = ("closed", "terrain", "level", "zone")
    wall: bool = False
    measures: tuple[str, ...] = ()
    density: float = 0.08

    def __str__(self) -> str:
        return f"{self.ruleset}, {self.size}x{self.size}, seed {self.seed}"


@dataclass(frozen=True, eq=False)
class Planted:
    """An unfair scenario: ``edits`` made it of a fair one, and each alone does; ``measures`` are worse than green in it."""

    kind: Kind
    edits: tuple[Edit, ...]
    scenario: Scenario
    measures: tuple[str, ...]

    def locks_touched(self, edits: Sequence[Edit]) -> Iterator[str]:
        """Yield the labels of locked hexes that some edits change."""
        locked = {self.scenario.board.parse(it) for it in self.scenario.locked}
        yield from (self.scenario.board.label(it.hex) for it in edits if it.hex in locked)

    def locked_of(self) -> list[str]:
        """Return the labels of hexes that were changed and are locked now, so that they cannot be changed back."""
        return [*self.locks_touched(self.edits)]


def planted(kind: Kind) -> Planted:
    """Return an unfair scenario of a kind, with some locks.

    As many edits mend it: each can be taken back or, where its hex is locked, be made on the other side too.
    """
    rng = random.Random(str(kind))  # noqa: S311
    for _ in range(_BOARDS):
        fair, symmetry, spots = _symmetric(rng, kind)
        contest, movers = Contest(fair), movers_for(fair, None, None)
        looked_at = {name for name, it in MEASURES.items() if it.gates} | {*kind.measures}
        if _unfair(report_of(contest, movers, MEASURES, looked_at), looked_at):
            continue
        edits: dict[Hex, Edit] = {}
        for _ in range(_TRIES):
            edit = _edit(rng, fair, spots, kind.changes)
            found = report_of(contest.after([edit]), movers, MEASURES, looked_at)
            if edit.hex not in edits and _unfair(found, set(kind.measures) or looked_at):
                edits[edit.hex] = edit
            if len(edits) == kind.count:
                break
        else:
            continue
        made = tuple(edits.values())
        scenario = edited(fair, made)
        unfair = _unfair(fairness(scenario), set(kind.measures) or looked_at)
        if not unfair:
            continue
        changed = {it.hex for it in made} | {symmetry(it.hex) for it in made}
        locks = [it for it in fair.board.hexes() if it not in changed and rng.random() < _LOCKED]
        for it in made:
            elsewhere = replace(it, hex=symmetry(it.hex), zone="south" if it.zone else "")
            both = fairness(edited(fair, (it, elsewhere)))
            if rng.random() < _CHANGED_LOCKED and not _unfair(both, looked_at):
                locks.append(it.hex)
        scenario.locked = [fair.board.label(it) for it in sorted(locks, key=fair.board.cell)]
        return Planted(kind, made, scenario, unfair)
    raise ValueError(f"no unfair board was found: {kind}")


def _unfair(report: Fairness, measures: Collection[str]) -> tuple[str, ...]:
    """Return which of some measures are worse than green."""
    found = (it.id for it in report.measures if it.id in measures and it.band not in (None, Verdict.GREEN))
    return tuple(dict.fromkeys(found))


def _symmetric(rng: random.Random, kind: Kind) -> tuple[Scenario, Symmetry, list[Hex]]:
    """Return a board that half a turn takes to itself, that turn, and the hexes of the north where edits tell most.

    It has a zone at either end and two objectives.
    """
    size = kind.size
    scenario = random_board(
        kind.ruleset, Layout.ODD_R, (size, size), seed=rng.randrange(1 << 30), density=kind.density
    )
    board = scenario.board
    found = board_symmetry(BoardSymmetry.TURN_180, board.layout, size, size)
    assert found is not None
    symmetry = found
    plain = entry_index(board.palette, PaletteEntry("c", ("clear",)))
    board.terrain[board.void] = plain
    board.effects[:] = 0
    board.hexsides = {}
    across, deep = rng.randint(size // 4, size // 2), 1 if size < 20 else 2
    first = (size - across) // 2
    spots = set()
    if kind.wall:
        row = size // 2 - 3
        board.terrain[row] = _closed(scenario)[0]
        for column in rng.sample(range(size), 3):
            board.terrain[row, column] = plain
            board.elevation[row - 1 : row + 2, column] = 0
            spots.add(board.layout.from_offset(column, row))
    zone = [board.layout.from_offset(first + column, row) for row in range(deep) for column in range(across)]
    goal = board.layout.from_offset(rng.randrange(2, size - 2), rng.randrange(deep + 1, size // 2 - 3))
    for at in (*zone, goal):
        board.terrain[board.cell(at)], board.elevation[board.cell(at)] = plain, 0
    for at in board.hexes():
        cell, other = board.cell(at), board.cell(symmetry(at))
        if other < cell:
            board.terrain[cell], board.elevation[cell] = board.terrain[other], board.elevation[other]
    scenario.sides = [Side("north"), Side("south")]
    scenario.zones = [
        Zone("north", "north", listed(board.layout, zone)),
        Zone("south", "south", listed(board.layout, [symmetry(at) for at in zone])),
    ]
    scenario.objectives = [
        Objective("well", listed(board.layout, [goal])),
        Objective("mill", listed(board.layout, [symmetry(goal)])),
    ]
    if not kind.wall:
        spots |= {near for at in zone for near in disc(at, 2) if board.contains(near)}
    return scenario, symmetry, sorted(spots - {goal})


def _closed(scenario: Scenario) -> list[int]:
    """Return the entries of the palette that nobody can be in."""
    rules, palette = scenario.rules, scenario.board.palette
    if all(rules.ground(it.kinds).passable for it in palette if not it.is_void):
        name = next(it for it in rules.terrain if not rules.ground([it]).passable)
        entry_index(palette, PaletteEntry("x", (name,)))
    return [
        place for place, it in enumerate(palette) if not it.is_void and not rules.ground(it.kinds).passable
    ]


def _edit(rng: random.Random, fair: Scenario, spots: Sequence[Hex], changes: Sequence[str]) -> Edit:
    """Return an edit at random that changes something."""
    board = fair.board
    while True:
        at, change = rng.choice(spots), rng.choice(changes)
        now = int(board.terrain[board.cell(at)])
        match change:
            case "zone":
                inside = bool(fair.zones[0].shape.mask(board)[board.cell(at)])
                return Edit(at, "zone", zone="north", inside=not inside)
            case "level" if board.level_at(at) < fair.rules.levels.max:
                return Edit(
                    at, "level", level=min(board.level_at(at) + rng.randint(1, 2), fair.rules.levels.max)
                )
            case "closed" if now not in _closed(fair):
                return Edit(at, "terrain", terrain=rng.choice(_closed(fair)))
            case "terrain":
                entries = [it for it, entry in enumerate(board.palette) if it != now and not entry.is_void]
                return Edit(at, "terrain", terrain=rng.choice(entries))

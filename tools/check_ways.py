"""Repair random unfair boards, and check that no repair walls a side in.

    python tools/check_ways.py [--boards 1000] [--first 0] [--results ways.jsonl]

Boards have 4x4 to 7x6 hexes with terrain and levels at random, under one of five rulesets, two zones and, on most of them,
an objective. Those that have errors, or are fair by the measures asked for, don't count. Each is repaired for one class by
one or two edits of any kind, and every repair that is offered is checked. Then the ways of all classes on foot are searched again, hex by hex and step by step, without
the code of the repair: from each zone to the other and to the objective. Each result is a line of the results file; a run
with the same file goes on where the last one ended. The exit status is 1 when a class has lost a way,
or when some hex of a zone that it can stand in leads nowhere and didn't before.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from fairground.core import fairness, repair, validate
from fairground.core.finding import Severity
from fairground.core.grid.hexes import neighbours
from fairground.core.grid.layout import Layout
from fairground.core.movement.mover import mover, movers
from fairground.core.movement.step_cost import StepCosts
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.fairness_titles_and_limits import Verdict
from fairground.core.scenario.parts import Objective, Side, Zone
from fairground.core.scenario.shapes import listed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.grid.hexes import Hex
    from fairground.core.improve.repair.goals import WayCost
    from fairground.core.improve.repair.repair import Repair
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario

    #: A class, a zone, and a goal: the other zone or an objective.
    Way = tuple[str, str, str]

#: The rulesets, each with a class to repair for, and terrain besides clear ground.
RULES = (
    ("penance-1.0", "heavy", ("wall", "cover")),
    ("penance-2.0", "heavy", ("wall", "forest")),
    ("penance-arena", "aberrant", ("wall", "road")),
    ("hexside-ww2", "vehicle", ("building", "pond")),
    ("megamek", "vehicle", ("building", "woods-2")),
)
SIZES = ((4, 4), (5, 4), (6, 5), (7, 6))
#: Measures to repair, one for each board.
MEASURES = ("territory", "objectives", "contact", "territory", "capacity", "objectives", "exposure")
#: The most edits of a repair: one for two boards of three, two for the third.
MOST_EDITS = (1, 1, 2)


@dataclass(frozen=True)
class RandomBoard:
    """A random board to repair."""

    seed: int

    @property
    def scenario(self) -> Scenario:
        """The scenario, the same for a seed; it may have errors."""
        rng = random.Random(self.seed)  # noqa: S311  # not cryptographic
        ruleset, _, kinds = self._rules
        columns, rows = size = rng.choice(SIZES)
        scenario = blank_scenario("Random", layout=Layout.ODD_R, size=size, ruleset=ruleset)
        board = scenario.board
        board.palette = [PaletteEntry(".", ("clear",)), *(PaletteEntry(it[:1], (it,)) for it in kinds)]
        for row in range(rows):
            for column in range(columns):
                if rng.random() < 0.3:
                    board.terrain[row, column] = rng.randrange(len(board.palette))
                if rng.random() < 0.2:
                    board.elevation[row, column] = rng.randint(1, 2)
        scenario.sides = [Side("north"), Side("south")]
        scenario.zones = []
        for name, row in (("north", 0), ("south", rows - 1)):
            count = rng.randint(2, columns)
            first = rng.randint(0, columns - count)
            hexes = [board.layout.from_offset(column, row) for column in range(first, first + count)]
            scenario.zones.append(Zone(name, name, listed(board.layout, hexes)))
        if rng.random() < 0.6 or self.measure == "objectives":
            middle = board.layout.from_offset(rng.randrange(columns), rows // 2)
            scenario.objectives = [Objective("well", listed(board.layout, [middle]), points=1)]
        return scenario

    @property
    def measure(self) -> str:
        """The measure to repair."""
        return MEASURES[self.seed // len(RULES) % len(MEASURES)]

    @property
    def is_unfair(self) -> bool:
        """Whether the board has no errors, and is unfair by its measure."""
        if any(it.severity is Severity.ERROR for it in validate(self.scenario)):
            return False
        found = fairness(self.scenario, unit_class=self._rules[1], measures=[self.measure])
        return any(it.band not in (None, Verdict.GREEN) for it in found.measures)

    def repaired(self) -> Repair:
        """Return the repair of the board."""
        return repair(
            self.scenario,
            [self.measure],
            unit_class=self._rules[1],
            most_edits=MOST_EDITS[self.seed % len(MOST_EDITS)],
            despite_errors=True,
        )

    def faults(self, found: Repair) -> list[str]:
        """Return the ways that the offers of a repair have cut, and claims of their proofs that aren't so, as sentences."""
        before = WalkedWays(self.scenario)
        return [
            fault for it in found.offers for fault in _faults(before, WalkedWays(it.scenario), it.ways)
        ] + _faults(before, before, found.unchanged_ways)

    @property
    def _rules(self) -> tuple[str, str, tuple[str, ...]]:
        return RULES[self.seed % len(RULES)]


def _faults(before: WalkedWays, after: WalkedWays, proof: Iterable[WayCost]) -> list[str]:
    """Return the ways that are cut, and the lines of a proof that are wrong, as sentences."""
    faults = [f"{' '.join(it)} is cut" for it in sorted(before.joined - after.joined)]
    faults += [
        f"{way[0]} is stuck in {at}" for way, at in sorted(after.stuck - before.stuck) if way in before.joined
    ]
    faults += [
        f"the proof for {it.class_id} from {it.start} to {it.goal} is wrong"
        for it in proof
        if (it.after is None) == ((it.class_id, it.start, it.goal) in after.joined)
        or (it.before is None) == ((it.class_id, it.start, it.goal) in before.joined)
    ]
    return faults


class WalkedWays:
    """The ways of a scenario for all classes on foot, found step by step.

    ``joined`` are the ways found, and ``stuck`` hexes of a zone from which there are none.
    """

    def __init__(self, scenario: Scenario) -> None:
        board = scenario.board
        zones = {it.id: board.hexes_of(it.shape.mask(board)) for it in scenario.zones}
        goals = {it.title: board.hexes_of(it.shape.mask(board)) for it in scenario.objectives}
        self.joined: set[Way] = set()
        self.stuck: set[tuple[Way, str]] = set()
        walkers = [it for it in movers(scenario) if it.mode_id == mover(scenario).mode_id]
        for walker in walkers:
            costs = StepCosts(scenario, walker)
            stands = {
                at
                for at in board.hexes()
                if scenario.rules.ground(board.terrain_at(at)).admits(walker.unit_class)
            }
            reached: dict[Hex, set[Hex]] = {}
            for zone, hexes in zones.items():
                for goal, ends in {**zones, **goals}.items():
                    way = (walker.class_id, zone, goal)
                    for at in hexes & stands if goal != zone else ():
                        if at not in reached:
                            reached[at] = _reached(board, costs, at)
                        if reached[at] & ends & stands:
                            self.joined.add(way)
                        else:
                            self.stuck.add((way, board.label(at)))

    def are_kept_by(self, after: WalkedWays) -> bool:
        """Whether another board has all these ways, and no hex of a zone is stuck that wasn't."""
        new = {it for it in after.stuck - self.stuck if it[0] in self.joined}
        return self.joined <= after.joined and not new


def _reached(board: Board, costs: StepCosts, start: Hex) -> set[Hex]:
    found, waiting = {start}, [start]
    while waiting:
        at = waiting.pop()
        for direction, near in enumerate(neighbours(at)):
            if near not in found and board.contains(near) and costs.step(at, direction).cost is not None:
                found.add(near)
                waiting.append(near)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--boards", type=int, default=1000, help="how many unfair boards are repaired")
    parser.add_argument("--first", type=int, default=0, help="seed of the first board")
    parser.add_argument(
        "--results", type=Path, help="file for results; boards that it has are not repaired again"
    )
    options = parser.parse_args()
    known = _known(options.results) if options.results is not None else {}
    outcomes: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    repaired = failed = offers = 0
    seed, began = options.first, time.process_time()
    while repaired < options.boards:
        result = known.get(seed)
        if result is None:
            result = _result(RandomBoard(seed))
            if options.results is not None:
                with options.results.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(result) + "\n")
        seed += 1
        if not result["outcome"]:
            continue
        repaired += 1
        failed += bool(result["faults"])
        offers += result["offers"]
        outcomes[result["outcome"]] += 1
        kinds.update(result["edits"])
        if result["faults"]:
            print(f"FAIL {RandomBoard(seed - 1)}: {'; '.join(result['faults'])}", flush=True)
        if repaired % 50 == 0:
            print(
                f"{repaired} boards, up to seed {seed - 1}; {time.process_time() - began:.0f} s", flush=True
            )
    print(
        f"{failed} of {repaired} failed, with {offers} repairs offered; outcomes: {_listed(outcomes)}; "
        f"edits: {_listed(kinds)}"
    )
    return int(failed > 0)


def _known(file: Path) -> dict[int, dict[str, Any]]:
    """Return the results in a file by seed, and remove a last line that was cut off."""
    if not file.exists():
        return {}
    whole, _, cut_off = file.read_text(encoding="utf-8").rpartition("\n")
    if cut_off:
        file.write_text(f"{whole}\n" if whole else "", encoding="utf-8")
    results = [json.loads(line) for line in whole.splitlines()]
    return {it["seed"]: it for it in results}


def _result(board: RandomBoard) -> dict[str, Any]:
    """Return the result for a board as plain data; the outcome is empty if it isn't unfair, or has errors."""
    if not board.is_unfair:
        return {"seed": board.seed, "outcome": "", "faults": [], "offers": 0, "edits": []}
    found = board.repaired()
    return {
        "seed": board.seed,
        "outcome": found.outcome.value,
        "faults": board.faults(found),
        "offers": len(found.offers),
        "edits": [step.edit.kind for it in found.offers for step in it.steps],
    }


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.most_common())


if __name__ == "__main__":
    sys.exit(main())

"""The program's verdicts side by side with those of the second judge, on boards at random."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.sight.line.verdict import Verdicts
from tests.core.sight.brute_force import Judge, Judged
from tests.core.sight.random_boards import (
    EVERYTHING,
    POLICIES,
    hex_rulesets,
    pairs,
    random_policies,
    random_scenario,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario

#: Pairs judged on each board.
A_BOARD = 100


class Compared(NamedTuple):
    """One line judged twice."""

    scenario: Scenario
    start: Hex
    end: Hex
    heights: tuple[int, int]
    expected: Judged
    found: Judged

    def __str__(self) -> str:
        """Return what differs, and how to get there."""
        differing = [
            f"{name} {found}, expected {expected}"
            for name, found, expected in zip(Judged._fields, self.found, self.expected, strict=True)
            if found != expected
        ]
        board, rules = self.scenario.board, self.scenario.ruleset
        policies = {path: rules.overrides[path] for path in POLICIES if path in rules.overrides}
        ends = f"{board.hex_name(self.start)} to {board.hex_name(self.end)}, heights {self.heights}"
        return f"{rules.name} {policies}: {ends}: {'; '.join(differing)}"


def compare_scenario(rng: random.Random, scenario: Scenario, count: int) -> Iterator[Compared]:
    """Yield so many lines of a scenario, judged twice."""
    judge, verdicts = Judge(scenario), Verdicts(scenario)
    for start, end, heights in pairs(rng, scenario, count):
        seen = verdicts.sight(start, end, heights)
        found = Judged(seen.clear, seen.hindrance, seen.cover, seen.opacities)
        yield Compared(scenario, start, end, heights, judge.judge(start, end, heights), found)


def compare(seed: int, count: int) -> Iterator[Compared]:
    """Yield so many lines, judged twice: by turns of a shipped ruleset, and of one with policies at random."""
    rng = random.Random(seed)  # noqa: S311  # the same boards each time
    shipped = hex_rulesets()
    for board in range(-(-count // A_BOARD)):
        if board % 2:
            scenario = random_scenario(rng, shipped[board // 2 % len(shipped)])
        else:
            name = rng.choice((EVERYTHING, EVERYTHING, *shipped))
            scenario = random_scenario(rng, name, random_policies(rng, name))
        yield from compare_scenario(rng, scenario, min(A_BOARD, count - board * A_BOARD))

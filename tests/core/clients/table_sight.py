"""What a virtual table makes of exported walls, beside what the ruleset says, for all pairs of clear hexes of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fairground.core.clients.walls import SightStop, blockers, walls
from fairground.core.rules.sight import HexsidePolicy
from fairground.core.sight.line.verdict import Verdicts
from tests.core.clients.blocked_boards import open_pairs
from tests.core.clients.rays import Walls

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from tests.core.clients.rays import Ray


class Compared(NamedTuple):
    """A pair of hexes: whether the table lets one see the other, whether the rules do, and whether the ray is a tie."""

    start: Hex
    end: Hex
    seen: bool
    clear: bool
    is_tie: bool

    def __str__(self) -> str:
        words = {True: "clear", False: "blocked"}
        return (
            f"{self.start} to {self.end}: {words[self.seen]} by the walls, {words[self.clear]} by the rules"
        )


def exact_walls(scenario: Scenario) -> Walls:
    """Return the walls of a scenario on exact corners."""
    return Walls(
        (start.q3, start.r3, end.q3, end.r3, 1 if wall.sight is SightStop.HERE else 2)
        for wall in walls(blockers(scenario), scenario.board.layout)
        if wall.sight is not SightStop.NOWHERE
        for start, end in wall.pieces
    )


def compared(scenario: Scenario, pairs: Iterable[tuple[Hex, Hex]] | None = None) -> Iterator[Compared]:
    """Yield pairs of clear hexes, all of them unless given; ties are decided as the ruleset decides lines along hexsides."""
    barriers, verdicts = exact_walls(scenario), Verdicts(scenario)
    for start, end in open_pairs(scenario) if pairs is None else pairs:
        ray = barriers.ray((3 * start.q, 3 * start.r), (3 * end.q, 3 * end.r))
        clear = verdicts.sight(start, end).clear
        yield Compared(start, end, not _ends(scenario, ray), clear, ray.is_tie)


def _ends(scenario: Scenario, ray: Ray) -> bool:
    if scenario.rules.sight.hexside is HexsidePolicy.BOTH_SIDES:
        return ray.left and ray.right
    return ray.left or ray.right

"""One turn of movement without blind steps: each hex entered is in sight from the hex where the turn began (rule P2-18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.grid.hexes import DIRECTIONS, Hex
from fairground.core.movement.sweep import Level, Move, Sweep, moved
from fairground.core.sight.field.visibility import visibility

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.movement.stances import Stances
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.field.lanes import Lanes

#: The stance that a turn began in, the stance now, and how far it is from where the turn began (q, r).
_Place = tuple[int, int, int, int]


class SeenHexes:
    """Which hexes can be entered in a turn that began in a hex, by sight from the height of the mover's class."""

    def __init__(self, scenario: Scenario, stances: Stances, lanes: Lanes) -> None:
        height = stances.steps.mover.unit_class.height
        self._table = visibility(scenario, stances.most_steps, (height, 0))
        self._known: dict[tuple[int, int], int] = {}
        self._pairs: dict[tuple[int, int], bool] = {}
        board = scenario.board
        q, r = board.layout.axial_arrays(board.columns, board.rows)
        self._q: list[int] = q.ravel().tolist()
        self._r: list[int] = r.ravel().tolist()
        self._lane: list[int] = lanes.of_hexes.ravel().tolist()

    def sees(self, begun: int, target: int) -> bool:
        """Return whether a hex is in sight from another, each as ``row * columns + column``."""
        found = self._pairs.get((begun, target))
        if found is None:
            offset = Hex(self._q[target] - self._q[begun], self._r[target] - self._r[begun])
            found = self._pairs[begun, target] = bool(self.from_where(offset) >> self._lane[begun] & 1)
        return found

    def from_where(self, offset: Hex) -> int:
        """Return the lanes of the hexes that see the hex an offset away."""
        key = offset.q, offset.r
        if key not in self._known:
            self._known[key] = self._table.from_where(offset)
        return self._known[key]


class InSight:
    """All turns of a board at once: for each way that a turn can take, the hexes it can begin in as the bits of one number.

    Other than a ``Sweep``, which forgets where turns began, this knows for each which hexes are in sight.
    """

    def __init__(self, sweep: Sweep, stances: Stances, lanes: Lanes, seen: SeenHexes) -> None:
        self._stances = stances
        self._lanes = lanes
        self._seen = seen
        self._steps = {lanes.move(lanes.step(step)): step for step in (Hex(0, 0), *DIRECTIONS)}
        self._known: dict[tuple[int, int, int], list[tuple[Move, int, int, int]]] = {}
        self._levels = list(self._spread(sweep))
        self._known.clear()

    def forward(self, starts: Sequence[int]) -> Iterator[Level]:
        """Yield what turns reach that begin in any of the starts; as ``Sweep.forward``, starts at the start of a turn."""
        reached = [0] * len(self._stances.all)
        for spent, places in self._levels:
            found = [0] * len(reached)
            for (first, stance, _, _), lanes, bits in places:
                hits = bits & starts[first]
                if hits:
                    found[stance] |= moved(hits, lanes)
            found = [new & ~old for new, old in zip(found, reached, strict=True)]
            if any(found):
                reached = [old | new for old, new in zip(reached, found, strict=True)]
                yield Level(spent, found)

    def begun(self, ends: Sequence[int]) -> list[int]:
        """Return where a turn can begin that reaches one of the ends: lanes, by stance."""
        found = [0] * len(self._stances.all)
        for _, places in self._levels:
            for (first, stance, _, _), lanes, bits in places:
                if ends[stance]:
                    found[first] |= bits & moved(ends[stance], -lanes)
        return found

    def _spread(self, sweep: Sweep) -> Iterator[tuple[int, list[tuple[_Place, int, int]]]]:
        """Yield with how many points each place is reached, how many lanes away it is, and from where."""
        allowance = self._stances.allowance
        reached: dict[_Place, int] = {}
        waiting: dict[int, dict[_Place, int]] = {
            0: {(stance, stance, 0, 0): self._lanes.every for stance in self._stances.starts}
        }
        while waiting:
            spent = min(waiting)
            here = waiting.pop(spent)
            found: dict[_Place, int] = {}
            while here:
                at_once: dict[_Place, int] = {}
                for place, bits in here.items():
                    old = reached.get(place, 0)
                    new = bits & ~old
                    if not new:
                        continue
                    reached[place] = old | new
                    found[place] = found.get(place, 0) | new
                    first, stance, q, r = place
                    for it, to_q, to_r, allowed in self._ways(sweep, stance, q, r):
                        then = spent + it.time
                        hits = new & allowed
                        if then <= allowance and hits:
                            into = at_once if not it.time else waiting.setdefault(then, {})
                            to = first, it.stance, to_q, to_r
                            into[to] = into.get(to, 0) | hits
                here = at_once
            if found:
                yield spent, [(place, self._away(*place[2:]), bits) for place, bits in found.items()]

    def _ways(self, sweep: Sweep, stance: int, q: int, r: int) -> list[tuple[Move, int, int, int]]:
        """Return each way to go on from an offset: to which one, and the hexes that the turn must have begun in."""
        key = stance, q, r
        if key not in self._known:
            away = self._away(q, r)
            found = []
            for it in sweep.moves[stance]:
                step = self._steps[it.lanes]
                allowed = moved(it.hexes, -away)
                if it.lanes:
                    allowed &= self._seen.from_where(Hex(q + step.q, r + step.r))
                found.append((it, q + step.q, r + step.r, allowed))
            self._known[key] = [it for it in found if it[-1]]
        return self._known[key]

    def _away(self, q: int, r: int) -> int:
        return self._lanes.move(self._lanes.step(Hex(q, r)))

"""The archive: the fairest board of each cell of a grid over two axes, and a selection of distant ones."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.metrics.fairness.ratings import judged
from fairground.core.scenario.fairness_bands import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from fairground.core.grid.symmetry import Symmetry
    from fairground.core.metrics.fairness.measured_values import MeasuredValues
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_measures import MeasureSpec


class FairnessRank(NamedTuple):
    """How far from fair a board is; less is better, and what comes first counts first.

    ``severity`` is that of the worst band, ``unfair`` the number of readings that are not green, ``beyond`` how far past green
    all are together (each at most ``MOST_BEYOND``).
    """

    severity: int
    unfair: int
    beyond: Fraction


#: One reading that is hopeless is not to hide what the others say.
MOST_BEYOND = Fraction(10)


def standing(
    readings: Iterable[MeasuredValues], standards: Mapping[str, MeasureSpec], roles: Mapping[str, str]
) -> FairnessRank:
    """Return what the readings of measures that gate come to; others do not count."""
    severity, unfair, beyond = 0, 0, Fraction(0)
    for it in readings:
        if not standards[it.id].gates:
            continue
        found = judged(it, standards[it.id], roles)
        worst = max((one.verdict.severity for one in found), default=0)
        severity = max(severity, worst)
        unfair += worst > 0
        beyond += min(sum((one.beyond(Verdict.GREEN) for one in found), Fraction(0)), MOST_BEYOND)
    return FairnessRank(severity, unfair, beyond)


#: Where a board lies on the two axes; None where it has no value.
Places = tuple[Fraction | None, Fraction | None]
#: A cell of the grid.
Cell = tuple[int | None, int | None]


@dataclass(frozen=True, eq=False)
class ArchivedBoard:
    """A board, where it lies and how fair it is.

    ``root`` is the id of the scenario that it was changed from, itself or by others in between; ``symmetry`` is what it is
    kept symmetric by. ``given`` is whether nothing was changed by chance.
    """

    scenario: Scenario
    places: Places
    standing: FairnessRank
    root: str
    symmetry: Symmetry | None
    given: bool = False


class Archive:
    """The fairest board of each cell; the first of several that are as fair."""

    def __init__(self, steps: tuple[Fraction, Fraction]) -> None:
        self._steps = steps
        self._cells: dict[Cell, ArchivedBoard] = {}

    def __len__(self) -> int:
        return len(self._cells)

    def cell(self, places: Places) -> Cell:
        """Return the cell of a place."""
        one, other = (
            None if it is None else int(it // step) for it, step in zip(places, self._steps, strict=True)
        )
        return one, other

    def wants(self, places: Places, standing: FairnessRank) -> bool:
        """Return whether a board would be the fairest of its cell."""
        known = self._cells.get(self.cell(places))
        return known is None or standing < known.standing

    def keep(self, found: ArchivedBoard) -> None:
        """Keep a board in its cell, in place of another."""
        self._cells[self.cell(found.places)] = found

    @property
    def boards(self) -> list[ArchivedBoard]:
        """The boards that are kept, cell by cell."""
        return [self._cells[it] for it in sorted(self._cells, key=_order)]

    def far_apart(self, count: int, start: Places) -> list[ArchivedBoard]:
        """Return up to ``count`` boards, none of them given, as far from each other and from ``start`` as can be.

        The farthest is taken first, and then always that which is farthest from all before. Distances are counted in cells, and
        each axis is as long as the other. They are returned in the order of the first axis, then the second. Where enough boards are no worse than red, amber or green, as the best are, others
        are left out.
        """
        waiting = {self.cell(it.places): it for it in self.boards if not it.given}
        for severity in range(3):
            good = {cell: it for cell, it in waiting.items() if it.standing.severity <= severity}
            if len(good) >= count:
                waiting = good
                break
        lengths = self._lengths()
        chosen: list[Cell] = [self.cell(start)]
        found: list[ArchivedBoard] = []
        while waiting and len(found) < count:
            best = max(
                waiting,
                key=lambda it: (
                    min(_apart(it, other, lengths) for other in chosen),
                    [-part for part in waiting[it].standing],
                    _order(it),
                ),
            )
            chosen.append(best)
            found.append(waiting.pop(best))
        return sorted(found, key=lambda it: _order(self.cell(it.places)))

    def _lengths(self) -> tuple[int, int]:
        return _length([it[0] for it in self._cells]), _length([it[1] for it in self._cells])


def _length(numbers: Sequence[int | None]) -> int:
    known = [it for it in numbers if it is not None]
    return max(known) - min(known) + 1 if known else 1


def _apart(one: Cell, other: Cell, lengths: tuple[int, int]) -> Fraction:
    """Return the square of how far two cells are apart; what has no value is a whole axis away from what has one."""
    total = Fraction(0)
    for a, b, length in zip(one, other, lengths, strict=True):
        far = Fraction(int(a is not b)) if a is None or b is None else Fraction(a - b, length)
        total += far * far
    return total


def _order(cell: Cell) -> tuple[tuple[bool, int], ...]:
    return tuple((it is None, it or 0) for it in cell)

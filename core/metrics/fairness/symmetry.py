"""The symmetry report: the turn or mirror that exchanges the parties best, and whether it makes the board fair."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.grid.symmetry import SYMMETRY_NAMES
from fairground.core.metrics.fairness import sentences
from fairground.core.metrics.fairness.measured_values import MeasuredValues
from fairground.core.scenario.arrays import hexside_table
from fairground.core.scenario.board_symmetry import (
    board_images,
    centred_images,
    content_of,
    deviating,
    deviating_without_hexsides,
    partners,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.symmetry import Symmetry
    from fairground.core.metrics.fairness.contest import Contest
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.board_symmetry import Image

    Mask = NDArray[np.bool_]

#: The one advantage that symmetry doesn't remove.


@dataclass(frozen=True, eq=False)
class SymmetryReport:
    """The turn or mirror that fits a board best, of those that take every party's zones to another's.

    ``symmetry`` is None if there is no such turn or mirror. ``share`` is the share of hexes that equal their images.
    ``image`` is that of the board, None without a symmetry. ``fair`` is whether the board is fair by construction; ``but``
    lists the reservations as clauses, at least the order of turns.
    """

    board: Board
    name: str
    symmetry: Symmetry | None
    share: Fraction
    deviating: Mask
    image: Image | None
    fair: bool
    but: tuple[str, ...]

    @cached_property
    def partners(self) -> tuple[tuple[Hex, Hex | None], ...]:
        """The hexes that differ from their images, row by row, each with its image, None if that is off the board."""
        return () if self.image is None else tuple(_partnered(self.board, self.image, self.deviating))

    @property
    def text(self) -> str:
        """The report in a sentence or two."""
        return sentences.describe_symmetry(self)

    def measured(self) -> MeasuredValues:
        """Return the report in the form of a measure's values."""
        return MeasuredValues("symmetry", self.text, hexes=self.deviating)


def symmetry_report(contest: Contest) -> SymmetryReport:
    """Return how symmetric a board is, and whether that makes it fair.

    Hexes are compared by terrain, effects, level, hexside features and zones; void hexes aren't compared. Turns and mirrors
    are about the middle of the hexes, to within a hex. Of several that fit equally well the first counts, turns before
    mirrors. The board is fair by construction if exact symmetries take every party to every other, and objectives and units
    likewise, and no rule distinguishes left and right that a mirror swaps.
    """
    board, void = contest.board, contest.void
    solid = ~void
    compared = _Compared(contest)
    best = compared.best()
    if best is None:
        return SymmetryReport(
            board, "", None, Fraction(0), np.zeros_like(void), None, fair=False, but=(sentences.TURN_ORDER,)
        )
    count, image, differing = best
    total = int(np.count_nonzero(solid))
    reservations: list[str] = []
    if not count:
        exact = [
            (it, exchanged)
            for it in board_images(board, void)
            for exchanged in (partners(compared.zones, it),)
            if not compared.deviating(it, exchanged).any()
        ]
        reservations = list(_reservations(contest, image, exact))
    return SymmetryReport(
        board=board,
        name=SYMMETRY_NAMES[image.kind],
        symmetry=image.symmetry,
        share=Fraction(total - count, total),
        deviating=differing,
        image=image,
        fair=not count and not reservations,
        but=(*reservations, sentences.TURN_ORDER),
    )


class Likeness(NamedTuple):
    """The turn or mirror that fits a board best: its image, the hexes that differ, and the party that each becomes."""

    image: Image
    deviating: Mask
    exchanged: Mapping[str, str]


def best_likeness(contest: Contest) -> Likeness | None:
    """Return the turn or mirror that fits a board best, of those that exchange the zones; None if there is none."""
    compared = _Compared(contest)
    best = compared.best()
    return None if best is None else Likeness(best[1], best[2], partners(compared.zones, best[1]))


class _Compared:
    """A board beside its images."""

    def __init__(self, contest: Contest) -> None:
        self._board, self._void = contest.board, contest.void
        self.zones = {it.id: it.mask for it in contest.parties}
        self._content, self._table = content_of(self._board, self._void), hexside_table(self._board)

    def best(self) -> tuple[int, Image, Mask] | None:
        """Return the number of hexes that differ from the best image, the image, and these hexes."""
        best: tuple[int, Image, Mask] | None = None
        for image in centred_images(self._board, self._void):
            exchanged = partners(self.zones, image)
            if any(party == partner for party, partner in exchanged.items()):
                continue
            # Features of hexsides can only add to the hexes that differ.
            least = deviating_without_hexsides(self._content, self.zones, exchanged, image) & ~self._void
            if best is not None and np.count_nonzero(least) >= best[0]:
                continue
            differing = self.deviating(image, exchanged)
            count = int(np.count_nonzero(differing))
            if best is None or count < best[0]:
                best = count, image, differing
        return best

    def deviating(self, image: Image, exchanged: dict[str, str]) -> Mask:
        """Return the hexes that differ from their images, without void ones."""
        return deviating(self._board, self._content, self.zones, exchanged, self._table, image) & ~self._void


def _partnered(board: Board, image: Image, differing: Mask) -> Iterator[tuple[Hex, Hex | None]]:
    for row, column in np.argwhere(differing).tolist():
        at = board.layout.from_offset(column, row)
        there = image.on_board[row, column]
        yield at, image.symmetry(at) if there else None


def _reservations(contest: Contest, image: Image, exact: list[tuple[Image, dict[str, str]]]) -> Iterator[str]:
    """Yield the reasons why a symmetric board isn't fair by construction."""
    apart = _apart([it.id for it in contest.parties], [exchanged for _, exchanged in exact])
    if apart:
        yield sentences.NO_EXCHANGE.format(*(contest.titles.get(it, it) for it in apart))
    if image.symmetry.mirrored and contest.rules.shields:
        yield sentences.MIRRORED_SHIELDS
    roles = {it.role for it in contest.parties}
    if len(roles) > 1:
        yield sentences.DIFFERENT_ROLES.format(", ".join(sorted(it or "none" for it in roles)))
    exchanged = next((it for found, it in exact if found.symmetry == image.symmetry), {})
    if _objectives(contest, None, {}) != _objectives(contest, image, exchanged):
        yield sentences.UNEVEN_OBJECTIVES
    if _units(contest, None, {}) != _units(contest, image, exchanged):
        yield sentences.UNEVEN_UNITS


def _apart(parties: list[str], exchanges: list[dict[str, str]]) -> tuple[str, str] | None:
    """Return two parties that no symmetries take to each other; None if there are none."""
    joined = {parties[0]}
    while more := {
        b
        for exchanged in exchanges
        for pair in exchanged.items()
        for a, b in (pair, pair[::-1])
        if a in joined and b not in joined
    }:
        joined |= more
    other = next((it for it in parties if it not in joined), None)
    return None if other is None else (parties[0], other)


def _objectives(
    contest: Contest, image: Image | None, exchanged: dict[str, str]
) -> Counter[tuple[object, ...]]:
    """Return the owner, worth and hexes of each objective, or of its image."""
    found: Counter[tuple[object, ...]] = Counter()
    for it in contest.scenario.objectives:
        mask = it.shape.mask(contest.board) & ~contest.void
        if image is not None:
            mask = _carried(mask, image)
        owner = _party_of(contest, it.side)
        found[exchanged.get(owner, owner), it.points, it.hold, it.kind, mask.tobytes()] += 1
    return found


def _units(contest: Contest, image: Image | None, exchanged: dict[str, str]) -> Counter[tuple[object, ...]]:
    """Return the owner, class, points and hex of each unit, or of its image."""
    found: Counter[tuple[object, ...]] = Counter()
    for it in contest.scenario.units:
        owner = _party_of(contest, it.side)
        at = it.hex if image is None else image.symmetry(it.hex)
        found[exchanged.get(owner, owner), it.unit_class, it.allowance, at] += 1
    return found


def _party_of(contest: Contest, side: str) -> str:
    return next((it.id for it in contest.parties if side in it.sides), "")


def _carried(mask: Mask, image: Image) -> Mask:
    found = np.zeros_like(mask)
    at = mask & image.on_board
    found[image.row[at], image.column[at]] = True
    return found

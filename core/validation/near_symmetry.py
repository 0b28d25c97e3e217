"""Near-symmetry: boards that were surely meant to be symmetric, but for a few hexes.

A hex and its image under a turn or mirror of the board are compared by terrain, effects, level, the features on
their sides and whose deployment zone they lie in. Everything is counted in whole hexes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.finding import Finding, Place
from fairground.core.grid.labels import label
from fairground.core.grid.symmetry import BoardSymmetry, board_symmetry
from fairground.core.grid.symmetry_facts import SYMMETRY_NAMES
from fairground.core.scenario.arrays import inside, step
from fairground.core.validation.codes import found
from fairground.core.validation.wording import hex_count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fairground.core.grid.symmetry import Symmetry
    from fairground.core.scenario.arrays import Ints
    from fairground.core.scenario.board import PaletteEntry
    from fairground.core.validation.subject import Mask, Subject

#: From how many hundredths of the board on it counts as nearly symmetric.
NEAR = 95
#: How many deviating pairs are named.
PAIRS = 12
#: How many hexes of a zone are enough to see on which other zone it falls.
SAMPLE = 1000


class _Image(NamedTuple):
    """A symmetry of the board, and the row and column that every hex becomes; ``[rows, columns]``.

    ``row`` and ``column`` are 0 for hexes that become none of the rectangle; such hexes are void.
    """

    kind: BoardSymmetry
    symmetry: Symmetry
    row: Ints
    column: Ints


class _Fit(NamedTuple):
    """How well a symmetry fits; ``deviating`` marks the hexes that are not like their images."""

    image: _Image
    deviating: Mask
    matching: int


def check_near_symmetry(subject: Subject) -> Iterator[Finding]:
    """Find boards of which at least ``NEAR`` hundredths, but not all, are symmetric."""
    content = _content(subject)
    solid = ~subject.void
    total = int(np.count_nonzero(solid))
    best: _Fit | None = None
    for image in _images(subject):
        deviating = _deviating(subject, content, image)
        if deviating is None:
            continue
        fit = _Fit(image, deviating & solid, total - int(np.count_nonzero(deviating & solid)))
        if fit.matching == total:
            return
        if best is None or fit.matching > best.matching:
            best = fit
    if best is None or best.matching * 100 < NEAR * total or not _is_meant(content, solid, best.deviating):
        return
    yield _finding(best, total)


def _content(subject: Subject) -> NDArray[np.int64]:
    """Return a number for what each hex has, equal where terrain, effects and level are equal."""
    board = subject.board
    terrain, effects = _numbers(board.palette)[board.terrain], _numbers(board.effects_palette)[board.effects]
    content: NDArray[np.int64] = (
        (terrain << 32) | (effects << 16) | (board.elevation.astype(np.int64) & 0xFFFF)
    )
    content[subject.void] = -1
    return content


def _numbers(palette: list[PaletteEntry]) -> NDArray[np.int64]:
    """Return a number for each entry, the same for entries of the same kinds."""
    first: dict[tuple[str, ...], int] = {}
    return np.array([first.setdefault(entry.kinds, len(first)) for entry in palette], np.int64)


def _images(subject: Subject) -> Iterator[_Image]:
    """Yield the turns and mirrors of the rectangle, and those of the hexes that are there."""
    board = subject.board
    rows, columns = board.terrain.shape
    q, r = board.layout.axial_arrays(columns, rows)
    seen: set[Symmetry] = set()
    for present in (None, ~subject.void) if subject.void.any() else (None,):
        for kind in BoardSymmetry:
            symmetry = board_symmetry(kind, board.layout, columns, rows, present=present)
            if symmetry is not None and symmetry not in seen:
                seen.add(symmetry)
                _, row, column = inside(board.layout, (rows, columns), *symmetry.arrays(q, r))
                yield _Image(kind, symmetry, row, column)


def _deviating(subject: Subject, content: NDArray[np.int64], image: _Image) -> Mask | None:
    """Return the hexes that are not like their images; None when the symmetry does not exchange the sides."""
    zones = {side: mask for side, mask in subject.deployment.items() if side and mask.any()}
    partners = _partners(zones, image) if len(zones) > 1 else {}
    if any(side == partner for side, partner in partners.items()):
        return None
    deviating: Mask = content != content[image.row, image.column]
    for side, partner in partners.items():
        deviating |= zones[side] != zones[partner][image.row, image.column]
    return deviating | _deviating_hexsides(subject, image)


def _partners(zones: dict[str, Mask], image: _Image) -> dict[str, str]:
    """Return the side whose zone each side's zone falls on; itself where it falls on none."""
    partners = {}
    for side, mask in zones.items():
        row, column = np.nonzero(mask)
        every = max(1, len(row) // SAMPLE)
        row, column = row[::every], column[::every]
        at = image.row[row, column], image.column[row, column]
        common = {other: int(np.count_nonzero(zone[at])) for other, zone in zones.items()}
        most = max(common, key=lambda other: common[other])
        partners[side] = most if common[most] else side
    return partners


def _deviating_hexsides(subject: Subject, image: _Image) -> Mask:
    """Return the hexes beside features that have no like at their image."""
    table, board = subject.hexsides, subject.board
    marked = np.zeros_like(subject.void)
    if not table.kinds:
        return marked
    q, r = image.symmetry.arrays(table.q, table.r)
    turned = np.array([image.symmetry.direction(way) for way in range(6)], np.int64)[table.direction]
    next_q, next_r = step(q, r, turned)
    # The owner of a hexside sees it in direction 0, 1 or 2.
    flipped = turned >= 3
    owner_q, owner_r, way = np.where(flipped, next_q, q), np.where(flipped, next_r, r), turned % 3
    here = _keys(table.q, table.r, table.direction, table.features)
    lacking = ~np.isin(_keys(owner_q, owner_r, way, table.features), here)
    for at_q, at_r in (
        (table.q, table.r),
        step(table.q, table.r, table.direction),
        (q, r),
        (next_q, next_r),
    ):
        on_board, row, column = inside(board.layout, marked.shape, at_q[lacking], at_r[lacking])
        marked[row[on_board], column[on_board]] = True
    return marked


def _keys(q: Ints, r: Ints, direction: Ints, features: Ints) -> Ints:
    """Return one number for each hexside with its features; hexes of any board have 13 bits for q and for r."""
    return (((q + 4096 << 13) + r + 4096) * 3 + direction << 32) + features


def _is_meant(content: NDArray[np.int64], solid: Mask, deviating: Mask) -> bool:
    """Return whether at least half of what stands out on the board has its like where it should.

    Without this, every open field with a few scattered woods would be nearly symmetric.
    """
    kinds, counts = np.unique(content[solid], return_counts=True)
    standing_out = solid & (content != kinds[np.argmax(counts)])
    return 2 * int(np.count_nonzero(standing_out & deviating)) <= int(np.count_nonzero(standing_out))


def _finding(fit: _Fit, total: int) -> Finding:
    pairs: dict[frozenset[str], str] = {}
    row, column = np.nonzero(fit.deviating)
    for at_row, at_column in zip(row, column, strict=True):
        own = label(int(at_column), int(at_row))
        partner = label(int(fit.image.column[at_row, at_column]), int(fit.image.row[at_row, at_column]))
        pairs.setdefault(frozenset((own, partner)), own if own == partner else f"{own} and {partner}")
        if len(pairs) > PAIRS:
            break
    named = "; ".join([*pairs.values()][:PAIRS]) + ("; and more" if len(pairs) > PAIRS else "")
    tenths = fit.matching * 1000 // total
    return found(
        "symmetry.near",
        f"the board is {tenths // 10}.{tenths % 10} % symmetric ({SYMMETRY_NAMES[fit.image.kind]}); "
        f"{hex_count(total - fit.matching)} of {total} differ from their partners: {named}",
        Place(("board", "terrain", int(row[0]), int(column[0])), hex=label(int(column[0]), int(row[0]))),
    )

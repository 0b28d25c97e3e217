"""Near-symmetry: boards, with deployment zones, that are symmetric except for a few hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.finding import Finding, Place
from fairground.core.grid.labels import label
from fairground.core.grid.symmetry import SYMMETRY_NAMES
from fairground.core.scenario.board_symmetry import board_images, content_of, deviating, partners
from fairground.core.text.wording import hex_count
from fairground.core.validation.severities_and_fixes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fairground.core.grid.labels import HexNames
    from fairground.core.scenario.board_symmetry import Image
    from fairground.core.validation.checked_scenario import CheckedScenario, Mask

#: Least percentage of matching hexes of a nearly symmetric board.
NEAR = 95
#: Most deviating pairs in a message.
PAIRS = 12


class _Fit(NamedTuple):
    """The fit of a symmetry; ``deviating`` is the mask of hexes that differ from their images."""

    image: Image
    deviating: Mask
    matching: int


def check_near_symmetry(subject: CheckedScenario) -> Iterator[Finding]:
    """Find boards of which at least ``NEAR`` percent, but not all hexes, are symmetric."""
    content = content_of(subject.board, subject.void)
    zones = {side: mask for side, mask in subject.deployment.items() if side and mask.any()}
    solid = ~subject.void
    total = int(np.count_nonzero(solid))
    best: _Fit | None = None
    for image in board_images(subject.board, subject.void):
        exchanged = partners(zones, image) if len(zones) > 1 else {}
        if any(side == partner for side, partner in exchanged.items()):
            continue
        differing = deviating(subject.board, content, zones, exchanged, subject.hexsides, image) & solid
        fit = _Fit(image, differing, total - int(np.count_nonzero(differing)))
        if fit.matching == total:
            return
        if best is None or fit.matching > best.matching:
            best = fit
    if best is None or best.matching * 100 < NEAR * total or not _is_meant(content, solid, best.deviating):
        return
    yield _finding(subject.board.hex_names, best, total)


def _is_meant(content: NDArray[np.int64], solid: Mask, deviating: Mask) -> bool:
    """Return whether at least half of the uncommon hexes match, since open fields match anyway."""
    kinds, counts = np.unique(content[solid], return_counts=True)
    standing_out = solid & (content != kinds[np.argmax(counts)])
    return 2 * int(np.count_nonzero(standing_out & deviating)) <= int(np.count_nonzero(standing_out))


def _finding(names: HexNames, fit: _Fit, total: int) -> Finding:
    pairs: dict[frozenset[str], str] = {}
    row, column = np.nonzero(fit.deviating)
    for at_row, at_column in zip(row, column, strict=True):
        own = names.cell(int(at_column), int(at_row))
        partner = names.cell(int(fit.image.column[at_row, at_column]), int(fit.image.row[at_row, at_column]))
        pairs.setdefault(frozenset((own, partner)), own if own == partner else f"{own} and {partner}")
        if len(pairs) > PAIRS:
            break
    named = "; ".join([*pairs.values()][:PAIRS]) + ("; and more" if len(pairs) > PAIRS else "")
    tenths, deviating = fit.matching * 1000 // total, total - fit.matching
    return make_finding(
        "symmetry.near",
        f"the board is {tenths // 10}.{tenths % 10}% symmetric ({SYMMETRY_NAMES[fit.image.kind]}), but "
        f"{hex_count(deviating)} of {total:,} {'differs from its counterpart' if deviating == 1 else 'differ from their counterparts'}: {named}",
        Place(("board", "terrain", int(row[0]), int(column[0])), hex=label(int(column[0]), int(row[0]))),
    )

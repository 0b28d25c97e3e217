"""Hexside features: unknown ones, several on one hexside, and features without adjacent hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.finding import Finding, Place
from fairground.core.scenario.arrays import look_up, step
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import NAMED, counted, first_few
from fairground.core.validation.severities_and_fixes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.scenario.board import Board
    from fairground.core.validation.checked_scenario import CheckedScenario

    OfTable = NDArray[np.bool_]


def check_features(subject: CheckedScenario) -> Iterator[Finding]:
    """Find features that the ruleset does not have."""
    if subject.ruleset is None:
        return
    known, table = subject.ruleset.hexsides, subject.hexsides
    having: dict[str, list[int]] = {}
    for index, names in enumerate(table.kinds):
        for name in names:
            if name not in known:
                having.setdefault(name, []).append(index)
    for name, kinds in having.items():
        yield _hexside_finding(
            subject,
            "hexside.unknown",
            np.isin(table.features, kinds),
            f"{subject.scenario.ruleset.name} has no feature {name!r}{did_you_mean(name, known)}",
            fix=f"Known features: {first_few(sorted(known))}."
            if known
            else "Remove it: this ruleset has none.",
        )


def check_several(subject: CheckedScenario) -> Iterator[Finding]:
    """Find hexsides with two features that hinder movement or sight, such as a hedge and a wall."""
    if subject.ruleset is None:
        return
    known, table = subject.ruleset.hexsides, subject.hexsides
    obstacles = {name for name, it in known.items() if it.blocks_sight or not it.passable or it.cost}
    for index, names in enumerate(table.kinds):
        both = [name for name in names if name in obstacles]
        if len(both) > 1:
            message = f"{first_few(both)} on the same hexside"
            yield _hexside_finding(subject, "hexside.several", table.features == index, message)


def check_borders(subject: CheckedScenario) -> Iterator[Finding]:
    """Find features with no hex on either side, and those at the edge of the board."""
    table, layout = subject.hexsides, subject.board.layout
    if not table.kinds:
        return
    solid = ~subject.void
    one = look_up(layout, solid, table.q, table.r)
    other = look_up(layout, solid, *step(table.q, table.r, table.direction))
    for code, where, message in (
        ("hexside.void", ~(one | other), "a feature with no hex on either side"),
        ("hexside.edge", one ^ other, "a feature at the edge of the board"),
    ):
        if where.any():
            yield _hexside_finding(subject, code, where, message)


def _hexside_finding(
    subject: CheckedScenario, code: str, where: OfTable, message: str, *, fix: str | None = None
) -> Finding:
    """Return a finding about the hexsides in a mask over the table."""
    chosen = np.flatnonzero(where)
    sides = list(subject.board.hexsides)
    names = [_name(subject.board, sides[int(at)]) for at in chosen[:NAMED]]
    count = counted(len(chosen), "hexside")
    label = names[0].split()[0] if names[0][0].isupper() else None
    place = Place(("board", "hexsides", int(chosen[0])), hex=label)
    return make_finding(code, f"{count} ({first_few(names, total=len(chosen))}): {message}", place, fix=fix)


def _name(board: Board, side: Hexside) -> str:
    """Return a hexside as in files, seen from a hex on the board if possible."""
    owner, other = side.hexes
    if not board.contains(owner) and board.contains(other):
        return f"{board.hex_name(other)} {board.layout.direction_name(side.direction + 3)}"
    return f"{board.hex_name(owner)} {board.layout.direction_name(side.direction)}"

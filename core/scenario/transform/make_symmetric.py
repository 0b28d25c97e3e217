"""Make scenarios symmetric: copy a part of the board onto its images, with zones, objectives and units."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.errors import FairgroundError, ScenarioError
from fairground.core.grid.symmetry import (
    SYMMETRY_NAMES,
    BoardSymmetry,
    board_symmetry,
    symmetry_facts,
    why_not,
)
from fairground.core.scenario.compare import changed_hexes
from fairground.core.scenario.mission import describe_win
from fairground.core.scenario.mission_references import fitted_missions, mapped_wins
from fairground.core.scenario.shapes import locked_hexes
from fairground.core.scenario.transform.symmetric_parts import SymmetricParts, repeated, side_exchange
from fairground.core.scenario.transform.symmetry_sources import (
    BoardPart,
    half_side_sources,
    half_sources,
    parts,
)
from fairground.core.text.wording import hex_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.symmetry import Symmetry
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.mission import Win
    from fairground.core.scenario.parts import Side

#: Most locked hexes in a message.
_NAMED: Final = 5


@dataclass(frozen=True, eq=False)
class Version:
    """A scenario made symmetric from a part of it; ``changed`` is a mask ``[rows, columns]``.

    ``left_out`` describes ways to win that it cannot keep, neither as they were nor as images of those of another side:
    ``Raiders: destroy Wagon``.
    """

    kind: BoardSymmetry
    part: BoardPart
    scenario: Scenario
    changed: NDArray[np.bool_]
    left_out: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The id: ``turn-180-top``."""
        return f"{self.kind.value}-{self.part.where.replace(' ', '-')}"

    @property
    def title(self) -> str:
        """The display name: ``180° turn of the top half``."""
        return _title(self.kind, self.part)


@dataclass(frozen=True, slots=True)
class Unfit:
    """A symmetry that is not possible for a scenario, from one of its parts or any (None), and the reason."""

    kind: BoardSymmetry
    part: BoardPart | None
    reason: str

    @property
    def title(self) -> str:
        """The display name."""
        return SYMMETRY_NAMES[self.kind] if self.part is None else _title(self.kind, self.part)


@dataclass(frozen=True, eq=False)
class Versions:
    """The symmetric versions of a scenario, in the order of ``BoardSymmetry``, and the impossible ones."""

    fitting: tuple[Version, ...]
    unfit: tuple[Unfit, ...]


def symmetric_versions(scenario: Scenario) -> Versions:
    """Return all symmetric versions of a scenario that its layout, size, sides and locks allow.

    There is one for each symmetry of the board and each part (half, third or sixth) to copy, without duplicates and without
    the scenario itself.

    Examples
    --------
    >>> from fairground.core import load, symmetric_versions
    >>> [it.title for it in symmetric_versions(load("scenarios/standard-arena.yaml")).fitting]
    ['top-bottom mirror of the top half', 'top-bottom mirror of the bottom half']
    """
    board = scenario.board
    fitting: list[Version] = []
    unfit: list[Unfit] = []
    reasons = {it.kind: it.reason for it in symmetry_facts(board.layout, board.columns, board.rows)}
    for kind in BoardSymmetry:
        symmetry = symmetry_of(kind, board)
        if symmetry is None:
            unfit.append(Unfit(kind, None, _sentence(reasons[kind])))
            continue
        try:
            exchange = side_exchange(scenario, symmetry)
        except ScenarioError as error:
            unfit.append(Unfit(kind, None, _sentence(str(error))))
            continue
        for part in parts(kind, board.layout):
            try:
                symmetric, left_out = _made(scenario, symmetry, part, exchange)
            except FairgroundError as error:
                unfit.append(Unfit(kind, part, _sentence(str(error))))
                continue
            changed = changed_hexes(scenario, symmetric)
            if not changed.any():
                unfit.append(Unfit(kind, part, "The scenario already has this symmetry."))
            elif (same := next((it for it in fitting if _same(it.scenario, symmetric)), None)) is not None:
                unfit.append(Unfit(kind, part, f"The result is the same as for the {same.title}."))
            else:
                fitting.append(Version(kind, part, symmetric, changed, left_out))
    return Versions(tuple(fitting), tuple(unfit))


def symmetry_of(kind: BoardSymmetry, board: Board) -> Symmetry | None:
    """Return the symmetry of a kind of the hexes that are not void, or of the whole rectangle."""
    size, void = (board.columns, board.rows), board.void
    symmetry = board_symmetry(kind, board.layout, *size, present=~void) if void.any() else None
    return symmetry or board_symmetry(kind, board.layout, *size)


def made_symmetric(scenario: Scenario, kind: BoardSymmetry, part: BoardPart) -> Scenario:
    """Return a copy of a scenario in which a part of the board is copied to its images.

    Terrain, effects, levels, hexsides, zones, objectives and units of the part replace those elsewhere; unmoved ones keep
    their ids. Place names and notes are not copied. Ways to win that name what is gone become images of those of another side, or are
    dropped.

    Raises
    ------
    ScenarioError
        When the board has no such symmetry, it does not exchange the sides, or something locked would change.
    """
    symmetry = symmetry_of(kind, scenario.board)
    if symmetry is None:
        board = scenario.board
        raise ScenarioError(why_not(kind, board.layout, board.columns, board.rows))
    return _made(scenario, symmetry, part, side_exchange(scenario, symmetry))[0]


def _made(
    scenario: Scenario, symmetry: Symmetry, part: BoardPart, exchange: dict[str, str]
) -> tuple[Scenario, tuple[str, ...]]:
    """Return a scenario made symmetric, and the ways to win that it cannot keep."""
    board, powers = scenario.board, symmetry.powers
    source = half_sources(board, powers, part.toward)
    sides = half_side_sources(board, powers, part.toward)
    copied = replace(
        board,
        terrain=board.terrain.reshape(-1)[source],
        elevation=board.elevation.reshape(-1)[source],
        effects=board.effects.reshape(-1)[source],
        hexsides={side: board.hexsides[model] for side, model in sides.items() if model in board.hexsides},
    )
    exchanges = repeated(exchange, len(powers))
    copies = SymmetricParts(scenario, powers, exchanges, source)
    result = replace(
        scenario, board=copied, zones=copies.zones(), objectives=copies.objectives(), units=copies.units()
    )
    for before in scenario.sides:
        if copies.deploys(scenario.zones, before.id) and not copies.deploys(result.zones, before.id):
            raise ScenarioError(
                f"the side {before.title} would have no deployment zone because it has none in the {part.name}"
            )
    touched = changed_hexes(scenario, result) & locked_hexes(scenario)
    if touched.any():
        raise ScenarioError(f"{_locked(board, touched)} locked and would change")
    result.sides, left_out = _missions(scenario, result, copies, tuple(zip(powers, exchanges, strict=True)))
    ids = {name: {it.id for it in getattr(result, name)} for name in ("zones", "objectives", "units")}
    result.comments = {
        path: lines
        for path, lines in scenario.comments.items()
        if len(path) < 2 or path[0] not in ids or path[1] in ids[path[0]]
    }
    return result, left_out


def _missions(
    scenario: Scenario,
    result: Scenario,
    copies: SymmetricParts,
    powers: Sequence[tuple[Symmetry, dict[str, str]]],
) -> tuple[list[Side], tuple[str, ...]]:
    """Return the sides with their ways to win, or with images of another side's where parts that they name are gone.

    The texts describe ways to win for which there are no images.
    """
    fitted = fitted_missions(scenario, result).sides
    whole = {it.id: it for it, was in zip(fitted, scenario.sides, strict=True) if it.wins == was.wins}

    def images(side: Side) -> tuple[Win, ...] | None:
        for power, exchange in powers:
            model = next((it for it in whole.values() if exchange.get(it.id) == side.id), None)
            if model is not None and model.wins:
                image_id = partial(copies.image_id, result, power, exchange)
                return mapped_wins(result, model.wins, image_id)
        return None

    sides, left_out = [], []
    for side, before in zip(fitted, scenario.sides, strict=True):
        wins = None if side.id in whole else images(side)
        if wins is None:
            left_out += [
                f"{side.title}: {describe_win(scenario, it)}" for it in before.wins if it not in side.wins
            ]
        sides.append(side if wins is None else replace(side, wins=wins))
    return sides, tuple(left_out)


def _locked(board: Board, touched: NDArray[np.bool_]) -> str:
    count = int(np.count_nonzero(touched))
    if count > _NAMED:
        return f"{hex_count(count)} are"
    return f"{', '.join(board.list_hex_names(touched))} {'is' if count == 1 else 'are'}"


def _same(one: Scenario, other: Scenario) -> bool:
    return not changed_hexes(one, other).any() and one.units == other.units


def _title(kind: BoardSymmetry, part: BoardPart) -> str:
    return f"{SYMMETRY_NAMES[kind]} of the {part.name}"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}".rstrip(".") + "."

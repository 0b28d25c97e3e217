"""Make scenarios symmetric: copy a part of the board onto its images, with zones, objectives and units."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.errors import FairgroundError, ScenarioError
from fairground.core.grid.symmetry import BoardSymmetry, board_symmetry
from fairground.core.grid.symmetry_facts import SYMMETRY_NAMES, why_not
from fairground.core.scenario.compare import changed_hexes
from fairground.core.scenario.marked_hexes import locked_hexes
from fairground.core.scenario.transform.side_exchange import repeated, side_exchange
from fairground.core.scenario.transform.symmetric_parts import SymmetricParts
from fairground.core.scenario.transform.symmetry_sources import (
    BoardPart,
    half_side_sources,
    half_sources,
    parts,
)
from fairground.core.text.wording import hex_count

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.grid.symmetry import Symmetry
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario

#: So many locked hexes are named.
_NAMED: Final = 5


@dataclass(frozen=True, eq=False)
class Version:
    """A scenario made symmetric from a part of it; ``changed``, ``[rows, columns]``, are the hexes that are others now."""

    kind: BoardSymmetry
    part: BoardPart
    scenario: Scenario
    changed: NDArray[np.bool_]

    @property
    def id(self) -> str:
        """A name of small letters: ``turn-180-top``."""
        return f"{self.kind.value}-{self.part.where.replace(' ', '-')}"

    @property
    def title(self) -> str:
        """The version in words: ``180° turn of the top half``."""
        return _title(self.kind, self.part)


@dataclass(frozen=True, slots=True)
class Unfit:
    """A symmetry that does not go with a scenario, from one of its parts or from any (``part`` is None), and why."""

    kind: BoardSymmetry
    part: BoardPart | None
    reason: str

    @property
    def title(self) -> str:
        """The version that there is not, in words."""
        return SYMMETRY_NAMES[self.kind] if self.part is None else _title(self.kind, self.part)


@dataclass(frozen=True, eq=False)
class Versions:
    """The symmetric versions of a scenario, in the order of ``BoardSymmetry``, and what does not fit."""

    fitting: tuple[Version, ...]
    unfit: tuple[Unfit, ...]


def symmetric_versions(scenario: Scenario) -> Versions:
    """Return a scenario made symmetric in every way that its layout, size, sides and locks allow.

    Each symmetry that maps the board onto itself is there from each part of the board (half, third or sixth). Versions that
    would be the same as another are left out, and so is the scenario itself where it is symmetric already. The one given
    stays as it is.

    Examples
    --------
    >>> from fairground.core import load, symmetric_versions
    >>> [it.title for it in symmetric_versions(load("scenarios/standard-arena.yaml")).fitting]
    ['top-bottom mirror of the top half', 'top-bottom mirror of the bottom half']
    """
    board = scenario.board
    fitting: list[Version] = []
    unfit: list[Unfit] = []
    for kind in BoardSymmetry:
        symmetry = symmetry_of(kind, board)
        if symmetry is None:
            unfit.append(Unfit(kind, None, why_not(kind, board.layout, board.columns, board.rows)))
            continue
        try:
            exchange = side_exchange(scenario, symmetry)
        except ScenarioError as error:
            unfit.append(Unfit(kind, None, _sentence(str(error))))
            continue
        for part in parts(kind, board.layout):
            try:
                made = _made(scenario, symmetry, part, exchange)
            except FairgroundError as error:
                unfit.append(Unfit(kind, part, _sentence(str(error))))
                continue
            changed = changed_hexes(scenario, made)
            if not changed.any():
                unfit.append(Unfit(kind, part, "The scenario is that already."))
            elif (same := next((it for it in fitting if _same(it.scenario, made)), None)) is not None:
                unfit.append(Unfit(kind, part, f"It is the same as the {same.title}."))
            else:
                fitting.append(Version(kind, part, made, changed))
    return Versions(tuple(fitting), tuple(unfit))


def symmetry_of(kind: BoardSymmetry, board: Board) -> Symmetry | None:
    """Return the symmetry of a kind that maps the hexes that are not void, or else the whole rectangle, onto itself."""
    found = None
    void = board.void
    if void.any():
        found = board_symmetry(kind, board.layout, board.columns, board.rows, present=~void)
    return found or board_symmetry(kind, board.layout, board.columns, board.rows)


def made_symmetric(scenario: Scenario, kind: BoardSymmetry, part: BoardPart) -> Scenario:
    """Return a scenario in which a part of the board is the model of its images; the one given stays as it is.

    Terrain, effects, levels and hexsides of the part are copied, zones and objectives cut to it and copied, and units that
    stand elsewhere are replaced by the images of those that stand there. What lies where it was keeps its id. Names of
    places and notes stay where they are.

    Raises
    ------
    ScenarioError
        When the board has no such symmetry, it does not exchange the sides, or something locked would change.
    """
    symmetry = symmetry_of(kind, scenario.board)
    if symmetry is None:
        board = scenario.board
        raise ScenarioError(why_not(kind, board.layout, board.columns, board.rows))
    return _made(scenario, symmetry, part, side_exchange(scenario, symmetry))


def _made(scenario: Scenario, symmetry: Symmetry, part: BoardPart, exchange: dict[str, str]) -> Scenario:
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
    made = SymmetricParts(scenario, powers, repeated(exchange, len(powers)), source)
    found = replace(
        scenario, board=copied, zones=made.zones(), objectives=made.objectives(), units=made.units()
    )
    for before in scenario.sides:
        if made.deploys(scenario.zones, before.id) and not made.deploys(found.zones, before.id):
            raise ScenarioError(
                f"the side {before.title} would have no deployment zone: none lies in the {part.name}"
            )
    touched = changed_hexes(scenario, found) & locked_hexes(scenario)
    if touched.any():
        raise ScenarioError(f"{_locked(board, touched)} locked and would change")
    kept = {name: {it.id for it in getattr(found, name)} for name in ("zones", "objectives", "units")}
    found.comments = {
        path: lines
        for path, lines in scenario.comments.items()
        if len(path) < 2 or path[0] not in kept or path[1] in kept[path[0]]
    }
    return found


def _locked(board: Board, touched: NDArray[np.bool_]) -> str:
    count = int(np.count_nonzero(touched))
    if count > _NAMED:
        return f"{hex_count(count)} are"
    labels = [
        board.label(board.layout.from_offset(column, row)) for row, column in np.argwhere(touched).tolist()
    ]
    return f"{', '.join(labels)} {'is' if count == 1 else 'are'}"


def _same(one: Scenario, other: Scenario) -> bool:
    return not changed_hexes(one, other).any() and one.units == other.units


def _title(kind: BoardSymmetry, part: BoardPart) -> str:
    return f"{SYMMETRY_NAMES[kind]} of the {part.name}"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}".rstrip(".") + "."

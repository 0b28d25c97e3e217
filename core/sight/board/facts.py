"""The facts of hexes that lines of sight depend on, one by one and by kind: levels, obstacles, dimming, hindrance."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.errors import ScenarioError
from fairground.core.rules.ground import standing_height
from fairground.core.rules.sight import SightModel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.rules import Ruleset
    from fairground.core.rules.ground import Ground
    from fairground.core.rules.terrain import HexsideFeature, InTheWay
    from fairground.core.scenario.document import Scenario


class SightCause(NamedTuple):
    """Terrain or an effect that affects sight: its name, and its rule (may be empty)."""

    name: str
    rule: str


class Obstacle(NamedTuple):
    """A solid obstacle; ``top`` is the level it reaches, None if levels do not matter.

    ``kind`` is the id of its terrain; empty for an effect. ``text`` explains to players that it blocks a line.
    """

    kind: str
    cause: SightCause
    top: int | None
    text: str


class Dimming(NamedTuple):
    """An addition to an opacity; ``top`` is the level up to which it counts, None if levels do not matter."""

    opacity: str
    amount: int
    cause: SightCause
    top: int | None


class Hindering(NamedTuple):
    """A hindrance in a hex."""

    cause: SightCause
    amount: int


@dataclass(frozen=True, slots=True)
class HexSightFacts:
    """The facts of a hex for lines of sight."""

    level: int
    #: The level that units stand on: below ``level`` in water.
    floor: int
    obstacles: tuple[Obstacle, ...]
    dimmings: tuple[Dimming, ...]
    hindrances: tuple[Hindering, ...]
    #: Ids of the cover grades that its terrain gives, bottom first.
    covers: tuple[str, ...]
    #: Whether there is only ground.
    is_open: bool


class SightFacts:
    """The facts of a scenario's hexes and hexsides for lines of sight, computed on first use.

    Create a new one after a change. Names unknown to the ruleset are ignored.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.rules: Ruleset = scenario.rules
        self._board = scenario.board
        self._rows, self._columns = self._board.rows, self._board.columns
        self._known: dict[tuple[int, int, int], HexSightFacts | None] = {}
        self._stacks: dict[tuple[int, int], tuple[Ground, list[tuple[str, InTheWay, int | None]]]] = {}
        #: Returns the name of a hex for sentences.
        self.name: Callable[[Hex], str] = cache(self._board.hex_name)
        self._features: dict[tuple[str, ...], list[HexsideFeature]] = {}

    @cached_property
    def sides(self) -> dict[tuple[int, int, int], list[HexsideFeature]]:
        """The hexsides with features known to the ruleset, by ``q, r, direction``."""
        return {
            (side.hex.q, side.hex.r, side.direction): known
            for side, names in self._board.hexsides.items()
            if (known := self.known_features(names))
        }

    def known_features(self, names: tuple[str, ...]) -> list[HexsideFeature]:
        """Return the features known to the ruleset."""
        if names not in self._features:
            features = self.rules.hexsides
            self._features[names] = [features[name] for name in names if name in features]
        return self._features[names]

    def of_hex(self, at: Hex) -> HexSightFacts | None:
        """Return the facts of a hex; None off the board and where it is void (rule H-08)."""
        board = self._board
        column, row = board.layout.to_offset(at)
        if not (0 <= row < self._rows and 0 <= column < self._columns):
            return None
        key = (
            board.terrain.item(row, column),
            board.effects.item(row, column),
            board.elevation.item(row, column),
        )
        if key not in self._known:
            self._known[key] = None if board.palette[key[0]].is_void else self._facts(*key)
        return self._known[key]

    def open_ground(self) -> NDArray[np.bool_]:
        """Return the hexes with only ground, of shape ``[rows, columns]``; void ones may be among them."""
        board = self._board
        is_open = np.zeros(len(board.palette), np.bool_)
        for terrain in np.flatnonzero(np.bincount(board.terrain.ravel())).tolist():
            is_open[terrain] = self._facts(terrain, 0, 0).is_open
        palette = range(len(board.effects_palette))
        is_clear = np.array([not any(map(_affects_sight, self._effects(it))) for it in palette])
        mask: NDArray[np.bool_] = is_open[board.terrain] & is_clear[board.effects]
        return mask

    def features(self, side: Hexside) -> list[HexsideFeature]:
        """Return the features of a hexside known to the ruleset."""
        return self.sides.get((side.hex.q, side.hex.r, side.direction), [])

    def _facts(self, terrain: int, effects: int, level: int) -> HexSightFacts:
        if (terrain, effects) not in self._stacks:
            self._stacks[terrain, effects] = self._stack(terrain, effects)
        ground, met = self._stacks[terrain, effects]
        obstacles = tuple(
            _obstacle(kind, it, None if height is None else level + height)
            for kind, it, height in met
            if it.blocks_sight
        )
        dimmings = tuple(
            Dimming(name, amount, _cause(it), None if height is None else level + height)
            for _, it, height in met
            for name, amount in it.opacity.items()
        )
        hindrances = tuple(Hindering(_cause(it), it.hindrance) for _, it, _ in met if it.hindrance)
        return HexSightFacts(
            level=level,
            floor=level - ground.depth,
            obstacles=obstacles,
            dimmings=dimmings,
            hindrances=hindrances,
            covers=ground.covers,
            is_open=not (obstacles or dimmings or hindrances or ground.covers),
        )

    def _stack(self, terrain: int, effects: int) -> tuple[Ground, list[tuple[str, InTheWay, int | None]]]:
        """Return the ground of palette entries, and what is in the way on it: terrain by id, effects by none, and the heights."""
        rules = self.rules
        kinds = [kind for kind in self._board.palette[terrain].kinds if kind in rules.terrain]
        stack = [rules.terrain[kind] for kind in kinds]
        return rules.ground(kinds), [
            *((kind, it, standing_height(it, stack)) for kind, it in zip(kinds, stack, strict=True)),
            *(("", it, it.height) for it in self._effects(effects)),
        ]

    def _effects(self, effects: int) -> list[InTheWay]:
        """Return the effects of a palette entry known to the ruleset."""
        kinds = self._board.effects_palette[effects].kinds
        return [self.rules.effects[kind] for kind in kinds if kind in self.rules.effects]


def _affects_sight(it: InTheWay) -> bool:
    return it.blocks_sight or bool(it.opacity) or bool(it.hindrance)


def _obstacle(kind: str, it: InTheWay, top: int | None) -> Obstacle:
    reaches = "" if top is None else f" reaches level {top} and"
    return Obstacle(kind, _cause(it), top, f"{it.name}{reaches} blocks")


def _cause(entry: InTheWay) -> SightCause:
    return SightCause(entry.name, next(iter(entry.rules), ""))


def refuse_bases(rules: Ruleset) -> None:
    """Raise ScenarioError if the ruleset measures sight between bases (rule BV-01)."""
    if rules.sight.model is not SightModel.CENTRES:
        raise ScenarioError(f"{rules.title} measures sight from base to base, not between hexes")


class HexKinds:
    """The kinds of hexes on a board: their ``facts`` (None: void), and each hex's kind by index, ``[rows, columns]``."""

    def __init__(self, scenario: Scenario) -> None:
        board = scenario.board
        low = int(board.elevation.min())
        levels = int(board.elevation.max()) - low + 1
        key = (board.terrain.astype(np.int64) * len(board.effects_palette) + board.effects) * levels
        key += board.elevation - low
        # NumPy sorts short integers in a fraction of the time.
        key = key.astype(np.min_scalar_type(int(key.max())))
        _, first, place = np.unique(key, return_index=True, return_inverse=True)
        self.of_hexes: NDArray[np.int64] = place.reshape(key.shape).astype(np.int64)
        facts = SightFacts(scenario)
        cells = (divmod(at, board.columns) for at in first.tolist())
        self.facts: list[HexSightFacts | None] = [
            facts.of_hex(board.layout.from_offset(column, row)) for row, column in cells
        ]

    def differing(self, other: HexKinds) -> tuple[NDArray[np.bool_], list[tuple[int, int]]]:
        """Return the hexes whose facts differ from those of another board of the same size, ``[rows, columns]``.

        And the kinds that differ: their index here, and there.
        """
        count = len(other.facts)
        pairs, place = np.unique(self.of_hexes * count + other.of_hexes, return_inverse=True)
        both = [divmod(it, count) for it in pairs.tolist()]
        differ = np.array([self.facts[one] != other.facts[two] for one, two in both], np.bool_)
        kinds = [it for it, differs in zip(both, differ.tolist(), strict=True) if differs]
        return differ[place].reshape(self.of_hexes.shape), kinds

    def with_facts(self, facts: Sequence[HexSightFacts | None]) -> HexKinds:
        """Return the same with more kinds, which no hex has."""
        found = copy(self)
        found.facts = [*self.facts, *facts]
        return found

    def values(self, of: Callable[[HexSightFacts], int], *, void: int) -> NDArray[np.int64]:
        """Return a number for each hex, of shape ``[rows, columns]``."""
        by_kind = [void if facts is None else of(facts) for facts in self.facts]
        return np.array(by_kind, np.int64)[self.of_hexes]

    def where(self, holds: Callable[[HexSightFacts], bool]) -> NDArray[np.bool_]:
        """Return the hexes that meet a condition, of shape ``[rows, columns]``; void hexes never do."""
        by_kind = [facts is not None and holds(facts) for facts in self.facts]
        return np.array(by_kind, np.bool_)[self.of_hexes]

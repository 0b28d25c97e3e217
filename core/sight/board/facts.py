"""What the hexes of a board mean for sight, one by one and by kind: levels, what blocks, dims and hinders."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.errors import ScenarioError
from fairground.core.grid.hexes import Hex
from fairground.core.rules.ground import standing_height
from fairground.core.rules.sight import SightModel

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.rules import Ruleset
    from fairground.core.rules.ground import Ground
    from fairground.core.rules.terrain import HexsideFeature, InTheWay
    from fairground.core.scenario.document import Scenario


class Thing(NamedTuple):
    """Something in a hex that bears on sight: its name to show, and the rule it rests on (empty: none is named)."""

    name: str
    rule: str


class Obstacle(NamedTuple):
    """Something solid; ``top`` is the level it reaches, None where levels do not matter.

    ``kind`` is the id of its terrain; empty for an effect, which nothing is inside of. ``text`` is what a player is told
    of a line that it blocks.
    """

    kind: str
    thing: Thing
    top: int | None
    text: str


class Dimming(NamedTuple):
    """What a hex adds to an opacity; ``top`` is the level up to which it does, None where levels do not matter."""

    opacity: str
    amount: int
    thing: Thing
    top: int | None


class Hindering(NamedTuple):
    """What hinders in a hex or on a hexside."""

    thing: Thing
    amount: int


@dataclass(frozen=True, slots=True)
class HexSightFacts:
    """One hex as lines of sight meet it."""

    level: int
    #: The level that units stand on: below ``level`` in water.
    floor: int
    obstacles: tuple[Obstacle, ...]
    dimmings: tuple[Dimming, ...]
    hindrances: tuple[Hindering, ...]
    #: Ids of the cover grades that its terrain gives, bottom first.
    covers: tuple[str, ...]
    #: Whether nothing is here but ground.
    is_open: bool


class SightFacts:
    """The hexes and hexsides of a scenario as lines of sight meet them, worked out when first asked for.

    They are those of the scenario at the time of asking: after a change make another one. Names that the ruleset
    does not have mean nothing.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.rules: Ruleset = scenario.rules
        self._board = scenario.board
        self._rows, self._columns = self._board.rows, self._board.columns
        self._known: dict[tuple[int, int, int], HexSightFacts | None] = {}
        self._grounds: dict[int, Ground] = {}
        #: Says what sentences call a hex.
        self.name: Callable[[Hex], str] = cache(self._board.place_name)
        self._features: dict[tuple[str, ...], list[HexsideFeature]] = {}

    @cached_property
    def sides(self) -> dict[tuple[int, int, int], list[HexsideFeature]]:
        """The hexsides with features that the ruleset has, as ``q, r, direction``."""
        return {
            (side.hex.q, side.hex.r, side.direction): known
            for side, names in self._board.hexsides.items()
            if (known := self.known_features(names))
        }

    def known_features(self, names: tuple[str, ...]) -> list[HexsideFeature]:
        """Return those of some features that the ruleset has."""
        if names not in self._features:
            features = self.rules.hexsides
            self._features[names] = [features[name] for name in names if name in features]
        return self._features[names]

    def at(self, q: int, r: int) -> HexSightFacts | None:
        """Return the facts of a hex; None off the board and where it is void (rule H-08)."""
        return self.of_hex(Hex(q, r))

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
        """Return which hexes have nothing but ground, of shape ``[rows, columns]``; void ones may be among them."""
        board = self._board
        is_open = np.zeros(len(board.palette), np.bool_)
        for terrain in np.flatnonzero(np.bincount(board.terrain.ravel())).tolist():
            is_open[terrain] = self._facts(terrain, 0, 0).is_open
        is_clear = [
            not any(map(_bears_on_sight, self._lying(effects)))
            for effects in range(len(board.effects_palette))
        ]
        found: NDArray[np.bool_] = is_open[board.terrain] & np.array(is_clear)[board.effects]
        return found

    def features(self, side: Hexside) -> list[HexsideFeature]:
        """Return the features of a hexside that the ruleset has."""
        return self.sides.get((side.hex.q, side.hex.r, side.direction), [])

    def _facts(self, terrain: int, effects: int, level: int) -> HexSightFacts:
        rules = self.rules
        kinds = [kind for kind in self._board.palette[terrain].kinds if kind in rules.terrain]
        lying = self._lying(effects)
        if terrain not in self._grounds:
            self._grounds[terrain] = rules.ground(kinds)
        ground = self._grounds[terrain]
        stack = [rules.terrain[kind] for kind in kinds]
        met: list[tuple[str, InTheWay, int | None]] = [
            *((kind, it, standing_height(it, stack)) for kind, it in zip(kinds, stack, strict=True)),
            *(("", it, it.height) for it in lying),
        ]
        obstacles = tuple(
            _obstacle(kind, it, None if height is None else level + height)
            for kind, it, height in met
            if it.blocks_sight
        )
        dimmings = tuple(
            Dimming(name, amount, _thing(it), None if height is None else level + height)
            for _, it, height in met
            for name, amount in it.opacity.items()
        )
        hindrances = tuple(Hindering(_thing(it), it.hindrance) for _, it, _ in met if it.hindrance)
        return HexSightFacts(
            level=level,
            floor=level - ground.depth,
            obstacles=obstacles,
            dimmings=dimmings,
            hindrances=hindrances,
            covers=ground.covers,
            is_open=not (obstacles or dimmings or hindrances or ground.covers),
        )

    def _lying(self, effects: int) -> list[InTheWay]:
        """Return the effects of an entry of their palette that the ruleset has."""
        kinds = self._board.effects_palette[effects].kinds
        return [self.rules.effects[kind] for kind in kinds if kind in self.rules.effects]


def _bears_on_sight(it: InTheWay) -> bool:
    return it.blocks_sight or bool(it.opacity) or bool(it.hindrance)


def _obstacle(kind: str, it: InTheWay, top: int | None) -> Obstacle:
    reaches = "" if top is None else f" reaches level {top} there and"
    return Obstacle(kind, _thing(it), top, f"{it.name}{reaches} blocks")


def _thing(entry: InTheWay) -> Thing:
    return Thing(entry.name, next(iter(entry.rules), ""))


def refuse_bases(rules: Ruleset) -> None:
    """Make sure that lines of sight run between hexes.

    Raises
    ------
    ScenarioError
        When the ruleset draws them between bases (rule BV-01).
    """
    if rules.sight.model is not SightModel.CENTRES:
        name = rules.title
        raise ScenarioError(f"{name} measures sight from base to base, not between hexes")


class HexKinds:
    """The kinds of hexes on a board: their ``facts`` (None: void), and the index of each hex's kind, ``[rows, columns]``."""

    def __init__(self, scenario: Scenario) -> None:
        board = scenario.board
        low = int(board.elevation.min())
        levels = int(board.elevation.max()) - low + 1
        key = (board.terrain.astype(np.int64) * len(board.effects_palette) + board.effects) * levels
        key += board.elevation - low
        _, first, place = np.unique(key, return_index=True, return_inverse=True)
        self.of_hexes: NDArray[np.int64] = place.reshape(key.shape).astype(np.int64)
        found = SightFacts(scenario)
        examples = (
            board.layout.from_offset(at % board.columns, at // board.columns) for at in first.tolist()
        )
        self.facts: list[HexSightFacts | None] = [found.at(at.q, at.r) for at in examples]

    def values(self, of: Callable[[HexSightFacts], int], *, void: int) -> NDArray[np.int64]:
        """Return a number for each hex, of shape ``[rows, columns]``."""
        found = [void if facts is None else of(facts) for facts in self.facts]
        return np.array(found, np.int64)[self.of_hexes]

    def where(self, holds: Callable[[HexSightFacts], bool]) -> NDArray[np.bool_]:
        """Return the hexes of which something holds, of shape ``[rows, columns]``; of void hexes nothing does."""
        found = [facts is not None and holds(facts) for facts in self.facts]
        return np.array(found, np.bool_)[self.of_hexes]

"""What the hexes of a board mean for sight: levels, what blocks, what dims, what hinders, from the ruleset's data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.grid.hexes import Hex
from fairground.core.rules.ground import standing_height

if TYPE_CHECKING:
    from collections.abc import Iterable

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

    ``kind`` is the id of its terrain; empty for an effect, which nothing is inside of.
    """

    kind: str
    thing: Thing
    top: int | None


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
class HexFacts:
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
        self._known: dict[tuple[int, int, int], HexFacts] = {}
        self._seen: dict[tuple[int, int], HexFacts | None] = {}
        self._grounds: dict[int, Ground] = {}
        self._names: dict[Hex, str] = {}
        features = self.rules.hexsides
        #: The hexsides with features that the ruleset has, as ``q, r, direction``.
        self.sides: dict[tuple[int, int, int], list[HexsideFeature]] = {}
        for side, names in self._board.hexsides.items():
            known = [features[name] for name in names if name in features]
            if known:
                self.sides[side.hex.q, side.hex.r, side.direction] = known

    def at(self, q: int, r: int) -> HexFacts | None:
        """Return the facts of a hex; None off the board and where it is void (rule H-08)."""
        try:
            return self._seen[q, r]
        except KeyError:
            found = self._seen[q, r] = self._look(Hex(q, r))
            return found

    def bearing(
        self, start: Hex, hexes: Iterable[tuple[int, int, int]], above: int
    ) -> list[tuple[Hex, HexFacts]]:
        """Return those of the hexes of a trace that may bear on lines: something is there, or they are high.

        ``start`` is the hex that the trace begins at; ground up to the level ``above`` does not matter.
        """
        known, q0, r0 = self._seen, start.q, start.r
        found = []
        for _, dq, dr in hexes:
            q, r = q0 + dq, r0 + dr
            try:
                facts = known[q, r]
            except KeyError:
                facts = self.at(q, r)
            if facts is not None and (facts.level > above or not facts.is_open):
                found.append((Hex(q, r), facts))
        return found

    def name(self, at: Hex) -> str:
        """Return what sentences call a hex."""
        try:
            return self._names[at]
        except KeyError:
            found = self._names[at] = self._board.place_name(at)
            return found

    def features(self, side: Hexside) -> list[HexsideFeature]:
        """Return the features of a hexside that the ruleset has."""
        return self.sides.get((side.hex.q, side.hex.r, side.direction), [])

    def _look(self, where: Hex) -> HexFacts | None:
        board = self._board
        column, row = board.layout.to_offset(where)
        if not (0 <= row < board.rows and 0 <= column < board.columns):
            return None
        terrain = board.terrain.item(row, column)
        if board.palette[terrain].is_void:
            return None
        key = terrain, board.effects.item(row, column), board.elevation.item(row, column)
        if key not in self._known:
            self._known[key] = self._facts(*key)
        return self._known[key]

    def _facts(self, terrain: int, effects: int, level: int) -> HexFacts:
        rules = self.rules
        kinds = [kind for kind in self._board.palette[terrain].kinds if kind in rules.terrain]
        lying = [
            rules.effects[kind]
            for kind in self._board.effects_palette[effects].kinds
            if kind in rules.effects
        ]
        if terrain not in self._grounds:
            self._grounds[terrain] = rules.ground(kinds)
        ground = self._grounds[terrain]
        stack = [rules.terrain[kind] for kind in kinds]
        met: list[tuple[str, InTheWay, int | None]] = [
            *((kind, it, standing_height(it, stack)) for kind, it in zip(kinds, stack, strict=True)),
            *(("", it, it.height) for it in lying),
        ]
        obstacles = tuple(
            Obstacle(kind, _thing(it), None if height is None else level + height)
            for kind, it, height in met
            if it.blocks_sight
        )
        dimmings = tuple(
            Dimming(name, amount, _thing(it), None if height is None else level + height)
            for _, it, height in met
            for name, amount in it.opacity.items()
        )
        hindrances = tuple(Hindering(_thing(it), it.hindrance) for _, it, _ in met if it.hindrance)
        return HexFacts(
            level=level,
            floor=level - ground.depth,
            obstacles=obstacles,
            dimmings=dimmings,
            hindrances=hindrances,
            covers=ground.covers,
            is_open=not (obstacles or dimmings or hindrances or ground.covers),
        )


def _thing(entry: InTheWay) -> Thing:
    return Thing(entry.name, next(iter(entry.rules), ""))

"""The tiles and names of what is in a scenario, and the marks of its sides."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fairground.core.errors import RulesetError
from fairground.core.grid.layout import Orientation
from fairground.core.pictures.display_list import Circle, Polygon
from fairground.core.pictures.own_tiles import own_tile
from fairground.core.pictures.tiles import UNKNOWN, load_tile
from fairground.core.rules.sight import SightModel
from fairground.core.scenario.inches import diameter

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.pictures.display_list import Item
    from fairground.core.pictures.tiles import Tile
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit


def side_mark(index: int, x: float, y: float, *, radius: float, fill: str) -> Item:
    """Return a side's mark, so that colour alone need not tell it: a disc, square, triangle, diamond, bar or star."""
    shape = index % 6 if index >= 0 else 0
    if shape == 0:
        return (
            Circle(x, y, 0.82 * radius, fill=fill)
            if index >= 0
            else Circle(x, y, 0.7 * radius, stroke=fill, width=0.3 * radius)
        )
    # Corners as (turns of a circle, share of the radius), from the top.
    corners = {
        1: [(k / 4 + 0.125, 1.05) for k in range(4)],
        2: [(k / 3, 1.15) for k in range(3)],
        3: [(k / 4, 1.15) for k in range(4)],
        4: [(0.19, 1.2), (0.31, 1.2), (0.69, 1.2), (0.81, 1.2)],
        5: [(k / 10, 1.25 if k % 2 == 0 else 0.55) for k in range(10)],
    }[shape]
    points = tuple(
        (x + share * radius * math.sin(2 * math.pi * turn), y - share * radius * math.cos(2 * math.pi * turn))
        for turn, share in corners
    )
    return Polygon(points, fill=fill)


class Looks:
    """Tiles and names of terrain, effects and hexside features, of a scenario or a ruleset.

    Images cover hexes of the scenario's orientation, or ``flat`` ones. If the ruleset cannot be read, names are taken as names of tiles. Unknown names get the tile ``unknown``.
    """

    def __init__(
        self, scenario: Scenario | None = None, *, rules: Ruleset | None = None, flat: bool = True
    ) -> None:
        if scenario is not None:
            try:
                rules = scenario.rules
            except RulesetError:
                rules = None
        self._rules = rules
        self._flat = flat if scenario is None else scenario.board.layout.orientation is Orientation.FLAT
        self._terrain: dict[str, Tile] = {}
        self._effects: dict[str, Tile] = {}

    @property
    def ruleset_title(self) -> str:
        """The title of the ruleset; empty when it cannot be read."""
        return self._rules.title if self._rules else ""

    @property
    def on_bases(self) -> bool:
        """Whether units stand on bases anywhere on the board, for sight is from base to base."""
        return self._rules is not None and self._rules.sight.model is SightModel.BASES

    def diameter(self, unit: Unit) -> float:
        """Return the diameter of a unit's base in inches; 0 where it has none."""
        return diameter(self._rules, unit)

    def terrain(self, kind: str) -> Tile:
        """Return the tile of a terrain."""
        if kind not in self._terrain:
            entry = self._rules.terrain.get(kind) if self._rules else None
            tile = self._tile(kind, entry.tile if entry else None)
            if entry and (entry.colour or entry.image):
                tile = own_tile(tile, colour=entry.colour, image=entry.image, flat=self._flat)
            self._terrain[kind] = tile
        return self._terrain[kind]

    def effect(self, kind: str) -> Tile:
        """Return the tile of an effect."""
        if kind not in self._effects:
            entry = self._rules.effects.get(kind) if self._rules else None
            self._effects[kind] = self._tile(kind, entry.tile if entry else None)
        return self._effects[kind]

    def _tile(self, kind: str, tile: str | None) -> Tile:
        """Return a tile by its name in the ruleset; None stands for an unknown kind."""
        if tile is None and self._rules is not None:
            return load_tile(UNKNOWN)
        return load_tile(tile or kind)

    def terrain_name(self, kind: str) -> str:
        """Return the name of a terrain."""
        entry = self._rules.terrain.get(kind) if self._rules else None
        return entry.name if entry else _titled(kind)

    def terrain_notes(self, kind: str) -> tuple[str, ...]:
        """Return short facts about a terrain for players; none for open ground."""
        from fairground.core.rules.descriptions import terrain_facts

        entry = self._rules.terrain.get(kind) if self._rules else None
        return terrain_facts(entry, self._rules) if entry and self._rules else self._unknown

    def effect_notes(self, kind: str) -> tuple[str, ...]:
        """Return short facts about an effect for players."""
        from fairground.core.rules.descriptions import effect_facts

        entry = self._rules.effects.get(kind) if self._rules else None
        return effect_facts(entry, self._rules) if entry and self._rules else self._unknown

    def hexside_notes(self, feature: str) -> tuple[str, ...]:
        """Return short facts about a hexside feature for players."""
        from fairground.core.rules.descriptions import feature_facts

        entry = self._rules.hexsides.get(feature) if self._rules else None
        return feature_facts(entry) if entry else self._unknown

    @property
    def _unknown(self) -> tuple[str, ...]:
        """The note for a kind that the ruleset does not have."""
        return ("not in the ruleset",) if self._rules else ()

    def effect_name(self, kind: str) -> str:
        """Return the name of an effect."""
        entry = self._rules.effects.get(kind) if self._rules else None
        return entry.name if entry else _titled(kind)

    def hexside_tile(self, feature: str) -> str:
        """Return the name of the style that a hexside feature is drawn in."""
        entry = self._rules.hexsides.get(feature) if self._rules else None
        return (entry.tile if entry else "") or feature

    def hexside_name(self, feature: str) -> str:
        """Return the name of a hexside feature."""
        entry = self._rules.hexsides.get(feature) if self._rules else None
        return entry.name if entry else _titled(feature)

    def hexside_blocks(self, feature: str) -> bool:
        """Return whether a hexside feature blocks sight or cannot be crossed."""
        entry = self._rules.hexsides.get(feature) if self._rules else None
        return entry is not None and (entry.blocks_sight or not entry.passable)

    def class_name(self, unit_class: str) -> str:
        """Return the name of a unit class."""
        entry = self._rules.classes.get(unit_class) if self._rules else None
        return entry.name if entry else _titled(unit_class)


def class_codes(unit_classes: Iterable[str]) -> dict[str, str]:
    """Return a code of two or three characters for every class, no two alike where that is possible."""
    codes: dict[str, str] = {}
    for unit_class in sorted(set(unit_classes)):
        words = "".join(c if c.isalnum() else " " for c in unit_class).split() or ["?"]
        letters = "".join(words)
        initials = "".join(word[0] for word in words)[:3]
        choices = [initials] if len(words) > 1 else []
        choices += [letters[:2], letters[:3], letters[:1] + letters[-1:], letters[:2] + letters[-1:]]
        free = [choice.upper() for choice in choices if choice.upper() not in codes.values()]
        codes[unit_class] = free[0] if free else choices[0].upper()
    return codes


def _titled(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").strip().capitalize()

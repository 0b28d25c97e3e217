"""The scenario under validation, with its ruleset and cached masks for the checks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.errors import FairgroundError, GridError, LimitError
from fairground.core.finding import Place
from fairground.core.grid.labels import label
from fairground.core.movement.areas import Travellers, travellers
from fairground.core.scenario.arrays import HexsideTable, hexside_table
from fairground.core.scenario.mission import TARGETS
from fairground.core.scenario.parts import ZoneKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from fairground.core.movement.mover import Mover
    from fairground.core.rules import Ground, Ruleset
    from fairground.core.rules.terrain import Tag
    from fairground.core.scenario.board import Board, PaletteEntry
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Side, Unit
    from fairground.core.scenario.shapes import Shape

    Mask = NDArray[np.bool_]
    Packed = NDArray[np.uint8]


#: Most hexes of all boards that checks walk over, turn by turn, each side and unit over its own.
MAX_WALKED: Final = 4_000_000


@dataclass(frozen=True, eq=False)
class CheckedScenario:
    """A scenario under validation.

    ``ruleset`` is None if it could not be resolved; checks that need it are skipped. ``unread`` has the keys of the file that
    could not be read completely. Masks are cached bool arrays ``[rows, columns]``; do not change them.
    """

    scenario: Scenario
    ruleset: Ruleset | None = None
    profile: str | None = None
    unread: frozenset[str] = frozenset()

    @property
    def board(self) -> Board:
        """The scenario's board."""
        return self.scenario.board

    # -- terrain --------------------------------------------------------------------------------------------

    def where_entry(self, holds: Callable[[PaletteEntry], bool]) -> Mask:
        """Return the hexes whose palette entry ``holds``, called once for each entry."""
        hits = np.array([holds(entry) for entry in self.board.palette], np.bool_)
        mask: Mask = hits[self.board.terrain]
        return mask

    def where_tags(self, tags: Iterable[Tag]) -> Mask:
        """Return the hexes whose terrain has one of the tags; none without a ruleset."""
        wanted = set(tags)
        terrain = self.ruleset.terrain if self.ruleset else {}
        kinds = {name for name, kind in terrain.items() if not wanted.isdisjoint(kind.tags)}
        return self.where_entry(lambda entry: not kinds.isdisjoint(entry.kinds))

    @cached_property
    def void(self) -> Mask:
        """Void hexes."""
        return self.board.void

    @cached_property
    def impassable(self) -> Mask:
        """Hexes where no unit can stand, void ones excluded; none without a ruleset."""
        if self.ruleset is None:
            return np.zeros_like(self.void)
        return self.where_entry(lambda entry: not self.ground_of(entry).passable) & ~self.void

    def ground_of(self, entry: PaletteEntry) -> Ground:
        """Return the ground of a palette entry; unknown terrain is ignored.

        Raises
        ------
        FairgroundError
            When there is no ruleset.
        """
        if self.ruleset is None:
            raise FairgroundError("the scenario has no ruleset")
        known = self.ruleset.terrain
        return self.ruleset.ground([kind for kind in entry.kinds if kind in known])

    @cached_property
    def usable(self) -> Mask:
        """Where a unit can stand."""
        return ~(self.void | self.impassable)

    @cached_property
    def terrain_counts(self) -> list[int]:
        """How many hexes each entry of the palette has."""
        return self._counts(self.board.terrain, self.board.palette)

    @cached_property
    def effect_counts(self) -> list[int]:
        """How many hexes each entry of the effects palette has."""
        return self._counts(self.board.effects, self.board.effects_palette)

    @staticmethod
    def _counts(cells: NDArray[np.uint16], palette: list[PaletteEntry]) -> list[int]:
        counts: list[int] = np.bincount(cells.ravel(), minlength=len(palette)).tolist()
        return counts

    @cached_property
    def hexsides(self) -> HexsideTable:
        """The board's hexsides as arrays."""
        return hexside_table(self.board)

    # -- zones and objectives -------------------------------------------------------------------------------

    def zone_mask(self, index: int) -> Mask:
        """Return the hexes of a zone, by its index."""
        return self._unpacked(self._zones[index])

    def zone_has(self, index: int, mask: Mask) -> bool:
        """Return whether a zone, by its index, has the first hex of a mask, which must not be empty."""
        at = int(np.argmax(mask))
        return bool(self._zones[index][at // 8] >> (7 - at % 8) & 1)

    def objective_mask(self, index: int) -> Mask:
        """Return the hexes of an objective, by its index."""
        return self._unpacked(self._objectives[index])

    def any_mask(self, *, zones: Iterable[int], objectives: Iterable[int]) -> Mask:
        """Return the hexes of any of some zones and objectives, by their indexes."""
        found = np.packbits(np.zeros_like(self.void))
        for packed in (*(self._zones[at] for at in zones), *(self._objectives[at] for at in objectives)):
            found |= packed
        return self._unpacked(found)

    @cached_property
    def _zones(self) -> list[Packed]:
        return [self._packed(zone.shape) for zone in self.scenario.zones]

    @cached_property
    def _objectives(self) -> list[Packed]:
        return [self._packed(objective.shape) for objective in self.scenario.objectives]

    @cached_property
    def deployment(self) -> dict[str, Mask]:
        """The hexes where each side may deploy, by side id; ``""`` for zones without a side."""
        return self._by_side(ZoneKind.DEPLOYMENT)

    def has_room(self, side: str) -> bool:
        """Whether a unit can stand in a side's deployment zone."""
        return side in self._with_room

    @cached_property
    def _with_room(self) -> frozenset[str]:
        return frozenset(side for side, mask in self.deployment.items() if (mask & self.usable).any())

    @cached_property
    def entries(self) -> dict[str, Mask]:
        """The hexes where later units of each side may enter, by side id; missing for sides without reinforcement zones."""
        later = self._by_side(ZoneKind.REINFORCEMENT)
        return {
            side: mask | self.deployment[side] if side in self.deployment else mask
            for side, mask in later.items()
        }

    @cached_property
    def exits(self) -> dict[str, Mask]:
        """The exit hexes of each side, by side id; ``""`` for zones without a side."""
        return self._by_side(ZoneKind.EXIT)

    def _by_side(self, kind: ZoneKind) -> dict[str, Mask]:
        masks: dict[str, Mask] = {}
        for index, zone in enumerate(self.scenario.zones):
            if zone.kind is kind:
                mask = self.zone_mask(index)
                masks[zone.side] = masks[zone.side] | mask if zone.side in masks else mask
        return masks

    def _packed(self, shape: Shape) -> Packed:
        try:
            return np.packbits(shape.mask(self.board))
        except GridError:  # an invalid label has its own finding
            return np.packbits(np.zeros_like(self.void))

    def _unpacked(self, bits: Packed) -> Mask:
        # As masks, a thousand zones of a large board would need a gigabyte.
        return np.unpackbits(bits, count=self.void.size).reshape(self.void.shape).view(np.bool_)

    # -- movement -------------------------------------------------------------------------------------------

    @cached_property
    def travellers(self) -> list[Travellers]:
        """Groups of units that move alike; none without a ruleset, or if its costs cannot be added up."""
        try:
            return travellers(self.scenario) if self.ruleset else []
        except LimitError:
            return []

    @cached_property
    def everyone(self) -> list[Mover]:
        """All movers of the travellers."""
        return [mover for group in self.travellers for mover in group.movers]

    # -- places and names -----------------------------------------------------------------------------------

    def first(self, mask: Mask, *, layer: str = "terrain") -> Place:
        """Return the place of the first hex of a mask, which must not be empty, in a layer of the board."""
        row, column = divmod(int(np.argmax(mask)), self.board.columns)
        return Place(("board", layer, row, column), hex=label(column, row))

    @cached_property
    def side_ids(self) -> frozenset[str]:
        """The ids of all sides."""
        return frozenset(side.id for side in self.scenario.sides)

    @property
    def ruleset_title(self) -> str:
        """The title of the ruleset; its name in the file if it cannot be read."""
        return self.scenario.ruleset.name if self.ruleset is None else self.ruleset.title

    def side_title(self, side_id: str) -> str:
        """Return the title of a side; an unknown id stays as it is."""
        return next((side.title for side in self.scenario.sides if side.id == side_id), side_id)

    def unit_title(self, unit: Unit) -> str:
        """Return the title of a unit."""
        return self.scenario.unit_title(unit)

    @property
    def is_mission(self) -> bool:
        """Whether a side has ways to win of its own."""
        return any(side.wins for side in self.scenario.sides)

    @cached_property
    def hunters(self) -> dict[str, frozenset[str]]:
        """The ids of the sides with a way to win by each objective, by its id."""
        found: dict[str, set[str]] = {}
        for side in self.scenario.sides:
            for task in (task for win in side.wins for task in win.tasks):
                for target in task.targets if TARGETS.get(task.kind, "").endswith("objective") else ():
                    found.setdefault(target, set()).add(side.id)
        return {target: frozenset(sides) for target, sides in found.items()}

    @cached_property
    def unit_counts(self) -> Counter[str]:
        """How many units each side has, by side id."""
        return Counter(unit.side for unit in self.scenario.units)

    @cached_property
    def _teams(self) -> dict[str, str]:
        """The team of each side, by side id; that of the first, where several share an id."""
        return {side.id: side.allegiance for side in reversed(self.scenario.sides)}

    def enemies(self, side_id: str) -> Iterable[Side]:
        """Return the sides of other teams than that of ``side_id``."""
        team = self._teams.get(side_id, side_id)
        return [side for side in self.scenario.sides if side.allegiance != team]

    def are_enemies(self, one: str, other: str) -> bool:
        """Return whether the second of two sides exists and is on another team than the first."""
        return other in self._teams and self._teams[other] != self._teams.get(one, one)

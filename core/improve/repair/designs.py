"""Edits of whole zones, objectives and terrain features, as a designer would try first."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.grid.hexes import DIRECTIONS, Hex, disc, distance
from fairground.core.grid.labels import parse_label
from fairground.core.improve.map_style import connected
from fairground.core.improve.repair.map_edit import EditCost, MapEdit
from fairground.core.metrics.fairness.candidates import changeable_zones, goals_of
from fairground.core.scenario.board_symmetry import centred_images
from fairground.core.scenario.hex_edits import Edit
from fairground.core.scenario.parts import ObjectiveKind, ZoneKind
from fairground.core.scenario.shapes import Within, locked_hexes
from fairground.core.text.wording import counted, hex_count

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from fairground.core.metrics.fairness.candidates import Allowed
    from fairground.core.metrics.fairness.contest import Contest
    from fairground.core.scenario.parts import Objective, Unit, Zone
    from fairground.core.scenario.shapes import Shape

    Hexes = frozenset[Hex]
    Mask = NDArray[np.bool_]

#: How far zones and objectives are moved at once, in hexes.
_FAR: Final = 3
#: The largest feature that is shifted, in hexes; and the most features, those nearest to a zone first.
_FEATURE, _FEATURES = 12, 16
#: The largest zone that is moved or reshaped, in hexes.
_ZONE: Final = 400
_MOVES: Final = tuple(
    sorted(
        (it for it in disc(Hex(0, 0), _FAR) if it != Hex(0, 0)), key=lambda it: (distance(Hex(0, 0), it), it)
    )
)


class Designs:
    """The edits of whole parts of a map that are possible on a contest.

    A zone moves with the units in it (one drawn as a disc moves its centre), takes the shape and place of an enemy's zone turned or mirrored about the middle of
    the board, or gains or loses the hexes at one end. An objective moves. A feature, a group of up to ``_FEATURE`` touching
    hexes of equal terrain, shifts by a hex over the ground. Locked and void hexes stay, and so do units outside the zone;
    zones and objectives don't meet others of their kind.
    """

    def __init__(self, contest: Contest, allowed: Allowed) -> None:
        self._contest, self._scenario, self._board = contest, contest.scenario, contest.board
        self._allowed = allowed
        self._still = self._board.void | locked_hexes(self._scenario)

    def every(self) -> list[MapEdit]:
        """Return all of these edits, the cheapest first."""
        found: dict[MapEdit, None] = {}
        changes = self._allowed.changes
        for zone in changeable_zones(self._contest) if "zone-move" in changes else ():
            found.update(dict.fromkeys(self._of_zone(zone)))
        for objective in self._scenario.objectives if "objective" in changes else ():
            found.update(dict.fromkeys(self._of_objective(objective)))
        if "feature" in changes:
            found.update(dict.fromkeys(self._of_features()))
        return sorted(found, key=lambda it: it.order)

    # -- zones ----------------------------------------------------------------------------------------------

    def _of_zone(self, zone: Zone) -> Iterator[MapEdit]:
        now = self._board.hexes_of(zone.shape.mask(self._board) & ~self._board.void)
        if not 0 < len(now) <= _ZONE:
            return
        units = [it for it in self._scenario.units if it.side == zone.side and it.hex in now]
        shape, first = zone.shape, min(now, key=self._board.cell)
        if isinstance(shape, Within):
            first = self._board.layout.from_offset(*parse_label(shape.centre))
        for by in _MOVES:
            moved = self._zone_edits(zone, now, self._moved(shape, now, by), units, by)
            if moved is not None:
                there = self._board.hex_name(first + by)
                far = distance(Hex(0, 0), by)
                also = f", with {counted(len(units), 'unit')}" if units else ""
                yield MapEdit(
                    "zone-move",
                    moved,
                    EditCost.ZONE_MOVE * far,
                    f"Move {self._scenario.zone_title(zone.id)} by {hex_count(far)} ({self._board.hex_name(first)} to {there}){also}.",
                )
        for hexes, sentence in self._shapes(zone, now):
            reshaped = self._zone_edits(zone, now, hexes, units, None)
            if reshaped is not None:
                count = max(len(hexes - now), len(now - hexes))
                cost = EditCost.ZONE_SHAPE + count * EditCost.ZONE_SHAPE_HEX
                yield MapEdit("zone-move", reshaped, cost, sentence)

    def _moved(self, shape: Shape, now: Hexes, by: Hex) -> Hexes:
        """Return the hexes of a zone after a move; a disc that the edge of the board cuts is a disc around its new centre."""
        if not isinstance(shape, Within):
            return _shifted(now, by)
        centre = self._board.layout.from_offset(*parse_label(shape.centre)) + by
        if not self._board.contains(centre):
            return now
        moved = Within(shape.radius, self._board.label(centre))
        return frozenset(self._board.hexes_of(moved.mask(self._board) & ~self._board.void))

    def _shapes(self, zone: Zone, now: Hexes) -> Iterator[tuple[Hexes, str]]:
        """Yield other shapes of a zone, with a sentence."""
        parties = [it for it in self._contest.parties if len(it.zones) == 1 and zone.id not in it.zones]
        own = any(it.zones == (zone.id,) for it in self._contest.parties)
        title = self._scenario.zone_title
        for image in centred_images(self._board, self._board.void) if own else ():
            verb = "mirrored" if image.symmetry.mirrored else "turned"
            for it in parties:
                hexes = frozenset(map(image.symmetry, self._board.hexes_of(it.mask)))
                if hexes and all(map(self._board.contains, hexes)):
                    start = self._board.hex_name(min(hexes, key=self._board.cell))
                    other = title(it.zones[0])
                    yield hexes, f"Give {title(zone.id)} the shape of {other}, {verb}, starting at {start}."
        for by in DIRECTIONS:
            ahead = frozenset(it for it in _shifted(now, by) - now if self._is_free(it))
            if ahead:
                yield now | ahead, f"Extend {title(zone.id)} by {self._labels(ahead)}."
            behind = now - _shifted(now, by)
            if len(behind) < len(now):
                yield now - behind, f"Cut {self._labels(behind)} from {title(zone.id)}."

    def _zone_edits(
        self, zone: Zone, now: Hexes, then: Hexes, units: list[Unit], by: Hex | None
    ) -> tuple[Edit, ...] | None:
        """Return the edits that redraw a zone and move its units ``by`` some hexes; None if that isn't possible."""
        changed = now ^ then
        if not changed or not all(map(self._may_change, changed)) or then & self._other_zones(zone):
            return None
        standable = self._contest.standable
        room = sum(bool(standable[self._board.cell(it)]) for it in then)
        if room < min(len(then), sum(bool(standable[self._board.cell(it)]) for it in now)):
            return None
        moves: list[Edit] = []
        if by is None:
            if any(it.hex not in then for it in units):
                return None
        else:
            held = {it.hex for it in self._scenario.units} - {it.hex for it in units}
            for it in units:
                there = it.hex + by
                if it.at is not None or there in held or not standable[self._board.cell(there)]:
                    return None
                moves.append(Edit(there, "unit", unit=it.id))
        drawn = [
            Edit(it, "zone", zone=zone.id, inside=it in then) for it in sorted(changed, key=self._board.cell)
        ]
        return (*drawn, *moves)

    def _other_zones(self, zone: Zone) -> Hexes:
        return frozenset().union(*(hexes for name, hexes in self._deployment.items() if name != zone.id))

    @cached_property
    def _deployment(self) -> dict[str, Hexes]:
        return {
            it.id: frozenset(self._board.hexes_of(it.shape.mask(self._board)))
            for it in self._scenario.zones
            if it.kind is ZoneKind.DEPLOYMENT
        }

    # -- objectives -----------------------------------------------------------------------------------------

    def _of_objective(self, objective: Objective) -> Iterator[MapEdit]:
        now = self._board.hexes_of(objective.shape.mask(self._board) & ~self._board.void)
        if not 0 < len(now) <= _FEATURE or objective.kind is ObjectiveKind.EXIT:
            return
        masks = [it.shape.mask(self._board) for it in self._scenario.objectives if it.id != objective.id]
        taken = frozenset().union(*(self._board.hexes_of(it) for it in masks))
        zones = frozenset().union(*self._deployment.values())
        if not now & zones:
            taken |= zones
        first = min(now, key=self._board.cell)
        for by in _MOVES:
            then = _shifted(now, by)
            if not all(map(self._may_change, now ^ then)) or then & taken:
                continue
            if not all(self._contest.standable[self._board.cell(it)] for it in then):
                continue
            here, there = self._board.hex_name(first), self._board.label(first + by)
            yield MapEdit(
                "objective",
                tuple(
                    Edit(it, "objective", objective=objective.id, inside=it in then)
                    for it in sorted(now ^ then, key=self._board.cell)
                ),
                EditCost.OBJECTIVE * distance(Hex(0, 0), by),
                f"Move {objective.title} from {here} to {there}.",
            )

    # -- features -------------------------------------------------------------------------------------------

    def _of_features(self) -> Iterator[MapEdit]:
        board = self._board
        counts = np.bincount(board.terrain.ravel(), minlength=len(board.palette))
        counts[[it for it, entry in enumerate(board.palette) if entry.is_void]] = 0
        ground = int(counts.argmax())
        if not self._may_be(ground):
            return
        for hexes, entry in self._features(ground):
            for by in DIRECTIONS:
                then = _shifted(hexes, by)
                ahead = then - hexes
                if not all(self._is_ground(it, ground) for it in ahead) or self._would_touch(
                    then, hexes, entry
                ):
                    continue
                first = min(hexes, key=board.cell)
                kinds = board.palette[entry].kinds
                name = self._contest.rules.terrain[kinds[-1]].name.lower()
                yield MapEdit(
                    "feature",
                    tuple(
                        Edit(it, "terrain", terrain=entry if it in then else ground)
                        for it in sorted(hexes ^ then, key=board.cell)
                    ),
                    EditCost.FEATURE,
                    f"Shift {hex_count(len(hexes))} of {name} by 1 hex ({board.hex_name(first)} to {board.hex_name(first + by)}).",
                )

    def _features(self, ground: int) -> list[tuple[Hexes, int]]:
        """Return the groups of equal terrain that may shift, with their palette entries, those nearest to a zone first."""
        board, rules = self._board, self._contest.rules
        still = (
            self._still | board.mask(tuple(it.hex for it in self._scenario.units)) | goals_of(self._scenario)
        )
        still |= board.effects > 0
        found: list[tuple[int, Hexes, int]] = []
        starts = [it for hexes in self._deployment.values() for it in sorted(hexes)[:_ZONE]]
        for entry, it in enumerate(board.palette):
            known = [kind for kind in it.kinds if kind in rules.terrain]
            if entry == ground or it.is_void or len(known) < len(it.kinds) or not known:
                continue
            if any(rules.terrain[kind].carries for kind in known) or not self._may_be(entry):
                continue
            numbers = connected(board.layout, board.terrain == entry)
            for number, count in zip(*np.unique(numbers[numbers >= 0], return_counts=True), strict=True):
                mask = numbers == number
                if count <= _FEATURE and not (mask & still).any():
                    hexes = board.hexes_of(mask)
                    first = min(hexes, key=board.cell)
                    far = min((distance(first, at) for at in starts), default=0)
                    found.append((far, frozenset(hexes), entry))
        found.sort(key=lambda it: (it[0], it[2], min(map(board.cell, it[1]))))
        return [(hexes, entry) for _, hexes, entry in found[:_FEATURES]]

    def _is_ground(self, at: Hex, ground: int) -> bool:
        """Whether a feature may shift onto a hex: ground without zone, objective, unit, effect or lock."""
        if not self._may_change(at):
            return False
        cell = self._board.cell(at)
        taken = self._taken[cell] or self._board.effects[cell]
        return bool(self._board.terrain[cell] == ground) and not taken

    @cached_property
    def _taken(self) -> Mask:
        zones = [it.shape.mask(self._board) for it in self._scenario.zones if it.kind is ZoneKind.DEPLOYMENT]
        units = self._board.mask(tuple(it.hex for it in self._scenario.units))
        found: Mask = np.logical_or.reduce([goals_of(self._scenario), units, *zones])
        return found

    def _would_touch(self, then: Hexes, hexes: Hexes, entry: int) -> bool:
        """Whether a shifted feature would meet another of its terrain."""
        near = {it + by for it in then for by in DIRECTIONS} - then - hexes
        return any(
            self._board.contains(it) and self._board.terrain[self._board.cell(it)] == entry for it in near
        )

    # -- hexes ----------------------------------------------------------------------------------------------

    def _may_be(self, entry: int) -> bool:
        terrains = self._allowed.terrains
        return terrains is None or terrains.issuperset(self._board.palette[entry].kinds)

    def _may_change(self, at: Hex) -> bool:
        return self._board.contains(at) and not self._still[self._board.cell(at)]

    def _is_free(self, at: Hex) -> bool:
        """Whether a zone may extend to a hex."""
        return self._may_change(at) and bool(self._contest.standable[self._board.cell(at)])

    def _labels(self, hexes: Iterable[Hex]) -> str:
        names = [self._board.hex_name(it) for it in sorted(hexes, key=self._board.cell)]
        return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


def _shifted(hexes: Hexes, by: Hex) -> Hexes:
    return frozenset(it + by for it in hexes)

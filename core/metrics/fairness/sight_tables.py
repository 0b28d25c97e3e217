"""Lines of sight to the hexes of the zones, by weapon band."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.errors import LimitError
from fairground.core.native import begin
from fairground.core.sight.board.facts import SightFacts, refuse_bases
from fairground.core.sight.field.compiled_blocking import can_compile
from fairground.core.sight.field.fan import Fans
from fairground.core.sight.field.visibility import visibility

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.layout import Layout
    from fairground.core.metrics.fairness.progress import ProgressWatch
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.field.visibility import VisibilityTable

    Mask = NDArray[np.bool_]
    Nodes = NDArray[np.int64]

#: The first table of all pairs on a board of a size takes about as long as fans of one hex in 12, and longer if levels count.
_FANS: Final = 12
#: Where the compiled part does it, further tables of that size take as long as fans of one hex in 300.
_FANS_AGAIN: Final = 300
#: The sizes of boards for which fans are counted: as many as have cached plans.
_SIZES: Final = 4
#: The most pairs of hexes for a table: it takes 150 MB.
_TABLE_PAIRS: Final = 1_000_000_000
#: Larger tables raise a ``LimitError``.
MAX_BYTES: Final = 1_000_000_000
#: The most pairs of hexes for a table that is kept for further views: 60 MB.
_KEPT_PAIRS: Final = 400_000_000
#: The most pairs of hexes for which views are computed before they are asked for.
_MOST_EXPECTED: Final = 64_000_000
#: The most pairs of hexes whose distances are kept for another contest: 4 MB.
_FEW_PAIRS: Final = 2_000_000
#: A line meets hexes on shortest ways between its ends, and touches others at most one step aside.
_ASIDE: Final = 1


class WeaponBand(NamedTuple):
    """A weapon band with its nearest and farthest distance; ``id`` is None if the ruleset has none.

    The ``close`` band is the nearest that reaches beyond neighbouring hexes.
    """

    id: str | None
    title: str
    nearest: int
    farthest: int | None
    close: bool


def weapon_bands(scenario: Scenario) -> tuple[WeaponBand, ...]:
    """Return the weapon bands of a scenario's ruleset, nearest first; one for all distances if it has none."""
    bands = scenario.rules.range_bands
    far = [name for name, it in bands.items() if it.max is None or it.max > 1]
    return tuple(
        WeaponBand(name, it.name, it.min, it.max, name in far[:1]) for name, it in bands.items()
    ) or (WeaponBand(None, "", 0, None, close=False),)


class Sights:
    """Lines of sight between units of one height.

    Sight is mutual between such units (rule H-06). Other units don't block it. A hex is the number ``row * columns +
    column``. ``zones`` are hexes whose views will be asked for, ``[rows, columns]``; None for none. Raises a
    ``ScenarioError`` when the ruleset draws lines of sight between bases rather than hexes.
    """

    def __init__(
        self, scenario: Scenario, height: int, watch: ProgressWatch, zones: Mask | None = None
    ) -> None:
        refuse_bases(scenario.rules)
        self._scenario, self._height, self._watch = scenario, height, watch
        self._zones = zones
        self._bands = weapon_bands(scenario)
        #: The table of all pairs, if it was computed and zones were expected.
        self._table: VisibilityTable | None = None
        #: The hexes whose views are being computed, and the function that waits for them.
        self._begun: tuple[Nodes, Callable[[], Mask]] | None = None
        #: The hexes in sight of each hex requested so far, by its number.
        self._views: dict[int, Mask] = {}
        self._in_band: dict[tuple[int, bytes], Mask] = {}
        self._seeing: dict[tuple[int, bytes], Mask] = {}
        #: ``_in_band`` with a bit for each hex.
        self._packed: dict[tuple[int, bytes], NDArray[np.uint8]] = {}
        self._away: dict[bytes, NDArray[np.int16]] = {}
        #: The lines of sight before edits, and the hexes that differ for sight since; None if none does.
        self._before: tuple[Sights, Nodes] | None = None

    def after(self, scenario: Scenario, changed: Sequence[int]) -> Sights:
        """Return the lines of sight after edits of some hexes; shares those that can't differ."""
        self._finish()
        differing = other_to_see(self._scenario, scenario, changed)
        # After edits, few lines of sight are asked for.
        found = Sights(scenario, self._height, self._watch, None if differing else self._zones)
        found._away = self._away
        if differing:
            found._before = self, np.array(differing)
        else:
            found._views, found._in_band, found._before = self._views, self._in_band, self._before
            found._seeing, found._packed, found._table = self._seeing, self._packed, self._table
        return found

    def begin(self) -> None:
        """Begin to compute the views of the zones in a thread, if they come from a table."""
        if self._before is None and self._expected.difference(self._views) and self._table_is_faster(()):
            nodes = self._worth_viewing(())
            self._begun = nodes, begin(lambda: self._new_table().views(nodes))

    def _finish(self) -> None:
        """Wait for the views that were begun."""
        if self._begun is not None:
            (nodes, views), self._begun = self._begun, None
            self._views.update(zip(nodes.tolist(), views(), strict=True))

    def seen(self, band: int, zone: Mask, where: Mask) -> Mask:
        """Return which hexes see each hex of a zone at a distance in a band: ``[hexes of the zone, hexes of where]``.

        Both masks are ``[rows, columns]``, and their hexes go row by row. No hex sees itself. Raises a ``LimitError``
        when the tables would take more than ``MAX_BYTES``.
        """
        nodes, columns = np.flatnonzero(zone), np.flatnonzero(where)
        # A byte for sight, two for the distance, and one for each band.
        size = len(nodes) * zone.size * (3 + len(self._bands))
        if size > MAX_BYTES:
            raise LimitError(
                f"computing who sees the {len(nodes):,} hexes of a zone takes {size / 1e9:.1f} GB of memory; "
                f"the limit is {MAX_BYTES / 1e9:.0f} GB"
            )
        if self._before is not None:
            within = self._within(band, self._distances(nodes)[:, columns])
            return within & self._changed(self._before, nodes, columns, within)
        key = band, nodes.tobytes()
        if key not in self._in_band:
            self._in_band[key] = self.rows(nodes) & self._within(band, self._distances(nodes))
        found = self._in_band[key]
        return found if columns.size == zone.size else found[:, columns]

    def seeing(self, band: int, zone: Mask, where: Mask) -> Mask:
        """Return which of some hexes see any hex of a zone at a distance in a band; masks ``[rows, columns]``."""
        found = np.zeros_like(where)
        if self._before is not None:
            found[where] = self.seen(band, zone, where).any(axis=0)
            return found
        key = band, np.flatnonzero(zone).tobytes()
        if key not in self._seeing:
            everywhere = np.ones_like(where)
            seeing: Mask = np.logical_or.reduce(self.seen(band, zone, everywhere), axis=0)
            self._seeing[key] = seeing.reshape(where.shape)
        return self._seeing[key] & where

    def in_view(self, band: int, zone: Mask, where: Mask) -> Mask:
        """Return which hexes of a zone are seen from some hexes at a distance in a band, ``[hexes of the zone]``."""
        found: Mask
        if self._before is not None:
            found = np.logical_or.reduce(self.seen(band, zone, where), axis=1)
            return found
        key = band, np.flatnonzero(zone).tobytes()
        if key not in self._packed:
            self._packed[key] = np.packbits(self.seen(band, zone, np.ones_like(where)), axis=1)
        found = np.logical_or.reduce(self._packed[key] & np.packbits(where), axis=1)
        return found

    def view(self, hexes: Mask) -> Mask:
        """Return the hexes in sight of any of these; both are ``[rows, columns]``."""
        found: Mask = np.logical_or.reduce(self.rows(np.flatnonzero(hexes)), axis=0)
        return found.reshape(hexes.shape)

    def _within(self, band: int, away: NDArray[np.int16]) -> Mask:
        it = self._bands[band]
        found: Mask = away >= max(it.nearest, 1)
        return found if it.farthest is None else found & (away <= it.farthest)

    def _distances(self, nodes: Nodes) -> NDArray[np.int16]:
        """Return the distance in hexes from some hexes to all, ``[nodes, hexes]``."""
        key = nodes.tobytes()
        if key not in self._away:
            self._away[key] = _apart(self._scenario.board, nodes)
        return self._away[key]

    def _changed(self, before: tuple[Sights, Nodes], nodes: Nodes, columns: Nodes, wanted: Mask) -> Mask:
        """Return the ``wanted`` lines of sight, ``[nodes, columns]``, computing only those that may differ."""
        sights, changed = before
        found = sights.rows(nodes)[:, columns]
        direct = self._distances(nodes)[:, columns] + _ASIDE
        doubtful = np.zeros_like(wanted)
        for away in self._distances(changed):
            doubtful |= away[nodes][:, None] + away[columns] <= direct
        doubtful &= wanted
        rows = np.flatnonzero(doubtful.any(axis=1))
        if rows.size:
            found[rows] = self.rows(nodes[rows])[:, columns]
        return found

    def rows(self, nodes: Nodes) -> Mask:
        """Return the hexes in sight of some hexes, ``[nodes, hexes]``."""
        self._finish()
        missing = [it for it in nodes.tolist() if it not in self._views]
        if missing:
            self._watch.look()
            self._views.update(
                self._from_table(missing) if self._table_is_faster(missing) else self._from_fans(missing)
            )
        found = np.zeros((len(nodes), self._scenario.board.terrain.size), np.bool_)
        for place, node in enumerate(nodes.tolist()):
            found[place] = self._views[node]
        return found

    @cached_property
    def _fans(self) -> Fans:
        return Fans(self._scenario)

    def _table_is_faster(self, nodes: Sequence[int]) -> bool:
        """Whether a table of all pairs takes less time than these fans and those of the zones, and not too much memory.

        Once fans have taken as long on boards of a size as its first table would, further fans are expected.
        """
        size = self._scenario.board.terrain.size
        if self._table is not None:
            return True
        if size**2 > _TABLE_PAIRS:
            return False
        again = can_compile(self._scenario.rules) and self._fans_so_far[0] * _FANS >= size
        expected = len(self._expected.union(nodes).difference(self._views))
        return expected * (_FANS_AGAIN if again else _FANS) >= size

    @cached_property
    def _expected(self) -> frozenset[int]:
        """The hexes that will be asked for."""
        return frozenset() if self._zones is None else frozenset(np.flatnonzero(self._zones).tolist())

    @property
    def _fans_so_far(self) -> list[int]:
        board = self._scenario.board
        return _fans_so_far(board.layout, board.columns, board.rows)

    def _from_table(self, missing: Sequence[int]) -> Iterator[tuple[int, Mask]]:
        nodes = self._worth_viewing(missing)
        yield from zip(nodes.tolist(), self._new_table().views(nodes), strict=True)

    def _new_table(self) -> VisibilityTable:
        """Return the table of all pairs, which is kept if further views are expected."""
        table = self._table
        if table is None:
            table = visibility(self._scenario, None, (self._height, self._height))
        if self._expected and self._scenario.board.terrain.size**2 <= _KEPT_PAIRS:
            self._table = table
        return table

    def _worth_viewing(self, missing: Sequence[int]) -> Nodes:
        """Return the hexes whose views to read from a table when those of some are missing: many take little longer."""
        many = self._expected.union(missing).difference(self._views)
        few_pairs = len(many) * self._scenario.board.terrain.size <= _MOST_EXPECTED
        return np.array(sorted(many) if few_pairs else missing, np.int64)

    def _from_fans(self, nodes: Sequence[int]) -> Iterator[tuple[int, Mask]]:
        layout, columns = self._scenario.board.layout, self._scenario.board.columns
        for node in nodes:
            self._watch.look()
            self._fans_so_far[0] += 1
            at = layout.from_offset(node % columns, node // columns)
            yield node, self._fans.fan(at, None, (self._height, self._height)).visible.ravel()


@lru_cache(maxsize=_SIZES)
def _fans_so_far(_layout: Layout, _columns: int, _rows: int) -> list[int]:
    """Return the number of fans computed on boards of a size, as the only item of a list."""
    return [0]


def _apart(board: Board, nodes: Nodes) -> NDArray[np.int16]:
    key = board.layout, board.columns, board.rows, nodes.tobytes()
    if nodes.size * board.terrain.size > _FEW_PAIRS:
        return _new_distances(*key)
    return _kept_distances(*key)


def _new_distances(layout: Layout, columns: int, rows: int, nodes: bytes) -> NDArray[np.int16]:
    places = np.frombuffer(nodes, np.int64)
    q, r = (it.ravel().astype(np.int16) for it in layout.axial_arrays(columns, rows))
    far_q, far_r = q - q[places, None], r - r[places, None]
    found: NDArray[np.int16] = np.maximum(np.maximum(abs(far_q), abs(far_r)), abs(far_q + far_r))
    return found


#: The same, kept for the next contest between the same zones.
_kept_distances = lru_cache(maxsize=8)(_new_distances)


def other_to_see(before: Scenario, after: Scenario, changed: Sequence[int]) -> list[int]:
    """Return those of some hexes, by number, that differ for lines of sight."""
    was, now = SightFacts(before), SightFacts(after)
    columns, layout = after.board.columns, after.board.layout
    places = {it: layout.from_offset(it % columns, it // columns) for it in changed}
    return [it for it, at in places.items() if was.of_hex(at) != now.of_hex(at)]

"""Sights: from which hexes the hexes of the zones are seen, and at what distance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.errors import LimitError
from fairground.core.sight.fan import Fans
from fairground.core.sight.visibility import visibility

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.scenario.document import Scenario

    Mask = NDArray[np.bool_]

#: A table of all pairs takes about as long as fans of one hex in so many, and longer where levels count.
_FANS: Final = 12
#: Tables of all pairs that take more than this are not made.
_TABLE_BYTES: Final = 200_000_000
#: Tables that take more than this are refused.
MAX_BYTES: Final = 1_000_000_000


class WeaponBand(NamedTuple):
    """A weapon band: its id, None where the ruleset has none; nearest and farthest distance; whether it is the close one.

    The close band is the nearest that goes beyond neighbouring hexes.
    """

    id: str | None
    title: str
    nearest: int
    farthest: int | None
    close: bool


def weapon_bands(scenario: Scenario) -> tuple[WeaponBand, ...]:
    """Return the weapon bands of a scenario's ruleset, the nearest first; one of all distances where it has none."""
    bands = scenario.rules.range_bands
    far = [name for name, it in bands.items() if it.max is None or it.max > 1]
    return tuple(
        WeaponBand(name, it.name, it.min, it.max, name in far[:1]) for name, it in bands.items()
    ) or (WeaponBand(None, "", 0, None, close=False),)


class Sights:
    """Which hexes see the hexes of each zone, for units of one height that look at others of the same.

    Sight is mutual between such units (rule H-06), so that a table says both who is seen and who sees. Other units are in
    nobody's way.

    Raises
    ------
    ScenarioError
        When the ruleset draws lines of sight between bases rather than hexes.
    LimitError
        When the tables would take more than ``MAX_BYTES``.
    """

    def __init__(self, scenario: Scenario, zones: Sequence[Mask], height: int) -> None:
        board = scenario.board
        self._scenario, self._height, self._layout = scenario, height, board.layout
        self._fans = Fans(scenario)
        self._views: dict[bytes, Mask] = {}
        self._table: Mask | None = None
        self._bands = weapon_bands(scenario)
        hexes = sum(int(np.count_nonzero(it)) for it in zones)
        # A byte for sight, and one for each band.
        size = hexes * board.terrain.size * (1 + len(self._bands))
        if size > MAX_BYTES:
            raise LimitError(
                f"who sees the {hexes:,} hexes of the zones takes {size / 1e9:.1f} GB, and the limit is "
                f"{MAX_BYTES / 1e9:.0f} GB"
            )
        self._in_band: list[list[Mask]] = [[] for _ in self._bands]
        q, r = (it.ravel().astype(np.int16) for it in board.layout.axial_arrays(board.columns, board.rows))
        self._seen_from = self._from_table if self._table_is_faster(hexes) else self._from_fans
        for zone in zones:
            nodes = np.flatnonzero(zone)
            visible = self._seen_from(nodes)
            far_q, far_r = q - q[nodes, None], r - r[nodes, None]
            away = np.maximum(np.maximum(abs(far_q), abs(far_r)), abs(far_q + far_r))
            for band, found in zip(self._bands, self._in_band, strict=True):
                within = visible & (away >= max(band.nearest, 1))
                found.append(within if band.farthest is None else within & (away <= band.farthest))

    def _table_is_faster(self, hexes: int) -> bool:
        """Whether a table of all pairs takes less time than so many fans, and no great room."""
        size = self._scenario.board.terrain.size
        return hexes * _FANS >= size and size**2 <= _TABLE_BYTES

    def _from_table(self, nodes: NDArray[np.int64]) -> Mask:
        if self._table is None:
            self._table = visibility(self._scenario, None, (self._height, self._height)).to_bool_matrix()
        return self._table[nodes]

    def _from_fans(self, nodes: NDArray[np.int64]) -> Mask:
        found = np.zeros((len(nodes), self._scenario.board.terrain.size), np.bool_)
        for place, (row, column) in enumerate(zip(*divmod(nodes, self._scenario.board.columns), strict=True)):
            at = self._layout.from_offset(int(column), int(row))
            found[place] = self._fans.fan(at, None, (self._height, self._height)).visible.ravel()
        return found

    def seen(self, band: int, zone: int) -> Mask:
        """Return which hexes see each hex of a zone at a distance of a band: ``[hexes of the zone, hexes of the board]``.

        Both are in the order of the board's arrays, row by row. Nothing sees itself.
        """
        return self._in_band[band][zone]

    def view(self, hexes: Mask) -> Mask:
        """Return the hexes that are seen from some of these; both are ``[rows, columns]``."""
        key = hexes.tobytes()
        if key not in self._views:
            found: Mask = np.logical_or.reduce(self._seen_from(np.flatnonzero(hexes)), axis=0)
            self._views[key] = found.reshape(hexes.shape)
        return self._views[key]

"""What the page's script knows of every hex, for the line under the map and for highlights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fairground.core.pictures.looks import Looks
from fairground.core.pictures.zone_layers import zone_title
from fairground.core.report.contents import Missing

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.report.contents import Report
    from fairground.core.report.map import MapDrawing
    from fairground.core.scenario.board import Board


def runs(board: Board, hexes: Collection[Hex]) -> list[int]:
    """Return hexes as runs along the rows of the board: where each begins, counted row by row, and how long it is."""
    return runs_of(board.mask(frozenset(hexes)))


def runs_of(mask: NDArray[np.bool_]) -> list[int]:
    """Return the hexes that ``[rows, columns]`` marks as runs."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], mask.ravel().astype(np.int8), [0]])))
    starts, ends = edges[::2], edges[1::2]
    return [int(it) for pair in zip(starts, ends - starts, strict=True) for it in pair]


def hex_data(report: Report, drawing: MapDrawing) -> dict[str, Any]:
    """Return where hexes are drawn and what is known of each; lists go row by row, -1 stands for nothing."""
    scenario, board = report.scenario, report.scenario.board
    looks = Looks(scenario)
    found: dict[str, Any] = {
        "layout": board.layout.value,
        "columns": board.columns,
        "rows": board.rows,
        "size": drawing.hex_size,
        "origin": [round(it, 3) for it in drawing.origin],
        "kinds": [" + ".join(map(looks.terrain_name, it.kinds)) for it in board.palette],
        "terrain": np.where(board.void, -1, board.terrain).ravel().tolist(),
        "levels": board.elevation.ravel().tolist() if board.elevation.any() else [],
        "places": _at(board, dict(board.names)),
        "zones": [[zone_title(scenario, it.id), runs_of(it.shape.mask(board))] for it in scenario.zones],
        "objectives": [
            [it.name or it.id, it.points, runs_of(it.shape.mask(board))] for it in scenario.objectives
        ],
        "units": _at(board, {it.hex: it.name or it.id for it in scenario.units}),
        "effects": {},
    }
    effects = [" + ".join(map(looks.effect_name, it.kinds)) for it in board.effects_palette]
    for cell, entry in enumerate(board.effects.ravel().tolist()):
        if effects[entry]:
            found["effects"][str(cell)] = effects[entry]
    if not isinstance(report.exposure, Missing):
        found["exposure"] = report.exposure.ravel().tolist()
    if not isinstance(report.territory, Missing):
        found["owners"] = [zone_title(scenario, it) for it in report.territory.zones]
        found["territory"] = report.territory.owner.ravel().tolist()
    if not isinstance(report.chokepoints, Missing):
        found["traffic"] = np.rint(100 * report.chokepoints.traffic).astype(int).ravel().tolist()
    if not isinstance(report.reaches, Missing):
        found["reach"] = [
            [zone_title(scenario, str(it.origin)), it.turns.ravel().tolist()] for it in report.reaches
        ]
    return found


def _at(board: Board, texts: dict[Hex, str]) -> dict[str, str]:
    """Return texts by the number of their hex, row by row; those of one off the board are left out."""
    cells = {at: board.cell(at) for at in texts if board.contains(at)}
    return {
        str(row * board.columns + column): texts[at]
        for at, (row, column) in sorted(cells.items(), key=lambda it: it[1])
    }

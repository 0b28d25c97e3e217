"""An export format: a CSV table with one row for every hex."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from fairground.core.plugin_api import Export, Format, ScenarioPart

if TYPE_CHECKING:
    from fairground.core.plugin_api import ExportSettings, Scenario


def write(scenario: Scenario, _settings: ExportSettings) -> Export:
    """Return the table as a file; parts that are not in ``carries`` are listed as losses."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("hex", "terrain", "level"))
    for hex_ in scenario.board.hexes():
        terrain = " + ".join(scenario.board.terrain_at(hex_))
        table.writerow((scenario.board.label(hex_), terrain, scenario.board.level_at(hex_)))
    return Export(text.getvalue().encode())


FORMAT = Format(
    "hex-table",
    "Table of hexes",
    ".csv",
    write,
    carries=frozenset((ScenarioPart.TERRAIN, ScenarioPart.ELEVATION)),
    purpose="Open the board in a spreadsheet.",
)

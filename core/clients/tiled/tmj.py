"""Maps of Tiled in JSON: ``.tmj``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.clients.format import Export, Format
from fairground.core.clients.scenario_parts import ScenarioPart
from fairground.core.clients.tiled.options import OPTIONS
from fairground.core.clients.tiled.reading import read_map
from fairground.core.clients.tiled.tmj_tree import looks_like_tmj
from fairground.core.clients.tiled.tmj_writing import write_tmj
from fairground.core.clients.tiled.writing import map_of_scenario

if TYPE_CHECKING:
    from fairground.core.clients.export_options import ExportSettings
    from fairground.core.scenario.document import Scenario


def _write(scenario: Scenario, order: ExportSettings) -> Export:
    tiled, picture = map_of_scenario(scenario, order)
    return Export(write_tmj(tiled), (), (picture,))


FORMAT = Format(
    "tiled-json",
    "Tiled map (JSON)",
    ".tmj",
    _write,
    read_map,
    looks_like_tmj,
    carries=frozenset(ScenarioPart),
    options=OPTIONS,
    purpose="a map for Tiled and for engines that load its JSON",
)

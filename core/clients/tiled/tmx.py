"""Maps of Tiled in XML: ``.tmx``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.clients.format import Export, Format
from fairground.core.clients.scenario_parts import ScenarioPart
from fairground.core.clients.tiled.options import OPTIONS
from fairground.core.clients.tiled.reading import read_map
from fairground.core.clients.tiled.tmx_tree import looks_like_tmx
from fairground.core.clients.tiled.tmx_writing import write_tmx
from fairground.core.clients.tiled.writing import map_of_scenario
from fairground.core.text.counts import counted

if TYPE_CHECKING:
    from fairground.core.clients.export_options import ExportSettings
    from fairground.core.scenario.document import Scenario


def _write(scenario: Scenario, order: ExportSettings) -> Export:
    tiled, picture = map_of_scenario(scenario, order)
    content, unwritable = write_tmx(tiled)
    lost = f"{counted(unwritable, 'character')} of texts that XML cannot hold became \ufffd"
    return Export(content, (lost,) if unwritable else (), (picture,))


FORMAT = Format(
    "tiled",
    "Tiled map (TMX)",
    ".tmx",
    _write,
    read_map,
    looks_like_tmx,
    carries=frozenset(ScenarioPart),
    options=OPTIONS,
    purpose="a map to go on with in Tiled, with its tile set",
)

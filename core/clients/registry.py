"""The formats by name, each in a module that is loaded when it is first used."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.errors import UsageError
from fairground.core.plugin_groups import PluginError, PluginGroup, guarded, require, require_name
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from fairground.core.clients.format import Format


class _Home(NamedTuple):
    """The module and attribute of a format, and whether it exports and imports."""

    name: str
    module: str
    written: bool = False
    read: bool = False
    attribute: str = "FORMAT"


#: Import formats are tried in this order, the most distinctive first.
_HOMES: Final = (
    _Home("megamek", "fairground.core.clients.megamek", written=True, read=True),
    _Home("tiled", "fairground.core.clients.tiled.tmx", written=True, read=True),
    _Home("tiled-json", "fairground.core.clients.tiled.tmj", written=True, read=True),
    _Home("row-codes", "fairground.core.clients.coded_maps.text_boards", read=True, attribute="ROW_CODES"),
    _Home("brackets", "fairground.core.clients.coded_maps.text_boards", read=True, attribute="BRACKETS"),
    _Home("wesnoth", "fairground.core.clients.wesnoth", read=True),
    _Home("text-mapper", "fairground.core.clients.text_mapper", read=True),
    _Home("worldographer", "fairground.core.clients.worldographer", read=True),
    _Home("azgaar", "fairground.core.clients.azgaar", read=True),
    _Home("megamek-scenario", "fairground.core.clients.megamek.mms_file", written=True),
    _Home("geojson", "fairground.core.clients.geojson", written=True, read=True),
    _Home("hexjson", "fairground.core.clients.hexjson", written=True, read=True),
    _Home("json", "fairground.core.clients.arena_json", written=True),
    _Home("foundry", "fairground.core.clients.foundry", written=True, read=True),
    _Home("foundry-module", "fairground.core.clients.foundry.module", written=True),
    _Home("tts", "fairground.core.clients.tabletop_simulator", written=True),
    _Home("uvtt", "fairground.core.clients.uvtt", written=True, read=True),
    _Home("image", "fairground.core.clients.board_image", written=True),
    _Home("vassal", "fairground.core.clients.vassal", written=True),
    _Home("vmod", "fairground.core.clients.vassal_module", written=True),
    _Home("pdf", "fairground.core.clients.pdf", written=True),
    _Home("print-and-play", "fairground.core.clients.pdf.play_kit", written=True),
    _Home("png", "fairground.core.clients.picture_formats", written=True, attribute="PNG"),
    _Home("svg", "fairground.core.clients.picture_formats", written=True, attribute="SVG"),
    _Home("web-page", "fairground.core.web_page.publish", written=True),
)


def _register(name: str, declared: object) -> Format:
    from fairground.core.clients.format import Format

    found = require(declared, Format)
    require_name(name, found.name)
    if found.write is None and (found.read is None or found.recognises is None):
        raise PluginError("a format needs a function 'write', or both 'read' and 'recognises'")
    if not found.ending.startswith("."):
        raise PluginError(f"a format's file extension must start with a dot, unlike {found.ending!r}")
    return replace(
        found,
        write=found.write and guarded(f"the format {name!r}", found.write),
        read=found.read and guarded(f"the format {name!r}", found.read),
        recognises=found.recognises and guarded(f"the format {name!r}", found.recognises),
    )


#: The formats of other packages.
FORMAT_PLUGINS: Final = PluginGroup(
    "formats", _register, title=lambda it: it.title, taken=lambda: {home.name for home in _HOMES}
)


def export_formats() -> tuple[str, ...]:
    """Return the names of the formats that can be written, in alphabetical order."""
    of_plugins = [name for name, it in FORMAT_PLUGINS.members().items() if it.write is not None]
    return tuple(sorted([*(home.name for home in _HOMES if home.written), *of_plugins]))


def import_formats() -> tuple[str, ...]:
    """Return the names of the import formats, in the order in which they are tried."""
    of_plugins = [name for name, it in FORMAT_PLUGINS.members().items() if it.read is not None]
    return (*(home.name for home in _HOMES if home.read), *of_plugins)


def load_format(name: str) -> Format:
    """Return a format by its name; raise UsageError if it is unknown."""
    homes = {home.name: home for home in _HOMES}
    if name not in homes:
        of_plugins = FORMAT_PLUGINS.members()
        if name in of_plugins:
            return of_plugins[name]
        known = sorted([*homes, *of_plugins])
        raise UsageError(
            f"there is no format {name!r}{did_you_mean(name, known)} (known: {', '.join(known)})"
        )
    found: Format = getattr(import_module(homes[name].module), homes[name].attribute)
    return found

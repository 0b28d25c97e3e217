"""Pictures of boards and of rulesets: one display list, and what it is written as.

Names are loaded when they are first used: who wants a colour alone need not wait for all that draws.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairground.core.pictures.board_picture import draw_board
    from fairground.core.pictures.display_list import Layer, Picture
    from fairground.core.pictures.options import PictureOptions
    from fairground.core.pictures.pdf import to_pdf
    from fairground.core.pictures.png import to_png
    from fairground.core.pictures.svg import to_svg
    from fairground.core.pictures.terrain_table import draw_terrain_table

_HOMES = {
    "Layer": "display_list",
    "Picture": "display_list",
    "PictureOptions": "options",
    "draw_board": "board_picture",
    "draw_terrain_table": "terrain_table",
    "to_pdf": "pdf",
    "to_png": "png",
    "to_svg": "svg",
}

__all__ = [
    "Layer",
    "Picture",
    "PictureOptions",
    "draw_board",
    "draw_terrain_table",
    "to_pdf",
    "to_png",
    "to_svg",
]


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)

"""Pictures of boards and of rulesets: one display list, and what it is written as."""

from fairground.core.pictures.board_picture import draw_board
from fairground.core.pictures.display_list import Layer, Picture
from fairground.core.pictures.options import PictureOptions
from fairground.core.pictures.pdf import to_pdf
from fairground.core.pictures.png import to_png
from fairground.core.pictures.svg import to_svg
from fairground.core.pictures.terrain_table import draw_terrain_table, terrain_table

__all__ = [
    "Layer",
    "Picture",
    "PictureOptions",
    "draw_board",
    "draw_terrain_table",
    "terrain_table",
    "to_pdf",
    "to_png",
    "to_svg",
]

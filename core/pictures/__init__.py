"""Pictures of boards: one display list, and what it is written as."""

from fairground.core.pictures.board_picture import draw_board
from fairground.core.pictures.display_list import Layer, Picture
from fairground.core.pictures.options import PictureOptions
from fairground.core.pictures.png import to_png
from fairground.core.pictures.svg import to_svg

__all__ = ["Layer", "Picture", "PictureOptions", "draw_board", "to_png", "to_svg"]

# The public names of this package, and the modules that they live in: lazy_loader reads them, see __init__.py.

from .board_picture import draw_board as draw_board
from .display_list import Layer as Layer
from .display_list import Picture as Picture
from .options import PictureOptions as PictureOptions
from .pdf import to_pdf as to_pdf
from .png import to_png as to_png
from .svg import to_svg as to_svg
from .terrain_table import draw_terrain_table as draw_terrain_table

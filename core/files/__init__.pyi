# The public names of this package, and the modules that they live in: lazy_loader reads them, see __init__.py.

from .atomic import write_bytes as write_bytes
from .image_copies import carry_images as carry_images
from .image_copies import with_images_embedded as with_images_embedded
from .images import find_image as find_image
from .images import shipped_images as shipped_images
from .read_result import ReadResult as ReadResult
from .reader import load as load
from .reader import load_reading as load_reading
from .reader import load_text as load_text
from .reader import read as read
from .reader import read_bytes as read_bytes
from .scenario_file import scenario_schema as scenario_schema
from .writer import save as save
from .writer import to_bytes as to_bytes
from .writer import to_text as to_text

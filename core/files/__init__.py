"""Scenario files: read with all problems at once, written deterministically, saved atomically."""

from fairground.core.files.atomic import write_bytes
from fairground.core.files.image_copies import carry_images, with_images_embedded
from fairground.core.files.images import find_image, shipped_images
from fairground.core.files.read_result import ReadResult
from fairground.core.files.reader import load, load_reading, load_text, read, read_bytes
from fairground.core.files.scenario_file import scenario_schema
from fairground.core.files.writer import save, to_bytes, to_text

__all__ = [
    "ReadResult",
    "carry_images",
    "find_image",
    "load",
    "load_reading",
    "load_text",
    "read",
    "read_bytes",
    "save",
    "scenario_schema",
    "shipped_images",
    "to_bytes",
    "to_text",
    "with_images_embedded",
    "write_bytes",
]

"""Formats of other programs: one file a format, behind one small interface."""

from __future__ import annotations

from fairground.core.clients.exporting import (
    ExportPreset,
    Prepared,
    export,
    export_presets,
    find_preset,
    prepare_export,
)
from fairground.core.clients.format import Export, Format, Imported, ImportOptions, ImportSource
from fairground.core.clients.importing import import_file
from fairground.core.clients.registry import export_formats, import_formats, load_format

__all__ = [
    "Export",
    "ExportPreset",
    "Format",
    "ImportOptions",
    "ImportSource",
    "Imported",
    "Prepared",
    "export",
    "export_formats",
    "export_presets",
    "find_preset",
    "import_file",
    "import_formats",
    "load_format",
    "prepare_export",
]

"""Formats of other programs: one file a format, behind one small interface."""

from __future__ import annotations

from fairground.core.clients.exporting import export, format_names, load_format
from fairground.core.clients.format import Export, Format

__all__ = ["Export", "Format", "export", "format_names", "load_format"]

"""Validation of scenarios: what is wrong, where, and what would mend it."""

from fairground.core.validation.as_sound import as_sound
from fairground.core.validation.file_report import FileReport, validate_file
from fairground.core.validation.validator import validate

__all__ = ["FileReport", "as_sound", "validate", "validate_file"]

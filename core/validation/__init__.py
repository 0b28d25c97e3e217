"""Validation of scenarios: what is wrong, where, and how to fix it."""

from fairground.core.validation.file_report import FileReport, validate_file
from fairground.core.validation.validator import as_sound, errors_of, require_no_errors, validate

__all__ = ["FileReport", "as_sound", "errors_of", "require_no_errors", "validate", "validate_file"]

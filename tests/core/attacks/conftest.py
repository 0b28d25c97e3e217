"""The field of the tests of sight: attacks go along lines of sight."""

from tests.core.sight.conftest import field

__all__ = ["field"]

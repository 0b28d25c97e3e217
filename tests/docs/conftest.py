"""The browser of the tests of reports, for the manual."""

from tests.core.report.conftest import browser

__all__ = ["browser"]

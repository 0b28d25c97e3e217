"""What all tests share: how many examples properties are tried with, and what begins first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import settings

if TYPE_CHECKING:
    import pytest

# Few in every run, many when asked for; both take the same examples each time, set no deadline and keep nothing between
# runs.
_ALIKE = settings.get_profile("ci")
settings.register_profile("quick", _ALIKE, max_examples=12)
settings.register_profile("thorough", _ALIKE, max_examples=250)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with groups, which one worker does alone: at the end, the others would wait for it."""
    items.sort(key=lambda it: it.get_closest_marker("xdist_group") is None)

"""Small boards to move on, written as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.core.movement.drawing import drawn

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.scenario.document import Scenario

    Draw = Callable[..., Scenario]


@pytest.fixture
def draw() -> Draw:
    """Return the function that draws a board from rows of terrain ids."""
    return drawn

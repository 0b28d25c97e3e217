"""How tests wait: for a condition, however slow the machine is.

No other test module reads a clock, sleeps, or limits how long something may take.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

Answer = TypeVar("Answer")
#: Seconds after which a condition counts as never met. FAIRGROUND_PATIENCE sets another number, to see failures sooner.
PATIENCE = float(os.environ.get("FAIRGROUND_PATIENCE", "600"))


def wait_until(condition: Callable[[], Answer | None], what: str, *, pause: float = 0.02) -> Answer:
    """Return the first true answer of ``condition``, asked every ``pause`` seconds; fail when there is none."""
    end = time.monotonic() + PATIENCE
    while True:
        answer = condition()
        if answer:
            return answer
        if time.monotonic() > end:
            pytest.fail(f"waited {PATIENCE:.0f} s for {what}")
        time.sleep(pause)

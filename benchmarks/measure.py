"""Figures: how long something took, the budget it has, and what a peer took for the same."""

from __future__ import annotations

import statistics
import subprocess
import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


@dataclass(frozen=True)
class Figure:
    """A measurement and its budget in one ``unit``; ``peer_value`` is a peer's for the same work in the same run."""

    name: str
    value: float
    budget: float
    peer: str | None = None
    peer_value: float | None = None
    unit: str = "ms"

    @property
    def over(self) -> bool:
        return self.value > self.budget

    def as_dict(self) -> dict[str, object]:
        return {**asdict(self), "over": self.over}

    def __str__(self) -> str:
        peer = f"   {self.peer}: {self.peer_value:.1f} {self.unit}" if self.peer_value is not None else ""
        verdict = "OVER" if self.over else "ok"
        return f"{self.name:52} {self.value:8.1f} {self.unit}  of {self.budget:6.0f}  {verdict:4}{peer}"


def median_ms(work: Callable[[], object], *, runs: int = 9) -> float:
    """Return the median wall time of ``runs`` calls, after one that is not counted."""
    work()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def process_ms(command: Sequence[str], *, runs: int = 7) -> float:
    """Return the median wall time of a whole process."""
    return median_ms(lambda: subprocess.run(command, check=True, capture_output=True), runs=runs)

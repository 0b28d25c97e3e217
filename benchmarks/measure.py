"""Figures: how long something took, the budget it has, and what peers took for the same."""

from __future__ import annotations

import os
import statistics
import subprocess
import tempfile
import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
#: The bytes that are copied to measure the memory: more than its caches hold.
_COPIED = 1 << 27


@dataclass(frozen=True)
class Peer:
    """Another program at the same work in the same run, in the unit of its figure.

    ``value`` is None where it could not be run; ``note`` says why, or in what its work differs.
    """

    name: str
    value: float | None
    note: str = ""


@dataclass(frozen=True)
class Figure:
    """A measurement and its budget in one ``unit``, beside its peers; ``budget`` is None where none is set.

    ``runs`` is how many single measurements it was taken from, where they are of different pieces of work.
    """

    name: str
    value: float
    budget: float | None
    peers: tuple[Peer, ...] = ()
    unit: str = "ms"
    runs: int | None = None

    @property
    def over(self) -> bool:
        return self.budget is not None and self.value > self.budget

    def ratio(self, peer: Peer) -> float | None:
        """Return how many times as much a peer took; None where it was left out."""
        return None if peer.value is None else peer.value / self.value

    def as_dict(self) -> dict[str, object]:
        peers = [{**asdict(peer), "ratio": self.ratio(peer)} for peer in self.peers]
        return {**asdict(self), "peers": peers, "over": self.over}

    def __str__(self) -> str:
        budget = "no budget" if self.budget is None else f"of {self.budget:6g}"
        verdict = "" if self.budget is None else "OVER" if self.over else "ok"
        runs = "" if self.runs is None else f"n={self.runs}"
        line = f"{self.name:52} {_digits(self.value):>12} {self.unit}  {budget:9}  {verdict:4}  {runs}"
        return "\n".join([line.rstrip(), *map(self._peer_line, self.peers)])

    def _peer_line(self, peer: Peer) -> str:
        ratio = self.ratio(peer)
        if peer.value is None or ratio is None:
            return f"    {peer.name:48} left out: {peer.note}"
        return f"    {peer.name:48} {_digits(peer.value):>12} {self.unit}  x {_digits(ratio):<8} {peer.note}".rstrip()


def _digits(value: float) -> str:
    """Return a value with decimals only where they say something."""
    return f"{value:,.{0 if value >= 1000 else 1 if value >= 10 else 3}f}"


def from_nothing(work: Callable[[], _Result]) -> Callable[[], _Result]:
    """Return the same work without the answers that are kept for the next change of the same board."""
    from fairground.core.metrics.chokepoints import cuts
    from fairground.core.movement import turns
    from fairground.core.sight.field import changed_lines

    def without_answers() -> _Result:
        changed_lines._tables.clear()  # noqa: SLF001  # only here are they in the way
        cuts._flows.clear()  # noqa: SLF001
        turns._last_seen = ()  # noqa: SLF001
        return work()

    return without_answers


def median_ms(work: Callable[[], object], *, runs: int = 9) -> float:
    """Return the median wall time of ``runs`` calls, after one that is not counted."""
    work()
    return statistics.median(times_ms(lambda _: work(), range(runs)))


def processor_ms(work: Callable[[], object], *, runs: int = 9) -> float:
    """Return the median processor time of ``runs`` calls, after one that is not counted.

    On a busy machine, the wall time of long work grows more than that of short work, so that they can't be compared by it.
    """
    work()
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(1000 * (time.process_time() - start))
    return statistics.median(times)


def times_ms(
    work: Callable[[_Item], object], items: Iterable[_Item], *, seconds: float | None = None
) -> list[float]:
    """Return the wall time of ``work`` on each item; none is begun once ``seconds`` have gone by."""
    times: list[float] = []
    begin = time.perf_counter()
    for item in items:
        start = time.perf_counter()
        if seconds is not None and start - begin > seconds:
            break
        work(item)
        times.append(1000 * (time.perf_counter() - start))
    return times


def median_and_95(name: str, times: Sequence[float], budget: float | None) -> Iterator[Figure]:
    """Yield the median of some times, which the budget is for, and their 95th percentile."""
    yield Figure(f"{name}, median", statistics.median(times), budget, runs=len(times))
    yield Figure(f"{name}, 95%", float(np.percentile(times, 95)), None, runs=len(times))


def copy_ms(size: int) -> float:
    """Return the least time in which this machine copies, and so reads or writes, so many bytes of a large array."""
    source = np.ones(_COPIED // 8, np.int64)
    target = np.empty_like(source)
    best = min(times_ms(lambda _: np.copyto(target, source), range(9)))
    # A copy reads each byte and writes it.
    return best * size / (2 * _COPIED)


def process_ms(command: Sequence[str], *, runs: int = 7) -> float:
    """Return the median wall time of a whole process, with its modules compiled before, as where it is installed."""
    with tempfile.TemporaryDirectory() as compiled:
        environment = os.environ | {"PYTHONPYCACHEPREFIX": compiled}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)

        def run() -> None:
            subprocess.run(command, check=True, capture_output=True, env=environment)

        run()
        return median_ms(run, runs=runs)

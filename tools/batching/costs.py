"""What a job costs beside its work, in processor time, and how much two workers do more than one, by the clock."""

from __future__ import annotations

import resource
import time
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fairground.core.batches import Survey
from fairground.core.batches.batching import maps_of, work_through
from fairground.core.batches.dispatcher import LocalWorkers, dispatch
from fairground.core.batches.maps import JobInput, Map
from fairground.core.batches.questions import BatchJob, ValidationQuestion, program_version
from fairground.core.batches.store import Store
from tools.batching.made_maps import make_maps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from fairground.core.batches.dispatcher import Workers

    Making = Callable[[int], AbstractContextManager[Workers]]

#: Jobs with next to nothing to do: what many cost more than few is what a job costs.
_FEW: Final = 50
_MANY: Final = 1_050
_MAPS: Final = 60
#: Each time by the clock is the best of so many, since other programs take time as well.
_TIMES: Final = 3


class _Spent(NamedTuple):
    """Processor seconds of the program that gives out jobs, and of its workers."""

    own: float
    workers: float


def print_costs(top: Path) -> None:
    """Print the processor time of a job with nothing to do, and the time of a folder with one worker and with two."""
    idle = top / "idle.yaml"
    idle.write_text("-\n", encoding="utf-8")
    make_maps(top / "scaling", _MAPS, 7)
    for name, make in (("local", _local), *([("cluster", _cluster)] if find_spec("distributed") else [])):
        job = _overhead(top, idle, make)
        print(f"{name}: milliseconds a job in the program that gives it out {1000 * job.own:.2f}")
        print(f"{name}: milliseconds a job in its worker, less the work {1000 * job.workers:.2f}")
        one, two = (_seconds(top, top / "scaling", make, workers) for workers in (1, 2))
        print(f"{name}: seconds for {_MAPS} maps with 1 worker {one:.2f}")
        print(f"{name}: seconds for {_MAPS} maps with 2 workers {two:.2f}")
        print(f"{name}: times as fast with 2 workers {one / two:.2f}")


@contextmanager
def _local(workers: int) -> Iterator[Workers]:
    with LocalWorkers(workers) as found:
        yield found


@contextmanager
def _cluster(workers: int) -> Iterator[Workers]:
    from distributed import LocalCluster

    from fairground.core.batches.cluster import ClusterWorkers

    make: Any = LocalCluster
    with (
        make(n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster,
        ClusterWorkers(cluster.scheduler_address) as found,
    ):
        yield found


def _overhead(top: Path, path: Path, make: Making) -> _Spent:
    """Return the processor time of a job from the file to the store, less the answering itself."""
    few, many = (_idle(top, path, make, count) for count in (_FEW, _MANY))
    jobs = _MANY - _FEW
    return _Spent((many.own - few.own) / jobs, (many.workers - few.workers) / jobs - _work(path))


def _work(path: Path) -> float:
    """Return the processor time of the answering itself."""
    subject, begun = JobInput(path.read_bytes()), time.process_time()
    for _ in range(_MANY):
        with subject.opened() as (reading, _):
            ValidationQuestion().answer(reading)
    return (time.process_time() - begun) / _MANY


def _idle(top: Path, path: Path, make: Making, count: int) -> _Spent:
    """Return the processor time of so many jobs, with the beginning and the end of the workers."""
    subject = JobInput(path.read_bytes())
    jobs = (BatchJob(Map(f"{it}", path, subject.key), ValidationQuestion(f"{it}")) for it in range(count))
    own, workers = time.process_time(), _of_children()
    with make(1) as found, Store(top / "idle.sqlite", program="idle") as store:
        for job, answer in dispatch(jobs, found, program=program_version()):
            if not isinstance(answer, dict):
                raise TypeError(f"{job.map.file}: {answer.reason}")
            store.keep(subject.key, job.question.key, answer)
    return _Spent(time.process_time() - own, _of_children() - workers)


def _of_children() -> float:
    """Return the processor time of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _seconds(top: Path, folder: Path, make: Making, workers: int) -> float:
    """Return how long a folder takes from its first answer on, so that the beginning of the workers does not count."""
    best = float("inf")
    for number in range(_TIMES):
        told: list[float] = []

        def progress(_: float, told: list[float] = told) -> None:
            told.append(time.perf_counter())

        with make(workers) as found, Store(top / f"{number}.sqlite", program=program_version()) as store:
            work_through(maps_of(folder), Survey(), found, store, again=True, progress=progress)
        best = min(best, told[-1] - told[0])
    return best

"""Measure a batch over a library of thousands of maps, on local processes and on a cluster of two workers.

    python tools/check_library.py [--count 10000] [--seed 1]

Each map is validated and its fairness measured. For each batch, the tool prints the seconds by the clock, the answers per second, the
processor seconds and the most memory of the program that gives out the jobs, and how long a second batch takes that finds all
answers in the store. Both batches must agree on every map; else the exit status is 1.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.batching.made_maps import make_maps

#: The workers of the cluster, and the local processes.
_WORKERS: Final = 2
_MILLION: Final = 1_000_000


class Run(NamedTuple):
    """A batch: its answer, seconds by the clock, and processor seconds and megabytes of the program itself."""

    answer: dict[str, Any]
    seconds: float
    own: float
    megabytes: float


def _run(folder: Path, store: Path, *where: str) -> Run:
    command = [
        str(Path(sys.executable).with_name("fairground")),
        *("batch", str(folder), "--store", str(store), "--json", *where),
    ]
    begin = time.perf_counter()
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdout=out)
        # The usage of this one process, without its workers.
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - begin
        if process.returncode not in (0, 1):
            raise SystemExit(f"the batch failed with status {process.returncode}")
        out.seek(0)
        answer: dict[str, Any] = json.load(out)
    return Run(answer, seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def _print(name: str, first: Run, again: Run) -> None:
    worked = first.answer["worked"]
    print(f"{name}: answers {worked:,}, failures {first.answer['failures']:,}")
    print(f"{name}: seconds {first.seconds:.0f}, answers a second {worked / first.seconds:.1f}")
    whose = "the program and its workers" if name == "local" else "the program"
    print(
        f"{name}: processor seconds of {whose} {first.own:.0f}, megabytes of the program {first.megabytes:.0f}"
    )
    print(
        f"{name}: seconds with all answers in the store {again.seconds:.1f}, worked out again {again.answer['worked']:,}"
    )
    maps = first.answer["tally"]["maps"]
    print(f"{name}: hours for a million maps at this pace {first.seconds * _MILLION / maps / 3600:.1f}")


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=10_000, help="maps")
    parser.add_argument("--seed", type=int, default=1, help="what the maps are drawn from")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="fairground-library-") as name:
        top = Path(name)
        folder = top / "maps"
        make_maps(folder, asked.count, asked.seed)
        where = "--jobs", str(_WORKERS)
        local = _run(folder, top / "local.sqlite", *where)
        _print("local", local, _run(folder, top / "local.sqlite", *where))
        if find_spec("distributed") is None:
            print("cluster: left out, for Dask is not installed")
            return 0
        from distributed import LocalCluster

        make: Any = LocalCluster
        with make(
            n_workers=_WORKERS, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as cluster:
            where = "--cluster", cluster.scheduler_address
            spread = _run(folder, top / "cluster.sqlite", *where)
            _print("cluster", spread, _run(folder, top / "cluster.sqlite", *where))
    differ = spread.answer["maps"] != local.answer["maps"]
    print("the batches differ" if differ else "the batches agree on every map")
    return int(differ)


if __name__ == "__main__":
    raise SystemExit(main())

"""Kill a batch and a worker of a cluster, check that no answer is lost, and measure the cost of a job.

    python tools/check_batch.py [--count 500] [--games 0] [--jobs 2] [--kills 2] [--seed 1] [--no-costs]

A folder of small scenarios runs once undisturbed, once killed twice (SIGKILL) and resumed, and, if Dask is installed,
on a cluster that loses one of two workers. All runs must agree on every map, a killed store must keep its answers, and
no worker may outlive its program; else the exit status is 1.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.batching.costs import print_costs
from tools.batching.made_maps import make_maps

if TYPE_CHECKING:
    from collections.abc import Callable

#: How often a batch that ends too early is tried again.
_ATTEMPTS: Final = 5
#: Seconds for workers to end after their program.
_PATIENCE: Final = 20.0


class Batch:
    """``fairground batch`` over a folder, with a store of its own."""

    def __init__(self, folder: Path, store: Path, asked: argparse.Namespace, *where: str) -> None:
        self.store = store
        self._command = [
            str(Path(sys.executable).with_name("fairground")),
            *("batch", str(folder), "--store", str(store), "--json"),
            *(["--games", str(asked.games), "--margin", "1/5"] if asked.games else []),
            *(where or ("--jobs", str(asked.jobs))),
        ]

    def run(self) -> dict[str, Any]:
        """Return the answer of an undisturbed batch."""
        done = subprocess.run(self._command, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            raise SystemExit(f"the batch failed: {done.stderr}")
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    def start(self) -> subprocess.Popen[str]:
        """Start the batch in a session of its own, so that its workers can be told."""
        return subprocess.Popen(
            self._command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def answers(self) -> int:
        """Return how many answers the store has."""
        if not self.store.exists():
            return 0
        try:
            with closing(sqlite3.connect(f"file:{self.store}?mode=ro", uri=True)) as connection:
                return int(connection.execute("SELECT count(*) FROM answer").fetchone()[0])
        except sqlite3.OperationalError:
            return 0

    def disturbed(self, share: float, answers: int, disturb: Callable[[int], None]) -> subprocess.Popen[str]:
        """Start the batch, disturb its process once that share of the answers is stored, and return it; retry if it ended before."""
        for _ in range(_ATTEMPTS):
            process = self.start()
            while self.answers() < share * answers and process.poll() is None:
                time.sleep(0.01)
            disturb(process.pid)
            if self.answers() < answers:
                return process
            process.communicate()
            for file in self.store.parent.glob(f"{self.store.name}*"):
                file.unlink()
        raise SystemExit(f"the batch was done before it could be disturbed, {_ATTEMPTS} times")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=500, help="maps")
    parser.add_argument("--games", type=int, default=0, help="games on each map")
    parser.add_argument("--jobs", type=int, default=2, help="processes that work side by side")
    parser.add_argument("--kills", type=int, default=2, help="how often the program is killed")
    parser.add_argument("--seed", type=int, default=1, help="what the maps are drawn from")
    parser.add_argument("--no-costs", action="store_true", help="leave out what a job costs")
    asked = parser.parse_args()
    top = Path(tempfile.mkdtemp(prefix="fairground-batch-"))
    try:
        faults = _check(top, asked)
        if not asked.no_costs:
            print_costs(top)
    finally:
        shutil.rmtree(top, ignore_errors=True)
    for fault in faults:
        print(f"FAULT: {fault}")
    print(f"faults {len(faults)}")
    return int(bool(faults))


def _check(top: Path, asked: argparse.Namespace) -> list[str]:
    folder = top / "maps"
    make_maps(folder, asked.count, asked.seed)
    whole = Batch(folder, top / "whole.sqlite", asked).run()
    tally = whole["tally"]
    print(f"maps {tally['maps']:,}")
    print(f"answers {whole['worked']:,}")
    print(f"maps that are broken {tally['broken']:,}")
    faults = sound(whole, asked.count)
    faults += _killed(Batch(folder, top / "killed.sqlite", asked), whole, asked.kills)
    if find_spec("distributed") is None:
        print("cluster: left out, for Dask is not installed")
    else:
        faults += _on_cluster(folder, top / "cluster.sqlite", asked, whole)
    return faults


def sound(whole: dict[str, Any], count: int) -> list[str]:
    """Return what is wrong with the undisturbed batch, with which the others are compared."""
    tally, faults = whole["tally"], []
    if tally["maps"] != count:
        faults.append(f"there are {count} maps, and the batch has {tally['maps']}")
    if not 0 < tally["broken"] < count // 4:
        faults.append(f"{tally['broken']} of {count} maps are broken, which is not as they were made")
    if whole["failures"]:
        faults.append(f"{whole['failures']} questions failed")
    if tally["none"] > tally["broken"]:
        faults.append(f"{tally['none']} maps were not measured, and {tally['broken']} are broken")
    return faults


def _killed(batch: Batch, whole: dict[str, Any], kills: int) -> list[str]:
    """Kill the batch in the middle, so many times, go on, and compare."""
    faults = []
    for kill in range(1, kills + 1):
        process = batch.disturbed(kill / (kills + 1), whole["worked"], lambda it: os.kill(it, signal.SIGKILL))
        process.communicate()
        faults += _orphans(process.pid)
    left = batch.answers()
    again = batch.run()
    print(f"answers there after the kills {left:,}")
    print(f"worked out after that {again['worked']:,}")
    if again["kept"] < left:
        faults.append(f"the store had {left} answers after the kill, and {again['kept']} were used")
    if again["maps"] != whole["maps"]:
        faults.append("a batch that was killed and gone on with says something else of some map")
    return faults


def _orphans(session: int) -> list[str]:
    """Return a fault for every process of a session that is still there after a while."""
    end = time.monotonic() + _PATIENCE
    while (left := _of_session(session)) and time.monotonic() < end:
        time.sleep(0.05)
    for process in left:
        os.kill(process, signal.SIGKILL)
    return [f"the worker {process} outlived its program" for process in left]


def _of_session(session: int) -> list[int]:
    """Return the processes of a session that are no zombies."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                _, _, rest = (entry / "stat").read_text().rpartition(")")
            except OSError:
                continue
            state, _, _, of = rest.split()[:4]
            if int(of) == session and state != "Z":
                found.append(int(entry.name))
    return found


def _on_cluster(folder: Path, store: Path, asked: argparse.Namespace, whole: dict[str, Any]) -> list[str]:
    """Work on two workers of a cluster, kill one in the middle, and compare."""
    from distributed import LocalCluster

    make: Any = LocalCluster
    with make(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster:
        batch = Batch(folder, store, asked, "--cluster", cluster.scheduler_address)
        process = batch.disturbed(1 / 2, whole["worked"], lambda _: _kill_one(cluster))
        at = batch.answers()
        out, err = process.communicate()
    if process.returncode not in (0, 1):
        return [f"the batch on the cluster failed: {err}"]
    found = json.loads(out)
    print(f"answers on the cluster before a worker was killed {at:,}")
    print(f"answers on the cluster {found['worked']:,}")
    same = found["maps"] == whole["maps"]
    return [] if same else ["a batch whose worker was killed says something else of some map"]


def _kill_one(cluster: Any) -> None:  # noqa: ANN401  # no types where it is not installed
    os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)


if __name__ == "__main__":
    raise SystemExit(main())

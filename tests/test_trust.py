"""What untrusted files and networks can't do: nothing is unpickled from a file, and Dask listens to this machine alone."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted(path for folder in ("core", "editor") for path in (ROOT / folder).rglob("*.py"))
#: Modules that build any object from data, and so may run any code.
UNPICKLERS = frozenset(
    ("pickle", "_pickle", "cPickle", "shelve", "marshal", "dill", "joblib", "cloudpickle", "jsonpickle", "copyreg")
)  # fmt: skip
#: Functions that do, as they are called.
UNSAFE = re.compile(
    r"(?:eval|exec|compile|__import__|yaml\.(?:load|load_all|unsafe_load\w*|full_load\w*)|(?:np|numpy)\.load|.*\.read_pickle)"
)


def unsafe_places(text: str) -> list[str]:
    """Return the imports and calls of a module that could build any object."""
    found = []
    for node in ast.walk(ast.parse(text)):
        names = (
            [it.name for it in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
        found += [it for it in names if it.partition(".")[0] in UNPICKLERS]
        if isinstance(node, ast.Call) and UNSAFE.fullmatch(called := ast.unparse(node.func)):
            found.append(called)
    return found


def test_nothing_is_unpickled_from_a_file() -> None:
    assert len(SOURCES) > 500
    found = {path.relative_to(ROOT).as_posix(): unsafe_places(path.read_text("utf-8")) for path in SOURCES}
    assert {name: places for name, places in found.items() if places} == {}


@pytest.mark.parametrize(
    "line",
    [
        "import pickle",
        "from marshal import loads",
        "import joblib.memory",
        "yaml.load(x, Loader=L)",
        "np.load(f)",
        "eval(x)",
        "pandas.read_pickle(f)",
    ],
)
def test_what_could_unpickle_is_seen(line: str) -> None:
    assert len(unsafe_places(line)) == 1


def test_what_cannot_unpickle_is_not() -> None:
    assert unsafe_places("import json\nre.compile(x)\nwindow.exec()\nyaml.safe_load(x)") == []


#: Runs a batch on a cluster, and prints every address at which this process begins to listen for that. Dask's own scheduler
#: and worker, which stand for somebody's cluster here, are there before.
LISTENING = """
import sys
heard = []
sys.addaudithook(lambda event, arguments: heard.append(arguments[1]) if event == "socket.bind" else None)
if __name__ == "__main__":
    from distributed import LocalCluster
    from fairground.core.batches import batch
    options = {"protocol": "tcp", "host": "127.0.0.1", "processes": False, "dashboard_address": None}
    with LocalCluster(n_workers=1, threads_per_worker=1, **options) as cluster:
        heard.clear()
        assert batch(sys.argv[1], cluster=cluster.scheduler_address).computed == 2
    print(*sorted({str(it[0]) if isinstance(it, tuple) else str(it) for it in heard}), sep="\\n")
"""


@pytest.mark.long
@pytest.mark.skipif(find_spec("distributed") is None, reason="Dask is not installed")
def test_a_batch_on_a_cluster_listens_to_this_machine_alone(tmp_path: Path) -> None:
    arena = (ROOT / "scenarios" / "standard-arena.yaml").read_bytes()
    (tmp_path / "arena.yaml").write_bytes(arena)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", LISTENING, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) <= {"127.0.0.1", "::1", "localhost"}


def test_the_manual_has_schedulers_listen_at_an_address_that_is_named() -> None:
    lines = [
        line
        for path in (ROOT / "docs").rglob("*.md")
        for line in path.read_text("utf-8").splitlines()
        if line.startswith("dask scheduler")
    ]
    assert lines
    assert [it for it in lines if "--host" not in it] == []

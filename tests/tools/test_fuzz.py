"""A few hundred damaged files, read in this process; ``tools/fuzz.py`` reads as many as one likes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tools.fuzz import default_originals
from tools.fuzzing.damage import mutant
from tools.fuzzing.readers import READERS
from tools.fuzzing.worker import judge

ROOT = Path(__file__).parents[2]
#: What a damaged file may come to, where it is not refused.
READ = {"read", "errors found"}


# Qt warns about damaged images, which it then refuses or draws in part.
@pytest.mark.qt_log_level_fail("CRITICAL")
@pytest.mark.long
@pytest.mark.parametrize("reader", READERS)
def test_damaged_files_are_read_or_refused(reader: str) -> None:
    # Games, and tables of answers with all that is told of them, take longest.
    count = 60 if reader in {"force", "played", "store"} else 100
    outcomes = outcomes_of(reader, count=count)
    # Damage that always or never shows would test little.
    assert outcomes["refused"] > count // 10
    assert sum(outcomes[it] for it in READ) > count // 20


def outcomes_of(reader: str, *, count: int) -> Counter[str]:
    """Return how often each outcome came of reading damaged files; none may be a traceback."""
    originals = default_originals(reader)[reader]
    others = [it.data for it in originals]
    outcomes: Counter[str] = Counter()
    for index in range(count):
        it = originals[index % len(originals)]
        data = mutant(it.data, others, seed=f"tests/{index}", change=READERS[reader].change)
        outcome, told = judge(data, it.beside, reader)
        assert outcome != "traceback", f"seed tests/{index}\n{told}"
        outcomes[outcome] += 1
    return outcomes


@pytest.mark.parametrize("reader", READERS)
def test_undamaged_samples_are_read(reader: str) -> None:
    for it in default_originals(reader)[reader]:
        assert judge(it.data, it.beside, reader)[0] in READ, it.name


@pytest.mark.parametrize("reader", ["scenario", "board", "tiled", "geojson", "journal", "store", "settings"])
def test_the_same_seed_gives_the_same_damage(reader: str) -> None:
    sample, change = default_originals(reader)[reader][0].data, READERS[reader].change

    def mutants() -> list[bytes]:
        return [mutant(sample, [sample], seed=f"x/{index}", change=change) for index in range(50)]

    assert mutants() == mutants()
    assert len(set(mutants())) > 40


#: What a reader may do wrong, and what the worker says of it.
WRONG = {
    "raise KeyError('surprise')": ("traceback", "surprise"),
    "bytearray(2**31)": ("traceback", "MemoryError"),
    "open('/etc/hostname').close()": ("escape", "open /etc/hostname"),
    "open('beside.txt', 'w').close()": ("escape", "beside.txt to write"),
    "import os; os.mkdir('beside')": ("escape", "beside to write"),
    "import socket; socket.socket()": ("escape", "socket.__new__"),
    "import subprocess; subprocess.run(['true'])": ("escape", "subprocess.Popen"),
    "while True: pass": ("timeout", "longer than"),
    "import os; os._exit(7)": ("crash", "exit status 7"),
}
#: Workers are spawned from a file.
PROGRAM = """
import json, sys
from tools.fuzzing.worker import Worker

if __name__ == "__main__":
    worker = Worker(("ruleset",))
    found = [worker.judge(code.encode(), {}, "ruleset") for code in json.loads(sys.argv[1])]
    worker._process.kill()
    worker._process.join()
    print(json.dumps([*found, worker.judge(b"pass", {}, "ruleset")]))
    worker.stop()
"""


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """A copy of the tool whose reader of rulesets does what damaged ones say."""
    shutil.copytree(ROOT / "tools" / "fuzzing", tmp_path / "tools" / "fuzzing")
    shutil.copy(ROOT / "tools" / "fuzz.py", tmp_path / "tools")
    readers = tmp_path / "tools" / "fuzzing" / "readers.py"
    start = "def read_ruleset(data: bytes, _: Mapping[str, bytes]) -> str:\n"
    does = f'{start}    if b"format: " not in data:\n        exec(data)\n        return "read"\n'
    readers.write_text(readers.read_text(encoding="utf-8").replace(start, does), encoding="utf-8")
    (tmp_path / "resources" / "rulesets").mkdir(parents=True)
    shutil.copy(ROOT / "resources" / "rulesets" / "hexside-ww2.yaml", tmp_path / "resources" / "rulesets")
    return tmp_path


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, cwd=folder, env=environment
    )


@pytest.mark.long
def test_the_worker_notices_all_that_goes_wrong(faulty: Path) -> None:
    (faulty / "program.py").write_text(PROGRAM, encoding="utf-8")
    done = run(faulty, "program.py", json.dumps([*WRONG, *WRONG]))
    assert done.returncode == 0, done.stderr
    *found, after_an_end = json.loads(done.stdout)
    assert after_an_end == ["read", ""]
    for (code, (outcome, told)), (noticed, words) in zip([*WRONG.items()] * 2, found, strict=True):
        assert (noticed, told in words) == (outcome, True), f"{code}: {noticed}, {words}"


@pytest.mark.long
def test_the_command_tells_what_goes_wrong(faulty: Path) -> None:
    sample = faulty / "a.yaml"
    sample.write_text("raise KeyError('surprise')\n" * 500, encoding="utf-8")
    done = run(faulty, "tools/fuzz.py", "--count", "2", "--seed", "4", "--reader", "ruleset", str(sample))
    assert done.returncode == 1, done.stderr
    assert "traceback: " in done.stdout

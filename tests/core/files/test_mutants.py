"""A few hundred damaged files, read in this process; ``tools/mutate.py`` reads as many as one likes."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def mutate() -> Any:
    spec = importlib.util.spec_from_file_location("mutate", ROOT / "tools" / "mutate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up by name.
    sys.modules["mutate"] = module
    spec.loader.exec_module(module)
    return module


def test_damaged_files_are_read_or_refused(mutate: Any) -> None:
    outcomes = outcomes_of(mutate, mutate.default_originals(), count=400)
    # Damage that always or never shows would test little.
    assert min(outcomes[outcome] for outcome in ("read", "refused", "errors found")) > 20


@pytest.mark.parametrize("reader", ["board", "brackets", "row-codes", "legend"])
def test_damaged_files_to_import_are_read_or_refused(mutate: Any, reader: str) -> None:
    outcomes = outcomes_of(mutate, mutate.default_originals(reader), count=400)
    assert min(outcomes[outcome] for outcome in ("read", "refused")) > 20


def outcomes_of(mutate: Any, originals: Any, *, count: int) -> Counter[str]:
    """Return how often each outcome came of reading damaged files; none may be a traceback."""
    others = [it.data for it in originals]
    outcomes: Counter[str] = Counter()
    for index in range(count):
        it = originals[index % len(originals)]
        change = mutate.READERS[it.reader].change
        data = mutate.mutant(it.data, others, seed=f"tests/{index}", change=change)
        outcome, told = mutate.judge(data, it.reader)
        assert outcome != "traceback", f"seed tests/{index}\n{told}"
        outcomes[outcome] += 1
    return outcomes


def test_the_same_seed_gives_the_same_damage(mutate: Any) -> None:
    for original in (mutate.default_originals()[0], mutate.default_originals("board")[0]):
        change = mutate.READERS[original.reader].change

        def mutants(data: bytes = original.data, change: Any = change) -> list[bytes]:
            return [mutate.mutant(data, [data], seed=f"x/{index}", change=change) for index in range(50)]

        assert mutants() == mutants()
        assert len(set(mutants())) > 40


@pytest.mark.parametrize(
    ("code", "outcome", "told"),
    [
        ("raise KeyError('surprise')", "traceback", "surprise"),
        ("import time; time.sleep(60)", "timeout", "longer than"),
        ("import os; os._exit(7)", "crash", "exit status 7"),
        ("bytearray(2**31)", "traceback", "MemoryError"),
    ],
)
def test_the_worker_notices(tmp_path: Path, code: str, outcome: str, told: str) -> None:
    # A copy of the tool whose reader misbehaves, run as a program, since workers are spawned from a file.
    faulty = (ROOT / "tools" / "mutate.py").read_text(encoding="utf-8")
    faulty = faulty.replace(
        "def read_ruleset(data: bytes) -> str:\n", f"def read_ruleset(data):\n    if data: {code}\n"
    )
    tool = tmp_path / "tools" / "mutate.py"
    tool.parent.mkdir()
    tool.write_text(faulty, encoding="utf-8")
    sample = tmp_path / "a.yaml"
    sample.write_text("format: fairground-ruleset/1\n" + "a: b\n" * 500, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(tool), "--count", "2", "--seed", "4", str(sample)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert f"{outcome}: " in done.stdout
    assert told in done.stdout
    assert list((tmp_path / "out" / "mutate").glob("a-4-*.yaml"))

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tools import mutants

if TYPE_CHECKING:
    from pathlib import Path

TEXT = """\
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from x import y


@cache
def f(a: int | None = 1 + 2) -> int | None:
    if a > 3:
        raise ValueError(f"not {1 + 1}")
    return a + 1
"""


def test_types_decorators_and_texts_of_errors_are_left_alone() -> None:
    spans = mutants.dull_spans(TEXT)

    def is_dull(line: int, word: str) -> bool:
        at = line, TEXT.splitlines()[line - 1].index(word)
        return any(first <= at < last for first, last in spans)

    assert is_dull(4, "x")
    assert is_dull(7, "cache")
    assert is_dull(8, "int | None =")
    assert is_dull(8, "int | None:")
    assert not is_dull(8, "1 + 2")
    assert not is_dull(9, "> 3")
    assert is_dull(10, "1 + 1")
    assert not is_dull(11, "+ 1")


def test_tests_that_name_a_module_come_first(tmp_path: Path) -> None:
    tree = mutants.Tree(tmp_path)
    module = "core/text/wording.py"
    tests = tree.tests_of(module)
    assert all(it.startswith("tests/core/") for it in tests)
    texts = [(tree.root / it).read_text("utf-8") for it in tests]
    naming = ["fairground.core.text.wording" in it for it in texts]
    assert naming == sorted(naming, reverse=True)
    assert any(naming)


#: A run in a process without a pytest of its own.
RUNS = """
import json, sys
from pathlib import Path
from tools.mutants import Tree
into = Path(sys.argv[1])
tree = Tree(into)
path = tree.root / "core/text/wording.py"
unchanged = path.read_text("utf-8")
found = []
endless = unchanged + "\\nwhile True:\\n    pass\\n"
unloadable = unchanged + "\\n1 / 0\\n"
wrong = unchanged.replace("== 1", "!= 1")
for changed, seconds in ((unchanged, 60), (wrong, 60), (unloadable, 60), (endless, 2)):
    path.write_text(changed, "utf-8")
    found.append(tree.run(["tests/core/text/test_counts.py"], seconds, into / "log.txt")[0])
print(json.dumps(found))
"""


# A second or two: four runs of pytest, of which one goes on until it is ended.
@pytest.mark.long
def test_a_change_is_noticed_or_not(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", RUNS, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert json.loads(done.stdout) == ["survived", "killed", "not begun", "killed by the clock"]


def test_results_count_for_what_they_were_found_in(tmp_path: Path) -> None:
    kept = tmp_path / "results.jsonl"
    assert mutants.known_results(kept, "a", "x") == {}
    noticed, missed = (mutants.Mutant("core/x.py", "core/AddNot", it, (7, 1)) for it in (3, 4))
    lines = [
        {"program": "a", "tests": "x", "mutant": noticed, "result": "killed"},
        {"program": "a", "tests": "x", "mutant": missed, "result": "survived"},
    ]
    kept.write_text("".join(json.dumps(it) + "\n" for it in lines), "utf-8")
    assert set(mutants.known_results(kept, "a", "x")) == {noticed, missed}
    assert set(mutants.known_results(kept, "a", "y")) == {noticed}
    assert mutants.known_results(kept, "b", "x") == {}

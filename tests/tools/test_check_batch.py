"""A kill and a lost worker in little; the command by itself does it with 500 maps. Its faults are put to the test too."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fairground.core.batches.maps import maps_in
from tools.batching.made_maps import make_maps
from tools.check_batch import sound

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked for in /proc")


@pytest.mark.long
def test_no_answer_is_lost_by_kills() -> None:
    """Several programs are begun, each of which loads everything: that takes its time."""
    done = subprocess.run(
        [
            sys.executable,
            "tools/check_batch.py",
            "--count",
            "16",
            "--jobs",
            "1",
            "--kills",
            "1",
            "--no-costs",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    figures = dict(line.rsplit(maxsplit=1) for line in done.stdout.splitlines())
    assert (figures["maps"], figures["answers"], figures["faults"]) == ("16", "32", "0")
    assert 8 <= int(figures["answers there after the kills"]) <= 32
    if "answers on the cluster" not in figures:
        pytest.skip("no cluster: Dask is not installed")
    assert figures["answers on the cluster"] == "32"


def test_made_maps_are_the_same_for_a_seed(tmp_path: Path) -> None:
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        make_maps(tmp_path / name, 24, seed)
    keys = [[it.key for it in maps_in(tmp_path / name)] for name in "abc"]
    assert keys[0] == keys[1] != keys[2]
    assert len(set(keys[0])) == 24


@pytest.mark.parametrize(
    ("tally", "failures", "words"),
    [
        ({"maps": 99, "broken": 8, "none": 8}, 0, "the batch has 99"),
        ({"maps": 100, "broken": 0, "none": 0}, 0, "0 of 100 maps are broken"),
        ({"maps": 100, "broken": 8, "none": 9}, 0, "9 maps were not measured"),
        ({"maps": 100, "broken": 8, "none": 8}, 1, "1 questions failed"),
    ],
)
def test_a_batch_that_is_not_sound_is_told(tally: dict[str, int], failures: int, words: str) -> None:
    found = sound({"tally": tally, "failures": failures}, 100)
    assert len(found) == 1
    assert words in found[0]

"""Read randomly damaged files: nothing may crash, hang, exhaust memory or touch other files.

    python tools/fuzz.py --count 10000 [--seed 1] [--reader board ...] [FILES...]

Each file is read, validated, written and read again in a worker process with one second and one gigabyte, which logs
every opened file, process and connection. The exit status is 1 for a traceback, crash, timeout or access outside the
folder; the file is then saved under ``out/fuzz``. The same seed gives the same files. Scenarios and rulesets are
detected; other files need ``--reader``. Default: the samples of all readers.

    python tools/fuzz.py --minutes 60 [--seed 1] [--reader board ...] [--corpus tests/corpus] [--keep 8]

With ``--minutes`` it fuzzes with feedback until the time is up: files that reach new branches of the program are damaged
further. It begins with the files in the corpus, and with ``--keep`` writes the best of the new ones there.

    python tools/fuzz.py --attacks [--reader board ...]

With ``--attacks`` it reads files with one hostile value at one place, for each kind of value and of place, in 4 s each.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.fuzzing.damage import mutant
from tools.fuzzing.readers import READERS
from tools.fuzzing.worker import FAILURES, Worker

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: Files that reached branches that no sample reaches.
CORPUS: Final = Path(__file__).parents[1] / "tests" / "corpus"
#: The CPU time for an attack, and its largest file.
ATTACK_SECONDS, MOST_ATTACK = 4.0, 1_000_000
OUT: Final = Path(__file__).parents[1] / "out" / "fuzz"


@dataclass(frozen=True, order=True)
class Timing:
    """How long a file took."""

    seconds: float
    name: str


@dataclass(frozen=True)
class Original:
    """An undamaged file, those that it refers to, and the name of its reader."""

    name: str
    data: bytes
    beside: Mapping[str, bytes]
    reader: str


def run(originals: Mapping[str, Sequence[Original]], *, count: int, seed: int) -> int:
    """Read ``count`` damaged files, each reader in turn; return the number of failures."""
    worker = Worker(tuple(originals))
    outcomes: Counter[tuple[str, str]] = Counter()
    timings: list[Timing] = []
    failures = 0
    start = time.perf_counter()
    try:
        for index in range(count):
            of_reader = list(originals.values())[index % len(originals)]
            original = of_reader[index // len(originals) % len(of_reader)]
            others = [it.data for it in of_reader]
            change = READERS[original.reader].change
            data = mutant(original.data, others, seed=f"{seed}/{index}", change=change)
            begun = time.perf_counter()
            outcome, details = worker.judge(data, original.beside, original.reader)
            timings.append(Timing(time.perf_counter() - begun, f"{original.name} seed {seed}/{index}"))
            outcomes[original.reader, outcome] += 1
            if outcome in FAILURES:
                failures += 1
                print(f"{outcome}: {_saved(data, original, f'{seed}-{index}')}\n{details}", flush=True)
            if sys.stderr.isatty() and index % 500 == 0:
                print(f"{index:,} of {count:,}", end="\r", file=sys.stderr, flush=True)
    finally:
        worker.stop()
    for (kind, outcome), number in sorted(outcomes.items()):
        print(f"{kind:10} {outcome:13} {number:7,}")
    for timing in sorted(timings, reverse=True)[:3]:
        print(f"slowest: {1000 * timing.seconds:.0f} ms, {timing.name}")
    print(f"{failures} failures in {count:,} files, {time.perf_counter() - start:.0f} s")
    return failures


def _saved(data: bytes, original: Original, name: str) -> Path:
    OUT.mkdir(parents=True, exist_ok=True)
    path = OUT / f"{Path(original.name).stem.replace(' ', '-')}-{name}{READERS[original.reader].ending}"
    path.write_bytes(data)
    return path


def default_originals(*readers: str) -> dict[str, list[Original]]:
    """Return the samples of some readers, or of all."""
    return {
        reader: [Original(it.name, it.data, it.beside, reader) for it in READERS[reader].samples()]
        for reader in readers or READERS
    }


def reader_of(data: bytes) -> str:
    """Return the reader of a scenario or ruleset."""
    return "ruleset" if b"fairground-ruleset/" in data[:2000] else "scenario"


def fuzz_with_feedback(options: argparse.Namespace) -> int:
    """Fuzz for the time that is asked for, and return the number of failures."""
    from tools.fuzzing.exploration import explore, hash_of, write_corpus

    def failed(reader: str, data: bytes, outcome: str, details: str) -> None:
        path = _saved(data, Original(reader, data, {}, reader), hash_of(data))
        print(f"{outcome}: {path}\n{details}", flush=True)

    found = explore(
        options.reader or tuple(READERS),
        minutes=options.minutes,
        seed=options.seed,
        corpus=options.corpus,
        failed=failed,
    )
    for reader, branches in found.branches.items():
        outcomes = {outcome: count for (name, outcome), count in found.outcomes.items() if name == reader}
        told = ", ".join(f"{count:,} {outcome}" for outcome, count in sorted(outcomes.items()))
        print(
            f"{reader:15} {branches:7,} branches, {len(found.kept[reader]):5,} files that reached more: {told}"
        )
    if options.keep:
        print(f"{write_corpus(found, options.corpus, most=options.keep)} files written to {options.corpus}")
    failures = found.failures.total()
    print(f"{failures} failures in {found.files:,} files, {found.cpu_seconds / 3600:.2f} CPU hours")
    return failures


def attack(reader: str, *, seed: int) -> int:
    """Read all attacks by meaning on one reader, and return the number of failures."""
    worker = Worker((reader,), seconds=ATTACK_SECONDS)
    outcomes: Counter[str] = Counter()
    chance = random.Random(seed)  # noqa: S311  # repeatable attacks, not secrets
    try:
        for sample in READERS[reader].samples():
            for it in READERS[reader].attacks(sample.data, chance):
                data = it.make()
                if len(data) > MOST_ATTACK:
                    continue
                outcome, details = worker.judge(data, sample.beside, reader)
                outcomes[outcome] += 1
                if outcome in FAILURES:
                    path = _saved(data, Original(reader, data, {}, reader), str(outcomes.total()))
                    print(f"{outcome}: {path}, {it.name}\n{details}", flush=True)
    finally:
        worker.stop()
    failures = sum(outcomes[it] for it in FAILURES)
    told = ", ".join(f"{count:,} {outcome}" for outcome, count in sorted(outcomes.items()))
    print(f"{reader:15} {outcomes.total():6,} attacks: {told}", flush=True)
    return failures


def _originals(files: Sequence[Path], readers: Sequence[str]) -> dict[str, list[Original]]:
    if not files:
        return default_originals(*readers)
    found: dict[str, list[Original]] = {}
    for path in files:
        data = path.read_bytes()
        reader = readers[0] if readers else reader_of(data)
        found.setdefault(reader, []).append(Original(path.name, data, {}, reader))
    return found


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--count", type=int, default=10_000, help="how many damaged files to read")
    parser.add_argument("--seed", type=int, default=1, help="another seed damages otherwise")
    parser.add_argument("--reader", choices=sorted(READERS), action="append", help="read files by this one")
    parser.add_argument("files", nargs="*", type=Path, help="files to damage; samples when none is named")
    parser.add_argument("--minutes", type=float, help="fuzz with feedback for so long")
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="files to begin with, with --minutes")
    parser.add_argument("--keep", type=int, help="write so many files for each reader to the corpus")
    parser.add_argument("--attacks", action="store_true", help="read attacks by meaning")
    options = parser.parse_args()
    if options.minutes:
        return int(fuzz_with_feedback(options) > 0)
    if options.attacks:
        return int(sum(attack(reader, seed=options.seed) for reader in options.reader or READERS) > 0)
    failures = run(_originals(options.files, options.reader or ()), count=options.count, seed=options.seed)
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())

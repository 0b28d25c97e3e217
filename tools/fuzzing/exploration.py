"""Fuzzing with feedback: a damaged file that reaches new branches of the program is damaged further."""

from __future__ import annotations

import random
import resource
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from tools.fuzzing.damage import mutant
from tools.fuzzing.readers import READERS
from tools.fuzzing.worker import FAILURES, Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from tools.fuzzing.attacks import Attack

#: The CPU time that a file may take: tracing branches takes some times as long as reading.
_SECONDS: Final = 15.0
#: Larger files are not kept in a corpus.
_MOST_KEPT: Final = 20_000


@dataclass
class Specimen:
    """A file, those that it refers to, and the branches that it was the first to reach."""

    data: bytes
    beside: Mapping[str, bytes]
    reached: frozenset[int] = frozenset()


@dataclass
class Exploration:
    """What came of fuzzing with feedback; ``kept`` has the files that reached something new, by reader."""

    files: int = 0
    cpu_seconds: float = 0.0
    branches: dict[str, int] = field(default_factory=dict)
    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    kept: dict[str, list[Specimen]] = field(default_factory=dict)


def explore(
    readers: Sequence[str],
    *,
    minutes: float,
    seed: int,
    corpus: Path | None,
    failed: Callable[[str, bytes, str, str], None],
) -> Exploration:
    """Damage files of each reader in turn until the time is up; ``failed`` gets reader, data, outcome and details of a failure.

    Half of the files are damaged ones that reached a new branch before, or come from ``corpus``; a fifth have one hostile
    value at one place.
    """
    found = Exploration()
    chance = random.Random(seed)  # noqa: S311  # repeatable damage, not secrets
    end = time.monotonic() + 60 * minutes
    share = 60 * minutes / len(readers)
    for reader in readers:
        until = min(end, time.monotonic() + share)
        _explore_one(reader, until, chance, corpus, found, failed)
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        usage = resource.getrusage(who)
        found.cpu_seconds += usage.ru_utime + usage.ru_stime
    return found


def _explore_one(
    reader: str,
    until: float,
    chance: random.Random,
    corpus: Path | None,
    found: Exploration,
    failed: Callable[[str, bytes, str, str], None],
) -> None:
    samples = [Specimen(it.data, it.beside) for it in READERS[reader].samples()]
    known = [*samples]
    if corpus is not None:
        known += [
            Specimen(path.read_bytes(), samples[0].beside)
            for path in sorted((corpus / reader.replace(" ", "-")).glob("*"))
        ]
    attacks = [(it, beside) for beside, it in _attacks(reader, samples, chance)]
    branches: set[int] = set()
    kept: list[Specimen] = []
    worker = Worker((reader,), seconds=_SECONDS, traces=True)

    def read(specimen: Specimen) -> None:
        outcome, details = worker.judge(specimen.data, specimen.beside, reader)
        found.files += 1
        found.outcomes[reader, outcome] += 1
        specimen.reached = frozenset(worker.reached - branches)
        branches.update(worker.reached)
        if outcome in FAILURES:
            found.failures[reader] += 1
            failed(reader, specimen.data, outcome, details)
        elif specimen.reached:
            kept.append(specimen)

    try:
        for specimen in known:
            read(specimen)
        while time.monotonic() < until:
            if attacks and chance.random() < 0.2:
                attack, beside = chance.choice(attacks)
                data = attack.make()
            else:
                origin = chance.choice(kept if kept and chance.random() < 0.5 else known)
                data, beside = _damaged(reader, origin, known, chance), origin.beside
            read(Specimen(data, beside))
    finally:
        worker.stop()
    found.branches[reader] = len(branches)
    found.kept[reader] = kept


def _attacks(
    reader: str, samples: Sequence[Specimen], chance: random.Random
) -> list[tuple[Mapping[str, bytes], Attack]]:
    return [(it.beside, attack) for it in samples[:2] for attack in READERS[reader].attacks(it.data, chance)]


def _damaged(reader: str, origin: Specimen, known: Sequence[Specimen], chance: random.Random) -> bytes:
    seed, others = str(chance.random()), [it.data for it in known]
    try:
        return mutant(origin.data, others, seed=seed, change=READERS[reader].change)
    except Exception:  # noqa: BLE001  # what is damaged already has no structure that could be changed
        return mutant(origin.data, others, seed=seed, change=lambda data, _: data)


def minimised(kept: Sequence[Specimen]) -> list[Specimen]:
    """Return few small files that reach all branches that no undamaged file reaches, as far as small ones do."""
    chosen: list[Specimen] = []
    missing = {branch for it in kept for branch in it.reached}
    for it in sorted(kept, key=lambda it: (-len(it.reached), len(it.data))):
        if len(it.data) <= _MOST_KEPT and it.reached & missing:
            chosen.append(it)
            missing -= it.reached
    return chosen


def write_corpus(found: Exploration, folder: Path, *, most: int) -> int:
    """Write the minimised corpus of each reader, at most ``most`` files of it; return how many files there are."""
    count = 0
    for reader, kept in found.kept.items():
        home = folder / reader.replace(" ", "-")
        home.mkdir(parents=True, exist_ok=True)
        samples = {it.data for it in READERS[reader].samples()}
        for it in [it for it in minimised(kept) if it.data not in samples][:most]:
            name = f"{hash_of(it.data)}{READERS[reader].ending}"
            (home / name).write_bytes(it.data)
            count += 1
    return count


def hash_of(data: bytes) -> str:
    """Return a short name for data."""
    import hashlib

    return hashlib.sha256(data).hexdigest()[:12]

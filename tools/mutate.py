"""Damage files at random and read them: nothing may crash, hang or eat the memory.

    python tools/mutate.py --count 10000 [--seed 1] [--reader board] [FILES...]

Each damaged file is read (what comes of it is validated, written and read again as well) in a worker process with a
second of time and a gigabyte of memory. The exit status is 1 when one ended in a traceback, a crash or a timeout;
the file is then saved under ``out/mutate``. The same seed gives the same files. Scenarios and rulesets are told apart
by what they say; other files need the reader named, which has samples of its own where no files are.
"""

from __future__ import annotations

import argparse
import copy
import multiprocessing
import random
import re
import sys
import tempfile
import time
import traceback
from collections import Counter
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import yaml

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from multiprocessing.connection import Connection

    from fairground.core.scenario.document import Scenario

ROOT: Final = Path(__file__).parents[1]
OUT: Final = ROOT / "out" / "mutate"
SECONDS: Final = 1.0
MEMORY: Final = 2**30
#: Damaged files are cut to this size, so that time tells of the reader and not of the size.
MOST_BYTES: Final = 500_000
FAILURES: Final = ("traceback", "crash", "timeout")

# -- damage -------------------------------------------------------------------------------------------------

TOKENS: Final = tuple(
    token.encode()
    for token in (
        "*x", "&x ", "!!python/object:os.system ", "<<: ", "? ", "- ", "[", "]", "{", "}", ": ", ", ", "|\n", ">-\n", "'", '"',
        "---\n", "...\n", "%YAML 1.1\n", "\t", "\n", "\r", "\r\n", "\0", "\x1b", "\x85", "\u2028", "\ufeff", "# ", "~",
        ".nan", ".inf", "1e999", "0404", "12:30:45", "1" * 30, "-1", "0", "0.5", "1/0", "1/2", "99999", "true", "null", "no",
        "A1", "ZZZ99999", "AB12", "rows 1-2", "within 3 of B7", "columns 9-1", "(" * 50, "all - all", "C4 NE hedge+wall\n",
        "<<<<<<< HEAD\n", "=======\n", ">>>>>>> x\n", "extends: x\n", "../../etc/passwd", "é", "e\u0301", "🎲", "[" * 300,
        "- " * 300, "{a: " * 100, "x" * 5000,
    )
)  # fmt: skip
#: Words that mean something in maps made of lines.
LINE_WORDS: Final = tuple(
    word.encode()
    for word in (
        "size", "hex", "note", "description", "tag", "option", "background", "end", "woods", "building", "smoke",
        "unheard_of", '"', "\\", '\\"', ";", ":", "#", "", "-", "0101", "10101", "0000", "x" * 2500, "é",
    )
)  # fmt: skip
#: A MegaMek board with everything that one can have.
BOARD: Final = b"""\
# A lake
size 3 3
option exit_roads_to_pavement false
tag "Lakes"
background "lake.png"
description "A lake\\nin the hills"
novelty 1 "2"
hex 0101 0 "" ""
hex 0201 1 "woods:1;foliage_elev:2" ""
hex 0301 -2 "water:2" "grass"
hex 0102 0 "road:1:18;woods:2" ""
hex 0202 3 "building:2;bldg_elev:3;bldg_cf:40;fluff:1" ""
hex 0302 0 "smoke:1;rough:1" ""
hex 0103 0 "bridge:1:9;bridge_elev:1;bridge_cf:15;water:1" ""
hex 0203 12 "fire:1" "a \\"b\\""
hex 0303 0 "unheard_of:3" ""
note 0202 "Held by the defender"
end
"""
#: Boards in the two kinds of text.
BRACKETS: Final = b"""\
# The pit
 [F ][  ][E1][==]
[R1][W ][R3][Q ]  # low ground

 [P ][E2][R ][R1]
"""
ROW_CODES: Final = b"""\
# FR = Forest (+1 Defense)
TITLE: The Pit
SUBTITLE: 4x3, scenario #0
ROW1: PC PC FR OG
ROW2: OG WA E1 SW  # SW = Swamp
ROW3: RU E2 PD PD
"""
_NUMBER: Final = re.compile(rb"[0-9]+")
_WORD: Final = re.compile(rb"[A-Za-z][A-Za-z0-9_-]+")
_NUMBERS: Final = (
    b"0",
    b"-1",
    b"1",
    b"7",
    b"1000",
    b"1001",
    b"65536",
    b"9999999",
    b"0.5",
    b"1/3",
    b"010",
    b"9" * 25,
)


def _span(data: bytes, chance: random.Random, longest: int = 80) -> tuple[int, int]:
    start = chance.randrange(len(data) + 1)
    return start, min(len(data), start + chance.randint(1, longest))


def flip(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]


def insert(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(TOKENS) + data[at:]


def remove(data: bytes, chance: random.Random) -> bytes:
    start, end = _span(data, chance)
    return data[:start] + data[end:]


def repeat(data: bytes, chance: random.Random) -> bytes:
    start, end = _span(data, chance)
    return data[:end] + data[start:end] * chance.choice((1, 2, 50, 1000)) + data[end:]


def truncate(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def change_number(data: bytes, chance: random.Random) -> bytes:
    return _replace_one(_NUMBER, data, chance, chance.choice(_NUMBERS))


def change_word(data: bytes, chance: random.Random) -> bytes:
    words = _WORD.findall(data) or [b"x"]
    return _replace_one(_WORD, data, chance, chance.choice(words))


def misspell_word(data: bytes, chance: random.Random) -> bytes:
    word = chance.choice(_WORD.findall(data) or [b"x"])
    at = chance.randrange(len(word))
    return _replace_one(_WORD, data, chance, word[:at] + word[at + 1 :])


def _replace_one(pattern: re.Pattern[bytes], data: bytes, chance: random.Random, new: bytes) -> bytes:
    found = list(pattern.finditer(data))
    if not found:
        return data
    match = chance.choice(found)
    return data[: match.start()] + new + data[match.end() :]


def move_line(data: bytes, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    line = lines.pop(chance.randrange(len(lines)))
    lines.insert(chance.randrange(len(lines) + 1), line)
    return b"\n".join(lines)


def indent_line(data: bytes, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    at = chance.randrange(len(lines))
    lines[at] = (
        chance.choice((b" ", b"  ", b"\t", b"    ")) + lines[at]
        if chance.random() < 0.5
        else lines[at].lstrip()
    )
    return b"\n".join(lines)


def change_encoding(data: bytes, chance: random.Random) -> bytes:
    text = data.decode(errors="replace")
    choices = ("utf-16", "utf-16-le", "utf-32", "utf-8-sig", "latin-1")
    return text.encode(chance.choice(choices), errors="replace")


def change_tree(data: bytes, chance: random.Random) -> bytes:
    """Change a few parts of what an undamaged file says, and write it in YAML of another style."""
    tree = yaml.load(data, yaml.CSafeLoader)
    for _ in range(chance.choice((1, 1, 2, 4))):
        places = list(_places(tree))
        if places:
            _change_part(*chance.choice(places), places, chance)
    text: str = yaml.dump(tree, Dumper=_PlainDumper, allow_unicode=True, sort_keys=False, width=1000)
    return text.encode(errors="replace")


def _change_part(parent: Any, key: Any, places: list[tuple[Any, Any]], chance: random.Random) -> None:  # noqa: ANN401
    match chance.randrange(5):
        case 0:
            del parent[key]
        case 1:
            parent[key] = chance.choice(
                (None, True, -1, 0, 10**9, 0.5, "", "x", [], {}, [[]], {"x": 1}, "A1", "# x")
            )
        case 2:
            other_parent, other_key = chance.choice(places)
            parent[key] = copy.deepcopy(other_parent[other_key])
        case 3 if isinstance(parent, dict):
            parent[f"{key}x"] = parent.pop(key)
        case _ if isinstance(parent, list):
            parent.extend([parent[key]] * chance.choice((1, 3, 100)))


class _PlainDumper(yaml.CSafeDumper):
    """Writes values that stand in two places twice, not as an alias."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002  # the signature of the base
        return True


def _places(tree: object) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    waiting: list[Any] = [tree]
    while waiting and len(found) < 5000:
        at = waiting.pop()
        if isinstance(at, dict | list):
            keys = list(at) if isinstance(at, dict) else range(len(at))
            found += [(at, key) for key in keys]
            waiting += [at[key] for key in keys]
    return found


DAMAGES: Final[tuple[Callable[[bytes, random.Random], bytes], ...]] = (
    flip, insert, insert, remove, repeat, truncate, change_number, change_number, change_word, misspell_word, move_line,
    indent_line, change_encoding,
)  # fmt: skip


def change_lines(data: bytes, chance: random.Random) -> bytes:
    """Change a few words of a file of lines: numbers, keywords, quoted text and its parts."""
    lines = data.split(b"\n")
    for _ in range(chance.choice((1, 1, 2, 4))):
        at = chance.randrange(len(lines))
        words = re.split(rb"([ \t;:\"\[\]|]+)", lines[at])
        place = chance.randrange(len(words))
        match chance.randrange(6):
            case 0:
                del words[place]
            case 1:
                words[place] = chance.choice(LINE_WORDS)
            case 2:
                words[place] = chance.choice(_NUMBERS)
            case 3:
                words.insert(place, words[chance.randrange(len(words))])
            case 4:
                words *= chance.choice((2, 5, 500))
            case _:
                other = lines[chance.randrange(len(lines))]
                lines.insert(at, other)
                continue
        lines[at] = b"".join(words)
    return b"\n".join(lines)


def mutant(
    data: bytes, others: Sequence[bytes], *, seed: str, change: Callable[[bytes, random.Random], bytes]
) -> bytes:
    """Return a damaged version of a file; the same for the same seed. ``change`` damages what an undamaged file says."""
    chance = random.Random(seed)  # noqa: S311  # repeatable damage, not secrets
    damages = chance.choice((1, 1, 2, 3, 5))
    if chance.random() < 0.4:
        data = change(data, chance)
        damages = chance.choice((0, 0, 1))
    for _ in range(damages):
        data = chance.choice(DAMAGES)(data, chance)
    if chance.random() < 0.03:
        other = chance.choice(others)
        data = truncate(data, chance) + other[chance.randrange(len(other) + 1) :]
    return data[:MOST_BYTES]


# -- reading ------------------------------------------------------------------------------------------------


def read_scenario(data: bytes) -> str:
    """Read, validate, write and read again; return what came of it."""
    from fairground.core.files import read_bytes, to_text  # noqa: PLC0415  # only workers load these
    from fairground.core.finding import Severity  # noqa: PLC0415
    from fairground.core.validation import validate  # noqa: PLC0415

    reading = read_bytes(data)
    if reading.scenario is None:
        if not reading.findings:
            raise AssertionError("nothing was read and nothing was found")
        return "refused"
    for finding in validate(reading.scenario):
        reading.locate(finding.place)
    if any(finding.severity is Severity.ERROR for finding in reading.findings):
        return "errors found"
    text = to_text(reading.scenario)
    again = read_bytes(text.encode()).scenario
    if again is None or to_text(again) != text:
        raise AssertionError("what was written does not read back and write the same")
    return "read"


def read_ruleset(data: bytes) -> str:
    """Load a ruleset; return what came of it."""
    from fairground.core.errors import RulesetError  # noqa: PLC0415  # only workers load these
    from fairground.core.rules import load_ruleset  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "mutant.yaml").write_bytes(data)
        try:
            load_ruleset("mutant.yaml", folder=Path(folder))
        except RulesetError as error:
            if not error.problems:
                raise AssertionError(f"a ruleset was refused without a finding: {error}") from error
            return "refused"
    return "read"


def read_board(data: bytes) -> str:
    """Import a MegaMek board, write it as a scenario and as a board, and read both again; return what came of it."""
    from fairground.core.clients import load_format  # noqa: PLC0415  # only workers load these
    from fairground.core.clients.option import order  # noqa: PLC0415

    scenario = imported(data, "mutant.board", "megamek")
    if scenario is None:
        return "refused"
    target = load_format("megamek")
    asked = order(target.options, {}, "mutant")
    again = (
        imported(target.write(scenario, asked).content, "mutant.board", "megamek") if target.write else None
    )
    # Text that the game could not read is kept in the scenario, and cannot be written back.
    if again is None or not np.array_equal(again.board.elevation, scenario.board.elevation):
        raise AssertionError("what was exported does not come in again")
    return "read"


def read_text_board(data: bytes, format_name: str) -> str:
    """Import a board in one of the two kinds of text; return what came of it."""
    return "refused" if imported(data, "mutant.txt", format_name) is None else "read"


def read_legend(data: bytes) -> str:
    """Load a legend and import a board with it; return what came of it."""
    from fairground.core.clients import import_file  # noqa: PLC0415  # only workers load these
    from fairground.core.clients.legend_loading import load_legend  # noqa: PLC0415
    from fairground.core.errors import FileError  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        path, board = Path(folder) / "mutant.yaml", Path(folder) / "board.txt"
        path.write_bytes(data)
        board.write_bytes(BRACKETS)
        try:
            legend = load_legend(path)
        except FileError as error:
            if not error.problems:
                raise AssertionError(f"a legend was refused without a finding: {error}") from error
            return "refused"
        import_file(board, legend=legend)
    return "read"


def imported(data: bytes, name: str, format_name: str) -> Scenario | None:
    """Import a file; return the scenario, which must save and load, or None when it was refused."""
    from fairground.core.clients import import_file  # noqa: PLC0415  # only workers load these
    from fairground.core.errors import FileError  # noqa: PLC0415
    from fairground.core.files import read_bytes, to_text  # noqa: PLC0415
    from fairground.core.validation import validate  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        try:
            scenario = import_file(path, format_name=format_name).scenario
        except FileError as error:
            if not error.problems:
                raise AssertionError(f"a file was refused without a finding: {error}") from error
            return None
    validate(scenario)
    text = to_text(scenario)
    reading = read_bytes(text.encode())
    if reading.findings or reading.scenario != scenario:
        raise AssertionError(f"what came in does not save and load: {reading.findings[:3]}")
    return scenario


@dataclass(frozen=True)
class Reader:
    """What reads files of one kind, samples of them, and how what they say is changed; ``ending`` is theirs."""

    read: Callable[[bytes], str]
    samples: Callable[[], list[tuple[str, bytes]]]
    change: Callable[[bytes, random.Random], bytes]
    ending: str


def shipped(pattern: str) -> list[tuple[str, bytes]]:
    return [(path.name, path.read_bytes()) for path in sorted(ROOT.glob(pattern))]


READERS: Final = {
    "scenario": Reader(read_scenario, lambda: shipped("scenarios/*.yaml"), change_tree, ".yaml"),
    "ruleset": Reader(read_ruleset, lambda: shipped("resources/rulesets/*.yaml"), change_tree, ".yaml"),
    "board": Reader(read_board, lambda: [("sample.board", BOARD)], change_lines, ".board"),
    "brackets": Reader(
        partial(read_text_board, format_name="brackets"),
        lambda: [("brackets.txt", BRACKETS)],
        change_lines,
        ".txt",
    ),
    "row-codes": Reader(
        partial(read_text_board, format_name="row-codes"),
        lambda: [("row-codes.txt", ROW_CODES)],
        change_lines,
        ".txt",
    ),
    "legend": Reader(read_legend, lambda: shipped("resources/legends/*.yaml"), change_tree, ".yaml"),
}


def reader_of(data: bytes) -> str:
    """Return the reader of a scenario or ruleset."""
    return "ruleset" if b"fairground-ruleset/" in data[:2000] else "scenario"


def judge(data: bytes, reader: str) -> tuple[str, str]:
    """Return the outcome of reading a file, and the traceback where there is one."""
    try:
        return READERS[reader].read(data), ""
    except Exception:  # noqa: BLE001  # whatever escapes is what is looked for
        return "traceback", traceback.format_exc()


# -- workers ------------------------------------------------------------------------------------------------


def _work(connection: Connection) -> None:
    _limit_memory()
    for reader, known in READERS.items():
        # The first file of a kind loads whatever its reader needs.
        _, sample = next(iter(known.samples()), ("", b""))
        judge(sample, reader)
    connection.send("ready")
    while True:
        connection.send(judge(*connection.recv()))


def _limit_memory() -> None:
    if sys.platform != "win32":
        import resource  # noqa: PLC0415  # there is none on Windows

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


class Worker:
    """A process that reads one file after another; it is replaced when it dies or takes too long."""

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._connection.recv()

    def judge(self, data: bytes, reader: str) -> tuple[str, str]:
        self._connection.send((data, reader))
        if not self._connection.poll(SECONDS):
            self.stop()
            self._start()
            return "timeout", f"longer than {SECONDS} s"
        try:
            outcome: tuple[str, str] = self._connection.recv()
        except EOFError:
            self._process.join()
            told = f"exit status {self._process.exitcode}"
            self._start()
            return "crash", told
        return outcome

    def stop(self) -> None:
        self._process.kill()
        self._process.join()
        self._connection.close()


# -- command ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, order=True)
class Timing:
    seconds: float
    name: str


@dataclass(frozen=True)
class Original:
    """An undamaged file, and the name of its reader."""

    name: str
    data: bytes
    reader: str


def run(originals: Sequence[Original], *, count: int, seed: int) -> int:
    """Read ``count`` damaged files; return the number of failures."""
    others = [it.data for it in originals]
    worker = Worker()
    outcomes: Counter[tuple[str, str]] = Counter()
    timings: list[Timing] = []
    failures = 0
    try:
        for index in range(count):
            original = originals[index % len(originals)]
            change = READERS[original.reader].change
            data = mutant(original.data, others, seed=f"{seed}/{index}", change=change)
            start = time.perf_counter()
            outcome, told = worker.judge(data, original.reader)
            timings.append(Timing(time.perf_counter() - start, f"{original.name} seed {seed}/{index}"))
            outcomes[original.reader, outcome] += 1
            if outcome in FAILURES:
                failures += 1
                print(f"{outcome}: {_saved(data, original, f'{seed}-{index}')}\n{told}", flush=True)
    finally:
        worker.stop()
    for (kind, outcome), number in sorted(outcomes.items()):
        print(f"{kind:9} {outcome:13} {number:7}")
    for timing in sorted(timings, reverse=True)[:3]:
        print(f"slowest: {1000 * timing.seconds:.0f} ms, {timing.name}")
    return failures


def _saved(data: bytes, original: Original, name: str) -> Path:
    OUT.mkdir(parents=True, exist_ok=True)
    path = OUT / f"{Path(original.name).stem}-{name}{READERS[original.reader].ending}"
    path.write_bytes(data)
    return path


def default_originals(*readers: str) -> list[Original]:
    """Return the samples of some readers; without any named, the shipped scenarios and rulesets."""
    return [
        Original(name, data, reader)
        for reader in readers or ("scenario", "ruleset")
        for name, data in READERS[reader].samples()
    ]


def _originals(files: Sequence[Path], reader: str | None) -> list[Original]:
    if not files:
        return default_originals(*([reader] if reader else []))
    contents = [(path.name, path.read_bytes()) for path in files]
    return [Original(name, data, reader or reader_of(data)) for name, data in contents]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--count", type=int, default=10_000, help="how many damaged files to read")
    parser.add_argument("--seed", type=int, default=1, help="another seed damages otherwise")
    parser.add_argument("--reader", choices=sorted(READERS), help="read all files by this one")
    parser.add_argument("files", nargs="*", type=Path, help="files to damage; samples when none is named")
    options = parser.parse_args()
    failures = run(_originals(options.files, options.reader), count=options.count, seed=options.seed)
    print(f"{failures} failures in {options.count} files")
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())

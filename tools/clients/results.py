"""Runs of clients, and their table: format, client, boards, faults; as text and as a page of the manual."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fairground.core import export
from fairground.core.clients import load_format
from tools.clients.client import Fault, NotRunError, Run

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tools.clients.client import Client, ShownBoard

#: So many faults of a client are listed.
SHOWN: Final = 10
#: More faults than these are not counted.
_MOST: Final = 1000


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one client with one format; ``reason`` says why it was not run."""

    client: Client
    format: str
    version: str = ""
    boards: int = 0
    left_out: int = 0
    compared: int = 0
    faults: tuple[Fault, ...] = ()
    seconds: float = 0.0
    reason: str = ""


@dataclass(slots=True)
class Exports:
    """Exports of boards, each written once, into a folder of its own."""

    folder: Path
    _paths: dict[tuple[str, str, str], Path] = field(default_factory=dict)

    def path(self, shown: ShownBoard, name: str, options: Mapping[str, str] | None = None) -> Path:
        """Return the path of a board's export, with its companions beside it."""
        key = (shown.name, name, repr(options or {}))
        if key not in self._paths:
            folder = self.folder / str(len(self._paths))
            folder.mkdir()
            path = folder / f"board{load_format(name).ending}"
            # Another layout may have findings that its own has not, such as a zone in two pieces.
            export(shown.scenario, name, path, options or {}, force=True)
            self._paths[key] = path
        return self._paths[key]


def run_clients(clients: Iterable[Client], boards: Sequence[ShownBoard]) -> Iterable[Result]:
    """Yield the result of each client with each of its formats."""
    with tempfile.TemporaryDirectory() as folder:
        exports = Exports(Path(folder))
        for client in clients:
            for name in client.formats:
                yield _result(client, name, boards, exports)


def _result(client: Client, name: str, boards: Sequence[ShownBoard], exports: Exports) -> Result:
    shown = [it for it in boards if client.takes(it.scenario)]
    left_out = len(boards) - len(shown)
    try:
        version = client.needs.version()
    except NotRunError as error:
        return Result(client, name, left_out=left_out, reason=str(error))
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        run = Run(shown, client.needs, exports.path, Path(folder))
        faults = tuple(islice(client.check(run, name), _MOST))
    seconds = time.perf_counter() - started
    if not run.compared:
        return Result(client, name, version, left_out=left_out, reason="none of the boards is for it")
    return Result(client, name, version, len(shown), left_out, run.compared, faults, seconds)


def text_line(result: Result) -> str:
    """Return a result as a line, with its faults below."""
    head = f"{result.format:<12} {f'{result.client.name} {result.version}':<34}"
    if result.reason:
        return f"{head} not run: {result.reason}"
    left_out = f" ({result.left_out} left out: {result.client.limits})" if result.left_out else ""
    line = f"{head} {result.boards} boards{left_out}, {result.compared:,} compared, {_count(result)}, {result.seconds:.0f} s"
    more = [f"    and {len(result.faults) - SHOWN} more"] if len(result.faults) > SHOWN else []
    return "\n".join([line, *(f"    {it.board}: {it.text}" for it in result.faults[:SHOWN]), *more])


def _count(result: Result) -> str:
    count = len(result.faults)
    return f"{'at least ' if count == _MOST else ''}{count} {'fault' if count == 1 else 'faults'}"


HEAD: Final = (
    "| format | program | version | boards | compared | faults |\n| --- | --- | --- | --- | --- | --- |\n"
)


def markdown_table(results: Iterable[Result]) -> str:
    """Return results as a table of the manual."""
    return HEAD + "".join(map(_row, results))


def _row(result: Result) -> str:
    first = f"| `{result.format}` | {result.client.name} | {result.version} |"
    if result.reason:
        return f"{first} | | not run: {result.reason} |\n"
    left_out = f" ({result.left_out} left out)" if result.left_out else ""
    return f"{first} {result.boards}{left_out} | {result.compared:,} | {len(result.faults)} |\n"


def write_page(page: Path, results: Sequence[Result], checkers: Sequence[Client], boards: str) -> None:
    """Write the tables into the page of the manual, between its marks; the rest of the page is kept."""
    text = page.read_text(encoding="utf-8")
    own = [it for it in results if it.client in checkers]
    programs = [it for it in results if it.client not in checkers]
    for mark, content in {
        "boards": f"{boards}\n",
        "programs": markdown_table(programs),
        "checkers": markdown_table(own),
        "ways": ways_table([it.client for it in results]),
    }.items():
        start, rest = text.split(f"<!-- {mark} -->\n")
        text = f"{start}<!-- {mark} -->\n{content}<!-- end -->{rest.partition('<!-- end -->')[2]}"
    page.write_text(text, encoding="utf-8", newline="\n")


def ways_table(clients: Iterable[Client]) -> str:
    """Return how each client is run, what is compared, and what it does not take."""
    head = "| program | run | compared | limits |\n| --- | --- | --- | --- |\n"
    rows = {it.name: f"| {it.name} | {it.how} | {it.compares} | {it.limits} |\n" for it in clients}
    return head + "".join(rows.values())

"""Open exports of every shipped scenario, and of another program's boards, in the programs they are for.

    python tools/check_clients.py [--client NAME ...] [--boards ../shared/boards] [--count 20] [FILE ...]

The boards are not in this repository; an even selection is used if present. A line for each file and client has the
time, with problems below. Exit status: 1 for problems, 2 when a client is not installed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from fairground.core import import_file, load
from fairground.core.grid.layout import Layout
from fairground.core.scenario.transform.relayout import Keep, relaid
from tests.core.clients import in_tables, megamek_grammar
from tests.core.clients.tiled import in_tiled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from fairground.core.scenario.document import Scenario

ROOT = Path(__file__).parents[1]
BOARDS = ROOT.parent / "shared" / "boards"
#: So many faults of a file are listed.
SHOWN = 10


class Client(NamedTuple):
    """A program that opens exports: what is wrong there with a scenario, and what of it is not installed.

    ``layouts`` is set where the board is shown to it in the other three layouts too.
    """

    faults: Callable[[Scenario, Path], Iterator[str]]
    missing: Sequence[str] = ()
    layouts: bool = False


#: Every client, by the name that --client takes; a folder is given to write the exports to.
CLIENTS = {
    "tiled": Client(in_tiled.faults_in_tiled, in_tiled.MISSING, layouts=True),
    "uvtt": Client(in_tables.faults_in_uvtt),
    "foundry": Client(in_tables.faults_in_foundry),
    "megamek": Client(megamek_grammar.faults_in_megamek),
    "walls": Client(in_tables.faults_of_rays),
}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help="scenarios and boards; all of them"
    )
    parser.add_argument("--client", action="append", choices=[*CLIENTS], help="one of several; all of them")
    parser.add_argument("--boards", type=Path, default=BOARDS, help="folder of the boards")
    parser.add_argument("--count", type=int, default=20, help="how many boards")
    options = parser.parse_args()
    wanted = {name: CLIENTS[name] for name in options.client or CLIENTS}
    missing = sorted({it for client in wanted.values() for it in client.missing})
    if missing:
        print(f"not installed: {', '.join(missing)}; make test installs what it can", file=sys.stderr)
        return 2
    files = options.files or [
        *sorted((ROOT / "scenarios").glob("*.yaml")),
        *chosen(options.boards, options.count),
    ]
    wrong = 0
    for file in files:
        scenario = load(file) if file.suffix == ".yaml" else import_file(file).scenario
        for name, client in wanted.items():
            for layout in Layout if client.layouts else (scenario.board.layout,):
                is_own = layout is scenario.board.layout
                shown = scenario if is_own else relaid(scenario, layout, Keep.OFFSETS).scenario
                wrong += bool(check(shown, file, name, client))
    print(f"{len(files)} files, {len(wanted)} clients: {wrong or 'nothing'} wrong")
    return 1 if wrong else 0


def chosen(folder: Path, count: int) -> list[Path]:
    """Return some boards of a folder, evenly chosen by name."""
    boards = sorted(folder.glob("*.board"))
    step = max(len(boards) / count, 1.0) if count else len(boards) + 1
    return [boards[int(at * step)] for at in range(min(count, len(boards)))]


def check(scenario: Scenario, file: Path, name: str, client: Client) -> list[str]:
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        found = list(islice(client.faults(scenario, Path(folder)), SHOWN + 1))
    board = scenario.board
    seconds = time.perf_counter() - started
    print(f"{file.name}: {board.columns}x{board.rows} {board.layout}, {name}, {seconds:.1f} s", flush=True)
    for it in found[:SHOWN]:
        print(f"    {it}")
    if len(found) > SHOWN:
        print("    and more")
    return found


if __name__ == "__main__":
    sys.exit(main())

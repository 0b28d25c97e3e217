"""Open exports in the programs they are for, and compare what those have with the scenarios.

    python tools/check_clients.py [--client NAME ...] [--write] [--boards ../shared/boards --count 20] [FILE ...]

Every shipped scenario is shown in all four layouts, with a small scenario that has something of every part, and small
boards whose first lines are void. Packages of clients are
installed into out/clients, at the versions in tools/clients/versions.toml. Each line has a format, a client with its
version, and its faults; a client that is not installed is "not run". --write puts the table into the manual. Exit status:
1 for faults, 0 otherwise, also when clients were not run.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.clients.boards import bordered_boards, full_boards, shown_boards
from tools.clients.client_list import CHECKERS, CLIENTS
from tools.clients.results import Result, run_clients, text_line, write_page

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "clients.md"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help="scenarios and boards; default: those shipped"
    )
    parser.add_argument(
        "--client", action="append", choices=[*CLIENTS], help="run only this client; repeatable"
    )
    parser.add_argument("--boards", type=Path, help="folder of MegaMek boards to show as well")
    parser.add_argument("--count", type=int, default=20, help="number of those boards")
    parser.add_argument("--write", action="store_true", help="write the table into the manual")
    options = parser.parse_args()
    if options.write and (options.client or options.files or options.boards):
        parser.error("--write needs all clients and the shipped scenarios alone")
    files = options.files or sorted((ROOT / "scenarios").glob("*.yaml"))
    extra = chosen(options.boards, options.count) if options.boards else []
    small = [] if options.files else [*full_boards(), *bordered_boards()]
    boards = [*shown_boards([*files, *extra]), *small]
    clients = [CLIENTS[name] for name in options.client or CLIENTS]
    print(f"{len(boards)} boards", flush=True)
    results: list[Result] = []
    pending = [
        Result(it, name, reason="the check stopped before reaching it")
        for it in clients
        for name in it.formats
    ]
    voids = sum(it.name.startswith("void ") for it in boards)
    shown = (
        f"{len(boards)} boards: the {len(files)} shipped scenarios and a small one with something in every part, in "
        f"four layouts each, and {voids} small boards whose first column, first row or both are void."
    )
    for result in run_clients(clients, boards):
        print(text_line(result), flush=True)
        results.append(result)
        if options.write:
            write_page(PAGE, [*results, *pending[len(results) :]], CHECKERS, shown)
    faults = sum(len(it.faults) for it in results)
    not_run = sum(bool(it.reason) for it in results)
    print(f"{len(results) - not_run} rows run with {faults} faults, {not_run} not run")
    return 1 if faults else 0


def chosen(folder: Path, count: int) -> list[Path]:
    """Return some boards of a folder, evenly chosen by name."""
    boards = sorted(folder.glob("*.board"))
    step = max(len(boards) / count, 1.0) if count else len(boards) + 1
    return [boards[int(at * step)] for at in range(min(count, len(boards)))]


if __name__ == "__main__":
    sys.exit(main())

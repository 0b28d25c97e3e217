"""Measure how the time and memory of each analysis grow with the board, and draw the plots of the manual.

    python tools/check_scale.py [--sizes 30 60 100 200 300 500 1000] [--json FILE] [--plots DIR] [NAME ...]

Each analysis of a square board, a tenth of it wall, with two zones on opposite edges, runs in a process of its own, after the
file has been read. A row has the seconds of the processor for each size, the memory of the process at the largest size, and the
exponent fitted to the last three sizes: with 1, four times the hexes take four times as long. A row ends where the analysis is
refused or takes longer than a minute. Fairness leaves out measures whose tables would be too large, which the exponent can't tell.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import sys
import tempfile
import time
from math import log2
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.check_limits import zoned
from tools.log_plot import Line, plot

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from multiprocessing.connection import Connection

    from fairground.core.scenario.document import Scenario

    Analysis = Callable[[Scenario], object]

SIZES: Final = (30, 60, 100, 200, 300, 500, 1000)
#: After so many seconds an analysis is not tried on a larger board.
PATIENCE: Final = 60


class Measured(NamedTuple):
    """An analysis on one board: seconds of the processor, the most memory in MB; ``refused`` is why there are none."""

    size: int
    seconds: float = 0.0
    megabytes: float = 0.0
    refused: str = ""


def _validate(scenario: Scenario) -> object:
    from fairground.core import validate

    return validate(scenario)


def _fan(scenario: Scenario) -> object:
    from fairground.core import fan

    board = scenario.board
    return fan(scenario, board.layout.from_offset(board.columns // 2, board.rows // 2)).visible.sum()


def _reach(scenario: Scenario) -> object:
    from fairground.core import reach
    from fairground.core.movement.mover import mover

    middle = scenario.board.layout.from_offset(scenario.board.columns // 2, scenario.board.rows // 2)
    return reach(scenario, middle, 3, mover=mover(scenario, unit_class="scout")).turns


def _path(scenario: Scenario) -> object:
    from fairground.core import path
    from fairground.core.movement.mover import mover

    board = scenario.board
    ends = board.layout.from_offset(0, 0), board.layout.from_offset(board.columns - 2, board.rows - 1)
    return path(scenario, *ends, mover=mover(scenario, unit_class="scout"))


def _territory(scenario: Scenario) -> object:
    from fairground.core.metrics.territory import territory

    return territory(scenario).counts()


def _chokepoints(scenario: Scenario) -> object:
    from fairground.core.metrics.chokepoints.chokepoints import chokepoints

    return chokepoints(scenario)


def _exposure(scenario: Scenario) -> object:
    from fairground.core import visibility

    return visibility(scenario).exposure()


def _fairness(scenario: Scenario) -> object:
    from fairground.core import fairness

    return fairness(scenario)


ANALYSES: Final[dict[str, Analysis]] = {
    "validation": _validate,
    "fan from the middle": _fan,
    "reach of three turns": _reach,
    "path from corner to corner": _path,
    "territory": _territory,
    "chokepoints": _chokepoints,
    "exposure (all pairs in sight)": _exposure,
    "fairness": _fairness,
}


def _work(connection: Connection, name: str, path: Path, small: Path) -> None:
    from fairground.core import load
    from fairground.core.errors import FairgroundError

    # What an analysis loads is loaded before the clock runs.
    ANALYSES[name](load(small))
    scenario = load(path)
    begun = time.process_time()
    try:
        ANALYSES[name](scenario)
    except FairgroundError as error:
        connection.send(Measured(scenario.board.columns, refused=str(error)))
        return
    seconds = time.process_time() - begun
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    connection.send(Measured(scenario.board.columns, seconds, memory))


def measured(name: str, path: Path, small: Path) -> Measured:
    """Run an analysis in a process of its own."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(theirs, name, path, small))
    process.start()
    theirs.close()
    try:
        found: Measured = ours.recv()
    finally:
        process.join()
    return found


def row(name: str, folder: Path, sizes: Sequence[int]) -> list[Measured]:
    """Measure an analysis on boards of growing size, until it is refused or takes too long."""
    found: list[Measured] = []
    small = folder / "small.yaml"
    small.write_text(zoned(8), encoding="utf-8")
    for size in sizes:
        path = folder / f"{size}.yaml"
        if not path.exists():
            path.write_text(zoned(size), encoding="utf-8")
        found.append(measured(name, path, small))
        if found[-1].refused or found[-1].seconds > PATIENCE:
            break
    return found


def exponent(points: Sequence[tuple[float, float]]) -> float:
    """Return the power of x that y grows with, by least squares of the logarithms of the last three points."""
    logs = [(log2(x), log2(y)) for x, y in points[-3:]]
    across, up = (sum(it) / len(logs) for it in zip(*logs, strict=True))
    return float(sum((x - across) * (y - up) for x, y in logs) / sum((x - across) ** 2 for x, _ in logs))


def _line(name: str, found: Sequence[Measured]) -> str:
    done = [it for it in found if not it.refused]
    times = [(it.size**2, it.seconds) for it in done]
    cells = " | ".join(f"{it.seconds:.3g}" if not it.refused else "refused" for it in found)
    return f"| {name} | {cells} | {exponent(times):.2f} | {done[-1].megabytes:,.0f} MB at {done[-1].size}×{done[-1].size} |"  # noqa: RUF001  # a times sign


def main() -> int:
    """Measure, print a row for each analysis, and write what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(ANALYSES))
    parser.add_argument("--sizes", nargs="+", type=int, default=SIZES, help="columns and rows of the boards")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    parser.add_argument("--plots", type=Path, help="write scale-time.svg and scale-memory.svg to this folder")
    options = parser.parse_args()
    rows: dict[str, list[Measured]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in options.names or ANALYSES:
            rows[name] = row(name, Path(folder), options.sizes)
            print(_line(name, rows[name]), flush=True)
            if refused := rows[name][-1].refused:
                print(f"    refused: {refused}")
    if options.json:
        text = json.dumps({name: [it._asdict() for it in found] for name, found in rows.items()}, indent=1)
        options.json.write_text(text, "utf-8")
    if options.plots:
        for file, title, field in (
            ("scale-time.svg", "Processor time of each analysis", "seconds"),
            ("scale-memory.svg", "Peak memory of the process", "megabytes"),
        ):
            lines = [
                Line([(it.size**2, getattr(it, field)) for it in found if not it.refused], name)
                for name, found in rows.items()
            ]
            (options.plots / file).write_text(plot(title, lines, "hexes of the board", field), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

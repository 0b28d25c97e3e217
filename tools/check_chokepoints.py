"""Find the chokepoints of all boards of a folder, one line a board.

    python tools/check_chokepoints.py [--boards ../shared/boards] [--class walker] [FILE ...]

The boards belong to other programs and are not in this repository. Their western and eastern edges stand in for zones.
A line has size, seconds, widths of the cuts, number of hexes that hold an area together, and widths of passages. Each
cut must separate the edges, and each such hex must be open. Exit status: 1 when a board fails, 2 without boards.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from fairground.core import chokepoints, import_file, mover
from fairground.core.errors import FairgroundError
from fairground.core.movement.areas import Areas
from fairground.core.movement.board_steps import IMPOSSIBLE, steps
from fairground.core.scenario.parts import Zone
from fairground.core.scenario.shapes import Columns

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.metrics.chokepoints.chokepoints import Chokepoints
    from fairground.core.scenario.document import Scenario

#: Where boards are looked for.
BOARDS = Path(__file__).parents[2] / "shared" / "boards"
EDGES = ("west", "east")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="boards; all of the folder")
    parser.add_argument("--boards", type=Path, default=BOARDS, help="folder of the boards")
    parser.add_argument("--class", dest="classes", action="append", help="who moves; every class in turn")
    options = parser.parse_args()
    files = options.files or sorted(it for it in options.boards.glob("*") if it.suffix == ".board")
    if not files:
        print(f"there are no boards in {options.boards}", file=sys.stderr)
        return 2
    started, failed, looked_at = time.perf_counter(), 0, 0
    for file in files:
        try:
            scenario = edged(import_file(file).scenario)
        except FairgroundError as error:
            print(f"{file.name}: {error}")
            failed += 1
            continue
        for unit_class in options.classes or list(scenario.rules.classes):
            looked_at += 1
            failed += not line(file.name, scenario, unit_class)
    print(f"{len(files)} boards, {looked_at} answers, {failed} failed, {time.perf_counter() - started:.1f} s")
    return 1 if failed else 0


def edged(scenario: Scenario) -> Scenario:
    """Give a scenario a zone at either edge."""
    columns = scenario.board.columns
    scenario.zones = [Zone(name, name, Columns(at, at)) for name, at in zip(EDGES, (1, columns), strict=True)]
    return scenario


def line(name: str, scenario: Scenario, unit_class: str) -> bool:
    """Print the line of a board for a class of units; return whether what was found holds."""
    board = scenario.board
    started = time.process_time()
    try:
        found = chokepoints(scenario, unit_class, zones=EDGES)
    except FairgroundError as error:
        print(f"{name}, {unit_class}: {error}")
        return False
    seconds = time.process_time() - started
    faults = list(wrong(scenario, found))
    cuts = "/".join(
        dict.fromkeys("touching" if it.width is None else str(it.width or "no way") for it in found.cuts)
    )
    widths = " ".join(str(it.width) for it in found.narrow) or "none"
    size = f"{board.columns}x{board.rows}"
    print(
        f"{name[:44]:44} {unit_class:8} {size:>8} {seconds:6.3f} s  cut {cuts:>8}  "
        f"articulation {int(found.articulation.sum()):4}  passages {widths}",
        *(f"\n  {it}" for it in faults),
    )
    return not faults


def wrong(scenario: Scenario, found: Chokepoints) -> Iterable[str]:
    """Yield what is wrong with chokepoints."""
    board = scenario.board
    known = steps(scenario, mover(scenario, found.mover.class_id))
    masks = {it.id: it.shape.mask(board) & known.open for it in scenario.zones}
    for cut in found.cuts:
        a, b = (masks[it] for it in cut.zones)
        for hexes in (cut.near_a, cut.near_b):
            if cut.width is None:
                continue
            if len(hexes) != cut.width:
                yield f"a cut of width {cut.width} has {len(hexes)} hexes"
            closed = board.mask(hexes)
            cost = np.where(closed, IMPOSSIBLE, known.cost).reshape(6, -1)
            cost[closed.ravel()[known.neighbours]] = IMPOSSIBLE
            left = replace(
                known,
                cost=cost.reshape(known.cost.shape),
                open=known.open & ~closed,
                may_end=known.may_end & ~closed,
            )
            if (Areas(left).reachable(a) & b).any():
                yield f"without {len(hexes)} hexes {cut.zones[1]} is still got to from {cut.zones[0]}"
    if (found.articulation & ~known.open).any():
        yield "a hex that nobody can be in holds an area together"
    for passage in found.narrow:
        if (board.mask(passage.hexes) & ~known.open).any():
            yield "a passage leads through a hex that nobody can be in"
    if not ((found.traffic >= 0) & (found.traffic <= 1 + 1e-9)).all():
        yield "a share of traffic is not between 0 and 1"


if __name__ == "__main__":
    sys.exit(main())

"""Measure what Fairground promises, side by side with a peer where there is one; print a table, write JSON.

    .venv/bin/python -m benchmarks.run [--json out/benchmarks.json] [NAME ...]
    .venv/bin/python -m benchmarks.run evening [--seconds 600] [--side 100] [--evenings 1]

Every figure is the median of several runs in this process, or of whole processes, or a percentile, where the name says
so. Peers that are not installed are left out and named: make EXTRAS="editor benchmarks" bench gets them.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import (
    bases,
    canvas,
    evening,
    fairness,
    files,
    movement,
    panels,
    play,
    sight,
    sight_canvas,
    start,
    web_page,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.measure import Figure

SUITES: dict[str, Callable[[], Iterator[Figure]]] = {
    "files": files.figures,
    "sight": sight.figures,
    "bases": bases.figures,
    "movement": movement.figures,
    "fairness": fairness.figures,
    "play": play.figures,
    "start": start.figures,
    "canvas": canvas.figures,
    "sight_canvas": sight_canvas.figures,
    "panels": panels.figures,
    "evening": evening.figures,
    "web_page": web_page.figures,
    "web_page_300": web_page.large_figures,
}
#: Suites that run when they are named, not with all the others: they take their time.
LONG = ("evening", "panels", "web_page", "web_page_300")


def main() -> int:
    """Run the suites named on the command line, all but the long ones by default; 1 when a budget is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*SUITES, []], metavar="NAME", help=", ".join(SUITES))
    parser.add_argument("--json", type=Path, help="file to write the figures to")
    parser.add_argument("--seconds", type=float, default=evening.SECONDS, help="how long the evening is")
    parser.add_argument("--side", type=int, default=evening.SIDE, help="the side of its board, in hexes")
    parser.add_argument("--evenings", type=int, default=1, help="how many such evenings")
    options = parser.parse_args()
    evenings = partial(evening.figures, options.seconds, options.side, options.evenings)
    suites = SUITES | {"evening": evenings}
    found: list[Figure] = []
    for name in options.names or [it for it in SUITES if it not in LONG]:
        for figure in suites[name]():
            print(figure)
            found.append(figure)
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        machine = {"python": platform.python_version(), "system": platform.platform()}
        answer = {"machine": machine, "figures": [figure.as_dict() for figure in found]}
        options.json.write_text(json.dumps(answer, indent=2) + "\n")
        print(options.json)
    return int(any(figure.over for figure in found))


if __name__ == "__main__":
    sys.exit(main())

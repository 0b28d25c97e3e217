"""Measure how the time to read a file grows with what is repeated in it, for each reader.

    python tools/check_growth.py [--limit 40000] [--seconds 4] [--every] [--json FILE] [NAME ...]
    python tools/check_growth.py --json FILE --plot PICTURE

Each case takes a good file and repeats one thing in it: keys, layers, objects, names, notes, unknown terrain. It is read in
a process of its own with a quarter of the limit, half of it, and all of it. For each case this prints the size of the
largest file, the time of each reading in seconds of the processor, and the exponent fitted to them: 1 is linear, 2 square.
``--every`` takes every reader and everything that can be repeated in its files, found by the structure of a sample. Exit
status 1 if a reading takes longer than ``--seconds`` for each megabyte, ends in anything but a result or a refusal with
findings, or if the exponent is over 1.15 where reading takes more than a second. ``--plot`` draws the cases of a file that
``--json`` wrote, the slowest one of each reader with its name.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
from math import log2
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

sys.path.insert(0, str(Path(__file__).parents[1]))

from fairground.core import load
from fairground.core.clients import export, import_file
from fairground.core.errors import FairgroundError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from multiprocessing.connection import Connection

    Case = Callable[[int], str]
    #: How a process is started.
    Start = Literal["fork", "spawn"]

ROOT: Final = Path(__file__).parents[1]
MOST_EXPONENT, WORTH_JUDGING = 1.15, 1.0
#: How many cases have a name in the plot, and the least time that it shows.
_NAMED: Final = 8
_LEAST: Final = 1e-3
#: A reading is stopped after so many seconds.
PATIENCE: Final = 120


def main() -> int:
    """Measure, print a line for each case, and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="measure these cases (default: all)")
    parser.add_argument("--limit", type=int, default=40_000, help="the largest count (default: 40,000)")
    parser.add_argument(
        "--seconds",
        type=float,
        default=4,
        help="the longest time to read a megabyte, or a smaller file (default: 4)",
    )
    parser.add_argument("--every", action="store_true", help="take every reader and all that can be repeated")
    parser.add_argument("--json", type=Path, help="write the times of all cases to this file")
    parser.add_argument(
        "--plot", type=Path, help="draw the times in the file of --json to this SVG, and measure none"
    )
    options = parser.parse_args()
    if options.plot:
        options.plot.write_text(_plot(json.loads(options.json.read_text("utf-8"))), "utf-8")
        return 0
    counts = [options.limit >> shift for shift in (2, 1, 0)]
    if options.every:
        return _check_every(counts, options)
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, ending, case in cases(Path(folder)):
            if options.names and name not in options.names:
                continue
            times, size, outcome = [], 0, ""
            for count in counts:
                path = Path(folder) / f"{name.replace(' ', '-')}{ending}"
                path.write_text(case(count), encoding="utf-8")
                size = path.stat().st_size
                seconds, outcome = measured(path)
                times.append(seconds)
            exponent = fitted(times)
            fault = (
                max(times) > options.seconds * max(1.0, size / 1e6)
                or outcome.startswith("!")
                or (exponent > MOST_EXPONENT and times[-1] > WORTH_JUDGING)
            )
            faults += fault
            shown = " ".join(f"{it:6.2f}" for it in times)
            print(
                f"{name:34} {size / 1e3:8,.0f} kB {shown} {exponent:5.1f}  {outcome}{'  FAULT' * fault}",
                flush=True,
            )
    print(f"{faults} faults")
    return int(faults > 0)


def fitted(times: Sequence[float]) -> float:
    """Return the exponent of times for counts that double, by least squares of their logarithms."""
    logs = [log2(max(it, 1e-4)) for it in times]
    middle = (len(logs) - 1) / 2
    return sum((at - middle) * it for at, it in enumerate(logs)) / sum(
        (at - middle) ** 2 for at in range(len(logs))
    )


def _check_every(counts: Sequence[int], options: argparse.Namespace) -> int:
    """Measure every reader with everything repeated that can be, and return the exit status."""
    from tools.fuzzing.readers import READERS
    from tools.fuzzing.repetition import repetitions

    faults, rows = 0, []
    for reader, it in READERS.items():
        if options.names and reader not in options.names:
            continue
        # What readers load is loaded before the clock runs.
        sample = it.samples()[0]
        it.read(sample.data, sample.beside)
        for name, make in repetitions(reader):
            files = [make(count) for count in counts]
            # A copy of a process in which Qt has drawn hangs: one that starts afresh loads what it needs first.
            start: Start = "spawn" if "PySide6.QtGui" in sys.modules else "fork"
            results = [_measure(start, _read_by, reader, data, sample.beside) for data in files]
            times, outcome = [seconds for seconds, _ in results], results[-1][1]
            exponent = fitted(times)
            fault = (
                max(times) > options.seconds * max(1.0, len(files[-1]) / 1e6)
                or any(told.startswith("!") for _, told in results)
                or (exponent > MOST_EXPONENT and times[-1] > WORTH_JUDGING)
            )
            faults += fault
            rows.append(
                {
                    "reader": reader,
                    "repeated": name,
                    "bytes": len(files[-1]),
                    "seconds": times,
                    "outcome": outcome,
                }
            )
            shown = " ".join(f"{seconds:6.2f}" for seconds in times)
            line = f"{reader:14} {name:56} {len(files[-1]) / 1e3:8,.0f} kB {shown} {exponent:5.1f}  {outcome}"
            print(f"{line}{'  FAULT' * fault}", flush=True)
        if options.json:
            options.json.write_text(json.dumps({"counts": list(counts), "cases": rows}, indent=1), "utf-8")
    print(f"{faults} faults in {len(rows)} cases")
    return int(faults > 0)


def _plot(told: dict[str, Any]) -> str:
    """Return a picture of all cases, with a name for the slowest one of each of the slowest readers."""
    from tools.log_plot import Line, plot

    slowest: dict[str, dict[str, Any]] = {}
    for case in sorted(told["cases"], key=lambda it: -it["seconds"][-1]):
        slowest.setdefault(case["reader"], case)
    named = {id(it): f"{it['reader']}: {it['repeated']}" for it in [*slowest.values()][:_NAMED]}
    lines = [
        Line(
            [*zip(told["counts"], (max(it, _LEAST) for it in case["seconds"]), strict=True)],
            named.get(id(case), ""),
        )
        for case in told["cases"]
    ]
    return plot("Processor time to read a file", lines, "how often one thing is repeated in it", "seconds")


def _read_by(reader: str, data: bytes, beside: Mapping[str, bytes]) -> str:
    from tools.fuzzing.readers import READERS

    return READERS[reader].read(data, beside)


def measured(path: Path) -> tuple[float, str]:
    """Return the time to read a file, and the outcome; one that begins with ``!`` is a fault."""
    return _measure("fork", _read_path, path)


def _measure(start: Start, read: Callable[..., str], *arguments: object) -> tuple[float, str]:
    """Return the processor time of reading in a process of its own, and the outcome; a fault begins with ``!``."""
    context = get_context("fork") if start == "fork" else get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_timed, args=(sender, read, *arguments))
    process.start()
    sender.close()
    try:
        found: tuple[float, str] = receiver.recv() if receiver.poll(PATIENCE) else (PATIENCE, "! stopped")
    except EOFError:
        found = PATIENCE, "! the process ended"
    process.kill()
    process.join()
    return found


def _read_path(path: Path) -> str:
    load(path) if path.suffix == ".yaml" else import_file(path)
    return "read"


def _timed(sender: Connection, read: Callable[..., str], *arguments: object) -> None:
    begun = time.process_time()
    try:
        outcome = read(*arguments)
    except FairgroundError as error:
        outcome = f"refused: {str(error).partition(': ')[2][:50]}"
    except BaseException as error:  # noqa: BLE001  # whatever a reader lets through is what is looked for
        outcome = f"! {type(error).__name__}"
    sender.send((time.process_time() - begun, outcome))


def cases(folder: Path) -> Iterator[tuple[str, str, Case]]:
    """Yield the name of each case, the ending of its file, and its text for a count."""
    for name, case in {**_tiled_cases(_json("tiled-json", folder), folder)}.items():
        yield f"tiled {name}", ".tmj", case
    for name, case in _geojson_cases(_json("geojson", folder)).items():
        yield f"geojson {name}", ".geojson", case
    for name, case in _hexjson_cases(_json("hexjson", folder)).items():
        yield f"hexjson {name}", ".hexjson", case
    for name, case in _board_cases((ROOT / "docs/examples/valley.board").read_text("utf-8")).items():
        yield f"megamek {name}", ".board", case
    for name, case in _scenario_cases((ROOT / "scenarios/last-convoy.yaml").read_text("utf-8")).items():
        yield f"scenario {name}", ".yaml", case


def _json(name: str, folder: Path) -> dict[str, Any]:
    path = folder / f"sample-{name}.json"
    export(load(ROOT / "scenarios/last-convoy.yaml"), name, path)
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def _property(number: int) -> dict[str, str]:
    return {"name": f"p{number}", "type": "string", "value": "x"}


def _tiled_cases(sample: dict[str, Any], folder: Path) -> dict[str, Case]:
    layers: list[dict[str, Any]] = sample["layers"]
    objects = [it for it in layers if it["type"] == "objectgroup" and it["objects"]]
    tiles = sample["tilesets"][0]["tiles"]

    def with_layer(layer: dict[str, Any], **more: object) -> str:
        changed = [it | more if it is layer else it for it in layers]
        return json.dumps(sample | {"layers": changed})

    def with_objects(make: Callable[[int, dict[str, Any]], dict[str, Any]], count: int) -> str:
        changed = [
            it | {"objects": [make(number, it["objects"][0]) for number in range(count // len(objects))]}
            if it in objects
            else it
            for it in layers
        ]
        return json.dumps(sample | {"layers": changed})

    def with_tiles(make: Callable[[int, dict[str, Any]], dict[str, Any]]) -> str:
        tileset = sample["tilesets"][0] | {"tiles": [make(at, it) for at, it in enumerate(tiles)]}
        return json.dumps(sample | {"tilesets": [tileset, *sample["tilesets"][1:]]})

    def external(count: int) -> str:
        inside = "".join(f'<tile id="{at}" type="t{at}"/>' for at in range(count))
        (folder / "many.tsx").write_text(
            f'<tileset name="many" tilecount="{count}">{inside}</tileset>', "utf-8"
        )
        more = [{"firstgid": 1000 + at * count, "source": "many.tsx"} for at in range(10)]
        return json.dumps(sample | {"tilesets": [*sample["tilesets"], *more]})

    return {
        "properties of the map": lambda n: json.dumps(
            sample | {"properties": [_property(at) for at in range(n)]}
        ),
        "properties of a tile layer": lambda n: with_layer(
            layers[0], properties=[_property(at) for at in range(n)]
        ),
        "properties of an object layer": lambda n: with_layer(
            objects[0], properties=[_property(at) for at in range(n)]
        ),
        "layers": lambda n: json.dumps(
            sample
            | {
                "layers": [
                    *layers,
                    *({"type": "objectgroup", "name": f"l{at}", "objects": []} for at in range(n)),
                ]
            }
        ),
        "objects": lambda n: with_objects(lambda at, it: it | {"id": 1000 + at, "name": f"o{at}"}, n // 8),
        "objects with the same id": lambda n: with_objects(lambda _, it: it | {"id": 1000}, n // 8),
        "corners of a polygon": lambda n: with_objects(
            lambda _, it: it | {"polygon": [{"x": at % 700, "y": at * 37 % 700} for at in range(n)]},
            len(objects),
        ),
        "length of an object's name": lambda n: with_objects(
            lambda _, it: it | {"name": "1-" * (n // 2) + "a"}, len(objects)
        ),
        "length of a tile's type": lambda n: with_tiles(
            lambda at, it: it | {"type": "-" * n + f"a{at}", "properties": []}
        ),
        "tiles": lambda n: with_tiles(lambda _, it: it).replace(
            '"tiles": [',
            '"tiles": [' + "".join(f'{{"id": {100 + at}, "type": "t{at}"}}, ' for at in range(n)),
            1,
        ),
        "tiles of an external tileset": external,
    }


def _geojson_cases(sample: dict[str, Any]) -> dict[str, Case]:
    first, *others = sample["features"]
    return {
        "features": lambda n: json.dumps(sample | {"features": [first, *others, *others[-1:] * n]}),
        "unknown properties": lambda n: json.dumps(
            sample
            | {
                "features": [
                    first | {"properties": first["properties"] | {f"k{at}": 1 for at in range(n)}},
                    *others,
                ]
            }
        ),
    }


def _hexjson_cases(sample: dict[str, Any]) -> dict[str, Case]:
    name, record = next(iter(sample["hexes"].items()))

    def with_first(**more: object) -> str:
        return json.dumps(sample | {"hexes": sample["hexes"] | {name: record | more}})

    return {
        "unknown keys": lambda n: with_first(**{f"k{at}": 1 for at in range(n)}),
        "repeated keys": lambda n: with_first(first=0).replace(
            '"first": 0', ", ".join(f'"k{at}": 1' for at in range(n)) + ', "k1": 2'
        ),
        "unknown effects": lambda n: with_first(effects=[f"e{at}" for at in range(n)]),
        "unknown terrain": lambda n: json.dumps(
            sample
            | {"hexes": {f"h{at}": {"q": at % 100, "r": at // 100, "terrain": f"t{at}"} for at in range(n)}}
        ),
    }


def _board_cases(sample: str) -> dict[str, Case]:
    head, end = sample.rstrip().removesuffix("end"), "end\n"
    first = re.search(r"^hex .*$", sample, re.MULTILINE)
    line = first[0] if first else ""
    return {
        "notes": lambda n: head + "".join(f'note 0101 "n{at}"\n' for at in range(n)) + end,
        "hexes again": lambda n: head + f"{line}\n" * n + end,
        "lines that are unreadable": lambda n: head + "".join(f"what{at} 1\n" for at in range(n)) + end,
        "terrain of a hex": lambda n: sample.replace(
            line, line.split('"')[0] + '"' + ";".join(f"woods{at}:1" for at in range(n)) + '" ""', 1
        ),
    }


def _scenario_cases(sample: str) -> dict[str, Case]:
    return {
        "unknown keys": lambda n: sample + "".join(f"k{at}: 1\n" for at in range(n)),
        "repeated keys": lambda n: sample + "k: 1\n" * n,
        "comments": lambda n: "# a comment\n" * n + sample,
        "nested lists": lambda n: sample + "k: " + "[" * n + "]" * n + "\n",
    }


if __name__ == "__main__":
    sys.exit(main())

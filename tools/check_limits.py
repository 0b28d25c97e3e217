"""Go to the limits of files and beyond: at a limit everything works, beyond it the limit is reported.

    python tools/check_limits.py [--only WORD]

Every case runs in its own process. A line has processor time, peak memory and result. The exit status is 1 when a valid
file is refused, an invalid one is read, a refusal does not name its limit, or a case takes over 30 seconds or a gigabyte.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

MOST_SECONDS: Final = 30
MOST_MEGABYTES: Final = 1000


class Answer(NamedTuple):
    """What came of a case: a refusal's text, or what was done; seconds of the processor, and the most memory in MB."""

    reported: str
    seconds: float
    megabytes: float


class Case(NamedTuple):
    """A file and what is done with it: ``refused`` is what the refusal must name; it is to work where that is empty."""

    title: str
    text: Callable[[], str]
    act: Callable[[Path], str]
    refused: str = ""
    most_megabytes: int = MOST_MEGABYTES


# -- files --------------------------------------------------------------------------------------------------


def scenario(columns: int, rows: int, more: str = "", ruleset: str = "penance-1.0") -> str:
    """Return the text of a scenario with some walls on it."""
    line = ("." * 9 + "#") * (columns // 10 + 2)
    terrain = "".join(f"    {line[row % 7 : row % 7 + columns]}\n" for row in range(rows))
    return (
        f"format: fairground/1\nname: Limits\nruleset: {ruleset}\nboard:\n  layout: odd-q\n  size: [{columns}, {rows}]\n"
        f"  palette: {{'.': clear, '#': wall}}\n  terrain: |\n{terrain}{more}"
    )


def many_parts(sides: int, zones: int, objectives: int, units: int, size: int = 200) -> str:
    """Return the text of a scenario with so many parts."""
    from fairground.core.grid.labels import label

    lines = ["sides:"] + [f"  - {{id: side-{n}}}" for n in range(sides)]
    lines += ["zones:"] * (zones > 0)
    lines += [
        f"  - {{id: zone-{n}, side: side-{n % sides}, hexes: 'row {n % size + 1}'}}" for n in range(zones)
    ]
    lines += ["objectives:"] * (objectives > 0)
    lines += [
        f"  - {{id: goal-{n}, hexes: [{label(n % size, n // size)}], points: 1, hold: 2}}"
        for n in range(objectives)
    ]
    lines += ["units:"] * (units > 0)
    # Every tenth hex of a row is a wall, further left in each row.
    clear = ((c, r) for r in range(size) for c in range(size) if (c + r % 7) % 10 != 9)
    for n, (column, row) in zip(range(units), clear, strict=False):
        lines.append(f"  - {{id: unit-{n}, side: side-{n % sides}, class: scout, hex: {label(column, row)}}}")
    return scenario(size, size, "\n".join(lines) + "\nturns: 12\n")


def zoned(size: int) -> str:
    """Return the text of a square board with the zones of two sides on its edges."""
    zones = "".join(
        f"  - {{id: zone-{side}, side: {side}, hexes: 'rows {rows}'}}\n"
        for side, rows in (("a", "1-2"), ("b", f"{size - 1}-{size}"))
    )
    return scenario(size, size, f"sides:\n  - {{id: a}}\n  - {{id: b}}\nzones:\n{zones}turns: 12\n")


def commented(lines: int, length: int) -> str:
    """Return the text of a small scenario under a long head of comments."""
    return f"# {'x' * length}\n" * lines + scenario(7, 7)


# -- what is done ---------------------------------------------------------------------------------------------


def read(path: Path) -> str:
    """Load a file."""
    from fairground.core import load

    board = load(path).board
    return f"{board.columns}x{board.rows} read"


def read_and_write(path: Path) -> str:
    """Load a file, save it and compare."""
    from fairground.core import load, save

    found = load(path)
    other = path.with_name("again.yaml")
    save(found, other)
    if load(other) != found:
        raise AssertionError("what was saved reads otherwise")
    return f"{other.stat().st_size / 2**20:.1f} MB written and read again"


def validated(path: Path) -> str:
    """Load and validate a file."""
    from fairground.core import load, validate

    return f"{len(validate(load(path)))} findings"


def seen(path: Path) -> str:
    """Find what is in sight from the middle of the board, without a bound."""
    from fairground.core import fan, load

    found = load(path)
    middle = found.board.layout.from_offset(found.board.columns // 2, found.board.rows // 2)
    return f"{len(fan(found, middle).to_json()['visible']):,} hexes in sight"


def every_pair(path: Path) -> str:
    """Ask for the sight of all pairs of hexes."""
    from fairground.core import load, visibility

    return str(visibility(load(path)).exposure().max())


def way(path: Path) -> str:
    """Find the way from one corner of the board to the other."""
    from fairground.core import load
    from fairground.core import path as way_of

    found = load(path)
    board = found.board
    ends = board.layout.from_offset(0, 0), board.layout.from_offset(board.columns - 2, board.rows - 1)
    return f"{len(way_of(found, *ends, unit_class='scout').hexes):,} hexes long"


def written(format_name: str) -> Callable[[Path], str]:
    """Return what exports a file in a format."""

    def act(path: Path) -> str:
        from fairground.core import load
        from fairground.core.clients import load_format
        from fairground.core.clients.format import export_settings

        target = load_format(format_name)
        if target.write is None:
            raise AssertionError(f"{format_name} is not written")
        made = target.write(load(path), export_settings(target.options, {}, "limits"))
        return f"{len(made.content) / 2**20:.1f} MB"

    return act


def in_every_format(path: Path) -> str:
    """Write a file in every format."""
    from fairground.core.clients import export_formats

    names = export_formats()
    for name in names:
        written(name)(path)
    return f"written in {len(names)} formats"


def imported(ending: str) -> Callable[[Path], str]:
    """Return what imports a file by its ending."""

    def act(path: Path) -> str:
        from fairground.core.clients import import_file

        other = path.rename(path.with_suffix(ending))
        board = import_file(other).scenario.board
        return f"{board.columns}x{board.rows} imported"

    return act


def commanded(*words: str) -> Callable[[Path], str]:
    """Return what runs a command on a file; its refusal is the error that it prints."""

    def act(path: Path) -> str:
        from click.testing import CliRunner

        from fairground.core.cli.command_group import fairground
        from fairground.core.errors import LimitError

        found = CliRunner().invoke(fairground, [words[0], str(path), *words[1:]])
        if found.exception is not None and not isinstance(found.exception, SystemExit):
            raise found.exception
        if found.exit_code > 1:
            raise LimitError(found.output.strip()[-300:])
        return f"{len(found.output) / 2**20:.1f} MB printed"

    return act


def tiled_map(columns: int, rows: int, filling: int = 0) -> str:
    """Return the text of a Tiled map, with a comment of so many characters."""
    line = ",".join("1" * columns)
    cells = ",\n".join([line] * rows)
    return (
        '<map version="1.10" orientation="hexagonal" staggeraxis="x" staggerindex="even" '
        f'width="{columns}" height="{rows}" tilewidth="20" tileheight="20" hexsidelength="10">\n<!-- {"x" * filling} -->\n'
        '<tileset firstgid="1" name="t" tilecount="1"><tile id="0" type="clear"/></tileset>\n'
        f'<layer id="1" name="terrain" width="{columns}" height="{rows}"><data encoding="csv">\n{cells}\n</data></layer>\n</map>\n'
    )


def geojson(filling: int) -> str:
    """Return the text of a collection of no hexes with a long member."""
    return '{"type": "FeatureCollection", "note": "' + "x" * filling + '", "features": []}'


LARGEST: Final = "1,000x1,000"
CASES: Final = (
    Case(f"{LARGEST}: read", lambda: scenario(1000, 1000), read),
    Case(f"{LARGEST}: written and read again", lambda: scenario(1000, 1000), read_and_write),
    Case(f"{LARGEST}: validated", lambda: scenario(1000, 1000), validated),
    Case(f"{LARGEST}: fan from the middle", lambda: scenario(1000, 1000), seen),
    # A million hexes with six facings each.
    Case(f"{LARGEST}: way from corner to corner", lambda: scenario(1000, 1000), way, most_megabytes=600),
    Case(f"{LARGEST}: Tiled map", lambda: scenario(1000, 1000), written("tiled")),
    Case(f"{LARGEST}: all pairs in sight", lambda: scenario(1000, 1000), every_pair, "1 GB"),
    Case(f"{LARGEST}: exposure", lambda: zoned(1000), commanded("exposure", "--json"), "limit"),
    Case(f"{LARGEST}: territory", lambda: zoned(1000), commanded("territory", "--json")),
    Case(f"{LARGEST}: chokepoints", lambda: zoned(1000), commanded("chokepoints", "--json"), "100,000,000"),
    Case(f"{LARGEST}: fairness", lambda: zoned(1000), commanded("fairness", "--json")),
    Case(f"{LARGEST}: PNG", lambda: scenario(1000, 1000), written("png"), "250,000"),
    Case(f"{LARGEST}: PDF", lambda: scenario(1000, 1000), written("pdf"), "40,000"),
    Case(f"{LARGEST}: Tiled map imported", lambda: tiled_map(1000, 1000), imported(".tmx")),
    Case("Tiled map of 63 MB: imported", lambda: tiled_map(100, 100, 66_000_000), imported(".tmx")),
    Case("Tiled map of 66 MB: imported", lambda: tiled_map(100, 100, 69_000_000), imported(".tmx"), "64 MB"),
    Case("GeoJSON of 63 MB without hexes: imported", lambda: geojson(66_000_000), imported(".geojson"), "hex"),
    Case("GeoJSON of 66 MB: imported", lambda: geojson(69_000_000), imported(".geojson"), "64 MB"),
    Case("1,001x1,000: read", lambda: scenario(1001, 1000), read, "1,000"),
    Case("10,000 units: validated", lambda: many_parts(2, 2, 0, 10_000), validated),
    Case("10,001 units: read", lambda: many_parts(2, 2, 0, 10_001), read, "10,000"),
    Case("64 sides, 1,000 zones, 1,000 objectives: validated", lambda: many_parts(64, 1000, 1000, 64), validated),
    Case("10,000 units: Tiled map", lambda: many_parts(2, 2, 0, 10_000), written("tiled")),
    Case("10,000 units: reported", lambda: many_parts(2, 2, 0, 10_000), commanded("report", "--markdown")),
    Case("1,001 zones: read", lambda: many_parts(2, 1001, 0, 0), read, "1,000"),
    Case("65 sides: read", lambda: many_parts(65, 0, 0, 0), read, "64"),
    Case("file of 62 MB: read", lambda: commented(95_000, 650), read),
    Case("file of 66 MB: read", lambda: commented(95_000, 730), read, "64 MB"),
    Case("100,001 comments: read", lambda: commented(100_001, 5), read, "100,000"),
    Case("name of 200 characters: read", lambda: scenario(7, 7).replace("Limits", "n" * 200), read),
    Case("name of 200 characters: every export", lambda: scenario(20, 20).replace("Limits", "n" * 200), in_every_format),
    Case("name of 201 characters: read", lambda: scenario(7, 7).replace("Limits", "n" * 201), read, "200"),
    Case("lists in lists, 10,000 deep: read", lambda: f"x: {'[' * 10_000}{']' * 10_000}\n", read, "deep"),
    Case("brackets of a zone, 21 deep: read", lambda: scenario(7, 7, f"zones:\n  - {{id: a, kind: area, hexes: '{'(' * 21}A1{')' * 21}'}}\n"), read, "20"),
)  # fmt: skip


# -- running ------------------------------------------------------------------------------------------------


def _work(connection: Connection, case: Case, path: Path) -> None:
    from fairground.core.errors import FairgroundError

    start = time.process_time()
    try:
        reported = case.act(path)
    except FairgroundError as error:
        reported = " ".join([str(error), *(it.message for it in getattr(error, "problems", ()))])
        reported = f"refused: {reported}"
    seconds = time.process_time() - start
    connection.send(Answer(reported, seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))


def answer(case: Case) -> Answer | None:
    """Run a case in a process of its own; None when it dies."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "limits.yaml"
        path.write_text(case.text(), encoding="utf-8")
        context = multiprocessing.get_context("fork")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, case, path))
        process.start()
        theirs.close()
        try:
            found: Answer = ours.recv()
        except EOFError:
            return None
        finally:
            process.join()
        return found


def faults(case: Case, found: Answer | None) -> list[str]:
    """Return what is wrong with the answer to a case."""
    if found is None:
        return ["the process died"]
    wrong = []
    refused = found.reported.startswith("refused")
    if refused != bool(case.refused):
        wrong.append("was refused" if refused else "was not refused")
    elif case.refused not in found.reported:
        wrong.append(f"the refusal does not name {case.refused}")
    if found.seconds > MOST_SECONDS:
        wrong.append(f"took over {MOST_SECONDS} s")
    if found.megabytes > case.most_megabytes:
        wrong.append(f"took over {case.most_megabytes} MB")
    return wrong


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--only", default="", help="the cases with this in their title")
    wanted = parser.parse_args().only
    failures = 0
    for case in CASES:
        if wanted not in case.title:
            continue
        found = answer(case)
        wrong = faults(case, found)
        failures += bool(wrong)
        if found is not None:
            reported = found.reported if len(found.reported) <= 160 else found.reported[:160] + "…"
            print(f"{case.title:52} {found.seconds:6.2f} s {found.megabytes:5.0f} MB  {reported}", flush=True)
        for fault in wrong:
            print(f"  WRONG: {case.title}: {fault}", flush=True)
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())

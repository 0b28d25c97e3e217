"""Open a module with VASSAL's own classes, and compare the game that it starts with the scenario.

``FAIRGROUND_VASSAL`` is the class path of VASSAL: its ``Vengine.jar`` with the libraries that it needs.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from fairground.core.clients import export
from fairground.core.clients.board_image import pixel_frame
from fairground.core.clients.vassal import grid_point
from fairground.core.pictures.looks import Looks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.scenario.document import Scenario

PROBE = Path(__file__).with_name("VassalProbe.java")
CLASSES = os.environ.get("FAIRGROUND_VASSAL", "")
#: What is not installed.
MISSING = [it for it in ("java", "javac", "xvfb-run") if shutil.which(it) is None] + (
    [] if CLASSES else ["VASSAL (set FAIRGROUND_VASSAL to its class path)"]
)
_PIXELS = 90
_QUIET = """<configuration><appender name="OUT" class="ch.qos.logback.core.ConsoleAppender"><encoder>
<pattern>log%n</pattern></encoder></appender><root level="OFF"><appender-ref ref="OUT"/></root></configuration>
"""


def faults_in_vassal(scenario: Scenario, folder: Path) -> Iterator[str]:
    """Yield what VASSAL shows otherwise than the scenario has it: names and places of hexes, and units."""
    export(scenario, "vmod", folder / "arena.vmod", {"pixels": str(_PIXELS)}, force=True)
    board, frame = scenario.board, pixel_frame(scenario.board, _PIXELS)
    centres = {at: grid_point(board, frame, at) for at in board.hexes()}
    lines = (f"{board.label(at)}\t{x}\t{y}\n" for at, (x, y) in centres.items())
    (folder / "hexes.txt").write_text("".join(lines))
    said = _probe(folder)
    if ["end"] not in said:
        yield f"VASSAL did not open it: {said}"
    yield from (f"VASSAL warns: {fields[1]}" for fields in said if fields[0] == "warning")
    for fields in (it for it in said if it[0] == "hex"):
        name, location, *snapped = fields[1:]
        if board.columns <= len("ABCDEFGHIJKLMNOPQRSTUVWXYZ") and location.split(" (")[0] != name:
            yield f"VASSAL calls {name} {location}"
        if tuple(map(int, snapped)) != centres[board.parse(name)]:
            yield f"a piece in {name} snaps to {snapped}, not to {centres[board.parse(name)]}"
    found = Counter(tuple(fields[1:]) for fields in said if fields[0] == "piece")
    wanted = Counter(_pieces(scenario, centres))
    yield from (f"there is no piece {' '.join(it)}" for it in (wanted - found))
    yield from (f"there is a piece {' '.join(it)}" for it in (found - wanted))


def _pieces(scenario: Scenario, centres: dict) -> Iterator[tuple[str, ...]]:  # type: ignore[type-arg]
    looks = Looks(scenario)
    for unit in scenario.units:
        if unit.arrives <= 1:
            side = scenario.side(unit.side)
            x, y = centres[unit.hex]
            name = side.title if side else unit.side
            about = (str(unit.facing), name, looks.class_name(unit.unit_class), unit.shield.value)
            yield (scenario.unit_title(unit), str(x), str(y), *about)


def _probe(folder: Path) -> list[list[str]]:
    """Return the lines of the probe, as fields."""
    (folder / "quiet.xml").write_text(_QUIET)
    subprocess.run(["javac", "-cp", CLASSES, "-d", str(folder), str(PROBE)], check=True)
    command = [
        *("xvfb-run", "-a", "java", f"-Dlogback.configurationFile={folder / 'quiet.xml'}"),
        *(f"-Duser.home={folder}", "-cp", f"{CLASSES}{os.pathsep}{folder}", "VassalProbe"),
        *("arena.vmod", "hexes.txt", "board.png"),
    ]
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    return [line.split("\t") for line in done.stdout.splitlines()]

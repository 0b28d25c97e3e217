"""Scenes of virtual tables without our data: a hex grid, walls on its hexsides, and named tokens."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.clients.foreign_map import ForeignHex, ForeignMap, foreign_scenario
from fairground.core.clients.scenario_head import RULESET
from fairground.core.grid.hexes import distance
from fairground.core.grid.hexsides import hexside_between
from fairground.core.grid.labels import label
from fairground.core.grid.layout import SQRT3, Layout, Orientation
from fairground.core.rules import load_ruleset
from fairground.core.scenario.board import MAX_SIDE
from fairground.core.text.wording import counted, shorten

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fairground.core.clients.format import Imported, ImportSource
    from fairground.core.clients.import_findings import ImportFindings
    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.rules import Ruleset

    Point = tuple[float, float]

#: How far the ends of a wall may be from those of a hexside, as a share of its length.
_TOLERANCE: Final = 0.2
#: A hex counts if at least this share of it is within the scene.
_WHOLE: Final = 0.9
#: The most names of tokens in a hex.
_MOST_NAMES: Final = 5


class TableWall(NamedTuple):
    """A straight wall: its ends, and whether it stops sight and movement."""

    start: Point
    end: Point
    sight: bool
    movement: bool


class TableGrid(NamedTuple):
    """A hex grid: its layout, the width of a hex between opposite sides, columns and rows.

    The rectangle of hexes touches the left and upper edge of the scene, where x and y are 0.
    """

    layout: Layout
    across: float
    columns: int
    rows: int

    @property
    def size(self) -> float:
        """The distance from the centre of a hex to its corners."""
        return self.across / SQRT3

    @property
    def first(self) -> Point:
        """The centre of A1."""
        shift = 0.0 if self.layout.is_odd else self.across / 2
        if self.layout.orientation is Orientation.FLAT:
            return self.size, self.across / 2 + shift
        return self.across / 2 + shift, self.size

    def hex_at(self, at: Point) -> Hex:
        """Return the hex at a point, on the board or off it."""
        x, y = self.first
        return self.layout.hex_at(at[0] - x, at[1] - y, size=self.size)

    def has(self, at: Hex) -> bool:
        """Return whether a hex is on the board."""
        column, row = self.layout.to_offset(at)
        return 0 <= column < self.columns and 0 <= row < self.rows

    def hexside_of(self, wall: TableWall) -> Hexside | None:
        """Return the hexside that a wall lies on, with a hex on the board beside it; None if there is none."""
        (x0, y0), (x1, y1) = wall.start, wall.end
        length = math.dist(wall.start, wall.end)
        if not 0.5 * self.size < length < 1.5 * self.size:
            return None
        # From the middle of a hexside, both centres are straight ahead, half a hex away.
        ahead = (y1 - y0) / length * self.across / 2, (x0 - x1) / length * self.across / 2
        middle = (x0 + x1) / 2, (y0 + y1) / 2
        near, far = (
            self.hex_at((middle[0] + sign * ahead[0], middle[1] + sign * ahead[1])) for sign in (1, -1)
        )
        if distance(near, far) != 1 or not (self.has(near) or self.has(far)):
            return None
        side, (x, y) = hexside_between(near, far), self.first
        ends = [self.layout.corner_point(it, size=self.size) for it in side.corners]
        ends = [(a + x, b + y) for a, b in ends]
        off = min(max(math.dist(wall.start, ends[at]), math.dist(wall.end, ends[1 - at])) for at in (0, 1))
        return side if off <= _TOLERANCE * self.size else None


def grid_of(
    layout: Layout, across: float, width: float, height: float, findings: ImportFindings, *, line: int
) -> TableGrid | None:
    """Return the grid of whole hexes in a scene of some size; None, and a finding, if it is no board."""
    flat = layout.orientation is Orientation.FLAT
    along, high = (width, height) if flat else (height, width)
    if across <= 0 or width <= 0 or height <= 0:
        what = "the hexes" if across <= 0 else "the scene"
        findings.add("import.bad-size", f"the size of {what} is missing or not a positive number", line=line)
        return None
    lines = math.floor((along / across - 2 / SQRT3) / (SQRT3 / 2) + 2 - _WHOLE)
    hexes = math.floor(high / across - (0.5 if lines > 1 else 0.0) + 1 - _WHOLE)
    if not (1 <= lines <= MAX_SIDE and 1 <= hexes <= MAX_SIDE):
        message = (
            f"a board must have 1 to {MAX_SIDE:,} columns and rows, but a scene of {width:g}x{height:g} with "
            f"hexes {across:g} wide does not"
        )
        findings.add("import.bad-size", message, line=line)
        return None
    return TableGrid(layout, across, *((lines, hexes) if flat else (hexes, lines)))


def scene_scenario(
    grid: TableGrid,
    walls: Iterable[TableWall],
    tokens: Mapping[Hex, list[str]],
    title: str,
    source: ImportSource,
    findings: ImportFindings,
) -> Imported:
    """Return the scenario of a scene, on clear ground: walls as hexside features, tokens as place names."""
    rules = load_ruleset(source.options.ruleset or RULESET, folder=source.options.folder)
    names = {}
    for at, found in tokens.items():
        if grid.has(at):
            names[grid.layout.to_offset(at)] = ", ".join(found[:_MOST_NAMES])
    count = sum(map(len, tokens.values()))
    if count:
        kept = sum(len(found) for at, found in tokens.items() if grid.has(at))
        message = f"the names of {counted(kept, 'token')} became place names, without side and class"
        message += f"; {counted(count - kept, 'token')} off the board are dropped" if count > kept else ""
        findings.add("import.left-out", message)
    hexes = [
        ForeignHex(column, row, 1, name=names.get((column, row), ""))
        for row in range(grid.rows)
        for column in range(grid.columns)
    ]
    hexsides = _hexsides(grid, walls, rules, findings)
    found_map = ForeignMap(grid.layout, hexes, title, hexsides=hexsides)
    return foreign_scenario(found_map, source, findings)


def _hexsides(
    grid: TableGrid, walls: Iterable[TableWall], rules: Ruleset, findings: ImportFindings
) -> list[str]:
    """Return walls as lines of a hexsides block; those that cannot be taken go to ``findings``."""
    kinds: dict[Hexside, tuple[bool, bool]] = {}
    elsewhere = 0
    for wall in walls:
        side = grid.hexside_of(wall)
        if side is None:
            elsewhere += 1
            continue
        sight, movement = kinds.get(side, (False, False))
        kinds[side] = sight or wall.sight, movement or wall.movement
    if elsewhere:
        message = f"{counted(elsewhere, 'wall')} {_is(elsewhere)} not on a hexside of the board and {_is(elsewhere)} dropped"
        findings.add("import.left-out", message)
    lines = []
    lost: Counter[tuple[bool, bool]] = Counter()
    changed: Counter[str] = Counter()
    for side, kind in kinds.items():
        feature = _feature(rules, *kind)
        if feature is None:
            lost[kind] += 1
            continue
        if rules.hexsides[feature].passable == kind[1]:
            changed[feature] += 1
        near, direction = side.hex, side.direction
        if not grid.has(near):
            near, direction = side.hexes[1], side.direction + 3
        place = label(*grid.layout.to_offset(near))
        lines.append(f"{place} {grid.layout.direction_name(direction)} {feature}")
    _report_kinds(rules, lost, changed, findings)
    return lines


def _feature(rules: Ruleset, sight: bool, movement: bool) -> str | None:  # noqa: FBT001  # what a wall stops
    """Return the hexside feature that is most like a wall: one with the same effect on sight, and on movement if possible."""
    alike = [name for name, it in rules.hexsides.items() if it.blocks_sight == sight]
    exact = [name for name in alike if rules.hexsides[name].passable != movement]
    return next(iter([*exact, *alike]), None)


def _report_kinds(
    rules: Ruleset,
    lost: Counter[tuple[bool, bool]],
    changed: Counter[str],
    findings: ImportFindings,
) -> None:
    for (sight, movement), count in lost.items():
        stops = (
            " and ".join([*(["sight"] if sight else []), *(["movement"] if movement else [])]) or "nothing"
        )
        message = (
            f"{counted(count, 'wall')} on hexsides, blocking {stops}, {_is(count)} dropped: "
            f"{rules.title} has no such hexside feature"
        )
        fix = "Import with a ruleset that has one."
        findings.add("import.left-out", message, fix=fix)
    for feature, count in changed.items():
        message = f"{counted(count, 'wall')} became {shorten(feature)!r}, which has the same effect on sight but not on movement"
        findings.add("import.left-out", message)


def report_dropped(counts: Mapping[str, int], findings: ImportFindings, *, line: int = 1) -> None:
    """Add a finding for the parts of a scene that are dropped, given as numbers by noun."""
    found = [counted(count, noun) for noun, count in counts.items() if count]
    if found:
        *before, last = found
        named = f"{', '.join(before)} and {last}" if before else last
        verb = "is" if len(found) == 1 and found[0].startswith("1 ") else "are"
        findings.add("import.left-out", f"{named} {verb} dropped", line=line)


def _is(count: int) -> str:
    return "is" if count == 1 else "are"

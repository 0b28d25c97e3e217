"""Brute force: every list of edits that a repair may make, tried with nothing but ``fairness`` and ``validate``."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from fairground.core import fairness, repair, validate
from fairground.core.errors import FairgroundError
from fairground.core.finding import Severity
from fairground.core.grid.hexes import neighbours
from fairground.core.grid.layout import Layout
from fairground.core.improve.map_style import MapStyle
from fairground.core.metrics.fairness.candidates import CHANGES
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, Verdict
from fairground.core.scenario.hex_edits import Edit, edited
from fairground.core.scenario.parts import Objective, Side, Zone
from fairground.core.scenario.shapes import listed
from tools.check_ways import WalkedWays

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from fairground.core.grid.hexes import Hex
    from fairground.core.improve.repair.repair import Repair
    from fairground.core.metrics.fairness.report import Fairness
    from fairground.core.scenario.document import Scenario

    #: A measure with its class and weapon band.
    Judged = tuple[str, str, str | None]

#: How many boards are made until one is unfair by the measures wanted.
_BOARDS = 40


@dataclass(frozen=True)
class Case:
    """A tiny board to repair: ``measures`` for one class, by ``changes`` of hexes; of ``kinds`` besides clear terrain."""

    ruleset: str
    unit_class: str
    measures: tuple[str, ...]
    size: tuple[int, int]
    seed: int
    kinds: tuple[str, ...]
    changes: tuple[str, ...] = ("terrain",)

    def __str__(self) -> str:
        columns, rows = self.size
        about = f"{self.ruleset} {self.unit_class} {'+'.join(self.measures)} {columns}x{rows}"
        return f"{about} {'+'.join(self.changes)} {self.seed}"

    def made(self) -> Scenario:
        """Return an unfair scenario without errors."""
        rng = random.Random(str(self))  # noqa: S311
        for _ in range(_BOARDS):
            scenario = self._at_random(rng)
            if _errors(scenario):
                continue
            found = fairness(scenario, unit_class=self.unit_class, despite_errors=True)
            if any(it.id in self.measures and it.band not in (None, Verdict.GREEN) for it in found.measures):
                return scenario
        raise ValueError(f"no unfair board was found: {self}")

    def repaired(self, scenario: Scenario) -> Repair:
        """Return what ``repair`` finds."""
        return repair(
            scenario,
            self.measures,
            unit_class=self.unit_class,
            changes=[it for it in CHANGES if it in self.changes],
            despite_errors=True,
        )

    def _at_random(self, rng: random.Random) -> Scenario:
        columns, rows = self.size
        scenario = blank_scenario("Tiny", layout=Layout.ODD_R, size=self.size, ruleset=self.ruleset)
        board = scenario.board
        board.palette = [PaletteEntry("c", ("clear",)), *(PaletteEntry(it[:1], (it,)) for it in self.kinds)]
        for row in range(rows):
            for column in range(columns):
                if rng.random() < 0.35:
                    board.terrain[row, column] = rng.randrange(len(board.palette))
                if "level" in self.changes and rng.random() < 0.25:
                    board.elevation[row, column] = 1
        scenario.sides = [Side("north"), Side("south")]
        scenario.zones = [
            Zone(name, name, listed(board.layout, _row(scenario, row, rng)))
            for name, row in (("north", 0), ("south", rows - 1))
        ]
        if "objectives" in self.measures:
            middle = board.layout.from_offset(rng.randrange(columns), rows // 2)
            scenario.objectives = [Objective("well", listed(board.layout, [middle]))]
        return scenario


class BruteForce:
    """Says whether lists of edits repair a scenario, by the whole report of each."""

    def __init__(self, case: Case, scenario: Scenario) -> None:
        self._case, self._scenario = case, scenario
        self._before = self._bands(self._report(scenario))
        self._ways, self._style = WalkedWays(scenario), MapStyle(scenario)

    def fewest(self, most: int) -> int | None:
        """Return how many edits are needed, None where more than ``most`` are."""
        lists: list[tuple[Edit, ...]] = [()]
        for length in range(1, most + 1):
            longer: dict[frozenset[Edit], tuple[Edit, ...]] = {}
            for edits in lists:
                try:
                    every = [*self._edits(edited(self._scenario, edits))]
                except FairgroundError:
                    continue
                for edit in every:
                    if (edit.hex, edit.change, edit.zone) not in {
                        (it.hex, it.change, it.zone) for it in edits
                    }:
                        longer.setdefault(frozenset((*edits, edit)), (*edits, edit))
            lists = [*longer.values()]
            if any(self.is_enough(edited(self._scenario, it)) for it in lists):
                return length
        return None

    def false_claims(self, found: Repair, fewest: int | None) -> list[str]:
        """Return what a repair claims and is not so; ``fewest`` is how many edits are enough by brute force, if that is known."""
        count = len(found.steps)
        false = []
        if fewest is not None and found.ruled_out >= fewest:
            false.append(f"{found.ruled_out} edits are ruled out, and {fewest} are enough")
        if fewest is not None and found.fewest and count != fewest:
            false.append(f"{count} edits are claimed to be the fewest, and {fewest} are enough")
        if found.reached and not self.is_enough(found.scenario):
            false.append("the repaired scenario is not in its bands, has errors, or has a zone walled in")
        return false

    def is_enough(self, scenario: Scenario) -> bool:
        """Whether all measures wanted are green, nothing that decides is worse than before, no error is new, and ways and style stay."""
        try:
            if not self._is_good(self._report(scenario, self._case.measures), self._case.measures):
                return False
            if not self._is_good(self._report(scenario), [*MEASURES]):
                return False
        except FairgroundError:
            return False
        if not self._style.is_kept_by(scenario):
            return False
        return not _errors(scenario) and self._ways.are_kept_by(WalkedWays(scenario))

    def _is_good(self, report: Fairness, measures: Collection[str]) -> bool:
        """Whether some measures are green or, of those not wanted that decide, no worse than before."""
        bands = self._bands(report)
        for key, before in self._before.items():
            bound = Verdict.GREEN if key[0] in self._case.measures else before
            decides = key[0] in self._case.measures or MEASURES[key[0]].gates
            if bound is None or before is None or key[0] not in measures or not decides:
                continue
            after = bands.get(key)
            if after is None or after.severity > bound.severity:
                return False
        return True

    def _report(self, scenario: Scenario, measures: tuple[str, ...] | None = None) -> Fairness:
        return fairness(scenario, unit_class=self._case.unit_class, measures=measures, despite_errors=True)

    @staticmethod
    def _bands(report: Fairness) -> dict[Judged, Verdict | None]:
        return {(it.id, kind, it.range_band): it.band for it in report.measures for kind in it.classes}

    def _edits(self, scenario: Scenario) -> Iterator[Edit]:
        """Yield every edit that may be made, as docs/how-to/repair.md says."""
        board, rules = scenario.board, scenario.rules
        partners = {a: b for a, b in self._report(scenario, ("capacity",)).symmetry.partners if b is not None}
        goals = {at for it in scenario.objectives for at in board.hexes_of(it.shape.mask(board))}
        masks = {it.id: {*board.hexes_of(it.shape.mask(board))} for it in scenario.zones}
        for at in board.hexes():
            cell = board.cell(at)
            if "terrain" in self._case.changes and at not in goals:
                for entry in range(len(board.palette)):
                    if entry != board.terrain[cell]:
                        yield Edit(at, "terrain", terrain=entry)
            if "level" in self._case.changes:
                now = board.level_at(at)
                to = {it for it in (now - 1, now + 1) if rules.levels.min <= it <= rules.levels.max}
                image = partners.get(at)
                for level in sorted(to | ({board.level_at(image)} if image is not None else set())):
                    if level != now:
                        yield Edit(at, "level", level=level)
            if "zone" in self._case.changes:
                yield from self._zone_edits(scenario, at, masks, partners.get(at))

    @staticmethod
    def _zone_edits(
        scenario: Scenario, at: Hex, masks: dict[str, set[Hex]], image: Hex | None
    ) -> Iterator[Edit]:
        board = scenario.board
        passable = scenario.rules.ground(board.terrain_at(at)).passable
        near = {it for it in neighbours(at) if board.contains(it)}
        for (zone, own), (_, other) in ((it, that) for it, that in _both(masks)):
            if at in own:
                if len(own) > 1 and (near - own or (image is not None and image not in other)):
                    yield Edit(at, "zone", zone=zone, inside=False)
            elif passable and at not in other and (near & own or (image is not None and image in other)):
                yield Edit(at, "zone", zone=zone, inside=True)


def _both(masks: dict[str, set[Hex]]) -> Iterator[tuple[tuple[str, set[Hex]], tuple[str, set[Hex]]]]:
    for one, other in combinations(masks.items(), 2):
        yield one, other
        yield other, one


def _row(scenario: Scenario, row: int, rng: random.Random) -> list[Hex]:
    board = scenario.board
    count = rng.randint(2, board.columns)
    first = rng.randint(0, board.columns - count)
    return [board.layout.from_offset(column, row) for column in range(first, first + count)]


def _errors(scenario: Scenario) -> list[str]:
    return [it.code for it in validate(scenario) if it.severity is Severity.ERROR]

"""Exports as virtual tables take them: the checkers of their files, and rays against their walls on a board's own outlines."""

from __future__ import annotations

import json
import math
import random
from itertools import combinations
from typing import TYPE_CHECKING, Final

from fairground.core.clients import load_format
from fairground.core.clients.board_image import pixel_frame
from fairground.core.clients.format import export_settings
from fairground.core.clients.walls import blockers
from fairground.core.grid.labels import label
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import RulesetReference
from tests.core.clients import foundry_checker, tts_checker, uvtt_checker
from tests.core.clients.table_sight import compared

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import numpy as np

    from fairground.core.grid.hexes import Hex
    from tests.core.clients.table_sight import Compared

#: A ruleset of each way to judge lines along hexsides, and what ends sight in it.
_RULES: Final = (("penance-1.0", "wall"), ("megamek", "building"))
#: So many pairs of hexes of a board are looked at, and so few may differ.
_PAIRS: Final = 4000
_LEAST: Final = 0.99
#: In inches of the table: what lengths in a save are rounded to, over a board.
_OFF_GRID: Final = 1e-4


def faults_in_uvtt(scenario: Scenario, _folder: Path) -> Iterator[str]:
    """Yield what importers of Universal VTT files would stumble over."""
    yield from uvtt_checker.faults(json.loads(_written("uvtt", scenario, {"pixels": "20"})))


def faults_in_foundry(scenario: Scenario, _folder: Path) -> Iterator[str]:
    """Yield what the data models of both versions of Foundry would refuse or drop."""
    for version in (13, 14):
        scene = json.loads(_written("foundry", scenario, {"pixels": "20", "version": str(version)}))
        yield from foundry_checker.faults(scene, version)


def faults_in_tabletop_simulator(scenario: Scenario, _folder: Path) -> Iterator[str]:
    """Yield what Tabletop Simulator would not read of a save, and hexes of the picture that lie on no hex of its grid."""
    target = load_format("tts")
    assert target.write is not None
    export = target.write(scenario, export_settings(target.options, {"pixels": "20"}, "table"))
    save = json.loads(export.content)
    yield from tts_checker.faults(save)
    board, frame = save["ObjectStates"][0], pixel_frame(scenario.board, 20)
    for at in scenario.board.hexes():
        place = tts_checker.place_on(board, export, *frame.centre(at))
        off = math.dist(place, tts_checker.nearest_space(save, place))
        if off > _OFF_GRID:
            yield f"{scenario.board.label(at)} is {off:.4f} from the nearest hex of the grid"


def faults_of_rays(scenario: Scenario, _folder: Path) -> Iterator[str]:
    """Yield where rays and the rules differ by more than ties, with nothing on the board but what ends sight there.

    Ties that fall out differently are printed.
    """
    mask = blockers(scenario).sight
    rng = random.Random(1)  # noqa: S311  # the same pairs each time
    for ruleset, kind in _RULES:
        bare = _bare(scenario.board, mask, ruleset, kind)
        found = list(compared(bare, _some_pairs(bare.board, mask, rng)))
        different = [it for it in found if it.seen != it.clear]
        yield from (f"no tie: {_named(bare.board, it)}" for it in different if not it.is_tie)
        share = 1 - len(different) / max(len(found), 1)
        ties = "; ".join(sorted({_named(bare.board, it) for it in different}))
        told = f"{share:.2%} of {len(found)} agree{', ties: ' if ties else ''}{ties}"
        print(f"    rays by {ruleset}: {told}")  # noqa: T201  # the list is what one runs it for
        if share < _LEAST:
            yield f"by {ruleset} no more than {share:.2%} of the rays agree"


def _written(name: str, scenario: Scenario, said: dict[str, str]) -> bytes:
    target = load_format(name)
    assert target.write is not None
    return target.write(scenario, export_settings(target.options, said, "table")).content


def _bare(board: Board, mask: np.ndarray, ruleset: str, kind: str) -> Scenario:
    """Return a flat board of the same layout and size with a kind of terrain where a mask has it, and nothing else."""
    bare = Board.blank(board.layout, board.columns, board.rows)
    bare.palette.append(PaletteEntry("#", (kind,)))
    bare.terrain[:] = mask
    return Scenario("Bare", RulesetReference(ruleset), bare)


def _some_pairs(board: Board, mask: np.ndarray, rng: random.Random) -> Iterator[tuple[Hex, Hex]]:
    """Yield pairs of clear hexes, all of them or so many at random."""
    clear = [at for at in board.hexes() if not mask[board.cell(at)]]
    if len(clear) * (len(clear) - 1) // 2 <= _PAIRS:
        yield from combinations(clear, 2)
    else:
        for _ in range(_PAIRS):
            start, end = rng.sample(clear, 2)
            yield start, end


def _named(board: Board, it: Compared) -> str:
    a, b = sorted(label(*board.layout.to_offset(at)) for at in (it.start, it.end))
    return f"{a}-{b} {'clear' if it.clear else 'blocked'} by the rules"

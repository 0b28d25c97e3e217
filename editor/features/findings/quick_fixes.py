"""Quick fixes of findings, and those of the board: palettes, levels, effects, hexsides, symmetry."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.symmetry import BoardSymmetry, board_symmetry
from fairground.core.scenario.arrays import kind_numbers
from fairground.core.scenario.board import VOID
from fairground.core.text.suggest import nearest
from fairground.editor.app.texts import tr
from fairground.editor.document.patches import BoardLayer, FieldPatch, cell_patch
from fairground.editor.document.readable_ruleset import known_rules, level_bounds
from fairground.editor.document.rule_answers import subject_of
from fairground.editor.document.stack_patches import replaced_effect
from fairground.editor.features.findings.mission_fixes import MISSION_FIXES
from fairground.editor.features.findings.model import place_of
from fairground.editor.features.findings.parts_fixes import PART_FIXES
from fairground.editor.tools.obstacles import locked_patches

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from numpy.typing import NDArray

    from fairground.core.finding import Finding
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.grid.symmetry import Symmetry
    from fairground.core.scenario.board import Board, PaletteEntry
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.tool_state import ToolState

    #: The title of a fix and its patches; None if there is no certain fix.
    FixPatches = tuple[str, list[Patch]] | None


# -- palettes -----------------------------------------------------------------------------------------------


def _remove_unused(scenario: Scenario, finding: Finding) -> FixPatches:
    board, path = scenario.board, finding.place.path
    if len(path) < 2:
        return None
    effects = path[1] == "effects_palette"
    field = "board.effects_palette" if effects else "board.palette"
    palette = board.effects_palette if effects else board.palette
    layer = BoardLayer.EFFECTS if effects else BoardLayer.TERRAIN
    counts = np.bincount(layer.of(board).ravel(), minlength=len(palette))
    # The first entry of the effects palette stands for no effect; one of the terrain palette must stay.
    used = [at for at in range(len(palette)) if counts[at] or (effects and at == 0)]
    if len(used) == len(palette):
        return None
    places = np.zeros(len(palette), np.int32)
    places[used] = np.arange(len(used))
    cells = cell_patch(board, layer, np.ones(board.terrain.shape, np.bool_), places[layer.of(board)])
    patches: list[Patch] = [FieldPatch(field, palette, [palette[at] for at in used])]
    return tr("Remove unused entries"), [*([cells] if cells else []), *patches]


def _name_terrain(scenario: Scenario, finding: Finding) -> FixPatches:
    rules = known_rules(scenario)
    known = [*rules.terrain, VOID] if rules else []
    return _named(finding, "board.palette", scenario.board.palette, known)


def _name_effect(scenario: Scenario, finding: Finding) -> FixPatches:
    rules = known_rules(scenario)
    return _named(
        finding, "board.effects_palette", scenario.board.effects_palette, rules.effects if rules else ()
    )


def _named(finding: Finding, field: str, palette: list[PaletteEntry], known: Collection[str]) -> FixPatches:
    """Replace the unknown kinds of the finding's entry by the nearest known ones, in the whole palette."""
    key = finding.place.path[-1] if finding.place.path else None
    entry = next((it for it in palette if it.key == key), None)
    if entry is None:
        return None
    meant = {kind: near for kind in entry.kinds if kind not in known and (near := nearest(kind, known))}
    if not meant:
        return None
    after = [replace(it, kinds=tuple(meant.get(kind, kind) for kind in it.kinds)) for it in palette]
    return tr("Use {kinds}").format(kinds=", ".join(meant.values())), [FieldPatch(field, palette, after)]


def _name_feature(scenario: Scenario, finding: Finding) -> FixPatches:
    rules, before = known_rules(scenario), scenario.board.hexsides
    side = _hexside(scenario, finding)
    if rules is None or side is None:
        return None
    wrong = {name for name in before[side] if name not in rules.hexsides}
    meant = {name: near for name in wrong if (near := nearest(name, rules.hexsides))}
    if not meant:
        return None
    after = {at: tuple(sorted({meant.get(it, it) for it in names})) for at, names in before.items()}
    return tr("Use {kinds}").format(kinds=", ".join(meant.values())), [
        FieldPatch("board.hexsides", before, after)
    ]


def _hexside(scenario: Scenario, finding: Finding) -> Hexside | None:
    """Return the hexside of a finding, by its index in the board's mapping."""
    path, sides = finding.place.path, list(scenario.board.hexsides)
    at = path[2] if len(path) > 2 else None
    return sides[at] if isinstance(at, int) and at < len(sides) else None


# -- levels and hexsides ------------------------------------------------------------------------------------


def _flatten_void(scenario: Scenario, _finding: Finding) -> FixPatches:
    patch = cell_patch(scenario.board, BoardLayer.ELEVATION, scenario.board.void, 0)
    return (tr("Set void hexes to level 0"), [patch]) if patch else None


def _bound_levels(scenario: Scenario, _finding: Finding) -> FixPatches:
    board, (lowest, highest) = scenario.board, level_bounds(scenario)
    patch = cell_patch(
        board, BoardLayer.ELEVATION, ~board.void, np.clip(board.elevation, lowest, highest).astype(np.int32)
    )
    return (
        (tr("Limit to levels {lowest} to {highest}").format(lowest=lowest, highest=highest), [patch])
        if patch
        else None
    )


def _drop_void_hexsides(scenario: Scenario, _finding: Finding) -> FixPatches:
    board, void = scenario.board, scenario.board.void
    after = {
        side: names
        for side, names in board.hexsides.items()
        if any(board.contains(at) and not void[board.cell(at)] for at in side.hexes)
    }
    if len(after) == len(board.hexsides):
        return None
    return tr("Remove the features"), [FieldPatch("board.hexsides", board.hexsides, after)]


# -- effects ------------------------------------------------------------------------------------------------


def _remove_misplaced(scenario: Scenario, finding: Finding) -> FixPatches:
    rules, kind = known_rules(scenario), _effect_of(scenario, finding)
    if rules is None or kind not in rules.effects:
        return None
    subject = subject_of(scenario, rules)
    barred = subject.void | subject.impassable | subject.where_tags(rules.effects[kind].spares)
    return tr("Remove the {kind}").format(kind=kind), replaced_effect(scenario, barred, kind, None)


def _turn_effect(scenario: Scenario, finding: Finding) -> FixPatches:
    rules, kind = known_rules(scenario), _effect_of(scenario, finding)
    if rules is None or kind not in rules.effects:
        return None
    subject = subject_of(scenario, rules)
    for tag, other in rules.effects[kind].becomes.items():
        where = subject.where_tags((tag,)) & scenario.board.where_effect(kind)
        if where.any():
            return tr("Place {other}").format(other=other), replaced_effect(scenario, where, kind, other)
    return None


def _put_out(scenario: Scenario, finding: Finding) -> FixPatches:
    rules, kind = known_rules(scenario), _effect_of(scenario, finding)
    weather = rules.weather.get(scenario.weather) if rules else None
    if weather is None or kind not in weather.puts_out:
        return None
    everywhere = np.ones(scenario.board.terrain.shape, np.bool_)
    return tr("Remove the {kind}").format(kind=kind), replaced_effect(scenario, everywhere, kind, None)


def _effect_of(scenario: Scenario, finding: Finding) -> str:
    """Return the effect of a finding, the first word of its message; empty if the board has none of it."""
    kind = finding.message.split(" ", 1)[0]
    return kind if any(kind in entry.kinds for entry in scenario.board.effects_palette) else ""


# -- symmetry -----------------------------------------------------------------------------------------------


def _match_partners(scenario: Scenario, finding: Finding) -> FixPatches:
    """Copy hexes to their partners under the symmetry that the board nearly has, see ``_copied``."""
    board = scenario.board
    at = place_of(scenario, finding)
    if at is None:
        return None
    content = _content(board)
    row, column = board.cell(at)
    best: tuple[int, NDArray[np.int64]] | None = None
    for partner in _partners(board):
        differs = (content != content[:, partner]).any(axis=0)
        count = int(differs.sum())
        # Of several symmetries, the finding refers to the nearest one that this hex breaks.
        if differs[row * board.columns + column] and (best is None or count < best[0]):
            best = count, partner
    if best is None:
        return None
    patches = _copied(board, content, best[1])
    return (tr("Make symmetric"), patches) if patches else None


def _partners(board: Board) -> Iterator[NDArray[np.int64]]:
    """Yield, for each symmetry of the board, the flat index of the partner of each hex."""
    present = ~board.void
    q, r = board.layout.axial_arrays(board.columns, board.rows)
    own = np.arange(present.size).reshape(present.shape)
    seen: set[Symmetry] = set()
    for chosen in (None, present) if board.void.any() else (None,):
        for kind in BoardSymmetry:
            symmetry = board_symmetry(kind, board.layout, board.columns, board.rows, present=chosen)
            if symmetry is not None and symmetry not in seen:
                seen.add(symmetry)
                to_column, to_row = board.layout.to_offset_arrays(*symmetry.arrays(q, r))
                there = (to_column >= 0) & (to_column < board.columns) & (to_row >= 0) & (to_row < board.rows)
                # Void hexes may be mapped outside the rectangle; they stay unchanged.
                yield np.where(there, to_row * board.columns + to_column, own).ravel()


def _content(board: Board) -> NDArray[np.int64]:
    """Return terrain, effects and level of every hex as numbers, ``[3, hexes]``; all void hexes are equal."""
    terrain = kind_numbers(board.palette)[board.terrain].ravel()
    effects = kind_numbers(board.effects_palette)[board.effects].ravel()
    content = np.stack((terrain, effects, board.elevation.ravel().astype(np.int64)))
    content[1:, board.void.ravel()] = 0
    return content


def _copied(board: Board, content: NDArray[np.int64], partner: NDArray[np.int64]) -> list[Patch]:
    """Copy hexes with uncommon content onto plain partners; if both or neither are plain, the earlier onto the later."""
    plain = np.array([np.bincount(layer - layer.min()).argmax() + layer.min() for layer in content])
    stands_out = (content != plain[:, None]).any(axis=0)
    differs = (content != content[:, partner]).any(axis=0)
    own = np.arange(len(partner))
    alike = stands_out[partner] == stands_out
    copies = differs & ((stands_out[partner] & ~stands_out) | (alike & (own > partner)))
    source = np.where(copies, partner, own).reshape(board.terrain.shape)
    mask = copies.reshape(board.terrain.shape)
    patches = (
        cell_patch(board, layer, mask, layer.of(board).ravel()[source].astype(np.int32))
        for layer in (BoardLayer.TERRAIN, BoardLayer.EFFECTS, BoardLayer.ELEVATION)
    )
    return [patch for patch in patches if patch is not None]


FIXES: dict[str, Callable[[Scenario, Finding], FixPatches]] = {
    **PART_FIXES,
    **MISSION_FIXES,
    "palette.unused": _remove_unused,
    "terrain.unknown": _name_terrain,
    "effect.unknown": _name_effect,
    "hexside.unknown": _name_feature,
    "elevation.void": _flatten_void,
    "elevation.range": _bound_levels,
    "hexside.void": _drop_void_hexsides,
    "effect.misplaced": _remove_misplaced,
    "effect.becomes": _turn_effect,
    "weather.puts-out": _put_out,
    "symmetry.near": _match_partners,
}


@dataclass(frozen=True, slots=True, eq=False)
class QuickFix:
    """The fix of one finding, computed again from the current scenario when it is applied."""

    title: str
    finding: Finding

    def apply(self, document: Document, state: ToolState) -> str:
        """Apply the fix as one undo step; return why it was refused, empty if it wasn't."""
        fix = FIXES[self.finding.code](document.scenario, self.finding)
        if fix is None or not fix[1]:
            return tr("Nothing left to fix.")
        refusal = locked_patches(state, fix[1])
        if not refusal:
            document.edit(*fix)
        return refusal


def quick_fix(scenario: Scenario, finding: Finding) -> QuickFix | None:
    """Return the quick fix for a finding; None if there is no certain fix."""
    create = FIXES.get(finding.code)
    fix = create(scenario, finding) if create else None
    return QuickFix(fix[0], finding) if fix and fix[1] else None

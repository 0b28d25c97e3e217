"""The objective tool: creates and edits objectives."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from fairground.core.scenario.parts import Objective, free_id
from fairground.core.scenario.shapes import Listed, shape_of
from fairground.editor.app.texts import tr
from fairground.editor.document.part_patches import added, part_index
from fairground.editor.document.patches import list_patch
from fairground.editor.tools.mirroring import added_objectives, changed_objectives, mirroring
from fairground.editor.tools.obstacles import locked
from fairground.editor.tools.shapes import footprint, lost_words
from fairground.editor.tools.stroke_tool import StrokeTool

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.grid.hexes import Hex
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.tool import Pointer


class Objectives(StrokeTool):
    """Creates an objective, or extends the one where the drag begins.

    With Shift, hexes go to the chosen objective wherever they are. The right button takes hexes away, and the objective
    with its last one. What is pressed is chosen. With a symmetry, its images are objectives of their own, which follow.
    """

    id = "objectives"
    title = tr("Objectives")
    group = "parts"
    options = ("objective",)
    hint = tr(
        "Click or drag for a new objective; drag from one to extend it. Shift adds to the chosen one, "
        "right button removes."
    )
    edits = ("objectives",)

    #: Whether the stroke extends the chosen objective instead of creating one.
    _extends = False

    def obstacle(self, p: Pointer) -> str:
        """Refuse void hexes and a locked layer."""
        return locked(self.state, self.edits) or self._no_ground(p.hex) or self._mirroring.refusal

    def reach(self, p: Pointer) -> frozenset[Hex]:
        """Return the hex under the pointer with its images."""
        return self._mirroring.orbit_of_hex(self.board, p.hex)

    def begin(self, p: Pointer) -> None:
        """Choose the objective to edit."""
        there = self._at_hex(p.hex)
        chosen = part_index(self.document.scenario, "objectives", self.state.objective_id)
        if p.holds(Qt.KeyboardModifier.ShiftModifier) and chosen is not None and not p.is_right:
            self._extends = True
            return
        self._extends = bool(there)
        if there and self.state.objective_id not in there:
            self.state.objective_id = there[-1]

    def edit(self, p: Pointer) -> tuple[str, Iterable[Patch | None]]:
        """Return the name of the step and the patch that adds hexes to the objective or removes them."""
        scenario, board = self.document.scenario, self.board
        mask = footprint(board, p.hexes, radius=0) & ~board.void
        if not mask.any():
            return "", ()
        if self._mirroring.leaves(board, mask):
            self.report_images()
        if not self._extends:
            return self._new(p) if not p.is_right else ("", ())
        index = part_index(scenario, "objectives", self.state.objective_id)
        if index is None:  # the right button removed its last hex
            return "", ()
        objective = scenario.objectives[index]
        after = changed_objectives(scenario, objective, mask, self._mirroring, add=not p.is_right)
        new = next((it for it in after if it.id == objective.id), None)
        if new is not None:
            self._remark = lost_words(objective.title, objective.shape, new.shape) or self._remark
        verb = tr("Remove") if new is None else tr("Shrink") if p.is_right else tr("Extend")
        return f"{verb} {objective.title}", [list_patch("objectives", scenario.objectives, after)]

    def pick(self, p: Pointer) -> None:
        """Choose the next objective that has the hex, starting over after the last."""
        there = self._at_hex(p.hex)
        if there:
            at = there.index(self.state.objective_id) + 1 if self.state.objective_id in there else 0
            self.state.objective_id = there[at % len(there)]

    def create(self) -> str:
        """Add an objective without hexes, choose it, and return its id; empty where objectives are locked."""
        refusal = locked(self.state, self.edits)
        if refusal:
            self.refused.emit(refusal)
            return ""
        objective = self._blank()
        self.document.edit(
            tr("Add {title}").format(title=objective.title),
            added(self.document.scenario, "objectives", objective),
        )
        self.state.objective_id = objective.id
        return objective.id

    def remove(self) -> bool:
        """Remove the chosen objective, or say that none is."""
        scenario = self.document.scenario
        index = part_index(scenario, "objectives", self.state.objective_id)
        sentence = locked(self.state, self.edits) or (
            tr("Choose an objective to remove.") if index is None else ""
        )
        if sentence:
            self.refused.emit(sentence)
        elif index is not None:
            objective = scenario.objectives[index]
            chosen = mirroring(self.state.symmetry, self.board, self.state.symmetry_centre)
            mask = objective.shape.mask(self.board)
            after = changed_objectives(scenario, objective, mask, chosen, add=False)
            after = [it for it in after if it is not objective]  # without hexes, it is removed
            self.document.edit(
                tr("Remove {title}").format(title=objective.title),
                [list_patch("objectives", scenario.objectives, after)],
            )
        return True

    def _new(self, p: Pointer) -> tuple[str, Iterable[Patch | None]]:
        self._extends = True
        board = self.board
        mask = footprint(board, p.hexes, radius=0) & ~board.void
        objective = replace(self._blank(), shape=shape_of(board, mask))
        self.state.objective_id = objective.id
        scenario = self.document.scenario
        after = added_objectives(scenario, objective, self._mirroring)
        return tr("Place {title}").format(title=objective.title), [
            list_patch("objectives", scenario.objectives, after)
        ]

    def _blank(self) -> Objective:
        """Return an objective without hexes, with the points of the chosen one."""
        scenario = self.document.scenario
        chosen = part_index(scenario, "objectives", self.state.objective_id)
        like = scenario.objectives[chosen] if chosen is not None else None
        return Objective(
            free_id("objective", {it.id for it in scenario.objectives}),
            Listed(()),
            points=like.points if like else 1,
            hold=like.hold if like else 0,
        )

    def _at_hex(self, at: Hex) -> list[str]:
        """Return the ids of the objectives that have a hex, in their order."""
        board = self.board
        if not board.contains(at):
            return []
        cell = board.cell(at)
        return [it.id for it in self.document.scenario.objectives if it.shape.mask(board)[cell]]

    def _no_ground(self, at: Hex) -> str:
        board = self.board
        is_void = board.contains(at) and board.void[board.cell(at)]
        return (
            tr("{label} is void, so no side could hold it.").format(label=board.hex_name(at))
            if is_void
            else ""
        )

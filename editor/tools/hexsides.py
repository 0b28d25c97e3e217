"""The hexside tool: places hedges, walls and other features along hexsides."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from fairground.editor.app.texts import tr
from fairground.editor.document.patches import hexside_patch
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.tools.obstacles import locked, nothing_of
from fairground.editor.tools.shapes.hexside_chain import HexsideChain
from fairground.editor.tools.stroke_tool import StrokeTool
from fairground.editor.tools.symmetry.mirroring import mirroring

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.tool import Pointer

    Features = tuple[str, ...]


class Hexsides(StrokeTool):
    """Replaces the features of hexsides by the chosen one with the left button, and clears them with the right one.

    With Shift it is the chosen feature alone that comes or goes, and others stay. A drag lays an unbroken chain along
    the borders of hexes; going back along it takes it up again.
    """

    id = "hexsides"
    title = tr("Hexsides")
    group = "features"
    options = ("feature", "symmetry")
    hint = tr(
        "Lay the chosen feature along hexsides; the right button clears. Shift leaves others alone. Ctrl+click picks."
    )
    edits = ("hexsides",)
    follows_sides = True

    _chain: HexsideChain | None = None
    #: How often each hexside is on the chain or an image of it, and its features before the stroke.
    _laid: Counter[Hexside]
    _before: dict[Hexside, Features]
    _has_told = False

    def obstacle(self, p: Pointer) -> str:
        """Refuse also where the ruleset has no features."""
        return no_features(self.document.scenario) or super().obstacle(p)

    def begin(self, p: Pointer) -> None:  # noqa: ARG002  # the first edit begins the chain
        """Forget the last chain."""
        self._chain = None
        self._laid = Counter()
        self._before = {}
        self._has_told = False

    def edit(self, p: Pointer) -> tuple[str, list[Patch | None]]:
        """Return the patch that extends the chain to the pointer, and restores the hexsides it has left."""
        if self._chain is None:
            self._chain = HexsideChain(p.side)
            steps = [(p.side, 1)]
        else:
            steps = self._chain.reach(p.side)
        touched: set[Hexside] = set()
        for side, more in steps:
            reached = self._reached((side,))
            if len(reached) < len(self._mirroring.orbit_of_sides((side,))) and hexes_beside(self.board, side):
                self.report_images()
            for it in reached:
                self._laid[it] += more
                self._before.setdefault(it, self.board.hexsides.get(it, ()))
                touched.add(it)
        if not p.is_right:
            self._tell_of_edge(touched)
        wanted = {
            it: self._changed(self._before[it], p) if self._laid[it] > 0 else self._before[it]
            for it in touched
        }
        return self._step_name(p), [hexside_patch(self.board, wanted)]

    def pick(self, p: Pointer) -> None:
        """Choose a feature of the hexside; of several, the next with every click."""
        there = self.board.hexsides.get(p.side, ())
        if there:
            at = there.index(self.state.feature) + 1 if self.state.feature in there else 0
            self.state.feature = there[at % len(there)]

    def reach(self, p: Pointer) -> frozenset[Hex]:  # noqa: ARG002  # hexsides only
        """Return no hexes: only hexsides are reached."""
        return frozenset()

    def reach_sides(self, p: Pointer) -> frozenset[Hexside]:
        """Return the hexside nearest to the pointer, with its images."""
        return self._reached((p.side,))

    def set_feature(self, side: Hexside, feature: str, *, present: bool) -> None:
        """Add a feature to a hexside and its images, or remove it, as one step; other features stay."""
        scenario = self.document.scenario
        self._mirroring = mirroring(self.state.symmetry, scenario.board, self.state.symmetry_centre)
        sentence = locked(self.state, self.edits) or self._mirroring.refusal
        if sentence:
            self.refused.emit(sentence)
            return
        wanted = {}
        for it in self._reached((side,)):
            names = {*scenario.board.hexsides.get(it, ())} - {feature}
            wanted[it] = tuple(sorted({*names, feature} if present else names))
        self._has_told = False
        if present:
            self._tell_of_edge(wanted)
        name = feature_title(scenario, feature).lower()
        self.document.edit(
            (tr("Add {name}") if present else tr("Remove {name}")).format(name=name),
            [hexside_patch(scenario.board, wanted)],
        )

    def _reached(self, sides: tuple[Hexside, ...]) -> frozenset[Hexside]:
        """Return those of the hexsides and their images that border a hex of the board."""
        board = self.board
        return frozenset(it for it in self._mirroring.orbit_of_sides(sides) if hexes_beside(board, it))

    def _changed(self, before: Features, p: Pointer) -> Features:
        """Return the features after the stroke of a hexside that had ``before``."""
        feature = self.state.feature
        if not p.holds(Qt.KeyboardModifier.ShiftModifier):
            return () if p.is_right else (feature,)
        others = {*before} - {feature}
        return tuple(sorted(others if p.is_right else {*others, feature}))

    def _step_name(self, p: Pointer) -> str:
        name = feature_title(self.document.scenario, self.state.feature).lower()
        if p.holds(Qt.KeyboardModifier.ShiftModifier):
            return (tr("Remove {name}") if p.is_right else tr("Add {name}")).format(name=name)
        return tr("Clear hexsides") if p.is_right else tr("Lay {name}").format(name=name)

    def _tell_of_edge(self, sides: Iterable[Hexside]) -> None:
        """Remark once a stroke that a feature at the edge of the board has no effect."""
        if not self._has_told and any(hexes_beside(self.board, side) == 1 for side in sides):
            self._has_told = True
            self.refused.emit(
                tr("This is the edge of the board: a feature is allowed here but blocks nobody.")
            )


def hexes_beside(board: Board, side: Hexside) -> int:
    """Return how many of the two hexes of a hexside are on the board and not void; features need one at least."""
    return sum(
        board.contains(at) and not board.palette[board.terrain[board.cell(at)]].is_void for at in side.hexes
    )


def no_features(scenario: Scenario) -> str:
    """Return why there are no features; empty when there are."""
    rules = known_rules(scenario)
    return nothing_of(tr("hexside features"), rules.hexsides if rules else None, scenario)


def feature_title(scenario: Scenario, feature: str) -> str:
    """Return the name of a feature; its id where the ruleset does not know it."""
    rules = known_rules(scenario)
    return rules.hexsides[feature].name if rules and feature in rules.hexsides else feature

"""The effects tool: puts smoke, fire and the like on hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt

from fairground.editor.app.texts import tr
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.document.stack_patches import added_effect, only_effect, replaced_effect
from fairground.editor.tools.hex_stroke_tool import HexStrokeTool
from fairground.editor.tools.obstacles import nothing_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.tool import Pointer


class Effects(HexStrokeTool):
    """Puts the chosen effect on hexes with the left button, in place of others, and clears them with the right one.

    With Shift it is the chosen effect alone that comes or goes, and others stay. Hexes that cannot have it are left
    out.
    """

    id = "effects"
    title = tr("Effects")
    group = "features"
    options = ("effect", "shape", "size", "symmetry")
    hint = tr(
        "Paint the chosen effect; the right button clears. Shift leaves other effects alone. Ctrl+click picks."
    )
    edits = ("effects",)

    _has_told = False

    def obstacle(self, p: Pointer) -> str:
        """Refuse to paint where there is no effect to paint with, too."""
        return no_effects(self.document.scenario) or super().obstacle(p)

    def begin(self, p: Pointer) -> None:  # noqa: ARG002  # wherever it begins
        """Have something to tell anew."""
        self._has_told = False

    def changes(self, mask: NDArray[np.bool_], p: Pointer) -> tuple[str, list[Patch]]:
        """Return the patches that put the effect there, or take it away."""
        scenario, kind = self.document.scenario, self.state.effect
        mask = self.reached(mask)
        name = effect_title(scenario, kind).lower()
        is_alone = p.holds(Qt.KeyboardModifier.ShiftModifier)
        if p.is_right:
            if is_alone:
                return tr("Remove {name}").format(name=name), replaced_effect(scenario, mask, kind, None)
            return tr("Clear effects"), only_effect(scenario, mask, None)
        barred = mask & barred_hexes(scenario, kind)
        if barred.any() and not self._has_told:
            self._has_told = True
            self.refused.emit(
                tr("{name} cannot be placed on void, impassable or protected hexes.").format(name=name)
            )
        if is_alone:
            return tr("Add {name}").format(name=name), added_effect(scenario, mask & ~barred, kind)
        return tr("Place {name}").format(name=name), only_effect(scenario, mask & ~barred, kind)

    def pick(self, p: Pointer) -> None:
        """Choose an effect of the hex; of several, the next at every click."""
        there = self.board.effects_at(p.hex)
        if there:
            at = there.index(self.state.effect) + 1 if self.state.effect in there else 0
            self.state.effect = there[at % len(there)]


def barred_hexes(scenario: Scenario, effect: str) -> NDArray[np.bool_]:
    """Return the hexes that cannot have an effect, ``[rows, columns]``: void, impassable, or of a kind it spares.

    Without a ruleset that knows it, only void hexes cannot.
    """
    board, rules = scenario.board, known_rules(scenario)
    known = rules.effects.get(effect) if rules else None
    barred = []
    for entry in board.palette:
        kinds = tuple(kind for kind in entry.kinds if rules and kind in rules.terrain)
        ground = rules.ground(kinds) if rules else None
        is_spared = known is not None and ground is not None and not ground.tags.isdisjoint(known.spares)
        barred.append(entry.is_void or is_spared or (ground is not None and not ground.passable))
    found: NDArray[np.bool_] = np.array(barred, np.bool_)[board.terrain]
    return found


def no_effects(scenario: Scenario) -> str:
    """Return the sentence that says why there is no effect to paint; empty when there is one."""
    rules = known_rules(scenario)
    return nothing_of("effects", rules.effects if rules else None, scenario)


def effect_title(scenario: Scenario, kind: str) -> str:
    """Return what an effect is called; its id where the ruleset does not know it."""
    rules = known_rules(scenario)
    return rules.effects[kind].name if rules and kind in rules.effects else kind

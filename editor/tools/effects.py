"""The effects tool: places smoke, fire and other effects on hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt

from fairground.editor.app.texts import tr
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.document.stack_patches import added_effect, only_effect, replaced_effect
from fairground.editor.tools.obstacles import nothing_of
from fairground.editor.tools.stroke_tool import HexStrokeTool

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.tool import Pointer


class Effects(HexStrokeTool):
    """Replaces the effects of hexes by the chosen one with the left button, and clears them with the right one.

    With Shift, it adds or removes the chosen effect alone. Hexes that cannot have the effect are skipped.
    """

    id = "effects"
    title = tr("Effects")
    group = "features"
    options = ("effect", "shape", "size", "symmetry")
    hint = tr(
        "Paint the chosen effect; the right button clears. Shift leaves other effects alone. Ctrl+click picks."
    )
    edits = ("effects",)

    _has_refused = False

    def obstacle(self, p: Pointer) -> str:
        """Refuse also where the ruleset has no effects."""
        return no_effects(self.document.scenario) or super().obstacle(p)

    def begin(self, p: Pointer) -> None:  # noqa: ARG002  # as the base class has it
        """Allow one refusal a stroke."""
        self._has_refused = False

    def changes(self, mask: NDArray[np.bool_], p: Pointer) -> tuple[str, list[Patch]]:
        """Return the patches that place or remove the effect."""
        scenario, kind = self.document.scenario, self.state.effect
        mask = self.reached(mask)
        name = effect_title(scenario, kind).lower()
        is_alone = p.holds(Qt.KeyboardModifier.ShiftModifier)
        if p.is_right:
            if is_alone:
                return tr("Remove {name}").format(name=name), replaced_effect(scenario, mask, kind, None)
            return tr("Clear effects"), only_effect(scenario, mask, None)
        barred = mask & barred_hexes(scenario, kind)
        if barred.any() and not self._has_refused:
            self._has_refused = True
            self.refused.emit(
                tr("{name} cannot be placed on void, impassable or protected hexes.").format(name=name)
            )
        if is_alone:
            return tr("Add {name}").format(name=name), added_effect(scenario, mask & ~barred, kind)
        return tr("Place {name}").format(name=name), only_effect(scenario, mask & ~barred, kind)

    def pick(self, p: Pointer) -> None:
        """Choose an effect of the hex; of several, the next with every click."""
        effects = self.board.effects_at(p.hex)
        if effects:
            at = effects.index(self.state.effect) + 1 if self.state.effect in effects else 0
            self.state.effect = effects[at % len(effects)]


def barred_hexes(scenario: Scenario, effect: str) -> NDArray[np.bool_]:
    """Return the hexes that cannot have an effect, ``[rows, columns]``: void, impassable, or spared by the effect.

    Where the ruleset does not know the effect, these are the void hexes.
    """
    board, rules = scenario.board, known_rules(scenario)
    known = rules.effects.get(effect) if rules else None
    barred = []
    for entry in board.palette:
        kinds = tuple(kind for kind in entry.kinds if rules and kind in rules.terrain)
        ground = rules.ground(kinds) if rules else None
        is_spared = known is not None and ground is not None and not ground.tags.isdisjoint(known.spares)
        barred.append(entry.is_void or is_spared or (ground is not None and not ground.passable))
    barred_cells: NDArray[np.bool_] = np.array(barred, np.bool_)[board.terrain]
    return barred_cells


def no_effects(scenario: Scenario) -> str:
    """Return why there are no effects; empty when there are."""
    rules = known_rules(scenario)
    return nothing_of("effects", rules.effects if rules else None, scenario)


def effect_title(scenario: Scenario, kind: str) -> str:
    """Return the name of an effect; its id where the ruleset does not know it."""
    rules = known_rules(scenario)
    return rules.effects[kind].name if rules and kind in rules.effects else kind

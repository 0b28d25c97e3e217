"""Patches that put effects on hexes and take them away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.document.patches import BoardLayer
from fairground.editor.document.stack_patches import stack_patches

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.patches import Patch


def replaced_effect(
    scenario: Scenario, where: NDArray[np.bool_], kind: str, other: str | None
) -> list[Patch]:
    """Return the patches that take an effect from hexes ``[rows, columns]``, and put ``other`` there if given."""

    def change(stack: tuple[str, ...]) -> tuple[str, ...]:
        wanted = dict.fromkeys(it if it != kind else other for it in stack)
        return tuple(it for it in wanted if it is not None)

    return stack_patches(scenario, BoardLayer.EFFECTS, where, change)


def added_effect(scenario: Scenario, where: NDArray[np.bool_], kind: str) -> list[Patch]:
    """Return the patches that put an effect on hexes ``[rows, columns]``, beside what is there."""
    return stack_patches(
        scenario, BoardLayer.EFFECTS, where, lambda stack: stack if kind in stack else (*stack, kind)
    )


def only_effect(scenario: Scenario, where: NDArray[np.bool_], kind: str | None) -> list[Patch]:
    """Return the patches that put an effect on hexes ``[rows, columns]`` in place of what is there; None clears them."""
    wanted = () if kind is None else (kind,)
    return stack_patches(scenario, BoardLayer.EFFECTS, where, lambda _: wanted)

"""How well one unit sees another: in sight or not, easy or difficult, on the ground or up (rules BV-01 to BV-05, BV-09)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fairground.core.rules.visibility import TargetState
from fairground.core.sight.bases.base_positions import edge_to_edge, is_within
from fairground.core.sight.bases.free_line import FreeLine, free_line

if TYPE_CHECKING:
    from fairground.core.rules import Ruleset
    from fairground.core.sight.bases.base_positions import Placed
    from fairground.core.sight.bases.obstacles import Obstacles


class SeenPart(NamedTuple):
    """A part of a target, and a free line to it; None where it is not seen."""

    name: str
    witness: FreeLine | None


class View(NamedTuple):
    """What one unit sees of a target.

    ``grade`` is None for what is hidden. ``awareness`` is in inches, that of the grade times what the viewer's traits
    make of it; None for what is hidden.
    """

    viewer: Placed
    distance: float
    witness: FreeLine | None
    parts: tuple[SeenPart, ...]
    grade: str | None
    awareness: int | None
    state: TargetState

    def evasion(self, rules: Ruleset) -> int:
        """Return how much evasion a difficult target has more (rule BV-03)."""
        if self.state is not TargetState.DIFFICULT or self.grade is None:
            return 0
        return rules.visibility.grades[self.grade].evasion


def view(
    rules: Ruleset, obstacles: Obstacles, viewer: Placed, target: Placed, grade: str, *, grounded: bool
) -> View:
    """Return how well a target is seen; ``grade`` is that of the ground it stands on.

    A target with parts is seen when one of its parts is; any other when its base is. The viewer looks from its base.
    """
    walls = obstacles.walls(viewer.base.hex, target.base.hex)
    parts = tuple(
        SeenPart(name, free_line(viewer.base.disc, part.disc, walls)) for name, part in target.parts
    )
    if parts:
        witness = next((it.witness for it in parts if it.witness), None)
    else:
        witness = free_line(viewer.base.disc, target.base.disc, walls)
    far = edge_to_edge(viewer.base, target.base)
    if witness is None:
        return View(viewer, far, None, parts, None, None, TargetState.HIDDEN)
    awareness, state = within(rules, viewer, target, grade, grounded=grounded)
    if grounded:
        state = rules.visibility.to_ground.get(state, state)
    return View(viewer, far, witness, parts, None if state is TargetState.HIDDEN else grade, awareness, state)


def within(
    rules: Ruleset, viewer: Placed, target: Placed, grade: str, *, grounded: bool
) -> tuple[int, TargetState]:
    """Return the awareness of a viewer of a grade, in inches, and whether a target is easy or difficult."""
    awareness = rules.visibility.grades[grade].awareness
    if grounded:
        known = rules.visibility.unit_traits
        awareness *= max((known[it].awareness_of_grounded for it in viewer.traits if it in known), default=1)
    easy = is_within(viewer.base, target.base, awareness)
    return awareness, TargetState.EASY if easy else TargetState.DIFFICULT

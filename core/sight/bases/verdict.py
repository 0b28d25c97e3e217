"""The verdict on sight between two bases: visibility, hard cover, and reasons (rules BV-01 to BV-09)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np
import shapely

from fairground.core.answer import JsonResult
from fairground.core.errors import ScenarioError, UsageError
from fairground.core.rules.sight import SightModel
from fairground.core.rules.visibility import CoverKind, TargetState
from fairground.core.sight.bases.base_positions import edge_to_edge, is_within, placed
from fairground.core.sight.bases.explanations import BaseExplanation, base_reasons
from fairground.core.sight.bases.free_line import FreeLine, free_line
from fairground.core.sight.bases.obstacles import Obstacles, clear_of, inside
from fairground.core.text.suggest import near_or_all, one_or_several

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.grid.hexes import Hex
    from fairground.core.rules import Ruleset
    from fairground.core.rules.visibility import WeaponTrait
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit
    from fairground.core.sight.bases.base_positions import Base, Placed
    from fairground.core.sight.line.reasons import Reason

    Who = Unit | Hex | str


class SeenPart(NamedTuple):
    """A part of a target, and a free line to it; None if it is not seen."""

    name: str
    witness: FreeLine | None


class View(NamedTuple):
    """One unit's view of a target; ``grade`` and ``awareness`` (in inches) are None if it is hidden."""

    viewer: Placed
    distance: float
    witness: FreeLine | None
    parts: tuple[SeenPart, ...]
    grade: str | None
    awareness: int | None
    state: TargetState

    def evasion(self, rules: Ruleset) -> int:
        """Return the extra evasion of a difficult target (rule BV-03)."""
        if self.state is not TargetState.DIFFICULT or self.grade is None:
            return 0
        return rules.visibility.grades[self.grade].evasion


def view(
    rules: Ruleset, obstacles: Obstacles, viewer: Placed, target: Placed, grade: str, *, grounded: bool
) -> View:
    """Return the view of a target on ground of a ``grade``: of any of its parts or, if it has none, its base."""
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
    """Return a viewer's awareness of a grade, in inches, and whether the target is easy or difficult."""
    awareness = rules.visibility.grades[grade].awareness
    if grounded:
        known = rules.visibility.unit_traits
        awareness *= max((known[it].awareness_of_grounded for it in viewer.traits if it in known), default=1)
    easy = is_within(viewer.base, target.base, awareness)
    return awareness, TargetState.EASY if easy else TargetState.DIFFICULT


#: Bases nearer than this to terrain touch it, in inches.
_TOUCH = 1e-9


class CoverPiece(NamedTuple):
    """Terrain that shelters a target, and whether only because the target touches it."""

    kind: str
    hexes: frozenset[Hex]
    contact: bool


def hard_cover(obstacles: Obstacles, attacker: Base, target: Base) -> Iterator[CoverPiece]:
    """Yield the terrain that gives a target hard cover from an attacker.

    A target is behind terrain if the line between the centres crosses it, not if it touches a corner. The target may stand
    in the terrain; the terrain that the attacker stands in does not count.
    """
    ends = np.array([[(attacker.x, attacker.y), (target.x, target.y)]])
    place = shapely.Point(target.x, target.y)
    for outline, walls, contact in obstacles.shelters:
        if outline.holds(attacker.hex):
            continue
        inner = walls.inner_starts, walls.inner_ends
        if clear_of(ends, *inner)[0] and not inside(ends[0, :1], *inner):
            continue
        if not contact or shapely.distance(place, outline.region) <= target.radius + _TOUCH:
            yield CoverPiece(outline.kind, outline.hexes, contact)


@dataclass(frozen=True)
class BaseSight(JsonResult):
    """The verdict on sight from one base to another.

    ``distance`` is in inches, from edge to edge. ``clear`` is whether the target is in sight, by the free line ``witness``.
    ``state`` includes awareness, going to ground, the weapon and an observer; ``grade`` and ``awareness`` (inches) are None
    if the target is hidden. ``evasion`` and ``toughness`` are the target's extra values for soft and hard cover;
    ``hard_cover`` is listed even if the weapon ignores it.
    """

    answer_model: ClassVar = "sight.answer:BaseSightAnswer"

    board: Board
    start: Placed
    end: Placed
    distance: float
    clear: bool
    witness: FreeLine | None
    grade: str | None
    state: TargetState
    awareness: int | None
    evasion: int
    toughness: int
    hard_cover: tuple[CoverPiece, ...]
    parts: tuple[SeenPart, ...]
    #: The unit whose view is used instead of the attacker's; it does nothing else that turn (rule BV-08).
    observer: str | None
    #: Whether the attacker may try to force the target up from the ground (rule BV-05).
    can_lift: bool
    reasons: tuple[Reason, ...]


class BaseVerdicts:
    """Verdicts between the bases of one state of a scenario; create a new one after a change.

    Raises ScenarioError if the ruleset measures sight between hexes.
    """

    def __init__(self, scenario: Scenario) -> None:
        rules = scenario.rules
        if rules.sight.model is not SightModel.BASES:
            raise ScenarioError(f"{rules.title} draws lines of sight between hexes, not from base to base")
        self.scenario = scenario
        self.rules = rules
        self.obstacles = Obstacles(scenario)

    def sight(
        self,
        start: Who,
        end: Who,
        *,
        grounded: bool = False,
        weapon: Sequence[str] = (),
        observers: Sequence[Who] = (),
    ) -> BaseSight:
        """Return the verdict on sight from one unit or hex to another; see ``base_sight``."""
        attacker, target = placed(self.scenario, start), placed(self.scenario, end)
        weapon = one_or_several(weapon)
        traits = [self._weapon_trait(it) for it in weapon]
        grade = self._grade_of(target)
        own = view(self.rules, self.obstacles, attacker, target, grade, grounded=grounded)
        helpers = [self._observer(it, traits) for it in one_or_several(observers)]
        others = [view(self.rules, self.obstacles, it, target, grade, grounded=grounded) for it in helpers]
        best = min(
            [self._indirect(it, target, traits, grounded=grounded) for it in (own, *others)], key=self._rank
        )
        ignored = {kind for it in traits for kind in it.ignores}
        covers = tuple(hard_cover(self.obstacles, attacker.base, target.base))
        hidden = best.state is TargetState.HIDDEN
        known = self.rules.visibility.unit_traits
        can_lift = grounded and any(known[it].lifts_ground for it in attacker.traits if it in known)
        evasion = 0 if CoverKind.SOFT in ignored else best.evasion(self.rules)
        toughness = self.rules.visibility.hard_cover if covers and not hidden else 0
        toughness = 0 if CoverKind.HARD in ignored else toughness
        board = self.scenario.board
        basis = BaseExplanation(board, self.rules, attacker, target, own, best, covers, tuple(weapon))
        return BaseSight(
            board=board,
            start=attacker,
            end=target,
            distance=own.distance,
            clear=own.witness is not None,
            witness=own.witness,
            grade=best.grade,
            state=best.state,
            awareness=best.awareness,
            evasion=evasion,
            toughness=toughness,
            hard_cover=covers,
            parts=own.parts,
            observer=None if best.viewer is attacker else best.viewer.name,
            can_lift=can_lift,
            reasons=tuple(
                base_reasons(
                    basis, grounded=grounded, can_lift=can_lift, evasion=evasion, toughness=toughness
                )
            ),
        )

    def _grade_of(self, target: Placed) -> str:
        """Return the visibility grade of the ground that a target stands on (rule BV-02)."""
        kinds = self.scenario.board.terrain_at(target.base.hex)
        grade = self.rules.ground([it for it in kinds if it in self.rules.terrain]).visibility
        grade = grade or self.rules.visibility.open
        if grade is None:
            name = self.scenario.board.hex_name(target.base.hex)
            raise ScenarioError(f"{self.rules.title} has no visibility grade for the ground at {name}")
        return grade

    def _weapon_trait(self, name: str) -> WeaponTrait:
        known = self.rules.visibility.weapon_traits
        if name not in known:
            raise UsageError(f"there is no weapon trait {name!r}{near_or_all(name, known)}")
        return known[name]

    def _observer(self, who: Who, weapon: Sequence[WeaponTrait]) -> Placed:
        """Return an observer; raises UsageError if it cannot observe, or the weapon uses no observers."""
        if not any(it.observers for it in weapon):
            raise UsageError("observers only help indirect weapons; name a weapon trait that uses observers")
        observer = placed(self.scenario, who)
        known = self.rules.visibility.unit_traits
        if not any(known[it].observes for it in observer.traits if it in known):
            raise UsageError(f"{observer.name} cannot observe: it lacks an observer trait")
        return observer

    def _indirect(self, seen: View, target: Placed, weapon: Sequence[WeaponTrait], *, grounded: bool) -> View:
        """Return a view with a hidden target as the grade that the weapon treats it as (rule BV-08)."""
        grade = next((it.hidden_as for it in weapon if it.hidden_as is not None), None)
        if seen.state is not TargetState.HIDDEN or grade is None:
            return seen
        awareness, state = within(self.rules, seen.viewer, target, grade, grounded=grounded)
        return seen._replace(grade=grade, awareness=awareness, state=state)

    def _rank(self, seen: View) -> tuple[bool, int]:
        """Return the sort key of views: the least evasion first, hidden targets last."""
        return seen.state is TargetState.HIDDEN, seen.evasion(self.rules)


def base_sight(
    scenario: Scenario,
    start: Who,
    end: Who,
    *,
    grounded: bool = False,
    weapon: Sequence[str] = (),
    observers: Sequence[Who] = (),
) -> BaseSight:
    """Return the verdict on sight from one base to another, for rulesets that measure from base to base.

    Ends are units, their ids, hexes or labels; a hex stands for a default base in its centre. ``grounded`` is whether the
    target went to ground, ``weapon`` names weapon traits of the ruleset, and ``observers`` are units whose view an indirect
    weapon may use.

    Raises
    ------
    GridError
        When a text is neither the id of a unit nor a label.
    ScenarioError
        When one of them is not on the board, or the ruleset measures sight between hexes.
    UsageError
        When the ruleset has no such weapon trait, or an observer cannot observe.

    Examples
    --------
    >>> from fairground.core import base_sight, load
    >>> base_sight(load("scenarios/broken-abbey.yaml"), "A1", "C4").state.value
    'easy'
    """
    return BaseVerdicts(scenario).sight(start, end, grounded=grounded, weapon=weapon, observers=observers)

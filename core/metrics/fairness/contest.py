"""The contest: the parties on their board, with cached inputs that several measures share."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np

from fairground.core.metrics.compared_zones import Party, parties, party_titles
from fairground.core.metrics.fairness.progress import ProgressWatch
from fairground.core.metrics.fairness.sight_tables import Sights
from fairground.core.movement.board_steps import damage_of, steps
from fairground.core.rules.sight import CoverReach
from fairground.core.rules.terrain import HardCover, Tag
from fairground.core.scenario.arrays import inside, step
from fairground.core.scenario.hex_edits import edited
from fairground.core.scenario.mission import can_win

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.board_steps import Steps
    from fairground.core.movement.mover import Mover
    from fairground.core.rules import Ground
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.hex_edits import Edit

    Mask = NDArray[np.bool_]

Value = TypeVar("Value")
#: The arrays of ``Steps``.
_ARRAYS: Final = ("cost", "whole_turn", "open", "may_end")


def apart(q: NDArray[np.int64], r: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the length in hexes of some differences in axial coordinates."""
    found: NDArray[np.int64] = np.maximum(np.maximum(abs(q), abs(r)), abs(q + r))
    return found


class Contest:
    """A scenario with its parties. Masks and arrays have the shape ``[rows, columns]`` and must not be changed.

    Raises a ``ScenarioError`` as ``parties`` does.
    """

    def __init__(
        self, scenario: Scenario, zones: Sequence[str] | None = None, watch: ProgressWatch | None = None
    ) -> None:
        self.scenario = scenario
        self.board, self.rules = scenario.board, scenario.rules
        self.parties: tuple[Party, ...] = parties(scenario, zones)
        self.void = self.board.void
        self.watch = watch or ProgressWatch()
        self._zones = zones
        self._sights: dict[int, Sights] = {}
        self._steps: dict[tuple[str, str], Steps] = {}
        self._sides_with_cover: NDArray[np.uint8] | None = None
        #: The contest before edits, and the hexes changed; none if only zones were.
        self._before: tuple[Contest, frozenset[Hex]] | None = None

    @cached_property
    def titles(self) -> dict[str, str]:
        """The titles of the parties by id."""
        return party_titles(self.scenario, self.parties)

    def titled(self, by_party: Mapping[str, Value]) -> dict[str, Value]:
        """Return what is given by the ids of parties by their titles, for sentences."""
        return {self.titles.get(party, party): it for party, it in by_party.items()}

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield every ordered pair of parties, as indices in ``parties``."""
        count = range(len(self.parties))
        yield from ((i, j) for i in count for j in count if i != j)

    def enemies(self, party: int) -> list[int]:
        """Return the indices of all other parties."""
        return [it for it in range(len(self.parties)) if it != party]

    def after(self, edits: Sequence[Edit]) -> Contest:
        """Return the contest after edits, between the same parties.

        It shares what the edits can't change: lines of sight that don't meet the hexes, and steps that stay the same.
        """
        found = Contest(edited(self.scenario, edits), self._zones, self.watch)
        found._before = self, frozenset(it.hex for it in edits if it.change in ("terrain", "level"))
        return found

    def steps(self, who: Mover) -> Steps:
        """Return the steps of a mover."""
        key = who.class_id, who.mode_id
        if key not in self._steps:
            self._steps[key] = self._new_steps(who)
        return self._steps[key]

    def _new_steps(self, who: Mover) -> Steps:
        if self._before is None:
            return self._sharing(steps(self.scenario, who))
        before, changed = self._before
        known = before.steps(who)
        if not changed:
            return known
        new = steps(self.scenario, who)
        # Everything computed from equal steps stays valid.
        return known if _same(known, new) else self._sharing(new)

    def _sharing(self, new: Steps) -> Steps:
        """Return steps that share equal arrays with another mover's: on the largest board they take 60 MB."""
        like = next((it for it in self._steps.values() if _same(it, new)), None)
        return new if like is None else replace(new, **{it: getattr(like, it) for it in _ARRAYS})

    def sights(self, height: int) -> Sights:
        """Return the lines of sight of units of a height; see ``Sights``."""
        if height not in self._sights:
            self._sights[height] = self._new_sights(height)
        return self._sights[height]

    def _new_sights(self, height: int) -> Sights:
        if self._before is None:
            return Sights(self.scenario, height, self.watch, self._in_zones)
        before, changed = self._before
        known = before.sights(height)
        if not changed:
            return known
        cells = sorted(self.board.cell(at) for at in changed)
        return known.after(self.scenario, [row * self.board.columns + column for row, column in cells])

    @cached_property
    def _in_zones(self) -> Mask:
        """The hexes of all parties' zones."""
        found: Mask = np.logical_or.reduce([np.zeros_like(self.void), *(it.mask for it in self.parties)])
        return found

    def ground_of(self, party: int) -> Mask:
        """Return the hexes of a party's zones that some unit can stand in."""
        return self.parties[party].mask & self.standable

    def near_objectives(self, party: int, distance: int) -> Mask:
        """Return the hexes within a distance, in hexes, of an objective that a party can win."""
        q, r = self.board.layout.axial_arrays(self.board.columns, self.board.rows)
        found = np.zeros_like(self.void)
        for objective in self.scenario.objectives:
            if can_win(self.parties[party].sides, objective):
                goal = objective.shape.mask(self.board)
                for goal_q, goal_r in zip(q[goal].tolist(), r[goal].tolist(), strict=True):
                    found |= apart(q - goal_q, r - goal_r) <= distance
        return found & ~self.void

    @cached_property
    def standable(self) -> Mask:
        """The hexes that some unit can stand in."""
        return self._where(lambda it: it.passable) & ~self.void

    @cached_property
    def tops(self) -> Mask:
        """The hexes that some unit can stand in without a higher neighbour of that kind."""
        board, standable = self.board, self.standable
        level = np.where(standable, board.elevation, np.iinfo(np.int64).min)
        q, r = board.layout.axial_arrays(board.columns, board.rows)
        found: Mask = standable.copy()
        for direction in range(6):
            on_board, row, column = inside(board.layout, level.shape, *step(q, r, direction))
            found &= ~(on_board & (level[row, column] > level))
        return found

    @cached_property
    def cover(self) -> Mask:
        """The hexes of ``covered`` and of ``sheltering``, ``[2, rows, columns]``."""
        return np.stack([self.covered, self.sheltering])

    @cached_property
    def covered(self) -> Mask:
        """The hexes in which a unit has cover or is harder to hit from everywhere (rules P1-05, P1-09, C-17)."""
        obscured = self._where(lambda it: Tag.OBSCURING in it.tags) | self._lying(Tag.OBSCURING)
        return (self._giving | obscured) & ~self.void

    @cached_property
    def sheltering(self) -> Mask:
        """The hexes that give cover to units beside them, from behind them; none if cover doesn't reach that far.

        Anything that obscures, such as smoke, hides only units in its own hex.
        """
        if self.rules.cover.reach is not CoverReach.ADJACENT:
            return np.zeros_like(self.void)
        return self._giving & ~self.void

    def sides_with_cover(self, neighbours: NDArray[np.int32]) -> NDArray[np.uint8]:
        """Return the directions of the hexes of ``sheltering`` beside each hex, a bit each, ``[hexes]``.

        ``neighbours`` are those of ``Steps``.
        """
        if self._sides_with_cover is None:
            giving = self.sheltering.ravel().take(neighbours) & (neighbours >= 0)
            bits = (1 << np.arange(len(giving), dtype=np.uint8))[:, None]
            self._sides_with_cover = np.bitwise_or.reduce(giving * bits, axis=0)
        return self._sides_with_cover

    @cached_property
    def _giving(self) -> Mask:
        return self._lying(Tag.COVER) | self._where(
            lambda it: bool(it.covers or Tag.COVER in it.tags or it.hard_cover is not HardCover.NONE)
        )

    def _lying(self, tag: Tag) -> Mask:
        """Return the hexes with an effect that has a tag."""
        effects = self.rules.effects
        found: Mask = np.array(
            [
                any(tag in effects[kind].tags for kind in it.kinds if kind in effects)
                for it in self.board.effects_palette
            ],
            np.bool_,
        )[self.board.effects]
        return found

    @cached_property
    def harm(self) -> NDArray[np.int64]:
        """The damage and heat of a hex, of terrain and effects together (rules P1-06, P1-15)."""
        return damage_of(self.scenario) + np.maximum(self._heat, 0)

    @cached_property
    def cooling(self) -> Mask:
        """The hexes that cool (rule P1-07); none in a weather in which nothing cools."""
        weather = self.rules.weather.get(self.scenario.weather)
        if weather is not None and not weather.cooling:
            return np.zeros_like(self.void)
        return (self._heat < 0) & ~self.void

    @cached_property
    def _heat(self) -> NDArray[np.int64]:
        board, effects = self.board, self.rules.effects
        terrain = np.array([it.heat for it in self._grounds], np.int64)[board.terrain]
        more = [
            sum(effects[kind].heat for kind in it.kinds if kind in effects) for it in board.effects_palette
        ]
        heat: NDArray[np.int64] = terrain + np.array(more, np.int64)[board.effects]
        return heat

    @cached_property
    def _grounds(self) -> list[Ground]:
        terrain = self.rules.terrain
        return [
            self.rules.ground([kind for kind in entry.kinds if kind in terrain])
            for entry in self.board.palette
        ]

    def _where(self, holds: Callable[[Ground], bool]) -> Mask:
        found: Mask = np.array([holds(it) for it in self._grounds], np.bool_)[self.board.terrain]
        return found


def _same(a: Steps, b: Steps) -> bool:
    """Whether two movers can make the same steps at the same cost and end in the same hexes."""
    return a.scale == b.scale and all(np.array_equal(getattr(a, it), getattr(b, it)) for it in _ARRAYS)

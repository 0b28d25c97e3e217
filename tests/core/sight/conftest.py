from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.grid.hexsides import hexside_between
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import RulesetReference, Side, Unit
from fairground.core.sight.line.verdict import sight

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from fairground.core.sight.line.verdict import SightVerdict

    MakeField = Callable[..., "Field"]


class Field:
    """A scenario on open ground to put things on, by labels, and to look about in."""

    def __init__(
        self, ruleset: str, size: tuple[int, int], layout: Layout, overrides: Mapping[str, object]
    ) -> None:
        reference = RulesetReference(ruleset, overrides)
        self.scenario = Scenario(
            "A field", reference, Board.blank(layout, *size), sides=[Side("one"), Side("two")]
        )
        self.board = self.scenario.board

    def put(self, kinds: str | Sequence[str], *labels: str) -> Field:
        """Put terrain on hexes: a kind, or a stack of several."""
        stack = (kinds,) if isinstance(kinds, str) else tuple(kinds)
        for label in labels:
            self.board.terrain[self.board.cell(self.board.parse(label))] = len(self.board.palette)
        self.board.palette.append(PaletteEntry(str(len(self.board.palette)), stack))
        return self

    def lay(self, effect: str, *labels: str) -> Field:
        """Lay an effect on hexes."""
        for label in labels:
            self.board.effects[self.board.cell(self.board.parse(label))] = len(self.board.effects_palette)
        self.board.effects_palette.append(PaletteEntry(str(len(self.board.effects_palette)), (effect,)))
        return self

    def raise_to(self, level: int, *labels: str) -> Field:
        """Give hexes a level."""
        for label in labels:
            self.board.elevation[self.board.cell(self.board.parse(label))] = level
        return self

    def plant(self, feature: str, *pairs: str) -> Field:
        """Put a feature on hexsides, each named by the hexes on either side: ``C3-C4``."""
        for pair in pairs:
            side = hexside_between(*map(self.board.parse, pair.split("-")))
            self.board.hexsides[side] = tuple(sorted({*self.board.hexsides.get(side, ()), feature}))
        return self

    def post(self, side: str, *labels: str) -> Field:
        """Post a unit of a side on hexes."""
        kind = next(iter(self.scenario.rules.classes))
        self.scenario.units += [
            Unit(f"{side}-{label.lower()}", side, kind, self.board.parse(label)) for label in labels
        ]
        return self

    def sight(self, start: str, end: str, heights: tuple[int, int] = (0, 0)) -> SightVerdict:
        """Return the verdict on the line from one hex to another."""
        return sight(self.scenario, self.board.parse(start), self.board.parse(end), heights)

    def sees(self, start: str, end: str, heights: tuple[int, int] = (0, 0)) -> bool:
        """Return whether there is sight, having made sure that it is the same both ways (rule H-06)."""
        found = self.sight(start, end, heights).clear
        assert self.sight(end, start, heights[::-1]).clear == found
        return found

    def modifiers(self, start: str, end: str) -> tuple[int, int] | None:
        """Return hindrance and cover together of an attack and of the one back; None when there is no sight."""
        assert self.sees(start, end) == self.sight(end, start).clear
        there, back = self.sight(start, end), self.sight(end, start)
        assert (there.hindrance, there.cover) == (back.hindrance[::-1], back.cover[::-1])
        if not there.clear:
            assert (*there.hindrance, *there.cover) == (0, 0, 0, 0)
            return None
        return there.hindrance.to + there.cover.to, there.hindrance.back + there.cover.back

    def blocked_by(self, start: str, end: str) -> list[str | list[str]]:
        """Return what blocks, as the answer to scripts names it."""
        found: list[str | list[str]] = self.sight(start, end).to_json()["blocked_by"]
        return found


@pytest.fixture
def field() -> MakeField:
    """Make a field by a ruleset; keys of the ruleset are overridden as given."""

    def _field(
        ruleset: str,
        size: tuple[int, int] = (9, 9),
        layout: Layout = Layout.ODD_R,
        overrides: Mapping[str, object] | None = None,
    ) -> Field:
        return Field(ruleset, size, layout, overrides or {})

    return _field

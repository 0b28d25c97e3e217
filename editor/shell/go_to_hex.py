"""Finds hexes by their label in any style, or by the name of a place, zone, objective or unit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.errors import FairgroundError, GridError
from fairground.core.grid.hexes import Hex
from fairground.core.grid.labels import LabelStyle, label, parse_label
from fairground.core.text.suggest import did_you_mean
from fairground.editor.app.icons import icon
from fairground.editor.app.texts import tr
from fairground.editor.document.hex_facts import ZONE_KINDS, describe_objective, describe_unit
from fairground.editor.widgets.finder import FinderRow, fit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective, Zone

#: The most completions of a label that are offered, and the most rows.
_COMPLETED, _SHOWN = 6, 60
#: The most hexes that are marked; of a larger zone, only the middle.
MOST_MARKED = 2000
_STYLES = {
    LabelStyle.COLUMN_LETTER: tr("column letters"),
    LabelStyle.NUMERIC: tr("numbers only"),
    LabelStyle.ROW_LETTER: tr("row letters"),
}


@dataclass(frozen=True, slots=True)
class Target:
    """The hex to centre on, and the hexes to mark."""

    middle: Hex
    hexes: frozenset[Hex]


class GoToHex:
    """Lists the hexes and named parts that match a text, for a finder."""

    title = tr("Go to hex")
    hint = tr("A hex such as C4, 0304 or D3, or the name of a place, zone, objective or unit")

    def __init__(self, go: Callable[[Target], None], refuse: Callable[[str], None]) -> None:
        self._go, self._refuse = go, refuse
        self._scenario: Scenario | None = None
        self._style = LabelStyle.COLUMN_LETTER
        self._named: list[tuple[tuple[str, ...], FinderRow]] = []

    def look(self, scenario: Scenario | None, style: LabelStyle) -> None:
        """Search in a scenario as it is now; ``style`` is the label style of the map, which is tried first."""
        self._scenario, self._style = scenario, style
        self._named = list(self._all_named(scenario)) if scenario is not None else []

    def rows(self, query: str) -> list[FinderRow]:
        """Return the matches, hexes first; everything with a name for an empty query."""
        if self._scenario is None:
            return []
        if not query:
            return [row for _, row in self._named[:_SHOWN]]
        fits = ((fit(query, *((it, 1.0) for it in names)), row) for names, row in self._named)
        fitting = sorted(((score, row) for score, row in fits if score), key=lambda it: -it[0])
        return [*self._hexes(self._scenario.board, query), *(row for _, row in fitting)][:_SHOWN]

    def why_none(self, query: str) -> str:
        """Return why a text has no match."""
        if self._scenario is None or not query:
            return ""
        board = self._scenario.board
        last = label(board.columns - 1, board.rows - 1, self._style)
        for style in self._styles:
            try:
                parse_label(query.upper(), style)
            except GridError:
                continue
            return tr("{query} is off the board. The last hex is {last}.").format(
                query=query.upper(), last=last
            )
        known = [name for names, _ in self._named for name in names if name]
        return tr("No hex, place, zone, objective or unit is called {query!r}{did_you_mean}.").format(
            query=query, did_you_mean=did_you_mean(query, known)
        )

    def choose(self, row: FinderRow) -> None:
        """Go there."""
        if self._scenario is None:
            return
        target = _target(self._scenario.board, row.value)
        if target is None:
            self._refuse(tr("{title} has no hex on the board.").format(title=row.title))
        else:
            self._go(target)

    @property
    def _styles(self) -> list[LabelStyle]:
        return sorted(LabelStyle, key=lambda style: style is not self._style)

    # -- hexes ----------------------------------------------------------------------------------------------

    def _hexes(self, board: Board, query: str) -> Iterator[FinderRow]:
        """Yield the hex of a label in each style, and completions of the label."""
        text = query.upper()
        seen: set[Hex] = set()
        longer = [f"{text}{digit}" for digit in "0123456789"] if len(text) < 8 else []
        offered = 0
        for wanted in (text, *longer):
            for style in self._styles if wanted == text else [self._style]:
                at = _on_board(board, wanted, style)
                if at is None or at in seen or (wanted != text and offered >= _COMPLETED):
                    continue
                seen.add(at)
                offered += wanted != text
                yield self._hex_row(board, at, wanted, style)

    def _hex_row(self, board: Board, at: Hex, text: str, style: LabelStyle) -> FinderRow:
        column, row = board.layout.to_offset(at)
        how = (
            ""
            if style is self._style
            else tr(", written with {styles}; {label} on this map").format(
                styles=_STYLES[style], label=label(column, row, self._style)
            )
        )
        detail = tr("hex in column {column}, row {row}{how}").format(column=column + 1, row=row + 1, how=how)
        return FinderRow(text, detail, icon=icon("inspector"), value=at)

    # -- names ----------------------------------------------------------------------------------------------

    def _all_named(self, scenario: Scenario) -> Iterator[tuple[tuple[str, ...], FinderRow]]:
        """Yield a row for everything on the board with a name, after its names."""
        board = scenario.board
        for at, name in board.names.items():
            if board.contains(at):
                detail = tr("place at {label}").format(label=self._label(board, at))
                yield (name,), FinderRow(name, detail, icon=icon("labels"), value=at)
        for zone in scenario.zones:
            side = scenario.side(zone.side)
            whose = tr(" of {title}").format(title=side.title) if side else ""
            detail = tr("{kind} zone{whose}").format(kind=ZONE_KINDS[zone.kind].lower(), whose=whose)
            row = FinderRow(zone.title, detail, icon=icon("zones"), value=zone)
            yield (zone.name, zone.id), row
        for it in scenario.objectives:
            row = FinderRow(describe_objective(it), tr("objective"), icon=icon("objective"), value=it)
            yield (it.name, it.id), row
        for unit in scenario.units:
            if board.contains(unit.hex):
                title = describe_unit(scenario, unit)
                detail = tr("unit at {label}").format(label=self._label(board, unit.hex))
                yield (title, unit.id), FinderRow(title, detail, icon=icon("unit"), value=unit.hex)

    def _label(self, board: Board, at: Hex) -> str:
        return label(*board.layout.to_offset(at), self._style)


def _on_board(board: Board, text: str, style: LabelStyle) -> Hex | None:
    try:
        column, row = parse_label(text, style)
    except GridError:
        return None
    return board.layout.from_offset(column, row) if column < board.columns and row < board.rows else None


def _target(board: Board, part: Zone | Objective | Hex) -> Target | None:
    """Return the hexes of a zone or objective and the one nearest to their middle; None without hexes."""
    if isinstance(part, Hex):
        return Target(part, frozenset((part,)))
    try:
        mask = part.shape.mask(board)
    except FairgroundError:  # an invalid label, which a finding reports
        return None
    rows, columns = np.nonzero(mask)
    if not len(rows):
        return None
    nearest = int(np.argmin((rows - rows.mean()) ** 2 + (columns - columns.mean()) ** 2))
    middle = board.layout.from_offset(int(columns[nearest]), int(rows[nearest]))
    if len(rows) > MOST_MARKED:
        return Target(middle, frozenset((middle,)))
    places = zip(columns.tolist(), rows.tolist(), strict=True)
    return Target(middle, frozenset(board.layout.from_offset(*place) for place in places))

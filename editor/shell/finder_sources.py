"""What the finder searches: actions, by letters of name, synonyms, tip or key, and hexes, by label or by the name of what is there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QTimer

from fairground.core.errors import FairgroundError, GridError
from fairground.core.grid.hexes import Hex
from fairground.core.grid.labels import HexNames, LabelStyle
from fairground.core.text.suggest import did_you_mean
from fairground.editor.app.icons import icon
from fairground.editor.app.texts import tr
from fairground.editor.document.hex_facts import ZONE_KINDS, describe_objective, describe_unit
from fairground.editor.widgets.finder import FinderRow, fit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtCore import QSettings

    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective, Zone
    from fairground.editor.app.actions import Actions

_RECENT = "commands/recent"
_MOST_RECENT = 8
#: The action that opens the palette itself.
OWN = "go.command"
#: What a recent action gains in score, and what a disabled one loses.
_USED, _MISSING = 8.0, 15.0
_LEAST = 0.35
#: The weight of a synonym beside that of a name, which is 1.
_SYNONYM = 0.9


class CommandPalette:
    """Lists the actions for a finder, recent ones first."""

    title = tr("Command palette")
    hint = tr("Type a command, a few letters of it, or a key")

    def __init__(self, actions: Actions, settings: QSettings) -> None:
        self._actions, self._settings = actions, settings
        #: Whether a document is open.
        self.has_document = False

    @property
    def recent(self) -> list[str]:
        """The actions chosen here, the latest first."""
        stored = self._settings.value(_RECENT, [])
        names = stored if isinstance(stored, list) else [stored]
        return [name for name in map(str, names) if name in set(self._actions)]

    def rows(self, query: str) -> list[FinderRow]:
        """Return the matching actions, the best first; all of them, recent ones first, for an empty query."""
        recent = self.recent
        names = [name for name in self._actions if name != OWN]
        if not query:
            names.sort(key=lambda name: recent.index(name) if name in recent else len(recent))
            return [self._row(name) for name in names]
        scored = []
        for place, name in enumerate(names):
            entry = self._actions.keymap.actions[name]
            score = fit(
                query,
                (entry.title, 1.0),
                (entry.shown_key, 1.1),
                (entry.synonyms, _SYNONYM),
                (entry.tip, 0.55),
            )
            if score:
                score += _USED * (name in recent) - _MISSING * (not self._actions[name].isEnabled())
                scored.append((-score, place, name))
        # Poor matches are left out beside a very good one.
        least = _LEAST * max((-score for score, _, _ in scored), default=0.0)
        return [self._row(name) for score, _, name in sorted(scored) if -score >= least]

    def why_none(self, query: str) -> str:
        """Return the sentence for a query without matches."""
        return tr("No command matches {query!r}. Press Escape to clear the search.").format(query=query)

    def choose(self, row: FinderRow) -> None:
        """Trigger an action once the finder is closed, and remember it as recent."""
        name = str(row.value)
        self._settings.setValue(_RECENT, [name, *(it for it in self.recent if it != name)][:_MOST_RECENT])
        QTimer.singleShot(0, self._actions[name], self._actions[name].trigger)

    def why_not(self, name: str) -> str:
        """Return why an action is disabled, if known; empty when it is enabled."""
        if not self.has_document and not self._actions[name].isEnabled():
            return tr("Open or create a scenario first")
        return self._actions.why_not(name)

    def _row(self, name: str) -> FinderRow:
        action, entry = self._actions[name], self._actions.keymap.actions[name]
        is_on = " ✓" if action.isCheckable() and action.isChecked() else ""
        return FinderRow(
            f"{entry.title}{is_on}",
            self.why_not(name) or entry.tip,
            entry.shown_key,
            action.icon(),
            action.isEnabled(),
            name,
        )


#: The most completions of a label that are offered, and the most rows.
_COMPLETED, _SHOWN = 6, 60
#: The most hexes that are marked; of a larger zone, only the middle.
MOST_MARKED = 2000
_STYLES = {
    LabelStyle.COLUMN_LETTER: tr("column letters"),
    LabelStyle.NUMERIC: tr("numbers only"),
    LabelStyle.ROW_LETTER: tr("row letters"),
    LabelStyle.AXIAL: tr("axial q and r"),
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
        self._named: list[tuple[tuple[str, ...], FinderRow]] = []

    def look(self, scenario: Scenario | None) -> None:
        """Search in a scenario as it is now; labels in its own style come first."""
        self._scenario = scenario
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
        last = board.hex_names.cell(board.columns - 1, board.rows - 1)
        for names in _in_all_styles(board):
            try:
                names.parse(query.upper())
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
            self._refuse(tr("{title} has no hexes on the board.").format(title=row.title))
        else:
            self._go(target)

    # -- hexes ----------------------------------------------------------------------------------------------

    def _hexes(self, board: Board, query: str) -> Iterator[FinderRow]:
        """Yield the hex of a label in each style, and completions of the label."""
        text = query.upper()
        seen: set[Hex] = set()
        longer = [f"{text}{digit}" for digit in "0123456789"] if len(text) < 10 else []
        offered = 0
        for wanted in (text, *longer):
            for names in _in_all_styles(board) if wanted == text else [board.hex_names]:
                at = _on_board(board, wanted, names)
                if at is None or at in seen or (wanted != text and offered >= _COMPLETED):
                    continue
                seen.add(at)
                offered += wanted != text
                yield self._hex_row(board, at, wanted, names.style)

    def _hex_row(self, board: Board, at: Hex, text: str, style: LabelStyle) -> FinderRow:
        column, row = board.layout.to_offset(at)
        how = (
            ""
            if style is board.hex_names.style or text == board.hex_name(at)
            else tr(", written with {styles}; {label} on this map").format(
                styles=_STYLES[style], label=board.hex_name(at)
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
                detail = tr("place at {label}").format(label=board.hex_name(at))
                yield (name,), FinderRow(name, detail, icon=icon("labels"), value=at)
        for zone in scenario.zones:
            side = scenario.side(zone.side)
            whose = tr(" of {title}").format(title=side.title) if side else ""
            detail = tr("{kind} zone{whose}").format(kind=ZONE_KINDS[zone.kind].lower(), whose=whose)
            row = FinderRow(scenario.zone_title(zone.id), detail, icon=icon("zones"), value=zone)
            yield (zone.name, zone.id), row
        for it in scenario.objectives:
            row = FinderRow(describe_objective(it), tr("objective"), icon=icon("objective"), value=it)
            yield (it.name, it.id), row
        for unit in scenario.units:
            if board.contains(unit.hex):
                title = describe_unit(scenario, unit)
                detail = tr("unit at {label}").format(label=board.hex_name(unit.hex))
                yield (title, unit.id), FinderRow(title, detail, icon=icon("unit"), value=unit.hex)


def _in_all_styles(board: Board) -> list[HexNames]:
    """Return the names of hexes in all styles, first those of the map."""
    own = board.hex_names
    return [own, *(replace(own, style=style) for style in LabelStyle if style is not own.style)]


def _on_board(board: Board, text: str, names: HexNames) -> Hex | None:
    try:
        column, row = names.parse(text)
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

"""A verdict on a line of sight in words.

A verdict on sight from base to base in words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.grid.labels import LabelStyle, label
from fairground.core.pictures.fan_overlay import signed
from fairground.core.rules.visibility import TargetState
from fairground.editor.app.texts import hex_count, tr
from fairground.editor.document.readable_ruleset import terrain_title
from fairground.editor.widgets.number_fields import inch_text

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.bases.base_positions import Placed
    from fairground.core.sight.bases.verdict import BaseSight
    from fairground.core.sight.line.verdict import BothDirections, SightVerdict

_STATES = {
    TargetState.EASY: tr("Easy target"),
    TargetState.DIFFICULT: tr("Difficult target"),
    TargetState.HIDDEN: tr("Hidden"),
}
#: So many hexes of hard cover are named; of more, how many there are besides.
_MOST_NAMED = 4


def base_verdict_words(sight: BaseSight) -> str:
    """Return the verdict in a few words."""
    if sight.state is TargetState.HIDDEN and sight.clear:
        return tr("Hidden while on the ground")
    if sight.state is not TargetState.HIDDEN and not sight.clear:
        return tr("Out of sight, but within reach of this weapon")
    return _STATES[sight.state]


def base_ends_words(sight: BaseSight, style: LabelStyle) -> str:
    """Return from whom to whom the line runs, each with its hex."""
    return tr("{start} to {end}").format(
        start=_end(sight, sight.start, style), end=_end(sight, sight.end, style)
    )


def base_rows(scenario: Scenario, sight: BaseSight, style: LabelStyle) -> list[tuple[str, str]]:
    """Return names and texts of distance, visibility, cover and parts."""
    rules = scenario.rules
    rows = [
        (tr("Distance"), tr("{inches}″ from edge to edge").format(inches=inch_text(round(sight.distance, 2))))
    ]
    if sight.grade is not None:
        name = rules.visibility.grades[sight.grade].name
        rows.append(
            (
                tr("Visibility"),
                tr("{grade}: easy within {inches}″").format(grade=name, inches=sight.awareness),
            )
        )
    if sight.evasion:
        rows.append((tr("Evasion"), signed(sight.evasion)))
    rows += [(tr("Hard cover"), _cover(scenario, sight, style))] if sight.hard_cover else []
    if sight.toughness:
        rows.append((tr("Toughness"), signed(sight.toughness)))
    if sight.parts:
        rows += [
            (name, ", ".join(found))
            for name, found in (
                (tr("Parts seen"), [it.name for it in sight.parts if it.witness is not None]),
                (tr("Parts hidden"), [it.name for it in sight.parts if it.witness is None]),
            )
            if found
        ]
    return rows


def _cover(scenario: Scenario, sight: BaseSight, style: LabelStyle) -> str:
    board = sight.board
    told = []
    for piece in sight.hard_cover:
        names = [label(*board.layout.to_offset(at), style) for at in sorted(piece.hexes)]
        rest = len(names) - _MOST_NAMED
        shown = ", ".join(names[:_MOST_NAMED])
        if rest > 0:
            shown = tr("{shown} and {rest} more").format(shown=shown, rest=rest)
        words = tr("{terrain}, touched ({hexes})") if piece.contact else tr("{terrain} ({hexes})")
        told.append(words.format(terrain=terrain_title(scenario, (piece.kind,)), hexes=shown))
    return "; ".join(told)


def _end(sight: BaseSight, who: Placed, style: LabelStyle) -> str:
    at = label(*sight.board.layout.to_offset(who.base.hex), style)
    return tr("{unit} ({at})").format(unit=who.unit.name or who.unit.id, at=at) if who.unit else at


def ends_words(sight: SightVerdict, style: LabelStyle = LabelStyle.COLUMN_LETTER) -> str:
    """Return from where to where a line runs: ``A1 to C4``."""
    return tr("{start} to {end}").format(
        start=_name(sight.board, sight.start, style), end=_name(sight.board, sight.end, style)
    )


def verdict_words(sight: SightVerdict) -> str:
    """Return the verdict in a few words."""
    if sight.start == sight.end:
        return tr("Choose a second hex to look at")
    return tr("In sight") if sight.clear else tr("Not in sight")


def amount_rows(sight: SightVerdict, heights: tuple[int, int]) -> list[tuple[str, str]]:
    """Return names and texts of the range, of heights where there are any, and of what hinders and covers."""
    rows = [(tr("Range"), hex_count(sight.distance))]
    if any(heights):
        rows.append(
            (
                tr("Heights"),
                tr("{start} at the start, {end} at the end").format(start=heights[0], end=heights[1]),
            )
        )
    if sight.clear and sight.start != sight.end:
        rows += [(tr("Hindrance"), _both(sight.hindrance)), (tr("Cover"), _both(sight.cover))]
        rows += [
            (name.replace("_", " ").replace("-", " ").capitalize(), str(amount))
            for name, amount in sight.opacities.items()
            if amount
        ]
    return rows


def _both(amount: BothDirections) -> str:
    if not any(amount):
        return tr("none")
    return tr("{there} there, {back} back").format(there=signed(amount.to), back=signed(amount.back))


def _name(board: Board, at: Hex, style: LabelStyle) -> str:
    return label(*board.layout.to_offset(at), style)

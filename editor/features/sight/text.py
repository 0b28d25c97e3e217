"""Texts of verdicts on lines of sight, from hex to hex and from base to base."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.rules.visibility import TargetState
from fairground.core.text.wording import signed
from fairground.editor.app.texts import hex_count, tr
from fairground.editor.document.readable_ruleset import terrain_title
from fairground.editor.widgets.number_fields import inch_text

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.bases.base_positions import Placed
    from fairground.core.sight.bases.verdict import BaseSight
    from fairground.core.sight.line.verdict import BothDirections, SightVerdict

_STATES = {
    TargetState.EASY: tr("Easy target"),
    TargetState.DIFFICULT: tr("Difficult target"),
    TargetState.HIDDEN: tr("Hidden"),
}
#: The most hexes of hard cover that are named.
_MOST_NAMED = 4


def describe_base_verdict(sight: BaseSight) -> str:
    """Return the verdict in a few words."""
    if sight.state is TargetState.HIDDEN and sight.clear:
        return tr("Hidden while on the ground")
    if sight.state is not TargetState.HIDDEN and not sight.clear:
        return tr("Out of sight, but within reach of this weapon")
    return _STATES[sight.state]


def describe_base_ends(scenario: Scenario, sight: BaseSight) -> str:
    """Return the ends of the line: units with their hexes."""
    return tr("{start} to {end}").format(start=_end(scenario, sight.start), end=_end(scenario, sight.end))


def base_rows(scenario: Scenario, sight: BaseSight) -> list[tuple[str, str]]:
    """Return names and texts of distance, visibility, cover and parts."""
    rules = scenario.rules
    distance = tr("{inches}″ from edge to edge").format(inches=inch_text(round(sight.distance, 2)))
    rows = [(tr("Distance"), distance)]
    if sight.grade is not None:
        name = rules.visibility.grades[sight.grade].name
        text = tr("{grade}: easy target within {inches}″").format(grade=name, inches=sight.awareness)
        rows.append((tr("Visibility"), text))
    if sight.evasion:
        rows.append((tr("Evasion"), signed(sight.evasion)))
    rows += [(tr("Hard cover"), _cover(scenario, sight))] if sight.hard_cover else []
    if sight.toughness:
        rows.append((tr("Toughness"), signed(sight.toughness)))
    for title, is_seen in ((tr("Parts seen"), True), (tr("Parts hidden"), False)):
        names = [it.name for it in sight.parts if (it.witness is not None) is is_seen]
        rows += [(title, ", ".join(names))] if names else []
    return rows


def _cover(scenario: Scenario, sight: BaseSight) -> str:
    board = sight.board
    texts = []
    for cover in sight.hard_cover:
        names = [board.hex_name(at) for at in sorted(cover.hexes)]
        rest = len(names) - _MOST_NAMED
        shown = ", ".join(names[:_MOST_NAMED])
        if rest > 0:
            shown = tr("{shown} and {rest} more").format(shown=shown, rest=rest)
        text = tr("{terrain}, touching the target ({hexes})") if cover.contact else tr("{terrain} ({hexes})")
        texts.append(text.format(terrain=terrain_title(scenario, (cover.kind,)), hexes=shown))
    return "; ".join(texts)


def _end(scenario: Scenario, end: Placed) -> str:
    at = scenario.board.hex_name(end.base.hex)
    return tr("{unit} ({at})").format(unit=scenario.unit_title(end.unit), at=at) if end.unit else at


def describe_ends(sight: SightVerdict) -> str:
    """Return the ends of a line: ``A1 to C4``."""
    return tr("{start} to {end}").format(
        start=sight.board.hex_name(sight.start), end=sight.board.hex_name(sight.end)
    )


def describe_verdict(sight: SightVerdict) -> str:
    """Return the verdict in a few words."""
    if sight.start == sight.end:
        return tr("Choose a second hex")
    if not sight.clear:
        return tr("Not in sight")
    if sight.ignored_levels:
        return tr("In sight: levels are ignored")
    return tr("In sight: nothing in the way") if sight.is_unobstructed else tr("In sight")


def amount_rows(sight: SightVerdict, heights: tuple[int, int]) -> list[tuple[str, str]]:
    """Return names and texts of range, heights, hindrance and cover."""
    rows = [(tr("Range"), hex_count(sight.distance))]
    if any(heights):
        text = tr("{start} at the start, {end} at the end").format(start=heights[0], end=heights[1])
        rows.append((tr("Heights"), text))
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
    return tr("{there} from start to end, {back} from end to start").format(
        there=signed(amount.to), back=signed(amount.back)
    )

"""Why a target is seen as it is, in sentences for players and as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fairground.core.rules.visibility import CoverKind, TargetState
from fairground.core.sight.bases.base_positions import is_within
from fairground.core.sight.line.reasons import Reason
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.rules import Ruleset
    from fairground.core.scenario.board import Board
    from fairground.core.sight.bases.base_positions import Placed
    from fairground.core.sight.bases.verdict import CoverPiece, View


class BaseExplanation(NamedTuple):
    """What a verdict came from: the attacker's own view, and the one that counts in the end."""

    board: Board
    rules: Ruleset
    attacker: Placed
    target: Placed
    own: View
    best: View
    covers: tuple[CoverPiece, ...]
    weapon: tuple[str, ...]


def told_reasons(
    told: BaseExplanation, *, grounded: bool, can_lift: bool, evasion: int, toughness: int
) -> Iterator[Reason]:
    """Yield why, in the order in which the rules are asked."""
    yield from _in_sight(told.own)
    if told.best.viewer is not told.attacker:
        name = told.best.viewer.name
        yield Reason("BV-08", f"{name} lends its view and does nothing else this turn")
    best = told.best
    if best.grade is not None:
        yield from _seen(told, grounded=grounded, evasion=evasion)
    elif told.own.witness is not None:
        yield Reason("BV-04", "it went to ground beyond awareness, so it is hidden")
    if grounded and best.grade is not None and best.witness is not None:
        yield Reason("BV-04", f"it went to ground, so it is {best.state.value}")
    if can_lift:
        yield Reason("BV-05", f"{told.attacker.name} may try to force it up from the ground")
    if best.state is TargetState.HIDDEN:
        yield Reason("BV-01", "a hidden unit cannot be targeted")
    else:
        yield from _cover(told, toughness=toughness)


def _in_sight(own: View) -> Iterator[Reason]:
    if own.parts:
        seen = [it.name for it in own.parts if it.witness]
        text = (
            f"its parts {', '.join(seen)} are seen"
            if len(seen) > 1
            else f"its part {seen[0]} is seen"
            if seen
            else "none of its parts is seen"
        )
        yield Reason("BV-09", text)
    elif own.witness is None:
        yield Reason("BV-01", "every line from base to base crosses something that blocks")
    elif own.witness.exact:
        yield Reason("BV-01", "one line from base to base is clear")
    else:
        yield Reason(
            "BV-01", "one line from base to base touches something that blocks but does not cross it"
        )


def _seen(told: BaseExplanation, *, grounded: bool, evasion: int) -> Iterator[Reason]:
    best, rules = told.best, told.rules
    grade = rules.visibility.grades[str(best.grade)]
    at = told.target.base.hex
    if best.witness is None:
        yield Reason("BV-08", f"hidden, but {grade.name.lower()} for indirect fire")
    else:
        yield Reason("BV-02", f"{told.board.label(at)}: the ground makes it {grade.name.lower()}", at)
    if grounded and best.awareness != grade.awareness:
        yield Reason(
            "BV-05", f"{best.viewer.name} is aware of units on the ground up to {best.awareness} inches"
        )
    near = f"{best.distance:.4g} inches away, awareness {best.awareness}"
    if is_within(best.viewer.base, told.target.base, best.awareness or 0):
        yield Reason("BV-02", f"{near}: within it")
    else:
        yield Reason("BV-02", f"{near}: beyond it")
    if best.state is TargetState.DIFFICULT:
        if evasion:
            yield Reason("BV-03", f"difficult: evasion {evasion:+d}")
        else:
            yield Reason(
                "BV-07", f"difficult, but soft cover does not count against {_ignoring(told, CoverKind.SOFT)}"
            )


def _cover(told: BaseExplanation, *, toughness: int) -> Iterator[Reason]:
    for it in told.covers:
        name = told.rules.terrain[it.kind].name
        first = min(it.hexes)
        touching = ", touching it" if it.contact else ""
        size = counted(len(it.hexes), "hex", "hexes")
        yield Reason("BV-06", f"behind {name.lower()} ({size}){touching}", first)
    if told.covers and toughness:
        yield Reason("BV-06", f"hard cover: toughness {toughness:+d}")
    elif told.covers and told.rules.visibility.hard_cover:
        yield Reason("BV-07", f"hard cover does not count against {_ignoring(told, CoverKind.HARD)}")


def _ignoring(told: BaseExplanation, kind: CoverKind) -> str:
    """Return the traits of the weapon that have a kind of cover not count."""
    known = told.rules.visibility.weapon_traits
    return " and ".join(known[it].name.lower() for it in told.weapon if kind in known[it].ignores)

"""The reasons for the visibility of a target, as sentences with rules."""

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
    """The basis of a verdict: the attacker's own view, and the view that counts."""

    board: Board
    rules: Ruleset
    attacker: Placed
    target: Placed
    own: View
    best: View
    covers: tuple[CoverPiece, ...]
    weapon: tuple[str, ...]


def base_reasons(
    basis: BaseExplanation, *, grounded: bool, can_lift: bool, evasion: int, toughness: int
) -> Iterator[Reason]:
    """Yield the reasons for a verdict, in the order of the rules."""
    yield from _in_sight(basis.own)
    if basis.best.viewer is not basis.attacker:
        name = basis.best.viewer.name
        yield Reason("BV-08", f"{name} observes and does nothing else this turn")
    best = basis.best
    if best.grade is not None:
        yield from _seen(basis, grounded=grounded, evasion=evasion)
    elif basis.own.witness is not None:
        yield Reason("BV-04", "the target went to ground beyond the awareness range, so it is hidden")
    if grounded and best.grade is not None and best.witness is not None:
        yield Reason("BV-04", f"the target went to ground, so it is {best.state.value}")
    if can_lift:
        yield Reason("BV-05", f"{basis.attacker.name} may try to force the target up from the ground")
    if best.state is TargetState.HIDDEN:
        yield Reason("BV-01", "a hidden unit cannot be targeted")
    else:
        yield from _cover(basis, toughness=toughness)


def _in_sight(own: View) -> Iterator[Reason]:
    if own.parts:
        seen = [it.name for it in own.parts if it.witness]
        several = f"parts of the target in sight: {', '.join(seen)}"
        one = f"part of the target in sight: {seen[0]}" if seen else "no part of the target is in sight"
        yield Reason("BV-09", several if len(seen) > 1 else one)
    elif own.witness is None:
        yield Reason("BV-01", "every line from base to base crosses an obstacle")
    elif own.witness.exact:
        yield Reason("BV-01", "one line from base to base is clear")
    else:
        yield Reason("BV-01", "one line from base to base touches an obstacle but does not cross it")


def _seen(basis: BaseExplanation, *, grounded: bool, evasion: int) -> Iterator[Reason]:
    best, rules = basis.best, basis.rules
    grade = rules.visibility.grades[str(best.grade)]
    at = basis.target.base.hex
    if best.witness is None:
        yield Reason("BV-08", f"hidden, but {grade.name.lower()} for indirect fire")
    else:
        yield Reason(
            "BV-02", f"{basis.board.hex_name(at)}: the terrain makes the target {grade.name.lower()}", at
        )
    if grounded and best.awareness != grade.awareness:
        yield Reason(
            "BV-05",
            f"{best.viewer.name} is aware of units that went to ground up to {best.awareness} inches away",
        )
    within = is_within(best.viewer.base, basis.target.base, best.awareness or 0)
    reach = f"{'within' if within else 'beyond'} the awareness range of {best.awareness} inches"
    yield Reason("BV-02", f"{best.distance:.4g} inches away, {reach}")
    if best.state is TargetState.DIFFICULT:
        if evasion:
            yield Reason("BV-03", f"difficult: evasion {evasion:+d}")
        else:
            text = f"difficult, but soft cover does not count against {_ignoring(basis, CoverKind.SOFT)}"
            yield Reason("BV-07", text)


def _cover(basis: BaseExplanation, *, toughness: int) -> Iterator[Reason]:
    for it in basis.covers:
        name, where = (
            basis.rules.terrain[it.kind].name.lower(),
            "behind and touching" if it.contact else "behind",
        )
        size = counted(len(it.hexes), "hex", "hexes")
        yield Reason("BV-06", f"{where} {name} ({size})", min(it.hexes))
    if basis.covers and toughness:
        yield Reason("BV-06", f"hard cover: toughness {toughness:+d}")
    elif basis.covers and basis.rules.visibility.hard_cover:
        yield Reason("BV-07", f"hard cover does not count against {_ignoring(basis, CoverKind.HARD)}")


def _ignoring(basis: BaseExplanation, kind: CoverKind) -> str:
    """Return the names of the weapon's traits that ignore a kind of cover."""
    known = basis.rules.visibility.weapon_traits
    return " and ".join(known[it].name.lower() for it in basis.weapon if kind in known[it].ignores)

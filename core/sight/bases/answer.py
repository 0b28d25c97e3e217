"""A verdict from base to base as plain data, in the shape that scripts rely on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from fairground.core.grid.hexes import Hex
from fairground.core.rules.visibility import TargetState

if TYPE_CHECKING:
    from fairground.core.sight.bases.free_line import FreeLine
    from fairground.core.sight.bases.verdict import BaseSight

#: What is told of a target that cannot be one, in place of a grade.
HIDDEN: Final = TargetState.HIDDEN.value


def base_sight_json(sight: BaseSight) -> dict[str, Any]:
    """Return a verdict as data that JSON can hold; places are inches from the centre of A1."""
    board = sight.board
    return {
        "from": sight.start.name,
        "to": sight.end.name,
        "distance": sight.distance,
        "sight": sight.clear,
        "visibility": sight.grade or HIDDEN,
        "difficult": sight.state is TargetState.DIFFICULT,
        "witness": _line(sight.witness),
        "exact": sight.witness is None or sight.witness.exact,
        "awareness": sight.awareness,
        "evasion": sight.evasion,
        "toughness": sight.toughness,
        "hard_cover": [
            {"terrain": it.kind, "hexes": [board.label(at) for at in sorted(it.hexes)], "contact": it.contact}
            for it in sight.hard_cover
        ],
        "parts": [
            {"name": it.name, "seen": it.witness is not None, "witness": _line(it.witness)}
            for it in sight.parts
        ],
        "observer": sight.observer,
        "can_lift": sight.can_lift,
        "reasons": [
            {
                "rule": it.rule,
                "text": it.text,
                **({"hex": board.label(it.place)} if isinstance(it.place, Hex) else {}),
            }
            for it in sight.reasons
        ],
    }


def _line(witness: FreeLine | None) -> list[list[float]] | None:
    return None if witness is None else [[*witness.start], [*witness.end]]

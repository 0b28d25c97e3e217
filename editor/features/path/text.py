"""A path in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fairground.core.grid.labels import LabelStyle, label
from fairground.editor.app.texts import point_count, tr, turn_count
from fairground.editor.document.mover_choice import mover_words

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.path import Path, PathStep
    from fairground.core.scenario.board import Board


class PathStepRow(NamedTuple):
    """A step in words: the number of its turn, where it goes, its points, and what they are made of."""

    turn: str
    place: str
    points: str
    reasons: str


def ends_words(path: Path, style: LabelStyle = LabelStyle.COLUMN_LETTER) -> str:
    """Return from where to where a path leads: ``A1 to C4``."""
    return tr("{start} to {end}").format(
        start=_name(path.board, path.start, style), end=_name(path.board, path.end, style)
    )


def verdict_words(path: Path) -> str:
    """Return what a path comes to in a few words: ``3 turns, 7 points``."""
    if path.start == path.end:
        return tr("Choose another hex to go to")
    if path.cost is None or path.turns is None:
        return tr("No way")
    return f"{turn_count(path.turns)}, {point_count(path.cost)}"


def amount_rows(path: Path, *, avoids_danger: bool) -> list[tuple[str, str]]:
    """Return names and texts of who moves, and of the damage on the way where there is any, or was to be avoided."""
    rows = [(tr("Mover"), mover_words(path.mover))]
    if path.obstacle:
        rows.append((tr("Why"), path.obstacle[:1].upper() + path.obstacle[1:]))
    elif path.danger or avoids_danger:
        told = str(path.danger) if path.danger else tr("none")
        rows.append(
            (
                tr("Damage"),
                tr("{damage}, the least there is").format(damage=told)
                if path.danger and avoids_danger
                else told,
            )
        )
    return rows


def step_rows(path: Path, style: LabelStyle = LabelStyle.COLUMN_LETTER) -> list[PathStepRow]:
    """Return the steps in order, the start first."""
    return [
        PathStepRow(
            str(step.turn) if i else "",
            _place(path.board, step, style),
            str(step.cost) if i else "",
            _why(step, i),
        )
        for i, step in enumerate(path.steps)
    ]


def sign_words(path: Path) -> str:
    """Return what the signs on the map mean."""
    told = tr("On the map: large discs, the number of a turn where it ends; small ones, the points of a step")
    looks = any(step.facing is not None for step in path.steps)
    return tr("{told}; tips, where the unit looks.").format(told=told) if looks else f"{told}."


def _why(step: PathStep, number: int) -> str:
    """Return what the points of a step are made of, each with its rule, or all with the one that they share."""
    if not number:
        return tr("sets out")
    rules = {it.rule for it in step.reasons}
    if len(rules) == 1:
        return " + ".join(f"{it.amount} {it.text}" for it in step.reasons) + _in_brackets(rules.pop())
    return " + ".join(f"{it.amount} {it.text}{_in_brackets(it.rule)}" for it in step.reasons)


def _in_brackets(rule: str) -> str:
    return f" ({rule})" if rule else ""


def _place(board: Board, step: PathStep, style: LabelStyle) -> str:
    name = _name(board, step.hex, style)
    return name if step.facing is None else f"{name} {board.layout.direction_names[step.facing - 1]}"


def _name(board: Board, at: Hex, style: LabelStyle) -> str:
    return label(*board.layout.to_offset(at), style)

"""The JSON form of paths and reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field

from fairground.core.answer import Label, Part, ScenarioAnswer, schema_field
from fairground.core.movement.reach import NEVER
from fairground.core.rules.cost_format import plain_cost

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.movement.reach import Reach
    from fairground.core.scenario.board import Board

#: Movement points: a whole number, or text such as ``7/2``.
Points = Annotated[int | str, BeforeValidator(plain_cost)]


class StepReasonAnswer(Part):
    """A part of the cost of a step."""

    rule: str = Field(description="ID of the rule behind this cost; may be empty")
    text: str = Field(description="reason for the cost, in words")
    cost: Points = Field(
        validation_alias="amount", description="movement points, as a whole number or text such as 7/2"
    )


class PathStepAnswer(Part):
    """A step of a path."""

    hex: Label = Field(description="label of the hex entered; unchanged when turning in place")
    facing: int | None = Field(description="facing after the step, 1-6; null if facing does not matter")
    cost: Points = Field(description="movement points, as a whole number or text such as 7/2")
    turn: int = Field(description="turn in which the step is taken, starting at 1")
    reasons: tuple[StepReasonAnswer, ...] = Field(description="parts that add up to the cost")


class TurnEndAnswer(Part):
    """The end of a turn after which a path goes on."""

    turn: int = Field(description="turn number, starting at 1")
    hex: Label = Field(description="label of the hex in which the turn ends")
    left: Points = Field(description="movement points left over, as a whole number or text such as 7/2")
    cause: Literal["points", "look", "no-gain"] = Field(
        description=(
            "points: too few points are left for the next move; look: the next hex was out of sight "
            "from where the turn began; no-gain: the unit could move on, but the path would be no "
            "better"
        )
    )
    rule: str = Field(description="ID of the rule behind the cause; may be empty")
    text: str = Field(description="explanation in words: the points left over, and why the unit stopped")


class PathAnswer(ScenarioAnswer):
    """Answer of ``fairground path --json``."""

    schema_name: Literal["fairground/path/1"] = schema_field("fairground/path/1")
    cost: Points | None = Field(description="total movement points; null if there is no path")
    turns: int | None = Field(
        description="number of turns, 0 if the unit stays in place; null if there is no path"
    )
    hexes: tuple[Label, ...] = Field(description="labels of the hexes, from start to end")
    steps: tuple[PathStepAnswer, ...] = Field(description="starting hex at no cost, then each step")
    turn_ends: tuple[TurnEndAnswer, ...] = Field(description="where and why each turn except the last ends")


class ReachAnswer(ScenarioAnswer):
    """Answer of ``fairground reach --json``; hexes out of reach are omitted."""

    added: ClassVar = {**ScenarioAnswer.added, "shots": None}

    schema_name: Literal["fairground/reach/1"] = schema_field("fairground/reach/1")
    origin: str | tuple[str, ...] = Field(
        description="start: label of a hex, id of a zone, or list of labels"
    )
    turns: dict[str, int] = Field(
        description=(
            "first turn in which a unit can end its move in each hex, by hex label, row by row; 0 "
            "where it starts"
        )
    )
    shots: dict[str, int] | None = Field(
        description="first turn in which a unit can shoot at each hex after moving, by hex label, row by row; "
        "null if not requested"
    )

    @classmethod
    def computed(cls, result: Reach) -> dict[str, Any]:
        """Return the turn of each reached hex."""
        return {"turns": turns_by_label(result.board, result.turns)}


def turns_by_label(board: Board, turns: NDArray[np.int16]) -> dict[str, int]:
    """Return the turn of each hex that has one, by its label, row by row."""
    return dict(zip(board.labels(turns != NEVER), turns[turns != NEVER].tolist(), strict=True))

"""What hexes see of a board, as jobs for the worker and as what the window works out itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from fairground.editor.worker.base_sighting import seen_from_base
from fairground.editor.worker.subject import Subject, kept

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.fan import Fans
    from fairground.editor.worker.base_sighting import SeenArea


@dataclass(frozen=True, slots=True)
class Looking:
    """How is looked: how many hexes far (None: to the edge of the board), and from and at which heights."""

    reach: int | None = None
    heights: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What a hex sees: bool arrays ``[rows, columns]``; hexes out of range are neither visible nor blocked.

    Where sight is from base to base, ``area`` is what the base there sees, and hexes are those where a usual one is seen.
    """

    origin: Hex
    looking: Looking
    visible: NDArray[np.bool_]
    blocked: NDArray[np.bool_]
    hindered: NDArray[np.bool_]
    covered: NDArray[np.bool_]
    area: SeenArea | None = None


def seen_from(fans: Fans, origin: Hex, looking: Looking) -> Seen:
    """Return what a hex sees."""
    found = fans.fan(origin, looking.reach, looking.heights)
    return Seen(origin, looking, found.visible, found.blocked, found.hindrance != 0, found.cover != 0)


@dataclass(frozen=True, slots=True)
class FanJob:
    """A hex whose fan is wanted; the answer is ``Seen``, or None when the worker does not have the scenario."""

    topic: ClassVar[str] = "fan"
    tag: tuple[int, ...]
    subject: Subject
    origin: Hex
    looking: Looking

    def run(self) -> Seen | None:
        """Look around."""
        from fairground.core.sight.fan import Fans  # noqa: PLC0415  # loaded where it is used

        fans = kept(self.topic, self.subject, Fans)
        return seen_from(fans, self.origin, self.looking) if fans is not None else None


@dataclass(frozen=True, slots=True)
class BaseFanJob:
    """A base whose fan is wanted: that of a unit, or where ``who`` is empty a usual one in the middle of a hex.

    The answer is ``Seen``, or None when the worker does not have the scenario.
    """

    topic: ClassVar[str] = "base-fan"
    tag: tuple[int, ...]
    subject: Subject
    who: str
    origin: Hex
    looking: Looking

    def run(self) -> Seen | None:
        """Look around."""
        from fairground.core.sight.bases.verdict import BaseVerdicts  # noqa: PLC0415  # loaded where it is used

        verdicts = kept(self.topic, self.subject, BaseVerdicts)
        if verdicts is None:
            return None
        return seen_from_base(verdicts, self.who, self.origin, self.looking)


@dataclass(frozen=True, slots=True)
class ExposureJob:
    """A scenario whose exposure is wanted; the answer is the array of how many hexes see each, or why there is none."""

    topic: ClassVar[str] = "exposure"
    tag: tuple[int, ...]
    scenario: Scenario
    looking: Looking

    def run(self) -> NDArray[np.int64] | str:
        """Count."""
        from fairground.core.errors import LimitError  # noqa: PLC0415  # loaded where it is used
        from fairground.core.sight.visibility import visibility  # noqa: PLC0415

        try:
            return visibility(self.scenario, self.looking.reach, self.looking.heights).exposure()
        except LimitError as error:
            return str(error)

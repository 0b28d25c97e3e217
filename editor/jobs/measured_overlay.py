"""An overlay that core describes by itself, as a job for the worker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.scenario.document import Scenario


@dataclass(frozen=True, slots=True)
class MeasureOverlayJob:
    """A scenario to measure for the overlay whose id is the topic; the answer is the kind of every hex, or why there is none."""

    topic: str
    tag: tuple[int, ...]
    scenario: Scenario

    def run(self) -> NDArray[np.integer] | str:
        """Measure."""
        from fairground.core.errors import FairgroundError
        from fairground.core.pictures.overlay_list import measured_overlays

        kind = next(it for it in measured_overlays() if it.id == self.topic)
        try:
            return kind.measure(self.scenario)
        except FairgroundError as error:
            return str(error)

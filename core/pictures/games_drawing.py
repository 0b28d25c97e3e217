"""Heat maps of recorded games: how often something happened in each hex, from light for seldom to dark for often."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final, Self

import numpy as np

from fairground.core.errors import UsageError
from fairground.core.pictures.board_overlay import BoardOverlay, HexLook, Words
from fairground.core.pictures.lettering import number_in_hex, taken_hexes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fairground.core.pictures.display_list import Item
    from fairground.core.pictures.options import PictureOptions
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.document import Scenario

#: From seldom to often: readable for colour-blind eyes and in grey.
_RAMP: Final = ("#fff0b8", "#fdc469", "#f3893a", "#cf4a23", "#7d1414")
_OPACITY: Final = 0.8


@dataclass(frozen=True, eq=False)
class GamesDrawing(BoardOverlay):
    """How often something happened in each hex in so many ``games``, ``[rows, columns]``."""

    scenario: Scenario
    counts: NDArray[np.int64]
    games: int

    #: What is counted, in a word for the legend.
    meaning: ClassVar[str]
    shows_differences = False

    @classmethod
    def chosen(cls, scenario: Scenario, options: PictureOptions) -> Self | None:
        """Return the heat map of the options' recorded games; raise UsageError without games on this scenario."""
        if cls.id not in options.overlays:
            return None
        # Not before there is a map, since it is slow to import.
        from fairground.core.files.writer import content_hash

        recorded = options.recorded
        if recorded is None:
            raise UsageError(
                f"the overlay {cls.id} needs recorded games; record them with fairground simulate --record FILE "
                "and add --record FILE here"
            )
        if recorded.games.content_hash != content_hash(scenario):
            raise UsageError(
                f"the games were recorded on another version of {recorded.games.scenario}; record new games on this one"
            )
        return cls(scenario, recorded.heat[cls.id], recorded.played)

    @cached_property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """The least and greatest number of each shade; fewer shades than colours for small numbers."""
        most = int(self.counts.max(initial=0))
        shades = min(len(_RAMP), most)
        tops = [-(-most * (it + 1) // shades) for it in range(shades)]
        return tuple((low + 1, top) for low, top in zip([0, *tops], tops, strict=False))

    @cached_property
    def looks(self) -> tuple[HexLook, ...]:
        """A shade for each step."""
        last = max(len(self.steps) - 1, 1)
        return tuple(
            HexLook(
                f"{low}-{top}",
                str(top) if low == top else f"{low} to {top}",
                fill=_RAMP[at * (len(_RAMP) - 1) // last] if len(self.steps) > 1 else _RAMP[2],
                opacity=_OPACITY,
            )
            for at, (low, top) in enumerate(self.steps)
        )

    @cached_property
    def kinds(self) -> NDArray[np.integer]:
        """The shade of each hex, 0 where nothing happened."""
        found = np.zeros(self.counts.shape, np.uint8)
        for shade, (low, top) in enumerate(self.steps, 1):
            found[(self.counts >= low) & (self.counts <= top)] = shade
        found[self.scenario.board.void] = 0
        return found

    def heading(self, tr: Words) -> str:
        """Return what is counted, and in how many games."""
        return tr("{meaning} (games: {games})", meaning=tr(self.meaning), games=f"{self.games:,}")

    def marks(self, scene: Scene) -> Iterator[Item]:
        """Yield the numbers."""
        taken = taken_hexes(scene)
        for place in scene.plan.places:
            if kind := int(self.kinds[place.row, place.column]):
                count = str(int(self.counts[place.row, place.column]))
                ground = self.looks[kind - 1].fill
                yield from number_in_hex(scene, place, count, ground, beside=place.hex in taken)


class DeathsDrawing(GamesDrawing):
    """Where units were destroyed."""

    id = "deaths"
    title = "Deaths in games"
    meaning = "Deaths"
    marks_layer = ("deaths-numbers", "Deaths in games: numbers")


class StaysDrawing(GamesDrawing):
    """Where units were when all had acted in a turn."""

    id = "stays"
    title = "Positions at the end of turns"
    meaning = "Units at the end of turns"
    marks_layer = ("stays-numbers", "Positions at the end of turns: numbers")


class ShotsDrawing(GamesDrawing):
    """Where units attacked from."""

    id = "shots"
    title = "Attacks in games"
    meaning = "Attacks"
    marks_layer = ("shots-numbers", "Attacks in games: numbers")


GAMES_DRAWINGS: Final[tuple[type[GamesDrawing], ...]] = (StaysDrawing, ShotsDrawing, DeathsDrawing)

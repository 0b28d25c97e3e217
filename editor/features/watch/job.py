"""The recording of games as a job for a worker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from fairground.core.simulation.recording.figures import GamesFigures
from fairground.editor.jobs.job_scenario import ScenarioJob

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.editor.jobs.process import JobWatch
    from fairground.editor.session.feature_context import GameChoice


@dataclass(frozen=True, slots=True)
class RecordSettings:
    """What to record: so many games from the first, or the interesting ones among the first hundred (None)."""

    games: int | None = None
    despite_errors: bool = False


@dataclass(frozen=True, slots=True)
class RecordJob(ScenarioJob[GamesFigures]):
    """Records games with the bots, force, order and seed of the self-play panel; the answer has the games and their figures."""

    topic: ClassVar[str] = "watch"
    settings: RecordSettings
    choice: GameChoice

    def result(self, scenario: Scenario, watch: JobWatch) -> GamesFigures:
        """Play and record."""
        from fairground.core.simulation.recording.figures import figures_of
        from fairground.core.simulation.recording.record_games import record_games

        choice = self.choice
        return figures_of(
            record_games(
                scenario,
                self.settings.games,
                seed=choice.seed,
                bots=choice.bots or None,
                force=choice.force or None,
                order=choice.order or None,
                despite_errors=self.settings.despite_errors,
                early=choice.early,
                progress=lambda share: watch.report(share, None),
                cancelled=watch.is_cancelled,
            )
        )

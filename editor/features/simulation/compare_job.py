"""Several series of games as a job for a worker: a table of bots, or fixes for moving first, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from fairground.core.simulation.statistics.equivalence import Claim, FirstMoveVerdict
from fairground.editor.app.texts import tr
from fairground.editor.features.simulation.job import IntervalFigures, SimulationSettings
from fairground.editor.features.simulation.text import bot_name
from fairground.editor.jobs.job_scenario import ScenarioJob

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.bots_table import BotsTable, Pairing
    from fairground.core.simulation.first_move_fixes import FirstMoveFixes
    from fairground.core.simulation.simulation import FirstMove
    from fairground.editor.jobs.process import JobWatch


class Comparison(StrEnum):
    """What several simulations are compared by."""

    BOTS = "bots"
    FIXES = "fixes"


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """Games of one pairing of bots, or with one fix.

    ``estimate`` and the intervals are as in ``ZoneResult``, or the effect of moving first; None if unknown. ``text`` says the result.
    """

    name: str
    note: str
    text: str
    verdict: Claim | FirstMoveVerdict
    estimate: float | None = None
    tested: IntervalFigures | None = None
    reading: IntervalFigures | None = None


@dataclass(frozen=True, slots=True)
class ComparedGames:
    """Games of several bots, or with several fixes for moving first: a row for each, and the sentence about all of them.

    ``claim`` is that about the map, or the verdict on moving first as played. ``zone`` is the title of the zone whose win rate the rows show,
    empty where they show an effect or different zones.
    """

    by: Comparison
    sentence: str
    claim: Claim | FirstMoveVerdict
    played: int
    rows: tuple[ComparedRow, ...]
    zone: str
    margin: float
    middle: float
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CompareJob(ScenarioJob[ComparedGames]):
    """Plays with several bots, or with fixes for moving first, ``players`` games at the same time."""

    topic: ClassVar[str] = "simulation"
    settings: SimulationSettings
    by: Comparison
    players: int = 1

    def result(self, scenario: Scenario, watch: JobWatch) -> ComparedGames:
        """Play."""
        from fairground.core.simulation.bots_table import TABLE_BOTS, bots_table
        from fairground.core.simulation.first_move_fixes import first_move_fixes

        it = self.settings

        def progress(share: float) -> None:
            watch.report(share, None)

        if self.by is Comparison.BOTS:
            mixed = len(it.bots) > 1
            return compared_bots(
                bots_table(
                    scenario,
                    it.games,
                    bots=it.bots if mixed else TABLE_BOTS,
                    mixed=mixed,
                    seed=it.seed,
                    force=it.force or None,
                    order=it.order or None,
                    jobs=self.players,
                    margin=it.margin,
                    stop_early=it.stops_early,
                    despite_errors=it.despite_errors,
                    progress=progress,
                    cancelled=watch.is_cancelled,
                )
            )
        return compared_fixes(
            first_move_fixes(
                scenario,
                it.games,
                seed=it.seed,
                bots=it.bots or None,
                force=it.force or None,
                jobs=self.players,
                margin=it.margin,
                stop_early=it.stops_early,
                despite_errors=it.despite_errors,
                progress=progress,
                cancelled=watch.is_cancelled,
            )
        )


def compared_bots(table: BotsTable) -> ComparedGames:
    """Return a table of bots as plain data."""
    setting = table.pairings[0].simulation.setting
    return ComparedGames(
        Comparison.BOTS,
        table.sentence,
        table.claim,
        table.played,
        tuple(map(_pairing_row, table.pairings)),
        table.pairings[0].simulation.titles[0] if len(table.parties) == 2 else "",
        float(setting.margin),
        float(setting.middle),
        setting.left_out,
    )


def _pairing_row(pairing: Pairing) -> ComparedRow:
    """Return the row of a pairing: the first of two zones, or that of several which is the farthest from even."""
    played = pairing.simulation
    middle = played.setting.middle
    zones = played.zones
    zone = zones[0] if len(zones) == 2 else max(zones, key=lambda it: abs((it.rate or middle) - middle))
    name = bot_name(pairing.bots[0])
    if len(pairing.bots) > 1:
        name = tr("{bot} against {rival}").format(bot=name, rival=bot_name(pairing.bots[1]))
    return ComparedRow(
        name,
        "" if len(zones) == 2 else zone.title,
        played.sentence,
        played.claim,
        None if zone.rate is None else float(zone.rate),
        IntervalFigures(zone.tested.low, zone.tested.high),
        IntervalFigures(zone.interval.low, zone.interval.high),
    )


def compared_fixes(found: FirstMoveFixes) -> ComparedGames:
    """Return fixes for moving first as plain data, after the games without one."""
    played, first = found.simulation, found.simulation.first_move
    rows = [_fix_row(tr("Without a fix"), found.simulation.first_move_sentence, first)]
    rows += [_fix_row(f"{it.title[0].upper()}{it.title[1:]}", it.text, it.first_move) for it in found.tried]
    return ComparedGames(
        Comparison.FIXES,
        found.sentence,
        FirstMoveVerdict.NOT_JUDGED if first is None else first.verdict,
        found.played,
        tuple(rows),
        "",
        float(played.setting.margin),
        0.0,
        played.setting.left_out,
    )


def _fix_row(name: str, text: str, first: FirstMove | None) -> ComparedRow:
    if first is None:
        return ComparedRow(name, "", text, FirstMoveVerdict.NOT_JUDGED)
    effect = first.effect
    tested = IntervalFigures(effect.low, effect.high)
    return ComparedRow(name, "", text, first.verdict, effect.estimate, tested)

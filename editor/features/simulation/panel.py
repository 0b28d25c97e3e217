"""The self-play panel: settings, win rates with their intervals, and what they show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel

from fairground.core.pictures.zone_layers import side_colour
from fairground.core.simulation.statistics.equivalence import Claim, ClaimState, FirstMoveVerdict
from fairground.editor.app.icons import pixmap
from fairground.editor.app.texts import tr, trn
from fairground.editor.app.theme import colours
from fairground.editor.features.simulation.compare_job import ComparedGames, Comparison
from fairground.editor.features.simulation.job import SimulationResult
from fairground.editor.features.simulation.options import PlayOptions
from fairground.editor.features.simulation.text import (
    format_effect,
    format_end,
    format_points,
    format_progress,
    format_share,
    format_time_left,
    game_count,
    split_claim,
)
from fairground.editor.features.simulation.win_rate_chart import ChartAxis, Lane, WinRateChart
from fairground.editor.widgets.labels_and_buttons import heading, soft_label
from fairground.editor.widgets.progress_parts import ActionButton
from fairground.editor.widgets.result_panel import ResultPanel, ResultTexts, plain_label

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtWidgets import QWidget

    from fairground.editor.app.actions import Actions
    from fairground.editor.features.simulation.compare_job import ComparedRow
    from fairground.editor.features.simulation.job import EffectFigures, ZoneResult

#: The icon of each claim, and of each position of an interval.
_SIGNS: Final[Mapping[Claim | FirstMoveVerdict, str]] = {
    Claim.FAIR: "band-green",
    Claim.UNFAIR: "band-red",
    Claim.NOT_DECIDED: "band-none",
    Claim.NOT_JUDGED: "band-none",
    FirstMoveVerdict.EVEN: "band-green",
    FirstMoveVerdict.DECIDES: "band-red",
    FirstMoveVerdict.NOT_DECIDED: "band-none",
    FirstMoveVerdict.NOT_JUDGED: "band-none",
}
#: The size of the sign of moving first, in pixels.
_SIGN: Final = 16
_STANDINGS: Final[Mapping[ClaimState, str]] = {
    ClaimState.INSIDE: "band-green",
    ClaimState.ABOVE: "band-red",
    ClaimState.BELOW: "band-red",
    ClaimState.OPEN: "band-none",
}
_STANDING_TEXTS: Final[Mapping[ClaimState, str]] = {
    ClaimState.INSIDE: tr("within the even range"),
    ClaimState.ABOVE: tr("above the even range"),
    ClaimState.BELOW: tr("below the even range"),
    ClaimState.OPEN: tr("partly within the even range"),
}
_LEGEND: Final = tr("Bar: tested interval. Line: 95% interval. Column: even range.")


#: The actions that play several series of games.
_COMPARISONS: Final = ("simulation.table", "simulation.fixes")


class PlayPanel(ResultPanel):
    """Shows the result of games, from any source."""

    panel_title = tr("Self-play")
    about = tr("Status of the results")
    action_names = ("simulation.start", "simulation.stop", *_COMPARISONS, "watch.record")
    fold_texts = tr("Game settings"), tr("Show or hide the game settings")
    options: PlayOptions

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(actions, PlayOptions(), parent)
        self._played: SimulationResult | None = None
        self._is_old = False
        headline = self.headline_row()
        self.first_move_sign = QLabel(self)
        self.first_move = plain_label("", self, name=tr("Verdict on moving first"))
        first_move_row = QHBoxLayout()
        first_move_row.addWidget(self.first_move_sign, 0, Qt.AlignmentFlag.AlignTop)
        first_move_row.addWidget(self.first_move, 1)
        self.rates = WinRateChart(self)
        self.rates.setAccessibleName(tr("Win rates by zone"))
        self.legend = soft_label(_LEGEND, self)
        self.effects_heading = heading(
            tr("Separate effects of zone and turn order, in percentage points"), self
        )
        self.effects_heading.setWordWrap(True)
        self.effects = WinRateChart(self)
        self.effects.setAccessibleName(tr("Effects of zone and turn order"))
        self.ends_heading = heading(tr("How the games ended"), self)
        self.ends = soft_label("", self)
        self.ends.setAccessibleName(tr("How the games ended"))
        self.left_out_heading = heading(tr("Left out of the games"), self)
        self.left_out = soft_label("", self)
        self.left_out.setAccessibleName(tr("Left out of the games"))
        self.comparisons = [ActionButton(actions, name, self) for name in _COMPARISONS]
        self._compared: ComparedGames | None = None
        self.compared_heading = heading("", self)
        self.compared_heading.setWordWrap(True)
        self.compared = WinRateChart(self)
        # First the result, then the settings: a small panel scrolls the settings out of view.
        layout, _area = self.scroll_area()
        layout.addLayout(headline)
        layout.addWidget(self.reason)
        layout.addLayout(first_move_row)
        for widget in (
            self.start,
            *self.comparisons,
            self.fold,
            self.options,
            self.progress,
            self.notice,
            self.compared_heading,
            self.compared,
            self.rates,
            self.legend,
            self.effects_heading,
            self.effects,
        ):
            layout.addWidget(widget)
        for result in (
            self.ends_heading,
            self.ends,
            self.left_out_heading,
            self.left_out,
        ):
            layout.addWidget(result)
        layout.addStretch(1)
        self.fold.setChecked(True)
        self.show_games(None, ResultTexts(), claim="", is_playing=False)

    def show_games(
        self,
        found: SimulationResult | ComparedGames | None,
        texts: ResultTexts,
        *,
        claim: str,
        is_playing: bool,
        is_old: bool = False,
        progress: tuple[float, float | None] = (0.0, None),
    ) -> None:
        """Show the result of games, or of several series of them, None for none yet.

        ``is_old`` is whether it belongs to another state of the map. ``progress`` is the share of several series that has been
        played, and the estimated seconds left, None for no estimate.
        """
        played = found if isinstance(found, SimulationResult) else None
        compared = found if isinstance(found, ComparedGames) else None
        self._played, self._compared, self._is_old = played, compared, is_old
        self.show_state(texts, can_start=found is None and not is_playing)
        for button in self.comparisons:
            button.setVisible(found is None and not is_playing)
        self._show_progress(texts, progress, is_playing=is_playing)
        lead, reason = _split(claim, found)
        self.headline.setText(lead)
        self.headline.setAccessibleDescription(claim)
        cost = f" {played.cost}" if played is not None and is_playing and played.cost else ""
        self.reason.setText(texts.remark or f"{reason}{cost}")
        self._show_parts(played, compared)
        if played is not None:
            self._show_result(played)
        if compared is not None:
            self._show_compared(compared)

    def _show_progress(
        self, texts: ResultTexts, progress: tuple[float, float | None], *, is_playing: bool
    ) -> None:
        share, seconds_left = progress
        words = ""
        if self._played is not None:
            words = _format_progress(self._played, seconds_left)
            share = self._played.played / self._played.planned
        elif self._compared is not None:
            words = game_count(self._compared.played)
        elif is_playing:
            words = _format_share(share, seconds_left) if share else texts.waiting
        self.progress.show_share(words, share, is_running=is_playing)

    def _show_parts(self, played: SimulationResult | None, compared: ComparedGames | None) -> None:
        """Show and hide the parts of the panel."""
        found = played or compared
        left_out = found.left_out if found is not None else ()
        self.left_out.setText(" ".join(left_out))
        has_first_move = played is not None and played.first_move is not None
        parts: tuple[tuple[bool, tuple[QWidget, ...]], ...] = (
            (bool(self.headline.text()), (self.headline,)),
            (bool(self.reason.text()), (self.reason,)),
            (found is not None, (self.sign, self.legend)),
            (played is not None, (self.rates, self.effects_heading, self.effects)),
            (compared is not None, (self.compared_heading, self.compared)),
            (bool(left_out), (self.left_out_heading, self.left_out)),
            (played is not None and bool(played.ends), (self.ends_heading, self.ends)),
            (has_first_move, (self.first_move_sign, self.first_move)),
        )
        for is_shown, widgets in parts:
            for widget in widgets:
                widget.setVisible(is_shown)

    def _show_compared(self, compared: ComparedGames) -> None:
        self.draw_sign(_SIGNS[compared.claim], _ink(compared.claim))
        self.sign.setAccessibleName(compared.claim.value)
        if compared.by is Comparison.FIXES:
            title = tr("Effect of moving first, in percentage points")
        elif compared.zone:
            title = tr("Win rate of {zone} for each bot pairing").format(zone=compared.zone)
        else:
            title = tr("For each bot pairing, the win rate farthest from even")
        self.compared_heading.setText(title)
        self.compared.setAccessibleName(title)
        is_change, margin, middle = compared.by is Comparison.FIXES, compared.margin, compared.middle
        bounds = (-1.0, 1.0) if is_change else (0.0, 1.0)
        axis = ChartAxis(middle, middle - margin, middle + margin, bounds, is_change=is_change)
        lanes = tuple(_compared_lane(it, is_change=is_change) for it in compared.rows)
        self.compared.show_lanes(lanes, axis, is_old=self._is_old)

    def _show_result(self, played: SimulationResult) -> None:
        if played.is_qualified:
            self.draw_sign("band-amber", colours().warning)
        else:
            self.draw_sign(_SIGNS[played.claim], _ink(played.claim))
        self.sign.setAccessibleName(played.claim.value)
        self._show_first_move(played)
        even = ChartAxis(played.middle, played.even.low, played.even.high)
        lanes = tuple(
            _zone_lane(it, number, is_finished=played.is_finished)
            for number, it in enumerate(played.zones, 1)
        )
        self.rates.show_lanes(lanes, even, is_old=self._is_old)
        margin = played.even.high - played.middle
        worth = ChartAxis(0.0, -margin, margin, (-1.0, 1.0), is_change=True)
        self.effects.show_lanes(_effect_lanes(played), worth, is_old=self._is_old)
        has_effects = bool(self.effects.lanes)
        self.effects.setVisible(has_effects)
        self.effects_heading.setVisible(has_effects)
        self.ends.setText("\n".join(map(format_end, played.ends)))

    def _show_first_move(self, played: SimulationResult) -> None:
        if played.first_move is None:
            return
        icon, ink = _SIGNS[played.first_move], _ink(played.first_move)
        self.first_move_sign.setPixmap(pixmap(icon, _SIGN, colour=ink, ratio=self.devicePixelRatioF()))
        self.first_move_sign.setAccessibleName(played.first_move.value)
        self.first_move.setText(played.first_move_sentence)

    def redraw(self) -> None:
        """Redraw the signs in the colours of the theme."""
        super().redraw()
        if self._played is not None:
            self._show_result(self._played)
        if self._compared is not None:
            self._show_compared(self._compared)


def _format_progress(played: SimulationResult, seconds_left: float | None) -> str:
    """Return the number of games played and of draws, and the time left."""
    done = game_count(played.played) if played.is_finished else format_progress(played.played, played.planned)
    draws = trn("{n} draw", "{n} draws", played.draws).format(n=f"{played.draws:,}")
    return " · ".join(filter(None, (done, draws, format_time_left(seconds_left))))


def _format_share(share: float, seconds_left: float | None) -> str:
    """Return the progress of several series of games."""
    done = tr("{share} of games played").format(share=f"{100 * share:.0f}%")
    return " · ".join(filter(None, (done, format_time_left(seconds_left))))


def _split(claim: str, found: SimulationResult | ComparedGames | None) -> tuple[str, str]:
    """Return a claim as headline and reason."""
    if isinstance(found, ComparedGames) or (found is not None and found.claim is Claim.NOT_JUDGED):
        # Its first clause is a sentence of its own, with the figures in the next.
        return split_claim(claim, ("; ", ". "))
    return split_claim(claim, (": ",))


def _compared_lane(row: ComparedRow, *, is_change: bool) -> Lane:
    """Return the row of a pairing of bots, or of a fix."""
    figure = "" if row.estimate is None else (format_points if is_change else format_share)(row.estimate)
    return Lane(
        row.name,
        figure,
        tr("{name}: {text}").format(name=row.name, text=row.text),
        note=row.note,
        estimate=row.estimate,
        tested=row.tested,
        reading=row.reading,
        sign=_SIGNS[row.verdict],
        ink=_ink(row.verdict),
    )


def _zone_lane(zone: ZoneResult, number: int, *, is_finished: bool) -> Lane:
    """Return the row of a zone; the position of its interval only counts, and is shown, once all games are played."""
    rate = format_share(zone.rate) if zone.rate is not None else tr("none")
    won = tr("{n} won").format(n=f"{zone.wins:,}")
    description = tr("{zone}: {rate}, {won}; between {low} and {high}").format(
        zone=zone.contestant.title,
        rate=rate,
        won=won,
        low=format_share(zone.tested.low),
        high=format_share(zone.tested.high),
    )
    if is_finished:
        description = f"{description}, {_STANDING_TEXTS[zone.standing]}"
    return Lane(
        zone.contestant.title,
        rate,
        f"{description}.",
        note=won,
        number=number,
        colour=side_colour(zone.contestant.side),
        estimate=zone.rate,
        tested=zone.tested,
        reading=zone.reading,
        sign=_STANDINGS[zone.standing] if is_finished else "",
        ink=_ink(zone.standing),
    )


def _effect_lanes(played: SimulationResult) -> tuple[Lane, ...]:
    """Return the rows of the effects of the zones and of moving first; of two zones, only the better one."""
    zones = [(number, it, it.effect) for number, it in enumerate(played.zones, 1) if it.effect is not None]
    if len(played.zones) == 2:
        zones = sorted(zones, key=lambda it: -it[2].estimate)[:1]
    lanes = [
        _effect_lane(it.contestant.title, effect, number=number, colour=side_colour(it.contestant.side))
        for number, it, effect in zones
    ]
    if played.turn_order is not None:
        lanes.append(_effect_lane(tr("Moving first"), played.turn_order))
    return tuple(lanes)


def _effect_lane(name: str, effect: EffectFigures, *, number: int = 0, colour: str = "") -> Lane:
    text = tr("{name}: {effect}.").format(name=name, effect=format_effect(effect))
    figure = format_points(effect.estimate)
    return Lane(
        name, figure, text, number=number, colour=colour, estimate=effect.estimate, reading=effect.span
    )


def _ink(verdict: Claim | ClaimState | FirstMoveVerdict) -> str:
    look = colours()
    if verdict in (Claim.FAIR, ClaimState.INSIDE, FirstMoveVerdict.EVEN):
        return look.good
    bad = (Claim.UNFAIR, ClaimState.ABOVE, ClaimState.BELOW, FirstMoveVerdict.DECIDES)
    return look.error if verdict in bad else look.soft

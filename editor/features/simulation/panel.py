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
from fairground.editor.features.simulation.options import PlayOptions
from fairground.editor.features.simulation.text import (
    format_effect,
    format_end,
    format_points,
    format_progress,
    format_share,
    format_time_left,
    game_count,
)
from fairground.editor.features.simulation.win_rate_chart import ChartAxis, Lane, WinRateChart
from fairground.editor.widgets.labels_and_buttons import heading, soft_label
from fairground.editor.widgets.result_panel import ResultPanel, ResultTexts, plain_label

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtWidgets import QWidget

    from fairground.editor.app.actions import Actions
    from fairground.editor.features.simulation.job import EffectFigures, SimulationResult, ZoneResult

#: The icon of each claim, and of each position of an interval.
_CLAIMS: Final[Mapping[Claim, str]] = {
    Claim.FAIR: "band-green",
    Claim.UNFAIR: "band-red",
    Claim.NOT_DECIDED: "band-none",
    Claim.NOT_JUDGED: "band-none",
}
_FIRST_MOVES: Final[Mapping[FirstMoveVerdict, str]] = {
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
    ClaimState.OPEN: tr("across the edge of the even range"),
}
_LEGEND: Final = tr(
    "Bar: the interval that is tested. Line: 95% interval. Column: the range that counts as even."
)


class PlayPanel(ResultPanel):
    """Shows the result of games, from any source."""

    panel_title = tr("Self-play")
    about = tr("The version of the map that was played")
    action_names = ("simulation.start", "simulation.stop", "watch.record")
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
        self.effects.setAccessibleName(tr("Effects of the zone and of moving first"))
        self.ends_heading = heading(tr("How the games ended"), self)
        self.ends = soft_label("", self)
        self.ends.setAccessibleName(tr("How the games ended"))
        self.left_out_heading = heading(tr("Left out of the games"), self)
        self.left_out = soft_label("", self)
        self.left_out.setAccessibleName(tr("Left out of the games"))
        self._results = (self.sign, self.rates, self.legend, self.effects_heading, self.effects)
        # First the result, then the settings: a small panel scrolls the settings out of view.
        layout, _area = self.scroll_area()
        layout.addLayout(headline)
        layout.addWidget(self.reason)
        layout.addLayout(first_move_row)
        for widget in (self.start, self.fold, self.options, self.progress, self.notice):
            layout.addWidget(widget)
        for result in (
            *self._results[1:],
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
        played: SimulationResult | None,
        texts: ResultTexts,
        *,
        claim: str,
        is_playing: bool,
        is_old: bool = False,
        seconds_left: float | None = None,
    ) -> None:
        """Show the result of games, None for none yet; ``is_old`` if it belongs to another state of the map."""
        self._played, self._is_old = played, is_old
        self.show_state(texts, can_start=played is None and not is_playing)
        self.progress.show_share(
            _format_progress(played, seconds_left) if played else texts.waiting if is_playing else "",
            played.played / played.planned if played else 0.0,
            is_running=is_playing,
        )
        for widget in self._results:
            widget.setVisible(played is not None)
        # "Not judged: games leave out … ." is a sentence of its own, with the figures in the next.
        end = ". " if played is not None and played.claim is Claim.NOT_JUDGED else ": "
        lead, mark, reason = claim.partition(end)
        self.headline.setText(lead + mark.rstrip())
        self.headline.setAccessibleDescription(claim)
        self.headline.setVisible(bool(lead))
        cost = f" {played.cost}" if played is not None and is_playing and played.cost else ""
        self.reason.setText(texts.remark or f"{reason[:1].upper()}{reason[1:]}{cost}")
        self.reason.setVisible(bool(self.reason.text()))
        for label in (self.left_out_heading, self.left_out):
            label.setVisible(played is not None and bool(played.left_out))
        for label in (self.ends_heading, self.ends):
            label.setVisible(played is not None and bool(played.ends))
        has_first_move = played is not None and played.first_move is not None
        for label in (self.first_move_sign, self.first_move):
            label.setVisible(has_first_move)
        if played is not None:
            self._show_result(played)

    def _show_result(self, played: SimulationResult) -> None:
        if played.is_qualified:
            self.draw_sign("band-amber", colours().warning)
        else:
            self.draw_sign(_CLAIMS[played.claim], _ink(played.claim))
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
        self.left_out.setText(" ".join(played.left_out))

    def _show_first_move(self, played: SimulationResult) -> None:
        if played.first_move is None:
            return
        icon, ink = _FIRST_MOVES[played.first_move], _ink(played.first_move)
        self.first_move_sign.setPixmap(pixmap(icon, _SIGN, colour=ink, ratio=self.devicePixelRatioF()))
        self.first_move_sign.setAccessibleName(played.first_move.value)
        self.first_move.setText(played.first_move_sentence)

    def redraw(self) -> None:
        """Redraw the signs in the colours of the theme."""
        super().redraw()
        if self._played is not None:
            self._show_result(self._played)


def _format_progress(played: SimulationResult, seconds_left: float | None) -> str:
    """Return the number of games played and of draws, and the time left."""
    done = game_count(played.played) if played.is_finished else format_progress(played.played, played.planned)
    draws = trn("{n} draw", "{n} draws", played.draws).format(n=f"{played.draws:,}")
    return " · ".join(filter(None, (done, draws, format_time_left(seconds_left))))


def _zone_lane(zone: ZoneResult, number: int, *, is_finished: bool) -> Lane:
    """Return the row of a zone; the position of its interval only counts, and is shown, once all games are played."""
    rate = format_share(zone.rate) if zone.rate is not None else tr("none")
    won = tr("{n} won").format(n=f"{zone.wins:,}")
    description = tr("{zone}: {rate}, {won}; between {low} and {high}").format(
        zone=zone.contestant.id,
        rate=rate,
        won=won,
        low=format_share(zone.tested.low),
        high=format_share(zone.tested.high),
    )
    if is_finished:
        description = f"{description}, {_STANDING_TEXTS[zone.standing]}"
    return Lane(
        zone.contestant.id,
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
        _effect_lane(it.contestant.id, effect, number=number, colour=side_colour(it.contestant.side))
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

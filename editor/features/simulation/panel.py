"""The panel of self-play: how it is played, what the games say of the map, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from fairground.core.pictures.zone_layers import side_colour
from fairground.core.simulation.statistics.equivalence import Claim, ClaimState
from fairground.editor.app.icons import pixmap
from fairground.editor.app.texts import tr, trn
from fairground.editor.app.theme import colours
from fairground.editor.features.simulation.options import PlayOptions
from fairground.editor.features.simulation.text import (
    effect_words,
    game_count,
    played_words,
    points_words,
    share_words,
    time_words,
)
from fairground.editor.features.simulation.win_rate_chart import ChartAxis, Lane, WinRateChart
from fairground.editor.widgets.basics import heading, soft_label
from fairground.editor.widgets.option_rows import PanelTitle
from fairground.editor.widgets.progress_parts import ActionButton, Fold, ShareLine, StaleNotice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.editor.app.actions import Actions
    from fairground.editor.features.simulation.job import EffectFigures, SimulationResult, ZoneResult

_SIGN: Final = 24
#: The icon of each claim, and of where an interval lies.
_CLAIMS: Final[Mapping[Claim, str]] = {
    Claim.FAIR: "band-green",
    Claim.UNFAIR: "band-red",
    Claim.NOT_DECIDED: "band-none",
}
_STANDINGS: Final[Mapping[ClaimState, str]] = {
    ClaimState.INSIDE: "band-green",
    ClaimState.ABOVE: "band-red",
    ClaimState.BELOW: "band-red",
    ClaimState.OPEN: "band-none",
}
_STANDING_WORDS: Final[Mapping[ClaimState, str]] = {
    ClaimState.INSIDE: tr("within the even range"),
    ClaimState.ABOVE: tr("above the even range"),
    ClaimState.BELOW: tr("below the even range"),
    ClaimState.OPEN: tr("across the edge of the even range"),
}


@dataclass(frozen=True, slots=True)
class SimulationPanelTexts:
    """What is said beside the figures; what is empty is not said.

    ``claim`` is what the games show, ``remark`` why there are none. ``of_what`` names the state of the map that they are
    of, and ``notice`` says that it is another one than that in the window. ``waiting`` is said before the first game.
    """

    claim: str = ""
    remark: str = ""
    of_what: str = ""
    notice: str = ""
    waiting: str = ""


class PlayPanel(QWidget):
    """Shows what games came to; knows nothing of where they are played."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Self-play"))
        self._played: SimulationResult | None = None
        self._is_old = False
        self.title = PanelTitle(
            tr("Play"),
            tr("The state of the map that was played"),
            actions,
            ("simulation.start", "simulation.stop"),
        )
        self.options = PlayOptions()
        self.fold = Fold(tr("Game settings"), tr("Show or hide the game settings"), self)
        self.fold.toggled.connect(self.options.setVisible)
        self.options.changed.connect(self._sum_up)
        self.start = ActionButton(actions, "simulation.start", self)
        self.progress = ShareLine(tr("Games played"), self)
        self.notice = StaleNotice(self)
        self.sign = QLabel(self)
        self.sign.setFixedSize(_SIGN, _SIGN)
        self.claim = _wrapping(self, bold=True)
        self.claim.setAccessibleName(tr("Result"))
        self.reason = _wrapping(self)
        self.reason.setAccessibleName(tr("Reason"))
        self.rates = WinRateChart(self)
        self.rates.setAccessibleName(tr("Win rates by zone"))
        self.legend = soft_label(self.rates.legend(), self)
        self.effects_heading = heading(tr("Zone and turn order separately, in points"), self)
        self.effects_heading.setWordWrap(True)
        self.effects = WinRateChart(self)
        self.effects.setAccessibleName(tr("What the zone and moving first are worth"))
        self.left_out_heading = heading(tr("Not played"), self)
        self.left_out = soft_label("", self)
        self.left_out.setAccessibleName(tr("Not played"))
        self._results = (self.sign, self.rates, self.legend, self.effects_heading, self.effects)
        self._lay_out()
        self.fold.setChecked(True)
        self.show_games(None, SimulationPanelTexts(), is_playing=False)

    def _lay_out(self) -> None:
        inner = QWidget()
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(8, 4, 8, 6)
        layout.setSpacing(5)
        # What a small panel has no room for is scrolled away: the options, not what the panel says.
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        top.addWidget(self.claim, 1)
        layout.addLayout(top)
        layout.addWidget(self.reason)
        layout.addWidget(self.start)
        layout.addWidget(self.fold)
        layout.addWidget(self.options)
        layout.addWidget(self.progress)
        layout.addWidget(self.notice)
        layout.addWidget(self.rates)
        layout.addWidget(self.legend)
        layout.addWidget(self.effects_heading)
        layout.addWidget(self.effects)
        layout.addWidget(self.left_out_heading)
        layout.addWidget(self.left_out)
        layout.addStretch(1)
        area = QScrollArea(self)
        area.setWidget(inner)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(area)

    # -- what it shows --------------------------------------------------------------------------------------

    def show_games(
        self,
        played: SimulationResult | None,
        words: SimulationPanelTexts,
        *,
        is_playing: bool,
        is_old: bool = False,
        seconds_left: float | None = None,
    ) -> None:
        """Show what games came to, None before there are any; ``is_old`` where they are of another state of the map."""
        self._played, self._is_old = played, is_old
        self.start.setVisible(played is None and not is_playing)
        self.notice.say(words.notice)
        self.title.status.setText(
            tr("Play: {what}").format(what=words.of_what) if words.of_what else tr("Play")
        )
        self.progress.show_share(
            _progress_words(played, seconds_left) if played else words.waiting if is_playing else "",
            played.played / played.planned if played else 0.0,
            is_running=is_playing,
        )
        for part in self._results:
            part.setVisible(played is not None)
        told, _, why = words.claim.partition(": ")
        self.claim.setText(f"{told}:" if why else told)
        self.claim.setAccessibleDescription(words.claim)
        self.claim.setVisible(bool(told))
        self.reason.setText(words.remark or f"{why[:1].upper()}{why[1:]}")
        self.reason.setVisible(bool(self.reason.text()))
        for part in (self.left_out_heading, self.left_out):
            part.setVisible(played is not None and bool(played.left_out))
        if played is not None:
            self._show_result(played)

    def _show_result(self, played: SimulationResult) -> None:
        sign, ink = _CLAIMS[played.claim], _ink(played.claim)
        self.sign.setPixmap(pixmap(sign, _SIGN - 2, colour=ink, ratio=self.devicePixelRatioF()))
        self.sign.setAccessibleName(played.claim.value)
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
        self.left_out.setText(" ".join(played.left_out))

    def redraw(self) -> None:
        """Draw the signs in the colours of the theme."""
        self.notice.redraw()
        if self._played is not None:
            self._show_result(self._played)

    def _sum_up(self) -> None:
        self.fold.say(self.options.summary)


def _progress_words(played: SimulationResult, seconds_left: float | None) -> str:
    """Return how many games are played, and how many were draws."""
    done = game_count(played.played) if played.is_finished else played_words(played.played, played.planned)
    draws = trn("{n} draw", "{n} draws", played.draws).format(n=f"{played.draws:,}")
    return " · ".join(filter(None, (done, draws, time_words(seconds_left))))


def _zone_lane(zone: ZoneResult, number: int, *, is_finished: bool) -> Lane:
    """Return the row of a zone; where its interval lies is said once all games are played, for only then it counts."""
    rate = share_words(zone.rate) if zone.rate is not None else tr("none")
    won = tr("{n} won").format(n=f"{zone.wins:,}")
    words = tr("{zone}: {rate}, {won}; between {low} and {high}").format(
        zone=zone.contestant.id,
        rate=rate,
        won=won,
        low=share_words(zone.tested.low),
        high=share_words(zone.tested.high),
    )
    if is_finished:
        words = f"{words}, {_STANDING_WORDS[zone.standing]}"
    return Lane(
        zone.contestant.id,
        rate,
        f"{words}.",
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
    """Return what the zones and moving first are worth; of two zones the better one says it of both."""
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
    told = tr("{name}: {effect}.").format(name=name, effect=effect_words(effect))
    figure = points_words(effect.estimate)
    return Lane(
        name, figure, told, number=number, colour=colour, estimate=effect.estimate, reading=effect.span
    )


def _ink(found: Claim | ClaimState) -> str:
    look = colours()
    if found in (Claim.FAIR, ClaimState.INSIDE):
        return look.good
    return look.soft if found in (Claim.NOT_DECIDED, ClaimState.OPEN) else look.error


def _wrapping(parent: QWidget, *, bold: bool = False) -> QLabel:
    found = QLabel(parent)
    found.setWordWrap(True)
    found.setTextFormat(Qt.TextFormat.PlainText)
    found.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if bold:
        font = found.font()
        font.setBold(True)
        found.setFont(font)
    return found

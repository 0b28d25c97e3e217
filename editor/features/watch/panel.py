"""The panel of recorded games: which to record, the list of games, the controls, what happens and why, and the heat maps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSlider,
    QToolButton,
    QWidget,
)

from fairground.editor.app.icons import icon
from fairground.editor.app.texts import tr, trn
from fairground.editor.features.watch.job import RecordSettings
from fairground.editor.widgets.checklist_button import ChoiceBox
from fairground.editor.widgets.labels_and_buttons import WholeLabel, heading, soft_label
from fairground.editor.widgets.legend_rows import LegendRows, TranslatedWords, legend_entry
from fairground.editor.widgets.option_rows import TitledGrid, action_button
from fairground.editor.widgets.result_panel import ResultPanel, SettingsForm, plain_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.pictures.display_list import Point
    from fairground.core.pictures.games_drawing import GamesDrawing
    from fairground.core.simulation.recording.steps import Step
    from fairground.editor.app.actions import Actions
    from fairground.editor.widgets.result_panel import ResultTexts

#: The games to record; None are the interesting ones.
_CHOICES: Final[dict[int | None, str]] = {
    None: tr("Interesting games"),
    10: tr("The first 10 games"),
    50: tr("The first 50 games"),
    200: tr("The first 200 games"),
}
#: The buttons that move through a game.
_CONTROLS: Final = (
    *("watch.previous-turn", "watch.back", "watch.play", "watch.forward", "watch.next-turn"),
    "watch.next-loss",
)
#: How long a step is shown while a game plays, in milliseconds.
SPEEDS: Final[dict[int, str]] = {2000: tr("Slow"), 1000: tr("Normal"), 400: tr("Fast")}
_HEAT_MAPS: Final[dict[str, str]] = {
    "": tr("No heat map"),
    "deaths": tr("Where units die"),
    "stays": tr("Where units end their turns"),
    "shots": tr("Where units attack from"),
}


class WatchOptions(SettingsForm):
    """Chooses the games; bots, force, order and seed are those of the self-play panel."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.games = ChoiceBox(self)
        self.games.offer(_CHOICES)
        self.games.show_value(None)
        self.games.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.games.setMinimumContentsLength(6)
        self.games.picked.connect(lambda _value: self.changed.emit())
        note = soft_label(tr("The bots, force, turn order and seed are set in the Self-play panel."), self)
        grid = TitledGrid(self)
        tip = tr(
            "Interesting: a typical win for each side, plus the closest, the shortest and a drawn game, from "
            "the first 100 games"
        )
        grid.add(0, 0, tr("Games"), self.games, tip, wide=True)
        grid.addWidget(note, 1, 0, 1, 4)

    @property
    def settings(self) -> RecordSettings:
        """The chosen settings."""
        return RecordSettings(self.games.value)

    @property
    def summary(self) -> str:
        """The choice in one line."""
        return _CHOICES[self.games.value]


class WatchPanel(ResultPanel):
    """Shows recorded games, from any source."""

    panel_title = tr("Watch games")
    about = tr("Status of the recordings")
    action_names = ("watch.record", "watch.stop")
    fold_texts = tr("Games to record"), tr("Show or hide the options for recording games")
    options: WatchOptions

    #: The index of a step that was chosen.
    step_chosen = Signal(int)

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(actions, WatchOptions(), parent)
        self.remark = plain_label("", self, name=tr("Remark"))
        #: Picks the index of a game.
        self.games = ChoiceBox(self)
        self.games.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.games.setMinimumContentsLength(6)
        self.games.setAccessibleName(tr("Recorded games"))
        self.games.setToolTip(tr("Choose the game to watch"))
        self.buttons: dict[str, QToolButton] = {
            name: action_button(actions, name, self) for name in _CONTROLS
        }
        self.speed = ChoiceBox(self)
        self.speed.offer(SPEEDS)
        self.speed.show_value(1000)
        self.speed.setAccessibleName(tr("Speed"))
        self.speed.setToolTip(tr("Playback speed"))
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setAccessibleName(tr("Step of the game"))
        self.slider.setToolTip(tr("Go to any step of the game"))
        self.slider.valueChanged.connect(self._slide)
        self.state = plain_label("", self, name=tr("Turn and points"), bold=True)
        self.text = WholeLabel(tr("Description of the step"), self, is_selectable=True)
        self.why = WholeLabel(tr("Why the bot chose this move"), self, is_soft=True, is_selectable=True)
        #: Picks the id of a heat map, empty for none.
        self.heat = ChoiceBox(self)
        self.heat.offer(_HEAT_MAPS)
        self.heat.show_value("")
        self.legend = LegendRows(self)
        self.figures_heading = heading(tr("All recorded games"), self)
        self.figures = WholeLabel(
            tr("Statistics for all recorded games"), self, is_soft=True, is_selectable=True
        )
        self._arrange()

    def _arrange(self) -> None:
        layout, _area = self.scroll_area()
        for widget in (self.remark, self.start, self.fold, self.options, self.progress, self.notice):
            layout.addWidget(widget)
        layout.addWidget(self.games)
        controls = QHBoxLayout()
        controls.setSpacing(1)
        for button in self.buttons.values():
            controls.addWidget(button)
        controls.addStretch(1)
        controls.addWidget(self.speed)
        layout.addLayout(controls)
        layout.addWidget(self.slider)
        for label in (self.state, self.text, self.why):
            layout.addWidget(label)
        layout.addWidget(self.figures_heading)
        self._heat_row = QWidget(self)
        grid = TitledGrid(self._heat_row)
        tip = tr("Colour the map by how often something happened in each hex, across all recorded games")
        grid.add(0, 0, tr("Heat map"), self.heat, tip, wide=True)
        layout.addWidget(self._heat_row)
        layout.addLayout(self.legend)
        layout.addWidget(self.figures)
        layout.addStretch(1)
        self._results = (
            *(self.games, *self.buttons.values(), self.speed, self.slider, self.state, self.text, self.why),
            *(self.figures_heading, self._heat_row, self.figures),
        )
        self.fold.setChecked(True)
        self.show_progress(None, has_games=False, is_busy=False, share=0.0)

    def show_progress(
        self, texts: ResultTexts | None, *, has_games: bool, is_busy: bool, share: float
    ) -> None:
        """Show whether there are games, and how far the recording is."""
        if texts is not None:
            self.show_state(texts, can_start=not has_games and not is_busy)
            waiting = tr("Recording… {share}").format(share=f"{share:.0%}") if share else texts.waiting
            self.progress.show_share(waiting if is_busy else "", share, is_running=is_busy)
            self.remark.setText(texts.remark)
        self.remark.setVisible(bool(self.remark.text()))
        for widget in self._results:
            widget.setVisible(has_games)

    def show_games(self, lines: Sequence[str], figures: str) -> None:
        """List the games, and show figures over all."""
        self.games.offer(dict(enumerate(lines)))
        self.figures.setText(figures)

    def show_game(self, index: int, steps: int) -> None:
        """Show which game is watched, and how many steps it has."""
        self.games.show_value(index)
        self.slider.blockSignals(True)
        self.slider.setRange(0, max(steps - 1, 0))
        self.slider.blockSignals(False)

    def show_step(self, index: int, state: str, text: str, why: str) -> None:
        """Show a step: turn and points, what happens, and why."""
        self.slider.blockSignals(True)
        self.slider.setValue(index)
        self.slider.blockSignals(False)
        self.state.setText(state)
        self.text.setText(text)
        self.why.setText(why)

    def show_playing(self, *, is_playing: bool) -> None:
        """Show whether the game plays."""
        button = self.buttons["watch.play"]
        button.setIcon(icon("play-pause" if is_playing else "play-start"))
        button.setIconSize(QSize(18, 18))

    def show_legend(self, drawing: GamesDrawing | None, hexagon: tuple[Point, ...]) -> None:
        """Show the legend of a heat map; None for none."""
        words = TranslatedWords()
        entries = () if drawing is None else tuple(drawing.entries(words))
        self.legend.show_entries(
            tuple(legend_entry(it.paint, hexagon, it.title, over=False) for it in entries),  # type: ignore[arg-type]  # kinds have samples
            hexagon,
        )

    def _slide(self, step: int) -> None:
        self.step_chosen.emit(step)


def format_turn(step: Step, titles: Sequence[str]) -> str:
    """Return the turn and the points after a step."""
    turn = tr("Turn {turn}").format(turn=step.turn) if step.turn else tr("Start")
    points = ", ".join(f"{title} {points}" for title, points in zip(titles, step.after.points, strict=True))
    return f"{turn} · {points}"


def format_games(count: int) -> str:
    """Return a number of games as text."""
    return trn("{n} game", "{n} games", count).format(n=f"{count:,}")

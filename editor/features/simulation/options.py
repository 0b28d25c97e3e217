"""The settings of self-play: bot, force, order of play, number of games, margin and seed."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFileDialog, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.features.simulation.job import SimulationSettings
from fairground.editor.features.simulation.text import bot_name, bot_summary, game_count, order_name
from fairground.editor.widgets.checklist_button import ChoiceBox
from fairground.editor.widgets.number_fields import narrow_field
from fairground.editor.widgets.option_rows import TitledGrid
from fairground.editor.widgets.result_panel import SettingsForm

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.editor.features.simulation.job import ForceChoice, PlayChoices

#: The value of the entry that opens a file dialog: no force has this id.
_FILE: Final = "\0"


class ForceBox(ChoiceBox):
    """Offers forces that fit the ruleset, the units on the map, and files; values are ids or paths."""

    #: Another force was selected.
    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._forces: tuple[ForceChoice, ...] = ()
        #: The names of chosen files by path.
        self._files: dict[str, str] = {}
        #: The value to return to while a file is chosen.
        self._selected = ""
        self.picked.connect(self._pick)
        self.setEnabled(False)  # Qt's signature

    def show_forces(self, forces: tuple[ForceChoice, ...]) -> None:
        """Offer other forces; the selection stays if it is still on offer."""
        self._forces = forces
        self._offer(self._selected)

    def choose_file(self, path: Path) -> None:
        """Add a force file to the offer, and select it."""
        self._files[str(path)] = path.name
        self._offer(str(path))
        self.chosen.emit()

    def _offer(self, wanted: str) -> None:
        choices = {it.id: it.name for it in self._forces} | self._files
        self.offer({**choices, _FILE: tr("From file…")})
        for at, it in enumerate(self._forces):
            self.setItemData(at, it.tip, Qt.ItemDataRole.ToolTipRole)
        # Without a force that fits, starting the games reports what is missing.
        self._selected = wanted if wanted in choices else next(iter(choices), "")
        self.show_value(self._selected)
        self.setEnabled(True)  # Qt's signature

    def _pick(self, value: str) -> None:
        if value != _FILE:
            self._selected = value
            self.chosen.emit()
            return
        self.show_value(self._selected)
        dialog = QFileDialog(
            self.window(), tr("Choose a force"), "", tr("Forces ({endings})").format(endings="*.yaml *.yml")
        )
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.choose_file(Path(name)))
        dialog.open()


#: The limits of the number of games, and of the margin in points; the command line allows more.
_MOST_GAMES, _WIDEST = 100_000, 25


class PlayOptions(SettingsForm):
    """The settings of games."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        defaults = SimulationSettings()
        self.bot, self.force, self.order = ChoiceBox(self), ForceBox(self), ChoiceBox(self)
        self.rival = ChoiceBox(self)
        for box in (self.bot, self.rival, self.force, self.order):
            box.setSizeAdjustPolicy(box.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(6)
        for choice in (self.bot.picked, self.rival.picked, self.order.picked):
            choice.connect(lambda _value: self.changed.emit())
        self.force.chosen.connect(self.changed)
        self.games = narrow_field(self, 2, _MOST_GAMES, defaults.games, room_for="1,110")
        self.games.setSingleStep(100)
        self.games.setGroupSeparatorShown(True)
        self.margin = narrow_field(self, 1, _WIDEST, int(100 * defaults.margin), room_for="1,110")
        self.margin.setPrefix("± ")
        self.seed = narrow_field(self, 1, 999_999, defaults.seed, room_for="1,110")
        self.early = QCheckBox(tr("End early"), self)
        self.early.setToolTip(
            tr(
                "Stop once the result is clear. The number of games is then a maximum, and the intervals are wider"
            )
        )
        self.early.setAccessibleName(self.early.text())
        self.early.setChecked(defaults.stops_early)
        self.early.toggled.connect(lambda _on: self.changed.emit())
        for spin in (self.games, self.margin, self.seed):
            spin.valueChanged.connect(lambda _value: self.changed.emit())
        grid = TitledGrid(self)
        tip = tr("The bot that plays every zone, or the first of two zones")
        grid.add(0, 0, tr("Bot"), self.bot, tip, wide=True)
        tip = tr(
            "The bot that plays the second of two zones. Comparing bots then covers these two, alone and against "
            "each other"
        )
        grid.add(1, 0, tr("Against"), self.rival, tip, wide=True)
        grid.add(2, 0, tr("Force"), self.force, tr("The units of each side"), wide=True)
        tip = tr("Turn order: the sides alternate or move at the same time")
        grid.add(3, 0, tr("Order"), self.order, tip, wide=True)
        grid.add(4, 0, tr("Games"), self.games, tr("Number of games; each side moves first equally often"))
        tip = tr("How far a win rate may be from even and still count as fair, in percentage points")
        grid.add(4, 2, tr("Margin"), self.margin, tip)
        grid.add(5, 0, tr("Seed"), self.seed, tr("The same seed plays the same games again"))
        grid.addWidget(self.early, 5, 2, 1, 2)

    @property
    def settings(self) -> SimulationSettings:
        """The chosen settings."""
        return SimulationSettings(
            self.bot.value or "",
            self.force.value or "",
            self.order.value or "",
            self.games.value(),
            Fraction(self.margin.value(), 100),
            self.seed.value(),
            self.early.isChecked(),
            rival=self.rival.value or "",
        )

    @property
    def summary(self) -> str:
        """Number of games and bot in one line."""
        games = game_count(self.games.value())
        if self.early.isChecked():
            games = tr("up to {games}").format(games=games)
        bots = self.bot.currentText()
        if len(self.settings.bots) > 1:
            bots = tr("{bot} against {rival}").format(bot=bots, rival=self.rival.currentText())
        return " · ".join(filter(None, [games, bots]))

    def offer(self, choices: PlayChoices) -> None:
        """Offer other bots, forces and orders; selections stay if they are still on offer."""
        _offer(self.bot, {it: bot_name(it) for it in choices.bots})
        for at, it in enumerate(choices.bots):
            self.bot.setItemData(at, bot_summary(it), Qt.ItemDataRole.ToolTipRole)
        same = {"": tr("The same bot")}
        _offer(self.rival, same | {it: bot_name(it) for it in choices.bots if choices.zones})
        self.force.show_forces(choices.forces)
        _offer(self.order, {it: order_name(it) for it in choices.orders})
        self.changed.emit()


def _offer(box: ChoiceBox, choices: Mapping[str, str]) -> None:
    chosen = box.value
    box.offer(choices)
    if choices:
        box.show_value(chosen if chosen in choices else next(iter(choices)))
    box.setEnabled(bool(choices))

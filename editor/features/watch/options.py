"""Which games to record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fairground.editor.app.texts import tr
from fairground.editor.features.watch.job import RecordSettings
from fairground.editor.widgets.checklist_button import ChoiceBox
from fairground.editor.widgets.labels_and_buttons import soft_label
from fairground.editor.widgets.option_rows import TitledGrid
from fairground.editor.widgets.result_panel import SettingsForm

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

#: The choices: None are the interesting games.
_CHOICES: Final[dict[int | None, str]] = {
    None: tr("Interesting games"),
    10: tr("The first 10 games"),
    50: tr("The first 50 games"),
    200: tr("The first 200 games"),
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
        note = soft_label(tr("Bots, force, turn order and seed are those of the Self-play panel."), self)
        grid = TitledGrid(self)
        tip = tr(
            "Interesting: a typical win of each side, the closest, the shortest and a drawn game among the "
            "first 100"
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

"""The repair panel: settings, the edits found with their effects, or why there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QCheckBox, QGridLayout, QSizePolicy, QWidget

from fairground.core.scenario.fairness_titles_and_limits import Verdict
from fairground.editor.app.texts import tr, trn
from fairground.editor.app.theme import colours
from fairground.editor.features.repair.job import RepairSettings
from fairground.editor.features.repair.step_list import RepairStepList
from fairground.editor.widgets.checklist_button import CheckMenu, ChoiceBox
from fairground.editor.widgets.number_fields import NumberField
from fairground.editor.widgets.option_rows import TitledGrid
from fairground.editor.widgets.progress_parts import ActionButton
from fairground.editor.widgets.result_panel import ResultPanel, ResultTexts, SettingsForm, plain_label

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.editor.app.actions import Actions
    from fairground.editor.features.repair.job import RepairResult

#: The most edits on offer; the command line allows more.
_MOST_EDITS = 20
#: The most games for each repair, and how many an arrow key adds.
_MOST_GAMES, _GAMES_STEP = 5_000, 100
_CHANGES = {
    "zone-move": (
        tr("Move zones"),
        tr("Allow deployment zones to move with their units or to change shape"),
    ),
    "objective": (tr("Move objectives"), tr("Allow objectives to move")),
    "feature": (tr("Shift terrain"), tr("Allow groups of terrain to shift by one hex")),
    "terrain": (tr("Terrain"), tr("Allow terrain changes")),
    "level": (tr("Levels"), tr("Allow level changes")),
    "zone": (tr("Zones"), tr("Allow deployment zones to gain or lose hexes")),
}


class RepairOptions(SettingsForm):
    """The settings of a repair."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        defaults = RepairSettings()
        self.measures = CheckMenu(tr("All measures in the verdict"), self)
        self.terrains = CheckMenu(tr("Any terrain on this map"), self)
        self.band = ChoiceBox(self)
        self.band.offer({Verdict.GREEN: tr("Green"), Verdict.AMBER: tr("Amber")})
        self.band.show_value(defaults.band)
        self.band.picked.connect(self._choose)
        self.most = NumberField(self)
        self.most.setRange(1, _MOST_EDITS)
        self.most.setValue(defaults.most)
        self.most.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.most.valueChanged.connect(self._choose)
        self.games = NumberField(self)
        self.games.setRange(0, _MOST_GAMES)
        self.games.setSingleStep(_GAMES_STEP)
        self.games.setSpecialValueText(tr("None"))
        self.games.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.games.valueChanged.connect(self._choose)
        self.changes: dict[str, QCheckBox] = {}
        boxes = QWidget(self)
        # With a large font, three side by side are wider than the panel.
        row = QGridLayout(boxes)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for place, (change, (title, tip)) in enumerate(_CHANGES.items()):
            box = self.changes[change] = QCheckBox(title, boxes)
            box.setChecked(True)  # Qt's signature
            box.setToolTip(tip)
            box.setAccessibleName(title)
            box.setAccessibleDescription(tip)
            box.toggled.connect(self._choose)
            row.addWidget(box, *divmod(place, 2))
        for menu in (self.measures, self.terrains):
            menu.changed.connect(self.changed)
        grid = TitledGrid(self)
        grid.add(0, 0, tr("Repair"), self.measures, tr("Measures to repair"), wide=True)
        grid.add(1, 0, tr("Target"), self.band, tr("Rating that the measures must reach"))
        grid.add(1, 2, tr("Edits"), self.most, tr("Maximum number of edits"))
        grid.add(2, 0, tr("Change"), boxes, tr("Kinds of edit allowed"), wide=True)
        grid.add(3, 0, tr("Use"), self.terrains, tr("Terrain that hexes may be changed to"), wide=True)
        games = tr("Number of games that bots play on the map and on every repair found, to rank the repairs")
        grid.add(4, 0, tr("Games"), self.games, games)

    @property
    def settings(self) -> RepairSettings:
        """The chosen settings."""
        return RepairSettings(
            self.measures.checked,
            self.band.value,
            self.terrains.checked,
            tuple(change for change, box in self.changes.items() if box.isChecked()),
            self.most.value(),
            self.games.value(),
        )

    @property
    def summary(self) -> str:
        """Measures, target and number of edits in one line."""
        chosen = len(self.measures.checked)
        all_ = tr("All measures in the verdict")
        measures = trn("{n} measure", "{n} measures", chosen).format(n=chosen) if chosen else all_
        most = trn("{n} edit", "{n} edits", self.most.value()).format(n=self.most.value())
        return f"{measures} · {self.band.currentText()} · {most}"

    @property
    def refusal(self) -> str:
        """Why no search can start; empty if one can."""
        return "" if self.settings.changes else tr("Allow at least one kind of edit.")

    def offer_measures(self, measures: Mapping[str, str]) -> None:
        """Offer measures, with their titles by id."""
        self.measures.offer({name: f"{title[:1].upper()}{title[1:]}" for name, title in measures.items()})
        self.changed.emit()

    def offer_terrains(self, terrains: Mapping[str, str]) -> None:
        """Offer the terrain of a ruleset, with its names by id."""
        self.terrains.offer(terrains)
        self.changed.emit()

    def _choose(self, _value: object) -> None:
        self.changed.emit()


_ABOUT_EDITS: Final = tr(
    "Locked hexes and zones stay unchanged, and units only move with their zone. Every edit listed is needed."
)


class RepairPanel(ResultPanel):
    """Shows the edits of a repair, from any source."""

    panel_title = tr("Repair")
    about = tr("Status of the repairs")
    action_names = ("repair.start", "repair.stop", "repair.apply")
    fold_texts = tr("Repair settings"), tr("Show or hide the repair settings")
    options: RepairOptions

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(actions, RepairOptions(), parent)
        self._repaired: RepairResult | None = None
        #: The repairs found, the best first.
        self.offers = ChoiceBox(self)
        self.offers.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.offers.setAccessibleName(tr("Repairs found"))
        self.offers.setToolTip(tr("Choose a repair to see its edits here and on the map"))
        self.about_offer = plain_label("", self, name=tr("About this repair"))
        self.ranking = plain_label("", self, name=tr("Ranking of the repairs"))
        self.steps = RepairStepList(self)
        self.ways = plain_label("", self, name=tr("Paths before and after"))
        self.apply = ActionButton(actions, "repair.apply", self)
        self.about_edits = plain_label(_ABOUT_EDITS, self, name=tr("About the edits"))
        self.about_edits.setProperty("soft", True)  # Qt's signature
        for button in (self.start, self.apply):
            # With a large font it would be wider than the panel.
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._lay_out()
        self.fold.setChecked(True)
        self.show_repair(None, ResultTexts(), is_busy=False, is_old=False, share=0.0)

    def _lay_out(self) -> None:
        layout, self.area = self.scroll_area()
        for widget in (self.fold, self.options, self.start, self.progress, self.notice):
            layout.addWidget(widget)
        layout.addLayout(self.headline_row())
        for label in (
            self.reason,
            self.offers,
            self.about_offer,
            self.steps,
            self.apply,
            self.ways,
            self.ranking,
            self.about_edits,
        ):
            layout.addWidget(label)
        layout.addStretch(1)

    def show_repair(
        self,
        repaired: RepairResult | None,
        texts: ResultTexts,
        *,
        is_busy: bool,
        is_old: bool,
        share: float,
    ) -> None:
        """Show a repair, None for none yet, with the chosen offer; ``is_old`` if it belongs to another state of the map."""
        self._repaired = repaired
        if texts.notice and texts.notice != self.notice.words.text():
            # Bring the notice into view; it is above the edits.
            self.area.verticalScrollBar().setValue(0)
        self.show_state(texts, can_start=repaired is None and not is_busy)
        tried = tr("Trying edits… {percent}%").format(percent=round(100 * share))
        progress = (tried if share else texts.waiting) if is_busy else ""
        self.progress.show_share(progress, share, is_running=is_busy)
        self.sign.setVisible(repaired is not None)
        self.headline.setText(repaired.sentence if repaired is not None else "")
        self.headline.setVisible(repaired is not None)
        self.reason.setText(texts.remark or (repaired.reason if repaired is not None else ""))
        self.reason.setVisible(bool(self.reason.text()))
        steps = repaired.steps if repaired is not None else ()
        self._show_offers(repaired)
        self.offers.setEnabled(not is_old)
        self.steps.show_steps(steps)
        self.steps.setEnabled(not is_old)
        ways = repaired.ways if repaired is not None else ()
        title = tr("No path is lost. Movement points of the cheapest path, before and after:")
        self.ways.setText("\n".join([title, *ways]) if ways else "")
        self.ways.setVisible(bool(ways))
        for widget in (self.steps, self.apply, self.about_edits):
            widget.setVisible(bool(steps))
        self._draw_sign()

    def _show_offers(self, repaired: RepairResult | None) -> None:
        """Show the repairs to choose from, and what is known about the chosen one."""
        offers = repaired.offers if repaired is not None else ()
        self.offers.offer(
            {place: f"{place + 1}. {it.title}" for place, it in enumerate(offers)},
        )
        chosen = (
            next((place for place, it in enumerate(offers) if it.steps == repaired.steps), -1)
            if repaired
            else -1
        )
        self.offers.show_value(chosen)
        self.offers.setVisible(len(offers) > 1)
        self.about_offer.setText("\n".join(offers[chosen].about) if chosen >= 0 else "")
        self.about_offer.setVisible(chosen >= 0)
        self.ranking.setText(repaired.ranking if repaired is not None else "")
        self.ranking.setVisible(len(offers) > 1)

    def redraw(self) -> None:
        """Redraw the signs in the colours of the theme."""
        super().redraw()
        self.steps.redraw()
        self._draw_sign()

    def _draw_sign(self) -> None:
        if self._repaired is None:
            return
        look = colours()
        sign, ink = ("band-green", look.good) if self._repaired.is_reached else ("band-red", look.error)
        if self._repaired.steps and not self._repaired.is_reached:
            sign, ink = "band-amber", look.warning
        self.draw_sign(sign, ink)

"""Watching games in the window: recorded on request in a process of their own, and played on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QTimer

from fairground.core.pictures.games_drawing import GAMES_DRAWINGS
from fairground.core.pictures.looks import class_codes
from fairground.core.scenario.parts import Shield, Unit
from fairground.core.simulation.recording.game_text import GameText
from fairground.editor.app.texts import tr
from fairground.editor.canvas.layers import MapLayer
from fairground.editor.canvas.stage import sample_hexagon
from fairground.editor.features.watch.job import RecordJob, RecordSettings
from fairground.editor.features.watch.panel import WatchPanel, format_games, format_turn
from fairground.editor.jobs.long_work import LongWork
from fairground.editor.overlays.game_marks import GameView, MarkedAttack, MarkedUnit
from fairground.editor.session.feature_context import GameChoice, RequestController

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.pictures.games_drawing import GamesDrawing
    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.recording.figures import GamesFigures
    from fairground.core.simulation.recording.game_record import GameRecord, RecordedGames
    from fairground.core.simulation.recording.steps import Step
    from fairground.editor.document.document import Document
    from fairground.editor.session.feature_context import FeatureContext


def game_view(scenario: Scenario, games: RecordedGames, game: GameRecord, step: Step) -> GameView:
    """Return a step of a game for the map: units after it, and what leads there.

    A unit that is destroyed in the step is still shown, crossed out, and one that leaves the board for the last time.
    """
    layout = scenario.board.layout

    def place(hex_: int) -> Hex:
        row, column = divmod(hex_, games.columns)
        return layout.from_offset(column, row)

    codes = class_codes(it.unit_class for it in games.kinds)
    units, losses = [], []
    for number, (unit, before, after) in enumerate(
        zip(game.units, step.before.units, step.after.units, strict=True)
    ):
        if not (before.is_on_board or after.is_on_board):
            continue
        kind, sides = games.kinds[unit.kind], games.parties[unit.party].sides
        if number in step.losses:
            losses.append(place(after.hex))
        shown = Unit(
            str(number),
            sides[0] if sides else "",
            kind.unit_class,
            place(after.hex),
            layout.facing(after.facing),
            Shield(unit.shield),
        )
        units.append(MarkedUnit(shown, codes[kind.unit_class], max(0, after.hit_points), number == step.unit))
    return GameView(
        (games.rows, games.columns),
        tuple(units),
        _move(step, place),
        _attack(step, place),
        tuple(losses),
        tuple(_held(scenario, games, step)),
        tr("Game {number}, turn {turn}").format(number=game.number, turn=step.turn)
        if step.turn
        else tr("Game {number}, start").format(number=game.number),
    )


def _move(step: Step, place: Callable[[int], Hex]) -> tuple[Hex, Hex] | None:
    if step.moved is None:
        return None
    before = step.before.units[step.moved.unit].hex
    return (place(before), place(step.moved.hex)) if before != step.moved.hex else None


def _attack(step: Step, place: Callable[[int], Hex]) -> MarkedAttack | None:
    it = step.attacked
    if it is None:
        return None
    text = f"\N{MINUS SIGN}{it.damage}" if it.damage else tr("miss") if it.is_possible else tr("not possible")
    start, end = step.after.units[it.unit].hex, step.before.units[it.target].hex
    return MarkedAttack(place(start), place(end), bool(it.damage), text)


def _held(scenario: Scenario, games: RecordedGames, step: Step) -> Iterator[tuple[NDArray[np.bool_], int]]:
    """Yield the hexes of each goal that a party holds, and the index of its side."""
    for goal, party in zip(games.goals, step.after.holders(), strict=True):
        if party is not None:
            mask = np.zeros(games.rows * games.columns, np.bool_)
            mask[list(goal.hexes)] = True
            sides = games.parties[party].sides
            yield mask.reshape(games.rows, games.columns), scenario.side_index(sides[0]) if sides else -1


class WatchRequests(LongWork["GamesFigures"]):
    """Records games on one state of a document, and keeps them until the next ones."""

    def record(self, settings: RecordSettings, choice: GameChoice) -> None:
        """Record games on the current state of the document."""
        self._begin(lambda tag, subject: RecordJob(tag, subject, settings, choice))


def install(context: FeatureContext) -> WatchController:
    """Install the panel of recorded games."""
    return WatchController(context)


class WatchController(RequestController[WatchRequests, WatchPanel]):
    """Records games, and shows one of them on the map while the panel is visible."""

    invitation = tr("Let bots play this map, and watch their games step by step: press {key}.")
    stopped = tr("Stopped before the games were recorded.")
    states = tr("up to date"), tr("for the what-if"), tr("outdated")

    def __init__(self, context: FeatureContext) -> None:
        requests = WatchRequests(context.session.player, context.window)
        super().__init__(context, "watch", requests, WatchPanel(context.actions))
        #: The games that the panel lists.
        self._listed: GamesFigures | None = None
        self._game = self._step = 0
        self._steps: list[Step] = []
        self._heat = ""
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._tick)
        panel = self.panel
        panel.games.picked.connect(self.choose_game)
        panel.step_chosen.connect(self._go_by_hand)
        panel.heat.picked.connect(self._choose_heat)
        panel.speed.picked.connect(self._clock.setInterval)
        for name, slot in (
            ("watch.play", self.play_or_pause),
            ("watch.forward", lambda: self._go_by_hand(self._step + 1)),
            ("watch.back", lambda: self._go_by_hand(self._step - 1)),
            ("watch.next-turn", self.go_to_next_turn),
            ("watch.previous-turn", self.go_to_previous_turn),
            ("watch.next-loss", self.go_to_next_loss),
        ):
            self._actions.on(name, slot)

    @property
    def is_playing(self) -> bool:
        """Whether the game plays by itself."""
        return self._clock.isActive()

    def start(self) -> None:
        """Record games on the current map, with the settings of the self-play panel."""
        if self._can_start:
            self._open()
            self.pause()
            service = self._context.simulation
            choice = service.choice if service is not None else GameChoice()
            games = self.panel.options.settings.games
            self.requests.record(RecordSettings(games, self._workbench.state.despite_errors), choice)

    def refresh_actions(self) -> None:
        """Enable the actions that are possible now."""
        super().refresh_actions()
        last = len(self._steps) - 1
        for name, can in (
            ("watch.play", last > 0),
            ("watch.forward", self._step < last),
            ("watch.next-turn", self._step < last),
            ("watch.next-loss", self._next_loss is not None),
            ("watch.back", self._step > 0),
            ("watch.previous-turn", self._step > 0),
        ):
            self._actions[name].setEnabled(can)

    def set_document(self, document: Document | None) -> None:
        """Switch to another document, or to another state of the same one."""
        super().set_document(document)
        self._mark()

    def leave_document(self) -> None:
        """Stop the game."""
        self.pause()

    # -- the game -------------------------------------------------------------------------------------------

    def choose_game(self, index: int) -> None:
        """Watch another game, from its start."""
        self.pause()
        figures = self._listed
        self._game, self._step = index, 0
        self._steps = figures.games.steps(figures.games.games[index]) if figures and figures.played else []
        self.panel.show_game(index, len(self._steps))
        self.go_to(0)

    def go_to(self, step: int) -> None:
        """Show a step of the game, the first or last one for a number out of range."""
        self._step = min(max(step, 0), max(len(self._steps) - 1, 0))
        self._tell()
        self._mark()
        self.refresh_actions()

    def go_to_next_turn(self) -> None:
        """Show the first step of the next turn, or the last step of the game."""
        turn = self._steps[self._step].turn if self._steps else 0
        later = (at for at, it in enumerate(self._steps) if it.turn > turn)
        self._go_by_hand(next(later, len(self._steps) - 1))

    def go_to_previous_turn(self) -> None:
        """Show the first step of the turn or, from there, that of the turn before."""
        firsts = [at for at, it in enumerate(self._steps) if not at or it.turn != self._steps[at - 1].turn]
        self._go_by_hand(max((at for at in firsts if at < self._step), default=0))

    def go_to_next_loss(self) -> None:
        """Show the next step in which a unit is destroyed, if there is one."""
        if (step := self._next_loss) is not None:
            self._go_by_hand(step)

    @property
    def _next_loss(self) -> int | None:
        return next((at for at, it in enumerate(self._steps) if at > self._step and it.losses), None)

    def play_or_pause(self) -> None:
        """Play the game step by step, again from the start if it is over; or pause it."""
        if self.is_playing:
            self.pause()
        elif len(self._steps) > 1:
            self._open()
            if self._step == len(self._steps) - 1:
                self.go_to(0)
            self._clock.start(self.panel.speed.value)
            self.panel.show_playing(is_playing=True)

    def pause(self) -> None:
        """Stop at the step that is shown."""
        self._clock.stop()
        self.panel.show_playing(is_playing=False)

    def _go_by_hand(self, step: int) -> None:
        self.pause()
        self.go_to(step)

    def _tick(self) -> None:
        self.go_to(self._step + 1)
        if self._step == len(self._steps) - 1:
            self.pause()

    # -- panel and map --------------------------------------------------------------------------------------

    def _see(self, seen: bool) -> None:  # noqa: FBT001  # slot of a signal
        super()._see(seen)
        if not seen:
            self.pause()
        self._mark()

    def _show(self) -> None:
        requests = self.requests
        if requests.found is not self._listed:
            self._list(requests.found)
        texts = self._texts(self._notice())
        self.panel.show_progress(
            texts,
            has_games=bool(self._listed and self._listed.played),
            is_busy=requests.is_busy,
            share=requests.share,
        )
        self.refresh_actions()

    def _list(self, figures: GamesFigures | None) -> None:
        """List other games, and watch the first."""
        self._listed = figures
        lines: list[str] = []
        if figures is not None:
            lines = [_game_line(figures, it) for it in figures.games.games]
        self.panel.show_games(lines, "" if figures is None else _figures_text(figures))
        self.choose_game(0)
        self._draw_heat()

    def _tell(self) -> None:
        """Show the step in the panel."""
        figures = self._listed
        if figures is None or not self._steps:
            self.panel.show_step(0, "", "", "")
            return
        games, step = figures.games, self._steps[self._step]
        game = games.games[self._game]
        text = GameText(games, game)
        lines = text.step(step)
        if not self._step:
            # The list may be too narrow for it.
            lines = [f"{text.heading()}.", *lines]
        elif self._step == len(self._steps) - 1:
            lines = [*lines, f"{text.outcome()}."]
        state = format_turn(step, [it.title for it in games.parties])
        why = text.why(step)
        self.panel.show_step(
            self._step, state, "\n".join(lines), tr("Why this move: {why}").format(why=why) if why else ""
        )

    def _mark(self) -> None:
        """Show the step on the map while the panel is visible."""
        if self._context.workbench.canvas is None:
            return
        marks, figures, document = self._context.analysis.game_marks, self._listed, self._document
        is_shown = self._is_seen and document is not None and figures is not None and bool(self._steps)
        marks.view = None
        if is_shown and document is not None and figures is not None:
            game = figures.games.games[self._game]
            board = document.scenario.board
            if (board.rows, board.columns) == (figures.games.rows, figures.games.columns):
                marks.view = game_view(document.scenario, figures.games, game, self._steps[self._step])
        marks.heat = self._heat_drawing if is_shown else None
        self._workbench.layers.replace_layers((MapLayer.UNITS,) if marks.view is not None else ())
        self._context.canvas.update()

    # -- heat maps ------------------------------------------------------------------------------------------

    _heat_drawing: GamesDrawing | None = None

    def _choose_heat(self, name: str) -> None:
        self._heat = name
        self._draw_heat()
        self._mark()

    def _draw_heat(self) -> None:
        figures, document = self._listed, self._document
        kind = next((it for it in GAMES_DRAWINGS if it.id == self._heat), None)
        self._heat_drawing = None
        if kind is not None and figures is not None and document is not None:
            counts = figures.heat[kind.id]
            if counts.shape == document.scenario.board.terrain.shape:
                self._heat_drawing = kind(document.scenario, counts, figures.played)
        if document is not None:
            self.panel.show_legend(self._heat_drawing, sample_hexagon(document.scenario.board.layout))

    def _notice(self) -> str:
        if not self.requests.is_old or self.requests.found is None:
            return ""
        key = self._key("watch.record")
        return tr("Recorded on an earlier state of the map. Press {key} to record games on this one.").format(
            key=key
        )


def _game_line(figures: GamesFigures, game: GameRecord) -> str:
    """Return a game as a line of the list: its number, the winner, and what is special about it."""
    who = (
        tr("draw")
        if game.winner is None
        else tr("won by {side}").format(side=figures.games.party_title(game.winner))
    )
    points = "\N{EN DASH}".join(map(str, game.points))
    line = tr("Game {number}: {who} {points}, turn {turns}").format(
        number=game.number, who=who, points=points, turns=game.turns
    )
    return f"{line} ({game.note})" if game.note else line


def _figures_text(figures: GamesFigures) -> str:
    """Return the figures over all games as text."""
    if not figures.played or figures.mean_turns is None or figures.mean_lead_changes is None:
        return ""
    ends = ", ".join(f"{end} ({count:,})" for end, count in figures.ends.items())
    text = tr("{games}: {turns} turns and {changes} lead changes on average. How they ended: {ends}.").format(
        games=format_games(figures.played),
        turns=f"{float(figures.mean_turns):.1f}",
        changes=f"{float(figures.mean_lead_changes):.1f}",
        ends=ends,
    )
    if figures.games.is_sample:
        return text
    return tr(
        "{text} These games were chosen because they are interesting, so they are not a representative sample."
    ).format(text=text)

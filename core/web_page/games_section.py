"""The recorded games of a page: every step with the state of the units after it, and heat maps over all games."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from fairground.core.files.writer import content_hash
from fairground.core.pictures.board_overlay import ENGLISH
from fairground.core.pictures.games_drawing import GAMES_DRAWINGS
from fairground.core.pictures.looks import class_codes
from fairground.core.simulation.claim_sentences import between
from fairground.core.simulation.game.not_played import LEFT_OUT
from fairground.core.simulation.recording.figures import HEAT_MAPS, figures_of
from fairground.core.simulation.recording.game_text import GameText
from fairground.core.text.wording import counted
from fairground.core.web_page.packing import packed_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.recording.figures import GamesFigures
    from fairground.core.simulation.recording.game_record import GameRecord, RecordedGames
    from fairground.core.simulation.recording.steps import ReplayedUnit, Step
    from fairground.core.web_page.packing import PackedJson


class StepData(TypedDict):
    """A step of a game.

    ``t`` is the turn (0: the start), ``k`` the kind of step, ``u`` the unit that acts, and ``x`` what happens, a sentence each.
    ``w`` is why the bot chose the move, in words. ``c`` lists the units that the step changes as ``[unit, hex, facing 0-5, hit
    points, heat, on board]``; in the first step it lists all units. ``m`` is the move, ``[from, to]``. ``a`` is the attack,
    ``[from, to, damage, whether it was possible]``. ``l`` lists the units destroyed. ``p`` has the points of each party, and
    ``h`` the party that holds each objective; both are those after the step.
    """

    t: int
    k: str
    u: int | None
    x: list[str]
    w: str
    c: list[list[int]]
    m: list[int] | None
    a: list[int] | None
    l: list[int]  # noqa: E741  # a key of the page
    p: list[int]
    h: list[int | None]


class GameUnitData(TypedDict):
    """A unit of a game: its title, the numbers of its party and kind, the shield (left, right, none).

    ``id`` is that of the unit of the map with the same name; empty without one.
    """

    id: str
    title: str
    party: int
    kind: int
    shield: str


class GameData(TypedDict):
    """A game; ``steps`` is a packed list of ``StepData``, ``first`` who moves first in a sentence."""

    number: int
    heading: str
    outcome: str
    first: str
    units: list[GameUnitData]
    steps: PackedJson


class HeatShade(TypedDict):
    """A shade of a heat map: its text in the legend, its colour and its least number."""

    text: str
    fill: str
    low: int


class HeatData(TypedDict):
    """A heat map over all games; ``counts`` has ``[hex, number of events]`` for each hex with any."""

    id: str
    title: str
    heading: str
    shades: list[HeatShade]
    counts: list[list[int]]


class KindData(TypedDict):
    """A kind of unit: the title and code of its class, its hit points, and its weapons in words."""

    title: str
    code: str
    unit_class: str
    hit_points: int
    weapons: list[str]


class PartyData(TypedDict):
    """A party: its title, its bot, and the ids of its sides."""

    title: str
    bot: str
    sides: list[str]


class GoalData(TypedDict):
    """An objective: its title and its hexes."""

    title: str
    hexes: list[int]


class GamesData(TypedDict):
    """The recorded games; ``about``, ``figures`` and ``cautions`` are sentences, ``left_out`` lists what no game plays."""

    about: list[str]
    cautions: list[str]
    figures: list[str]
    left_out: list[str]
    parties: list[PartyData]
    kinds: list[KindData]
    goals: list[GoalData]
    turns: int
    games: list[GameData]
    heat: list[HeatData]


def games_section(scenario: Scenario, recordings: Sequence[RecordedGames]) -> list[GamesData]:
    """Return the section with recorded games, an entry for each recording that has games on a board of this size.

    Games on another version of the map are shown with a caution.
    """
    board = scenario.board
    shape = board.rows, board.columns, board.layout
    return [
        _games(scenario, it) for it in recordings if it.games and (it.rows, it.columns, it.layout) == shape
    ]


def _games(scenario: Scenario, recorded: RecordedGames) -> GamesData:
    figures = figures_of(recorded)
    codes = class_codes(it.unit_class for it in recorded.kinds)
    names = [it.name for it in scenario.units]
    ids = {it.name: it.id for it in scenario.units if it.name and names.count(it.name) == 1}
    return {
        "about": list(_about(recorded)),
        "cautions": list(_cautions(scenario, recorded)),
        "figures": list(_figures(figures)),
        "left_out": list(LEFT_OUT),
        "parties": [{"title": it.title, "bot": it.bot, "sides": list(it.sides)} for it in recorded.parties],
        "kinds": [
            {
                "title": it.title,
                "code": codes[it.unit_class],
                "unit_class": it.unit_class,
                "hit_points": it.hit_points,
                "weapons": list(it.weapons),
            }
            for it in recorded.kinds
        ],
        "goals": [{"title": it.title, "hexes": list(it.hexes)} for it in recorded.goals],
        "turns": recorded.turns,
        "games": [game_data(recorded, it, ids) for it in recorded.games],
        "heat": [_heat(scenario, figures, name) for name in HEAT_MAPS],
    }


def game_data(recorded: RecordedGames, game: GameRecord, ids: Mapping[str, str]) -> GameData:
    """Return a game with its steps packed; ``ids`` has the ids of the units of the map by name."""
    text = GameText(recorded, game)
    titles = recorded.unit_titles(game)
    first = (
        "All units act at the same time."
        if game.first is None
        else f"First to move: {recorded.party_title(game.first)}."
    )
    return {
        "number": game.number,
        "heading": text.heading(),
        "outcome": text.outcome(),
        "first": first,
        "units": [
            {
                "id": ids.get(it.name, ""),
                "title": title,
                "party": it.party,
                "kind": it.kind,
                "shield": it.shield,
            }
            for title, it in zip(titles, game.units, strict=True)
        ],
        "steps": packed_json(step_data(recorded, game)),
    }


def step_data(recorded: RecordedGames, game: GameRecord) -> list[StepData]:
    """Return the steps of a game, first the start."""
    text = GameText(recorded, game)
    return [_step(text, it, is_first=not at) for at, it in enumerate(recorded.steps(game))]


def _step(text: GameText, step: Step, *, is_first: bool) -> StepData:
    before, after = step.before.units, step.after.units
    attacked, moved = step.attacked, step.moved
    attack = None
    if attacked is not None:
        attack = [
            after[attacked.unit].hex,
            before[attacked.target].hex,
            attacked.damage,
            int(attacked.is_possible),
        ]
    move = None
    if moved is not None and before[moved.unit].hex != moved.hex:
        move = [before[moved.unit].hex, moved.hex]
    return {
        "t": step.turn,
        "k": step.kind.value,
        "u": step.unit,
        "x": text.step(step),
        "w": text.why(step),
        "c": [
            _unit(number, now)
            for number, (old, now) in enumerate(zip(before, after, strict=True))
            if is_first or old != now
        ],
        "m": move,
        "a": attack,
        "l": list(step.losses),
        "p": list(step.after.points),
        "h": list(step.after.holders()),
    }


def _unit(number: int, it: ReplayedUnit) -> list[int]:
    return [number, it.hex, it.facing, it.hit_points, it.heat, int(it.is_on_board)]


def _heat(scenario: Scenario, figures: GamesFigures, name: str) -> HeatData:
    kind = next(it for it in GAMES_DRAWINGS if it.id == name)
    counts = figures.heat[name]
    drawing = kind(scenario, counts, figures.played)
    return {
        "id": name,
        "title": HEAT_MAPS[name],
        "heading": drawing.heading(ENGLISH),
        "shades": [
            {"text": look.title, "fill": look.fill, "low": low}
            for (low, _), look in zip(drawing.steps, drawing.looks, strict=True)
        ],
        "counts": [[at, int(counts.flat[at])] for at in counts.ravel().nonzero()[0].tolist()],
    }


def _about(recorded: RecordedGames) -> Iterator[str]:
    yield f"{counted(len(recorded.games), 'game')} of self-play, seed {recorded.seed}."
    yield f"{recorded.setup}. At most {counted(recorded.turns, 'turn')}."


def _cautions(scenario: Scenario, recorded: RecordedGames) -> Iterator[str]:
    if recorded.content_hash != content_hash(scenario):
        yield "These games were recorded on another version of this map; hexes and units may differ."
    if not recorded.is_sample:
        yield "These games were chosen because they are interesting, so their results do not represent all games."


def _figures(figures: GamesFigures) -> Iterator[str]:
    played = figures.played
    for it in figures.parties:
        yield f"Won by {it.title}: {it.wins:,} of {played:,}" + (
            f" (95% interval {between(it.interval)})." if figures.games.is_sample else "."
        )
    if figures.draws:
        yield f"Draws: {figures.draws:,} of {played:,}."
    for end, count in figures.ends.items():
        yield f"Ending: {end} ({count:,})."
    if figures.mean_turns is not None:
        yield f"Turns: {float(figures.mean_turns):.1f} on average."
    if figures.mean_lead_changes is not None:
        yield f"Lead changes: {float(figures.mean_lead_changes):.1f} on average."

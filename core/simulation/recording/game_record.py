"""A recorded game, and the games recorded on one scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.drawable import Tabular
from fairground.core.grid.labels import HexNames, LabelStyle, label
from fairground.core.simulation.recording.steps import steps

if TYPE_CHECKING:
    from fairground.core.grid.layout import Layout
    from fairground.core.simulation.recording.events import Event
    from fairground.core.simulation.recording.steps import Step


class RecordedUnit(NamedTuple):
    """A unit at the start of a game.

    ``party``, ``kind`` and ``hex`` are numbers, ``facing`` is a direction (0-5) and ``shield`` left, right or none. ``arrives`` is
    the turn in which it enters, 1 for a unit that is there at the start. ``name`` is the title of a unit of the scenario, empty
    for one of a force.
    """

    party: int
    kind: int
    hex: int
    facing: int
    shield: str
    hit_points: int
    heat: int
    arrives: int
    name: str


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game.

    ``number`` is its number in the simulation, from 1, and ``seed`` its own. ``first`` is the party that moved first, None if all
    move at once. ``note`` is why it was chosen, such as ``closest game``; empty for all games. ``winner`` is None for a draw, and
    ``end`` how the game ended.
    """

    number: int
    seed: int
    first: int | None
    note: str
    units: tuple[RecordedUnit, ...]
    events: tuple[Event, ...]
    winner: int | None
    turns: int
    points: tuple[int, ...]
    losses: tuple[int, ...]
    end: str


class RecordedKind(NamedTuple):
    """A kind of unit: the id and the title of its class, its hit points, and its weapons in words."""

    unit_class: str
    title: str
    hit_points: int
    weapons: tuple[str, ...]


class RecordedParty(NamedTuple):
    """A party: its id, its title, its sides and its bot."""

    id: str
    title: str
    sides: tuple[str, ...]
    bot: str


class RecordedGoal(NamedTuple):
    """An objective that scores, or a place for a charge: its title and its hexes by number."""

    title: str
    hexes: tuple[int, ...]


@dataclass(frozen=True, slots=True, repr=False)
class RecordedGames(Tabular):
    """Games on one version of a scenario with the same bots, force and order.

    ``content_hash`` tells versions of the scenario apart, and ``layout`` is that of its board, such as ``odd-q``. ``label_style`` is that of its texts. Hexes count row by row, ``row * columns + column``. ``seed`` is that of
    the whole simulation and ``turns`` the turn limit. ``charges`` are the places where charges can be planted, one for each task
    that needs one there.
    """

    scenario: str
    content_hash: str
    layout: Layout
    columns: int
    rows: int
    parties: tuple[RecordedParty, ...]
    kinds: tuple[RecordedKind, ...]
    goals: tuple[RecordedGoal, ...]
    charges: tuple[RecordedGoal, ...]
    force: str
    order: str
    seed: int
    turns: int
    games: tuple[GameRecord, ...]
    label_style: LabelStyle = LabelStyle.COLUMN_LETTER

    def __repr__(self) -> str:
        """Return what distinguishes one record from another at a prompt."""
        titles = " and ".join(it.title for it in self.parties)
        return f"<RecordedGames: {len(self.games)} games of {self.scenario!r} between {titles}>"

    @property
    def setup(self) -> str:
        """The bots, the force and the turn order as text."""
        from fairground.core.files.force_file import shipped_force_titles
        from fairground.core.simulation.claim_sentences import describe_bots, describe_force
        from fairground.core.simulation.game.muster import OWN_UNITS

        bots = describe_bots([it.title for it in self.parties], [it.bot for it in self.parties])
        titles = shipped_force_titles()
        forces = [titles.get(it, it) for it in self.force.split(" and ") if it != OWN_UNITS]
        return f"Bots: {bots}; force: {describe_force(self.force, ' and '.join(forces))}; turn order: {self.order}"

    @property
    def is_sample(self) -> bool:
        """Whether the games are the first ones of a simulation, rather than chosen because they are interesting."""
        return not any(it.note for it in self.games)

    def steps(self, game: GameRecord) -> list[Step]:
        """Return the steps of a game, first the start."""
        return steps(game, len(self.parties), len(self.goals), len(self.charges))

    def unit_titles(self, game: GameRecord) -> tuple[str, ...]:
        """Return a title for each unit of a game: its name, or its party and its class; with a number if several have the same."""
        named = [
            it.name or f"{self.parties[it.party].title} {self.kinds[it.kind].title.lower()}"
            for it in game.units
        ]
        return tuple(
            f"{it} {named[: at + 1].count(it)}" if named.count(it) > 1 else it for at, it in enumerate(named)
        )

    def party_title(self, party: int | None) -> str:
        """Return the title of a party; ``nobody`` for None."""
        return "nobody" if party is None else self.parties[party].title

    def label(self, hex_: int) -> str:
        """Return the label of a hex, as in files and JSON answers."""
        row, column = divmod(hex_, self.columns)
        return label(column, row)

    def hex_name(self, hex_: int) -> str:
        """Return the name of a hex in texts."""
        row, column = divmod(hex_, self.columns)
        return self.hex_names.cell(column, row)

    @property
    def hex_names(self) -> HexNames:
        """The names of hexes in texts."""
        return HexNames(self.layout, self.columns, self.rows, self.label_style)

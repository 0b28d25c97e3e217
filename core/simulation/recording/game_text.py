"""A recorded game in words: its steps, why bots chose, and how it ended."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from fairground.core.simulation.game.ladder import bot_title
from fairground.core.simulation.recording.events import (
    Arrived,
    Attacked,
    ChargeRemoved,
    Damaged,
    Destroyed,
    Heated,
    Held,
    LeftBoard,
    Planted,
    Scored,
    Took,
    UnitMoved,
    WentOff,
)
from fairground.core.simulation.recording.steps import StepKind
from fairground.core.text.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fairground.core.simulation.recording.events import Event
    from fairground.core.simulation.recording.game_record import GameRecord, RecordedGames
    from fairground.core.simulation.recording.steps import Step

#: The parts of bots' scores in words; others are shown by their names.
_PARTS: Final[Mapping[str, str]] = {
    "strike": "damage dealt",
    "threat": "damage taken",
    "contact": "distance to enemies",
    "home": "distance to the ground it holds",
    "prize": "distance to objectives",
    "lookout": "enemies in front",
    "later": "damage dealt next turn",
    "danger": "damage taken next turn",
    "stake": "points of the objectives there",
}
#: Differences of scores below this are rounding.
_ROUNDING: Final = 0.05


class GameText:
    """Describes a game of a recording."""

    def __init__(self, games: RecordedGames, game: GameRecord) -> None:
        self._games, self._game = games, game
        self._titles = games.unit_titles(game)

    def heading(self) -> str:
        """Return the number of the game, why it was chosen, and how it ended, as a line."""
        game = self._game
        note = f" ({game.note})" if game.note else ""
        return f"Game {game.number}{note}: {self.outcome()}"

    def outcome(self) -> str:
        """Return how the game ended: ``Won by West after 3 turns, 10 to 5 (score 10 points)``."""
        game = self._game
        who = "Draw" if game.winner is None else f"Won by {self._games.party_title(game.winner)}"
        points = " to ".join(map(str, game.points))
        return f"{who} after {counted(game.turns, 'turn')}, {points} ({game.end})"

    def step(self, step: Step) -> list[str]:
        """Return what happens in a step, a sentence for each event."""
        if step.kind is StepKind.START:
            return ["All units are in their starting hexes."]
        return [it for event in step.events for it in self._event(event, step)]

    def unit(self, unit: int) -> str:
        """Return the title of a unit."""
        return self._titles[unit]

    def why(self, step: Step) -> str:
        """Return why the bot chose the move of a step, as a sentence; empty for bots that give no reasons."""
        moved = step.moved
        if moved is None or moved.why is None:
            return ""
        why, label = moved.why, self._games.hex_name
        wanted = (
            f"It wanted {label(why.wanted)}, but another unit took it first. "
            if why.wanted != moved.hex
            else ""
        )
        if why.other < 0:
            return f"{wanted}There was no other hex to go to."
        gain = why.chosen_score - why.other_score
        parts = [(part_title(it.name), it.chosen - (it.other or 0.0)) for it in why.parts]
        different = [f"{title} {change:+.1f}" for title, change in parts if abs(change) >= _ROUNDING]
        details = f": {', '.join(different)}" if different else ""
        if abs(gain) < _ROUNDING:
            return f"{wanted}As good as {label(why.other)}{details}."
        if gain > 0:
            return f"{wanted}Scores {gain:.1f} more than {label(why.other)}, the next best{details}."
        return (
            f"{wanted}Scores {-gain:.1f} less than {label(why.other)}{details}. "
            "The bot did not decide by this score alone."
        )

    def _event(self, event: Event, step: Step) -> Iterator[str]:
        match event:
            case UnitMoved():
                yield self._move(event, step)
            case Attacked():
                yield self._attack(event, step)
            case Held() | Took() | Scored():
                yield self._score(event)
            case Planted() | ChargeRemoved() | WentOff():
                yield self._charge(event)
            case _:
                yield from self._unit_event(event, step)

    def _unit_event(self, event: Event, step: Step) -> Iterator[str]:
        match event:
            case Damaged() if event.is_by_ground:
                yield f"{self.unit(event.unit)} takes {event.damage} damage from the ground."
            case Damaged() if step.kind is StepKind.DAMAGE:
                left = max(0, step.after.units[event.unit].hit_points)
                yield f"{self.unit(event.unit)} takes {event.damage} damage; {_hit_points(left)} left."
            case Destroyed():
                yield f"{self.unit(event.unit)} is destroyed."
            case Heated():
                verb = "gains" if event.heat > 0 else "loses"
                yield f"{self.unit(event.unit)} {verb} {abs(event.heat)} heat."
            case Arrived():
                yield f"{self.unit(event.unit)} enters in {self._games.hex_name(event.hex)}."
            case LeftBoard():
                yield f"{self.unit(event.unit)} leaves the board."

    def _score(self, event: Held | Took | Scored) -> str:
        # Titles of parties may be singular or plural, so they are never subjects.
        games, party = self._games, self._games.party_title(event.party)
        match event:
            case Held():
                goal = games.goals[event.goal].title
                if not event.turns:
                    return f"{goal} is no longer held by {party}."
                return f"{goal} has been held by {party} for {counted(event.turns, 'turn')}."
            case Took():
                return f"{games.goals[event.goal].title} goes to {party}."
            case Scored():
                return f"{counted(event.points, 'point')} for {party}."

    def _charge(self, event: Planted | ChargeRemoved | WentOff) -> str:
        where = self._games.charges[event.charge].title
        match event:
            case Planted():
                return f"{self.unit(event.unit)} plants a charge at {where}, which goes off at the end of turn {event.due}."
            case ChargeRemoved():
                return f"The charge at {where} is removed."
            case WentOff():
                return f"The charge at {where} goes off."

    def _move(self, event: UnitMoved, step: Step) -> str:
        before, label = step.before.units[event.unit], self._games.hex_name
        facing = f"facing {self._games.layout.facing(event.facing)}"
        name = self.unit(event.unit)
        if event.hex != before.hex:
            return (
                f"{name} moves from {label(before.hex)} to {label(event.hex)}, {facing} "
                f"({_movement(event.spent)})."
            )
        if event.facing != before.facing:
            return f"{name} turns in {label(event.hex)}, {facing}."
        return f"{name} stays in {label(event.hex)}."

    def _attack(self, event: Attacked, step: Step) -> str:
        games, game = self._games, self._game
        weapon = games.kinds[game.units[event.unit].kind].weapons[event.weapon].partition(",")[0]
        there = games.hex_name(step.before.units[event.target].hex)
        lead = f"{self.unit(event.unit)} attacks {self.unit(event.target)} in {there} ({weapon})"
        if not event.is_possible:
            return f"{lead}: no longer possible from its hex."
        roll = "" if event.roll is None else f"needs {event.number}, rolls {event.roll}, "
        if not event.damage:
            return f"{lead}: {roll}no damage."
        result = f" ({event.result})" if event.result else ""
        # If all act at once, the damage of all attacks is dealt later.
        left = ""
        if any(isinstance(it, Damaged) and it.unit == event.target for it in step.events):
            left = f"; {_hit_points(max(0, step.after.units[event.target].hit_points))} left"
        return f"{lead}: {roll}{event.damage} damage{result}{left}."


def part_title(name: str) -> str:
    """Return a part of a bot's score in words."""
    return _PARTS.get(name, name.replace("_", " "))


def game_lines(games: RecordedGames, game: GameRecord, *, turn: int | None = None) -> Iterator[str]:
    """Yield a game as lines of text, turn by turn; only one turn if given."""
    text = GameText(games, game)
    yield text.heading()
    if game.first is not None:
        yield f"{games.party_title(game.first)} moves first. Seed {game.seed}."
    else:
        yield f"All units act at the same time. Seed {game.seed}."
    for number, listed_steps in groupby(games.steps(game), key=lambda it: it.turn):
        if turn is not None and number != turn:
            continue
        yield ""
        yield f"Turn {number} of at most {games.turns}" if number else "Start"
        for step in listed_steps:
            if step.kind is StepKind.START:
                yield from _deployment(games, game, text)
                continue
            yield from (f"  {it}" for it in text.step(step))
            if why := text.why(step):
                yield f"      {why}"
        if number:
            yield f"  Points: {_points(games, step.after.points)}."


def _deployment(games: RecordedGames, game: GameRecord, text: GameText) -> Iterator[str]:
    for party, it in enumerate(games.parties):
        units = [
            f"{text.unit(number)} in {games.hex_name(unit.hex)}"
            + (f" (from turn {unit.arrives})" if unit.arrives > 1 else "")
            for number, unit in enumerate(game.units)
            if unit.party == party
        ]
        yield f"  {it.title} (bot: {bot_title(it.bot)}): {listed(units)}."


def _points(games: RecordedGames, points: tuple[int, ...]) -> str:
    return ", ".join(f"{it.title} {number}" for it, number in zip(games.parties, points, strict=True))


def _hit_points(count: int) -> str:
    return counted(count, "hit point")


def _movement(points: float) -> str:
    return f"{points:g} movement point{'' if points == 1 else 's'}"

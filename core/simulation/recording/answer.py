"""The JSON form of recorded games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from fairground.core.answer import Answer, Number, Part, schema_field
from fairground.core.simulation.recording.figures import HEAT_MAPS

if TYPE_CHECKING:
    from fairground.core.simulation.recording.figures import GamesFigures, HeatChange
    from fairground.core.simulation.recording.game_record import GameRecord, RecordedGames
    from fairground.core.simulation.recording.game_text import GameText
    from fairground.core.simulation.recording.steps import Step


class RecordedGameAnswer(Part):
    """A recorded game."""

    number: int = Field(description="number of the game in the simulation, starting at 1")
    seed: int = Field(description="random seed of the game")
    note: str = Field(
        description="why the game was chosen, such as closest game; empty if the first games of the simulation were recorded"
    )
    first: str | None = Field(description="id of the party that moved first; null if all move at once")
    winner: str | None = Field(description="id of the party that won; null for a draw")
    end: str = Field(description="how the game ended")
    turns: int = Field(description="number of turns played")
    points: dict[str, int] = Field(description="points of each party at the end")
    losses: dict[str, int] = Field(description="number of units that each party lost")

    @classmethod
    def of_game(cls, games: RecordedGames, game: GameRecord) -> RecordedGameAnswer:
        """Return the answer for a game."""
        ids = [it.id for it in games.parties]
        return cls(
            number=game.number,
            seed=game.seed,
            note=game.note,
            first=None if game.first is None else ids[game.first],
            winner=None if game.winner is None else ids[game.winner],
            end=game.end,
            turns=game.turns,
            points=dict(zip(ids, game.points, strict=True)),
            losses=dict(zip(ids, game.losses, strict=True)),
        )


class GameAttackAnswer(Part):
    """An attack in a step."""

    target: str = Field(description="title of the unit attacked")
    weapon: str = Field(description="description of the weapon")
    possible: bool = Field(description="whether the attack was still possible from the unit's hex")
    number: int | None = Field(description="number needed to hit; null if the attack hits automatically")
    roll: int | None = Field(description="total of the roll; null if no roll was made")
    result: str = Field(
        description="name of the special result of the roll, as the ruleset calls it; empty if there is none"
    )
    damage: int = Field(description="damage dealt; 0 if the attack missed")
    worth: float = Field(description="value of the attack in the bot's score, in points of damage")


class WeighedPartAnswer(Part):
    """A part of a bot's score."""

    name: str = Field(description="name of the part of the score, such as strike")
    chosen: float = Field(description="what this part adds to the score of the chosen option")
    other: float | None = Field(
        description="what this part adds to the score of the best option in any other hex; null if there is none"
    )


class GameStepAnswer(Part):
    """A step of a game."""

    turn: int = Field(description="number of the turn; 0 before the first turn")
    kind: Literal["start", "arrival", "action", "damage", "end"] = Field(
        description="kind of step; start: units are in their starting hexes; arrival: units enter; action: a unit acts; damage: all attacks deal their damage; end: the turn ends"
    )
    unit: str | None = Field(description="title of the unit that acts; null if no unit acts")
    start: str | None = Field(
        description="label of the hex where the unit was before the step; null if no unit acts"
    )
    end: str | None = Field(
        description="label of the hex where the unit is after the step; null if no unit acts"
    )
    facing: int | None = Field(description="facing of the unit after the step, 1-6; null if no unit acts")
    attack: GameAttackAnswer | None = Field(description="the unit's attack; null if there is none")
    destroyed: tuple[str, ...] = Field(description="titles of the units destroyed in the step")
    points: tuple[int, ...] = Field(
        description="points of each party after the step, in the order of the parties"
    )
    text: tuple[str, ...] = Field(description="what happens, one sentence per event")
    why: str = Field(
        description="why the bot chose the move, in words; empty if there was no move or the bot gives no reasons"
    )
    score: tuple[WeighedPartAnswer, ...] = Field(description="parts of the bot's score for the chosen move")
    other: str | None = Field(
        description="label of the hex with the best option outside the chosen hex; null if there is none"
    )

    @classmethod
    def of_step(cls, games: RecordedGames, game: GameRecord, text: GameText, step: Step) -> GameStepAnswer:
        """Return the answer for a step of a game."""
        unit, moved, attacked = step.unit, step.moved, step.attacked
        before = None if unit is None else step.before.units[unit]
        after = None if unit is None else step.after.units[unit]
        why = None if moved is None else moved.why
        attack = None
        if attacked is not None:
            attack = GameAttackAnswer(
                target=text.unit(attacked.target),
                weapon=games.kinds[game.units[attacked.unit].kind].weapons[attacked.weapon],
                possible=attacked.is_possible,
                number=attacked.number,
                roll=attacked.roll,
                result=attacked.result,
                damage=attacked.damage,
                worth=attacked.worth,
            )
        return cls(
            turn=step.turn,
            kind=step.kind.value,
            unit=None if unit is None else text.unit(unit),
            start=before and games.label(before.hex),
            end=after and games.label(after.hex),
            facing=after and games.layout.facing(after.facing),
            attack=attack,
            destroyed=tuple(map(text.unit, step.losses)),
            points=step.after.points,
            text=tuple(text.step(step)),
            why=text.why(step),
            score=() if why is None else tuple(WeighedPartAnswer(**it._asdict()) for it in why.parts),
            other=None if why is None or why.other < 0 else games.label(why.other),
        )


class WatchedGameAnswer(RecordedGameAnswer):
    """A recorded game with its steps."""

    steps: tuple[GameStepAnswer, ...] = Field(description="steps of the game, in order")


class FiguresAnswer(Part):
    """Figures over recorded games."""

    played: int = Field(description="number of games recorded")
    sample: bool = Field(
        description=(
            "whether these are the first games of a simulation; if false, they were chosen because "
            "they are interesting, so their results do not represent all games"
        )
    )
    wins: dict[str, int] = Field(description="number of games that each party won")
    draws: int = Field(description="number of games without a winner")
    ends: dict[str, int] = Field(description="number of games by how they ended")
    turns: dict[int, int] = Field(description="number of games by how many turns they lasted")
    mean_turns: Number | None = Field(description="mean number of turns; null if there were no games")
    lead_changes: dict[int, int] = Field(
        description="number of games by how often the lead in points changed hands"
    )
    mean_lead_changes: Number | None = Field(
        description="mean number of lead changes; null if there were no games"
    )
    heat_maps: dict[str, dict[str, int]] = Field(
        description=f"number of events in each hex over all games, by heat map ({', '.join(HEAT_MAPS)}) and label of the hex; hexes without events are left out"
    )

    @classmethod
    def computed(cls, result: GamesFigures) -> dict[str, Any]:
        """Return the wins by party and the heat maps by label."""
        games = result.games
        return {
            "sample": games.is_sample,
            "wins": {it.id: party.wins for it, party in zip(games.parties, result.parties, strict=True)},
            "heat_maps": {
                name: {games.label(at): int(counts.flat[at]) for at in counts.ravel().nonzero()[0].tolist()}
                for name, counts in result.heat.items()
            },
        }


class HeatChangeAnswer(Part):
    """A hex where something happens more or less often than before."""

    heat_map: str = Field(description="name of the heat map, such as deaths")
    hex: str = Field(description="label of the hex")
    before: Number = Field(description="mean number of events per game before the map was changed")
    after: Number = Field(description="mean number of events per game after the map was changed")

    @classmethod
    def computed(cls, result: HeatChange) -> dict[str, Any]:
        """Return the label, which is no hex of a board here."""
        return {"hex": result.hex}


class GamesComparisonAnswer(Part):
    """A comparison of games on two versions of a map."""

    before: FiguresAnswer = Field(
        description="figures for the earlier games, from the file given by --compare"
    )
    after: FiguresAnswer = Field(description="figures for the games in this file")
    cautions: tuple[str, ...] = Field(
        description="other differences that may affect the comparison, one sentence each"
    )
    hexes: tuple[HeatChangeAnswer, ...] = Field(
        description="hexes with the largest changes in each heat map; empty if the boards have different sizes"
    )


class WatchAnswer(Answer):
    """Answer of ``fairground watch --json``."""

    schema_name: Literal["fairground/watch/1"] = schema_field("fairground/watch/1")
    file: str = Field(description="path of the file of recorded games")
    scenario: str = Field(description="name of the scenario")
    content_hash: str = Field(description="16 hexadecimal digits that identify the version of the scenario")
    bots: dict[str, str] = Field(description="name of each party's bot")
    force: str = Field(description="name of the force")
    order: str = Field(description="turn order")
    seed: int = Field(description="random seed of the simulation")
    games: tuple[RecordedGameAnswer, ...] = Field(description="the recorded games")
    figures: FiguresAnswer = Field(description="figures for all games in the file")
    game: WatchedGameAnswer | None = Field(
        description="the game chosen by --game, with its steps; null if there is none"
    )
    comparison: GamesComparisonAnswer | None = Field(
        description="comparison with the file given by --compare; null if there is none"
    )


def watched_game(games: RecordedGames, game: GameRecord, *, turn: int | None = None) -> WatchedGameAnswer:
    """Return a game with its steps, or those of one turn."""
    from fairground.core.simulation.recording.game_text import GameText

    text = GameText(games, game)
    summary = RecordedGameAnswer.of_game(games, game)
    found = [it for it in games.steps(game) if turn is None or it.turn == turn]
    return WatchedGameAnswer(
        **summary.model_dump(), steps=tuple(GameStepAnswer.of_step(games, game, text, it) for it in found)
    )

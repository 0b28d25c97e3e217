"""Files of recorded games: JSON Lines, compressed if the name ends in .gz; the first line describes all games, each other one is a game."""

from __future__ import annotations

import gzip
import json
import zlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from fairground.core.errors import FileError
from fairground.core.files.atomic import write_bytes
from fairground.core.files.untrusted_files import read_regular_file
from fairground.core.grid.labels import LabelStyle
from fairground.core.grid.layout import Layout  # noqa: TC001  # pydantic looks it up
from fairground.core.simulation.recording.events import EVENTS, Attacked, Event, UnitMoved
from fairground.core.simulation.recording.game_record import (
    GameRecord,
    RecordedGames,
    RecordedGoal,
    RecordedKind,
    RecordedParty,
    RecordedUnit,
)
from fairground.core.text.foreign import parse_json
from fairground.core.text.model_problems import problems

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from os import PathLike

#: The value of ``format``.
FORMAT: Final = "fairground-games/1"
#: The largest file, in bytes, before and after it is decompressed.
MOST_BYTES: Final = 2**27

#: How to get a good file.
_RECORD: Final = ". Record games with: fairground simulate SCENARIO --record FILE"

_NAMES: Final = {kind: name for name, kind in EVENTS.items()}
_Number = Annotated[int, Field(ge=0, le=10**6)]
_Text = Annotated[str, Field(max_length=500)]


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


Line = TypeVar("Line", bound=_Line)


class _Head(_Line):
    """The first line."""

    format: Literal["fairground-games/1"]
    scenario: _Text
    content_hash: _Text
    layout: Layout
    columns: Annotated[int, Field(ge=1, le=2_500)]
    rows: Annotated[int, Field(ge=1, le=2_500)]
    parties: Annotated[tuple[RecordedParty, ...], Field(min_length=2, max_length=100)]
    kinds: Annotated[tuple[RecordedKind, ...], Field(min_length=1, max_length=1_000)]
    goals: Annotated[tuple[RecordedGoal, ...], Field(max_length=2_500)]
    charges: Annotated[tuple[RecordedGoal, ...], Field(max_length=2_500)]
    force: _Text
    order: _Text
    seed: int
    turns: _Number
    label_style: LabelStyle = LabelStyle.COLUMN_LETTER


class _Game(_Line):
    """A game, with its events as lists."""

    number: _Number
    seed: int
    first: _Number | None
    note: _Text
    units: Annotated[tuple[RecordedUnit, ...], Field(max_length=10_000)]
    events: tuple[tuple[Any, ...], ...]
    winner: _Number | None
    turns: _Number
    points: tuple[int, ...]
    losses: tuple[int, ...]
    end: _Text


def games_to_bytes(games: RecordedGames, *, compressed: bool = False) -> bytes:
    """Return the content of a file of recorded games; the same games always give the same bytes."""
    head = {"format": FORMAT} | {
        name: getattr(games, name) for name in _Head.model_fields if name != "format"
    }
    if games.label_style is LabelStyle.COLUMN_LETTER:
        # Older programs can read files without it.
        del head["label_style"]
    lines = [head]
    for game in games.games:
        fields = {name: getattr(game, name) for name in _Game.model_fields if name != "events"}
        lines.append(fields | {"events": [(_NAMES[type(it)], *it) for it in game.events]})
    text = "".join(
        f"{json.dumps(it, ensure_ascii=False, separators=(',', ':'), allow_nan=False)}\n" for it in lines
    )
    return gzip.compress(text.encode(), mtime=0) if compressed else text.encode()


def save_games(games: RecordedGames, path: str | PathLike[str]) -> None:
    """Write recorded games to a file, compressed if its name ends in .gz."""
    write_bytes(Path(path), games_to_bytes(games, compressed=Path(path).suffix == ".gz"))


def load_games(path: str | PathLike[str]) -> RecordedGames:
    """Return the games of a file.

    Raises
    ------
    FileError
        When it cannot be read, or is not a file of recorded games; the message names the line.
    """
    return games_from_bytes(read_regular_file(path, most_bytes=MOST_BYTES), str(path))


def games_from_bytes(data: bytes, file: str) -> RecordedGames:
    """Return the games in the content of a file; ``file`` is its name in messages."""
    lines = _text(data, file).splitlines()
    if not lines:
        raise FileError(f"{file} is empty; record games with: fairground simulate SCENARIO --record {file}")
    head = _read(_Head, lines[0], file, 1)
    fields = {name: getattr(head, name) for name in _Head.model_fields if name != "format"}
    games = RecordedGames(**fields, games=())
    found = tuple(_game(games, line, file, at) for at, line in enumerate(lines[1:], 2))
    return RecordedGames(**fields, games=found)


def _text(data: bytes, file: str) -> str:
    try:
        if data[:2] == b"\x1f\x8b":
            unpacker = zlib.decompressobj(wbits=31)
            data = unpacker.decompress(data, MOST_BYTES + 1)
            if not unpacker.eof and len(data) <= MOST_BYTES:
                raise FileError(
                    f"{file} is incomplete: the end of the file is missing; record the games again"
                )
        if len(data) > MOST_BYTES:
            raise FileError(
                f"{file} is too large: a file of recorded games may have at most {MOST_BYTES:,} bytes"
            )
        return data.decode()
    except zlib.error:
        raise FileError(f"{file} is not a file of recorded games: it cannot be unpacked{_RECORD}") from None
    except UnicodeDecodeError:
        raise FileError(f"{file} is not a file of recorded games: it is not text{_RECORD}") from None


def _read(model: type[Line], line: str, file: str, at: int) -> Line:
    try:
        return model.model_validate_json(line)
    except ValidationError as error:
        raise _fault(file, at, error, line, model) from None


def _fault(file: str, at: int, error: ValidationError, line: str, model: type[BaseModel]) -> FileError:
    """Return the error for a line that a model refuses, in plain words."""
    try:
        data = parse_json(line)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        if at == 1:
            return FileError(
                f"{file} is not a file of recorded games: its first line is not a JSON object{_RECORD}"
            )
        return FileError(
            f"{file}:{at}: this is not a game as JSON; the line is damaged. Record the games again"
        )
    what = "" if at > 1 else f"the first line must describe the games, with the format {FORMAT!r}: "
    return FileError(f"{file}:{at}: {what}{problems(error, None, model, data=data)[0].message}")


@cache
def _adapter(name: str) -> TypeAdapter[Event]:
    return TypeAdapter(EVENTS[name])


def _game(games: RecordedGames, line: str, file: str, at: int) -> GameRecord:
    it = _read(_Game, line, file, at)
    events = []
    for number, (name, *fields) in enumerate(event or ("",) for event in it.events):
        if not isinstance(name, str) or name not in EVENTS:
            raise FileError(f"{file}:{at}: event {number} has an unknown kind {str(name)[:40]!r}")
        try:
            events.append(_adapter(name).validate_python(fields))
        except ValidationError:
            message = f"the event {name!r} lacks values, or has values of a wrong type"
            raise FileError(f"{file}:{at}: events.{number}: {message}") from None
    values = {name: getattr(it, name) for name in _Game.model_fields if name != "events"}
    game = GameRecord(**values, events=tuple(events))
    problem = _problem(games, game)
    if problem:
        raise FileError(f"{file}:{at}: {problem}")
    return game


def _problem(games: RecordedGames, game: GameRecord) -> str:
    """Return the first number of a game that is out of range, as text; empty if the game can be replayed."""
    limits = {
        "party": len(games.parties),
        "kind": len(games.kinds),
        "hex": games.columns * games.rows,
        "unit": len(game.units),
        "goal": len(games.goals),
        "charge": len(games.charges),
        "facing": 6,
    }
    numbers = [("party", it) for it in (game.winner, game.first) if it is not None]
    numbers += [("hex", at) for goal in (*games.goals, *games.charges) for at in goal.hexes]
    for unit in game.units:
        numbers += [("party", unit.party), ("kind", unit.kind), ("hex", unit.hex), ("facing", unit.facing)]
    for event in game.events:
        numbers += _numbers(event, limits)
    for name, value in numbers:
        if not 0 <= value < limits[name]:
            return f"there is no {name} {value}"
    for event in game.events:
        for unit_number, weapon in _weapons(event):
            if not 0 <= weapon < len(games.kinds[game.units[unit_number].kind].weapons):
                return f"unit {unit_number} has no weapon {weapon}"
    if len(game.points) != len(games.parties) or len(game.losses) != len(games.parties):
        return "points and losses must have a number for each party"
    last = games.steps(game)[-1].after
    if last.points != game.points:
        return "the points at the end do not match the events"
    return ""


def _numbers(event: Event, limits: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Yield the numbers in an event, each with what it counts."""
    yield from ((name, value) for name, value in event._asdict().items() if name in limits)
    if isinstance(event, Attacked):
        yield "unit", event.target
        if event.other is not None:
            yield "unit", event.other.target
    if isinstance(event, UnitMoved) and event.why is not None:
        yield "hex", event.why.wanted
        if event.why.other != -1:
            yield "hex", event.why.other


def _weapons(event: Event) -> Iterator[tuple[int, int]]:
    """Yield the weapons in an event, each after the unit that has it."""
    if isinstance(event, Attacked):
        yield event.unit, event.weapon
        if event.other is not None:
            yield event.unit, event.other.weapon

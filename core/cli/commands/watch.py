"""``fairground watch``: recorded games as text, their figures, and a comparison with those on another version of the map."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairground.core.cli.options import as_json
from fairground.core.cli.shared_answers import emit
from fairground.core.errors import UsageError
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fairground.core.simulation.recording.figures import GamesComparison, GamesFigures
    from fairground.core.simulation.recording.game_record import GameRecord, RecordedGames

#: The longest bar of a histogram.
_BAR = 30
#: The most games listed.
_LISTED = 40


@click.command("watch")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--game", "number", type=click.IntRange(1), metavar="NUMBER", help="Print this game, turn by turn."
)
@click.option("--turn", type=click.IntRange(0), help="Print only this turn of the game; 0 is the start.")
@click.option(
    "--compare",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Compare with games recorded on an earlier version of the map.",
)
@as_json
def COMMAND(  # noqa: N802
    file: Path, number: int | None, turn: int | None, compare: Path | None, *, as_json: bool
) -> int:
    """Print recorded games.

    Without options, list the games in a file and how they end, with overall figures. Record games with fairground
    simulate --record, and draw heat maps of them with fairground show --overlay deaths --record.

    \b
    Examples:
      fairground simulate scenarios/standard-arena.yaml --games 30 --record games.jsonl
      fairground watch games.jsonl
      fairground watch games.jsonl --game 3 --turn 2
      fairground watch new.jsonl --compare old.jsonl
    """
    from fairground.core.simulation.recording.figures import compare_games, figures_of
    from fairground.core.simulation.recording.games_file import load_games

    if turn is not None and number is None:
        raise UsageError("--turn needs --game")
    games = load_games(file)
    game = None if number is None else _find_game(games, number, file)
    figures = figures_of(games)
    comparison = None if compare is None else compare_games(figures_of(load_games(compare)), figures)
    if as_json:
        _emit(file, figures, game, turn, comparison)
    elif game is not None:
        from fairground.core.simulation.recording.game_text import game_lines

        click.echo("\n".join(game_lines(games, game, turn=turn)))
    else:
        click.echo("\n".join(_listing(figures) if comparison is None else _comparison(comparison)))
    return 0


def _find_game(games: RecordedGames, number: int, file: Path) -> GameRecord:
    found = next((it for it in games.games if it.number == number), None)
    if found is None:
        known = ", ".join(str(it.number) for it in games.games[:10])
        more = ", …" if len(games.games) > 10 else ""
        raise UsageError(f"{file} has no game {number}. Games: {known}{more}")
    return found


def _emit(
    file: Path,
    figures: GamesFigures,
    game: GameRecord | None,
    turn: int | None,
    comparison: GamesComparison | None,
) -> None:
    from fairground.core.simulation.recording.answer import (
        FiguresAnswer,
        GamesComparisonAnswer,
        RecordedGameAnswer,
        WatchAnswer,
        watched_game,
    )

    games = figures.games
    emit(
        WatchAnswer(
            file=str(file),
            scenario=games.scenario,
            content_hash=games.content_hash,
            bots={it.id: it.bot for it in games.parties},
            force=games.force,
            order=games.order,
            seed=games.seed,
            games=tuple(RecordedGameAnswer.of_game(games, it) for it in games.games),
            figures=FiguresAnswer.from_result(figures),
            game=None if game is None else watched_game(games, game, turn=turn),
            comparison=None if comparison is None else GamesComparisonAnswer.from_result(comparison),
        )
    )


def _listing(figures: GamesFigures) -> Iterator[str]:
    from fairground.core.simulation.recording.game_text import GameText

    games = figures.games
    yield f"{counted(figures.played, 'game')} on {games.scenario} ({games.content_hash}), seed {games.seed}"
    yield games.setup
    yield ""
    yield from (f"  {GameText(games, it).heading()}" for it in games.games[:_LISTED])
    if figures.played > _LISTED:
        yield f"  and {figures.played - _LISTED:,} more; --json lists all"
    yield ""
    if not games.is_sample:
        yield "These games were chosen because they are interesting, so their shares say nothing about all games."
    yield from _figures(figures)


def _figures(figures: GamesFigures) -> Iterator[str]:
    yield "How the games end"
    yield from _bars(figures.ends)
    yield f"Turns (mean {_mean(figures.mean_turns)})"
    yield from _bars(figures.turns)
    yield f"Lead changes (mean {_mean(figures.mean_lead_changes)})"
    yield from _bars(figures.lead_changes)
    yield "Most frequent hexes"
    yield from _frequent(figures)


def _bars(counts: Mapping[object, int] | Mapping[str, int] | Mapping[int, int]) -> Iterator[str]:
    """Yield a bar for each count, the longest for the greatest."""
    most = max(counts.values(), default=1)
    wide = max((len(str(it)) for it in counts), default=0)
    for name, count in counts.items():
        # Something that happened has a bar.
        bar = "#" * max(1, round(_BAR * count / most))
        yield f"  {name!s:>{wide}}  {bar} {count:,}"


def _frequent(figures: GamesFigures) -> Iterator[str]:
    from fairground.core.simulation.recording.figures import HEAT_MAPS

    wide = max(map(len, HEAT_MAPS.values()))
    for name, title in HEAT_MAPS.items():
        counts = figures.heat[name]
        order = sorted(counts.ravel().nonzero()[0].tolist(), key=lambda at: (-counts.flat[at], at))
        hexes = ", ".join(f"{figures.games.hex_name(at)} {counts.flat[at]:,}" for at in order[:6])
        yield f"  {title:{wide}}  {hexes or 'none'}"


def _comparison(found: GamesComparison) -> Iterator[str]:
    from fairground.core.simulation.recording.figures import HEAT_MAPS

    before, after = found.before, found.after
    yield f"{'':24}{'before':>24}{'after':>24}"
    yield f"{'version':24}{before.games.content_hash:>24}{after.games.content_hash:>24}"
    yield f"{'games':24}{before.played:>24,}{after.played:>24,}"
    for party, later in zip(before.parties, after.parties, strict=True):
        title = f"won by {party.title}"[:23]
        yield f"{title:24}{_share(party.wins, before):>24}{_share(later.wins, after):>24}"
    yield f"{'draws':24}{_share(before.draws, before):>24}{_share(after.draws, after):>24}"
    yield f"{'turns, mean':24}{_mean(before.mean_turns):>24}{_mean(after.mean_turns):>24}"
    yield f"{'lead changes, mean':24}{_mean(before.mean_lead_changes):>24}{_mean(after.mean_lead_changes):>24}"
    for end in dict.fromkeys((*before.ends, *after.ends)):
        one, other = before.ends.get(end, 0), after.ends.get(end, 0)
        yield f"{end[:23]:24}{_share(one, before):>24}{_share(other, after):>24}"
    yield "Shares have 95% intervals; where they overlap, chance may explain the difference."
    if found.hexes:
        yield "Hexes with the largest changes, in events per game:"
    names = before.games.hex_names
    for it in found.hexes:
        yield f"  {HEAT_MAPS[it.heat_map]}, {names.of_label(it.hex)}: {float(it.before):.2f} before, {float(it.after):.2f} after"
    yield from found.cautions


def _share(count: int, figures: GamesFigures) -> str:
    from fairground.core.simulation.claim_sentences import between
    from fairground.core.simulation.statistics.wilson import wilson

    return f"{count / figures.played:.0%} ({between(wilson(count, figures.played))})"


def _mean(value: object) -> str:
    return "none" if value is None else f"{float(value):.1f}"  # type: ignore[arg-type]  # a fraction

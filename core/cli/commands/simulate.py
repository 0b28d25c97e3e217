"""``fairground simulate``: how often each zone wins when bots play, and whether that shows the map to be fair."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

import click

from fairground.core.cli.board_text import IntervalPicture
from fairground.core.cli.games_tables_text import CLAIM_LOOKS, fixes_text, table_text
from fairground.core.cli.options import (
    ParsedType,
    as_json,
    check_needs,
    check_output,
    despite_errors,
    load_scenario,
    overwrite,
    scenario_file,
    was_given,
)
from fairground.core.cli.shared_answers import NOT_JUDGED, despite, print_result, writes
from fairground.core.cli.terminal import ProgressLine
from fairground.core.errors import UsageError
from fairground.core.text.scalars import parse_share
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from fractions import Fraction

    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.bots_table import BotsTable
    from fairground.core.simulation.simulation import Simulation, ZoneRate
    from fairground.core.simulation.statistics.effects import ZoneEffect

#: Sign and colour of each verdict on moving first; the word beside them is enough to tell them apart.
_FIRST_LOOKS = {
    "does not matter": ("+", "green"),
    "decides too much": ("!", "red"),
    "not decided": ("?", "yellow"),
    "not judged": ("-", None),
}
_NUMBERS = 39


class PlayArguments(TypedDict):
    """The options that are passed on as they are."""

    seed: int
    force: str | None
    jobs: int
    margin: Fraction
    stop_early: bool
    despite_errors: bool
    progress: Callable[[float], None]


def _parse_margin(text: str) -> Fraction:
    try:
        return parse_share(text.strip())
    except ValueError as error:
        raise ValueError(f"{error}; write 1/20, 0.05 or 5%") from None


def _parse_recorded(text: str) -> int | None:
    if text.strip() == "interesting":
        return None
    if not text.strip().isdecimal() or not 1 <= len(text.strip()) <= 9:
        raise ValueError(f"{text!r} is not a number of games; write a whole number, or interesting")
    from fairground.core.simulation.recording.record_games import MOST_RECORDED

    if not 1 <= int(text) <= MOST_RECORDED:
        raise ValueError(f"the number of games to record must be 1 to {MOST_RECORDED:,}, not {int(text):,}")
    return int(text)


RECORDED = ParsedType("NUMBER|interesting", _parse_recorded)
margin = click.option(
    "--margin",
    type=ParsedType("SHARE", _parse_margin),
    default="1/20",
    show_default=True,
    help="Largest difference from an even win rate that still counts as fair, such as 1/20 or 5%.",
)
seed = click.option("--seed", type=int, default=1, show_default=True, help="Random seed.")


@click.command("simulate")
@scenario_file
@click.option(
    "--games",
    type=int,
    help="Number of games, rounded up so that each side moves first equally often. Default: up to 1110, with --stop-early.",
)
@seed
@click.option("--bots", metavar="NAME[,NAME...]", help="Bots that play: one for all zones, or one per zone.")
@click.option(
    "--force",
    metavar="ID|FILE|units",
    help="Force that the bots play with. Default: the first shipped force that fits.",
)
@click.option(
    "--order", metavar="NAME", help="Turn order: alternate, or simultaneous (all decide, then all act)."
)
@click.option(
    "--bots-table",
    is_flag=True,
    help=(
        "Play the map with several bots, and judge its fairness for each. Name them with --bots. Default: "
        "objectives, planning, searching, advance, hold."
    ),
)
@click.option(
    "--mixed",
    is_flag=True,
    help="In the table, also let each pair of bots play each other, with zones swapped in half of the games.",
)
@click.option(
    "--first-move-fixes",
    is_flag=True,
    help="If moving first may decide too much, play again with each fix, such as points for the second mover.",
)
@margin
@click.option(
    "--stop-early",
    is_flag=True,
    help=(
        "Stop once the result is decided, by whichever of two rules needs fewer games; --games is then "
        "the maximum."
    ),
)
@click.option("--jobs", type=click.IntRange(1), help="Number of processes. Default: one per processor core.")
@click.option(
    "--fail-on",
    type=click.Choice(["unfair", "undecided", "first-move"]),
    multiple=True,
    help="Exit with status 1 if the map is unfair, or not shown to be fair, or if moving first decides too much; "
    "with 3 if it is not judged. May be repeated.",
)
@click.option(
    "--record",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Also record games in this file, move by move: .jsonl, or .jsonl.gz to compress it.",
)
@click.option(
    "--record-games",
    type=RECORDED,
    default="interesting",
    show_default=True,
    help=(
        "Games to record: interesting (a typical win of each side, the closest, the shortest and a drawn game "
        "among the first 100), or a number of games, starting with the first."
    ),
)
@overwrite
@despite_errors
@as_json
def COMMAND(  # noqa: N802, PLR0913, PLR0917  # one parameter an option
    file: Path,
    games: int | None,
    seed: int,
    bots: str | None,
    force: str | None,
    order: str | None,
    margin: Fraction,
    jobs: int | None,
    fail_on: tuple[str, ...],
    record: Path | None,
    record_games: int | None,
    *,
    bots_table: bool,
    mixed: bool,
    first_move_fixes: bool,
    stop_early: bool,
    overwrite: bool,
    despite_errors: bool,
    as_json: bool,
) -> int:
    """Let bots play a scenario, and report the win rates.

    Each side moves first equally often. The result is a claim about these bots and this force only. The map is fair if the
    intervals of all win rates are within the margin, unfair if any of them is outside it, and otherwise undecided. Moving
    first has its own verdict. Without --games, play stops once the claim is decided, after at most 1,110 games. The same
    seed gives the same answer on every machine.

    \b
    Exit status: 0 success, 1 the scenario has errors or fails --fail-on, 2 unusable input, 3 not judged (with --fail-on).

    \b
    Examples:
      fairground simulate scenarios/standard-arena.yaml --games 30
      fairground simulate arena.yaml
      fairground simulate arena.yaml --games 279 --margin 10% --bots advance --json
      fairground simulate arena.yaml --order simultaneous --stop-early --fail-on undecided
      fairground simulate arena.yaml --record games.jsonl
      fairground simulate arena.yaml --bots-table --mixed --bots objectives,planning
      fairground simulate arena.yaml --first-move-fixes
    """
    from fairground.core.simulation.bots_table import TABLE_BOTS, BotsTable
    from fairground.core.simulation.bots_table import bots_table as play_table
    from fairground.core.simulation.first_move_fixes import FirstMoveFixes
    from fairground.core.simulation.first_move_fixes import first_move_fixes as play_fixes
    from fairground.core.simulation.settings import GAMES
    from fairground.core.simulation.simulate import simulate

    if record is not None:
        check_output(record, overwrite=overwrite, source=file)
    check_needs((was_given("record_games"), "--record-games", record, "--record"))
    _check_options(
        bots_table=bots_table,
        mixed=mixed,
        fixes=first_move_fixes,
        records=record is not None,
        order=order,
    )
    scenario = load_scenario(file)
    names = None if bots is None else bots.split(",")
    begun = time.monotonic()
    with ProgressLine("Playing") as progress:
        chosen: PlayArguments = {
            "seed": seed,
            "force": force,
            "jobs": jobs or os.cpu_count() or 1,
            "margin": margin,
            "stop_early": stop_early or games is None,
            "despite_errors": despite_errors,
            "progress": progress.show,
        }
        most = GAMES if games is None else games
        found: Simulation | BotsTable | FirstMoveFixes
        if bots_table:
            found = play_table(scenario, most, bots=names or TABLE_BOTS, mixed=mixed, order=order, **chosen)
        elif first_move_fixes:
            found = play_fixes(scenario, most, bots=names, **chosen)
        else:
            found = simulate(scenario, most, bots=names, order=order, running=_announce, **chosen)
    # No part of the answer, which is the same on every machine.
    seconds = time.monotonic() - begun
    click.echo(f"{found.played:,} games in {seconds:.1f} s, {found.played / seconds:.0f} a second", err=True)
    is_recorded = True
    if isinstance(found, BotsTable):
        errors, text = found.pairings[0].simulation.setting.errors, table_text(found)
    elif isinstance(found, FirstMoveFixes):
        errors, text = found.simulation.setting.errors, fixes_text(found)
    else:
        errors, text = found.setting.errors, _text(found)
        is_recorded = record is None or _record(scenario, found, force, record, record_games)
    print_result(found, despite(errors, text), as_json=as_json)
    if not is_recorded:
        return 2
    return _status(found.simulation if isinstance(found, FirstMoveFixes) else found, fail_on)


def _check_options(*, bots_table: bool, mixed: bool, fixes: bool, records: bool, order: str | None) -> None:
    """Raise a ``UsageError`` for options that don't go together."""
    if mixed and not bots_table:
        raise UsageError("--mixed needs --bots-table")
    if bots_table and fixes:
        raise UsageError("use either --bots-table or --first-move-fixes, not both")
    if records and bots_table:
        raise UsageError("games for a table of bots cannot be recorded; leave out --record or --bots-table")
    if records and fixes:
        raise UsageError("games with fixes cannot be recorded; leave out --record or --first-move-fixes")
    if fixes and order is not None:
        from fairground.core.simulation.game.arena import known_name
        from fairground.core.simulation.game.turn import DEFAULT_ORDER, ORDERS

        if known_name("turn order", order, ORDERS) != DEFAULT_ORDER:
            raise UsageError(
                "nobody moves first if all move at once; leave out --order or --first-move-fixes"
            )


def _status(found: Simulation | BotsTable, fail_on: tuple[str, ...]) -> int:
    """Return the exit status."""
    from fairground.core.simulation.bots_table import BotsTable
    from fairground.core.simulation.statistics.equivalence import Claim, FirstMoveVerdict

    if fail_on and found.claim is Claim.NOT_JUDGED:
        return NOT_JUDGED
    played = [it.simulation for it in found.pairings] if isinstance(found, BotsTable) else [found]
    fails = {
        "unfair": found.claim is Claim.UNFAIR,
        "undecided": found.claim in (Claim.UNFAIR, Claim.NOT_DECIDED),
        "first-move": any(
            it.first_move is not None and it.first_move.verdict is FirstMoveVerdict.DECIDES for it in played
        ),
    }
    return int(any(fails[it] for it in fail_on))


def _announce(found: Simulation) -> None:
    """Print the cost before the first game."""
    if not found.played:
        from fairground.core.simulation.claim_sentences import describe_cost

        click.echo(describe_cost(found.setting), err=True)


def _record(scenario: Scenario, found: Simulation, force: str | None, path: Path, number: int | None) -> bool:
    """Record the first ``number`` games of a simulation, or the interesting ones among the first (None), if possible."""
    from fairground.core.simulation.recording.games_file import save_games
    from fairground.core.simulation.recording.record_games import AMONG, record_games
    from fairground.core.simulation.settings import StoppingRule

    setting = found.setting
    with ProgressLine("Recording") as progress:
        games = record_games(
            scenario,
            None if number is None else min(number, found.played),
            among=min(AMONG, found.played),
            seed=setting.seed,
            bots=setting.bots,
            force=force,
            order=setting.order,
            despite_errors=True,
            early=None if setting.rule is StoppingRule.FIXED else (setting.games, setting.margin),
            progress=progress.show,
        )
    if is_written := writes(lambda: save_games(games, path)):
        click.echo(f"Recorded {counted(len(games.games), 'game')} in {path}", err=True)
    return is_written


def _text(found: Simulation) -> Iterator[str]:
    from fairground.core.simulation.claim_sentences import describe_rule

    setting = found.setting
    lead = "each side moves first equally often" if setting.first else "all move at once"
    yield f"{counted(found.played, 'game')}, {counted(found.draws, 'draw')}; {lead}; seed {setting.seed}"
    yield ""
    zones = found.zones
    width = max(len("moving first"), *(len(it.title) for it in zones))
    low, high = setting.band
    picture = IntervalPicture((float(low), float(high)), [it.interval for it in zones])
    for it in zones:
        yield f"  {it.title:{width}}  {_zone(it)}  {picture.line(None if it.rate is None else float(it.rate), it.interval)}"
    yield f"  {'':{width}}  {'':{_NUMBERS}}  {picture.axis()}"
    yield f"  {'':{width}}  o win rate, = its 95% interval, [ ] range that counts as even"
    yield ""
    yield "  Effect of the zone and of moving first, in percentage points from even:"
    for it in zones:
        yield f"  {it.title:{width}}  {_effect(it.effect)}"
    if setting.first:
        yield f"  {'moving first':{width}}  {_effect(found.turn_order)}"
    yield ""
    yield from _cells(found)
    yield ""
    yield from _ends(found)
    chi = found.chi_squared
    if chi is not None:
        yield f"  Chi-squared of all zones: {float(chi.statistic):.1f}, {chi.freedom} degrees of freedom, p {chi.p:.4f}"
    yield ""
    sign, colour = ("-", None) if setting.errors else CLAIM_LOOKS[found.claim.value]
    if found.label != found.claim and found.claim.value == "fair":
        # Fair between the zones only.
        colour = "yellow"
    yield click.style(f"{sign} {found.claim_sentence}", fg=colour)
    first = found.first_move
    if first is not None:
        sign, colour = ("-", None) if setting.errors else _FIRST_LOOKS[first.verdict.value]
        yield click.style(f"{sign} {found.first_move_sentence}", fg=colour)
    yield ""
    fair = f"{100 * found.chance_of_fair:.0f} of 100"
    yield f"{describe_rule(found)} An even map is proven fair in about {fair} such runs, if all games have a winner."
    if setting.left_out:
        yield "Left out of the games:"
        yield from (f"  - {it}" for it in setting.left_out)


def _zone(it: ZoneRate) -> str:
    from fairground.core.simulation.claim_sentences import between, percent

    rate = "-" if it.rate is None else percent(it.rate)
    return f"{it.wins:>9,} won {rate:>8}  {between(it.interval):>15}"


def _effect(it: ZoneEffect | None) -> str:
    if it is None:
        return "unknown: for some combination of zone and turn order, no game had a winner"
    return f"{100 * it.estimate:+7.1f}  ({100 * it.low:+.1f} to {100 * it.high:+.1f})"


def _ends(found: Simulation) -> Iterator[str]:
    yield "  How the games ended:"
    for it in found.ends:
        yield f"  {it.games:>9,} {found.title(it.party) or 'draw'}: {it.way}"


def _cells(found: Simulation) -> Iterator[str]:
    for it in found.cells:
        first, *others = (f"by {party}" for party in found.titles)
        by = (f"won {first}", *others)
        won = ", ".join(f"{wins:,} {whom}" for wins, whom in zip(it.wins, by, strict=True))
        lead = f"{found.title(it.first)} first" if it.first else "All at once"
        yield f"  {lead}: {won}; {counted(it.draws, 'draw')}"

"""``fairground publish``: a scenario as a web page on which people read, try and replay it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click
from pydantic import Field

from fairground.core.answer import Answer, schema_field
from fairground.core.cli.options import (
    as_json,
    check_output,
    load_scenario,
    output_file,
    overwrite,
    scenario_file,
)
from fairground.core.cli.shared_answers import emit
from fairground.core.errors import UsageError

#: What stands for standard output.
_STDOUT = Path("-")


class PublishAnswer(Answer):
    """Answer of ``fairground publish --json``."""

    schema_name: Literal["fairground/publish/1"] = schema_field("fairground/publish/1")
    file: str = Field(description="path of the scenario, as given")
    output: str | None = Field(description="path of the page that was written; null if it was printed")
    copy_for: Literal["everybody", "players", "side"] = Field(
        description="copy on the page: the full scenario, the players' copy, or a players' copy for one side"
    )
    games: int = Field(description="number of recorded games on the page")
    bytes: int = Field(description="size of the page in bytes")
    text: str | None = Field(description="page as HTML; null if it was written to a file")


@click.command("publish")
@scenario_file
@output_file("Page to write: .html. Default: print it.")
@click.option(
    "--players",
    is_flag=True,
    help="Publish the players' copy, without units, reinforcements and objectives that belong to one side.",
)
@click.option(
    "--side",
    default="",
    metavar="ID",
    help="Publish the players' copy for this side, with its own units, reinforcements and objectives.",
)
@click.option(
    "--games",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    multiple=True,
    help="Games recorded on this scenario with simulate --record, to replay on the page. May be repeated.",
)
@overwrite
@as_json
def COMMAND(  # noqa: N802  # one parameter an option
    file: Path,
    output: Path | None,
    *,
    players: bool,
    side: str,
    games: tuple[Path, ...],
    overwrite: bool,
    as_json: bool,
) -> int:
    """Publish a scenario as an interactive web page.

    Visitors can read, try out and replay the scenario. The page has the map with its layers, the rules card, and the
    verdict on fairness. It is a single file that opens from disk or from any web server, and makes no network requests.
    Without JavaScript, it shows a picture and the texts.

    \b
    With --players, the file contains nothing that players must not know.
    The same scenario and options give the same file, byte for byte.

    \b
    Examples:
      fairground publish scenarios/standard-arena.yaml -o arena.html
      fairground publish arena.yaml -o players.html --players --overwrite
      fairground publish arena.yaml -o arena.html --games games.jsonl --overwrite
      cat arena.yaml | fairground publish - > arena.html
    """
    target = None if output == _STDOUT else output
    if target is not None:
        if target.suffix.lower() not in (".html", ".htm"):
            raise UsageError(f"{target}: the name of a page must end in .html")
        check_output(target, overwrite=overwrite, source=file)
    from fairground.core.files import write_bytes
    from fairground.core.simulation.recording.games_file import load_games
    from fairground.core.web_page import publish

    scenario = load_scenario(file)
    recorded = [load_games(it) for it in games]
    text = publish(scenario, players=players, side=side, games=recorded)
    data = text.encode()
    if target is not None:
        write_bytes(target, data)
    if as_json:
        emit(
            PublishAnswer(
                file=str(file),
                output=str(target) if target else None,
                copy_for="side" if side else "players" if players else "everybody",
                games=sum(len(it.games) for it in recorded),
                bytes=len(data),
                text=None if target else text,
            )
        )
    else:
        click.echo(str(target) if target else text, nl=target is not None)
    return 0

"""A folder of published pages: a page for each scenario of a folder, and an index."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from fairground.core.errors import FairgroundError
from fairground.core.files import load, write_bytes
from fairground.core.pictures.board_picture import DETAILED, MOST_HEXES, thumbnail
from fairground.core.report import report
from fairground.core.scenario.players_copy import players_copy
from fairground.core.web_page.page_texts import verdict_of
from fairground.core.web_page.publish import copy_title, page_of
from fairground.core.web_page.site_index import SiteEntry, site_index

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.batches.summary import Library, MapRow

#: The longer side of a card's picture, in pixels.
_PICTURE: Final = 480


def write_site(library: Library, rows: Sequence[MapRow], site: Path, *, players: bool = False) -> int:
    """Write a page for each map that can be read, and ``index.html``; return the number of pages.

    Files of the same names are replaced. With ``players``, pages, pictures and verdicts are those of the players' copies. The
    verdicts in the index are those of the pages. The index says which files have no page, and why.

    Raises
    ------
    FileError
        When a file cannot be written.
    """
    site.mkdir(parents=True, exist_ok=True)
    entries, left_out = [], []
    for it in rows:
        name = Path(it.file).with_suffix(".html")
        try:
            scenario = load(Path(library.folder) / it.file)
            shown = players_copy(scenario) if players else scenario
            found = report(shown)
            text = page_of(found, copy=copy_title(shown) if players else "")
        except FairgroundError as error:
            left_out.append(f"{it.file}: {str(error).rstrip('.')}.")
            continue
        target = site / name
        target.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(target, text.encode())
        board = shown.board
        few = board.columns * board.rows <= MOST_HEXES
        entries.append(
            SiteEntry(
                address=quote(name.as_posix()),
                title=it.title,
                columns=board.columns,
                rows=board.rows,
                sides=len(shown.sides),
                ruleset=shown.rules.title,
                verdict=verdict_of(found),
                picture=thumbnail(shown, side=_PICTURE, options=DETAILED) if few else b"",
            )
        )
    title = f"Arenas in {Path(library.folder).resolve().name}"
    write_bytes(site / "index.html", site_index(title, entries, players=players, left_out=left_out).encode())
    return len(entries)

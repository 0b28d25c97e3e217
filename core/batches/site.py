"""A folder of published pages: a page for each scenario of a folder, and an index."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from fairground.core.errors import FairgroundError, FileError
from fairground.core.files import load, write_bytes
from fairground.core.files.untrusted_files import is_there
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
        When a file cannot be written. Folders made for it are removed again, unless they have pages by then.
    """
    new_folders = [it for it in (site, *site.parents) if not is_there(it)]
    try:
        return _write_site(library, rows, site, players=players)
    except BaseException:
        # The first error matters more than a folder that cannot be removed. One with pages stays.
        with suppress(OSError):
            for it in new_folders:
                it.rmdir()
        raise


def _write_site(library: Library, rows: Sequence[MapRow], site: Path, *, players: bool) -> int:
    _make_folder(site)
    entries, left_out = [], []
    taken = {"index.html"}
    # In whatever order the maps are listed, each keeps its page.
    names = {file: _page_name(file, taken) for file in sorted(it.file for it in rows)}
    for it in rows:
        name = names[it.file]
        try:
            scenario = load(Path(library.folder) / it.file)
            shown = players_copy(scenario) if players else scenario
            found = report(shown)
            text = page_of(found, copy=copy_title(shown) if players else "")
        except FairgroundError as error:
            left_out.append(f"{it.file}: {str(error).rstrip('.')}.")
            continue
        target = site / name
        _make_folder(target.parent)
        write_bytes(target, text.encode())
        board = shown.board
        few = board.columns * board.rows <= MOST_HEXES
        entries.append(
            SiteEntry(
                address=quote(os.fsencode(name.as_posix())),
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


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"the folder {folder} cannot be created: {error.strerror}") from error


def _page_name(file: str, taken: set[str]) -> Path:
    """Return the name of the page of a map, which is added to the names that are ``taken``, in lower case.

    Maps that differ only in their endings, and a map called index, keep their endings.
    """
    name = Path(file).with_suffix(".html")
    if name.as_posix().casefold() in taken:
        name = Path(f"{file}.html")
    while name.as_posix().casefold() in taken:
        name = name.with_name(f"{name.stem}-2.html")
    taken.add(name.as_posix().casefold())
    return name

"""The text of a TMJ or TSJ file as plain data."""

from __future__ import annotations

import json
import re
from typing import Any, Final, NoReturn

from fairground.core.clients.tiled.tile_cells import MAX_CELLS
from fairground.core.clients.tiled.tmx_tree import MAX_ELEMENTS, TreeError

_MAP: Final = re.compile(r'"type"\s*:\s*"map"')


def looks_like_tmj(text: str) -> bool:
    """Return whether a text looks like a map of Tiled in JSON."""
    return (
        text.lstrip().startswith("{")
        and '"tilewidth"' in text
        and '"orientation"' in text
        and _MAP.search(text) is not None
    )


def tmj_tree(text: str) -> dict[str, Any]:
    """Return the data of a TMJ or TSJ file.

    Raises
    ------
    TreeError
        When it is no JSON, or beyond the limits.
    """
    # What the parser makes of each of them takes some hundred bytes; texts that hold them are counted along.
    if text.count("{") + text.count("[") > MAX_ELEMENTS:
        raise TreeError(f"a map may have {MAX_ELEMENTS:,} lists and objects")
    if text.count(",") > MAX_CELLS + 10 * MAX_ELEMENTS:
        raise TreeError(f"a map may have {MAX_CELLS:,} cells in all layers")
    try:
        found = json.loads(text, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise TreeError(f"this is not JSON: {error.msg}", error.lineno) from None
    except RecursionError:
        raise TreeError("lists and objects are nested too deeply") from None
    except ValueError as error:
        raise TreeError(f"this is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise TreeError("this is not a map: it is a list or a single value")
    return found


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")

"""Correct obvious mistakes in a file: each gives one finding, and reading continues with what was meant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from fairground.core.files.pruning import LISTS
from fairground.core.files.scenario_file import ScenarioFile
from fairground.core.finding import Finding, Place, Severity
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import MAX_SIDE
from fairground.core.scenario.parts import ID_WORDS, id_like, is_id
from fairground.core.text.foreign import matched_whole
from fairground.core.text.model_problems import fields_at
from fairground.core.text.scalars import FloatText
from fairground.core.text.wording import counted, describe, listed, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.text.source import PathInFile, Source

_LAYERS: Final = ("terrain", "elevation", "effects")
_PALETTES: Final = ("palette", "elevation_palette", "effects_palette")
_CURLY: Final = "\u2018\u2019\u201c\u201d"
_COMMENTED: Final = re.compile(r" *#: *['\"]?([a-z][\w-]*)")
_LABEL: Final = re.compile("[A-Z]{1,3}[1-9][0-9]{0,3}")
_SIZE: Final = re.compile(r"([0-9]{1,4}) {0,9}[x\u00d7*,/ ] {0,9}([0-9]{1,4})", re.IGNORECASE)


def correct(data: dict[str, Any], source: Source) -> tuple[dict[str, Any], list[Finding]]:
    """Return the corrected data of a scenario file, and a finding for each mistake; ``data`` is unchanged."""
    copy = dict(data)
    for name in LISTS:
        if isinstance(copy.get(name), list):
            copy[name] = [dict(it) if isinstance(it, dict) else it for it in copy[name]]
    corrector = _Corrector(copy, source)
    corrector.move_keys()
    if isinstance(copy.get("board"), dict):
        copy["board"] = dict(copy["board"])
        corrector.correct_board(copy["board"])
    for name in LISTS:
        for index, item in enumerate(copy[name] if isinstance(copy.get(name), list) else ()):
            if isinstance(item, dict):
                corrector.correct_item(item, (name, index))
    return copy, corrector.findings


class _Corrector:
    def __init__(self, data: dict[str, Any], source: Source) -> None:
        self.findings: list[Finding] = []
        self._data = data
        self._source = source

    def _add(self, code: str, message: str, path: PathInFile, fix: str, *, at_key: bool = False) -> None:
        line, column = self._source.key_mark(path) if at_key else self._source.mark(path)
        self._add_at(code, message, path, fix, (line, column))

    def _add_at(self, code: str, message: str, path: PathInFile, fix: str, mark: tuple[int, int]) -> None:
        place = Place(path=path, line=mark[0], column=mark[1])
        self.findings.append(Finding(Severity.ERROR, code, message, place, fix))

    # -- indentation ------------------------------------------------------------------------------------------

    def move_keys(self) -> None:
        """Move keys of the board at the top level, and keys of the scenario under the board."""
        board = self._data.get("board")
        inner = board if isinstance(board, dict) else {}
        top_fields, board_fields = fields_at(ScenarioFile, ()), fields_at(ScenarioFile, ("board",))
        outside = [it for it in self._data if it not in top_fields and it in board_fields and it not in inner]
        inside = [it for it in inner if it not in board_fields and it in top_fields and it not in self._data]
        if outside and (board is None or isinstance(board, dict)):
            verb, them = ("belongs", "it") if len(outside) == 1 else ("belong", "them")
            message = f"{_quoted(outside)} {verb} under 'board'"
            fix = f"Indent {them} below 'board:'."
            self._add("file.unknown-key", message, (outside[0],), fix, at_key=True)
            self._data["board"] = {**inner, **{it: self._data.pop(it) for it in outside}}
            for name in outside:
                self._source.move((name,), ("board", name))
        if inside:
            verb, them = ("belongs", "it") if len(inside) == 1 else ("belong", "them")
            message = f"{_quoted(inside)} {verb} at the top level, not under 'board'"
            fix = f"Write {them} at the start of the line."
            self._add("file.unknown-key", message, ("board", inside[0]), fix, at_key=True)
            board = self._data["board"]
            self._data["board"] = {key: value for key, value in board.items() if key not in inside}
            for name in inside:
                self._data[name] = inner[name]
                self._source.move(("board", name), (name,))

    # -- board ------------------------------------------------------------------------------------------------

    def correct_board(self, board: dict[str, Any]) -> None:
        """Correct the size, blocks without '|', and keys of palettes."""
        size = board.get("size")
        match = _SIZE.fullmatch(size) if isinstance(size, str) else None
        sides = [matched_whole(match[1]), matched_whole(match[2])] if match else _named_sides(size)
        if sides:
            board["size"] = sides
            message = f"'size' must be a list of two numbers, columns and rows, not {describe(size)}"
            fix = f"Write 'size: [{sides[0]}, {sides[1]}]'."
            self._add("file.wrong-type", message, ("board", "size"), fix)
        for name in (*_LAYERS, "hexsides"):
            self._add_block_sign(board, name)
        for name in _LAYERS:
            self._indent_first_row(board, name)
        for name in _PALETTES:
            if isinstance(board.get(name), dict):
                board[name] = dict(board[name])
                self._straighten_quotes(board[name], ("board", name))
        self._find_commented_key(board)
        self._correct_size(board)

    def _add_block_sign(self, board: dict[str, Any], name: str) -> None:
        text, path = board.get(name), ("board", name)
        if not isinstance(text, str) or self._source.is_block(path) or "\n" in text.rstrip():
            return
        rows = self._rows_below(path) if len(text.split()) > 1 else ()
        if len(rows) < 2:
            return
        board[name] = "\n".join(rows)
        message = f"'|' is missing after '{name}:', so its rows are joined into one line"
        self._add("board.block", message, path, f"Write '{name}: |'.", at_key=True)

    def _indent_first_row(self, board: dict[str, Any], name: str) -> None:
        """Correct a first row that is indented less, so that all others seem to start with spaces."""
        text = board.get(name)
        if not isinstance(text, str) or not text.startswith("\n ", text.find("\n")):
            return
        first, *others = text.rstrip("\n").split("\n")
        missing = len(others[0]) - len(others[0].lstrip(" ")) if others else 0
        start = " " * missing
        if not missing or any(len(it) != len(first) + missing or not it.startswith(start) for it in others):
            return
        board[name] = "\n".join((first, *(it.removeprefix(start) for it in others)))
        message = f"row 1 of {name!r} is indented by {counted(missing, 'space')} less than the other rows"
        self._add("board.row-length", message, ("board", name, 0), "Indent all rows by the same amount.")

    def _rows_below(self, path: PathInFile) -> list[str]:
        """Return the lines below a key that are indented deeper."""
        lines = self._source.text.split("\n")
        line, column = self._source.key_mark(path)
        rows: list[str] = []
        for text in lines[line:]:
            if len(text) - len(text.lstrip(" ")) < column or not text.strip():
                break
            rows.append(text.strip())
        return rows

    def _straighten_quotes(self, palette: dict[str, Any], path: PathInFile) -> None:
        for key in [it for it in palette if len(it) > 2 and it[0] in _CURLY and it[-1] in _CURLY]:
            meant = key.strip(_CURLY)
            message, fix = (
                f"the curly quotes around {key} are read as part of the key",
                f"Use straight quotes: '{meant}'",
            )
            self._add("board.palette-key", message, (*path, key), fix, at_key=True)
            palette.setdefault(meant, palette.pop(key))
            self._source.move((*path, key), (*path, meant))

    def _find_commented_key(self, board: dict[str, Any]) -> None:
        """Correct '#' as a palette key without quotes, which makes its line a comment."""
        palette, terrain = board.get("palette"), board.get("terrain")
        if not isinstance(palette, dict) or not isinstance(terrain, str):
            return
        if "#" in palette or "#" not in terrain:
            return
        path = ("board", "palette")
        start = self._source.key_mark(path)[0]
        lines = self._source.text.split("\n")[start : start + len(palette) + 50]
        for number, text in enumerate(lines, start + 1):
            match = _COMMENTED.match(text)
            if match:
                palette["#"] = match[1]
                message = "'#' starts a comment here, so the palette has no key '#'"
                fix = f"Put it in quotes: '#': {match[1]}"
                self._add_at("board.palette-key", message, path, fix, (number, text.index("#") + 1))
                return

    def _correct_size(self, board: dict[str, Any]) -> None:
        """Correct a size that fits no row of the terrain, such as rows before columns."""
        size, palette = board.get("size"), board.get("palette")
        texts = [it.rstrip("\n") for name in _LAYERS if isinstance(it := board.get(name), str) and it]
        if not isinstance(size, list) or len(size) != 2 or not texts:
            return
        if not all(type(it) is int and 0 < it <= MAX_SIDE for it in size):
            return
        if all(_may_fit(it, *size) for it in texts):
            return
        layers = [it.split("\n") for it in texts]
        lines = [line.strip(" ") for rows in layers for line in rows]
        with_spaces = (
            isinstance(palette, dict)
            and any(len(str(key)) > 1 for key in palette)
            and any(" " in line for line in lines)
        )
        widths = {len(line.split()) if with_spaces else len(line) for line in lines}
        heights = {len(rows) for rows in layers}
        if len(widths) != 1 or len(heights) != 1:
            return
        (columns,), (rows,) = widths, heights
        # If only the number of rows differs, and there is no other layer, a row is missing or superfluous.
        if [columns, rows] == size or rows == 1 or (columns == size[0] and len(layers) == 1):
            return
        message = f"'size' is {size}, but the rows show {columns} columns and {rows} rows"
        fix = f"Write 'size: [{columns}, {rows}]' (columns, rows)."
        self._add("board.size", message, ("board", "size"), fix)
        board["size"] = [columns, rows]

    # -- items of lists ---------------------------------------------------------------------------------------

    def correct_item(self, item: dict[str, Any], path: PathInFile) -> None:
        """Correct an item of a list: its id, hexes, numbers and facing."""
        self._correct_id(item, path)
        for stray, key, value in list(_strays(item, path)):
            value_text = f"[{', '.join(value)}]" if isinstance(value, list) else value
            message = f"{shorten(stray)!r} is read as a key, because the value of {key!r} ends at the comma"
            fix = f"Write '{key}: {value_text}'."
            self._add("file.unknown-key", message, (*path, stray), fix, at_key=True)
            item[key] = FloatText(value) if isinstance(value, str) else value
            for name in value if isinstance(value, list) else (stray,):
                item.pop(name, None)
        if path[0] == "units":
            self._correct_facing(item, path)
            self._correct_decimals(item, path)

    def _correct_id(self, item: dict[str, Any], path: PathInFile) -> None:
        name = item.get("id")
        items = self._data[str(path[0])]
        if not isinstance(name, str) or is_id(name):
            return
        meant = id_like(name)
        if not is_id(meant) or any(isinstance(it, dict) and it.get("id") == meant for it in items):
            return
        message = f"invalid id {shorten(name)!r}: write {ID_WORDS}"
        self._add("file.bad-value", message, (*path, "id"), f"Write 'id: {meant}'.")
        item["id"] = meant
        if path[0] == "sides":
            owned = (
                it for key in LISTS[1:] if isinstance(self._data.get(key), list) for it in self._data[key]
            )
            for it in owned:
                if isinstance(it, dict) and it.get("side") == name:
                    it["side"] = meant

    def _correct_facing(self, item: dict[str, Any], path: PathInFile) -> None:
        facing, board = item.get("facing"), self._data.get("board")
        if not isinstance(facing, str) or facing.isdigit():
            return
        layout = board.get("layout") if isinstance(board, dict) else None
        names = list(Layout(layout).direction_names) if layout in tuple(Layout) else []
        if facing.upper() in names:
            item["facing"] = names.index(facing.upper()) + 1
            fix = f"Write 'facing: {item['facing']}'."
        else:
            item["facing"] = 1
            fix = "Write a number from 1 to 6, clockwise"
            fix += f": {', '.join(names)}. {layout} has no direction {shorten(facing)!r}." if names else "."
        message = f"'facing' must be a number from 1 to 6, not {shorten(facing)!r}"
        self._add("file.wrong-type", message, (*path, "facing"), fix)

    def _correct_decimals(self, item: dict[str, Any], path: PathInFile) -> None:
        place = item.get("at")
        if isinstance(place, list) and len(place) == 4 and all(type(it) is int for it in place):
            item["at"] = [FloatText(f"{place[0]}.{place[1]}"), FloatText(f"{place[2]}.{place[3]}")]
            x, y = (it.text for it in item["at"])
            fix = f"Write decimals with a point, not a comma: at: [{x}, {y}]"
            self._add("file.bad-value", "'at' has 4 numbers, not 2", (*path, "at"), fix)


#: What people call columns and rows.
_SIDES: Final = (("columns", "rows"), ("width", "height"))


def _named_sides(size: object) -> list[int] | None:
    """Return columns and rows of a size written as a mapping; None if they are unclear."""
    names = next((it for it in _SIDES if isinstance(size, dict) and size.keys() == {*it}), ())
    sides = [size[it] for it in names] if isinstance(size, dict) else []
    return sides if sides and all(type(it) is int for it in sides) else None


def _may_fit(text: str, columns: int, rows: int) -> bool:
    """Whether rows of one character a hex fit a size, or have different lengths."""
    return " " not in text and text.count("\n") == rows - 1 and len(text) == rows * (columns + 1) - 1


def _strays(item: dict[str, Any], path: PathInFile) -> Iterator[tuple[str, str, Any]]:
    """Yield keys without a value that continue the value before them: labels of hexes, and decimals."""
    if None not in item.values():
        return
    fields = fields_at(ScenarioFile, path)
    before, labels = "", []
    for key, value in item.items():
        if value is not None or key in fields:
            before = key
        elif before == "hexes" and _LABEL.fullmatch(key) and isinstance(item[before], str):
            labels.append(key)
        elif key.isdecimal() and type(item.get(before)) is int:
            yield key, before, f"{item[before]}.{key}"
    if labels:
        yield labels[0], "hexes", [item["hexes"], *labels]


def _quoted(names: list[str]) -> str:
    return listed([repr(it) for it in names])

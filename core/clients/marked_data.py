"""What an imported file says of a scenario, as the mapping of a scenario file, with the lines that it stood on.

So it is the reader of scenario files that checks it, with all its bounds, and what it finds has the lines of the
imported file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairground.core.files.reader import read_content
from fairground.core.files.scenario_file import FORMAT
from fairground.core.text.source import Node, Source

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.clients.import_findings import ImportFindings
    from fairground.core.scenario.document import Scenario


@dataclass(slots=True)
class _Line:
    """A place in the imported file, as marks are: line and column from 0."""

    line: int
    column: int = 0


class MarkedData:
    """The keys of a scenario file, each with its line; lines count from 1."""

    def __init__(self) -> None:
        self._root = Node(_Line(0))
        self._data: dict[str, object] = {}
        self.tell("format", FORMAT, 1)

    def tell(self, key: str, value: object, line: int, *, lines: list[int] | None = None) -> None:
        """Say the value of a key.

        ``lines`` are those of the items of a list, or of the rows of a text.
        """
        self._data[key] = value
        self._root.keys[key] = _Line(line - 1)
        self._root.parts[key] = self._node(line, lines)

    def tell_board(self, data: dict[str, object], line: int, *, hexside_lines: list[int]) -> None:
        """Say what the board is; ``hexside_lines`` are those of the rows of its hexsides."""
        self._data["board"] = data
        self._root.keys["board"] = _Line(line - 1)
        self._root.parts["board"] = Node(_Line(line - 1), parts={"hexsides": self._node(line, hexside_lines)})

    @staticmethod
    def _node(line: int, lines: list[int] | None) -> Node:
        return Node(_Line(line - 1), parts={at: _Line(it - 1) for at, it in enumerate(lines or ())})

    def scenario(self, findings: ImportFindings, *, file_name: str, folder: Path | None) -> Scenario:
        """Return the scenario; what the reader of scenario files finds is added to ``findings``.

        Raises
        ------
        FileError
            When there are errors among all findings; they are its ``problems``.
        """
        source = Source(
            self._data,
            "",
            "\n",
            byte_order_mark=False,
            root=self._root,
            blocks=frozenset(),
            comments={},
            loose_comments=(),
        )
        reading = read_content(self._data, source, folder)
        findings.include(reading.findings)
        findings.refuse_errors(file_name)
        if reading.scenario is None:
            raise AssertionError("a scenario that could not be read has no error")
        return reading.scenario

"""Patches that replace the whole board: resize, another layout, turning, another ruleset."""

from __future__ import annotations

import base64
import cmath
import json
import math
import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import Hexside
from fairground.core.grid.labels import LabelStyle
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import IDENTITY
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.text.foreign import parse_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.transform.board_transform import BoardTransform

#: A hex, and one to its side.
_TWO = Hex(0, 0), Hex(1, 0)


@dataclass(frozen=True, slots=True)
class Motion:
    """A motion of all points of a board, in the units of ``Layout.centre`` at size 1; x grows to the right and y down.

    A point is first mirrored at the x axis if ``mirrored``, then turned about (0, 0) by ``turn`` (degrees, clockwise),
    then moved ``across`` and ``down``.
    """

    across: float = 0.0
    down: float = 0.0
    turn: float = 0.0
    mirrored: bool = False

    @classmethod
    def of(cls, transform: BoardTransform) -> Motion:
        """Return the motion of a transform; none if neighbours don't stay neighbours."""
        symmetry = transform.symmetry
        if symmetry is None:
            return STILL
        old, one = (_drawn(transform.before, at) for at in _TWO)
        new, other = (_drawn(transform.after, transform.hex(at)) for at in _TWO)
        turn = 0.0
        # Without a turn, whole numbers stay exact.
        if symmetry.linear != IDENTITY or transform.before.orientation is not transform.after.orientation:
            step = one - old
            turn = math.degrees(
                cmath.phase((other - new) / (step.conjugate() if symmetry.mirrored else step))
            )
        turned = cls(turn=turn, mirrored=symmetry.mirrored)
        shift = new - complex(*turned(old.real, old.imag))
        return cls(shift.real, shift.imag, turn, symmetry.mirrored)

    def __call__(self, x: float, y: float) -> tuple[float, float]:
        """Return the moved point."""
        if self.mirrored:
            y = -y
        if self.turn:
            turned = complex(x, y) * cmath.rect(1.0, math.radians(self.turn))
            x, y = turned.real, turned.imag
        return x + self.across, y + self.down

    @property
    def inverse(self) -> Motion:
        """The motion back."""
        turn = self.turn if self.mirrored else -self.turn
        x, y = Motion(turn=turn, mirrored=self.mirrored)(self.across, self.down)
        return Motion(-x, -y, turn, self.mirrored)


#: Nothing moves.
STILL = Motion()


def _drawn(layout: Layout, at: Hex) -> complex:
    return complex(*layout.centre(at))


#: The size of the largest board with features on every hexside, in bytes.
_MOST_BYTES = 2**28
#: The features of at most so many hexsides are stored as objects as well.
_MOST_SIDES = 20_000
_LAYERS = (("terrain", "<u2"), ("elevation", "<i2"), ("effects", "<u2"))


@dataclass(frozen=True, slots=True)
class StoredBoard:
    """A board as stored in the history and the journal: compressed to a few bytes a hex.

    ``sides`` are the features of its hexsides if they are not too many, because creating thousands takes longest.
    """

    packed: bytes
    sides: Mapping[Hexside, tuple[str, ...]] | None = field(default=None, compare=False, repr=False)

    @classmethod
    def of(cls, board: Board) -> StoredBoard:
        """Store a board."""
        head = json.dumps(
            {
                "layout": board.layout.value,
                "size": [board.rows, board.columns],
                "palette": _entries(board.palette),
                "effects_palette": _entries(board.effects_palette),
                "elevation_palette": board.elevation_palette,
                "hexsides": [
                    [side.hex.q, side.hex.r, side.direction, list(names)]
                    for side, names in board.hexsides.items()
                ],
                "names": _texts(board.names),
                "notes": _texts(board.notes),
                "source": board.source,
                "inches": board.inches,
                "labels": board.label_style.value,
            },
            separators=(",", ":"),
        ).encode("ascii")
        layers = [getattr(board, name).astype(kind).tobytes() for name, kind in _LAYERS]
        sides = dict(board.hexsides) if len(board.hexsides) <= _MOST_SIDES else None
        return cls(zlib.compress(b"\n".join((head, b"".join(layers))), level=1), sides)

    def board(self) -> Board:
        """Return a new copy of the board.

        Raises
        ------
        ValueError, KeyError, TypeError, zlib.error
            When the bytes are not from ``of``.
        """
        head, _, layers = inflated(self.packed).partition(b"\n")
        data: dict[str, Any] = parse_json(head, keep_surrogates=True)
        rows, columns = data["size"]
        length = 2 * rows * columns
        arrays = {
            name: np.frombuffer(layers[place * length : (place + 1) * length], kind)
            .reshape(rows, columns)
            .astype(kind.replace("<", "="))
            for place, (name, kind) in enumerate(_LAYERS)
        }
        return Board(
            layout=Layout(data["layout"]),
            palette=_palette(data["palette"]),
            effects_palette=_palette(data["effects_palette"]),
            elevation_palette=data["elevation_palette"],
            hexsides=dict(self.sides) if self.sides is not None else _hexsides(data["hexsides"]),
            names={Hex(q, r): text for q, r, text in data["names"]},
            notes={Hex(q, r): text for q, r, text in data["notes"]},
            source=data["source"],
            inches=data["inches"],
            # Journals of older versions don't have it.
            label_style=LabelStyle(data.get("labels", LabelStyle.COLUMN_LETTER)),
            terrain=arrays["terrain"],
            elevation=arrays["elevation"],
            effects=arrays["effects"],
        )

    @property
    def text(self) -> str:
        """The bytes as a line of ASCII."""
        return base64.b64encode(self.packed).decode("ascii")

    @classmethod
    def from_text(cls, text: str) -> StoredBoard:
        """Return the board of a ``text``; raise as ``board`` if it is invalid."""
        stored = cls(base64.b64decode(text, validate=True))
        stored.board()
        return stored


@dataclass(frozen=True, slots=True)
class BoardPatch:
    """Replaces the board, also by one of another layout or size; never part of a stroke.

    ``moved`` is the motion of its hexes if they all move together.
    """

    before: StoredBoard
    after: StoredBoard
    moved: Motion = STILL

    def apply(self, scenario: Scenario, *, forward: bool) -> None:
        """Put the new board in place, or the old one when not ``forward``."""
        board = (self.after if forward else self.before).board()
        board.shown_style = scenario.board.shown_style
        scenario.board = board


def inflated(packed: bytes) -> bytes:
    """Return the decompressed bytes.

    Raises
    ------
    zlib.error, ValueError
        When they are not compressed, or larger than any board.
    """
    unpacking = zlib.decompressobj()
    data = unpacking.decompress(packed, _MOST_BYTES)
    if not unpacking.eof:
        raise ValueError("the compressed data is cut off or too large")
    return data


def _entries(palette: list[PaletteEntry]) -> list[list[Any]]:
    return [[entry.key, list(entry.kinds), entry.source] for entry in palette]


def _hexsides(data: list[list[Any]]) -> dict[Hexside, tuple[str, ...]]:
    return {Hexside(Hex(q, r), direction): tuple(names) for q, r, direction, names in data}


def _palette(data: list[list[Any]]) -> list[PaletteEntry]:
    return [PaletteEntry(key, tuple(kinds), source) for key, kinds, source in data]


def _texts(texts: Mapping[Hex, str]) -> list[list[Any]]:
    return [[at.q, at.r, text] for at, text in texts.items()]

"""What differs between two scenarios: a list of changes to read, and the changed hexes as a mask."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

from fairground.core.scenario.arrays import ends, inside
from fairground.core.scenario.board import MAX_SIDE
from fairground.core.scenario.decorations import DATA, DecorationLayer
from fairground.core.scenario.mission import describe_win
from fairground.core.scenario.shapes import Painted
from fairground.core.text.wording import hex_count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.scenario.board import Board, PaletteEntry
    from fairground.core.scenario.decorations import Decoration
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.mission import Win
    from fairground.core.scenario.parts import Objective, Side, Unit, Zone
    from fairground.core.scenario.shapes import Shape
    from fairground.core.scenario.tracing_image import TracingImage

    Part = Side | Zone | Objective | Unit
    Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class ScenarioChange:
    """One difference; ``before`` is None for additions, ``after`` for removals.

    ``what`` is the property (``terrain``, ``unit scout-1 hex``); ``hex`` is a label, for changes of one hex.
    """

    what: str
    before: str | None
    after: str | None
    hex: str | None = None

    def __str__(self) -> str:
        subject = f"{self.hex} {self.what}" if self.hex else self.what
        if self.before is None:
            return f"{subject}: added {self.after}"
        if self.after is None:
            return f"{subject}: removed {self.before}"
        return f"{subject}: {self.before} -> {self.after}"


def compare(before: Scenario, after: Scenario) -> list[ScenarioChange]:
    """Return the changes from one scenario to the other; empty if they play the same.

    Hexes are compared by label, and named as in files, so a larger board differs only in its new hexes. Comments, palette keys and the text of
    zones are ignored.
    """
    return [*_heads(before, after), *_boards(before.board, after.board), *_parts(before, after)]


def _heads(before: Scenario, after: Scenario) -> Iterator[ScenarioChange]:
    simple: dict[str, Callable[[Scenario], object]] = {
        "name": lambda it: it.name,
        "author": lambda it: it.author,
        "notes": lambda it: it.notes,
        "ruleset": lambda it: it.ruleset.name,
        "rules": lambda it: ", ".join(
            f"{key} {value}" for key, value in sorted(it.ruleset.overrides.items())
        ),
        "weather": lambda it: it.weather,
        "turns": lambda it: it.turns,
        "house rules": lambda it: "; ".join(it.house_rules),
        "images": lambda it: ", ".join(sorted(_image(name, text) for name, text in it.images.items())),
        "decorations": lambda it: "; ".join(_decoration(one, it.board) for one in it.decorations),
        "tracing image": lambda it: _tracing_image(it.underlay),
        "locked": lambda it: ", ".join(sorted(it.locked)),
        "fairness bands": lambda it: ", ".join(
            f"{key} {value}" for key, value in sorted(it.fairness.bands.items())
        ),
        "fairness gates": lambda it: ", ".join(sorted(it.fairness.gates)),
    }
    for what, value in simple.items():
        yield from _change(what, value(before), value(after))
    for name in (item.name for item in fields(before.victory)):
        yield from _change(f"victory {name}", getattr(before.victory, name), getattr(after.victory, name))


def _image(name: str, text: str) -> str:
    """Return an image with its path; an embedded one with a number that tells it from others."""
    return f"{name} embedded ({crc32(text.encode()):08x})" if text.startswith(DATA) else f"{name} {text}"


def _tracing_image(it: TracingImage | None) -> str:
    """Return a tracing image as text: image, place and what is not as usual."""
    if it is None:
        return ""
    facts = [f"{it.image} at {_inches(it.at)}", f"scale {_inch(it.scale)}"]
    facts += [f"rotation {_inch(it.rotation)}"] if it.rotation else []
    facts += ["mirrored"] if it.mirrored else []
    return ", ".join((*facts, f"opacity {it.opacity}%"))


def _decoration(decoration: Decoration, board: Board) -> str:
    """Return a decoration as text: image, place, and what is not as usual."""
    facts = [f"{decoration.image} on {board.hex_name(decoration.hex)}"]
    if decoration.side is not None:
        facts.append(board.layout.direction_name(decoration.side))
    if any(decoration.offset):
        facts.append(f"offset {_inches(decoration.offset)}")
    if decoration.scale != 1:
        facts.append(f"scale {_inch(decoration.scale)}")
    if decoration.rotation:
        facts.append(f"rotation {decoration.rotation}")
    if decoration.layer is not DecorationLayer.ABOVE:
        facts.append(decoration.layer.value)
    return " ".join(facts)


def _change(what: str, before: object, after: object, at: str | None = None) -> Iterator[ScenarioChange]:
    if before != after:
        yield ScenarioChange(what, _shown(before), _shown(after), at)


def _shown(value: object) -> str | None:
    """Return a value as text; None for an empty one."""
    if value is None or (isinstance(value, str | tuple | _Wins) and not value):
        return None
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " + ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _boards(before: Board, after: Board) -> Iterator[ScenarioChange]:
    yield from _change("board layout", before.layout.value, after.layout.value)
    yield from _change("board size", f"{before.columns}x{before.rows}", f"{after.columns}x{after.rows}")
    yield from _change("board inches", before.inches, after.inches)
    yield from _change("board labels", before.label_style.value, after.label_style.value)
    layers = (
        ("terrain", _kinds(before, "terrain"), _kinds(after, "terrain")),
        ("level", before.elevation, after.elevation),
        ("effects", _kinds(before, "effects"), _kinds(after, "effects")),
    )
    for what, old, new in layers:
        rows, columns = max(old.shape[0], new.shape[0]), max(old.shape[1], new.shape[1])
        for row, column in np.argwhere(_grown(old, rows, columns) != _grown(new, rows, columns)):
            at = after.layout.from_offset(int(column), int(row))
            yield from _change(what, _value(old, row, column), _value(new, row, column), after.label(at))
    yield from _dicts("place name", _by_label(before, "names"), _by_label(after, "names"))
    yield from _dicts("note", _by_label(before, "notes"), _by_label(after, "notes"))
    yield from _dicts("hexside", _sides(before), _sides(after))
    yield from _change("board source", *(" / ".join(it.source.splitlines()) for it in (before, after)))


def _kinds(board: Board, layer: str) -> NDArray[np.object_]:
    """Return the stack of every hex as a tuple of names, ``[rows, columns]``."""
    palette = board.palette if layer == "terrain" else board.effects_palette
    stacks = np.empty(len(palette), object)
    stacks[:] = [entry.kinds for entry in palette]
    kinds: NDArray[np.object_] = stacks[getattr(board, layer)]
    return kinds


def _grown(layer: NDArray[np.object_] | NDArray[np.int16], rows: int, columns: int) -> NDArray[np.object_]:
    """Return the layer on a larger rectangle, padded with None."""
    grown = np.full((rows, columns), None, object)
    grown[: layer.shape[0], : layer.shape[1]] = layer
    return grown


def _value(layer: NDArray[np.object_] | NDArray[np.int16], row: int, column: int) -> object:
    inside = row < layer.shape[0] and column < layer.shape[1]
    return layer[row, column] if inside else None


def _by_label(board: Board, layer: str) -> dict[str, str]:
    return {board.file_names.of(at): text for at, text in getattr(board, layer).items()}


def _sides(board: Board) -> dict[str, tuple[str, ...]]:
    def name(side: Hexside) -> str:
        return f"{board.file_names.of(side.hex)} {board.layout.direction_name(side.direction)}"

    return {name(side): features for side, features in board.hexsides.items()}


def _dicts(what: str, before: Mapping[str, object], after: Mapping[str, object]) -> Iterator[ScenarioChange]:
    for key in sorted({*before, *after}):
        at, _, side = key.partition(" ")
        yield from _change(f"{what} {side}".rstrip(), before.get(key), after.get(key), at)


def _parts(before: Scenario, after: Scenario) -> Iterator[ScenarioChange]:
    lists: tuple[tuple[str, Sequence[Part], Sequence[Part]], ...] = (
        ("side", before.sides, after.sides),
        ("zone", before.zones, after.zones),
        ("objective", before.objectives, after.objectives),
        ("unit", before.units, after.units),
    )
    for what, old_parts, new_parts in lists:
        old = {part.id: part for part in old_parts}
        new = {part.id: part for part in new_parts}
        for part_id in [*old, *(key for key in new if key not in old)]:
            if part_id not in new:
                yield ScenarioChange(f"{what} {part_id}", _whole(old[part_id], before), None)
            elif part_id not in old:
                yield ScenarioChange(f"{what} {part_id}", None, _whole(new[part_id], after))
            else:
                was, now = _values(old[part_id], before), _values(new[part_id], after)
                for name, value in now.items():
                    yield from _change(f"{what} {part_id} {name}", was[name], value)


def _values(part: Part, scenario: Scenario) -> dict[str, object]:
    """Return the fields of a part; a shape is compared by its hexes, and it and ways to win are shown as text."""
    board = scenario.board
    values: dict[str, object] = {}
    for item in fields(part):
        value = getattr(part, item.name)
        if item.name == "shape":
            values["hexes"] = _Hexes(value, board)
        elif item.name == "hex":
            values["hex"] = board.file_names.of(value)
        elif item.name == "at":
            values["at"] = value and _inches(value)
        elif item.name == "parts":
            values["parts"] = tuple(f"{it.name} at {_inches(it.at)} base {_inch(it.base)}" for it in value)
        elif item.name == "wins":
            values["wins"] = _Wins(value, scenario)
        elif item.name == "arrives":
            values["arrives"] = value if value > 1 else None
        elif item.name == "unarmed":
            values["unarmed"] = value or None
        elif item.name != "id":
            values[item.name.removeprefix("unit_")] = value
    return values


def _inches(at: tuple[float, float]) -> str:
    """Return a place in inches as text."""
    return f"[{_inch(at[0])}, {_inch(at[1])}]"


def _inch(value: float) -> str:
    """Return a number of inches as in files: all decimals, none for a whole number."""
    return repr(value).removesuffix(".0")


def _whole(part: Part, scenario: Scenario) -> str:
    fields_shown = ((name, _shown(value)) for name, value in _values(part, scenario).items())
    return ", ".join(f"{name} {text}" for name, text in fields_shown if text is not None) or part.id


class _Wins:
    """Ways to win; they are equal if they name the same, whatever its title."""

    def __init__(self, wins: tuple[Win, ...], scenario: Scenario) -> None:
        self._wins, self._scenario = wins, scenario

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Wins) and self._wins == other._wins

    def __hash__(self) -> int:
        return hash(self._wins)

    def __bool__(self) -> bool:
        return bool(self._wins)

    def __str__(self) -> str:
        return "; ".join(describe_win(self._scenario, it) for it in self._wins)


class _Hexes:
    """The hexes of a shape; equal hexes are equal, whatever their text."""

    def __init__(self, shape: Shape, board: Board) -> None:
        self._text = "painted" if isinstance(shape, Painted) else str(shape)
        row, column = np.divmod(np.flatnonzero(shape.mask(board)), board.columns)
        # As labels, those of a thousand zones of a large board would take a minute.
        self._hexes = (row * MAX_SIDE + column).tobytes()
        self._count = len(row)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Hexes) and self._hexes == other._hexes

    def __hash__(self) -> int:
        return hash(self._hexes)

    def __str__(self) -> str:
        return f"{self._text} ({hex_count(self._count)})"


def changed_hexes(before: Scenario, after: Scenario) -> Mask:
    """Return a mask ``[rows, columns]`` of the hexes that differ between scenarios with boards of the same layout and size.

    Terrain, effects, level, hexsides, zones, objectives and units count; names and notes do not.
    """
    return changed_cells(before.board, after.board) | _changed_parts(before, after)


def changed_cells(before: Board, after: Board) -> Mask:
    """Return a mask ``[rows, columns]`` of the hexes whose terrain, effects, level or hexsides differ."""
    changed: Mask = before.elevation != after.elevation
    changed |= _stacks(before.palette, before.terrain, after.palette, after.terrain)
    changed |= _stacks(before.effects_palette, before.effects, after.effects_palette, after.effects)
    differing = [
        side
        for side in {**before.hexsides, **after.hexsides}
        if before.hexsides.get(side) != after.hexsides.get(side)
    ]
    for q, r in zip(*ends(differing), strict=True):
        on_board, row, column = inside(before.layout, changed.shape, q, r)
        changed[row[on_board], column[on_board]] = True
    return changed


def _stacks(
    old: list[PaletteEntry], before: NDArray[np.uint16], new: list[PaletteEntry], after: NDArray[np.uint16]
) -> Mask:
    numbers: dict[tuple[str, ...], int] = {}
    one, other = (
        np.array([numbers.setdefault(it.kinds, len(numbers)) for it in palette])[layer]
        for palette, layer in ((old, before), (new, after))
    )
    differs: Mask = one != other
    return differs


def _changed_parts(before: Scenario, after: Scenario) -> Mask:
    changed = np.zeros(before.board.terrain.shape, np.bool_)
    nothing = np.zeros_like(changed)
    for name in ("zones", "objectives"):
        old, new = (
            {it.id: it.shape.mask(scenario.board) for it in getattr(scenario, name)}
            for scenario in (before, after)
        )
        for part_id in {**old, **new}:
            changed |= old.get(part_id, nothing) ^ new.get(part_id, nothing)
    old_units, new_units = ({(it.id, it.hex, it.facing) for it in one.units} for one in (before, after))
    return changed | before.board.mask([at for _, at, _ in old_units ^ new_units])

"""Write scenario files: equal scenarios give equal bytes, which read back equal.

Keys are in the order of the model; optional ones at their default are omitted unless they have a comment.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fairground.core.errors import FairgroundError
from fairground.core.files.atomic import write_bytes
from fairground.core.files.emitter import Block, Emitter, decimal
from fairground.core.files.file_model import MAX_LISTED
from fairground.core.files.image_copies import carry_images
from fairground.core.files.read_decorations import decoration_data, image_block, underlay_data
from fairground.core.files.scenario_file import FORMAT, OLDEST_FORMAT
from fairground.core.files.write_board import board_data
from fairground.core.grid.labels import LabelStyle
from fairground.core.scenario.mission import TARGETS, TaskKind
from fairground.core.scenario.parts import ObjectiveKind
from fairground.core.scenario.shapes import Difference, Intersection, Listed, Painted, Union, painted
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    from os import PathLike

    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.mission import Task, Win
    from fairground.core.scenario.parts import FairnessBands, Objective, Side, Unit, Victory, Zone
    from fairground.core.scenario.shapes import Shape


#: The digits of a hash.
_DIGITS: Final = 16


def save(scenario: Scenario, path: str | PathLike[str]) -> None:
    """Write a scenario to a file atomically, with its original line endings; in another folder, its image files go along.

    A draft of its ruleset is written first (see ``save_draft``).

    Raises
    ------
    FileError
        When the file cannot be written, or an image file of another content is in the way (see ``carry_images``).
    ScenarioError, GridError
        When the scenario holds what a file cannot (see ``to_text``).
    """
    from fairground.core.files.own_rules import save_draft

    save_draft(scenario, Path(path).parent)
    content = to_bytes(scenario)
    carry_images(scenario, Path(path).parent)
    write_bytes(path, content)


def to_bytes(scenario: Scenario) -> bytes:
    """Return the file of a scenario, with its original line endings and byte order mark."""
    text = to_text(scenario).replace("\n", scenario.newline)
    return (b"\xef\xbb\xbf" if scenario.byte_order_mark else b"") + text.encode()


def to_text(scenario: Scenario) -> str:
    r"""Return the file of a scenario as text, with LF for line endings.

    Levels without a key get one in the elevation palette. A zone that cannot be an expression or list is painted.

    Raises
    ------
    ScenarioError
        When something cannot be written: a palette key with spaces, a hexside off the board.
    GridError
        When a unit, name or note is left of or above the board.
    """
    return Emitter(scenario.comments).document(to_data(scenario))


def to_data(scenario: Scenario) -> dict[str, object]:
    """Return the file of a scenario as a mapping of texts, numbers, lists and mappings; raises like ``to_text``."""
    return _Data(scenario).whole()


_LISTS: Final = ("sides", "zones", "objectives", "units", "house_rules", "decorations", "locked")


class _Data:
    """A scenario as the mappings and lists of a file."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        #: Keys with a comment, by the path of their mapping; they are always written.
        self._commented: dict[tuple[str, ...], set[str]] = {}
        for path in scenario.comments:
            if path:
                self._commented.setdefault(path[:-1], set()).add(path[-1])

    def whole(self) -> dict[str, object]:
        it = self._scenario
        return self._without(
            {
                "format": FORMAT if _needs_version_2(it) else OLDEST_FORMAT,
                "name": it.name,
                "author": it.author,
                "notes": it.notes,
                "ruleset": it.ruleset.name,
                "ruleset_hash": it.ruleset.content_hash,
                "rules": dict(it.ruleset.overrides),
                "weather": it.weather,
                "turns": it.turns,
                "board": board_data(it.board, self._commented.get(("board",), ())),
                "sides": [self._side(side) for side in it.sides],
                "zones": [self._zone(zone) for zone in it.zones],
                "objectives": [self._objective(objective) for objective in it.objectives],
                "units": [self._unit(unit) for unit in it.units],
                "victory": self._victory(it.victory),
                "house_rules": list(it.house_rules),
                "images": {name: image_block(text) for name, text in it.images.items()},
                "decorations": [decoration_data(one, it.board.layout) for one in it.decorations],
                "underlay": None if it.underlay is None else underlay_data(it.underlay),
                "locked": list(it.locked),
                "fairness": self._fairness(it.fairness),
            },
            (),
            **dict.fromkeys(("author", "notes", "ruleset_hash"), ""),
            **{key: {} for key in ("rules", "victory", "images", "fairness")},
            **{key: [] for key in _LISTS},
            turns=None,
            underlay=None,
        )

    def _without(
        self, data: dict[str, object], path: tuple[str, ...], **defaults: object
    ) -> dict[str, object]:
        """Return the keys of ``data`` that differ from their defaults or have a comment."""
        commented = self._commented.get(path, ())
        return {
            key: value
            for key, value in data.items()
            if key not in defaults or key in commented or value != defaults[key]
        }

    def _side(self, side: Side) -> dict[str, object]:
        data: dict[str, object] = {
            "id": side.id,
            "name": side.name,
            "team": side.team,
            "role": side.role,
            "force": side.force,
            "wins": [_win(it) for it in side.wins],
        }
        return self._without(data, ("sides", side.id), name="", team="", role="", force="", wins=[])

    def _zone(self, zone: Zone) -> dict[str, object]:
        data: dict[str, object] = {
            "id": zone.id,
            "side": zone.side,
            "kind": zone.kind.value,
            "name": zone.name,
            "hexes": _hexes(zone.shape, self._scenario.board),
        }
        return self._without(data, ("zones", zone.id), side="", name="")

    def _objective(self, objective: Objective) -> dict[str, object]:
        data: dict[str, object] = {
            "id": objective.id,
            "name": objective.name,
            "side": objective.side,
            "kind": objective.kind.value,
            "hexes": _hexes(objective.shape, self._scenario.board),
            "points": objective.points,
            "hold": objective.hold,
        }
        control = ObjectiveKind.CONTROL.value
        return self._without(data, ("objectives", objective.id), name="", side="", kind=control, hold=0)

    def _unit(self, unit: Unit) -> dict[str, object]:
        data: dict[str, object] = {
            "id": unit.id,
            "side": unit.side,
            "class": unit.unit_class,
            "hex": self._scenario.board.label(unit.hex),
            "facing": unit.facing,
            "shield": unit.shield.value,
            "name": unit.name,
            "allowance": unit.allowance,
            "at": None if unit.at is None else [*map(decimal, unit.at)],
            "base": None if unit.base is None else decimal(unit.base),
            "parts": [
                {"name": it.name, "at": [*map(decimal, it.at)], "base": decimal(it.base)} for it in unit.parts
            ],
            "traits": list(unit.traits),
            "arrives": unit.arrives,
            "hit_points": unit.hit_points,
            "defence": unit.defence,
            "unarmed": unit.unarmed,
        }
        return self._without(
            data,
            ("units", unit.id),
            name="",
            **dict.fromkeys(("allowance", "at", "base", "hit_points", "defence")),
            parts=[],
            traits=[],
            arrives=1,
            unarmed=False,
        )

    def _victory(self, victory: Victory) -> dict[str, object]:
        data: dict[str, object] = {
            "points": victory.points,
            "last_standing": victory.last_standing,
            "kill": victory.kill,
            "component": victory.component,
        }
        return self._without(data, ("victory",), points=None, last_standing=False, kill=0, component=0)

    def _fairness(self, fairness: FairnessBands) -> dict[str, object]:
        data: dict[str, object] = {"bands": dict(fairness.bands), "gates": list(fairness.gates)}
        return self._without(data, ("fairness",), bands={}, gates=[])


def _needs_version_2(scenario: Scenario) -> bool:
    return (
        has_mission(scenario)
        or scenario.board.label_style is not LabelStyle.COLUMN_LETTER
        or bool(scenario.images or scenario.decorations or scenario.underlay)
    )


def has_mission(scenario: Scenario) -> bool:
    """Whether a scenario has what only format version 2 can hold: ways to win, forces, arrivals or house rules."""
    return (
        bool(scenario.house_rules)
        or any(it.wins or it.force for it in scenario.sides)
        or any(
            it.arrives > 1 or it.hit_points is not None or it.defence is not None or it.unarmed
            for it in scenario.units
        )
    )


def _win(win: Win) -> dict[str, object]:
    tasks = [_task(it) for it in win.tasks]
    return tasks[0] if len(tasks) == 1 else {"all": tasks}


def _task(task: Task) -> dict[str, object]:
    value = (
        task.points if task.kind is TaskKind.POINTS else list(task.targets) if task.kind in TARGETS else True
    )
    more = {
        "count": task.count,
        "turns": task.turns or None,
        "units": list(task.units) or None,
        "class": task.unit_class or None,
    }
    return {task.kind.value: value, **{key: it for key, it in more.items() if it is not None}}


def _hexes(shape: Shape, board: Board) -> object:
    """Return a shape as a list of labels, a painted block or an expression."""
    if isinstance(shape, Listed) and len(shape.hexes) <= MAX_LISTED:
        return list(shape.hexes)
    if isinstance(shape, Painted):
        valid = bool(shape.rows) and all(row and not row.strip("#.") for row in shape.rows)
        return Block(f"{shape if valid else painted(shape.mask(board))}\n")
    if isinstance(shape, Union | Difference | Intersection | Listed) and not _reads_back(shape):
        return Block(f"{painted(shape.mask(board))}\n")
    return str(shape)


def _reads_back(shape: Shape) -> bool:
    try:
        return parse_shape(str(shape)) == shape
    except FairgroundError:
        return False


def content_hash(scenario: Scenario) -> str:
    """Return 16 hex digits that change when, and only when, something of the scenario but its comments does."""
    bare = replace(scenario, comments={}, newline="\n", byte_order_mark=False)
    return hashlib.sha256(to_bytes(bare)).hexdigest()[:_DIGITS]

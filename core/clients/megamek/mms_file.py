"""Scenarios of MegaMek (``.mms``, version 2): players, deployment and end of the game, with the board beside.

MegaMek has its own rules and units. Objectives and points, which it lacks, go to a message shown at the start.
"""

from __future__ import annotations

import html
import json
from collections import Counter
from typing import TYPE_CHECKING, Final

import numpy as np
import yaml

from fairground.core.clients.format import Export, Format, Option
from fairground.core.clients.megamek.names import area, deployment
from fairground.core.clients.megamek.scenario_to_board import LINE_ENDINGS, ended, write_board
from fairground.core.clients.scenario_parts import ScenarioPart
from fairground.core.clients.scenario_parts import count as part_count
from fairground.core.errors import UsageError
from fairground.core.files.companions import Companion
from fairground.core.scenario.mission import describe_arrival, describe_victory, describe_win
from fairground.core.scenario.parts import ObjectiveKind, Shield, ZoneKind
from fairground.core.scenario.shapes import listed
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import counted
from fairground.core.text.wording import listed as in_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from fairground.core.clients.format import ExportSettings
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Side, Unit, Zone

#: The longest description; the opening message has all of a longer one.
_LONGEST_DESCRIPTION: Final = 350
_MOST_TEAMS: Final = 5
#: The nearest weather by a ruleset's name: MegaMek's name, and planetary conditions.
_CONDITIONS: Final[Mapping[str, tuple[str, Mapping[str, object]]]] = {
    "rain": ("moderate rain", {"weather": "moderate rain"}),
    "snow": ("moderate snow", {"weather": "moderate snow"}),
    "fog": ("light fog", {"fog": "light"}),
    "sandstorm": ("blowing sand", {"blowingsand": True, "wind": {"strength": "moderate gale"}}),
    "dusk": ("dusk", {"light": "dusk"}),
    "night": ("moonless night", {"light": "moonless"}),
}
_NONE: Final = "none"

_UNITS: Final = Option(
    "units",
    "MegaMek units for the ruleset's classes, such as 'scout=Locust LCT-1V; heavy=Atlas AS7-D'",
    "",
    "text",
)
_BOTS: Final = Option("bots", "whether MegaMek's bots play all sides except the first", "yes", "flag")


def _write(scenario: Scenario, settings: ExportSettings) -> Export:
    return _Writer(scenario, settings).export()


class _Quoted(str):
    """Text that is written in double quotes: a side may be called ``N``, ``007`` or ``null``."""

    __slots__ = ()


class _Dumper(yaml.SafeDumper):
    pass


_Dumper.add_representer(
    _Quoted, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", str(text), style='"')
)


class _Writer:
    def __init__(self, scenario: Scenario, settings: ExportSettings) -> None:
        self._scenario = scenario
        self._settings = settings
        self._models = _models(settings.text(_UNITS.name), scenario)
        self._titles = _titles(scenario)
        self._there = ~scenario.board.void
        #: The number of units of each class without a MegaMek unit.
        self._nameless: Counter[str] = Counter()

    def export(self) -> Export:
        board_export = write_board(self._scenario, self._settings)
        board = Companion.of(self._settings.stem, "board", ".board", board_export.content)
        text = yaml.dump(
            self._data(board.name),
            Dumper=_Dumper,
            sort_keys=False,
            allow_unicode=True,
            default_flow_style=None,
            width=2**20,
        )
        content = ended(text + "".join(self._templates()), self._settings)
        return Export(content, (*board_export.losses, *self._losses()), (board, *board_export.companions))

    def _data(self, board: str) -> dict[str, object]:
        it = self._scenario
        description = it.notes or it.name
        if len(description) > _LONGEST_DESCRIPTION:
            description = description[: _LONGEST_DESCRIPTION - 1] + "\N{HORIZONTAL ELLIPSIS}"
        data: dict[str, object] = {
            "MMSVersion": 2,
            "name": _Quoted(it.name),
            "description": _Quoted(description),
            "singleplayer": self._settings.flag(_BOTS.name),
            "map": {"file": _Quoted(board)},
        }
        if it.weather in _CONDITIONS:
            data["planetaryconditions"] = dict(_CONDITIONS[it.weather][1])
        data["factions"] = [self._faction(side) for side in it.sides]
        ends = list(self._ends())
        if ends:
            data["end"] = ends
        start = {"type": "gamestart", "modify": "once"}
        message = {
            "header": _Quoted(it.name),
            "text": _Quoted("\n\n".join(self._message())),
            "trigger": start,
        }
        return {**data, "messages": [message]}

    # -- sides ----------------------------------------------------------------------------------------------

    def _faction(self, side: Side) -> dict[str, object]:
        it = self._scenario
        teams = list(dict.fromkeys(other.allegiance for other in it.sides))
        name = self._titles[side.id]
        faction: dict[str, object] = {"name": name, "team": teams.index(side.allegiance) + 1}
        start = self._hexes(side, ZoneKind.DEPLOYMENT)
        if start is not None and (deploy := deployment(start, self._there)) is not None:
            faction["deploy"] = deploy
        leave = self._hexes(side, ZoneKind.EXIT)
        if leave is not None:
            faction["fleefrom"] = {"area": area(leave & self._there)}
        if it.victory.last_standing:
            # The last side on the field wins.
            alive = {"type": "activeunits", "player": name, "count": 0, "modify": "not"}
            triggers = [{"type": "battlefieldcontrol"}, alive]
            faction["victory"] = [{"trigger": {"type": "and", "triggers": triggers}}]
        units = [
            self._unit(unit) for unit in it.units if unit.side == side.id and unit.unit_class in self._models
        ]
        return {**faction, "units": units} if units else faction

    def _zones(self, side: Side, kind: ZoneKind) -> list[Zone]:
        return [zone for zone in self._scenario.zones if zone.side == side.id and zone.kind is kind]

    def _hexes(self, side: Side, kind: ZoneKind) -> NDArray[np.bool_] | None:
        """Return the hexes of all zones of a side of one kind; None where it has no such zone."""
        masks = [zone.shape.mask(self._scenario.board) for zone in self._zones(side, kind)]
        return np.logical_or.reduce(masks) if masks else None

    # -- units ----------------------------------------------------------------------------------------------

    def _unit(self, unit: Unit) -> dict[str, object]:
        column, row = self._scenario.board.layout.to_offset(unit.hex)
        return {
            "fullname": _Quoted(self._models[unit.unit_class]),
            "at": [column + 1, row + 1],
            "facing": unit.facing - 1,
            "crew": {"name": _Quoted(self._scenario.unit_title(unit))},
        }

    def _templates(self) -> Iterator[str]:
        """Yield comments with the positions of units that MegaMek cannot name, to be completed by hand."""
        left = [unit for unit in self._scenario.units if unit.unit_class not in self._models]
        if left:
            yield "# Units without a MegaMek name. To add one, write an item with fullname: under 'units:' of its side.\n"
        for unit in left:
            self._nameless[unit.unit_class] += 1
            column, row = self._scenario.board.layout.to_offset(unit.hex)
            what = json.dumps([self._titles.get(unit.side, unit.side), unit.id, unit.unit_class, unit.name])
            yield f"# {what}: at: [{column + 1}, {row + 1}], facing: {unit.facing - 1}\n"

    # -- the end, and what to say ---------------------------------------------------------------------------

    def _ends(self) -> Iterator[dict[str, object]]:
        it = self._scenario
        if it.turns is not None:
            yield {"trigger": {"type": "roundend", "round": it.turns}}
        if it.victory.last_standing:
            yield {"trigger": {"type": "battlefieldcontrol"}}

    def _message(self) -> Iterator[str]:
        """Yield the paragraphs of the message at the start; MegaMek takes it for Markdown."""
        it = self._scenario
        if it.author:
            yield _escaped(f"By {it.author}")
        if it.notes:
            yield _escaped(it.notes)
        roles = [f"{self._titles[side.id]}: {side.role}" for side in it.sides if side.role]
        yield from map(_escaped, roles)
        for side in it.sides:
            wins = "; or ".join(describe_win(it, win) for win in side.wins)
            if wins:
                yield _escaped(f"To win, {self._titles[side.id]} must: {wins}.")
        for objective in it.objectives:
            hexes = it.board.hexes_of(objective.shape.mask(it.board) & self._there)
            names = listed(it.board.layout, hexes).hexes
            leave = objective.kind is ObjectiveKind.EXIT
            says = f"{objective.title}: {counted(objective.points, 'point')} for "
            says += f"{'leaving by' if leave else 'holding'} {', '.join(names) or 'no hex'}"
            says += f" for {counted(objective.hold, 'turn')}" if objective.hold else ""
            says += f" ({self._titles.get(objective.side, objective.side)} only)" if objective.side else ""
            yield _escaped(says)
        yield from map(_escaped, describe_victory(it.victory))
        if it.turns is not None:
            yield f"The game ends after {counted(it.turns, 'turn')}."
        if it.weather != _NONE:
            yield _escaped(f"Weather: {it.weather}.")
        yield from (
            _escaped(f"{it.unit_title(unit)} {describe_arrival(unit)}.")
            for unit in it.units
            if unit.arrives > 1
        )
        yield from (_escaped(f"House rule: {rule}.") for rule in it.house_rules)

    # -- what is lost ---------------------------------------------------------------------------------------

    def _losses(self) -> Iterator[str]:
        it = self._scenario
        if it.weather in _CONDITIONS:
            yield f"the weather {it.weather} became {_CONDITIONS[it.weather][0]}, which follows MegaMek's rules"
        elif it.weather != _NONE:
            yield f"MegaMek has no weather {it.weather}; the opening message mentions it"
        yield from self._lost_zones()
        scored = len(it.objectives) + len(list(describe_victory(it.victory))) - it.victory.last_standing
        if scored:
            yield (
                "MegaMek keeps no score: "
                f"{counted(scored, 'objective or victory condition', 'objectives and victory conditions')} "
                f"{('is' if scored == 1 else 'are')} only in the opening message"
            )
        told = [
            counted(number, *part.value)
            for part in (ScenarioPart.WINS, ScenarioPart.ARRIVALS, ScenarioPart.HOUSE_RULES)
            if (number := part_count(it, part))
        ]
        if told:
            yield f"MegaMek has no missions, so only the opening message mentions {in_words(told)}"
        if len({side.allegiance for side in it.sides}) > _MOST_TEAMS:
            yield f"MegaMek has only {_MOST_TEAMS} teams; the remaining sides join the last one"
        for name, count in sorted(self._nameless.items()):
            yield (
                f"{counted(count, 'unit')} of class {name} "
                f"{('is a comment' if count == 1 else 'are comments')} in the file: choose a MegaMek unit "
                f"with the option units, such as '{name}=Atlas AS7-D'"
            )
        known = [unit for unit in it.units if unit.unit_class in self._models]
        shields = sum(unit.shield is not Shield.NONE for unit in known)
        if shields:
            lost = "its shield" if shields == 1 else "their shields"
            yield f"MegaMek has no shields: {counted(shields, 'unit')} lost {lost}"
        own = sum(unit.allowance is not None for unit in known)
        if own:
            yield f"the individual movement points of {counted(own, 'unit')} were dropped"

    def _lost_zones(self) -> Iterator[str]:
        it = self._scenario
        sides = {side.id for side in it.sides}
        kinds = (ZoneKind.DEPLOYMENT, ZoneKind.EXIT)
        lost = [zone.id for zone in it.zones if zone.kind not in kinds or zone.side not in sides]
        if lost:
            what = f"zone {lost[0]}" if len(lost) == 1 else f"zones {', '.join(lost)}"
            yield f"MegaMek only has deployment and exit zones: {what} dropped"
        for side in it.sides:
            for kind in kinds:
                zones = self._zones(side, kind)
                if len(zones) > 1:
                    yield f"zones {', '.join(zone.id for zone in zones)} of {side.id} became one area"


def _models(text: str, scenario: Scenario) -> dict[str, str]:
    """Return MegaMek's model names by unit class, from the option; raise UsageError if malformed or of a class not in play."""
    found: dict[str, str] = {}
    classes = sorted({unit.unit_class for unit in scenario.units})
    for item in filter(None, map(str.strip, text.split(";"))):
        name, separator, model = (part.strip() for part in item.partition("="))
        if not separator or not name or not model:
            raise UsageError(f"write units as 'class=unit name', separated by ';', not {item!r}")
        if name not in classes:
            raise UsageError(f"the scenario has no unit of class {name!r}{did_you_mean(name, classes)}")
        found[name] = model
    return found


def _titles(scenario: Scenario) -> dict[str, _Quoted]:
    """Return the names of players by side; equal names get ids."""
    counts = Counter(side.title for side in scenario.sides)
    return {
        side.id: _Quoted(side.title if counts[side.title] == 1 else f"{side.title} ({side.id})")
        for side in scenario.sides
    }


def _escaped(text: str) -> str:
    """Return a text escaped for MegaMek, which renders it as HTML."""
    return html.escape(text, quote=False)


FORMAT = Format(
    "megamek-scenario",
    "MegaMek scenario",
    ".mms",
    _write,
    carries=frozenset(ScenarioPart)
    - {
        ScenarioPart.HEXSIDES,
        ScenarioPart.NAMES,
        ScenarioPart.RULESET,
        ScenarioPart.BASES,
        ScenarioPart.INCHES,
        ScenarioPart.LOCKS,
        ScenarioPart.FORCES,
        ScenarioPart.STRENGTH,
        ScenarioPart.DECORATIONS,
        ScenarioPart.FAIRNESS,
        ScenarioPart.COMMENTS,
    },
    options=(_UNITS, _BOTS, LINE_ENDINGS),
    purpose="the board with sides and units, ready to play",
)

"""Playing by hand on a page: the units, how they move and attack, and the rules that the page does not enforce."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypedDict

from fairground.core.errors import FairgroundError, ScenarioError
from fairground.core.files.writer import content_hash
from fairground.core.metrics.compared_zones import parties as parties_of
from fairground.core.movement.mover import DEFAULT_MODE, mover
from fairground.core.pictures.looks import class_codes
from fairground.core.simulation.game.muster import OWN_UNITS, Muster, muster
from fairground.core.simulation.game.not_played import LEFT_OUT
from fairground.core.simulation.game.unit_kinds import UnitKind, bare_kind
from fairground.core.simulation.recording.record_games import recorded_kind
from fairground.core.web_page.play_attacks import AttackData, attack_data
from fairground.core.web_page.play_movers import MoverTables, PlayMoverData, SeenData

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.files.force_file import ForceRoll
    from fairground.core.metrics.compared_zones import Party
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit
    from fairground.core.simulation.recording.game_record import RecordedGames, RecordedKind


class PlayKindData(TypedDict):
    """A kind of unit; ``movers`` has the number of its mover in each mode of movement, the default first."""

    title: str
    code: str
    unit_class: str
    hit_points: int
    weapons: list[str]
    movers: list[int]


class PlayUnitData(TypedDict):
    """A unit at the start: ``id`` is empty for one of a force, ``side`` the index of its side, ``hex`` is -1 off the board, ``facing`` a direction 0-5."""

    id: str
    title: str
    side: int
    kind: int
    hex: int
    facing: int
    shield: str
    hit_points: int
    arrives: int


class PlaySideData(TypedDict):
    """A side: its title, and the number of its team."""

    title: str
    team: int


class PlayData(TypedDict):
    """What is needed to play by hand.

    ``map`` tells versions of the map apart. ``game_kinds`` has the number of the kind here for each kind of each recording. ``facings`` has the facing 1-6 of each
    direction 0-5, ``directions`` its name. ``dice`` is ``[count, faces]``, ``number`` the number to reach without modifiers, None where the ruleset has
    no roll, and ``attacks`` the tables of attacks, None where the page cannot add them up. ``enforced`` and ``not_enforced``
    are sentences.
    """

    map: str
    sides: list[PlaySideData]
    kinds: list[PlayKindData]
    units: list[PlayUnitData]
    game_kinds: list[list[int]]
    movers: list[PlayMoverData]
    seen: list[SeenData]
    facings: list[int]
    directions: list[str]
    layout: str
    turns: int | None
    through_allies: bool
    end_with_allies: bool
    dice: list[int]
    number: int | None
    number_is_harder: bool
    attacks: AttackData | None
    enforced: list[str]
    not_enforced: list[str]


def play_section(scenario: Scenario, recordings: Sequence[RecordedGames] = ()) -> PlayData | None:
    """Return the section for playing by hand; None where nothing can move or there is no side.

    Units are those of the scenario; a party without any has those of the default force, to be placed by the players.
    """
    rules, board = scenario.rules, scenario.board
    if not rules.classes or not rules.movement.modes or not scenario.sides:
        return None
    pool = _Pool(scenario)
    units = pool.units()
    game_kinds = [pool.match(it) for it in recordings]
    if not pool.kinds:
        return None
    tables = MoverTables(scenario)
    codes = class_codes(it.class_id for it in pool.kinds)
    attacks = attack_data(scenario, pool.kinds, pool.roll)
    kinds = [_kind(scenario, tables, it, codes[it.class_id]) for it in pool.kinds]
    occupied = rules.movement.occupied
    dice = attacks["dice"] if attacks else [rules.attack.dice.count, rules.attack.dice.sides]
    teams = list(dict.fromkeys(it.allegiance for it in scenario.sides))
    return {
        "map": content_hash(scenario),
        "sides": [{"title": it.title, "team": teams.index(it.allegiance)} for it in scenario.sides],
        "kinds": kinds,
        "units": units,
        "game_kinds": game_kinds,
        "movers": tables.movers,
        "seen": tables.seen,
        "facings": [board.layout.facing(it) for it in range(6)],
        "directions": [board.layout.direction_name(it) for it in range(6)],
        "layout": board.layout.value,
        "turns": scenario.turns,
        "through_allies": occupied.through_allies,
        "end_with_allies": occupied.ends,
        "dice": dice,
        "number": _number(rules, pool.roll),
        "number_is_harder": rules.attack.modifies.value == "target_number",
        "attacks": attacks,
        "enforced": list(_enforced(scenario, tables, attacks)),
        "not_enforced": list(_not_enforced(scenario, pool, tables, attacks)),
    }


class _Pool:
    """The kinds of units in play, each once, and the units at the start."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario, self._rules = scenario, scenario.rules
        self.kinds: list[UnitKind] = []
        self.roll: ForceRoll | None = None
        #: Whether units have no weapons because no force gives them any.
        self.lacks_weapons = False
        try:
            self._parties: tuple[Party, ...] = parties_of(scenario)
        except ScenarioError:
            self._parties = ()
        self._default = self._muster(None)
        self._own = self._muster(OWN_UNITS) if scenario.units else None
        for it in (self._default, self._own):
            if it is not None and it.roll is not None:
                self.roll = it.roll

    def _muster(self, force: str | None) -> Muster | None:
        if not self._parties:
            return None
        try:
            found = muster(self._scenario, self._parties, force)
        except FairgroundError:
            # A force file that is missing or does not fit: units are played without weapons.
            return None
        return found if isinstance(found, Muster) else None

    def add(self, kind: UnitKind) -> int:
        """Return the number of a kind, adding it at first."""
        if kind not in self.kinds:
            self.kinds.append(kind)
        return self.kinds.index(kind)

    def units(self) -> list[PlayUnitData]:
        """Return the units at the start: the scenario's, and those of the default force for parties without any.

        Units without a name are called by side and class, numbered where several have the same, as in recorded games.
        """
        found = [*self._own_units(), *self._forces()]
        titles = [it["title"] for it in found]
        for at, (it, title) in enumerate(zip(found, titles, strict=True)):
            if titles.count(title) > 1:
                it["title"] = f"{title} {titles[: at + 1].count(title)}"
        return found

    def _title(self, side: str, kind: UnitKind) -> str:
        """Return what a unit without a name is called."""
        own = self._scenario.side(side)
        name = self._rules.classes[kind.class_id].name
        return f"{own.title} {name.lower()}" if own is not None else name

    def _own_units(self) -> Iterator[PlayUnitData]:
        scenario, board = self._scenario, self._scenario.board
        known: dict[str, UnitKind] = {}
        for mustered in (self._default, self._own):
            if mustered is not None:
                known |= {
                    it.unit: mustered.kinds[it.kind] for own in mustered.members for it in own if it.unit
                }
        for unit in scenario.units:
            if unit.unit_class not in self._rules.classes:
                continue
            kind = known.get(unit.id) or self._kind_without_muster(unit)
            row, column = board.cell(unit.hex) if board.contains(unit.hex) else (-1, -1)
            yield {
                "id": unit.id,
                "title": unit.name or self._title(unit.side, kind),
                "side": scenario.side_index(unit.side),
                "kind": self.add(kind),
                "hex": row * board.columns + column if row >= 0 and unit.arrives <= 1 else -1,
                "facing": board.layout.facing_direction(unit.facing),
                "shield": unit.shield.value,
                "hit_points": kind.hit_points,
                "arrives": unit.arrives,
            }

    def _kind_without_muster(self, unit: Unit) -> UnitKind:
        """Return the kind of a unit that self-play cannot muster: its class in the default force, or without weapons."""
        kinds = self._default.kinds if self._default is not None else ()
        kind = next((it for it in kinds if it.class_id == unit.unit_class), None)
        if kind is None:
            self.lacks_weapons |= not unit.unarmed
            kind = bare_kind(unit.unit_class, self._rules)
        return replace(
            kind,
            allowance=unit.allowance,
            hit_points=kind.hit_points if unit.hit_points is None else unit.hit_points,
            defence=kind.defence if unit.defence is None else unit.defence,
            weapons=() if unit.unarmed else kind.weapons,
        )

    def _forces(self) -> Iterator[PlayUnitData]:
        if self._default is None:
            return
        scenario = self._scenario
        manned = {it.side for it in scenario.units}
        for party, members in zip(self._parties, self._default.members, strict=True):
            if manned & set(party.sides):
                continue
            for member in members:
                if member.unit:
                    continue
                kind = self._default.kinds[member.kind]
                side = member.side or next(iter(party.sides), "")
                yield {
                    "id": "",
                    "title": self._title(side, kind),
                    "side": scenario.side_index(side),
                    "kind": self.add(kind),
                    "hex": -1,
                    "facing": 0,
                    "shield": "left" if member.shield == "either" else member.shield,
                    "hit_points": kind.hit_points,
                    "arrives": member.arrives,
                }

    def match(self, recorded: RecordedGames) -> list[int]:
        """Return the number of the kind for each kind of recorded games; those of unknown forces have no weapons."""
        known: dict[RecordedKind, UnitKind] = {}
        for mustered in (self._own, self._default):
            for kind in mustered.kinds if mustered is not None else ():
                known.setdefault(recorded_kind(self._scenario, kind), kind)
        found = []
        for it in recorded.kinds:
            if it not in known:
                if it.unit_class not in self._rules.classes:
                    return []
                self.lacks_weapons = True
                bare = bare_kind(it.unit_class, self._rules)
                known[it] = replace(bare, hit_points=it.hit_points)
            found.append(self.add(known[it]))
        return found


def _kind(scenario: Scenario, tables: MoverTables, kind: UnitKind, code: str) -> PlayKindData:
    about = recorded_kind(scenario, kind)
    modes = [kind.mode] if kind.mode is not None else _modes(scenario.rules)
    movers = [mover(scenario, kind.class_id, it) for it in modes]
    if kind.allowance is not None:
        movers = [replace(it, allowance=max(0, kind.allowance)) for it in movers]
    return {
        "title": about.title,
        "code": code,
        "unit_class": kind.class_id,
        "hit_points": kind.hit_points,
        "weapons": list(about.weapons),
        "movers": [tables.number(it) for it in movers],
    }


def _modes(rules: Ruleset) -> list[str]:
    return sorted(rules.movement.modes, key=lambda it: it != DEFAULT_MODE)


def _number(rules: Ruleset, roll: ForceRoll | None) -> int | None:
    if rules.attack.resolution.value != "modifiers":
        return rules.attack.target
    return None if roll is None else roll.number


def _enforced(scenario: Scenario, tables: MoverTables, attacks: AttackData | None) -> Iterator[str]:
    movement = scenario.rules.movement
    yield (
        "Moves: movement points per turn, the costs of terrain, hexsides and level changes, and units in the way."
    )
    if any(len(it["stances"]) > 1 for it in tables.movers):
        yield "Turning: its cost, and the cost of steps sideways or backwards."
    if movement.no_blind_movement and not tables.is_blind:
        yield "Units enter only hexes that they can see at the start of their turn."
    if attacks is not None:
        yield "Attacks: reach, sight, arc, modifiers, the roll and its named results, and the damage."


def _not_enforced(
    scenario: Scenario, pool: _Pool, tables: MoverTables, attacks: AttackData | None
) -> Iterator[str]:
    movement = scenario.rules.movement
    yield "Whose turn it is, the order of units, and how often each moves and attacks."
    yield "Movement points spent on attacks, and moves after an attack."
    if not any(len(it["stances"]) > 1 for it in tables.movers):
        yield "Facing: units turn for free."
    if movement.no_blind_movement and tables.is_blind:
        yield "Units may enter hexes that they cannot see: the table for that rule is too large on this map."
    if attacks is None:
        yield f"Attacks: {_no_attacks(scenario, pool)}. Roll the dice, work out the number needed, and set hit points by hand."
    elif pool.lacks_weapons:
        yield "Attacks by units whose weapons are not in any known force."
    yield "Objectives, points and victory: keep the score by hand."
    yield "Deployment zones, and the turn in which a unit arrives."
    yield "Damage and heat from terrain, effects and weather, and the consequences of heat and lost components."
    yield from (it for it in LEFT_OUT if it.startswith(("Cards", "Initiative", "Destruction")))


def _no_attacks(scenario: Scenario, pool: _Pool) -> str:
    if not any(it.weapons for it in pool.kinds):
        return "no known force has weapons for these units"
    if scenario.rules.sight.model.value == "bases":
        return "this ruleset measures sight from base to base"
    return "the tables are too large on this map"

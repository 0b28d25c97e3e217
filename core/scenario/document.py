"""The scenario: the document that everything works on."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import TYPE_CHECKING

from fairground.core.errors import RulesetError
from fairground.core.scenario.parts import FairnessBands, Unit, Victory, Zone, ZoneKind
from fairground.core.text.wording import counted, possessive

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike
    from pathlib import Path

    from fairground.core.rules import Ruleset
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.decorations import Decoration
    from fairground.core.scenario.parts import Objective, RulesetReference, Side
    from fairground.core.scenario.tracing_image import TracingImage

#: The noun for a zone that is called after its side.
_ZONE_NOUNS = {
    ZoneKind.DEPLOYMENT: "zone",
    ZoneKind.REINFORCEMENT: "reinforcement zone",
    ZoneKind.EXIT: "exit",
    ZoneKind.AREA: "area",
}


@dataclass(slots=True)
class Scenario:
    """A board with everything that a game needs.

    Lists keep the order of the file. ``house_rules`` are rules of play that no game of ours knows, a phrase each; claims
    about fairness name them. ``images`` maps names to paths beside or below the file, or to ``data:`` URLs; no rule reads
    them, the ``decorations`` or the tracing image ``underlay``. ``locked`` has labels of hexes and ids of zones that suggestions may not change.
    ``comments`` has the comment lines, without ``#``, above a key (``("board", "terrain")``) or a list item
    (``("zones", "p1-start")``); ``()`` is the head of the file. ``folder`` is the folder of the file, and of rulesets
    named by path.
    """

    name: str
    ruleset: RulesetReference
    board: Board
    author: str = ""
    notes: str = ""
    weather: str = "none"
    turns: int | None = None
    sides: list[Side] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    objectives: list[Objective] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)
    victory: Victory = field(default_factory=Victory)
    house_rules: list[str] = field(default_factory=list)
    images: dict[str, str] = field(default_factory=dict)
    decorations: list[Decoration] = field(default_factory=list)
    underlay: TracingImage | None = None
    locked: list[str] = field(default_factory=list)
    fairness: FairnessBands = field(default_factory=FairnessBands)
    comments: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    folder: Path | None = field(default=None, compare=False)
    #: Encoding of the file, kept by a save.
    newline: str = field(default="\n", compare=False)
    byte_order_mark: bool = field(default=False, compare=False)
    _rules: tuple[RulesetReference, Ruleset | RulesetError] | None = field(
        default=None, compare=False, repr=False
    )

    @staticmethod
    def from_text(text: str, *, folder: str | PathLike[str] | None = None) -> Scenario:
        """Return the scenario of a text in the format of scenario files; ``folder`` is the base of a ruleset's path.

        Raises
        ------
        FileError
            When the text has faults; ``problems`` has all of them.
        """
        scenario: Scenario = import_module("fairground.core.files").load_text(text, folder=folder)
        return scenario

    @staticmethod
    def blank(
        name: str = "Untitled",
        size: tuple[int, int] = (16, 12),
        *,
        layout: str = "odd-q",
        ruleset: str = "penance-2.0",
    ) -> Scenario:
        """Return a clear board of ``size`` (columns, rows) for two sides, with deployment zones at opposite edges.

        Raises
        ------
        GridError
            When there is no such layout.
        LimitError
            When the size is out of bounds, or the name too long.
        RulesetError
            When there is no such ruleset.
        """
        found: Scenario = import_module("fairground.core.scenario.blank").blank_by_layout(
            name, size, layout=layout, ruleset=ruleset
        )
        return found

    def __repr__(self) -> str:
        """Return what distinguishes one scenario from another at a prompt."""
        counts: dict[str, Sequence[object]] = {
            "side": self.sides,
            "zone": self.zones,
            "objective": self.objectives,
            "unit": self.units,
        }
        parts = ", ".join(counted(len(them), noun) for noun, them in counts.items())
        return f"<Scenario {self.name!r}: {self.board!r}, {self.ruleset.name}, {parts}>"

    def _repr_svg_(self) -> str | None:
        """Return the map as SVG, for notebooks; None if it is too large."""
        svg: str | None = import_module("fairground.core.notebook").svg_of(None, self)
        return svg

    @property
    def rules(self) -> Ruleset:
        """The resolved ruleset with its overrides, cached until ``ruleset`` is replaced.

        Raises
        ------
        RulesetError
            When there is no such ruleset, or it or an override has faults; also cached.
        """
        if self._rules is None or self._rules[0] is not self.ruleset:
            try:
                self._rules = self.ruleset, self._read_rules()
            except RulesetError as error:
                self._rules = self.ruleset, error
        rules = self._rules[1]
        if isinstance(rules, RulesetError):
            # A copy, since raising the same error repeatedly would grow its traceback.
            raise RulesetError(str(rules), rules.problems)
        return rules

    def refresh_rules(self) -> None:
        """Reload the ruleset after its file changed; valid cached rules are kept if the new ones are faulty.

        Raises
        ------
        RulesetError
            When there is no such ruleset, or it or an override has faults.
        """
        before = self._rules
        try:
            self._rules = self.ruleset, self._read_rules()
        except RulesetError as error:
            if before is None or before[0] is not self.ruleset or isinstance(before[1], RulesetError):
                self._rules = self.ruleset, error
            raise

    def use_saved_rules(self, reference: RulesetReference) -> None:
        """Refer to the file that the ruleset's draft was written to; the resolved ruleset stays the same."""
        rules = self._rules[1] if self._rules is not None and self._rules[0] is self.ruleset else None
        self.ruleset = reference
        self._rules = None if rules is None else (reference, rules)

    def with_rules_unread(self) -> Scenario:
        """Return a shallow copy without a cached ruleset."""
        return replace(self, _rules=None)

    def _read_rules(self) -> Ruleset:
        from fairground.core.rules import load_ruleset

        it = self.ruleset
        return load_ruleset(it.name, folder=self.folder, overrides=it.overrides, text=it.draft)

    def side(self, side_id: str) -> Side | None:
        """Return the side with that id, or None."""
        return next((side for side in self.sides if side.id == side_id), None)

    def side_index(self, side_id: str) -> int:
        """Return the index of a side, which sets its colour and hatching; -1 for none."""
        return next((i for i, side in enumerate(self.sides) if side.id == side_id), -1)

    def unit_title(self, unit: Unit) -> str:
        """Return the display name of a unit: its name, else that of its class, else the id of its class."""
        from fairground.core.scenario.ruleset_kinds import Topic, kind_title

        return unit.name or kind_title(self, Topic.CLASSES, unit.unit_class)

    def part_title(self, part: Side | Zone | Objective | Unit) -> str:
        """Return the display name of a part; a unit without a name is told by its class and hex: ``Wagon (D4)``."""
        if isinstance(part, Unit):
            return part.name or f"{self.unit_title(part)} ({self.board.hex_name(part.hex)})"
        return self.zone_title(part.id) if isinstance(part, Zone) else part.title

    def zone_title(self, zone_id: str) -> str:
        """Return the display name of a zone: its name, else one from its side, else the id.

        A zone without a name belongs to a side by its kind: ``Player 1's zone``, ``Raiders' reinforcement zone 2``; the
        number counts the nameless zones of that kind, if the side has several.
        """
        zone = next((it for it in self.zones if it.id == zone_id), None)
        side = self.side(zone.side) if zone else None
        if zone is None or zone.name or side is None or not side.name:
            return zone.title if zone else zone_id
        alike = [it.id for it in self.zones if (it.side, it.kind, it.name) == (zone.side, zone.kind, "")]
        number = f" {alike.index(zone_id) + 1}" if len(alike) > 1 else ""
        return f"{possessive(side.name)} {_ZONE_NOUNS[zone.kind]}{number}"

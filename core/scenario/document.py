"""The scenario: the document that everything works on."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fairground.core.errors import RulesetError
from fairground.core.scenario.parts import FairnessBands, Victory

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.rules import Ruleset
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.parts import Objective, RulesetReference, Side, Unit, Zone


@dataclass(slots=True)
class Scenario:
    """A board with everything a game on it needs.

    Lists keep the order of the file. ``locked`` holds labels of hexes and ids of zones that suggestions may not
    touch. ``comments`` holds the comment lines, without their ``#``, that stand above a key (``("board",
    "terrain")``) or a list item (``("zones", "p1-start")``); those at the head of the file are under ``()``.
    ``folder`` is where the file lies; a ruleset named by path is looked for there.
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
    locked: list[str] = field(default_factory=list)
    fairness: FairnessBands = field(default_factory=FairnessBands)
    comments: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    folder: Path | None = field(default=None, compare=False)
    #: How the file was encoded; a save keeps it.
    newline: str = field(default="\n", compare=False)
    byte_order_mark: bool = field(default=False, compare=False)
    _rules: tuple[RulesetReference, Ruleset | RulesetError] | None = field(
        default=None, compare=False, repr=False
    )

    @property
    def rules(self) -> Ruleset:
        """The resolved ruleset, overrides applied; read once and kept until ``ruleset`` is replaced.

        Raises
        ------
        RulesetError
            When there is no such ruleset, or it or an override has faults; it is not looked for again either.
        """
        if self._rules is None or self._rules[0] is not self.ruleset:
            try:
                self._rules = self.ruleset, self._read_rules()
            except RulesetError as error:
                self._rules = self.ruleset, error
        found = self._rules[1]
        if isinstance(found, RulesetError):
            # Another each time: an error that is raised again and again gathers places it was raised at.
            raise RulesetError(str(found), found.problems)
        return found

    def refresh_rules(self) -> None:
        """Read the ruleset again, after its file was changed; rules without faults from before outlast faulty ones.

        Raises
        ------
        RulesetError
            When there is no such ruleset any more, or it or an override has faults now.
        """
        before = self._rules
        try:
            self._rules = self.ruleset, self._read_rules()
        except RulesetError as error:
            if before is None or before[0] is not self.ruleset or isinstance(before[1], RulesetError):
                self._rules = self.ruleset, error
            raise

    def with_rules_unread(self) -> Scenario:
        """Return this scenario, sharing all its parts, for whom the ruleset has not been read yet."""
        return replace(self, _rules=None)

    def _read_rules(self) -> Ruleset:
        from fairground.core.rules import load_ruleset

        return load_ruleset(self.ruleset.name, folder=self.folder, overrides=self.ruleset.overrides)

    def side(self, side_id: str) -> Side | None:
        """Return the side with that id; None when there is none."""
        return next((side for side in self.sides if side.id == side_id), None)

    def side_index(self, side_id: str) -> int:
        """Return the place of a side in the list, from 0 (it chooses colour and hatching); -1 for none."""
        return next((i for i, side in enumerate(self.sides) if side.id == side_id), -1)

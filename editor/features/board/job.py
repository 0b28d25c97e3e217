"""Changes of a whole board, as jobs for the worker: another size, another layout, turned, under another ruleset."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Protocol

from fairground.core.scenario.transform.resize import Anchor
from fairground.editor.app.texts import tr
from fairground.editor.jobs.job_scenario import JobScenario, cached

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.grid.layout import Layout
    from fairground.core.grid.symmetry import Symmetry
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.ruleset_kinds import Topic
    from fairground.core.scenario.transform.board_transform import BoardTransform
    from fairground.core.scenario.transform.carrying import Carried, Lost
    from fairground.core.scenario.transform.relayout import Keep
    from fairground.core.scenario.transform.suggested_mapping import MappingSuggestion

#: So many of the hexes that fall off are told by their labels.
MOST_LABELS = 24
#: So many things of a kind that are lost are told one by one; of more, so many are named.
_MOST_LINES, _MOST_NAMED = 6, 4
#: What a kind of the old ruleset becomes: its topic, its id, and the new id or None to drop it.
Choice = tuple["Topic", str, str | None]


@dataclass(frozen=True, slots=True, eq=False)
class Changed:
    """What a change comes to: a scenario, or in ``told`` why there is none.

    ``fallen`` is how many hexes have no place any more, ``fallen_labels`` the first of them; ``added`` marks the
    hexes of the new board, ``[rows, columns]``, that are new and not void. ``lost`` and ``said`` are in words.
    """

    scenario: Scenario | None = None
    fallen: int = 0
    fallen_labels: tuple[str, ...] = ()
    added: NDArray[np.bool_] | None = None
    lost: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    told: str = ""
    #: Where the hexes went; None when they stay, or when nothing is known of it.
    way: BoardTransform | None = None


class BoardChange(Protocol):
    """A change of a whole board, as plain data."""

    def made(self, scenario: Scenario) -> Changed:
        """Return what it comes to.

        Raises
        ------
        FairgroundError
            When it cannot be made.
        """
        ...


@dataclass(frozen=True, slots=True)
class Resizing:
    """Another number of columns and rows; ``anchor`` is the part of the board that stays."""

    columns: int
    rows: int
    anchor: Anchor = Anchor.TOP_LEFT

    def made(self, scenario: Scenario) -> Changed:
        """Return the board in its new size."""
        from fairground.core.scenario.transform.resize import resized

        return _changed(scenario, resized(scenario, self.columns, self.rows, self.anchor))


@dataclass(frozen=True, slots=True)
class Relaying:
    """Another layout, and what stays as it is in it."""

    layout: Layout
    keep: Keep

    def made(self, scenario: Scenario) -> Changed:
        """Return the board in its new layout."""
        from fairground.core.scenario.transform.relayout import relaid

        return _changed(scenario, relaid(scenario, self.layout, self.keep))


@dataclass(frozen=True, slots=True)
class TurnJob:
    """A turn or a mirror of the whole board."""

    symmetry: Symmetry

    def made(self, scenario: Scenario) -> Changed:
        """Return the board turned."""
        from fairground.core.scenario.transform.turning import turned

        return _changed(scenario, turned(scenario, self.symmetry))


def _changed(scenario: Scenario, carried: Carried) -> Changed:
    import numpy as np

    before, after = scenario.board, carried.scenario.board
    rows, columns = np.indices((before.rows, before.columns), np.int64)
    column, row = carried.way.offsets(columns, rows)
    there = (column >= 0) & (column < after.columns) & (row >= 0) & (row < after.rows)
    added = ~after.void
    added[row[there], column[there]] = False
    return Changed(
        carried.scenario,
        int(carried.fallen.sum()),
        carried.fallen_labels(before)[:MOST_LABELS],
        added,
        lost_in_words(carried.lost),
        carried.said,
        way=carried.way,
    )


def lost_in_words(lost: Iterable[Lost]) -> tuple[str, ...]:
    """Return what is lost, a line each; many of a kind share a line, with their number and the first of them."""
    by_part: dict[str, list[str]] = {}
    for it in lost:
        by_part.setdefault(it.part, []).append(str(it))
    found: list[str] = []
    for part, lines in by_part.items():
        if len(lines) <= _MOST_LINES:
            found += lines
            continue
        named = [it.removeprefix(f"{part} ") for it in lines[:_MOST_NAMED]]
        found.append(f"{part} ({len(lines):,}): {first_and_count(named, len(lines))}")
    return tuple(found)


def first_and_count(named: Sequence[str], count: int) -> str:
    """Return the first of ``count`` things with the number of the others: ``A1, B1 … and 40 more``."""
    listed = ", ".join(named)
    if count <= len(named):
        return listed
    return tr("{listed} … and {n} more").format(listed=listed, n=f"{count - len(named):,}")


@dataclass(frozen=True, slots=True, eq=False)
class ChangedRules(Changed):
    """What another ruleset comes to: what each kind in use should become, how often there is one, and to choose from.

    ``choices`` are the names of the new ruleset's kinds by topic and id, ``unmapped`` the kinds that somebody has to
    choose for; there is no scenario while there are any.
    """

    suggestions: tuple[MappingSuggestion, ...] = ()
    counts: dict[tuple[Topic, str], int] = field(default_factory=dict)
    choices: dict[Topic, dict[str, str]] = field(default_factory=dict)
    unmapped: tuple[tuple[Topic, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Reruling:
    """Another ruleset: a shipped id, or a file beside the scenario; suggestions stand where nothing is chosen."""

    ruleset: str
    chosen: tuple[Choice, ...] = ()

    def made(self, scenario: Scenario) -> ChangedRules:
        """Return the scenario under its new ruleset."""
        from fairground.core.rules import load_ruleset
        from fairground.core.scenario.ruleset_kinds import Topic
        from fairground.core.scenario.transform.rerule import reruled
        from fairground.core.scenario.transform.suggested_mapping import suggest_mapping

        rules = load_ruleset(self.ruleset, folder=scenario.folder)
        suggestions = suggest_mapping(scenario, rules)
        mapping: dict[Topic, dict[str, str | None]] = {topic: {} for topic in Topic}
        for it in suggestions:
            if it.new is not None:
                mapping[it.topic][it.old] = it.new
        for topic, old, new in self.chosen:
            mapping[topic][old] = new
        unmapped = tuple((it.topic, it.old) for it in suggestions if it.old not in mapping[it.topic])
        told = {
            "suggestions": suggestions,
            "counts": kind_uses(scenario),
            "choices": {
                topic: {
                    key: entry.name or key for key, entry in topic.entries(rules).items() if key != "void"
                }
                for topic in Topic
            },
        }
        if unmapped:
            kinds = ", ".join(old for _, old in unmapped)
            wanting = tr("Nothing chosen for {kinds}").format(kinds=kinds)
            return ChangedRules(told=wanting, unmapped=unmapped, **told)  # type: ignore[arg-type]
        found = reruled(scenario, self.ruleset, mapping)
        return ChangedRules(found.scenario, lost=lost_in_words(found.lost), said=found.said, **told)  # type: ignore[arg-type]


def kind_uses(scenario: Scenario) -> dict[tuple[Topic, str], int]:
    """Return how often each kind is there that a scenario takes from its ruleset: hexes, hexsides, units."""
    from fairground.core.scenario.arrays import kind_counts
    from fairground.core.scenario.ruleset_kinds import Topic

    board = scenario.board
    counted = {
        Topic.TERRAIN: kind_counts(board.palette, board.terrain),
        Topic.EFFECTS: kind_counts(board.effects_palette, board.effects),
        Topic.HEXSIDES: Counter(name for names in board.hexsides.values() for name in names),
        Topic.CLASSES: Counter(unit.unit_class for unit in scenario.units),
        Topic.WEATHER: Counter([scenario.weather]),
    }
    return {(topic, kind): count for topic, counts in counted.items() for kind, count in counts.items()}


@dataclass(frozen=True, slots=True)
class ChangeJob:
    """A change to try; the answer is a ``Changed``, or None when the worker does not have the scenario."""

    topic: ClassVar[str] = "board-change"
    tag: tuple[int, ...]
    subject: JobScenario
    change: BoardChange

    def run(self) -> Changed | None:
        """Try it."""
        from fairground.core.errors import FairgroundError

        scenario = cached(self.topic, self.subject, lambda scenario: scenario)
        if scenario is None:
            return None
        try:
            return self.change.made(scenario)
        except FairgroundError as error:
            return Changed(told=str(error))

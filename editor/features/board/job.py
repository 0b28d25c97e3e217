"""Changes of a whole board as jobs for the worker: size, layout, turn or mirror, and ruleset."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Protocol

from fairground.core.scenario.transform.whole_board import Anchor
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
    from fairground.core.scenario.transform.suggested_mapping import MappingSuggestion
    from fairground.core.scenario.transform.whole_board import Keep

#: The maximum number of labels of hexes that fall off.
MOST_LABELS = 24
#: Up to so many losses of a kind get a line each; of more, so many are named in one line.
_MOST_LINES, _MOST_NAMED = 6, 4
#: The mapping of a kind: its topic, its id in the old ruleset, and its id in the new one or None to drop it.
Choice = tuple["Topic", str, str | None]


@dataclass(frozen=True, slots=True, eq=False)
class ChangeResult:
    """The result of a change: a scenario, or a ``refusal`` that says why there is none.

    ``fallen`` is the number of hexes that fall off the board, ``fallen_labels`` are the first of them. ``added`` marks
    the hexes of the new board, ``[rows, columns]``, that are new and not void. ``lost`` and ``notes`` are texts.
    """

    scenario: Scenario | None = None
    fallen: int = 0
    fallen_labels: tuple[str, ...] = ()
    added: NDArray[np.bool_] | None = None
    lost: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    refusal: str = ""
    #: Where the hexes went; None if they stay, or if that is unknown.
    transform: BoardTransform | None = None


class BoardChange(Protocol):
    """A change of a whole board."""

    def apply(self, scenario: Scenario) -> ChangeResult:
        """Return the result for a scenario.

        Raises
        ------
        FairgroundError
            If the change is impossible.
        """
        ...


@dataclass(frozen=True, slots=True)
class Resizing:
    """Another number of columns and rows; ``anchor`` is the part of the board that stays in place."""

    columns: int
    rows: int
    anchor: Anchor = Anchor.TOP_LEFT

    def apply(self, scenario: Scenario) -> ChangeResult:
        """Return the board in its new size."""
        from fairground.core.scenario.transform.whole_board import resized

        return _result(scenario, resized(scenario, self.columns, self.rows, self.anchor))


@dataclass(frozen=True, slots=True)
class Relaying:
    """Another layout, and whether hexes keep their neighbours or their labels."""

    layout: Layout
    keep: Keep

    def apply(self, scenario: Scenario) -> ChangeResult:
        """Return the board in its new layout."""
        from fairground.core.scenario.transform.whole_board import relaid

        return _result(scenario, relaid(scenario, self.layout, self.keep))


@dataclass(frozen=True, slots=True)
class TurnJob:
    """A turn or a mirror of the whole board."""

    symmetry: Symmetry

    def apply(self, scenario: Scenario) -> ChangeResult:
        """Return the board turned."""
        from fairground.core.scenario.transform.whole_board import turned

        return _result(scenario, turned(scenario, self.symmetry))


def _result(scenario: Scenario, carried: Carried) -> ChangeResult:
    import numpy as np

    before, after = scenario.board, carried.scenario.board
    rows, columns = np.indices((before.rows, before.columns), np.int64)
    column, row = carried.way.offsets(columns, rows)
    is_inside = (column >= 0) & (column < after.columns) & (row >= 0) & (row < after.rows)
    added = ~after.void
    added[row[is_inside], column[is_inside]] = False
    return ChangeResult(
        carried.scenario,
        int(carried.fallen.sum()),
        carried.fallen_labels(before)[:MOST_LABELS],
        added,
        describe_losses(carried.lost),
        carried.said,
        transform=carried.way,
    )


def describe_losses(lost: Iterable[Lost]) -> tuple[str, ...]:
    """Return a line for each loss; many of a kind share a line, with their number and the first of them."""
    by_part: dict[str, list[str]] = {}
    for it in lost:
        by_part.setdefault(it.part, []).append(str(it))
    texts: list[str] = []
    for part, lines in by_part.items():
        if len(lines) <= _MOST_LINES:
            texts += lines
            continue
        named = [it.removeprefix(f"{part} ") for it in lines[:_MOST_NAMED]]
        texts.append(f"{part} ({len(lines):,}): {first_and_count(named, len(lines))}")
    return tuple(texts)


def first_and_count(named: Sequence[str], count: int) -> str:
    """Return some of ``count`` names with the number of the others: ``A1, B1 … and 40 more``."""
    listed = ", ".join(named)
    if count <= len(named):
        return listed
    return tr("{listed} … and {n} more").format(listed=listed, n=f"{count - len(named):,}")


@dataclass(frozen=True, slots=True, eq=False)
class RerulingResult(ChangeResult):
    """The result of another ruleset, with suggestions for the kinds in use and how often each is used.

    ``titles`` are the names of the kinds in use, ``choices`` those of the new ruleset's kinds by topic and id. ``unmapped``
    are the kinds without a choice or a suggestion; there is no scenario while there are any.
    """

    suggestions: tuple[MappingSuggestion, ...] = ()
    counts: dict[tuple[Topic, str], int] = field(default_factory=dict)
    titles: dict[tuple[Topic, str], str] = field(default_factory=dict)
    choices: dict[Topic, dict[str, str]] = field(default_factory=dict)
    unmapped: tuple[tuple[Topic, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Reruling:
    """Another ruleset: a shipped id, or a file beside the scenario; kinds that are not ``chosen`` follow suggestions."""

    ruleset: str
    chosen: tuple[Choice, ...] = ()

    def apply(self, scenario: Scenario) -> RerulingResult:
        """Return the scenario under its new ruleset."""
        from fairground.core.rules import load_ruleset
        from fairground.core.scenario.ruleset_kinds import Topic, kind_title
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
        titles = {(it.topic, it.old): kind_title(scenario, it.topic, it.old) for it in suggestions}
        details = {
            "suggestions": suggestions,
            "counts": kind_uses(scenario),
            "titles": titles,
            "choices": {
                topic: {
                    key: entry.name or key for key, entry in topic.entries(rules).items() if key != "void"
                }
                for topic in Topic
            },
        }
        if unmapped:
            kinds = ", ".join(titles[it] for it in unmapped)
            refusal = tr("No replacement chosen for {kinds}").format(kinds=kinds)
            return RerulingResult(refusal=refusal, unmapped=unmapped, **details)  # type: ignore[arg-type]
        result = reruled(scenario, self.ruleset, mapping)
        lost = describe_losses(result.lost)
        return RerulingResult(result.scenario, lost=lost, notes=result.said, **details)  # type: ignore[arg-type]


def kind_uses(scenario: Scenario) -> dict[tuple[Topic, str], int]:
    """Return how often a scenario uses each kind of its ruleset: on hexes, on hexsides, by units."""
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
    """A change to try; the answer is a ``ChangeResult``, or None if the worker lacks the scenario."""

    topic: ClassVar[str] = "board-change"
    tag: tuple[int, ...]
    subject: JobScenario
    change: BoardChange

    def run(self) -> ChangeResult | None:
        """Try it."""
        from fairground.core.errors import FairgroundError

        scenario = cached(self.topic, self.subject, lambda scenario: scenario)
        if scenario is None:
            return None
        try:
            return self.change.apply(scenario)
        except FairgroundError as error:
            return ChangeResult(refusal=str(error))

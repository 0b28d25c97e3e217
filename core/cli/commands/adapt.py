"""``fairground adapt``: change size, layout, ruleset or orientation of a scenario."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Literal

import click
from pydantic import Field

from fairground.core.answer import Answer, FindingAnswer, Part, schema_field
from fairground.core.cli.options import (
    SIZE,
    as_json,
    check_needs,
    check_output,
    dropped_comments,
    layout_type,
    output_file,
    overwrite,
    scenario_file,
    with_chosen_labels,
)
from fairground.core.cli.shared_answers import emit, problem_text
from fairground.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from fairground.core.rules import Ruleset
    from fairground.core.rules.base_model import NamedEntry
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.transform.carrying import Carried, Lost
    from fairground.core.scenario.transform.suggested_mapping import MappingSuggestion

_ANCHORS = (
    "top-left", "top", "top-right", "left", "centre", "right", "bottom-left", "bottom", "bottom-right"
)  # fmt: skip
_MIRRORS = (
    "left-right", "top-bottom", "rising-steep", "rising-shallow", "falling-shallow", "falling-steep"
)  # fmt: skip
_TURNS = ("60", "120", "180", "240", "300")
_SHIFT = re.compile(r"(-?[0-9]{1,4}),(-?[0-9]{1,4})")
_NAMED = 12
#: One of each kind that a ruleset has.
_NOUNS: Final = {
    "terrain": "terrain",
    "effects": "effect",
    "hexsides": "hexside feature",
    "classes": "unit class",
    "weather": "weather",
}


class LostAnswer(Part):
    """Something that was lost."""

    part: str = Field(description="kind of the lost part, such as unit, zone, hexside or terrain")
    name: str = Field(description="id or description of the lost part")
    hex: str | None = Field(
        description="label of the part's hex on the old board; null if it was not in a hex"
    )


class MappedAnswer(Part):
    """The new kind for a kind of the old ruleset."""

    topic: Literal["terrain", "effects", "hexsides", "classes", "weather"] = Field(
        description="kind of item that the id refers to: terrain, effect, hexside feature, unit class or weather"
    )
    old: str = Field(description="id in the old ruleset")
    new: str | None = Field(description="id in the new ruleset; null if it was removed")
    sure: int = Field(
        description="how well the replacement matches, in percent; 100 if the id is the same or was set with --map"
    )
    why: str = Field(description="reason for this match")


class AdaptAnswer(Answer):
    """Answer of ``fairground adapt --json``."""

    schema_name: Literal["fairground/adapt/1"] = schema_field("fairground/adapt/1")
    file: str = Field(description="path of the scenario, as given")
    output: str = Field(description="path of the scenario that was written")
    layout: Literal["odd-q", "even-q", "odd-r", "even-r"] = Field(description="layout of the new board")
    columns: int = Field(description="number of columns of the new board")
    rows: int = Field(description="number of rows of the new board")
    ruleset: str = Field(description="id or file of the new scenario's ruleset")
    changes: tuple[str, ...] = Field(description="changes beyond those requested, one sentence each")
    lost: tuple[LostAnswer, ...] = Field(
        description="parts of the old scenario that are missing from the new one"
    )
    fallen: tuple[str, ...] = Field(
        description="labels that the hexes missing from the new board had before the board was resized"
    )
    mapping: tuple[MappedAnswer, ...] = Field(
        description="ids from the old ruleset, with the ids that replace them in the new one"
    )
    findings: tuple[FindingAnswer, ...] = Field(description="errors in the new scenario")


@click.command("adapt")
@scenario_file
@output_file("File to write.", required=True)
@click.option(
    "--mirror", type=click.Choice(_MIRRORS), help="Mirror the whole board; shields move to the other arm."
)
@click.option("--turn", type=click.Choice(_TURNS), help="Turn the whole board clockwise, in degrees.")
@click.option("--layout", type=layout_type, help="Layout of the new board.")
@click.option(
    "--keep",
    type=click.Choice(["neighbours", "offsets"]),
    help=(
        "Whether a new layout preserves the distances between hexes (neighbours) or their labels "
        "(offsets). Default: neighbours, if the shape of the board allows it."
    ),
)
@click.option("--size", type=SIZE, help="Columns and rows of the new board, such as 20x20.")
@click.option(
    "--anchor", type=click.Choice(_ANCHORS), help="Part of the board that stays in place. Default: top-left."
)
@click.option(
    "--shift",
    metavar="COLUMNS,ROWS",
    help="Instead of --anchor: how many columns right and rows down to move the hexes.",
)
@click.option("--fill", metavar="TERRAIN", help="Terrain of new hexes. Default: clear.")
@click.option(
    "--ruleset", help="New ruleset: the id of a shipped ruleset, or a file next to the output file."
)
@click.option(
    "--map",
    "maps",
    metavar="OLD=NEW",
    multiple=True,
    help=(
        "Replacement for a terrain, effect, hexside feature, unit class or weather; OLD= removes it. May "
        "be repeated. If a name has two meanings, put its kind first, as in classes:OLD=NEW."
    ),
)
@overwrite
@as_json
def COMMAND(  # noqa: N802, PLR0913  # one parameter an option
    file: Path,
    output: Path,
    *,
    mirror: str | None,
    turn: str | None,
    layout: str | None,
    keep: str | None,
    size: tuple[int, int] | None,
    anchor: str | None,
    shift: str | None,
    fill: str | None,
    ruleset: str | None,
    maps: tuple[str, ...],
    overwrite: bool,
    as_json: bool,
) -> int:
    """Change size, layout, ruleset or orientation of a scenario.

    Changes are made in the order of the options below. Every hex keeps its neighbours, unless --keep offsets keeps the
    labels instead. Zones, units and hexsides move with the hexes. The output lists everything that is lost.

    \b
    Exit status: 0 success, 1 the new scenario has errors, 2 unusable input.

    \b
    Examples:
      fairground adapt scenarios/standard-arena.yaml -o larger.yaml --size 20x20 --anchor centre
      fairground adapt arena.yaml -o turned.yaml --turn 60
      fairground adapt arena.yaml -o other.yaml --ruleset penance-2.0 --map ice=rubble
    """
    from fairground.core.files import carry_images, load_reading, save
    from fairground.core.finding import Severity
    from fairground.core.validation import validate

    if not any((mirror, turn, layout, size, ruleset)):
        raise UsageError("choose at least one change: --size, --layout, --turn, --mirror or --ruleset")
    check_needs(
        (keep, "--keep", layout, "--layout"),
        (anchor or shift, "--anchor or --shift", size, "--size"),
        (fill, "--fill", size, "--size"),
        (maps, "--map", ruleset, "--ruleset"),
    )
    if anchor and shift:
        raise UsageError("use either --anchor or --shift, not both")
    check_output(output, overwrite=overwrite)
    scenario, comments = load_reading(file)
    with_chosen_labels(scenario)
    steps = _Steps(scenario)
    if comments:
        steps.log.append(f"{dropped_comments(comments)} dropped")
    steps.turn(mirror, int(turn or 0))
    steps.lay(layout, keep)
    steps.resize(size, anchor or "top-left", shift, fill or "clear")
    steps.rule(ruleset, maps, output.parent)
    carry_images(steps.scenario, output.parent)
    result = replace(steps.scenario, folder=output.parent).with_rules_unread()
    save(result, output)
    errors = [finding for finding in validate(result) if finding.severity is Severity.ERROR]
    answer = AdaptAnswer(
        file=str(file),
        output=str(output),
        layout=result.board.layout.value,
        columns=result.board.columns,
        rows=result.board.rows,
        ruleset=result.ruleset.name,
        changes=tuple(steps.log),
        lost=tuple(LostAnswer(part=it.part, name=it.name, hex=it.hex) for it in steps.lost),
        fallen=tuple(steps.fallen),
        mapping=tuple(
            MappedAnswer(topic=it.topic.value, old=it.old, new=it.new, sure=it.sure, why=it.why)
            for it in steps.mapping
        ),
        findings=tuple(map(FindingAnswer.from_result, errors)),
    )
    if as_json:
        emit(answer)
    else:
        _print(answer, steps)
        for finding in errors:
            click.echo(problem_text(finding), err=True)
    return int(bool(errors))


@dataclass
class _Steps:
    """A scenario that is changed step by step, with a log of changes and losses."""

    scenario: Scenario
    lost: list[Lost] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    fallen: list[str] = field(default_factory=list)
    fallen_names: list[str] = field(default_factory=list)
    mapping: list[MappingSuggestion] = field(default_factory=list)
    #: What is replaced, in words.
    replacements: list[str] = field(default_factory=list)

    def turn(self, mirror: str | None, degrees: int) -> None:
        """Mirror the board, then turn it, if requested."""
        if not (mirror or degrees):
            return
        from fairground.core.grid.symmetry import BoardSymmetry, Symmetry
        from fairground.core.scenario.transform.whole_board import turned

        symmetry = Symmetry(degrees // 60)
        if mirror:
            symmetry = symmetry.compose(BoardSymmetry(mirror).linear(self.scenario.board.layout))
        self._take(turned(self.scenario, symmetry))

    def lay(self, layout: str | None, keep: str | None) -> None:
        """Change the layout, if requested."""
        if layout is None:
            return
        from fairground.core.grid.layout import Layout
        from fairground.core.scenario.transform.whole_board import Keep, relaid

        self._take(relaid(self.scenario, Layout(layout), Keep(keep) if keep else None))

    def resize(self, size: tuple[int, int] | None, anchor: str, shift: str | None, fill: str) -> None:
        """Change the size, if requested."""
        if size is None:
            return
        from fairground.core.scenario.transform.whole_board import Anchor, resized

        terrain = self.scenario.rules.terrain
        if fill not in terrain:
            from fairground.core.text.suggest import did_you_mean

            raise UsageError(f"--fill: the ruleset has no terrain {fill!r}{did_you_mean(fill, terrain)}")
        self._take(resized(self.scenario, *size, _shift(shift) if shift else Anchor(anchor), fill=fill))

    def rule(self, ruleset: str | None, maps: Sequence[str], folder: Path) -> None:
        """Change the ruleset, if requested."""
        if ruleset is None:
            return
        from fairground.core.cli.options import parse_mapping
        from fairground.core.rules import load_ruleset
        from fairground.core.scenario.ruleset_kinds import used_kinds
        from fairground.core.scenario.transform.rerule import reruled
        from fairground.core.scenario.transform.suggested_mapping import SAME, suggest_mapping

        rules = load_ruleset(ruleset, folder=folder)
        requested = parse_mapping(maps, used_kinds(self.scenario), rules)
        for it in suggest_mapping(self.scenario, rules):
            asked = it.old in requested.get(it.topic, {})
            self.mapping.append(
                replace(it, new=requested[it.topic][it.old], sure=SAME, why="set with --map") if asked else it
            )
        wanted = {
            it.topic: {k.old: k.new for k in self.mapping if k.topic is it.topic} for it in self.mapping
        }
        own = self.scenario.rules
        self.replacements = [_replacement(it, own, rules) for it in self.mapping if it.old != it.new]
        result = reruled(replace(self.scenario, folder=folder), ruleset, wanted)
        self.scenario = result.scenario
        self.lost += result.lost
        self.log += result.said

    def _take(self, result: Carried) -> None:
        board = self.scenario.board
        labels = result.fallen_labels(board)
        self.fallen += labels
        self.fallen_names += map(board.hex_names.of_label, labels)
        self.scenario = result.scenario
        self.lost += result.lost
        self.log += result.said


def _shift(text: str) -> tuple[int, int]:
    match = _SHIFT.fullmatch(text)
    if not match:
        raise UsageError(f"--shift {text}: write columns and rows, such as 2,-1")
    return int(match[1]), int(match[2])


def _replacement(it: MappingSuggestion, own: Ruleset, rules: Ruleset) -> str:
    """Return a replacement in words, with the titles of both and their ids for --map."""
    before = _titled(it.old, it.topic.entries(own))
    after = _titled(it.new, it.topic.entries(rules)) if it.new else "nothing"
    return f"{_NOUNS[it.topic]} {before} -> {after}  ({it.sure}%: {it.why})"


def _titled(entry_id: str, entries: Mapping[str, NamedEntry]) -> str:
    title = entries[entry_id].name if entry_id in entries else entry_id
    return title if title.casefold() == entry_id else f"{title} ({entry_id})"


def _print(answer: AdaptAnswer, steps: _Steps) -> None:
    click.echo(f"{answer.output}: {answer.columns}x{answer.rows} {answer.layout}, {answer.ruleset}")
    for text in answer.changes:
        click.echo(f"  {text}")
    for line in steps.replacements:
        click.echo(f"  {line}")
    if answer.fallen:
        count = len(answer.fallen)
        named = ", ".join(steps.fallen_names[:_NAMED]) + (" ..." if count > _NAMED else "")
        click.echo(f"  lost: {count} hex{'es' * (count != 1)} ({named})", err=True)
    for gone in steps.lost:
        click.echo(f"  lost: {gone}", err=True)

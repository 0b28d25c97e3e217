"""What a piece of another board becomes under the rules of this one: kinds that it lacks are found by their names."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.scenario.board import VOID
from fairground.core.text.suggest import nearest
from fairground.editor.app.texts import tr
from fairground.editor.document.readable_ruleset import known_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from fairground.core.rules.base_model import NamedEntry
    from fairground.core.scenario.board import PaletteEntry
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.transform.clip import Clip


class Fitted(NamedTuple):
    """A clip as a scenario can have it.

    ``became`` tells which kinds were replaced by which, ``unknown`` those that the ruleset has nothing of that name
    for: they are still in the clip.
    """

    clip: Clip
    became: Mapping[str, str]
    unknown: tuple[str, ...]


def fitted(clip: Clip, scenario: Scenario) -> Fitted:
    """Return a clip with terrain, effects and hexside features that the ruleset or the board of a scenario has.

    A kind that neither has becomes the one whose id or name is nearest to its own. Without a ruleset that can be read
    every kind is taken as it is.
    """
    rules, board = known_rules(scenario), scenario.board
    if rules is None:
        return Fitted(clip, {}, ())
    became: dict[str, str] = {}
    unknown: list[str] = []

    def finder(known: Mapping[str, NamedEntry], used: Iterable[str]) -> Callable[[str], str]:
        there = {*known, *used, VOID}

        @cache
        def find(kind: str) -> str:
            if kind in there:
                return kind
            found = _by_name(kind, known)
            if found is None:
                unknown.append(kind)
                return kind
            became[kind] = found
            return found

        return find

    terrain = finder(rules.terrain, (kind for entry in board.palette for kind in entry.kinds))
    effects = finder(rules.effects, (kind for entry in board.effects_palette for kind in entry.kinds))
    features = finder(rules.hexsides, set().union(*board.hexsides.values()))
    found = replace(
        clip,
        palette=_renamed(clip.palette, terrain),
        effects_palette=_renamed(clip.effects_palette, effects),
        hexsides={side: tuple(sorted({*map(features, names)})) for side, names in clip.hexsides.items()},
        rim={side: tuple(sorted({*map(features, names)})) for side, names in clip.rim.items()},
    )
    return Fitted(found, became, tuple(unknown))


def _renamed(palette: tuple[PaletteEntry, ...], find: Callable[[str], str]) -> tuple[PaletteEntry, ...]:
    return tuple(replace(entry, kinds=tuple(dict.fromkeys(map(find, entry.kinds)))) for entry in palette)


def _by_name(kind: str, known: Mapping[str, NamedEntry]) -> str | None:
    """Return the entry whose id or name is like a kind; None when none is."""
    ids = [key for key in known if key != VOID]
    names = {known[key].name: key for key in reversed(ids)}
    return nearest(kind, ids) or names.get(nearest(kind, names) or "")


def became_words(became: Mapping[str, str]) -> str:
    """Return a sentence on kinds that were replaced; empty when none was."""
    told = ", ".join(tr("{old} became {new}").format(old=old, new=new) for old, new in became.items())
    return tr("Other rules, other names: {told}.").format(told=told) if told else ""


def unknown_words(unknown: tuple[str, ...], scenario: Scenario) -> str:
    """Return the sentence that says why a clip cannot be pasted; empty when it can."""
    if not unknown:
        return ""
    return tr("{name} has no {kinds}{more}: this cannot be pasted here.").format(
        name=scenario.ruleset.name, kinds=", ".join(unknown[:4]), more=" …" if len(unknown) > 4 else ""
    )

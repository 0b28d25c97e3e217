"""Words of strangers that other programs would take for markup, script, a link or an order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import yaml

from fairground.core.files import load

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from fairground.core.scenario.document import Scenario

#: What the attacks would do if one of them ran.
DONE: Final = "attacked"
ATTACKS: Final = (
    f"<script>window.{DONE}=1</script>",
    f'"><img src=x onerror="window.{DONE}=1">',
    f"'><svg onload=window.{DONE}=1>",
    f"]]><script>window.{DONE}=1</script><![CDATA[",
    f"--><script>window.{DONE}=1</script><!--",
    f"</title></desc></text></style></script><script>window.{DONE}=1</script>",
    f"<a href=javascript:window.{DONE}=1>&amp;</a>",
    f"<foreignObject><body xmlns='http://www.w3.org/1999/xhtml' onload='window.{DONE}=1'/></foreignObject>",
    f"javascript:window.{DONE}=1",
    "<img src='file:///etc/hostname'> & &lt; &#60; %s {0} ${x} {{y}}",
    "\u202egnp.exe\u202c \u2066x\u2069 \u200f",
    '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>&y;',
    "[x](javascript:alert(1)) ![y](https://example.org/y.png) `z` | @all",
    "../../../outside",
    "=cmd|' /C calc'!A1",
    "<html><img src=https://example.org/x.png>",
)
RULESET: Final = """\
format: fairground-ruleset/1
extends: penance-2.0
id: hostile
title: {title}
version: {version}
description: {description}
source: {{document: {document}, author: {author}, licence: {licence}, notice: {notice}}}
terrain:
  bog: {{name: {bog}, description: {bog_text}, symbol: "q", cost: 3, tile: swamp, source: {bog_source}}}
effects:
  haze: {{name: {haze}, description: {haze_text}, symbol: "h", blocks_sight: true, source: {haze_source}}}
hexsides:
  fence: {{name: {fence}, description: {fence_text}, source: {fence_source}}}
weather:
  gale: {{name: {gale}, description: {gale_text}, source: {gale_source}}}
"""
SCENARIO: Final = """\
format: fairground/2
name: {name}
author: {author}
notes: {notes}
ruleset: hostile.yaml
weather: gale
board:
  layout: odd-q
  size: [6, 4]
  palette: {{'.': clear, '#': wall, 'q': {{terrain: [bog], source: {entry}}}}}
  terrain: |
    ......
    ..#...
    ..q...
    ...#..
  elevation: |
    ......
    .1....
    ......
    ......
  effects_palette: {{'.': [], 'h': [haze]}}
  effects: |
    ......
    ......
    .h....
    ......
  source: {board}
  names: {{D2: {hex}}}
  notes: {{C3: {hex_note}}}
sides:
  - {{id: west, name: {west}, team: {team}, role: {role}}}
  - {{id: east, name: {east}, wins: [{{hold: [mill], turns: 2}}, {{destroy: [one]}}]}}
zones:
  - {{id: west-start, side: west, hexes: columns 1, name: {west_zone}}}
  - {{id: east-start, side: east, hexes: columns 6, name: {east_zone}}}
objectives:
  - {{id: mill, hexes: [D2], points: 3, hold: 2, name: {mill}}}
units:
  - {{id: one, side: west, class: scout, hex: A1, name: {one}}}
  - {{id: two, side: east, class: scout, hex: F4, name: {two}, arrives: 2}}
house_rules: [{rule}]
turns: 6
victory: {{last_standing: true}}
"""


class _Words(dict[str, str]):
    """A text for whichever field asks for one: each kind in its turn, told apart by the name of the field."""

    def __init__(self, kinds: Sequence[str], first: int) -> None:
        super().__init__()
        self._kinds = kinds
        self._next = first
        self.given: list[str] = []

    def __missing__(self, field: str) -> str:
        text = f"{self._kinds[self._next % len(self._kinds)]} {field}"
        self._next += 1
        self.given.append(text)
        return str(yaml.safe_dump(text, default_style='"', allow_unicode=False, width=10_000)).strip()


def hostile_file(folder: Path, first: int = 0, *, kinds: Sequence[str] = ATTACKS) -> tuple[Path, list[str]]:
    """Write a scenario and its ruleset with an attack in every free text; return its path and the texts.

    ``first`` tells which attack the first text is; over as many as there are attacks every text has been every one.
    """
    words = _Words(kinds, first)
    (folder / "hostile.yaml").write_text(RULESET.format_map(words), encoding="utf-8")
    path = folder / "arena.yaml"
    path.write_text(SCENARIO.format_map(words), encoding="utf-8")
    return path, words.given


def hostile_scenario(folder: Path, first: int = 0) -> Scenario:
    """Return such a scenario."""
    return load(hostile_file(folder, first)[0])


def harmless_scenario(folder: Path) -> Scenario:
    """Return the same scenario with words that nothing can be made of."""
    return load(hostile_file(folder, kinds=["plain"])[0])

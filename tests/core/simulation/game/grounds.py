"""Small scenarios for games, and forces of few units."""

from fairground.core.files.force_file import Force
from fairground.core.files.reader import read_bytes
from fairground.core.scenario.document import Scenario

#: Left and right are mirror images, and so are the zones.
MIRRORED = """\
format: fairground/1
name: Mirrored
ruleset: penance-2.0
turns: 6
board:
  layout: odd-q
  size: [7, 6]
  palette: {'.': clear, '#': wall, '~': rubble, 'f': forest}
  terrain: |
    .......
    ..~#~..
    .......
    ..f.f..
    .......
    ...#...
  elevation: |
    .......
    .......
    .......
    ...1...
    .......
    .......
sides:
  - {id: west, name: West}
  - {id: east, name: East}
zones:
  - {id: left, side: west, kind: deployment, hexes: columns 1-2}
  - {id: right, side: east, kind: deployment, hexes: columns 6-7}
objectives:
  - {id: hill, hexes: [D4], points: 3, hold: 2}
victory: {points: 20, last_standing: true, kill: 5}
"""

#: One unit with two hit points that hits for one, and hexes enough.
DUEL = """\
format: fairground/1
name: Duel
ruleset: penance-1.0
turns: 5
board:
  layout: odd-q
  size: [5, 1]
  palette: {'.': clear, '#': wall}
  terrain: |
    .....
sides:
  - {id: west, name: West}
  - {id: east, name: East}
zones:
  - {id: left, side: west, kind: deployment, hexes: [A1]}
  - {id: right, side: east, kind: deployment, hexes: [E1]}
objectives:
  - {id: middle, hexes: [C1], points: 3, hold: 2}
victory: {points: 10, last_standing: true, kill: 5}
"""


def ground(text: str, *changes: tuple[str, str]) -> Scenario:
    """Return a scenario out of its text, some of which is replaced: ``("turns: 6", "turns: 2")``."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    found = read_bytes(text.encode()).scenario
    assert found is not None
    return found


def single(unit_class: str = "scout", **weapon: object) -> Force:
    """Return a force of one unit with one weapon."""
    arm = {"kind": "ranged", "damage": 1, **weapon}
    return Force.model_validate(
        {
            "format": "fairground-force/1",
            "id": "single",
            "title": "Single",
            "units": [{"class": unit_class, "hit_points": 2, "weapons": [arm]}],
        }
    )

r"""Counters of a VASSAL module: pictures by side, class and shield, and the definitions of pieces.

A piece is a chain of traits around a basic piece. Each link is joined with the rest by a tab, and marks every tab in the
rest with one more backslash. Types and states are two such chains in the same order.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple
from xml.etree import ElementTree as ET

from fairground.core.clients.vassal import plain_name
from fairground.core.files.companions import Companion
from fairground.core.grid.hexes import Hex
from fairground.core.pictures.looks import Looks, class_codes
from fairground.core.pictures.png import to_png
from fairground.core.pictures.unit_layer import counter_picture, counter_scene
from fairground.core.scenario.parts import Shield, Unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fairground.core.scenario.document import Scenario

_SLOT: Final = "VASSAL.build.widget.PieceSlot"
#: Pixels per inch at which a mm has ten pixels.
_DPI: Final = 254
_PIXELS_A_MM: Final = 10
#: Keys as VASSAL writes them, code and modifiers: Ctrl+D, Ctrl+C, ] and [.
_DELETE_KEY, _CLONE_KEY, _RIGHT_KEY, _LEFT_KEY = "68,130", "67,130", "93,0", "91,0"
_FACINGS: Final = 6


class Trait(NamedTuple):
    """A link of a piece: its type and its state."""

    type: str
    state: str = ""


class Counters:
    """Makes the counters of a module; each has its own number, and each kind one picture."""

    def __init__(self, scenario: Scenario, classes: Iterable[str], pixels: int) -> None:
        self._scenario = scenario
        self._looks = Looks(scenario)
        self._codes = class_codes(classes)
        # The wheel of facings starts at 1, so pictures look there.
        self._scene = counter_scene(scenario, scenario.board.layout)
        self._pixels = pixels
        self._images: dict[tuple[str, str, Shield], Companion] = {}
        #: The number of pieces made so far.
        self.count = 0

    @property
    def images(self) -> tuple[Companion, ...]:
        """The pictures used so far."""
        return tuple({it.name: it for it in self._images.values()}.values())

    def of_class(self, side: str, unit_class: str) -> ET.Element:
        """Return a piece of a class for the palette."""
        return self._slot(Unit("", side, unit_class, Hex(0, 0)), self._looks.class_name(unit_class))

    def of_unit(self, unit: Unit) -> ET.Element:
        """Return the piece of a unit, in its facing."""
        return self._slot(unit, self._scenario.unit_title(unit))

    def _slot(self, unit: Unit, name: str) -> ET.Element:
        self.count += 1
        image = self._image(unit).name
        side = self._scenario.side(unit.side)
        marks = {
            "Side": side.title if side else unit.side,
            "Class": self._looks.class_name(unit.unit_class),
            "Shield": unit.shield.value,
        }
        name = plain_name(name)
        traits = (
            Trait("mark;" + sequence(marks, ","), sequence(map(plain_name, marks.values()), ",")),
            Trait("delete;" + sequence(("Delete", _DELETE_KEY), ";")),
            Trait("clone;" + sequence(("Clone", _CLONE_KEY), ";")),
            _facing(unit.facing),
            Trait("piece;" + sequence(("", "", image, name), ";"), f"null;0;0;{self.count};0"),
        )
        size = str(self._pixels)
        slot = ET.Element(_SLOT, {"entryName": name, "gpid": str(self.count), "height": size, "width": size})
        slot.text = definition(traits)
        return slot

    def _image(self, unit: Unit) -> Companion:
        key = (unit.side, unit.unit_class, unit.shield)
        if key not in self._images:
            unit = replace(unit, facing=1, arrives=1)
            picture = counter_picture(
                self._scene, unit, self._codes[unit.unit_class], width=self._pixels / _PIXELS_A_MM
            )
            self._images[key] = Companion.of("counter", "unit", ".png", to_png(picture, dpi=_DPI))
        return self._images[key]


def _facing(facing: int) -> Trait:
    """Return the trait that turns a piece by sixths of a circle; its state counts them clockwise."""
    fields = (str(_FACINGS), _RIGHT_KEY, _LEFT_KEY, "Turn right", "Turn left", "", "", "Facing", "")
    return Trait("rotate;" + sequence(fields, ";"), str(facing - 1))


def definition(traits: Sequence[Trait]) -> str:
    """Return the definition of a piece, its basic piece last, as the command that creates it."""
    types, states = (_chain([it[field] for it in traits]) for field in (0, 1))
    return "+/" + sequence(("null", types, states), "/")


def _chain(links: Sequence[str]) -> str:
    rest = links[-1]
    for link in reversed(links[:-1]):
        rest = sequence((link, rest), "\t")
    return rest


def sequence(parts: Iterable[str], delimiter: str) -> str:
    r"""Return parts as VASSAL joins them, with backslashes before delimiters within a part.

    >>> sequence(("a;b", "c"), ";")
    'a\\;b;c'
    """
    return delimiter.join(_part(it, delimiter) for it in parts)


def _part(text: str, delimiter: str) -> str:
    escaped = text.replace(delimiter, f"\\{delimiter}")
    # A backslash at the end would mark the delimiter after it, and VASSAL takes off a pair of quotes.
    quoted = text.endswith("\\") or (text[:1] == "'" and text[-1:] == "'")
    return f"'{escaped}'" if quoted else escaped

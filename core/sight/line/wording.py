"""The sentences about lines between hexes with their rules, in one place for verdicts here and on shared web pages.

A template's names in braces are filled in: hexes by their names in texts, terrain, features, grades and units by their titles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class Sentence(NamedTuple):
    """A template, and the ID of the rule behind it; empty if the cause has its own."""

    text: str
    rule: str = ""

    def fill(self, **values: object) -> str:
        """Return the text with its values."""
        return self.text.format(**values)

    def fill_by_place(self, *names: str) -> Callable[[tuple[str, ...]], str]:
        """Return a quicker ``fill`` for texts needed by the thousand; ``names`` are in the order of the template."""
        fill: Callable[[tuple[str, ...]], str] = self.text.format(**dict.fromkeys(names, "%s")).__mod__
        return fill


class LineSentences(NamedTuple):
    """Every sentence about a line, and the words put into them."""

    # Why it is blocked.
    at_hex: Sentence = Sentence("{hex}: {text}")
    at_hex_beside: Sentence = Sentence("{hex}, {side}: {text}")
    both_sides: Sentence = Sentence(
        "the line runs along hexsides and is blocked on both sides of them", "HS-02"
    )
    worse_side: Sentence = Sentence(
        "the line runs along hexsides; the side that is worse for the attacker counts", "MM-05"
    )
    feature_along: Sentence = Sentence("{place}: {feature} blocks the line, which runs along it", "HS-05")
    feature_across: Sentence = Sentence("{place}: {feature} blocks the line, which crosses it", "HS-15")
    hill_above_both: Sentence = Sentence("the ground, at level {level}, is higher than both ends")
    hill_hides: Sentence = Sentence(
        "the ground, at level {level}, hides everything beyond it from the lower end"
    )
    slope_too_long: Sentence = Sentence(
        "the slope between level {low} and level {high} is longer than one hex"
    )
    opacity: Sentence = Sentence("{opacity} adds up to {amount}; the limit is {limit}")
    # Why it is clear.
    nothing_blocks: Sentence = Sentence("nothing blocks the line", "H-03")
    one_sided: Sentence = Sentence("{hex}, {side}: {text}, but the other side is clear", "HS-04")
    ignored_levels: Sentence = Sentence(
        "{hexes}: higher than both ends, but levels do not count in this ruleset", "H-03"
    )
    # What hinders and covers.
    modifier: Sentence = Sentence("{place}: {text}, {kind} {amount} {direction}")
    hindered_in: Sentence = Sentence("", "HS-07")
    hindered_beside: Sentence = Sentence("", "HS-06")
    hindered_along: Sentence = Sentence("{feature} along the line", "HS-05")
    hindered_across: Sentence = Sentence("{feature} crossed", "HS-08")
    unit_between: Sentence = Sentence("{unit} is in the way", "P2-06")
    # Words for places, sides and directions.
    hexside: Sentence = Sentence("{first} and {second}")
    more_hexes: Sentence = Sentence("{hexes} and {count} more")
    on_left: Sentence = Sentence("on the left of the line")
    on_right: Sentence = Sentence("on the right of the line")
    on_line: Sentence = Sentence("on the line")
    hindrance: Sentence = Sentence("hindrance")
    cover: Sentence = Sentence("cover")
    toward: Sentence = Sentence("for attacks on {target} from {firer}")
    both_directions: Sentence = Sentence("in both directions")


SENTENCES: Final = LineSentences()
#: The most hexes that a sentence names.
MOST_NAMED: Final = 4

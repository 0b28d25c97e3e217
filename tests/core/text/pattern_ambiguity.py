"""Whether a regular expression can take more than linear time: the ambiguity of its automaton.

A pattern becomes the automaton of its positions (Glushkov). Backtracking is polynomial where two states ``p`` and ``q`` have a
text ``w`` that leads from ``p`` to ``p``, from ``p`` to ``q`` and from ``q`` to ``q`` (Weber and Seidl's criterion for infinite
ambiguity); exponential ambiguity is a case of it. Look-around counts as empty and atomic groups as plain ones, so that a pattern
may be called ambiguous that is not, but not the other way round.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from importlib import import_module
from itertools import product
from typing import Any

# Python's own parser of patterns, whose modules have no types.
op: Any = import_module("re._constants")
parser: Any = import_module("re._parser")
#: Repetitions up to a limit of ``CONSTANT`` multiply the time by a constant; they are written out this often.
WRITTEN_OUT = 3
CONSTANT = 200
_CATEGORIES = {
    op.CATEGORY_DIGIT: r"\d",
    op.CATEGORY_NOT_DIGIT: r"\D",
    op.CATEGORY_SPACE: r"\s",
    op.CATEGORY_NOT_SPACE: r"\S",
    op.CATEGORY_WORD: r"\w",
    op.CATEGORY_NOT_WORD: r"\W",
}


@dataclass
class _Part:
    """Part of a pattern: its first and last positions, and whether it can be empty."""

    first: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)
    empty: bool = True


class Automaton:
    """The positions of a pattern, their characters, and which follow which."""

    def __init__(self, pattern: re.Pattern[Any], *, searched: bool) -> None:
        text = pattern.pattern
        self._is_text = isinstance(text, str)
        self._flags = pattern.flags
        self.characters: list[re.Pattern[str]] = []
        self.follow: list[Counter[int]] = []
        self._start: int | None = None
        tree = parser.parse(
            text if self._is_text else text.decode("latin-1"),
            pattern.flags & ~re.UNICODE if not self._is_text else pattern.flags,
        )
        whole = self._sequence(list(tree))
        self.last = set(whole.last)
        self.whole_is_empty = whole.empty
        begins = tree[0] if len(tree) else None
        at_start = (
            begins is not None
            and begins[0] is op.AT
            and begins[1] in (op.AT_BEGINNING, op.AT_BEGINNING_STRING)
        )
        by_line = (
            begins is not None
            and at_start
            and begins[1] is op.AT_BEGINNING
            and bool(self._flags & re.MULTILINE)
        )
        if searched and (by_line or not at_start):
            # The search begins again at every character, or at every line.
            start = self._position("[\\x00-\\U0010ffff]")
            after = self._position("\\n") if by_line else start
            self.follow[start].update({start, after})
            self.follow[after].update(whole.first)
            self._start = start
        letters = sorted(
            {letter for it in self._seen for letter in (it - 1, it, it + 1) if 0 <= letter < 0x110000}
        )
        self._atoms: dict[tuple[bool, ...], str] = {}
        for letter in letters:
            key = tuple(it.match(chr(letter)) is not None for it in self.characters)
            self._atoms.setdefault(key, chr(letter))
        self.steps: list[list[Counter[int]]] = [
            [Counter({to: n for to, n in self.follow[at].items() if key[to]}) for key in self._atoms]
            for at in range(len(self.follow))
        ]

    _seen: set[int]

    def _position(self, characters: str) -> int:
        if not hasattr(self, "_seen"):
            self._seen = {0, 10, 32, 48, 65, 95, 97, 0x2029, 0x663}
        self.characters.append(
            re.compile(characters, self._flags & (re.IGNORECASE | re.ASCII) if self._is_text else re.ASCII)
        )
        self.follow.append(Counter())
        return len(self.follow) - 1

    def _sequence(self, items: list[Any]) -> _Part:
        found = _Part()
        for item in items:
            found = self._joined(found, self._item(item))
        return found

    def _joined(self, one: _Part, other: _Part) -> _Part:
        for at in one.last:
            self.follow[at].update(other.first)
        return _Part(
            [*one.first, *(other.first if one.empty else ())],
            [*other.last, *(one.last if other.empty else ())],
            one.empty and other.empty,
        )

    def _item(self, item: Any) -> _Part:
        code, value = item
        if code in (op.LITERAL, op.NOT_LITERAL, op.IN, op.ANY):
            at = self._position(self._set(code, value))
            return _Part([at], [at], empty=False)
        if code is op.SUBPATTERN:
            return self._sequence(list(value[3]))
        if code is op.ATOMIC_GROUP:
            return self._sequence(list(value))
        if code is op.BRANCH:
            parts = [self._sequence(list(it)) for it in value[1]]
            return _Part(
                [at for it in parts for at in it.first],
                [at for it in parts for at in it.last],
                any(it.empty for it in parts),
            )
        if code in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
            return self._repeat(*value)
        if code in (op.AT, op.ASSERT, op.ASSERT_NOT):
            return _Part()
        raise NotImplementedError(str(code))

    def _repeat(self, least: int, most: int, items: Any) -> _Part:
        if most <= CONSTANT:
            # Nested, as in x(x(x)?)?, because x?x?x? can match one text in several ways.
            found = _Part()
            for number in reversed(range(min(most, max(WRITTEN_OUT, min(least, WRITTEN_OUT))))):
                part = self._joined(self._sequence(list(items)), found)
                found = _Part(part.first, part.last, part.empty or number >= least)
            return found
        found = _Part()
        for _ in range(min(least, 2)):
            found = self._joined(found, self._sequence(list(items)))
        loop = self._sequence(list(items))
        for at in loop.last:
            self.follow[at].update(loop.first)
        return self._joined(found, _Part(loop.first, loop.last, empty=True))

    def _set(self, code: Any, value: Any) -> str:
        if code is op.ANY:
            return r"[^\n]" if not self._flags & re.DOTALL else r"[\x00-\U0010ffff]"
        items = [(code, value)] if code in (op.LITERAL, op.NOT_LITERAL) else value
        written, negative = "", False
        if not hasattr(self, "_seen"):
            self._seen = {0, 10, 32, 48, 65, 95, 97, 0x2029, 0x663}
        for kind, it in items:
            if kind is op.NEGATE:
                negative = True
            elif kind is op.CATEGORY:
                written += _CATEGORIES[it]
            elif kind is op.RANGE:
                written += f"\\U{it[0]:08x}-\\U{it[1]:08x}"
                self._seen.update(it)
            else:
                negative = negative or kind is op.NOT_LITERAL
                written += f"\\U{it:08x}"
                self._seen.add(it)
        return f"[{'^' * negative}{written}]"

    def ambiguity(self, *, whole: bool) -> str | None:
        """Return why a text may be matched in ever more ways; None where it cannot.

        ``whole`` is whether the match must reach the end of the text, so that it can fail after any position.
        """
        count = len(self.follow)
        reach = [self._reached(at) for at in range(count)]
        loops = [at for at in range(count) if at in reach[at]]
        for at in loops:
            for to, times in self.follow[at].items():
                if times > 1 and at in reach[to] | {to}:
                    return f"the repetition at {self.characters[to].pattern} is inside another one"
        before_match = self._reached(self._start, stop=self.last) if self._start is not None else set()
        for one, other in product(loops, loops):
            # Behind the end of a match, a search does not begin again.
            if not whole and one == self._start and other not in before_match:
                continue
            # After a position that is the end of a match nothing can fail.
            if not whole and other in self.last:
                continue
            if (one != other and other in reach[one] and self._splits(one, other)) or (
                one == other and self._doubles(one)
            ):
                return f"{self.characters[one].pattern} and {self.characters[other].pattern} can share a text"
        return None

    def _reached(self, start: int, *, stop: frozenset[int] | set[int] = frozenset()) -> set[int]:
        """Return the states that can follow a state; what follows those in ``stop`` is not looked for."""
        found: set[int] = set()
        waiting = [start]
        while waiting:
            for to in self.follow[waiting.pop()]:
                if to not in found:
                    found.add(to)
                    if to not in stop:
                        waiting.append(to)
        return found

    def _splits(self, one: int, other: int) -> bool:
        return self._leads((one, one, other), (one, other, other))

    def _doubles(self, one: int) -> bool:
        """Return whether a text leads from a state to itself in two ways."""
        start = (one, one)
        waiting, seen = [(start, False)], {(start, False)}
        while waiting:
            (first, second), parted = waiting.pop()
            for atom in range(len(self._atoms)):
                for to in product(self.steps[first][atom], self.steps[second][atom]):
                    now = (to, parted or to[0] != to[1])
                    if now == (start, True):
                        return True
                    if now not in seen:
                        seen.add(now)
                        waiting.append(now)
        return False

    def _leads(self, start: tuple[int, int, int], end: tuple[int, int, int]) -> bool:
        waiting, seen = [start], {start}
        while waiting:
            at = waiting.pop()
            for atom in range(len(self._atoms)):
                first, second, third = (self.steps[it][atom] for it in at)
                for to in product(first, second, third):
                    if to == end:
                        return True
                    if to not in seen:
                        seen.add(to)
                        waiting.append(to)
        return False


def ambiguity(pattern: re.Pattern[Any], *, searched: bool, whole: bool) -> str | None:
    """Return why matching a pattern can take more than linear time; None where it cannot."""
    ends = str(pattern.pattern).endswith(("$", "\\Z", "\\b"))
    return Automaton(pattern, searched=searched).ambiguity(whole=whole or ends)

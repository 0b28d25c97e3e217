"""Reads an arena that Fairground exported as JSON. One file, no dependencies: copy it into your game."""

import json
from math import sqrt
from pathlib import Path

# Steps in axial q, r to the six neighbours, in the order of the facings 1 to 6.
STEPS = {
    "q": [("N", 0, -1), ("NE", 1, -1), ("SE", 1, 0), ("S", 0, 1), ("SW", -1, 1), ("NW", -1, 0)],
    "r": [("NE", 1, -1), ("E", 1, 0), ("SE", 0, 1), ("SW", -1, 1), ("W", -1, 0), ("NW", 0, -1)],
}


class Arena:
    """An arena; `data` is all that the file has, and hexes are found by their label or their place."""

    def __init__(self, data: dict) -> None:
        if data["schema"] != "fairground/arena/1":
            raise ValueError(f"not an arena of this version: {data['schema']!r}")
        self.data = data
        self.flat_top = data["board"]["layout"].endswith("q")
        self.steps = STEPS["q" if self.flat_top else "r"]
        self.hexes = {it["label"]: it for it in data["board"]["hexes"]}
        self.by_place = {(it["q"], it["r"]): it for it in self.hexes.values()}
        self.zones = {it["id"]: it for it in data["zones"]}
        self.units = {it["id"]: it for it in data["units"]}
        self.sides = {(it["hex"], it["direction"]): it["features"] for it in data["board"]["hexsides"]}

    def neighbour(self, label: str, direction: str) -> dict | None:
        """Return the hex beyond a side, by the direction's name; None where the board ends."""
        dq, dr = next((dq, dr) for name, dq, dr in self.steps if name == direction)
        return self.by_place.get((self.hexes[label]["q"] + dq, self.hexes[label]["r"] + dr))

    def neighbours(self, label: str) -> dict[str, dict]:
        """Return the hexes beside a hex, by direction."""
        return {name: beside for name, _, _ in self.steps if (beside := self.neighbour(label, name))}

    def features(self, label: str, direction: str) -> list[str]:
        """Return the features of a hexside: the file has each once, seen from one of its two hexes."""
        beyond = self.neighbour(label, direction)
        opposite = self.steps[([name for name, _, _ in self.steps].index(direction) + 3) % 6][0]
        there = self.sides.get((beyond["label"], opposite), []) if beyond else []
        return self.sides.get((label, direction), there)

    def distance(self, a: str, b: str) -> int:
        """Return the number of steps between two hexes."""
        dq, dr = self.hexes[a]["q"] - self.hexes[b]["q"], self.hexes[a]["r"] - self.hexes[b]["r"]
        return max(abs(dq), abs(dr), abs(dq + dr))

    def centre(self, label: str, size: float = 1.0) -> tuple[float, float]:
        """Return x (to the right) and y (downwards) of a hex; A1 is at 0, 0, and `size` is centre to corner."""
        q, r, across = self.hexes[label]["q"], self.hexes[label]["r"], size * sqrt(3)
        if self.flat_top:
            return size * 1.5 * q, across * (r + q / 2)
        return across * (q + r / 2), size * 1.5 * r


def load(path: str) -> Arena:
    """Return the arena of a file."""
    return Arena(json.loads(Path(path).read_text(encoding="utf-8")))

"""Chokepoints: places where few hexes can close the way."""

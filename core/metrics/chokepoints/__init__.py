"""Chokepoints: where few hexes decide who gets through."""

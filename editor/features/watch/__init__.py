"""Recorded games in the window: played on the map, step by step, with heat maps over all of them."""

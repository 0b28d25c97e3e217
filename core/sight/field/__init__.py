"""Many lines of sight at once: the fan of a hex, and all pairs of hexes on a board."""

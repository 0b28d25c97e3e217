"""One line of sight: the hexes and hexsides it meets, and the ruleset's verdict."""

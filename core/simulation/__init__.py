"""Win rates by self-play: many games, counted by who moves first, and what may be concluded from them."""

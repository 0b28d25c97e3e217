"""Win rates by self-play: many games, counted by who moves first, and the claim that they support."""

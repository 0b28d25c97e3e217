"""Changes to a board in play, by rounds and by what-if: weather, fire, smoke, destroyed terrain."""

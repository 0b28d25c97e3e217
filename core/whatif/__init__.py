"""What becomes of a board in play, turn by turn and by what-if: weather, fire, smoke, and what is destroyed."""

"""Movement: costs of steps, reach by turn, and paths."""

"""Movement: what steps cost, how far units get in turns, and by which way."""

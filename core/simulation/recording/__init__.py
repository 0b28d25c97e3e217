"""Recorded games: every move, attack and loss of a game of self-play, to watch it, replay it and count over many."""

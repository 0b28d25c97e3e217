"""Import of maps from other programs."""

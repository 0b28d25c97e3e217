"""A board prepared for sight: hexes as numbers, and what each of them blocks or hinders."""

"""A board prepared for sight: hexes as numbers, and what each blocks or hinders."""

"""The dialog for terrain, hexside features and unit classes of one's own."""

"""What-if: try changes on a copy of the map."""

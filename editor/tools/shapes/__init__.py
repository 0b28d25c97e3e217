"""The hexes that a drag covers: lines, rectangles, floods, outlines and chains of hexsides."""

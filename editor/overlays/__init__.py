"""Overlays: what the core says of a whole board, laid over the map; ``registry.OVERLAYS`` names them all."""

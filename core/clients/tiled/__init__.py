"""Maps of Tiled, as TMX and as TMJ: one model of the map, which both are written from and read into.

A scenario becomes tile layers ``terrain``, ``elevation`` and ``effects`` with a tileset of our tiles, object layers
``zones``, ``objectives``, ``hexsides``, ``units``, ``names`` and ``notes``, and properties of the map. All properties
are flat: a text, a whole number, or true and false. Coordinates are pixels; x grows to the right and y downwards from
the top left corner of the map.
"""

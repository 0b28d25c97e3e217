"""Maps of Tiled, as TMX and as TMJ, written from and read into one model.

A scenario becomes tile layers ``terrain``, ``elevation`` and ``effects`` with a tileset of our tiles, object layers
``zones``, ``objectives``, ``hexsides``, ``units``, ``names`` and ``notes``, and properties of the map. Properties are
flat: texts, whole numbers, true and false. Coordinates are pixels, x right and y down from the top left corner.
"""

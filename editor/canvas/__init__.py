"""The canvas: the map as it is seen and edited; ``canvas.Canvas`` is the widget."""

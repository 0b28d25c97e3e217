"""The hexes of a GeoJSON file as GeoPandas has them; saves it again as GeoJSON, and by way of a GeoPackage."""

from typing import Any

import geopandas
from reader import answer_all


def read(request: dict[str, Any]) -> dict[str, Any]:
    frame = geopandas.read_file(request["file"])
    frame.to_file(request["saved"], driver="GeoJSON")
    frame.to_file(request["package"], driver="GPKG", layer="board")
    geopandas.read_file(request["package"], layer="board").to_file(request["unpacked"], driver="GeoJSON")
    hexes = frame[frame["feature"] == "hex"]
    found = {
        row.label: [*row.geometry.centroid.coords[0], row.geometry.area, int(row.col), int(row.row)]
        for row in hexes.itertuples()
    }
    crs = frame.crs
    return {"hexes": found, "crs": crs.type_name if crs else "", "features": len(frame)}


answer_all(read)

// Unpacks the section about sight.
import { unpackJson, unpackNumbers } from "../packing";
import type { CentresData, SightTables } from "./data";

export async function sightTables(data: CentresData): Promise<SightTables> {
  const [sides, kinds, hexes] = await Promise.all([
    unpackJson<SightTables["sides"]>(data.sides),
    unpackJson<SightTables["kinds"]>(data.kinds),
    unpackNumbers(data.hexes),
  ]);
  return { ...data, sides, kinds, hexes };
}

// Unpacks what core/web_page/packing.py packed, by the browser's own decompression.
import type { PackedJson, PackedNumbers } from "./contract";

export type Numbers = Uint8Array | Uint16Array | Uint32Array | Int8Array | Int16Array | Int32Array;

const KINDS = {
  u1: Uint8Array,
  u2: Uint16Array,
  u4: Uint32Array,
  i1: Int8Array,
  i2: Int16Array,
  i4: Int32Array,
} as const;

export async function inflate(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function unpackJson<T>(it: PackedJson): Promise<T> {
  return JSON.parse(new TextDecoder().decode(await inflate(it.packed))) as T;
}

export async function unpackNumbers(it: PackedNumbers): Promise<Numbers> {
  const bytes = await inflate(it.packed);
  return new KINDS[it.numbers](bytes.buffer);
}

/** The numbers in runs of (start, length). */
export function* inRuns(runs: readonly number[]): Generator<number> {
  for (let i = 0; i < runs.length; i += 2) {
    for (let at = runs[i]; at < runs[i] + runs[i + 1]; at++) yield at;
  }
}

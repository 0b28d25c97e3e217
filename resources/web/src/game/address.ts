// A game by hand in the address of the page: JSON, deflated, in the letters that addresses may have.
import { inflate } from "../packing";

const KEY = "play=";

export async function toAddress(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (const it of packed) letters += String.fromCharCode(it);
  return `${KEY}${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Return the value in the part of an address after `#`; undefined if there is none, null if it is damaged. */
export async function fromAddress(fragment: string): Promise<unknown> {
  const text = fragment.replace(/^#/, "");
  if (!text.startsWith(KEY)) return undefined;
  try {
    const letters = text.slice(KEY.length).replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(new TextDecoder().decode(await inflate(letters))) as unknown;
  } catch {
    return null;
  }
}

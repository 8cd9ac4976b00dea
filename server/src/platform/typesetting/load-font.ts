import { readFile } from "node:fs/promises";
import type * as HarfBuzz from "harfbuzzjs";
import { LRUCache } from "lru-cache";
import { pathOf, type FontFile } from "./font-files";

export type Weight = "text" | "strong";

export type Outline = readonly HarfBuzz.SvgPathCommand[];

export interface LoadedFont {
  file: FontFile;
  unitsPerEm: number;
  harfbuzz: typeof HarfBuzz;
  inWeight: Record<Weight, HarfBuzz.Font>;
  has: (codePoint: number) => boolean;
}

const WEIGHTS = { text: 400, strong: 700 };

/** All fonts together are about 40 MB, while a site uses a few of them repeatedly. */
const MAX_CACHE_BYTES = 24 * 1024 * 1024;
const fonts = new LRUCache<string, { font: Promise<LoadedFont>; bytes: number }>({
  maxSize: MAX_CACHE_BYTES,
  sizeCalculation: ({ bytes }) => bytes,
});

export function loadFont(file: FontFile): Promise<LoadedFont> {
  const known = fonts.get(file.path);
  if (known) return known.font;
  const font = readFont(file).then(({ bytes, ...loaded }) => {
    fonts.set(file.path, { font, bytes });
    return loaded;
  });
  font.catch(() => fonts.delete(file.path));
  fonts.set(file.path, { font, bytes: 1 });
  return font;
}

async function readFont(file: FontFile): Promise<LoadedFont & { bytes: number }> {
  // Loaded on first use: no other response of the server needs it.
  const harfbuzz = await import("harfbuzzjs");
  const { Blob, Face, Font, Variation } = harfbuzz;
  const data = await unpacked(await readFile(pathOf(file)));
  const face = new Face(new Blob(data));
  const inWeight = (weight: Weight) => {
    const font = new Font(face);
    font.setVariations([new Variation("wght", WEIGHTS[weight])]);
    return font;
  };
  const text = inWeight("text");
  return {
    file,
    harfbuzz,
    unitsPerEm: face.upem,
    inWeight: { text, strong: inWeight("strong") },
    has: (codePoint) => text.nominalGlyph(codePoint) !== undefined,
    bytes: data.byteLength,
  };
}

/** HarfBuzz cannot read WOFF2. */
async function unpacked(data: Buffer): Promise<Uint8Array> {
  if (data.toString("latin1", 0, 4) !== "wOF2") return data;
  const { default: decompress } = await import("woff2-encoder/decompress");
  return decompress(data);
}

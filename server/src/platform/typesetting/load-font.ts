import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type * as HarfBuzz from "harfbuzzjs";
import { LRUCache } from "lru-cache";

interface FontFile {
  path: string;
  /** First and last code point of each range. May include more than the font has: check the loaded font too. */
  ranges: readonly (readonly [number, number])[];
}

/** Regional variant of Han characters whose glyphs differ by country. */
export type Han = "sc" | "jp" | "kr";

/** Sorted by preference, for characters that several fonts have, such as digits, dandas and brackets. */
const EUROPEAN = ["latin", "latin-ext", "vietnamese", "greek", "cyrillic", "cyrillic-ext", "greek-ext"];
const VARIABLE =
  "arabic hebrew devanagari bengali tamil telugu gujarati gurmukhi kannada malayalam oriya sinhala thai lao khmer myanmar armenian georgian ethiopic thaana syriac meetei-mayek ol-chiki hanifi-rohingya javanese balinese sundanese cham tai-tham new-tai-lue lisu cherokee canadian-aboriginal adlam bamum".split(
    " ",
  );
const STATIC = "syloti-nagri lepcha limbu nko tifinagh mongolian tai-le vai yi osage coptic".split(" ");
const CHAKMA: FontFile = {
  path: "@expo-google-fonts/noto-sans-chakma/400Regular/NotoSansChakma_400Regular.ttf",
  ranges: [[0x11100, 0x1114f]],
};

const { resolve } = createRequire(import.meta.url);

async function filesOf(
  scope: "fontsource" | "fontsource-variable",
  family: string,
  isWanted: (subset: string) => boolean,
): Promise<FontFile[]> {
  const ranges = JSON.parse(await readFile(resolve(`@${scope}/${family}/unicode.json`), "utf8")) as Record<
    string,
    string
  >;
  const style = scope === "fontsource" ? "400-normal" : "wght-normal";
  return Object.entries(ranges)
    .map(([key, range]) => ({ subset: key.replace(/[[\]]/g, ""), range }))
    .filter(({ subset }) => isWanted(subset))
    .map(({ subset, range }) => ({
      path: `@${scope}/${family}/files/${family}-${subset}-${style}.woff2`,
      ranges: parsed(range),
    }));
}

const parsed = (range: string) =>
  range.split(",").map((each): [number, number] => {
    const [first, last = first] = each.slice(2).split("-");
    return [parseInt(first!, 16), parseInt(last!, 16)];
  });

interface FontFiles {
  any: Record<Han, FontFile[]>;
  /** Order for CJK punctuation, which fonts of other scripts contain too. */
  dots: Record<Han, FontFile[]>;
}

let files: Promise<FontFiles> | undefined;
async function listFiles(): Promise<FontFiles> {
  const hanFiles = (name: Han) => filesOf("fontsource-variable", `noto-sans-${name}`, (subset) => /^\d/.test(subset));
  const [european, variable, tibetan, single, sc, jp, kr] = await Promise.all([
    filesOf("fontsource-variable", "noto-sans", (subset) => EUROPEAN.includes(subset)),
    Promise.all(
      VARIABLE.map((script) => filesOf("fontsource-variable", `noto-sans-${script}`, (subset) => subset === script)),
    ),
    filesOf("fontsource-variable", "noto-serif-tibetan", (subset) => subset === "tibetan"),
    Promise.all(STATIC.map((script) => filesOf("fontsource", `noto-sans-${script}`, (subset) => subset === script))),
    hanFiles("sc"),
    hanFiles("jp"),
    hanFiles("kr"),
  ]);
  european.sort((one, other) => rank(one) - rank(other));
  const scripts = [...european, ...variable.flat(), ...tibetan, ...single.flat(), CHAKMA];
  const byHan = { sc: [...sc, ...jp, ...kr], jp: [...jp, ...sc, ...kr], kr: [...kr, ...sc, ...jp] };
  const inOrder = (order: (han: Han) => FontFile[]) => ({ sc: order("sc"), jp: order("jp"), kr: order("kr") });
  return { any: inOrder((han) => [...scripts, ...byHan[han]]), dots: inOrder((han) => [...byHan[han], ...scripts]) };
}
const rank = ({ path }: FontFile) =>
  EUROPEAN.findIndex((subset) => path.endsWith(`noto-sans-${subset}-wght-normal.woff2`));

export const covers = ({ ranges }: FontFile, codePoint: number) =>
  ranges.some(([first, last]) => codePoint >= first && codePoint <= last);

export async function filesFor(codePoint: number, han: Han): Promise<FontFile[]> {
  const { any, dots } = await (files ??= listFiles());
  return (codePoint >= 0x3000 && codePoint <= 0x303f ? dots : any)[han].filter((file) => covers(file, codePoint));
}

const pathOf = (file: FontFile) => resolve(file.path);

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

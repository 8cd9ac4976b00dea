import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** A file with the letters of these code points. */
export interface FontFile {
  path: string;
  /** First and last of each range. It may say more than there is: ask the loaded font too. */
  ranges: readonly (readonly [number, number])[];
}

/** Whose Han characters are taken, where those of the countries look different. */
export type Han = "sc" | "jp" | "kr";

/** The first that has a character has it also where others have it too (digits, dandas, brackets). */
const EUROPEAN = ["latin", "latin-ext", "vietnamese", "greek", "cyrillic", "cyrillic-ext", "greek-ext"];
const VARIABLE =
  "arabic hebrew devanagari bengali tamil telugu gujarati gurmukhi kannada malayalam oriya sinhala thai lao khmer myanmar armenian georgian ethiopic thaana syriac meetei-mayek ol-chiki hanifi-rohingya javanese balinese sundanese cham tai-tham new-tai-lue lisu cherokee canadian-aboriginal adlam bamum".split(
    " ",
  );
/** Drawn in one weight alone. */
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

/** From "U+61-7a,U+2d". */
const parsed = (range: string) =>
  range.split(",").map((each): [number, number] => {
    const [first, last = first] = each.slice(2).split("-");
    return [parseInt(first!, 16), parseInt(last!, 16)];
  });

interface FontFiles {
  /** As they are asked for a character. */
  any: Record<Han, FontFile[]>;
  /** For brackets and dots of Chinese, which also stand in fonts of scripts that are written beside it. */
  dots: Record<Han, FontFile[]>;
}

let files: Promise<FontFiles> | undefined;
async function listFiles(): Promise<FontFiles> {
  const country = (name: Han) => filesOf("fontsource-variable", `noto-sans-${name}`, (subset) => /^\d/.test(subset));
  const [european, variable, tibetan, single, sc, jp, kr] = await Promise.all([
    filesOf("fontsource-variable", "noto-sans", (subset) => EUROPEAN.includes(subset)),
    Promise.all(
      VARIABLE.map((script) => filesOf("fontsource-variable", `noto-sans-${script}`, (subset) => subset === script)),
    ),
    filesOf("fontsource-variable", "noto-serif-tibetan", (subset) => subset === "tibetan"),
    Promise.all(STATIC.map((script) => filesOf("fontsource", `noto-sans-${script}`, (subset) => subset === script))),
    country("sc"),
    country("jp"),
    country("kr"),
  ]);
  european.sort((one, other) => rank(one) - rank(other));
  const scripts = [...european, ...variable.flat(), ...tibetan, ...single.flat(), CHAKMA];
  const countries = { sc: [...sc, ...jp, ...kr], jp: [...jp, ...sc, ...kr], kr: [...kr, ...sc, ...jp] };
  const inOrder = (order: (han: Han) => FontFile[]) => ({ sc: order("sc"), jp: order("jp"), kr: order("kr") });
  return {
    any: inOrder((han) => [...scripts, ...countries[han]]),
    dots: inOrder((han) => [...countries[han], ...scripts]),
  };
}
const rank = ({ path }: FontFile) =>
  EUROPEAN.findIndex((subset) => path.endsWith(`noto-sans-${subset}-wght-normal.woff2`));

export const covers = ({ ranges }: FontFile, codePoint: number) =>
  ranges.some(([first, last]) => codePoint >= first && codePoint <= last);

/** Files that may have a character, best first. */
export async function filesFor(codePoint: number, han: Han): Promise<FontFile[]> {
  const { any, dots } = await (files ??= listFiles());
  return (codePoint >= 0x3000 && codePoint <= 0x303f ? dots : any)[han].filter((file) => covers(file, codePoint));
}

export const pathOf = (file: FontFile) => resolve(file.path);

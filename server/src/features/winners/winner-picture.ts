import type { Font } from "fontkit";
import { formatTaka } from "../contests/money/taka";
import { fontOf } from "./certificate";

export interface Celebrated {
  /** Of the winner. */
  name: string;
  contest: string;
  /** Whole taka. */
  prize: number;
}

/** Names how it is drawn: say another when that changes, or the old one stays kept. */
export const WINNER_RECIPE = "1";

/** In pixels, as large as those who show it in a message ask for. */
export const WINNER_WIDTH = 1200;
export const WINNER_HEIGHT = 630;

const LEFT = 96;
const MEASURE = WINNER_WIDTH - 2 * LEFT;
const DEEP = "#0a3a2d";
const PAPER = "#ffffff";
const SOFT = "#c9d8d0";
const GOLD = "#f3b731";
const ON_GOLD = "#2b1f00";

type Weight = Parameters<typeof fontOf>[0];
const fonts: Partial<Record<Weight, Promise<Font>>> = {};
const readFont = (weight: Weight) => (fonts[weight] ??= import("fontkit").then(({ open }) => open(fontOf(weight))) as Promise<Font>);

/** Draws who won what, as PNG, of texts that are `printable`. What is written gets into it as outlines: no text of anybody's is read as markup. */
export async function drawWinnerPicture({ name, contest, prize }: Celebrated): Promise<Buffer> {
  const [text, strong] = [await readFont("400Regular"), await readFont("700Bold")];
  // Two lines of the largest would leave no room for the contest.
  const named = fitted(strong, name, { largest: 84, smallest: 60, lines: 1 }) ?? shrunk(strong, name, { largest: 60, smallest: 48, lines: 2 });
  const won = shrunk(text, contest, { largest: 44, smallest: 32, lines: 2 });
  let top = 244;
  const down = (by: number) => (top += by);
  const lines = [
    outline(strong, "Conquest", { size: 34, x: LEFT, y: 108, fill: PAPER }),
    ...named.lines.map((each) => outline(strong, each, { size: named.size, x: LEFT, y: down(named.size * 1.02), fill: PAPER })),
    outline(text, "won the contest", { size: 30, x: LEFT, y: down(62), fill: SOFT }),
    ...won.lines.map((each) => outline(text, each, { size: won.size, x: LEFT, y: down(won.size * 1.28), fill: PAPER })),
  ];
  const label = "Winner";
  const labelled = outline(strong, label, { size: 34, x: LEFT + 28, y: 197, fill: ON_GOLD });
  const end = LEFT + 28 + widthOf(strong, label, 34) + 64;
  const pennant = `<path fill="${GOLD}" d="M${LEFT} 150H${end}l-30 34l30 34H${LEFT}z"/>`;
  const flag = `<path fill="${GOLD}" d="M${WINNER_WIDTH - LEFT - 96} 0h96v196l-48 -48l-48 48z"/>`;
  const prized = prize > 0 ? outline(strong, `Prize ${formatTaka(prize)}`, { size: 34, x: LEFT, y: WINNER_HEIGHT - 48, fill: GOLD }) : "";
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${WINNER_WIDTH}" height="${WINNER_HEIGHT}"><rect width="100%" height="100%" fill="${DEEP}"/>${flag}${pennant}${labelled}${lines.join("")}${prized}</svg>`;
  // Loaded when first needed: it is native code, and a machine that it does not run on still serves all else.
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  return sharp(Buffer.from(drawing)).png({ palette: true, colours: 64 }).toBuffer();
}

const widthOf = (font: Font, text: string, size: number) => (font.layout(text).advanceWidth * size) / font.unitsPerEm;

interface Place {
  /** In pixels. */
  size: number;
  x: number;
  /** Of the line that letters stand on. */
  y: number;
  fill: string;
}

function outline(font: Font, text: string, { size, x, y, fill }: Place): string {
  const { glyphs, positions } = font.layout(text);
  const scale = size / font.unitsPerEm;
  let at = x;
  const paths = glyphs.map((glyph, index) => {
    const { xAdvance, xOffset, yOffset } = positions[index]!;
    const path = glyph.path.scale(scale, -scale).translate(at + xOffset * scale, y - yOffset * scale).toSVG();
    at += xAdvance * scale;
    return path;
  });
  return `<path fill="${fill}" d="${paths.join("")}"/>`;
}

interface Fitting {
  /** In pixels. */
  largest: number;
  smallest: number;
  lines: number;
}

/** As large as it may be in so many lines; null where it is too long even at the smallest size. */
function fitted(font: Font, text: string, { largest, smallest, lines: most }: Fitting): { size: number; lines: string[] } | null {
  const unitsOf = measure(font);
  for (let size = largest; size >= smallest; size -= 4) {
    const lines = broken(text, unitsOf, roomAt(font, size));
    if (lines.length <= most) return { size, lines };
  }
  return null;
}

/** The same; what is too long ends in an ellipsis. */
function shrunk(font: Font, text: string, fitting: Fitting): { size: number; lines: string[] } {
  const whole = fitted(font, text, fitting);
  if (whole) return whole;
  const { smallest: size, lines: most } = fitting;
  const lines = broken(text, measure(font), roomAt(font, size));
  const last = charactersOf(lines[most - 1]!);
  while (last.length > 0 && widthOf(font, `${last.join("")}…`, size) > MEASURE) last.pop();
  return { size, lines: [...lines.slice(0, most - 1), `${last.join("").trimEnd()}…`] };
}

/** How wide a line may be at this size, in units of the font. */
const roomAt = (font: Font, size: number) => (MEASURE * font.unitsPerEm) / size;

/** How wide words are, in units of the font: laying them out takes long, and each is asked for at every size. */
function measure(font: Font): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const width = known.get(text) ?? font.layout(text).advanceWidth;
    known.set(text, width);
    return width;
  };
}

/** What people see as one character: a Bangla one is several, and none of them stands without the others. */
const characters = new Intl.Segmenter("bn", { granularity: "grapheme" });
const charactersOf = (text: string) => Array.from(characters.segment(text), ({ segment }) => segment);

/** Into lines that fit, between words where that is possible. */
function broken(text: string, unitsOf: (text: string) => number, room: number): string[] {
  const lines: string[] = [];
  let line = "";
  let width = 0;
  const add = (piece: string, space: string) => {
    const wider = width + unitsOf(piece) + (line === "" || space === "" ? 0 : unitsOf(space));
    if (line !== "" && wider > room) {
      lines.push(line);
      [line, width] = [piece, unitsOf(piece)];
    } else [line, width] = [line === "" ? piece : line + space + piece, wider];
  };
  for (const word of text.split(" ")) {
    if (unitsOf(word) <= room) add(word, " ");
    else charactersOf(word).forEach((character, index) => add(character, index === 0 ? " " : ""));
  }
  return line === "" ? lines : [...lines, line];
}

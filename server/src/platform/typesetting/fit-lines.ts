import { charactersOf } from "./clean-text";
import type { Weight } from "./load-font";
import { truncateParagraph, type Paragraph } from "./paragraph";
import { shapeLine, type Cluster } from "./shape";

/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u;
const NEVER_FIRST =
  /^[\p{Pe}\p{Pf}\p{M}、。，．：；！？…·・ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;!?%ๆฯໆຯៗ។៕၊။]/u;
const NEVER_LAST = /[\p{Ps}\p{Pi}]$/u;
/** Word separators of Tibetan and Ethiopic, and the zero-width space, which end words as spaces do. */
const ENDS_WORDS = /[ \u0f0b\u1361\u200b]$/;
/** Breaks after the hyphen of a double name, as browsers do; before a digit it would be a minus sign. */
const ENDS_WITH_HYPHEN = /[\p{L}\p{M}][-\u2010\u2013\u2014]$/u;
const LETTER_FIRST = /^\p{L}/u;

const words = new Intl.Segmenter("en", { granularity: "word" });

export function breakPoints(text: string): number[] {
  const points: number[] = [];
  for (const { index } of words.segment(text)) {
    const [before, after] = [text.slice(0, index), text.slice(index)];
    if (index > 0 && !after.startsWith(" ") && canBreak(before, after)) points.push(index);
  }
  return text === "" ? points : [...points, text.length];
}

function canBreak(before: string, after: string): boolean {
  if (ENDS_WORDS.test(before)) return true;
  if (NEVER_FIRST.test(after) || NEVER_LAST.test(before)) return false;
  if (ENDS_WITH_HYPHEN.test(before) && LETTER_FIRST.test(after)) return true;
  return UNSPACED.test(lastBaseOf(before)) || UNSPACED.test(String.fromCodePoint(after.codePointAt(0)!));
}

const lastBaseOf = (text: string) => [...text.slice(-12)].filter((each) => !/\p{M}/u.test(each)).at(-1) ?? "";

/** Returns break points within a word that is wider than a line: between any two characters. */
function characterPoints(text: string, start: number, end: number): number[] {
  let at = start;
  return charactersOf(text.slice(start, end)).map((character) => (at += character.length));
}

export interface Line {
  clusters: readonly Cluster[];
  size: number;
  width: number;
  above: number;
  below: number;
}

interface Fitting {
  largest: number;
  smallest: number;
  lines: number;
  measure: number;
  step?: number;
}

interface Part {
  start: number;
  end: number;
}

/** Fits the text at the largest possible size; null if it is too long even at the smallest. */
export function fitLines(
  paragraph: Paragraph,
  weight: Weight,
  { largest, smallest, lines: maxLines, measure, step = 4 }: Fitting,
): Line[] | null {
  const widthOf = widths(paragraph, weight);
  for (let size = largest; size >= smallest; size -= step) {
    const parts = broken(paragraph.text, widthOf, (measure * 1000) / size);
    if (parts.length <= maxLines) return parts.map(({ start, end }) => lineOf(paragraph, weight, size, start, end));
  }
  return null;
}

/** Like {@link fitLines}, but truncates with an ellipsis if necessary. */
export function fitLinesTruncated(paragraph: Paragraph, weight: Weight, fitting: Fitting): Line[] {
  const whole = fitLines(paragraph, weight, fitting);
  if (whole) return whole;
  const { smallest: size, lines: maxLines, measure } = fitting;
  const parts = broken(paragraph.text, widths(paragraph, weight), (measure * 1000) / size);
  const { start, end } = parts[maxLines - 1]!;
  const ends = [start, ...characterPoints(paragraph.text, start, end)];
  let last: Line;
  do {
    const short = truncateParagraph(paragraph, start, ends.pop()!);
    last = lineOf(short, weight, size, 0, short.text.length);
  } while (last.width > measure && ends.length > 0);
  return [...parts.slice(0, maxLines - 1).map((part) => lineOf(paragraph, weight, size, part.start, part.end)), last];
}

export const oneLine = (paragraph: Paragraph, weight: Weight, size: number): Line =>
  lineOf(paragraph, weight, size, 0, paragraph.text.length);

function lineOf(paragraph: Paragraph, weight: Weight, size: number, start: number, end: number): Line {
  const clusters = shapeLine(paragraph, weight, start, start + paragraph.text.slice(start, end).trimEnd().length);
  const scale = size / 1000;
  return {
    clusters,
    size,
    width: widthOf(clusters) * scale,
    above: Math.max(0, ...clusters.map(({ above }) => above)) * scale,
    below: Math.max(0, ...clusters.map(({ below }) => below)) * scale,
  };
}

const widthOf = (clusters: readonly Cluster[]) => clusters.reduce((width, { advance }) => width + advance, 0);

const measured = new WeakMap<Paragraph, Map<string, number>>();

/** Caches widths, in thousandths of the font size: shaping is slow, and every part is measured at every size. */
function widths(paragraph: Paragraph, weight: Weight): (start: number, end: number) => number {
  const known = measured.get(paragraph) ?? new Map<string, number>();
  measured.set(paragraph, known);
  return (start, end) => {
    const key = `${weight} ${start} ${end}`;
    const width = known.get(key) ?? widthOf(shapeLine(paragraph, weight, start, end));
    known.set(key, width);
    return width;
  };
}

function broken(text: string, widthOf: (start: number, end: number) => number, maxWidth: number): Part[] {
  const parts: Part[] = [];
  let line: Part = { start: 0, end: 0 };
  let width = 0;
  const add = (end: number) => {
    const start = line.end;
    const inked = start + text.slice(start, end).trimEnd().length;
    if (line.start < start && width + widthOf(start, inked) > maxWidth) {
      parts.push(line);
      line = { start, end: start };
      width = 0;
    }
    width += widthOf(start, end);
    line.end = end;
  };
  for (const end of breakPoints(text)) {
    const start = line.end;
    if (widthOf(start, start + text.slice(start, end).trimEnd().length) <= maxWidth) add(end);
    else characterPoints(text, start, end).forEach(add);
  }
  return line.end > line.start ? [...parts, line] : parts;
}

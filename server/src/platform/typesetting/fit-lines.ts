import { breakPoints, characterPoints } from "./break-points";
import type { Weight } from "./load-font";
import { shortened, type Paragraph } from "./paragraph";
import { shapeLine, type Cluster } from "./shape";

/** In the unit of what is drawn on. */
export interface Line {
  clusters: readonly Cluster[];
  size: number;
  width: number;
  /** How far letters reach up and down from the line that they stand on. */
  above: number;
  below: number;
}

export interface Fitting {
  /** Of the letters. */
  largest: number;
  smallest: number;
  lines: number;
  /** How wide a line may be. */
  measure: number;
  step?: number;
}

interface Part {
  start: number;
  end: number;
}

/** As large as it may be in so many lines; null where it is too long even at the smallest size. */
export function fitted(
  paragraph: Paragraph,
  weight: Weight,
  { largest, smallest, lines: most, measure, step = 4 }: Fitting,
): Line[] | null {
  const widthOf = widths(paragraph, weight);
  for (let size = largest; size >= smallest; size -= step) {
    const parts = broken(paragraph.text, widthOf, (measure * 1000) / size);
    if (parts.length <= most) return parts.map(({ start, end }) => lineOf(paragraph, weight, size, start, end));
  }
  return null;
}

/** The same; what is too long ends in an ellipsis. */
export function shrunk(paragraph: Paragraph, weight: Weight, fitting: Fitting): Line[] {
  const whole = fitted(paragraph, weight, fitting);
  if (whole) return whole;
  const { smallest: size, lines: most, measure } = fitting;
  const parts = broken(paragraph.text, widths(paragraph, weight), (measure * 1000) / size);
  const { start, end } = parts[most - 1]!;
  const ends = [start, ...characterPoints(paragraph.text, start, end)];
  let last: Line;
  do {
    const short = shortened(paragraph, start, ends.pop()!);
    last = lineOf(short, weight, size, 0, short.text.length);
  } while (last.width > measure && ends.length > 0);
  return [...parts.slice(0, most - 1).map((part) => lineOf(paragraph, weight, size, part.start, part.end)), last];
}

/** A text in one line of this size, however wide it gets. */
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

/** How wide parts are, in thousandths of the size: shaping takes long, and each is asked for at every size. */
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

/** Into parts that fit, between words where that is possible. */
function broken(text: string, widthOf: (start: number, end: number) => number, room: number): Part[] {
  const parts: Part[] = [];
  let line: Part = { start: 0, end: 0 };
  let width = 0;
  const add = (end: number) => {
    const start = line.end;
    // Spaces at the end of a line take no room.
    const inked = start + text.slice(start, end).trimEnd().length;
    if (line.start < start && width + widthOf(start, inked) > room) {
      parts.push(line);
      line = { start, end: start };
      width = 0;
    }
    width += widthOf(start, end);
    line.end = end;
  };
  for (const end of breakPoints(text)) {
    const start = line.end;
    if (widthOf(start, start + text.slice(start, end).trimEnd().length) <= room) add(end);
    else characterPoints(text, start, end).forEach(add);
  }
  return line.end > line.start ? [...parts, line] : parts;
}

import type { Buffer, Font } from "harfbuzzjs";
import type { Outline, Weight } from "./load-font";
import { mirror, type Paragraph } from "./paragraph";

/** An outline and its position in thousandths of the font size, upwards from the baseline. */
export interface Glyph {
  outline: Outline;
  scale: number;
  x: number;
  y: number;
}

export interface Cluster {
  text: string;
  glyphs: readonly Glyph[];
  advance: number;
  above: number;
  below: number;
}

interface Run {
  start: number;
  end: number;
  level: number;
}

/** Shapes a part of a paragraph; clusters are in visual order, left to right. */
export function shapeLine(paragraph: Paragraph, weight: Weight, start: number, end: number): Cluster[] {
  return inOrder(runsOf(paragraph, start, end)).flatMap((run) => shapeRun(paragraph, weight, run));
}

function runsOf({ fonts, levels }: Paragraph, start: number, end: number): Run[] {
  const runs: Run[] = [];
  for (let at = start; at < end; at += 1) {
    const last = runs.at(-1);
    if (fonts[at] === null) continue;
    if (last && last.end === at && fonts[last.start] === fonts[at] && last.level === levels[at]) last.end = at + 1;
    else runs.push({ start: at, end: at + 1, level: levels[at]! });
  }
  return runs;
}

/** Rule L2 of the bidirectional algorithm. */
function inOrder(runs: Run[]): Run[] {
  const order = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) {
    for (let from = 0; from < order.length; from += 1) {
      let to = from;
      while (to < order.length && order[to]!.level >= level) to += 1;
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = Math.max(from, to - 1);
    }
  }
  return order;
}

let buffer: Buffer | undefined;

function shapeRun({ text, fonts }: Paragraph, weight: Weight, { start, end, level }: Run): Cluster[] {
  const { inWeight, unitsPerEm, harfbuzz } = fonts[start]!;
  const font = inWeight[weight];
  const isReversed = level % 2 === 1;
  // The text around the run is passed as context, because glyphs may join across its boundary.
  buffer ??= new harfbuzz.Buffer();
  buffer.reset();
  buffer.setClusterLevel(harfbuzz.ClusterLevel.MONOTONE_CHARACTERS);
  buffer.addText(text, start, end - start);
  buffer.guessSegmentProperties();
  buffer.setDirection(isReversed ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
  harfbuzz.shape(font, buffer);
  const shaped = buffer.getGlyphInfosAndPositions();
  const starts = [...new Set(shaped.map(({ cluster }) => cluster)), end].sort((one, other) => one - other);
  const next = new Map(starts.map((at, index) => [at, starts[index + 1] ?? end]));
  const scale = 1000 / unitsPerEm;
  const clusters: (Cluster & { glyphs: Glyph[] })[] = [];
  let currentCluster = -1;
  for (const { codepoint: id, cluster, xAdvance = 0, xOffset = 0, yOffset = 0 } of shaped) {
    if (cluster !== currentCluster) {
      const own = asDrawn(text.slice(cluster, next.get(cluster)), isReversed);
      clusters.push({ text: own, glyphs: [], advance: 0, above: 0, below: 0 });
    }
    currentCluster = cluster;
    const last = clusters.at(-1)!;
    const { yBearing = 0, height = 0 } = font.glyphExtents(id) ?? {};
    last.glyphs.push({ outline: outlineOf(font, id), scale, x: last.advance + xOffset * scale, y: yOffset * scale });
    last.advance += xAdvance * scale;
    last.above = Math.max(last.above, (yBearing + yOffset) * scale);
    last.below = Math.max(last.below, -(yBearing + height + yOffset) * scale);
  }
  return clusters;
}

/** Brackets are mirrored in right-to-left runs; PDF readers mirror them back together with the text. */
const asDrawn = (text: string, isReversed: boolean) => (isReversed ? (mirror(text) ?? text) : text);

const outlines = new WeakMap<Font, Map<number, Outline>>();

function outlineOf(font: Font, id: number): Outline {
  const known = outlines.get(font) ?? new Map<number, Outline>();
  outlines.set(font, known);
  const outline = known.get(id) ?? font.glyphToJson(id);
  known.set(id, outline);
  return outline;
}

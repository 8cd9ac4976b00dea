import type { Line } from "./fit-lines";

export interface Stacked {
  line: Line;
  /** From the line above, or from the top. */
  step: number;
}

export interface Room {
  top: number;
  bottom: number;
  /** Between what two lines draw, at least. */
  gap: number;
}

/** Letters are made smaller in these steps, and no more than by half. */
const STEP = 0.08;
const LEAST = 0.5;

/**
 * Lines one below the other, at their steps, or further apart where letters would touch: those of some scripts reach far up and
 * down. `lay` is asked for smaller lines, by that part of their size, until all are above the bottom.
 */
export function stackLines<Each extends Stacked>(
  lay: (part: number) => readonly Each[],
  room: Room,
): (Each & { y: number })[] {
  for (let part = 1; ; part -= STEP) {
    const placed = placedIn(lay(part), room);
    const lowest = Math.max(...placed.map(({ line, y }) => y + line.below));
    if (lowest <= room.bottom || part - STEP < LEAST) return placed;
  }
}

function placedIn<Each extends Stacked>(lines: readonly Each[], { top, gap }: Room): (Each & { y: number })[] {
  let y = top;
  let taken = top - gap;
  return lines.map((each) => {
    y = Math.max(y + each.step, taken + gap + each.line.above);
    taken = y + each.line.below;
    return { ...each, y };
  });
}

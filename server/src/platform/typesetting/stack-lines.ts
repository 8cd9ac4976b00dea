import type { Line } from "./fit-lines";

export interface StackedLine {
  line: Line;
  step: number;
}

export interface VerticalSpace {
  top: number;
  bottom: number;
  gap: number;
}

/** Text is scaled down in these steps, to half its size at least. */
const SCALE_STEP = 0.08;
const MIN_SCALE = 0.5;

/** Keeps tall scripts apart: calls `lay` with smaller scales until all lines are above the bottom. */
export function stackLines<Each extends StackedLine>(lay: (part: number) => readonly Each[], room: VerticalSpace) {
  for (let part = 1; ; part -= SCALE_STEP) {
    const placed = placedIn(lay(part), room);
    const lowest = Math.max(...placed.map(({ line, y }) => y + line.below));
    if (lowest <= room.bottom || part - SCALE_STEP < MIN_SCALE) return placed;
  }
}

function placedIn<Each extends StackedLine>(lines: readonly Each[], { top, gap }: VerticalSpace) {
  let y = top;
  let occupied = top - gap;
  return lines.map((each) => {
    y = Math.max(y + each.step, occupied + gap + each.line.above);
    occupied = y + each.line.below;
    return { ...each, y };
  });
}

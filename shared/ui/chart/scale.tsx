const MAX_INTERVALS = 4;
const ROUND_STEPS = [1, 2, 5, 10];

/** Returns round numbers from 0 to at least `max`, at equal distances: 0, 5, 10 for 7. */
export function ticksUpTo(max: number): number[] {
  if (!(max > 0)) return [0, 1];
  const rough = max / MAX_INTERVALS;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ROUND_STEPS.find((round) => round * magnitude >= rough)! * magnitude);
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step);
}

const MAX_LABELS = 6;

/** Returns the steps with a label on the axis: at equal distances up to the last one. */
export function labelledSteps(count: number): number[] {
  const stride = Math.max(1, Math.ceil(count / MAX_LABELS));
  return Array.from({ length: Math.ceil(count / stride) }, (_, index) => count - 1 - index * stride).toReversed();
}

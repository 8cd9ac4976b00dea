import { asFailure, type PartFailure } from "./part-failure";

/** Writes a failure where the developers of the part look first, with the incident that the person can name. */
export function report(part: string, failure: PartFailure): void {
  // eslint-disable-next-line no-console -- the one place of the browser's code that reports
  console.error(`[conquest] ${part} failed (${failure.reason}, incident ${failure.incident}): ${failure.message}`, failure.cause ?? "");
}

const known = new WeakMap<object, PartFailure>();

/** The failure for an error that a part threw while drawing; the same for the same error however often it is drawn. */
export function crashFailure(part: string, error: unknown): PartFailure {
  const thrown = error instanceof Error ? error : new Error(String(error));
  const before = known.get(thrown);
  if (before) return before;
  const failure = asFailure(thrown, thrown.name === "ChunkLoadError" ? "missing" : "crash");
  known.set(thrown, failure);
  report(part, failure);
  return failure;
}

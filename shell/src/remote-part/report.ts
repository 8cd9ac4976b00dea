import { chunkFailure } from "./load-files";
import { tell } from "../telemetry/telemetry-buffer";
import { asFailure, type FailureReport, type PartFailure } from "./part-failure";

/** Writes a failure where the developers of the part look first, with the incident that the person can name. */
export function report({ part, failure, wanted, running }: FailureReport): void {
  const { reason, incident, message, cause } = failure;
  const versions = `${wanted ? `, wanted ${wanted}` : ""}${running ? `, running ${running}` : ""}`;
  // eslint-disable-next-line no-console -- the one place of the browser's code that reports
  console.error(`[conquest] ${part} failed (${reason}, incident ${incident}${versions}): ${message}`, cause ?? "");
  tell({ part, failure, wanted, running });
}

const known = new WeakMap<object, PartFailure>();

/** The failure for an error that a part threw while drawing; the same for the same error however often it is drawn. */
export function crashFailure(error: unknown): PartFailure {
  const before = typeof error === "object" && error !== null ? known.get(error) : undefined;
  if (before) return before;
  const failure = chunkFailure(error) ?? asFailure(error, "crash");
  if (typeof error === "object" && error !== null) known.set(error, failure);
  return failure;
}

import { chunkFailure } from "./load-files";
import { emitEvent } from "../telemetry/telemetry-buffer";
import { asFailure, type FailureReport, type PartFailure } from "./part-failure";

export function report({ part, failure, wanted, running }: FailureReport): void {
  const { reason, incident, message, cause } = failure;
  const versions = `${wanted ? `, wanted ${wanted}` : ""}${running ? `, running ${running}` : ""}`;
  // eslint-disable-next-line no-console -- the only place in the browser that reports failures
  console.error(`[conquest] ${part} failed (${reason}, incident ${incident}${versions}): ${message}`, cause ?? "");
  emitEvent({ part, failure, wanted, running });
}

const failures = new WeakMap<object, PartFailure>();

/** Returns the failure for a render error; the same object for the same error. */
export function crashFailure(error: unknown): PartFailure {
  const existing = typeof error === "object" && error !== null ? failures.get(error) : undefined;
  if (existing) return existing;
  const failure = chunkFailure(error) ?? asFailure(error, "crash");
  if (typeof error === "object" && error !== null) failures.set(error, failure);
  return failure;
}

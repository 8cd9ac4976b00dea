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

const failures = new Map<string, PartFailure>();

/** Returns the failure for a render error. The same message has the same incident, which telemetry sends once. */
export function crashFailure(error: unknown): PartFailure {
  const failure = failures.get(String(error)) ?? chunkFailure(error) ?? asFailure(error, "crash");
  failures.set(String(error), failure);
  return failure;
}

export type FailureReason =
  | "registry"
  | "disabled"
  /** The part needs a newer shell. */
  | "contract"
  | "timeout"
  | "unreachable"
  | "missing"
  | "content"
  | "unfit"
  | "crash";

export class PartFailure extends Error {
  override name = "PartFailure";
  readonly incident = crypto.randomUUID().slice(0, 8);

  constructor(
    readonly reason: FailureReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export const asFailure = (cause: unknown, reason: FailureReason): PartFailure =>
  cause instanceof PartFailure
    ? cause
    : new PartFailure(reason, cause instanceof Error ? cause.message : String(cause), { cause });

export interface FailureReport {
  part: string;
  failure: PartFailure;
  wanted: string | null;
  running: string | null;
}

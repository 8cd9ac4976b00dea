/** The reason determines the message of the failure card and the report. */
export type FailureReason =
  /** The registry or the entry of this page's part is unreadable. */
  | "registry"
  /** Disabled by an operator. */
  | "disabled"
  /** The part needs a newer shell. */
  | "contract"
  | "timeout"
  /** The server did not respond. */
  | "unreachable"
  /** The server returned an error status. */
  | "missing"
  /** A file's content differs from the release, for example HTML instead of a script. */
  | "content"
  /** The script is not a valid part or does not fit the shared modules. */
  | "unfit"
  /** The part threw during render. */
  | "crash";

export class PartFailure extends Error {
  override name = "PartFailure";
  /** Shown to the user and included in the report. */
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
  /** The version that failed, if known. */
  wanted: string | null;
  /** The version that replaced it, if any. */
  running: string | null;
}

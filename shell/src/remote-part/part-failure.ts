/** Why a part cannot be shown. The card's sentence and the report depend on it. */
export type FailureReason =
  /** What the site is made of cannot be read, or what this page's part is. */
  | "registry"
  /** Switched off by the people who run the site. */
  | "disabled"
  /** It needs a newer shell than this page has. */
  | "contract"
  | "timeout"
  /** The network or the server did not answer. */
  | "unreachable"
  /** The server answered that it has no such file, or could not give it. */
  | "missing"
  /** A file is not what was released: another content, or a page instead of a script. */
  | "content"
  /** It loaded, but is not a part of this site or does not fit what the shell shares. */
  | "unfit"
  /** It threw an error while drawing. */
  | "crash";

export class PartFailure extends Error {
  override name = "PartFailure";
  /** For the person to name and for us to find in the reports. */
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

/** What went wrong with a part, and what its visitors have instead. */
export interface FailureReport {
  part: string;
  failure: PartFailure;
  /** The version that failed; null where none is known. */
  wanted: string | null;
  /** The version that runs in its place; null when nothing does. */
  running: string | null;
}

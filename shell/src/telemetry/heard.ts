import type { PartFailure } from "../remote-part/part-failure";
import type { LoadRelease } from "../remote-part/parts";

/** What this page heard of that operators may want to know. */
export type Heard =
  /** A part cannot be shown, or stopped: the person was told its number. */
  | { part: string; failure: PartFailure }
  /** A try of a release; without a cause it succeeded. */
  | { part: string; version: string; ms: number; cause?: unknown }
  | ErrorEvent
  | PromiseRejectionEvent
  | SecurityPolicyViolationEvent;

const early: Heard[] = [];
/** Telemetry may never come, and an error in a loop never end. */
const MOST_EARLY = 50;
let listener: (heard: Heard) => void = (heard) => early.length < MOST_EARLY && early.push(heard);

export const tell = (heard: Heard): void => listener(heard);

/** Hears all that was told before, and from now on. Telemetry comes when there is nothing better to do. */
export function listen(own: typeof listener): void {
  listener = own;
  early.splice(0).forEach(own);
}

/** Tells of every try of a release. */
export const told =
  (load: LoadRelease): LoadRelease =>
  (part, release, isAgain) => {
    const begun = performance.now();
    const done = (cause?: unknown) => tell({ part, version: release.version, ms: performance.now() - begun, cause });
    const loading = load(part, release, isAgain);
    loading.then(() => done(), done);
    return loading;
  };

/** Tells of what nobody catches. */
export function hearPage(): void {
  for (const type of ["error", "unhandledrejection", "securitypolicyviolation"] as const) addEventListener(type, tell as (event: Event) => void);
}

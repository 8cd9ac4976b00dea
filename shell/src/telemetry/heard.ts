import type { LoadRelease } from "../remote-part/parts";
import type { FailureReport } from "../remote-part/report";

/** What this page heard of that operators may want to know. */
export type Heard =
  | FailureReport
  /** A release was loaded. */
  | { part: string; version: string; ms: number }
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

/** Tells how long releases take to load. */
export const told =
  (load: LoadRelease): LoadRelease =>
  async (part, release, isAgain) => {
    const begun = performance.now();
    const loaded = await load(part, release, isAgain);
    tell({ part, version: release.version, ms: performance.now() - begun });
    return loaded;
  };

/** Tells of what nobody catches. */
export function hearPage(): void {
  for (const type of ["error", "unhandledrejection", "securitypolicyviolation"] as const) addEventListener(type, tell as (event: Event) => void);
}

import { UNREADABLE_ANSWER } from "@conquest/shared/contracts/http/response-shape";
import type { LoadRelease } from "../remote-part/parts";
import type { FailureReport } from "../remote-part/part-failure";

/** What this page heard of that operators may want to know. */
export type BufferedEvent =
  | FailureReport
  /** A release was loaded. */
  | { part: string; version: string; ms: number }
  | ErrorEvent
  | PromiseRejectionEvent
  | SecurityPolicyViolationEvent;

const early: BufferedEvent[] = [];
/** Telemetry may never come, and an error in a loop never end. */
const MOST_EARLY = 50;
/** How long after the page, in milliseconds: 4 kB that nobody who comes waits for. */
const COMES_AFTER_MS = 5_000;
let call: () => void = () => undefined;
const isTrouble = (heard: BufferedEvent) => !("ms" in heard);
let listener = (heard: BufferedEvent): void => {
  if (early.length < MOST_EARLY) early.push(heard);
  if (isTrouble(heard)) call();
};

export const tell = (heard: BufferedEvent): void => listener(heard);

/** Has telemetry loaded: a while after the page, or as soon as there is trouble to tell of. `loaded` calls back when the page is there. */
export function awaitTelemetry(load: () => void, loaded: (then: () => void) => void): void {
  call = () => {
    call = () => undefined;
    load();
  };
  if (early.some(isTrouble)) call();
  loaded(() => setTimeout(() => call(), COMES_AFTER_MS));
}

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

/** Reports uncaught errors, policy violations and unreadable answers. */
export function observePage(): void {
  for (const type of ["error", "unhandledrejection", "securitypolicyviolation", UNREADABLE_ANSWER] as const)
    addEventListener(type, tell as (event: Event) => void);
}

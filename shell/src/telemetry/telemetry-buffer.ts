import { UNREADABLE_RESPONSE_EVENT } from "@conquest/shared/contracts/http/response-shape";
import type { LoadRelease } from "../remote-part/parts";
import type { FailureReport } from "../remote-part/part-failure";

export type BufferedEvent =
  | FailureReport
  | { part: string; version: string; ms: number }
  | ErrorEvent
  | PromiseRejectionEvent
  | SecurityPolicyViolationEvent;

const buffer: BufferedEvent[] = [];
const MAX_BUFFERED = 50;
/** Delay after the page's load event, since the 4 kB chunk is not urgent. */
const LOAD_AFTER_MS = 5_000;
let loadTelemetry: () => void = () => undefined;
const isIncident = (event: BufferedEvent) => !("ms" in event);
let listener = (event: BufferedEvent): void => {
  if (buffer.length < MAX_BUFFERED) buffer.push(event);
  if (isIncident(event)) loadTelemetry();
};

export const emitEvent = (event: BufferedEvent): void => listener(event);

/** Loads telemetry at the first incident, or some time after the page. `loaded` calls back after the page's load event. */
export function scheduleTelemetry(load: () => void, loaded: (then: () => void) => void): void {
  loadTelemetry = () => {
    loadTelemetry = () => undefined;
    load();
  };
  if (buffer.some(isIncident)) loadTelemetry();
  loaded(() => setTimeout(() => loadTelemetry(), LOAD_AFTER_MS));
}

export function setEventListener(newListener: typeof listener): void {
  listener = newListener;
  buffer.splice(0).forEach(newListener);
}

export const withLoadTime =
  (load: LoadRelease): LoadRelease =>
  async (part, release, isAgain) => {
    const startedAt = performance.now();
    const loaded = await load(part, release, isAgain);
    emitEvent({ part, version: release.version, ms: performance.now() - startedAt });
    return loaded;
  };

export function observePage(): void {
  for (const type of ["error", "unhandledrejection", "securitypolicyviolation", UNREADABLE_RESPONSE_EVENT] as const)
    addEventListener(type, emitEvent as (event: Event) => void);
}

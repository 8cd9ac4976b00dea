import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";

/** The trace of a request (W3C Trace Context) and what its statements took. */
export interface TraceContext {
  /** 32 lower-case hexadecimal digits. */
  traceId: string;
  /** 16 lower-case hexadecimal digits: this server's part of the trace. */
  spanId: string;
  /** Another service records this trace. */
  isSampled: boolean;
  database: { statements: number; ms: number };
}

const storage = new AsyncLocalStorage<TraceContext>();
let isUsed = false;

/** The sampled trace that the running code belongs to. Costs nothing until there is one. */
export const currentTrace = {
  get: (): TraceContext | undefined => (isUsed ? storage.getStore() : undefined),
  run<T>(trace: TraceContext, work: () => T): T {
    isUsed = true;
    return storage.run(trace, work);
  },
  /** Returns a callback that belongs to the trace of the code that binds it. */
  bind: <Results extends unknown[]>(callback: (...results: Results) => void): ((...results: Results) => void) =>
    isUsed ? AsyncResource.bind(callback) : callback,
};

export const traceparentOf = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;

import { AsyncLocalStorage } from "node:async_hooks";

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

/** The trace of the running code. None in jobs and commands. */
export const currentTrace = new AsyncLocalStorage<TraceContext>();

export const traceparentOf = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;

import axios, { AxiosError } from "axios";
import {
  ACCOUNT_CHANGED,
  PAGE_ACCOUNT_HEADER,
  type ErrorBody,
  type ErrorCode,
} from "@conquest/shared/contracts/http/errors";
import { assertSingleCopy } from "@conquest/shared/singletons/single-copy";

if (process.env.NODE_ENV !== "test") assertSingleCopy("http");

/** A refusal or failure of a call. `message` is a sentence to show; `fields` holds the sentence for each bad field. */
export class ApiError extends Error {
  override name = "ApiError";
  constructor(
    readonly code: ErrorCode,
    message: string,
    /** HTTP status, or 0 when no answer came. */
    readonly status: number,
    readonly fields: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
    /** Deadline and arrival of a submission that was rejected as late. */
    readonly late?: ErrorBody["error"]["late"],
  ) {
    super(message, options);
  }
}

/** The server answered, but not with what the contract says. */
export const notUnderstood = (status: number, cause?: unknown) =>
  new ApiError(
    "unexpected",
    "The server answered in a way we do not understand. Please try again.",
    status,
    {},
    { cause },
  );

/** The one axios instance of the page: credentials go with every call, refusals arrive as {@link ApiError}. */
// Where a call comes from is told by the browser, not by a token: what axios has for that is left out of the build.
export const http = axios.create({
  withCredentials: true,
  withXSRFToken: false,
  xsrfCookieName: "",
  headers: { Accept: "application/json" },
});

interface RefusalWatch {
  /** Changes with who is signed in: a refusal of what was asked as somebody else says nothing about who is there now. */
  turn(): number;
  /** The `_id` of the account that the page shows; sent with every call. */
  account?(): string | undefined;
  /** The server no longer accepts the session (401 or 403). */
  refused(error: ApiError): void;
  /** Called if the session belongs to another account than the page shows. */
  accountChanged?(): void;
}
let watch: RefusalWatch = { turn: () => 0, refused: () => undefined };

/** Tells who has to know of refusals: the session store, in practice. */
export function watchRefusals(by: RefusalWatch): void {
  watch = by;
}

const askedIn = new WeakMap<object, number>();
http.interceptors.request.use((request) => {
  askedIn.set(request, watch.turn());
  const account = watch.account?.();
  // A call from a page of an earlier account sets the header itself.
  if (account !== undefined && !request.headers.has(PAGE_ACCOUNT_HEADER))
    request.headers.set(PAGE_ACCOUNT_HEADER, account);
  return request;
});

let clockOffset = 0;

/** Milliseconds to add to `Date.now()` for the server's clock, from the Date header of the last answer. */
export const serverClockOffset = () => clockOffset;

function noteServerClock(dateHeader: unknown): void {
  if (typeof dateHeader !== "string") return;
  const serverNow = Date.parse(dateHeader);
  // The header has whole seconds: a smaller difference is rounding, not a wrong clock.
  if (!Number.isNaN(serverNow)) noteOffset(serverNow - Date.now(), 2000);
}

/** The server's clock as a page tells it that has just come: it may have been kept for a moment, and taken some to arrive. */
export const noteServerTime = (serverNow: number): void => noteOffset(serverNow - Date.now(), 15_000);

function noteOffset(measured: number, tolerance: number): void {
  clockOffset = Math.abs(measured) < tolerance ? 0 : measured;
}

http.interceptors.response.use(
  (response) => {
    noteServerClock(response.headers["date"]);
    return response;
  },
  (cause: unknown) => {
    const error = toApiError(cause);
    const { config, response } = cause as AxiosError;
    noteServerClock(response?.headers["date"]);
    if ((error.status === 401 || error.status === 403) && config && askedIn.get(config) === watch.turn())
      watch.refused(error);
    if (error.code === ACCOUNT_CHANGED && config?.headers.get(PAGE_ACCOUNT_HEADER) === watch.account?.())
      watch.accountChanged?.();
    return Promise.reject(error);
  },
);

function toApiError(cause: unknown): ApiError {
  if (!(cause instanceof AxiosError)) throw cause;
  if (cause.code === AxiosError.ERR_CANCELED) throw cause;
  if (!cause.response && (cause.code === AxiosError.ECONNABORTED || cause.code === AxiosError.ETIMEDOUT)) {
    return new ApiError("timeout", "The server did not answer in time. Please check your connection and try again.", 0);
  }
  if (!cause.response) {
    return new ApiError("unreachable", "We could not reach the server. Please check your connection and try again.", 0);
  }
  const { status, data } = cause.response;
  if (!isErrorBody(data)) return notUnderstood(status);
  const { code, message, fields, late } = data.error;
  return new ApiError(code, message, status, fields, undefined, late);
}

/** By hand: every page checks this, and the validator with it would come to every page. */
function isErrorBody(data: unknown): data is ErrorBody {
  if (!isRecord(data) || !isRecord(data["error"])) return false;
  const { code, message, fields = {} } = data["error"];
  const areSentences = isRecord(fields) && Object.values(fields).every((sentence) => typeof sentence === "string");
  return (typeof code === "string" || code === 1) && typeof message === "string" && areSentences;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

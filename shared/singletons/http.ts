import type { AxiosError, AxiosInstance, AxiosRequestConfig, AxiosResponse, Method } from "axios";
import {
  ACCOUNT_CHANGED,
  PAGE_ACCOUNT_HEADER,
  type ErrorBody,
  type ErrorCode,
} from "@conquest/shared/contracts/http/errors";
import { language, t } from "@conquest/shared/singletons/language";
import { assertSingleCopy } from "@conquest/shared/singletons/single-copy";

if (process.env.NODE_ENV !== "test") assertSingleCopy("http");

/** `message` is shown to the user; `fields` has the message of each invalid field. */
export class ApiError extends Error {
  override name = "ApiError";
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly status: number,
    readonly fields: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
    readonly late?: ErrorBody["error"]["late"],
  ) {
    super(message, options);
  }
}

export const unreadableResponseError = (status: number, cause?: unknown) =>
  new ApiError("unexpected", t("Something went wrong on our side. Try again."), status, {}, { cause });

interface AuthErrorHandler {
  /** Changes with the signed-in user: an error of an earlier user's request is irrelevant to the current one. */
  turn(): number;
  /** The `_id` of the account that the page shows; sent with every call. */
  account?(): string | undefined;
  /** The server no longer accepts the session (401 or 403). */
  refused(error: ApiError): void;
  /** Called if the session belongs to another account than the page shows. */
  accountChanged?(): void;
}
let handler: AuthErrorHandler = { turn: () => 0, refused: () => undefined };

export function handleAuthErrors(by: AuthErrorHandler): void {
  handler = by;
}

let clockOffset = 0;

/** Milliseconds to add to `Date.now()` for the server's time, from the Date header of the last response. */
export const serverClockOffset = () => clockOffset;

/** `age`: seconds since a CDN stored the response, whose date is that of the server. */
function noteServerClock({ date, age }: Record<string, unknown> = {}): void {
  if (typeof date !== "string") return;
  const serverNow = Date.parse(date) + 1000 * (Number(age) || 0);
  // The header has whole seconds: a smaller difference is rounding, not a wrong clock.
  if (!Number.isNaN(serverNow)) noteOffset(serverNow - Date.now(), 2000);
}

/** Sets the server's time from a loaded page. Tolerant, because the page may have been cached or slow to arrive. */
export const setServerTime = (serverNow: number): void => noteOffset(serverNow - Date.now(), 15_000);

function noteOffset(measured: number, tolerance: number): void {
  clockOffset = Math.abs(measured) < tolerance ? 0 : measured;
}

let client: Promise<AxiosInstance> | undefined;

/** Loads axios, which most first visits don't need. Rejects with an "unreachable" {@link ApiError} if that fails. */
const load = (): Promise<AxiosInstance> =>
  (client ??= import(/* webpackChunkName: "http-client" */ "axios").then(
    // CSRF protection relies on headers set by the browser, so the build excludes axios' token support.
    ({ default: axios }) => axios.create({ withXSRFToken: false, xsrfCookieName: "" }),
    (cause: unknown) => {
      client = undefined;
      throw unreachableError({ cause });
    },
  ));

/** A call from an earlier account's page sets the header of the account itself. */
async function send({ headers, ...config }: AxiosRequestConfig): Promise<AxiosResponse> {
  const turn = handler.turn();
  const account = handler.account?.();
  const accountHeader = account === undefined ? {} : { [PAGE_ACCOUNT_HEADER]: account };
  // Otherwise browsers send their own languages.
  const ownHeaders = { Accept: "application/json", "Accept-Language": language(), ...accountHeader };
  const loaded = await load();
  try {
    const response = await loaded.request({ ...http.defaults, ...config, headers: { ...ownHeaders, ...headers } });
    noteServerClock(response.headers);
    return response;
  } catch (cause) {
    const error = toApiError(cause);
    const { config: sent, response } = cause as AxiosError;
    noteServerClock(response?.headers);
    if ((error.status === 401 || error.status === 403) && turn === handler.turn()) handler.refused(error);
    if (error.code === ACCOUNT_CHANGED && sent?.headers.get(PAGE_ACCOUNT_HEADER) === handler.account?.())
      handler.accountChanged?.();
    throw error;
  }
}

const withoutBody = (method: Method) =>
  ((url: string, config: AxiosRequestConfig = {}) => send({ ...config, method, url })) as AxiosInstance["get"];

const withBody = (method: Method) =>
  ((url: string, data?: unknown, config: AxiosRequestConfig = {}) =>
    send({ ...config, method, url, data })) as AxiosInstance["post"];

/** The page's only axios instance: sends credentials, and rejects with {@link ApiError}. */
export const http = {
  load,
  defaults: { timeout: 0, withCredentials: true } as AxiosRequestConfig,
  request: send as AxiosInstance["request"],
  get: withoutBody("get"),
  head: withoutBody("head"),
  delete: withoutBody("delete"),
  post: withBody("post"),
  put: withBody("put"),
  patch: withBody("patch"),
};

function toApiError(cause: unknown): ApiError {
  if (!isAxiosError(cause) || cause.code === "ERR_CANCELED") throw cause;
  if (!cause.response && (cause.code === "ECONNABORTED" || cause.code === "ETIMEDOUT")) {
    return new ApiError("timeout", t("The server took too long to respond. Check your connection and try again."), 0);
  }
  if (!cause.response) return unreachableError();
  const { status, data } = cause.response;
  if (!isErrorBody(data)) return unreadableResponseError(status);
  const { code, message, fields, late } = data.error;
  return new ApiError(code, message, status, fields, undefined, late);
}

const isAxiosError = (cause: unknown): cause is AxiosError => isRecord(cause) && cause["isAxiosError"] === true;

const unreachableError = (options?: ErrorOptions) =>
  new ApiError("unreachable", t("We couldn't reach the server. Check your connection and try again."), 0, {}, options);

/** Written by hand, because a validator would be loaded by every page. */
function isErrorBody(data: unknown): data is ErrorBody {
  if (!isRecord(data) || !isRecord(data["error"])) return false;
  const { code, message, fields = {} } = data["error"];
  const areSentences = isRecord(fields) && Object.values(fields).every((sentence) => typeof sentence === "string");
  return (typeof code === "string" || code === 1) && typeof message === "string" && areSentences;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

// Names before contract 1.9.0, for remotes that were built with them. Deprecated.
export { unreadableResponseError as notUnderstood, setServerTime as noteServerTime, handleAuthErrors as watchRefusals };

import type { AxiosResponse } from "axios";
import {
  UNREADABLE_RESPONSE_EVENT,
  matchesShape,
  shapeOf,
  type ResponseShape,
} from "@conquest/shared/contracts/http/response-shape";
import type { Endpoint, InputOf, ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { config } from "@conquest/shared/singletons/config";
import { clearPrefetchedResponses, takePrefetchedResponse } from "@conquest/shared/singletons/early-answers";
import { http, unreadableResponseError } from "@conquest/shared/singletons/http";

interface UntypedInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

export function pathOf(endpoint: Endpoint, input: UntypedInput): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name] ?? "")));
}

interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  onSent?: (share: number) => void;
  /** Response timeout in milliseconds, if it differs from the default. */
  timeout?: number;
}

/** Only reads time out: a mutation may succeed even after a timeout. */
export const RESPONSE_TIMEOUT_MS = 10_000;

/** Protects file uploads from CSRF: forms of other sites can't send this type with our cookie. */
const RAW_FILE_HEADERS = { "Content-Type": "application/octet-stream" };

async function request<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { onSent, headers, ...options }: CallOptions,
): Promise<AxiosResponse> {
  const parts = input as UntypedInput;
  const hasNoQuery = Object.values(parts.query ?? {}).every((value) => value === undefined);
  const isRead = endpoint.method === "GET";
  const early = isRead && hasNoQuery ? takePrefetchedResponse(pathOf(endpoint, parts)) : undefined;
  if (early) return early;
  const answer = http.request({
    baseURL: config().apiBase,
    url: pathOf(endpoint, parts),
    method: endpoint.method,
    timeout: isRead ? RESPONSE_TIMEOUT_MS : 0,
    params: parts.query,
    data: isRead ? undefined : (parts.body ?? {}),
    headers: { ...(parts.body instanceof Blob && RAW_FILE_HEADERS), ...headers },
    ...(onSent && { onUploadProgress: ({ progress = 0 }) => onSent(progress) }),
    ...options,
  });
  // Even a failed request may have changed data.
  return isRead ? answer : answer.finally(clearPrefetchedResponses);
}

/** Development builds contain the schemas; deriving shapes from them gives the same checks as in production. */
const shapeOfAnswer = ({ shape, response, sends }: Endpoint): ResponseShape | undefined =>
  process.env.NODE_ENV === "production" || shape || sends || !response ? shape : shapeOf(response);

function readResponse<E extends Endpoint>(endpoint: E, { data, status }: AxiosResponse): ResponseOf<E> {
  const { method, path, answers = kindOf(data) } = endpoint;
  const shape = shapeOfAnswer(endpoint);
  let leftOut = 0;
  const isUnderstood =
    kindOf(data) !== undefined &&
    kindOf(data) === answers &&
    (!shape || matchesShape(shape, data, () => (leftOut += 1)));
  // If no element is readable, the call fails: an empty list would be wrong.
  const isLost = !isUnderstood || (leftOut > 0 && Array.isArray(data) && data.length === 0);
  if (isLost || leftOut > 0)
    reportMismatch(
      `${method} ${path} answered ${isLost ? "something" : `${leftOut} elements`} that the page cannot read`,
    );
  if (isLost) throw unreadableResponseError(status);
  return data as ResponseOf<E>;
}

function reportMismatch(message: string): void {
  if (typeof window !== "undefined")
    window.dispatchEvent(new ErrorEvent(UNREADABLE_RESPONSE_EVENT, { error: new Error(message) }));
}

/** A response that is not JSON arrives as text. */
function kindOf(data: unknown): Endpoint["answers"] {
  if (Array.isArray(data)) return "list";
  return typeof data === "object" && data !== null ? "object" : undefined;
}

export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  return readResponse(endpoint, await request(endpoint, input, options));
}

/** Returns an empty list if the header is malformed, as for results that no single correction describes. */
function decodeWords(header: string): string[] {
  try {
    return header.split(",").map(decodeURIComponent);
  } catch {
    return [];
  }
}

export interface Page<Items> {
  items: Items;
  /** Pass as `query.cursor` for the next page; null on the last. */
  nextCursor: string | null;
  total: number;
  isTotalAtLeast?: boolean;
  /** Corrections of the search, if nothing matched it exactly; empty if no single correction describes the results. */
  resultsFor?: string[];
}

export async function callPage<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<Page<ResponseOf<E>>> {
  const response = await request(endpoint, input, options);
  const items = readResponse(endpoint, response);
  const corrections = response.headers["x-results-for"] as unknown;
  const next = /<([^>]+)>;\s*rel="next"/.exec(String(response.headers["link"] ?? ""))?.[1] ?? "";
  const total = String(response.headers["x-total-count"] ?? "");
  return {
    items,
    nextCursor: new URLSearchParams(next.split("?")[1]).get("cursor"),
    total: /^\d+$/.test(total) ? Number(total) : Array.isArray(items) ? items.length : 0,
    ...(response.headers["x-total-count-at-least"] === "true" ? { isTotalAtLeast: true } : {}),
    ...(corrections ? { resultsFor: corrections === "*" ? [] : decodeWords(String(corrections)) } : {}),
  };
}

// Name before contract 1.9.0, for remotes that were built with it. Deprecated.
export { RESPONSE_TIMEOUT_MS as ANSWER_DEADLINE_MS };

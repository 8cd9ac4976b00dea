import type { AxiosResponse } from "axios";
import { UNREADABLE_ANSWER, fits, shapeOf, type ResponseShape } from "@conquest/shared/contracts/http/response-shape";
import type { Endpoint, InputOf, ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { config } from "@conquest/shared/singletons/config";
import { forgetEarlyAnswers, takeEarlyAnswer } from "@conquest/shared/singletons/early-answers";
import { http, notUnderstood } from "@conquest/shared/singletons/http";

interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** `/contest-details/:id` with its parameters filled in and encoded. */
export function pathOf(endpoint: Endpoint, input: AnyInput): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name] ?? "")));
}

interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Hears how much of what is sent is on its way, from 0 to 1. */
  onSent?: (share: number) => void;
  /** Milliseconds to wait for an answer, where that is not as usual. */
  timeout?: number;
}

/** How long to wait for the answer to a question. What changes something may have happened although nobody waited for it. */
export const ANSWER_DEADLINE_MS = 10_000;

/** Of a file: a form of another site cannot send that with our cookie. */
const AS_IT_IS = { "Content-Type": "application/octet-stream" };

async function request<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { onSent, headers, ...options }: CallOptions,
): Promise<AxiosResponse> {
  const parts = input as AnyInput;
  const isBare = Object.values(parts.query ?? {}).every((value) => value === undefined);
  const isQuestion = endpoint.method === "GET";
  const early = isQuestion && isBare ? takeEarlyAnswer(pathOf(endpoint, parts)) : undefined;
  if (early) return early;
  const answer = http.request({
    baseURL: config().apiBase,
    url: pathOf(endpoint, parts),
    method: endpoint.method,
    timeout: isQuestion ? ANSWER_DEADLINE_MS : 0,
    params: parts.query,
    data: isQuestion ? undefined : (parts.body ?? {}),
    headers: { ...(parts.body instanceof Blob && AS_IT_IS), ...headers },
    ...(onSent && { onUploadProgress: ({ progress = 0 }) => onSent(progress) }),
    ...options,
  });
  // However it ended: it may have been done.
  return isQuestion ? answer : answer.finally(forgetEarlyAnswers);
}

/** Development builds contain the schemas; deriving shapes from them gives the same checks as in production. */
const shapeOfAnswer = ({ shape, response, sends }: Endpoint): ResponseShape | undefined =>
  process.env.NODE_ENV === "production" || shape || sends || !response ? shape : shapeOf(response);

function understand<E extends Endpoint>(endpoint: E, { data, status }: AxiosResponse): ResponseOf<E> {
  const { method, path, answers = kindOf(data) } = endpoint;
  const shape = shapeOfAnswer(endpoint);
  let leftOut = 0;
  const isUnderstood =
    kindOf(data) !== undefined && kindOf(data) === answers && (!shape || fits(shape, data, () => (leftOut += 1)));
  // If no element is readable, the call fails: an empty list would be wrong.
  const isLost = !isUnderstood || (leftOut > 0 && Array.isArray(data) && data.length === 0);
  if (isLost || leftOut > 0)
    tellMisfit(`${method} ${path} answered ${isLost ? "something" : `${leftOut} elements`} that the page cannot read`);
  if (isLost) throw notUnderstood(status);
  return data as ResponseOf<E>;
}

/** Does nothing during server rendering. */
function tellMisfit(message: string): void {
  if (typeof window !== "undefined")
    window.dispatchEvent(new ErrorEvent(UNREADABLE_ANSWER, { error: new Error(message) }));
}

/** An answer that is no JSON arrives as text. */
function kindOf(data: unknown): Endpoint["answers"] {
  if (Array.isArray(data)) return "list";
  return typeof data === "object" && data !== null ? "object" : undefined;
}

/** Makes the call that the contract describes and checks the answer against it. Throws ApiError. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  return understand(endpoint, await request(endpoint, input, options));
}

/** Returns no words if the header is malformed, as for results that no single correction describes. */
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
  /** How many there are over all pages. */
  total: number;
  /** There are more than that: counting ended there. */
  isTotalAtLeast?: boolean;
  /** Corrections of the search, if nothing matched it exactly; empty if no single correction describes the results. */
  resultsFor?: string[];
}

/** {@link call} for a list, with what its `Link` and `X-Total-Count` headers say. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<Page<ResponseOf<E>>> {
  const response = await request(endpoint, input, options);
  const items = understand(endpoint, response);
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

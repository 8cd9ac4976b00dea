import {
  AxiosError,
  AxiosHeaders,
  type AxiosAdapter,
  type AxiosProgressEvent,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
} from "axios";
import type { Endpoint, InputOf, ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { PAGE_ACCOUNT_HEADER, type ErrorCode } from "@conquest/shared/contracts/http/errors";
import { http } from "@conquest/shared/singletons/http";

interface Request {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
  account: string | undefined;
  sent: (share: number) => void;
}
interface Answer {
  status: number;
  data: unknown;
  headers?: Record<string, string>;
}

export interface Stub {
  readonly endpoint: Endpoint;
  readonly answer: (request: Request) => Answer | Promise<Answer>;
}

/** Stubs an endpoint. Doesn't compile if the response violates the contract. */
export function stub<E extends Endpoint>(
  endpoint: E,
  answer: ResponseOf<E> | ((input: Required<InputOf<E>>) => ResponseOf<E> | Promise<ResponseOf<E>>),
  headers?: Record<string, string>,
): Stub {
  return {
    endpoint,
    answer: async (request) => ({
      status: 200,
      data: typeof answer === "function" ? await (answer as (input: unknown) => unknown)(request) : answer,
      ...(headers && { headers }),
    }),
  };
}

export const stubError = (
  endpoint: Endpoint,
  status: number,
  code: ErrorCode,
  message: string,
  fields?: Record<string, string>,
): Stub => ({ endpoint, answer: () => ({ status, data: { error: { code, message, ...(fields && { fields }) } } }) });

/** Stubs an endpoint without a response, as without a network. */
export const stubUnreachable = (endpoint: Endpoint): Stub => ({
  endpoint,
  answer: () => Promise.reject(new AxiosError("Network Error", AxiosError.ERR_NETWORK)),
});

/** Stubs an endpoint that never responds, to test loading states. */
export const stubPending = (endpoint: Endpoint): Stub => ({
  endpoint,
  answer: () => new Promise<never>(() => undefined),
});

function match(endpoint: Endpoint, config: InternalAxiosRequestConfig): Record<string, string> | null {
  if (endpoint.method !== config.method?.toUpperCase()) return null;
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map((found) => found[1] ?? "");
  const pattern = new RegExp(`^${endpoint.path.replace(/:\w+/g, "([^/]+)")}$`);
  const values = pattern.exec(config.url ?? "")?.slice(1);
  return values
    ? Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? "")]))
    : null;
}

export interface RecordedCall {
  endpoint: Endpoint;
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
}

/** Later stubs take precedence. A call without a stub fails the test through its console error. */
export function installStubs(stubs: readonly Stub[]): RecordedCall[] {
  const recorded: RecordedCall[] = [];
  const adapter: AxiosAdapter = async (config) => {
    for (const { endpoint, answer } of stubs.toReversed()) {
      const params = match(endpoint, config);
      if (!params) continue;
      const body: unknown = typeof config.data === "string" ? JSON.parse(config.data) : config.data;
      const exchange = { params, query: (config.params ?? {}) as Record<string, unknown>, body };
      const sent = (progress: number) => config.onUploadProgress?.({ progress } as AxiosProgressEvent);
      recorded.push({ endpoint, ...exchange });
      return settle(
        config,
        await answer({ ...exchange, sent, account: config.headers.get(PAGE_ACCOUNT_HEADER)?.toString() }),
      );
    }
    console.error(`No stub answers ${config.method} ${config.url}`);
    throw new AxiosError("Network Error", AxiosError.ERR_NETWORK, config);
  };
  http.defaults.adapter = adapter;
  return recorded;
}

function settle(config: InternalAxiosRequestConfig, answer: Answer): AxiosResponse {
  const response: AxiosResponse = {
    config,
    status: answer.status,
    statusText: "",
    data: answer.data,
    headers: new AxiosHeaders(answer.headers),
  };
  if (answer.status < 400) return response;
  throw new AxiosError("Refused", AxiosError.ERR_BAD_REQUEST, config, undefined, response);
}

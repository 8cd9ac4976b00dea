import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import type { Endpoint, InputOf, ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { errorBody, type ErrorCode } from "@conquest/shared/contracts/http/errors";

export interface ErrorResponse {
  status: number;
  code: ErrorCode;
  message: string;
  fields: Record<string, string>;
}

export interface Caller {
  call<E extends Endpoint>(contract: E, input: InputOf<E>): Promise<ResponseOf<E>>;
  page<E extends Endpoint>(
    contract: E,
    input: InputOf<E>,
  ): Promise<{
    items: ResponseOf<E>;
    nextCursor: string | null;
    total: number;
    isTotalAtLeast: boolean;
    resultsFor: string[] | null;
  }>;
  expectError<E extends Endpoint>(contract: E, input: InputOf<E>): Promise<ErrorResponse>;
  send(request: InjectOptions): Promise<LightMyRequestResponse>;
}

interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const payloadOf = (body: unknown) =>
  body instanceof Uint8Array
    ? { payload: Buffer.from(body), headers: { "content-type": "application/octet-stream" } }
    : { payload: (body ?? {}) as object };

/** "*" if no single correction describes the results. */
const correctionsOf = (header: unknown): string[] | null => {
  if (typeof header !== "string") return null;
  return header === "*" ? [] : header.split(",").map(decodeURIComponent);
};

export function testApi(app: () => FastifyInstance, cookie: string | undefined): Caller {
  const send = (request: InjectOptions) =>
    app().inject({
      ...request,
      headers: { ...(cookie ? { cookie } : {}), ...(request.headers as Record<string, string>) },
    });

  const request = (contract: Endpoint, { params = {}, query = {}, body }: AnyInput) => {
    const path = contract.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const definedQuery = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(Object.fromEntries(definedQuery) as Record<string, string>).toString();
    return send({
      method: contract.method,
      url: `/api${path}${search ? `?${search}` : ""}`,
      ...(contract.method === "GET" ? {} : payloadOf(body)),
    });
  };

  const requestOk = async (contract: Endpoint, input: AnyInput) => {
    const response = await request(contract, input);
    if (response.statusCode >= 400) {
      throw new Error(`${contract.method} ${contract.path} was refused: ${response.statusCode} ${response.body}`);
    }
    return response;
  };

  return {
    send,
    async call(contract, input) {
      const response = await requestOk(contract, input as AnyInput);
      return contract.response.parse(response.json()) as ResponseOf<typeof contract>;
    },
    async page(contract, input) {
      const response = await requestOk(contract, input as AnyInput);
      const next = /<([^>]+)>; rel="next"/.exec(String(response.headers["link"] ?? ""))?.[1];
      return {
        items: contract.response.parse(response.json()) as ResponseOf<typeof contract>,
        nextCursor: next ? new URL(next, "http://relative.invalid").searchParams.get("cursor") : null,
        total: Number(response.headers["x-total-count"]),
        isTotalAtLeast: response.headers["x-total-count-at-least"] === "true",
        resultsFor: correctionsOf(response.headers["x-results-for"]),
      };
    },
    async expectError(contract, input) {
      const response = await request(contract, input as AnyInput);
      if (response.statusCode < 400)
        throw new Error(`${contract.method} ${contract.path} was not refused: ${response.body}`);
      const { error } = errorBody.parse(response.json());
      return { status: response.statusCode, code: error.code, message: error.message, fields: error.fields ?? {} };
    },
  };
}

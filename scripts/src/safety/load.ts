import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { ApiPerson } from "../demo/api-person";

/** Results of a load; `no answer` counts connections that closed without a response. */
export interface Outcome {
  statuses: Record<string, number>;
  messages: string[];
  joins: { email: string; contestId: string }[];
  /** Statuses of the visitors' reads alone. */
  reads: Record<string, number>;
  /** Slowest response in milliseconds. */
  slowest: number;
  /** The longest times without a successful write, and without a successful read, in milliseconds. */
  withoutWrites: number;
  withoutReads: number;
  misshapen: string[];
}

interface ApiRequest {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: object;
}

interface ApiResponse {
  status: number;
  text: string;
  isRetryable: boolean;
}

const TIMEOUT_MS = 60_000;
const ERROR_SHAPE = /^\{"error":\{"code":"[^"]+","message":"[^"]+/;

function createClient(agent: Agent) {
  return ({ url, method = "GET", headers = {}, body }: ApiRequest): Promise<ApiResponse | null> =>
    new Promise((resolve) => {
      const payload = body && JSON.stringify(body);
      const outgoing = request(
        url,
        {
          agent,
          method,
          headers: {
            ...headers,
            ...(payload && {
              "content-type": "application/json",
              "content-length": String(Buffer.byteLength(payload)),
            }),
          },
          timeout: TIMEOUT_MS,
          rejectUnauthorized: false,
        } as object,
        (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
          response.once("end", () =>
            resolve({ status: response.statusCode!, text, isRetryable: "retry-after" in response.headers }),
          );
          response.once("error", () => resolve(null));
        },
      );
      outgoing.once("timeout", () => outgoing.destroy());
      outgoing.once("error", () => resolve(null));
      outgoing.end(payload);
    });
}

export interface Load {
  readonly outcome: Outcome;
  stop(): Promise<Outcome>;
}

interface LoadOptions {
  url: () => string;
  people?: readonly ApiPerson[];
  contestIds?: readonly string[];
  lanes?: number;
  agent?: Agent;
}

let sent = 0;

export function startLoad({
  url,
  people = [],
  contestIds = [],
  lanes = 4,
  agent = new Agent({ keepAlive: true, maxSockets: 64 }),
}: LoadOptions): Load {
  const outcome: Outcome = {
    statuses: {},
    messages: [],
    joins: [],
    reads: {},
    slowest: 0,
    withoutWrites: 0,
    withoutReads: 0,
    misshapen: [],
  };
  const lastSuccess = { withoutWrites: performance.now(), withoutReads: performance.now() };
  const noteSuccess = (kind: keyof typeof lastSuccess) => {
    const now = performance.now();
    outcome[kind] = Math.max(outcome[kind], now - lastSuccess[kind]);
    lastSuccess[kind] = now;
  };
  const ask = createClient(agent);
  let isOver = false;

  async function timed(outgoing: ApiRequest): Promise<number | null> {
    const from = performance.now();
    const response = await ask(outgoing);
    outcome.slowest = Math.max(outcome.slowest, performance.now() - from);
    const status = response ? String(response.status) : "no answer";
    outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1;
    const isShaped = response && ERROR_SHAPE.test(response.text) && (response.isRetryable || response.status !== 503);
    if (response && response.status >= 400 && !isShaped)
      outcome.misshapen.push(`${response.status} ${response.text.slice(0, 100)}`);
    if (!response || response.status >= 400) await pause(20);
    return response?.status ?? null;
  }

  async function write(): Promise<void> {
    while (!isOver) {
      const number = (sent += 1);
      const message = `message ${number}`;
      // Another client address each time, to stay below the rate limit.
      const headers = { "x-forwarded-for": `10.${(number >> 14) & 255}.${(number >> 6) & 255}.${number & 63}` };
      const status = await timed({
        url: `${url()}/api/contact`,
        method: "POST",
        headers,
        body: { name: "Load", email: "load@example.com", message },
      });
      if (status !== 200) continue;
      outcome.messages.push(message);
      noteSuccess("withoutWrites");
    }
  }
  async function read(): Promise<void> {
    for (let turn = 0; !isOver; turn += 1) {
      const status = await timed({
        url: `${url()}/api/${["popular-contests", `all-contests?limit=5&turn=${turn}`, "best-creators"][turn % 3]}`,
      });
      outcome.reads[status ?? "no answer"] = (outcome.reads[status ?? "no answer"] ?? 0) + 1;
      if (status === 200) noteSuccess("withoutReads");
    }
  }
  async function join(person: ApiPerson): Promise<void> {
    for (const contestId of contestIds) {
      for (let isDone = false; !isOver && !isDone;) {
        const status = await timed({
          url: `${url()}/api/join-contest`,
          method: "PUT",
          headers: { cookie: person.cookie },
          body: { contestId, email: person.email },
        });
        if (status === 200) {
          outcome.joins.push({ email: person.email, contestId });
          noteSuccess("withoutWrites");
        }
        // 409 means an earlier attempt was stored but its response was lost.
        isDone = status === 200 || status === 409;
        if (status === 429) return;
      }
    }
  }
  const work = Promise.all([
    ...Array.from({ length: lanes }, write),
    ...Array.from({ length: lanes }, read),
    ...people.map(join),
  ]);
  return {
    outcome,
    async stop() {
      isOver = true;
      await work;
      agent.destroy();
      noteSuccess("withoutWrites");
      noteSuccess("withoutReads");
      return outcome;
    },
  };
}

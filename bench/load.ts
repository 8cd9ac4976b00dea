import { execFile, type ChildProcess } from "node:child_process";
import { Agent, request, type IncomingHttpHeaders } from "node:http";
import os from "node:os";
import { promisify } from "node:util";
import autocannon from "autocannon";

const run = promisify(execFile);

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The raw body, possibly compressed. */
  body: Buffer;
  ms: number;
}

export interface RequestOptions {
  port: number;
  path: string;
  method?: string;
  headers?: Record<string, string | undefined>;
  body?: object;
}

const agent = new Agent({ keepAlive: true });

export function sendRequest({ port, path, method = "GET", headers = {}, body }: RequestOptions): Promise<Answer> {
  const text = body && JSON.stringify(body);
  const definedHeaders = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const outgoing = request(
      {
        agent,
        host: "127.0.0.1",
        port,
        path,
        method,
        headers: {
          ...definedHeaders,
          ...(text && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.once("error", reject);
        response.once("end", () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            body: Buffer.concat(chunks),
            ms: performance.now() - startedAt,
          }),
        );
      },
    );
    outgoing.once("error", reject);
    outgoing.end(text);
  });
}

export async function sendOk(options: RequestOptions): Promise<Answer> {
  const answer = await sendRequest(options);
  if (answer.status !== 200)
    throw new Error(
      `${options.method ?? "GET"} ${options.path} was answered with ${answer.status}: ${answer.body.toString("utf8").slice(0, 200)}`,
    );
  return answer;
}

export const CONNECTIONS = 8;

/** Sent like browsers do, so that the cost of compressing responses is measured. */
export const ENCODINGS = "gzip, deflate, br";

/** `target` is a port of this machine, or an origin such as https://localhost:8443. */
export async function requestsPerSecond(
  target: number | string,
  seconds: number,
  setupRequest: (request: autocannon.Request) => autocannon.Request,
): Promise<number> {
  const result = await autocannon({
    url: typeof target === "number" ? `http://127.0.0.1:${target}` : target,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { "accept-encoding": ENCODINGS },
    requests: [{ setupRequest }],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx + result.errors} requests were refused or not answered.`);
  return result.requests.average;
}

/** Pins a process and its threads to cores such as "0" or "0-1"; does nothing if taskset is unavailable. */
const pin = (pid: number, cores: string) =>
  run("taskset", ["-a", "-c", "-p", cores, String(pid)]).catch(() => undefined);

async function pinGroup(group: number, cores: string): Promise<void> {
  const { stdout } = await run("ps", ["-eo", "pid=,pgid="]);
  const rows = stdout
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/).map(Number) as [number, number]);
  await Promise.all(rows.filter(([, pgid]) => pgid === group).map(([pid]) => pin(pid, cores)));
}

/** Pins the process groups of the servers to one core and this client to another; PostgreSQL is not pinned. */
export async function withPinnedCores<T>(servers: readonly ChildProcess[], work: () => Promise<T>): Promise<T> {
  const all = `0-${os.cpus().length - 1}`;
  try {
    await Promise.all(servers.map(({ pid }) => pinGroup(pid!, "0")));
    await pin(process.pid, "1");
    return await work();
  } finally {
    await Promise.all(servers.map(({ pid }) => pinGroup(pid!, all)));
    await pin(process.pid, all);
  }
}

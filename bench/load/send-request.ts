import { Agent, request, type IncomingHttpHeaders } from "node:http";

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As it was sent, compressed or not. */
  body: Buffer;
  /** Milliseconds from asking until all of it was there. */
  ms: number;
}

export interface Asked {
  port: number;
  /** Path and query. */
  path: string;
  method?: string;
  headers?: Record<string, string | undefined>;
  body?: object;
}

const agent = new Agent({ keepAlive: true });

/** Asks a server of this machine over a connection that is kept. */
export function ask({ port, path, method = "GET", headers = {}, body }: Asked): Promise<Answer> {
  const text = body && JSON.stringify(body);
  const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const asked = request(
      {
        agent,
        host: "127.0.0.1",
        port,
        path,
        method,
        headers: {
          ...given,
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
    asked.once("error", reject);
    asked.end(text);
  });
}

/** The answer to what must succeed. */
export async function askSuccessfully(asked: Asked): Promise<Answer> {
  const answer = await ask(asked);
  if (answer.status !== 200)
    throw new Error(
      `${asked.method ?? "GET"} ${asked.path} was answered with ${answer.status}: ${answer.body.toString("utf8").slice(0, 200)}`,
    );
  return answer;
}

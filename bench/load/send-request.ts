import { Agent, request, type IncomingHttpHeaders } from "node:http";

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

/** Sends a request and throws unless the status is 200. */
export async function sendOk(options: RequestOptions): Promise<Answer> {
  const answer = await sendRequest(options);
  if (answer.status !== 200)
    throw new Error(
      `${options.method ?? "GET"} ${options.path} was answered with ${answer.status}: ${answer.body.toString("utf8").slice(0, 200)}`,
    );
  return answer;
}

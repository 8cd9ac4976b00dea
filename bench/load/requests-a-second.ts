import autocannon from "autocannon";

export const CONNECTIONS = 8;

/** Sent like browsers do, so that the cost of compressing responses is measured. */
export const ENCODINGS = "gzip, deflate, br";

/** Measures requests per second over `seconds`. Throws if any request fails. */
export async function requestsPerSecond(
  port: number,
  seconds: number,
  setupRequest: (request: autocannon.Request) => autocannon.Request,
): Promise<number> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { "accept-encoding": ENCODINGS },
    requests: [{ setupRequest }],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx + result.errors} requests were refused or not answered.`);
  return result.requests.average;
}

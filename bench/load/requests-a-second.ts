import autocannon from "autocannon";

/** So many requests are under way at any time. */
export const CONNECTIONS = 8;

/** As browsers ask: a server that compresses each answer anew is to be seen. */
export const ENCODINGS = "gzip, deflate, br";

/** How many requests a server at this port answers in a second, over so many seconds. Anything but a success fails. */
export async function requestsASecond(
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

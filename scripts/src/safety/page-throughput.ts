import { once } from "node:events";
import { connect } from "node:tls";

const CONNECTIONS = 8;
/** nginx closes a connection after 1000 requests. */
const BATCHES = 20;
const BATCH = 50;
const SAMPLE_MS = 2_000;

const STATUS_LINE = "HTTP/1.1 200 OK";

/** Pipelines requests, so that the client takes little of the processor. Throws for a response other than 200. */
async function requestsPerSecond(url: string, address: string): Promise<number> {
  const port = Number(new URL(url).port);
  const text = `GET ${address} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n`.repeat(BATCH);
  const from = performance.now();
  let received = 0;
  const work = async () => {
    while (performance.now() - from < SAMPLE_MS) {
      const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false });
      await once(socket, "secureConnect");
      for (let batch = 0; batch < BATCHES && performance.now() - from < SAMPLE_MS; batch += 1) {
        let [rest, count] = ["", 0];
        socket.write(text);
        while (count < BATCH) {
          const [chunk] = (await once(socket, "data")) as [Buffer];
          const parts = (rest + chunk.toString("latin1")).split(STATUS_LINE);
          count += parts.length - 1;
          rest = parts.at(-1)!.slice(1 - STATUS_LINE.length);
          if (/HTTP\/1\.1 [345]/.test(parts.join(""))) throw new Error(`${address} got an error.`);
        }
        received += count;
      }
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return (1000 * received) / (performance.now() - from);
}

const median = (numbers: number[]) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]!;

/** Measures both in turn, so that the machine's other load affects them alike. */
export async function comparePages(
  address: string,
  { cached, uncached }: { cached: string; uncached: string },
  rounds: number,
): Promise<{ cached: number; uncached: number; ratio: number }> {
  const samples: [number, number][] = [];
  for (let round = 0; round < rounds; round += 1)
    samples.push([await requestsPerSecond(cached, address), await requestsPerSecond(uncached, address)]);
  const of = (index: 0 | 1) => Math.round(median(samples.map((pair) => pair[index])));
  return {
    cached: of(0),
    uncached: of(1),
    ratio: Number(median(samples.map(([one, other]) => one / other)).toFixed(1)),
  };
}
